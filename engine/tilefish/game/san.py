"""Standard algebraic notation for the pieces and the terrain of any variant: `Nf3`, `exd5`, `e8=Q`, `O-O`.

A piece is named by its letter, the pawn by none. A stone sequence has all its legs, `Ne4-d5xf6`: land, glide,
leap. In chess it is the usual notation. Combat games have only their own notation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tilefish.core.board.board import Board, MoveParts
from tilefish.game.move import Move
from tilefish.rules.errors import IllegalMoveError, nearest_first
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import Variant

_SQUARE = "[a-h][1-8]"
_CASTLING = re.compile(r"[Oo0]-?[Oo0](?P<long>-?[Oo0])?")
_MOVE = re.compile(
    # letter, hint about the origin, all squares, promotion
    rf"(?P<letter>[A-Z]?)(?P<hint>[a-h]?[1-8]?)??(?P<way>[-x:]?{_SQUARE}(?:[-x:]?{_SQUARE}){{0,3}})"
    r"(?:[=/(]?(?P<promotion>[A-Za-z])\)?)?"
)
_MARKS = re.compile(r"(\s*e\.p\.|[+#!?])+$")
_NAMED_AT_MOST = 8


@dataclass(frozen=True, slots=True)
class _Meant:
    """The parts of a move's text. `squares` ends with the target; the origin, a stone and a glide may come
    before it."""

    letter: str = ""
    hint: str = ""
    squares: tuple[str, ...] = ()
    promotion: str = ""
    castling: bool | None = None
    """True: towards the last file; None: not castling."""


class San:
    """The legal moves of one position as people write them."""

    def __init__(self, variant: Variant, board: Board, legal: Sequence[Move]) -> None:
        self._variant = variant
        self._board = board
        self._moves = [(move, board.parts(move.number)) for move in legal]
        self._origins: dict[tuple[object, ...], set[str]] = {}
        """The origins of the moves that differ only in their origin."""
        for _, parts in self._moves:
            self._add_origin(parts)

    @classmethod
    def text(cls, variant: Variant, board: Board, number: int) -> str:
        """The text of one legal move, without a mark of check. It takes a fraction of the time of all
        texts: only moves to the same square can need a hint about the origin."""
        san = cls(variant, board, ())
        wanted = board.parts(number)
        for parts in map(board.parts, board.legal_moves()):
            if parts.target == wanted.target:
                san._add_origin(parts)
        return san._text(wanted)

    def _add_origin(self, parts: MoveParts) -> None:
        self._origins.setdefault(self._stem(parts), set()).add(self._name(parts.origin))

    def texts(self) -> dict[Move, str]:
        """The texts of all legal moves, without marks of check."""
        return {move: self._text(parts) for move, parts in self._moves}

    def find(self, text: str) -> Move | None:
        """The legal move that a text means; None for a text in another notation. Small letters for pieces,
        and missing or needless signs, are accepted where only one move fits."""
        plain = _MARKS.sub("", text.strip())
        small = plain.lower()
        spellings = (plain, plain[:1].upper() + plain[1:], small, small[:1].upper() + small[1:])
        readings = [meant for meant in map(_read, spellings) if meant]
        if not readings:
            return None
        texts = self.texts()
        exact = [move for move, own in texts.items() if own == plain]
        for meant in readings:
            found = exact or [move for move, parts in self._moves if self._fits(meant, parts)]
            if len(found) == 1:
                return found[0]
            if found:
                choices = [texts[move] for move in found]
                raise IllegalMoveError(f"{quote(text)} may be any of {', '.join(choices)}", text, choices)
        raise self._illegal(plain, readings[0])

    # --- writing -----------------------------------------------------------------------------------------

    def _text(self, parts: MoveParts) -> str:
        if parts.rook is not None:
            return "O-O" if self._is_short(parts) else "O-O-O"
        promotion = "" if parts.promotion is None else f"={self._letter(parts.promotion)}"
        return self._piece(parts) + self._hint(parts) + self._way(parts) + promotion

    def _name(self, square: int) -> str:
        return self._variant.square_name(square)

    def _letter(self, kind: int) -> str:
        return self._variant.kinds[kind].letter.upper()

    def _is_short(self, parts: MoveParts) -> bool:
        files = self._variant.files
        return parts.rook is not None and parts.rook % files > parts.origin % files

    def _is_pawn(self, parts: MoveParts) -> bool:
        kind = self._board.kind_on(parts.origin)
        return kind is not None and self._variant.kinds[kind].pawn

    def _piece(self, parts: MoveParts) -> str:
        kind = self._board.kind_on(parts.origin)
        return "" if kind is None or self._is_pawn(parts) else self._letter(kind)

    def _takes(self, parts: MoveParts) -> bool:
        """Whether it captures on its first target."""
        first = parts.target if parts.stone is None else parts.stone
        return parts.en_passant or self._board.kind_on(first) is not None

    def _way(self, parts: MoveParts) -> str:
        """The squares of the piece after its origin, with a mark for a capture on the way."""
        takes = "x" if self._takes(parts) else ""
        if parts.stone is None or parts.glide is None:
            return takes + self._name(parts.target)
        has_been_left = parts.target in (parts.origin, parts.stone)
        leaps = "-" if has_been_left or self._board.kind_on(parts.target) is None else "x"
        return f"{takes}{self._name(parts.stone)}-{self._name(parts.glide)}{leaps}{self._name(parts.target)}"

    def _stem(self, parts: MoveParts) -> tuple[object, ...]:
        """The whole text without the origin."""
        is_castling = parts.rook is not None
        return (
            self._piece(parts),
            self._takes(parts),
            parts.stone,
            parts.target,
            parts.promotion,
            is_castling,
        )

    def _hint(self, parts: MoveParts) -> str:
        """The part of the origin that distinguishes the move: its file if that is enough, or its rank, or
        both. A pawn that captures always has its file."""
        origin = self._name(parts.origin)
        rivals = self._origins[self._stem(parts)] - {origin}
        is_pawn_that_takes = self._is_pawn(parts) and self._takes(parts)
        if not rivals and not is_pawn_that_takes:
            return ""
        if all(rival[0] != origin[0] for rival in rivals):
            return origin[0]
        if is_pawn_that_takes or any(rival[1] == origin[1] for rival in rivals):
            return origin
        return origin[1]

    # --- reading -----------------------------------------------------------------------------------------

    def _fits(self, meant: _Meant, parts: MoveParts) -> bool:
        if meant.castling is not None or parts.rook is not None:
            return parts.rook is not None and meant.castling is self._is_short(parts)
        origin = self._name(parts.origin)
        promotion = "" if parts.promotion is None else self._letter(parts.promotion)
        return (
            self._is_named(meant.letter, parts)
            and all(sign in origin for sign in meant.hint)
            and meant.promotion in ("", promotion)
            and self._passes(meant.squares, parts)
        )

    def _is_named(self, letter: str, parts: MoveParts) -> bool:
        kind = self._board.kind_on(parts.origin)
        return letter == self._piece(parts) or (kind is not None and letter == self._letter(kind))

    def _passes(self, squares: tuple[str, ...], parts: MoveParts) -> bool:
        """Whether the move leads there. The text may leave out the origin, and a glide, which may be any."""
        origin, target = self._name(parts.origin), self._name(parts.target)
        if parts.stone is None:
            return squares in ((target,), (origin, target))
        if squares[0] == origin and len(squares) == 4:
            squares = squares[1:]
        return 2 <= len(squares) <= 3 and (squares[0], squares[-1]) == (self._name(parts.stone), target)

    def _illegal(self, text: str, meant: _Meant) -> IllegalMoveError:
        said = f"{quote(text)} is not legal"
        if not self._moves:
            return IllegalMoveError(f"{said}: the game is over, there is no legal move", text)
        letters = {kind.letter.upper(): kind.name for kind in self._variant.kinds}
        if meant.letter and meant.letter not in letters:
            known = ", ".join(f"{letter} {name}" for letter, name in letters.items())
            what = f"{said}: no piece has the letter {meant.letter}"
            near = nearest_first(text, self.texts().values())
            return IllegalMoveError(what, text, near, f"; there are {known}")
        same = [parts for _, parts in self._moves if self._is_named(meant.letter, parts)]
        if meant.castling is not None:
            same = [parts for _, parts in self._moves if parts.rook is not None]
        shown = nearest_first(text, [self._text(parts) for parts in same] or self.texts().values())
        more = ", …" if len(shown) > _NAMED_AT_MOST else ""
        named = ", ".join(shown[:_NAMED_AT_MOST]) + more
        return IllegalMoveError(said, text, shown, f"; legal moves are {named}")


def _read(text: str) -> _Meant | None:
    castling = _CASTLING.fullmatch(text)
    if castling:
        return _Meant(castling=castling["long"] is None)
    move = _MOVE.fullmatch(text)
    if not move:
        return None
    return _Meant(
        letter=move["letter"],
        hint=move["hint"] or "",
        squares=tuple(re.findall(_SQUARE, move["way"])),
        promotion=(move["promotion"] or "").upper(),
    )
