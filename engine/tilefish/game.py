"""`Game`: one game under one variant, from its start to its outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import index as whole_number
from os import PathLike, fspath
from pathlib import Path

from tilefish.core.board import MAX_PERFT_DEPTH, Board, MoveParts
from tilefish.core.rules import RuleTables
from tilefish.rulebook.errors import InputError
from tilefish.rulebook.fen import SIDE_NAMES, Setup, format_fen, parse_fen
from tilefish.rulebook.library import Library
from tilefish.rulebook.moves import MoveText, format_move, parse_move
from tilefish.rulebook.variant import Variant
from tilefish.rulebook.wording import quote

_NAMED_AT_MOST = 12
"""So many legal moves are named in the message about an illegal one."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winner` is "white", "black" or None for a draw; `reason` is one of "king destroyed",
    "checkmate", "stalemate", "repetition", "fifty moves" and "material"."""

    winner: str | None
    reason: str


class Game:
    """A position with its past, under the rules of one variant.

    `variant` is a known name, the path of a variant file, or a `Variant`; `world` is a tile map in FEN rows
    laid over its board; `pieces` adds or changes pieces (`"r:RN,c:BN"`). With `chess960`, castling moves are
    written as king takes rook. Input that is wrong in any way raises `InputError`.
    """

    def __init__(
        self,
        variant: str | PathLike[str] | Variant = "chess",
        fen: str | None = None,
        world: str | None = None,
        pieces: str | None = None,
        chess960: bool = False,
        *,
        library: Library | None = None,
    ) -> None:
        _check_types(variant, fen=fen, world=world, pieces=pieces)
        self._base = adapted_variant(variant, world, pieces, library)
        self.chess960 = chess960
        self._set_up(self._base.start if fen is None else fen)

    def _set_up(self, fen: str) -> None:
        setup = parse_fen(self._base, fen)
        variant = self._base.with_voids(setup.voids)
        board = Board(_tables(variant), setup)
        if board.in_check(1 - setup.turn):
            raise InputError(
                f"{SIDE_NAMES[1 - setup.turn]} is in check and {SIDE_NAMES[setup.turn]} is to move, "
                f"who could take the king: {quote(fen)}"
            )
        self.variant = variant
        self.root_fen = format_fen(variant, board.setup())
        """The position that the game began from."""
        self._board = board
        self._moves: list[str] = []

    # --- the position ------------------------------------------------------------------------------------

    def fen(self) -> str:
        """The position as FEN."""
        return format_fen(self.variant, self.setup())

    def setup(self) -> Setup:
        """The position as data."""
        return self._board.setup()

    @property
    def turn(self) -> str:
        """The side to move, "white" or "black"."""
        return SIDE_NAMES[self._board.turn]

    @property
    def in_check(self) -> bool:
        """Whether the other side, were it to move now, could capture the king of the side to move."""
        return self._board.in_check(self._board.turn)

    @property
    def key(self) -> int:
        """A 64-bit hash of all that counts for repetition, kept move by move."""
        return self._board.key

    @property
    def key_from_scratch(self) -> int:
        """The same hash, computed anew."""
        return self._board.key_from_scratch

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on."""
        ending = self._board.ending()
        if ending is None:
            return None
        winner, reason = ending
        return Outcome(None if winner is None else SIDE_NAMES[winner], reason)

    def piece_values(self) -> dict[str, tuple[int, int]]:
        """What each kind of piece is worth in centipawns, in the middlegame and in the endgame: as the
        variant file says, or computed from its mobility on this terrain."""
        tables = self._board.tables
        return {kind.name: tables.value(index) for index, kind in enumerate(self.variant.kinds)}

    # --- moves -------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> list[str]:
        """All legal moves in UCI notation."""
        return [text for text, _ in self._legal()]

    @property
    def move_stack(self) -> list[str]:
        """The moves pushed so far, in UCI notation."""
        return list(self._moves)

    def push(self, uci: str) -> None:
        """Plays a move."""
        move, text = self._find(uci)
        self._board.push(move)
        self._moves.append(text)

    def pop(self) -> str:
        """Takes the last move back and returns it."""
        if not self._moves:
            raise InputError("there is no move to take back")
        self._board.pop()
        return self._moves.pop()

    def begins_like(self, other: Game) -> bool:
        """Whether both games began from the same position under the same rules."""
        return (self.variant, self.root_fen, self.chess960) == (
            other.variant,
            other.root_fen,
            other.chess960,
        )

    @property
    def board(self) -> Board:
        """The core's side of the game, for those who search it. Not to be pushed to."""
        return self._board

    def variation(self, moves: Iterable[int]) -> list[str]:
        """The notation of a line of the core's moves from here, as far as it is legal."""
        twin = self.copy()
        texts = []
        for move in moves:
            legal = twin._board.legal_moves()
            if move not in legal:
                break
            texts.append(twin._text_among(move, legal))
            twin._board.push(move)
        return texts

    def core_move(self, uci: str) -> int:
        """The core's number of a legal move."""
        return self._find(uci)[0]

    def copy(self) -> Game:
        """The same game, to go on with separately."""
        twin = Game.__new__(Game)
        twin._base = self._base
        twin.variant = self.variant
        twin.root_fen = self.root_fen
        twin.chess960 = self.chess960
        twin._board = self._board.copy()
        twin._moves = list(self._moves)
        return twin

    def _legal(self) -> list[tuple[str, int]]:
        """The legal moves and their texts."""
        moves = [(move, self._board.parts(move)) for move in self._board.legal_moves()]
        king_steps = self._king_steps(parts for _, parts in moves)
        return [(self._text(parts, king_steps), move) for move, parts in moves]

    def _text_among(self, move: int, legal: Iterable[int]) -> str:
        """The text of one of the legal moves. The others matter only for castling."""
        parts = self._board.parts(move)
        others = () if parts.rook is None else legal
        return self._text(parts, self._king_steps(self._board.parts(other) for other in others))

    def _king_steps(self, moves: Iterable[MoveParts]) -> set[int]:
        """Where the king may step, so that castling there must be written as king takes rook."""
        return {
            parts.target
            for parts in moves
            if parts.rook is None and parts.stone is None and self._is_king(parts.origin)
        }

    def _is_king(self, square: int) -> bool:
        kind = self._board.kind_on(square)
        return kind is not None and self.variant.kinds[kind].royal

    def _text(self, parts: MoveParts, king_steps: Iterable[int]) -> str:
        promotion = "" if parts.promotion is None else self.variant.kinds[parts.promotion].letter
        if parts.stone is not None and parts.glide is not None:
            squares = [parts.origin, parts.stone, parts.glide, parts.target]
        elif parts.rook is not None and (self.chess960 or parts.target in king_steps):
            squares = [parts.origin, parts.rook]
        else:
            squares = [parts.origin, parts.target]
        return format_move(self.variant, squares, promotion)

    def _find(self, uci: str) -> tuple[int, str]:
        """The legal move that a text means, and its own text."""
        legal = self._legal()
        wanted = str(uci).strip().lower()
        for text, move in legal:
            if text == wanted:
                return move, text
        meant = parse_move(self.variant, wanted)
        for text, move in legal:
            if self._means(meant, move):
                return move, text
        raise InputError(self._why_illegal(meant, wanted, [text for text, _ in legal]))

    def _means(self, meant: MoveText, move: int) -> bool:
        """Whether a text that is not the move's own is another way to write it: another glide that works, or
        the other notation of castling."""
        parts = self._board.parts(move)
        if parts.rook is not None:
            ends = {(parts.origin, parts.rook), (parts.origin, parts.target)}
            return len(meant.legs) == 1 and meant.promotion is None and meant.legs[0] in ends
        if parts.stone is None or len(meant.legs) != 3:
            return False
        letter = None if parts.promotion is None else self.variant.kinds[parts.promotion].letter
        (_, landing), (lifted, glide), (leaping, _) = meant.legs
        return (
            (meant.origin, meant.target, meant.promotion) == (parts.origin, parts.target, letter)
            and landing == lifted == parts.stone
            and glide == leaping
            and glide in self._board.glides(move)
        )

    def _why_illegal(self, meant: MoveText, text: str, legal: Sequence[str]) -> str:
        if not legal:
            return f"{text} is not legal: the game is over, {self.turn} has no move"
        start = self.variant.square_name(meant.origin)
        same = [move for move in legal if move.startswith(start)]
        named = ", ".join((same or legal)[:_NAMED_AT_MOST])
        more = ", …" if len(same or legal) > _NAMED_AT_MOST else ""
        kind = self._board.kind_on(meant.origin)
        if kind is None:
            return f"{text} is not legal: {start} is empty; legal moves are {named}{more}"
        piece = f"the {self.variant.kinds[kind].name} on {start}"
        if same:
            return f"{text} is not legal; {piece} has {named}{more}"
        return f"{text} is not legal: {piece} has no legal move; legal moves are {named}{more}"

    # --- perft -------------------------------------------------------------------------------------------

    def perft(self, depth: int) -> int:
        """The number of legal move sequences of that length."""
        depth = whole_number(depth)
        if not 0 <= depth <= MAX_PERFT_DEPTH:
            raise InputError(f"depth {depth} is not from 0 to {MAX_PERFT_DEPTH}")
        return self._board.perft(depth)

    def divide(self, depth: int) -> dict[str, int]:
        """Perft by first move."""
        depth = whole_number(depth)
        if not 1 <= depth <= MAX_PERFT_DEPTH:
            raise InputError(f"depth {depth} is not from 1 to {MAX_PERFT_DEPTH}")
        counts = {}
        for text, move in sorted(self._legal()):
            self._board.push(move)
            counts[text] = self._board.perft(depth - 1)
            self._board.pop()
        return counts


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
        name = fspath(variant)
        known = library or _library()
        is_file = isinstance(variant, Path) or name.endswith(".toml")
        variant = known.load_file(name) if is_file else known.load(name)
    if pieces or world:
        # Imported here with all that reads variant files, which `uci` is answered without.
        from tilefish.rulebook.adapt import apply_pieces, apply_world

        variant = apply_pieces(variant, pieces or "")
        variant = apply_world(variant, world or "")
    return variant


def judge_start(variant: Variant) -> str | None:
    """What is wrong with the start position of a variant as far as the rules of movement know, or None."""
    try:
        outcome = Game(variant).outcome()
    except InputError as error:
        return str(error)
    if outcome is None:
        return None
    return f"the start position is already over: {outcome.reason}"


@lru_cache(maxsize=1)
def _library() -> Library:
    return Library()


@lru_cache(maxsize=64)
def _tables(variant: Variant) -> RuleTables:
    return RuleTables(variant)
