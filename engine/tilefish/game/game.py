"""`Game`: one game under one variant, from its start to its outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import index as whole_number
from os import PathLike, fspath
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tilefish.core.board.any_board import MAX_PERFT_DEPTH, AnyBoard
from tilefish.core.board.board import Board
from tilefish.core.board.events import Event
from tilefish.core.board.rule_tables import RuleTables
from tilefish.game.move import Move
from tilefish.game.notation import MoveNotation, Notation
from tilefish.rules.errors import FenError, IllegalMoveError, InputError
from tilefish.rules.files.library import Library
from tilefish.rules.messages import quote
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import SIDE_NAMES, Variant
from tilefish.rules.text.fen import check_setup, format_fen, parse_fen

DEFAULT_VARIANT = "chess"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. `winner` is "white", "black" or None for a draw."""

    winner: str | None
    termination: Termination


class Game:
    """A position with its history, under the rules of one variant.

    `variant` is a known name, the path of a variant file, or a `Variant`; `world` is a tile map in FEN rows
    laid over its board; `pieces` adds or changes pieces (`"r:RN,c:BN"`). With `chess960`, castling moves are
    written as king takes rook.

    Raises `VariantError` for a variant that does not exist or whose file has mistakes, `FenError` for an
    invalid FEN, `InputError` for any other error. Methods that take a move raise `IllegalMoveError`.
    """

    def __init__(
        self,
        variant: str | PathLike[str] | Variant = DEFAULT_VARIANT,
        fen: str | None = None,
        world: str | None = None,
        pieces: str | None = None,
        chess960: bool = False,
        *,
        library: Library | None = None,
    ) -> None:
        _check_types(variant, fen=fen, world=world, pieces=pieces)
        self._base = adapted_variant(variant, world, pieces, library)
        self.world = world or ""
        self.pieces = pieces or ""
        self.chess960 = chess960
        self._set_up(self._base, self._base.start if fen is None else fen)

    def _set_up(self, variant: Variant, position: str | Setup) -> None:
        if isinstance(position, str):
            setup = parse_fen(variant, position)
            variant = variant.with_voids(setup.voids)
        else:
            setup = position
            variant = variant.with_voids(setup.voids)
            check_setup(variant, setup)
        board = _family(variant).board(_tables(variant), setup)
        if board.in_check(1 - setup.turn):
            fen = position if isinstance(position, str) else format_fen(variant, setup)
            raise FenError(
                f"{SIDE_NAMES[1 - setup.turn]} is in check and {SIDE_NAMES[setup.turn]} is to move, "
                f"who could take the king: {quote(fen)}",
                fen,
            )
        self.variant = variant
        self.root = board.setup()
        """The position that the game began from, as data."""
        self._board = board
        self._notation = notation_of(variant, self.chess960)
        self._moves: list[Move] = []
        self._legal: list[Move] | None = None

    # --- the position ------------------------------------------------------------------------------------

    def fen(self) -> str:
        """The position as FEN."""
        return format_fen(self.variant, self.setup())

    @property
    def root_fen(self) -> str:
        """The position that the game began from, as FEN."""
        return format_fen(self.variant, self.root)

    def setup(self) -> Setup:
        """The position as data."""
        return self._board.setup()

    @property
    def turn(self) -> str:
        """The side to move, "white" or "black"."""
        return SIDE_NAMES[self._board.turn]

    @property
    def in_check(self) -> bool:
        """Whether the other side could capture the king of the side to move if it moved now."""
        return self._board.in_check(self._board.turn)

    @property
    def key(self) -> int:
        """A 64-bit hash of all that counts for repetition, updated with each move."""
        return self._board.key

    @property
    def key_from_scratch(self) -> int:
        """The same hash, computed from scratch."""
        return self._board.key_from_scratch

    def outcome(self) -> Outcome | None:
        """The end of the game, or None while it goes on."""
        ending = self._board.ending()
        if ending is None:
            return None
        winner, termination = ending
        return Outcome(None if winner is None else SIDE_NAMES[winner], termination)

    def piece_values(self) -> dict[str, tuple[int, int]]:
        """The value of each kind of piece in centipawns, in the middlegame and in the endgame: from the
        variant file, or computed from its mobility on this terrain and its strength in a fight."""
        tables = self._board.tables
        return {kind.name: tables.value(index) for index, kind in enumerate(self.variant.kinds)}

    # --- moves -------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves, without dice."""
        if self._legal is None:
            self._legal = self._notation.legal(self._board)
        return list(self._legal)

    @property
    def ply(self) -> int:
        """The number of moves pushed."""
        return len(self._moves)

    @property
    def move_stack(self) -> list[Move]:
        """The moves pushed so far, with their dice."""
        return list(self._moves)

    def push(self, move: str) -> list[Event]:
        """Plays a move: a `Move`, or its text in UCI notation, and returns what happens. Where a die is
        rolled for it, the face goes behind it: `d1xd4=5`. Raises `IllegalMoveError`."""
        found = self._find(move)
        if self._board.rolls(found.number) and not found.face:
            faces = [found.rolled(face) for face, _ in self._board.distinct_rolls(found.number)]
            raise IllegalMoveError(
                f"{found} rolls a die: its face goes behind the action, such as {found.rolled(1)}",
                move,
                faces,
            )
        events = self._board.push(found.number, found.face)
        self._record(found)
        return events

    def play(self, text: str) -> Move:
        """Plays the move that a text in either notation means, and returns it. Raises `IllegalMoveError`."""
        move = self._notation.play(self._board, str(text))
        if move is None:
            self.push(move := self.read_move(text))
        else:
            self._record(move)
        return move

    def pop(self) -> Move:
        """Takes the last move back and returns it."""
        if not self._moves:
            raise InputError("there is no move to take back")
        self._board.pop()
        self._legal = None
        return self._moves.pop()

    def _record(self, move: Move) -> None:
        self._moves.append(move)
        self._legal = None

    def _find(self, move: str) -> Move:
        """The legal move that a move of any position, or a text, means here. A die stays."""
        if isinstance(move, Move) and move.is_of(self._board):
            return move
        return self._notation.find(self._board, str(move))

    def begins_like(self, other: Game) -> bool:
        """Whether both games began from the same position under the same rules."""
        return (self.variant, self.root, self.chess960) == (other.variant, other.root, other.chess960)

    @property
    def is_standard_start(self) -> bool:
        """Whether it began from the start position of its variant."""
        return self.variant.tiles == self._base.tiles and self.root == self._base.start

    def from_position(self, position: str | Setup) -> Game:
        """A new game under the same rules, from a FEN, or from a position of this game as data, on its
        terrain. Raises `FenError`."""
        twin = self.copy()
        twin._set_up(self._base if isinstance(position, str) else self.variant, position)
        return twin

    def roll(self, move: str, rng: Random | None = None) -> Move:
        """The move in the form for `push`: with a die, rolled for it, where one is needed."""
        found = self._find(move)
        if found.face or not self._board.rolls(found.number):
            return found
        return found.rolled((rng or Random()).randint(1, self._board.faces))

    def rolls(self, move: str) -> dict[Move, int]:
        """The move with each face of its die that leads to another position, and the number of faces that
        lead there; without a die, the move alone."""
        found = self._find(move).without_die
        faces = self._board.distinct_rolls(found.number)
        return {found.rolled(face) if face else found: weight for face, weight in faces}

    @property
    def notation(self) -> MoveNotation:
        """How the moves of the game are written and read."""
        return self._notation

    @property
    def board(self) -> AnyBoard:
        """The core's board of the game, for callers that inspect it. Do not push to it."""
        return self._board

    def cancel(self) -> None:
        """Ends the counts of this game, the running one and all to come, from any thread."""
        self._board.cancel()

    def numbered(self, number: int) -> Move:
        """The legal move with a number of the core, without a die. Raises `IllegalMoveError`."""
        legal = self._board.legal_moves()
        if number not in legal:
            raise IllegalMoveError(f"no legal move has the number {number}", str(number))
        return self._notation.named(self._board, number, legal).without_die

    def variation(self, numbers: Iterable[int]) -> list[Move]:
        """The moves of a line from here by their numbers, as far as it is legal. A die in it has the face of
        the likeliest outcome."""
        board = self._board.copy()
        line = []
        for number in numbers:
            legal = board.legal_moves()
            if number not in legal:
                break
            move = self._notation.named(board, number, legal)
            board.push(number, move.face)
            line.append(move)
        return line

    def find_move(self, uci: str) -> Move:
        """The legal move that a text in UCI notation means, without a die. Raises `IllegalMoveError`."""
        return self._find(uci).without_die

    def find_moves(self, texts: Iterable[str]) -> list[Move]:
        """The legal moves that texts in UCI notation mean, each once and without dice. A long list costs
        little more than a short one. Raises `IllegalMoveError`."""
        legal = {str(move): move for move in self.legal_moves}
        found = (legal.get(text) or self.find_move(text) for text in dict.fromkeys(texts))
        return list(dict.fromkeys(found))

    def read_move(self, text: str) -> Move:
        """The legal move that a text in either notation means. A die stays behind it. Raises
        `IllegalMoveError`."""
        return self._notation.read(self._board, str(text))

    def san(self, uci: str) -> str:
        """A legal move as people write it: `Nf3`, `exd6`, `O-O+`, and a stone sequence with its legs,
        `Ne4-d5xf6`. Actions of combat games stay as they are."""
        return self._notation.san(self._board, self._find(uci))

    def sans(self) -> dict[str, str]:
        """All legal moves as people write them, without marks of check, by their texts in UCI notation."""
        return {str(move): san for move, san in self._notation.sans(self._board).items()}

    def copy(self) -> Game:
        """An independent copy of the game."""
        twin = Game.__new__(Game)
        twin._base = self._base
        twin.variant = self.variant
        twin.world = self.world
        twin.pieces = self.pieces
        twin.root = self.root
        twin.chess960 = self.chess960
        twin._board = self._board.copy()
        twin._notation = self._notation
        twin._moves = list(self._moves)
        twin._legal = self._legal
        return twin

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        """The pickle holds the rules and the moves, which are played again."""
        return _resumed, (self._base, self.world, self.pieces, self.root_fen, self.chess960, self._moves)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.variant.name!r}, {self.fen()!r})"

    def __str__(self) -> str:
        """The board as lines of text, with the facts about the position below."""
        from tilefish.render.terminal import game_text  # only printing a game needs it

        return game_text(self)

    # --- perft -------------------------------------------------------------------------------------------

    def perft(self, depth: int) -> int:
        """The number of legal move sequences of this length."""
        depth = whole_number(depth)
        if not 0 <= depth <= MAX_PERFT_DEPTH:
            raise InputError(f"depth {depth} is not from 0 to {MAX_PERFT_DEPTH}")
        return self._board.perft(depth)

    def divide(self, depth: int) -> dict[str, int]:
        """Perft by first move."""
        depth = whole_number(depth)
        if not 1 <= depth <= MAX_PERFT_DEPTH:
            raise InputError(f"depth {depth} is not from 1 to {MAX_PERFT_DEPTH}")
        return {str(move): self._board.perft_of(move.number, depth) for move in sorted(self.legal_moves)}


