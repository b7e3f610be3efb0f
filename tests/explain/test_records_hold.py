"""What decision records say must hold on the board: random playouts, looked at through `Game` alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from tests.seeds import Tries, seeded

from tilefish import Game, Termination
from tilefish.core.board.board import Board
from tilefish.explain.reasons.journeys import CAPTURED
from tilefish.explain.reasons.registry import FINDERS
from tilefish.explain.reasons.view import View
from tilefish.explain.record import decision_record
from tilefish.rules.errors import InputError
from tilefish.rules.files.library import Library
from tilefish.rules.model.setup import Pieces
from tilefish.rules.model.variant import BELTS


def has_records(name: str) -> bool:
    """Whether the core's `Board` plays a variant: what else there may be, records do not know."""
    try:
        return isinstance(Game(name).board, Board)
    except InputError:
        return False


BUNDLED = [name for name in Library(environment=False).names() if has_records(name)]


class Turn:
    """A move of a game, its record, and the game after it, to hold the one against the other."""

    def __init__(self, game: Game, move: str) -> None:
        self.game, self.move = game, move
        self.after = game.copy()
        self.after.push(move)
        self.squares = {
            reason.code: {self.square(name) for name in reason.squares}
            for reason in decision_record(game, [move]).reasons
        }
        self.us = game.setup().turn
        self.before_pieces = game.setup().pieces
        self.after_pieces = self.after.setup().pieces

    def square(self, name: str) -> int:
        square = self.game.variant.square_of(name)
        assert square is not None
        return square

    def said(self, *codes: str) -> bool:
        return any(code in self.squares for code in codes)

    def captured(self) -> set[int]:
        return taken_by(self.game, self.move)

    def answers(self) -> Iterator[tuple[set[int], Game]]:
        """What every legal answer takes, and the game after it."""
        for answer in self.after.legal_moves:
            game = self.after.copy()
            game.push(answer)
            yield taken_by(self.after, answer), game

    def came_from(self, square: int) -> int:
        """Where a piece, not the mover, stood before: castling moves the rook as well."""
        rook = self.game.board.path(self.game.find_move(self.move).number).rook
        stayed = self.before_pieces.get(square) == self.after_pieces.get(square)
        return square if rook is None or stayed else rook

    def count(self, side: int, pieces: Pieces) -> int:
        return sum(owner == side for _, owner in pieces.values())


def taken_by(game: Game, move: str) -> set[int]:
    """The enemies on the squares that the text of a move goes to, or that a pawn takes in passing."""
    setup, variant = game.setup(), game.variant
    squares = [variant.square_of(name) for leg in move.split(",") for name in (leg[:2], leg[2:4])]
    ends = [square for square in squares[1:] if square is not None]
    taken = {square for square in ends if setup.pieces.get(square, (0, setup.turn))[1] != setup.turn}
    start = squares[0]
    assert start is not None
    if ends[-1] == setup.en_passant and variant.kinds[setup.pieces[start][0]].pawn:
        assert setup.en_passant_pawn is not None
        file, passed_file, pawn_file = (
            square % variant.files for square in (start, ends[-1], setup.en_passant_pawn)
        )
        # behind a slanted double step pawns capture straight ahead
        if (file != passed_file) != (pawn_file != passed_file):
            taken.add(setup.en_passant_pawn)
    return taken


def captures_hold(turn: Turn) -> bool:
    return turn.squares.get("captures", set()) == turn.captured()


def a_capture_is_a_gain_a_loss_or_neither(turn: Turn) -> bool:
    verdicts = [turn.said(code) for code in ("wins_material", "sacrifices", "trades_evenly")]
    return sum(verdicts) == turn.said("captures")


def checks_hold(turn: Turn) -> bool:
    return turn.said("checks", "mates") == turn.after.in_check


def ends_hold(turn: Turn) -> bool:
    outcome = turn.after.outcome()
    won = outcome.termination if outcome and outcome.winner else None
    return (
        turn.said("mates") == (won is Termination.CHECKMATE)
        and turn.said("stalemates") == (won is Termination.STALEMATE)
        and turn.said("destroys_king") == (won is Termination.KING_DESTROYED)
        and turn.said("draws") == (outcome is not None and outcome.winner is None)
    )


def choices_hold(turn: Turn) -> bool:
    return (
        turn.said("only_move") == (len(turn.game.legal_moves) == 1)
        and turn.said("answers_check") == turn.game.in_check
        and turn.said("promotes") == turn.move[-1].isalpha()
        and turn.said("stone_sequence") == ("," in turn.move)
    )


def dangers_hold(turn: Turn) -> bool:
    in_danger = turn.squares.get("into_danger", set()) | turn.squares.get("leaves", set())
    safe = turn.squares.get("safe_square", set())
    if not in_danger | safe:
        return True
    taken = set().union(*(taken for taken, _ in turn.answers()))
    return in_danger <= taken and not safe & taken


def defences_hold(turn: Turn) -> bool:
    """Some capture there can be taken back; on what no belt has carried on, from where the mover stands."""
    return all(
        any(square in taken and can_take(game, square) for taken, game in turn.answers())
        for square in turn.squares.get("defends", ())
    )


def can_take(game: Game, square: int) -> bool:
    name = game.variant.square_name(square)
    return any(name in (move[2:4], move[-2:], move[-3:-1]) for move in game.legal_moves)


