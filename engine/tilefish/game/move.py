"""`Move`: a legal move of one position."""

from __future__ import annotations

from typing import Any, Protocol

from tilefish.core.board.any_board import AnyBoard, Snapshot
from tilefish.rules.errors import InputError
from tilefish.rules.text.actions import with_face


class SanWriter(Protocol):
    """The notation of a variant, as far as a move needs it. The board is of the variant's own kind."""

    def san(self, board: Any, move: Move) -> str: ...


class Move(str):
    """A legal move of one position. It is its text in UCI notation, with what that text stands for, so it
    compares, sorts and prints as the text.

    `number` is the core's number of the move. `face` is the face of the die that was rolled for it; 0 if none
    was, and 0 as long as it is not rolled. A pickled move forgets its position, and with it its SAN.
    """

    __slots__ = ("_origin", "_writer", "face", "number")

    number: int
    face: int
    _origin: Snapshot | None
    _writer: SanWriter | None

    def __new__(
        cls,
        uci: str,
        number: int = 0,
        face: int = 0,
        origin: Snapshot | None = None,
        writer: SanWriter | None = None,
    ) -> Move:
        """A move of the position `origin`, which is written by `writer`. Only `Game` makes moves."""
        move = str.__new__(cls, uci)
        move.number = number
        move.face = face
        move._origin = origin
        move._writer = writer
        return move

    @property
    def uci(self) -> str:
        """The text in UCI notation, with its die behind it: `e2e4`, `d1xd4=5`."""
        return str(self)

    @property
    def san(self) -> str:
        """The move as people write it, with its mark of check or mate: `Nf3`, `exd6`, `O-O+`. Combat games
        have one notation for all."""
        if self._origin is None or self._writer is None:
            raise InputError(f"the position of {self} is not known: use Game.san in that position")
        return self._writer.san(self._origin.board(), self)

    @property
    def without_die(self) -> Move:
        """The move before its die is rolled."""
        if not self.face:
            return self
        return Move(self.partition("=")[0], self.number, 0, self._origin, self._writer)

    def rolled(self, face: int) -> Move:
        """The move with a face of its die."""
        return Move(with_face(self.without_die, face), self.number, face, self._origin, self._writer)

    def is_of(self, board: AnyBoard) -> bool:
        """Whether the move was found in the position that a board is at now."""
        return self._origin is not None and self._origin.shows(board)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, _: object) -> Move:
        return self

    def __reduce__(self) -> tuple[type[Move], tuple[str, int, int]]:
        return Move, (str(self), self.number, self.face)
