"""Messages about positions that are made in the editor, and pictures of positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from tilefish.pgn.record import MOST_SHAPES
from tilefish.web.messages.answers import Answer
from tilefish.web.messages.parts import PositionData, RulesData, Side
from tilefish.web.messages.requests import FenText, Request, Text
from tilefish.web.messages.schema import Between, Letters, Most

SquareNumber = Annotated[int, Between(0, 63)]
_Count = Annotated[int, Between(0, 99_999)]

# --- requests ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DraftRequest(Request):
    """A request about a draft: its rules, and the text that the last answer gave it."""

    variant: Text
    world: Text
    pieces: Text
    fen: FenText


@dataclass(frozen=True, slots=True)
class OpenDraft(DraftRequest):
    """Asks for a draft. Without a text it is the start position."""

    type = "draft-open"


@dataclass(frozen=True, slots=True)
class PutPiece(DraftRequest):
    """Puts a piece on a square, by its FEN letter; `*` makes the square void, an empty text empties it."""

    type = "draft-put"
    square: SquareNumber
    letter: Annotated[str, Letters(1)]


@dataclass(frozen=True, slots=True)
class MovePiece(DraftRequest):
    """Moves a piece to another square, with its hit points."""

    type = "draft-move"
    origin: SquareNumber
    target: SquareNumber


@dataclass(frozen=True, slots=True)
class SetTurn(DraftRequest):
    """Says which side is to move."""

    type = "draft-turn"
    side: Side


@dataclass(frozen=True, slots=True)
class SetCastling(DraftRequest):
    """Gives the rook of a square the right to castle, or takes it away."""

    type = "draft-castling"
    rook: SquareNumber
    on: bool


@dataclass(frozen=True, slots=True)
class SetEnPassant(DraftRequest):
    """Sets the en passant field of the FEN: `-`, or one of the choices of the draft."""

    type = "draft-en-passant"
    text: Annotated[str, Letters(8)]


@dataclass(frozen=True, slots=True)
class SetCounters(DraftRequest):
    """Sets the half-move counter and the number of the move."""

    type = "draft-counters"
    halfmove: _Count
    fullmove: _Count


@dataclass(frozen=True, slots=True)
class SetFighter(DraftRequest):
    """Sets the state of the fighter on a square."""

    type = "draft-fighter"
    square: SquareNumber
    hp: _Count
    cooldown: _Count
    interposing: bool


@dataclass(frozen=True, slots=True)
class SetSide(DraftRequest):
    """Sets the state of a side in a combat game."""

    type = "draft-side"
    side: Side
    uses: _Count
    decree: _Count
    exposed: bool


@dataclass(frozen=True, slots=True)
class ResetDraft(DraftRequest):
    """The start position, the empty board, or the same position with the sides exchanged."""

    type = "draft-reset"
    to: Literal["start", "empty", "mirror"]


@dataclass(frozen=True, slots=True)
class ArrowData:
    """An arrow on a picture; with one square only, a ring. Engines' arrows are strong or faint, those by hand
    have a colour."""

    origin: SquareNumber
    target: SquareNumber
    ink: Literal["strong", "faint", "green", "red", "blue", "yellow"]


@dataclass(frozen=True, slots=True)
class AskPicture(Request):
    """Asks for a picture of a position, which need not be legal, in a world that the page was sent."""

    type = "picture"
    world: Text
    fen: FenText
    last: Annotated[tuple[SquareNumber, ...], Most(16)] = ()
    arrows: Annotated[tuple[ArrowData, ...], Most(2 * MOST_SHAPES)] = ()
    flipped: bool = False
    coordinates: bool = True


# --- answers -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CastlingChoice:
    """A rook that could have the right to castle, and whether it has it."""

    rook: int
    side: Side
    on: bool


@dataclass(frozen=True, slots=True)
class FighterLimits:
    """The state of a fighter, and its greatest values. Where one is 0, there is no such state."""

    square: int
    hp: int
    most_hp: int
    cooldown: int
    most_cooldown: int
    interposing: bool
    can_interpose: bool


@dataclass(frozen=True, slots=True)
class SideLimits:
    """The state of a side in a combat game, and its greatest values."""

    side: Side
    uses: int
    most_uses: int
    decree: int
    most_decree: int
    exposed: bool


@dataclass(frozen=True, slots=True)
class CombatDraft:
    """What a draft says about a combat game besides its pieces."""

    fighters: tuple[FighterLimits, ...]
    sides: tuple[SideLimits, ...]


@dataclass(frozen=True, slots=True)
class DraftAnswer(Answer):
    """A draft. `problem` says why the position is not legal, or is empty."""

    type = "draft"
    rules: RulesData
    fen: str
    problem: str
    position: PositionData
    castling: tuple[CastlingChoice, ...]
    en_passant: str
    en_passant_choices: tuple[str, ...]
    halfmove: int
    fullmove: int
    combat: CombatDraft | None


@dataclass(frozen=True, slots=True)
class PictureAnswer(Answer):
    """A picture as SVG."""

    type = "picture"
    svg: str


REQUESTS: tuple[type[Request], ...] = (
    OpenDraft,
    PutPiece,
    MovePiece,
    SetTurn,
    SetCastling,
    SetEnPassant,
    SetCounters,
    SetFighter,
    SetSide,
    ResetDraft,
    AskPicture,
)
ANSWERS: tuple[type[Answer], ...] = (DraftAnswer, PictureAnswer)
