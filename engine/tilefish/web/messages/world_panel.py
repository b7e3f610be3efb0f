"""Messages about a world: its rules, its tiles, and how its pieces move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tilefish.web.messages.answers import Answer
from tilefish.web.messages.parts import Side
from tilefish.web.messages.requests import Request, Text
from tilefish.web.messages.schema import Between

# --- requests ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskWorldPanel(Request):
    """Asks for all about a world: a variant by its name, or `world`, which the page was sent."""

    type = "world-panel"
    variant: Text = ""
    world: Text = ""


@dataclass(frozen=True, slots=True)
class AskPieceMoves(Request):
    """Asks how a piece moves from a square of such a world. `piece` is the number of its kind."""

    type = "piece-moves"
    piece: Annotated[int, Between(0, 15)]
    side: Side
    square: Annotated[int, Between(0, 63)]
    variant: Text = ""
    world: Text = ""


# --- answers -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RuleData:
    """A rule with its head."""

    head: str
    text: str


@dataclass(frozen=True, slots=True)
class PictureEntry:
    """Something drawn (SVG), its name, and what it does."""

    name: str
    text: str
    picture: str


@dataclass(frozen=True, slots=True)
class PieceMovesData:
    """How a piece moves from a square: a picture (SVG), and the same in words."""

    kind: int
    side: Side
    square: int
    picture: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FighterEntry:
    """The numbers of a kind in a combat game. `damage` is that of each face of the die."""

    hp: int
    damage: tuple[int, ...]
    strikes: str
    ability: str


@dataclass(frozen=True, slots=True)
class KindEntry:
    """A kind of piece. `betza` is its move in Betza notation, `value` its worth in centipawns or empty."""

    name: str
    letter: str
    betza: str
    value: str
    is_royal: bool
    moves: PieceMovesData
    fighter: FighterEntry | None


@dataclass(frozen=True, slots=True)
class WorldPanelAnswer(Answer):
    """All about a world. `marks` explain the pictures of moves, `rolls` are the rules of the die."""

    type = "world-panel"
    variant: str
    title: str
    files: int
    ranks: int
    rules: str
    source: str
    facts: tuple[RuleData, ...]
    tiles: tuple[PictureEntry, ...]
    marks: tuple[PictureEntry, ...]
    kinds: tuple[KindEntry, ...]
    rolls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PieceMovesAnswer(Answer):
    """How a kind of piece moves from a square."""

    type = "piece-moves"
    variant: str
    moves: PieceMovesData


REQUESTS: tuple[type[Request], ...] = (AskWorldPanel, AskPieceMoves)
ANSWERS: tuple[type[Answer], ...] = (WorldPanelAnswer, PieceMovesAnswer)