def _resumed(
    variant: Variant, world: str, pieces: str, root_fen: str, chess960: bool, moves: Iterable[str]
) -> Game:
    """Restores a pickled game. Its variant already has the world and the pieces in it."""
    game = Game(variant, root_fen, chess960=chess960)
    game.world, game.pieces = world, pieces
    for move in moves:
        game.push(move)
    return game


def _check_types(variant: object, **texts: object) -> None:
    if not isinstance(variant, str | PathLike | Variant):
        raise InputError(f"a variant is a name, a path or a Variant, not {type(variant).__name__}")
    for name, text in texts.items():
        if text is not None and not isinstance(text, str):
            raise InputError(f"{name} is a text, not {type(text).__name__}")


def adapted_variant(
    variant: str | PathLike[str] | Variant,
    world: str | None = None,
    pieces: str | None = None,
    library: Library | None = None,
) -> Variant:
    """The variant of that name or file, with pieces changed and a tile map laid over it."""
    if not isinstance(variant, Variant):
        name = _path_text(variant)
        known = library or _library()
        is_file = isinstance(variant, Path) or name.endswith(".toml")
        variant = known.load_file(name) if is_file else known.load(name)
    if pieces or world:
        # Imported here, because answering `uci` needs none of the code that reads variant files.
        from tilefish.rules.files.adapt import apply_pieces, apply_world

        variant = apply_pieces(variant, pieces or "")
        variant = apply_world(variant, world or "")
    return variant


