"""What looks odd in a variant whose file is valid: warnings for its designer.

Warnings state only what is certain. Reach is computed on an empty board on which everything may be captured,
so that a square out of reach there is out of reach in every game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from tilefish.balance.advice import ENOUGH
from tilefish.balance.games import OPENING_PLIES
from tilefish.balance.witness import Deed
from tilefish.core.board.any_board import AnyBoard
from tilefish.game.game import Game
from tilefish.rules.files.promotion import next_squares
from tilefish.rules.messages import count
from tilefish.rules.model.combat import Ability, Combat
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import BELTS, SIDE_NAMES, SIDES, SPAWN, STONE, Kind, Step, Variant

_NAMED = 8
"""The most squares that one warning names."""
_STANDING_ABILITIES = ("royal-decree", "interpose", "consecration")
"""Abilities that give a use to a piece that neither moves nor attacks."""
_MOST_POSITIONS = 20_000
"""Of the beginnings of games; openings that are found later than that are enough."""

Stand = tuple[int, int, int]
"""Index of the kind, side and square of a piece."""


def variant_warnings(variant: Variant) -> list[str]:
    """All warnings, one sentence each."""
    game = Game(variant)
    movers = tuple(_mover(variant, index) for index in range(len(variant.kinds)))
    return [
        *_on_check(game),
        *_on_kinds(variant, game.setup(), movers),
        *_on_squares(variant, game.setup(), movers),
        *_on_openings(game),
        *_on_winning(game),
    ]


# --- movement --------------------------------------------------------------------------------------------


def _mover(variant: Variant, index: int) -> Kind:
    """The kind with everything that moves it between squares. In a combat game captures do not, but abilities
    may."""
    kind = variant.kinds[index]
    if variant.combat is None:
        return kind
    quiet = tuple(step for step in kind.steps if step.quiet)
    return replace(kind, steps=(*quiet, *_steps_of_ability(variant.ability(index))))


def _steps_of_ability(ability: Ability | None) -> Iterator[Step]:
    if ability is None:
        return
    if ability.name == "advance":
        yield Step(0, 1, ability.squares, quiet=True, capture=False)
    if ability.name == "skirmish":
        for dx, dy in ((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy):
            yield Step(dx, dy, 1, quiet=True, capture=False)


def _on_kinds(variant: Variant, setup: Setup, movers: tuple[Kind, ...]) -> Iterator[str]:
    """Kinds that can move nowhere, and pieces of other kinds that cannot where they stand."""
    verb = "move" if variant.combat is None else "move or attack"
    safe = [square for square in range(len(variant.tiles)) if variant.is_safe(square)]
    stuck = {
        index
        for index in _kinds_in_play(variant, setup)
        if not any(_moves(variant, movers, (index, side, square)) for side in SIDES for square in safe)
    }
    for index in sorted(stuck):
        yield f"the {variant.kinds[index].name} can never {verb}, wherever it stands"
    for square, (index, side) in sorted(setup.pieces.items()):
        if index not in stuck and not _moves(variant, movers, (index, side, square)):
            name = f"{SIDE_NAMES[side]} {variant.kinds[index].name}"
            yield f"the {name} on {variant.square_name(square)} can never {verb}"


def _moves(variant: Variant, movers: tuple[Kind, ...], stand: Stand) -> bool:
    """Whether the piece could ever move or act from its square."""
    index, side, square = stand
    kinds = (variant.kinds[index], movers[index])
    ability = variant.ability(index)
    if ability is not None and ability.name in _STANDING_ABILITIES:
        return True
    return any(True for kind in kinds for _ in next_squares(variant, kind, side, square))


def _kinds_in_play(variant: Variant, setup: Setup) -> set[int]:
    """The kinds that are on the board at the start, or appear later."""
    kinds = {index for index, _ in setup.pieces.values()}
    names = {variant.spawn.piece} if variant.spawn is not None and SPAWN in variant.tiles else set()
    kinds |= {index for index, kind in enumerate(variant.kinds) if kind.name in names}
    if any(variant.kinds[index].pawn for index in kinds):
        promoted = {name for side in SIDES for name in variant.promotion_to[side]}
        kinds |= {index for index, kind in enumerate(variant.kinds) if kind.name in promoted}
    return kinds


def _on_squares(variant: Variant, setup: Setup, movers: tuple[Kind, ...]) -> Iterator[str]:
    """Tiles that no piece can ever stand on."""
    reached = {square for _, _, square in _reached(variant, setup, movers)}
    lost = [
        variant.square_name(square)
        for square in range(len(variant.tiles))
        if variant.is_safe(square) and square not in reached
    ]
    if lost:
        more = f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else ""
        yield f"no piece can ever reach {', '.join(lost[:_NAMED])}{more}"


def _reached(variant: Variant, setup: Setup, movers: tuple[Kind, ...]) -> set[Stand]:
    """All pieces, with every square where they can ever stand."""
    pieces = ((index, side, square) for square, (index, side) in setup.pieces.items())
    left = [*pieces, *_spawned(variant)]
    reached = set(left)
    while left:
        index, side, square = left.pop()
        found = [(index, side, target) for target in next_squares(variant, movers[index], side, square)]
        if variant.kinds[index].pawn and square // variant.files == variant.promotion_rank[side]:
            found += [
                (new, side, square)
                for new, kind in enumerate(variant.kinds)
                if kind.name in variant.promotion_to[side]
            ]
        left += (stand for stand in found if stand not in reached)
        reached.update(found)
    return reached


def _spawned(variant: Variant) -> Iterator[Stand]:
    """Pieces that may appear. If the file has no rule, a host may place unknown ones."""
    for square, tile in enumerate(variant.tiles):
        if tile == SPAWN:
            for index, kind in enumerate(variant.kinds):
                if not kind.royal and (variant.spawn is None or kind.name == variant.spawn.piece):
                    yield from ((index, side, square) for side in SIDES)


# --- games -----------------------------------------------------------------------------------------------


def _on_check(game: Game) -> Iterator[str]:
    if game.in_check:
        yield f"{game.turn} is in check at the start"


def _on_openings(game: Game) -> Iterator[str]:
    """Warns of too few openings for `balance` and `match`: different positions after some plies in which the
    game is not over."""
    found: set[int] = set()
    _count_openings(game.board.copy(), OPENING_PLIES, found, set())
    if len(found) < ENOUGH:
        yield (
            f"only {count(len(found), 'different position')} after {OPENING_PLIES} plies: "
            f"matches and balance need {ENOUGH} openings or more"
        )


def _count_openings(board: AnyBoard, plies: int, found: set[int], seen: set[tuple[int, int]]) -> None:
    if not plies:
        found.add(board.key)
        return
    for deed in _deeds(board):
        if len(found) >= ENOUGH or len(seen) >= _MOST_POSITIONS:
            return
        after = board.copy()
        after.push(*deed)
        if after.ending() is None and (plies, after.key) not in seen:
            seen.add((plies, after.key))
            _count_openings(after, plies - 1, found, seen)


def _deeds(board: AnyBoard) -> Iterator[Deed]:
    """All moves, with every die face that changes the result."""
    for move in board.legal_moves():
        yield from ((move, face) for face, _ in board.distinct_rolls(move))


# --- winning ---------------------------------------------------------------------------------------------


def _on_winning(game: Game) -> Iterator[str]:
    """Whether any side could ever win. Belts may destroy kings, and what appears may mate."""
    variant, setup = game.variant, game.setup()
    if any(tile in BELTS or tile == SPAWN for tile in variant.tiles):
        return
    if variant.combat is not None:
        harms = partial(_can_harm, variant, variant.combat)
        if not any(map(harms, _kinds_in_play(variant, setup))):
            yield "no piece can ever do damage, so that neither side can win"
    elif not variant.end.stalemate_loss and _cannot_mate(game, setup):
        yield "neither side can ever give mate with what is there"


def _can_harm(variant: Variant, combat: Combat, index: int) -> bool:
    attacks = any(step.capture for step in variant.kinds[index].steps)
    return attacks and combat.fighters[index].damage + combat.clamp[1] > 0


def _cannot_mate(game: Game, setup: Setup) -> bool:
    """Certain only for few pieces: bare kings, one more piece, and the material that draws in FIDE chess."""
    variant = game.variant
    kinds = [variant.kinds[index] for index, _ in setup.pieces.values()]
    if any(kind.pawn or (kind.royal and not _is_plain_king(kind)) for kind in kinds):
        return False
    others = [piece for piece in setup.pieces.items() if not variant.kinds[piece[1][0]].royal]
    if not others:
        return STONE not in variant.tiles  # over stones even kings give check
    if variant.plain_floor:
        fide = Game(replace(variant, end=replace(variant.end, material="fide"))).outcome()
        if fide is not None and fide.termination is Termination.MATERIAL:
            return True
    return len(others) == 1 and STONE not in variant.tiles and not _mate_exists(game, *others[0][1])


def _is_plain_king(kind: Kind) -> bool:
    return all(max(abs(step.dx), abs(step.dy)) == 1 and step.reach == 1 for step in kind.steps)


def _mate_exists(game: Game, index: int, side: int) -> bool:
    """Whether a piece of that kind can stand so, with its king, that the other king is mated."""
    variant, board = game.variant, game.board.copy()
    royal = next(place for place, kind in enumerate(variant.kinds) if kind.royal)
    safe = [square for square in range(len(variant.tiles)) if variant.is_safe(square)]
    setup = replace(game.setup(), turn=1 - side, castling=frozenset(), en_passant=None)
    kind = variant.kinds[index]
    for square in safe:
        for mated in set(next_squares(variant, kind, side, square)):
            for king in set(safe) - {square, mated}:
                pieces = {square: (index, side), mated: (royal, 1 - side), king: (royal, side)}
                board.reset(replace(setup, pieces=pieces))
                if not board.in_check(side) and board.ending() == (side, Termination.CHECKMATE):
                    return True
    return False
