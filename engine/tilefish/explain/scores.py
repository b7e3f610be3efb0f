"""`Score`: the value of a position for a side, as a number, as text and as expected points; and lines of
moves as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilefish.engine.engine import Info
from tilefish.game.game import Game
from tilefish.rules.model.win_rate import WinRateModel

_MATE_WORTH = 1_000_000
"""More than any score without a mate."""


class Score(NamedTuple):
    """Centipawns for a side. `mate` is the number of moves until it mates, negative if it is mated. If the
    game is over, `mate` is 0 and the sign of the centipawns shows the winner."""

    centipawns: int
    mate: int | None = None

    @classmethod
    def of(cls, info: Info) -> Score:
        """The mover's score of a line."""
        return cls(info.score, info.mate)

    def turned(self) -> Score:
        """The same from the other side's point of view."""
        return Score(-self.centipawns, None if self.mate is None else -self.mate)

    def for_white(self, mover: str) -> Score:
        """A mover's score from White's point of view."""
        return self if mover == "white" else self.turned()

    @property
    def is_win(self) -> bool:
        """Whether it is a mate for the side, given or to come."""
        return self.mate is not None and (self.mate or self.centipawns) > 0

    @property
    def is_loss(self) -> bool:
        """Whether it is a mate for the other side."""
        return self.mate is not None and (self.mate or self.centipawns) < 0

    @property
    def worth(self) -> int:
        """A number by which scores can be compared: a mate counts more than any other score, and an early
        mate more than a late one."""
        if self.is_win:
            return _MATE_WORTH - abs(self.mate or 0)
        return abs(self.mate or 0) - _MATE_WORTH if self.is_loss else self.centipawns

    def expected(self, model: WinRateModel) -> float:
        """The points that the side can expect, from 0 to 1."""
        return model.expected(self.centipawns, self.mate)

    def text(self) -> str:
        """`+0.35`, `#-3`, or `#` if a side is mated."""
        if self.mate is None:
            return f"{self.centipawns / 100:+.2f}"
        return f"#{self.mate}" if self.mate else "#"


def line_text(game: Game, line: Sequence[str]) -> str:
    """A line of moves from a position in SAN."""
    return " ".join(line_words(game, line))


def line_words(game: Game, line: Sequence[str]) -> list[str]:
    """The moves of a line from a position in SAN."""
    if game.variant.combat is not None:
        return list(line)
    twin = game.copy()
    words = []
    for move in line:
        words.append(twin.san(move))
        twin.push(move)
    return words


def numbered(game: Game, san: str) -> str:
    """A move with its number, `12. Nf3` or `12... Nf6`."""
    return f"{game.setup().fullmove}{'.' if game.turn == 'white' else '...'} {san}"