def _path_text(variant: str | PathLike[str]) -> str:
    name: str | bytes = fspath(variant)  # a path may be of bytes, despite its type
    if not isinstance(name, str):
        raise InputError("the path of a variant file is a text, not bytes")
    return name


def judge_start(variant: Variant) -> str | None:
    """The error in the start position of a variant that only the rules of movement can find, or None."""
    try:
        outcome = Game(variant).outcome()
    except InputError as error:
        return str(error)
    if outcome is None:
        return None
    return f"the start position is already over: {outcome.termination}"


@lru_cache(maxsize=1)
def _library() -> Library:
    return Library()


class _Family(NamedTuple):
    """What the core and the notation have for a game without combat, and for one with it."""

    tables: type[RuleTables]
    board: Callable[[Any, Setup], AnyBoard]
    notation: Callable[[Any, bool], MoveNotation]


_ORDINARY = _Family(RuleTables, Board, Notation)


@lru_cache(maxsize=1)
def _combat_family() -> _Family:
    # Imported here, because most programs play no combat game.
    from tilefish.core.combat.board import CombatBoard
    from tilefish.core.combat.rule_tables import CombatTables
    from tilefish.game.combat_notation import CombatNotation

    return _Family(CombatTables, CombatBoard, CombatNotation)


def _family(variant: Variant) -> _Family:
    return _ORDINARY if variant.combat is None else _combat_family()


@lru_cache(maxsize=64)
def _tables(variant: Variant) -> RuleTables:
    return _family(variant).tables(variant)


@lru_cache(maxsize=64)
def notation_of(variant: Variant, chess960: bool) -> MoveNotation:
    """How moves of a variant are written and read."""
    return _family(variant).notation(_tables(variant), chess960)