def the_doomed_are_lost(turn: Turn) -> bool:
    doomed = len(turn.squares.get("doomed", ()))
    own = turn.count(turn.us, turn.after_pieces)
    return not doomed or all(
        turn.count(turn.us, game.setup().pieces) <= own - doomed for _, game in turn.answers()
    )


def what_the_world_destroys_is_gone(turn: Turn) -> bool:
    for name, side, taken in (("own", turn.us, 0), ("enemy", 1 - turn.us, len(turn.captured()))):
        gone = turn.count(side, turn.before_pieces) - turn.count(side, turn.after_pieces) - taken
        named = [squares for code, squares in turn.squares.items() if code.startswith(f"{name}_")]
        if sum(map(len, named)) != gone:
            return False
    return True


def threats_hold(turn: Turn) -> bool:
    """If the other side passed, the mover could take all that it is said to attack."""
    codes = ("attacks", "forks", "discovers", "stone_threat")
    named = set().union(*(turn.squares.get(code, set()) for code in codes)) - turn.squares.get(
        "checks", set()
    )
    return not named or named <= could_take_after_a_pass(turn.after)


def rescues_hold(turn: Turn) -> bool:
    """What is said to be saved could have been taken, had the mover passed."""
    saved = {turn.came_from(square) for square in turn.squares.get("saves", ())}
    if turn.said("to_safety"):
        saved.add(turn.square(turn.move[:2]))
    return not saved or saved <= could_take_after_a_pass(turn.game)


def could_take_after_a_pass(game: Game) -> set[int]:
    """What the side that is not to move could take if it were; everything where that cannot be asked, since
    belts run or a king could be taken."""
    placement, turn, castling, _, *counters = game.fen().split()
    flipped = " ".join([placement, "wb"[turn == "w"], castling, "-", *counters])
    everything = set(range(game.variant.files * game.variant.ranks))
    if any(game.variant.tile(square) in BELTS for square in game.setup().pieces):
        return everything
    try:
        passed = Game(game.variant, flipped)
    except InputError:
        return everything
    return {square for move in passed.legal_moves for square in taken_by(passed, move)}


def pieces_stand_where_they_are_said_to(turn: Turn) -> bool:
    theirs = ("attacks", "forks", "discovers", "stone_threat", "pins", "skewers", "checks")
    ours = (
        "saves",
        "defends",
        "leaves",
        "doomed",
        "opens_line",
        "discovers_check",
        "makes_passed",
        "to_safety",
    )
    return all(
        turn.after_pieces[square][1] == side
        for side, codes in ((1 - turn.us, theirs), (turn.us, ours))
        for code in codes
        for square in turn.squares.get(code, ())
    )


def every_piece_is_followed(turn: Turn) -> bool:
    """The fates lead each piece to where the core has it."""
    view = View(turn.game, turn.move)
    followed = {
        fate.square: turn.before_pieces[start]
        for start, fate in view.journey.items()
        if fate.square is not None
    }
    if view.square is not None and view.parts.promotion is not None:
        followed[view.square] = (view.parts.promotion, turn.us)
    captured = {start for start, fate in view.journey.items() if fate.cause == CAPTURED}
    return followed == turn.after_pieces and captured == turn.captured()


INVARIANTS: tuple[Callable[[Turn], bool], ...] = (
    captures_hold,
    a_capture_is_a_gain_a_loss_or_neither,
    checks_hold,
    ends_hold,
    choices_hold,
    dangers_hold,
    defences_hold,
    threats_hold,
    rescues_hold,
    the_doomed_are_lost,
    what_the_world_destroys_is_gone,
    pieces_stand_where_they_are_said_to,
    every_piece_is_followed,
)


def play_out(variant: str, seed: str, plies: int, world: str | None = None) -> Counter[str]:
    """Plays at random, captures more often, and checks every record. Returns the codes that were seen."""
    rng = seeded(variant, seed)
    game = Game(variant, world=world)
    seen: Counter[str] = Counter()
    for _ in range(plies):
        if game.outcome():
            break
        moves = game.legal_moves
        standing = game.setup().pieces
        weights = [4 if game.variant.square_of(move[2:4]) in standing or "," in move else 1 for move in moves]
        [move] = rng.choices(moves, weights)
        turn = Turn(game, move)
        seen.update(turn.squares.keys())
        for invariant in INVARIANTS:
            assert invariant(turn), (
                f"{invariant.__name__}: {variant} {world} {game.fen()} {move} {turn.squares}"
            )
        game = turn.after
    return seen


@pytest.mark.parametrize("variant", BUNDLED)
def test_records_hold(variant: str) -> None:
    play_out(variant, "short", 40)


@pytest.mark.parametrize("variant", ["chess", "fragments"])
def test_records_hold_on_belts_and_stones(variant: str) -> None:
    size = Game(variant).variant.files
    world = "5/>>>>v/o~%1o/<<<1>/5" if size == 5 else "8/8/v<<<<<<%/1o4o1/4o3/~>>>>>>^/8/8"
    play_out(variant, "short", 40, world)


@pytest.mark.long
def test_records_hold_in_many_games() -> None:
    seen: Counter[str] = Counter()
    tries = Tries(3)
    while tries.go_on(len(seen) > len(FINDERS) * 3 // 4):
        number = tries.number
        for variant in BUNDLED:
            seen += play_out(variant, str(number), 100)
    for seed in range(8):
        seen += play_out("chess", str(seed), 60, "8/8/v<<<<<<%/1o4o1/4o3/~>>>>>>^/8/8")
    assert len(seen) > len(FINDERS) * 3 // 4
