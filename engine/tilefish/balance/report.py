"""`Report`: what a study found, as plain data. `--json` prints it as it is; text and page are drawn from it.

Shares and scores lie between 0 and 1; scores are White's. Squares have names (`e4`), sides are "white" and
"black". The rows of its tables look alike, a side and numbers, and are written out: they share no number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from tilefish.balance.estimates import MeanEstimate
from tilefish.balance.facts import Ending

FORMAT = 1
"""Increase it when a field changes its name or meaning."""


@dataclass(frozen=True, slots=True)
class Advantage:
    """The results of the games with one effort, or of all."""

    effort: str
    white: int
    draws: int
    black: int
    score: MeanEstimate
    elo: tuple[float | None, float | None, float | None]
    """The score and its error bars as Elo; None where a score is 0 or 1."""

    @property
    def games(self) -> int:
        """How many."""
        return self.white + self.draws + self.black


@dataclass(frozen=True, slots=True)
class Length:
    """The lengths of games, in plies."""

    shortest: int
    quarter: float
    median: float
    three_quarters: float
    longest: int
    bin_width: int
    bins: tuple[int, ...]
    """How many games are shorter than one, two, three … widths of a bin."""


@dataclass(frozen=True, slots=True)
class End:
    """One way in which games end."""

    reason: Ending
    white: int
    """Games that White won in this way."""
    draws: int
    black: int
    share: MeanEstimate

    @property
    def games(self) -> int:
        """How many."""
        return self.white + self.draws + self.black


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The rules of the variant that end very long games."""

    repetition: int
    """Which occurrence of a position draws; 0: none."""
    fifty_moves: bool
    quiet_plies: int | None
    """Plies without damage after which the game is drawn; 0: no such rule; None in a game without combat."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Pieces that the world destroyed, per game."""

    side: str
    piece: str
    cause: str
    a_game: float


@dataclass(frozen=True, slots=True)
class PieceUse:
    """The actions of a kind of piece of one side. All numbers except the shares are per game."""

    side: str
    piece: str
    began: float
    """Pieces at the start."""
    move_share: float
    """Of its side's moves."""
    captures: float
    promotions: float
    """Pawns that became one."""
    appeared: float
    """On spawn tiles."""
    captured: float
    """Lost to the enemy's captures. The sum over kinds equals the enemy's `captures`."""
    exhausted: float
    """Killed by the cost of their own ability."""
    destroyed: float
    """By the world."""
    survival: float
    """Of the pieces that began or came later, the share that is left at the end. A pawn that promotes counts
    as a lost pawn."""
    attacks: float
    abilities: float


@dataclass(frozen=True, slots=True)
class Idler:
    """A piece of the start position, and the share of games in which it never acted."""

    side: str
    piece: str
    square: str
    share: MeanEstimate


@dataclass(frozen=True, slots=True)
class TileUse:
    """The events on all tiles of a kind together, per game."""

    tile: str
    name: str
    squares: int
    entered: float
    """Arrivals, by a move or a belt."""
    popularity: float | None
    """Arrivals for each tile, compared with the average tile that can be stood on."""
    stood: float
    """The share of all pieces, turn by turn, that stood there."""
    died: float
    """Pieces lost there, from any cause."""
    appeared: float
    """Pieces that appeared there."""
    landings: float
    """Stone sequences that began on one."""
    rides: float
    """Turns in which a belt carried a piece on."""


@dataclass(frozen=True, slots=True)
class SquareUse:
    """The events on a square, per game."""

    square: str
    white: float
    """White's arrivals."""
    black: float
    stood: float
    """The share of the game's turns in which a piece stood there."""
    died: float


@dataclass(frozen=True, slots=True)
class Choices:
    """The number of legal moves of a side in a phase."""

    phase: str
    side: str
    positions: int
    mean: float
    median: int
    most: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """Positions in which a side is not in check, has more than its king, and at most two legal moves."""

    side: str
    games: MeanEstimate
    """The share of games with such a position."""
    turns: float
    """The share of the side's turns."""
    example: str | None
    """A FEN."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of a kind of piece in pawns, or None if the games do not show it."""

    piece: str
    pawns: MeanEstimate | None
    engine: float
    """The engine's middlegame value, in pawns."""


@dataclass(frozen=True, slots=True)
class Worths:
    """The values of the pieces as the results of the games show them."""

    unit: str
    """The piece that is worth one pawn."""
    pieces: tuple[Worth, ...]
    """Those that were on the board in any game."""
    edge: MeanEstimate | None
    """White's advantage besides material, in pawns. Not given if the material is uneven at the start."""
    remark: str
    """The reason why a value is missing; empty if none is."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence for the designer."""

    about: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """All results of a study."""

    format: int
    variant: str
    title: str
    start: str
    seed: int
    openings: int
    games: int
    all_openings: bool
    """Whether these are all openings of the world."""
    interrupted: bool
    draw_rules: DrawRules
    efforts: tuple[str, ...]
    favoured: str | None
    """"white" or "black" if the error bars of all games exclude an even score."""
    overall: Advantage
    by_effort: tuple[Advantage, ...]
    trend: MeanEstimate | None
    """White's score with the greatest effort less that with the least."""
    draws: MeanEstimate
    length: Length
    ends: tuple[End, ...]
    losses: tuple[Loss, ...]
    loss_difference: MeanEstimate | None
    """Pieces that the world takes from White less those it takes from Black, per game."""
    pieces: tuple[PieceUse, ...]
    idlers: tuple[Idler, ...]
    tiles: tuple[TileUse, ...]
    squares: tuple[SquareUse, ...]
    never_visited: tuple[str, ...]
    """Squares that can be stood on, and never were."""
    choices: tuple[Choices, ...]
    stuck: tuple[Stuck, ...]
    worths: Worths
    remarks: tuple[str, ...]
    """What these games do not show."""
    advice: tuple[Advice, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self, dict_factory=_plain)


def _plain(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """A dictionary in which enum members are their values."""
    return {name: value.value if isinstance(value, Enum) else value for name, value in pairs}
