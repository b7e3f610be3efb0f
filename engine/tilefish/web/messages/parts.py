"""Parts of messages: a world, a position on its board, and what happens there.

Squares are numbers, `rank * files + file`, from a1 = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Side = Literal["white", "black"]
LegKind = Literal["move", "attack", "heal", "use"]
"""What a piece of a combat game does on a leg of its action."""
BadgeKind = Literal["rests", "interposes", "decree", "exposed"]


@dataclass(frozen=True, slots=True)
class WorldEntry:
    """A world in the list of worlds."""

    name: str
    title: str
    files: int
    ranks: int
    rules: str


@dataclass(frozen=True, slots=True)
class LevelGroup:
    """Levels of the engine, and the option that they are values of."""

    option: str
    levels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KindData:
    """A kind of piece. Its drawing in the sprite is `w` or `b` and its number."""

    name: str
    letter: str


@dataclass(frozen=True, slots=True)
class HitPointsData:
    """The hit points of a fighter."""

    now: int
    most: int


@dataclass(frozen=True, slots=True)
class AbilityData:
    """The ability of a fighter: what it does, the turns until it is there again, and whether it is used
    up."""

    name: str
    text: str
    rests: int
    is_spent: bool


@dataclass(frozen=True, slots=True)
class BadgeData:
    """A state of a fighter, and the turns that it lasts; 0 if these are not counted."""

    kind: BadgeKind
    turns: int


@dataclass(frozen=True, slots=True)
class BattleData:
    """What an action of a combat game did, in words. `square` is that of the piece that it was done to;
    `face` is 0 if no die was rolled, `faces` is how many a die has."""

    side: Side
    square: int
    face: int
    faces: int
    text: str


@dataclass(frozen=True, slots=True)
class PieceData:
    """A piece on its square. `state` is what is special about it, in words, and `badges` are the same as
    marks."""

    square: int
    sprite: str
    kind: str
    letter: str
    side: Side
    hp: HitPointsData | None
    state: str
    badges: tuple[BadgeData, ...]
    ability: AbilityData | None


@dataclass(frozen=True, slots=True)
class MoveData:
    """A move that can be chosen. `path` is its origin and the squares to choose, in order; `promotion` is the
    letter of a kind or empty. In a combat game `kinds` are those of its legs, `odds` is what it can be
    expected to do, and `kill` the chance of an attack to kill in percent."""

    uci: str
    san: str
    path: tuple[int, ...]
    promotion: str
    ability: bool
    kinds: tuple[LegKind, ...]
    odds: str
    kill: int | None


@dataclass(frozen=True, slots=True)
class RulesData:
    """What a game is played by: the word for its variant, the tile map laid over its board and the changes of
    its pieces, which may be empty."""

    variant: str
    world: str
    pieces: str


@dataclass(frozen=True, slots=True)
class PositionData:
    """A position as a board shows it. `world` is the identity of its world; `check` is the square of a king
    in check, `last` the squares of the last move, `moves` what can be played here."""

    world: str
    fen: str
    turn: Side
    check: int | None
    last: tuple[int, ...]
    pieces: tuple[PieceData, ...]
    moves: tuple[MoveData, ...]


@dataclass(frozen=True, slots=True)
class EventData:
    """What happened to a piece in a turn."""

    kind: str
    square: int
    target: int | None
    sprite: str
    amount: int


@dataclass(frozen=True, slots=True)
class ScoreData:
    """The value of a position from White's point of view: as text, and as the points that White can expect,
    from 0 to 1."""

    text: str
    expected: float


@dataclass(frozen=True, slots=True)
class PlayedData:
    """A move of a game, its ply counted from 1. `remark` is what the host of the game did after it, `battle`
    what an action with a die or an ability did, `value` what the engine that moved or the file says about
    the position behind it."""

    ply: int
    side: Side
    san: str
    uci: str
    remark: str
    battle: BattleData | None
    value: ScoreData | None


@dataclass(frozen=True, slots=True)
class LineData:
    """A line of a search, with its score from White's point of view, and what the search did for it: `table`
    is the part of the hash table that is full, in percent. `squares` is the path of its first move."""

    depth: int
    seldepth: int
    score: str
    value: ScoreData
    nodes: int
    nps: int
    seconds: float
    table: float
    line: tuple[str, ...]
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerData:
    """A player of a game. `limit` is what ends the searches of an engine, in words."""

    name: str
    is_engine: bool
    limit: str


@dataclass(frozen=True, slots=True)
class PlayersData:
    """The players of a game by their sides."""

    white: PlayerData
    black: PlayerData


@dataclass(frozen=True, slots=True)
class PremovesData:
    """The side of a person who waits, and what it could play if the other side passed."""

    side: Side
    moves: tuple[MoveData, ...]


@dataclass(frozen=True, slots=True)
class ReasonData:
    """A reason for a move, and the squares that it is about."""

    text: str
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClocksData:
    """The seconds that the sides have left, and whose clock runs."""

    white: float
    black: float
    running: Side | None


@dataclass(frozen=True, slots=True)
class EndingData:
    """How a game ended. There is no winner of a draw."""

    text: str
    winner: Side | None


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the list of games."""

    id: str
    title: str
    white: str
    black: str
    status: str
    is_over: bool
