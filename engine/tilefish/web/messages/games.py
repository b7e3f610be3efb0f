"""Messages about games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from tilefish.web.messages.answers import Answer
from tilefish.web.messages.parts import (
    BattleData,
    ClocksData,
    EndingData,
    EventData,
    LineData,
    PlayedData,
    PlayersData,
    PositionData,
    PremovesData,
    ReasonData,
    RulesData,
    Side,
)
from tilefish.web.messages.requests import FenText, Ply, Request, Text
from tilefish.web.messages.schema import Between

# --- requests ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewGame(Request):
    """Begins a game. A player is `me` or a level; an empty time control means no clock, an empty FEN the
    start position; `world` is a tile map laid over the board, `pieces` changes the pieces."""

    type = "new"
    variant: Text
    white: Text = "me"
    black: Text = "full"
    control: Text = ""
    fen: FenText = ""
    world: Text = ""
    pieces: Text = ""


@dataclass(frozen=True, slots=True)
class GameRequest(Request):
    """A request about one game."""

    game: Text


@dataclass(frozen=True, slots=True)
class OpenGame(GameRequest):
    """Asks for a game and for all that happens in it from now on."""

    type = "open"


@dataclass(frozen=True, slots=True)
class DeleteGame(GameRequest):
    """Deletes a game, also one that is being played."""

    type = "delete_game"


@dataclass(frozen=True, slots=True)
class CloseGame(GameRequest):
    """Asks for no more messages about a game."""

    type = "close"


@dataclass(frozen=True, slots=True)
class MakeMove(GameRequest):
    """Plays a move, in either notation, in the position after `ply` plies."""

    type = "move"
    ply: Ply
    move: Text


@dataclass(frozen=True, slots=True)
class TakeBack(GameRequest):
    """Takes moves back to where a person had a choice."""

    type = "undo"


@dataclass(frozen=True, slots=True)
class GiveHint(GameRequest):
    """Asks for a good move."""

    type = "hint"


@dataclass(frozen=True, slots=True)
class Explain(GameRequest):
    """Asks why a move of the game, counted from 1, is good or bad."""

    type = "why"
    ply: Ply


@dataclass(frozen=True, slots=True)
class MoveNow(GameRequest):
    """Lets the engine that thinks play at once."""

    type = "now"


@dataclass(frozen=True, slots=True)
class Pause(GameRequest):
    """Holds the engines, or lets them go on."""

    type = "pause"
    on: bool


@dataclass(frozen=True, slots=True)
class Resign(GameRequest):
    """The person resigns."""

    type = "resign"


@dataclass(frozen=True, slots=True)
class Draw(GameRequest):
    """Offers a draw, or answers the offer of another person."""

    type = "draw"
    deed: Literal["offer", "accept", "decline"]


@dataclass(frozen=True, slots=True)
class Rematch(GameRequest):
    """Begins the same game again, colours changed."""

    type = "rematch"


@dataclass(frozen=True, slots=True)
class SetPace(GameRequest):
    """Sets the seconds a move of a game between engines: what they have to think, and what each move takes at
    least; 0 for the usual time."""

    type = "pace"
    seconds: Annotated[float, Between(0, 60)]


@dataclass(frozen=True, slots=True)
class SingleStep(GameRequest):
    """Lets the engine that is to move in a held game between engines play one move."""

    type = "step"


# --- answers -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameState(Answer):
    """A whole game, after each change of it. `premoves` are there while one person waits for an engine;
    `pace` is the seconds a move of a game between engines, or 0; `draw_offer` is the person's side who offers
    a draw to the other."""

    type = "game"
    id: str
    rules: RulesData
    ply: int
    position: PositionData
    history: tuple[PlayedData, ...]
    players: PlayersData
    clocks: ClocksData | None
    thinking: bool
    paused: bool
    outcome: EndingData | None
    premoves: PremovesData | None
    pace: float
    draw_offer: Side | None


@dataclass(frozen=True, slots=True)
class MovePlayed(Answer):
    """A move that was played: what to animate and to say. The game with its position follows."""

    type = "moved"
    game: str
    ply: int
    san: str
    uci: str
    side: Side
    path: tuple[int, ...]
    events: tuple[EventData, ...]
    status: str
    battle: BattleData | None


@dataclass(frozen=True, slots=True)
class EngineThinking(Answer):
    """What the engine that is to move has found so far."""

    type = "thinking"
    game: str
    line: LineData


@dataclass(frozen=True, slots=True)
class HintAnswer(Answer):
    """A good move in the position after `ply` plies."""

    type = "hint"
    game: str
    ply: int
    san: str
    uci: str
    line: LineData


@dataclass(frozen=True, slots=True)
class WhyAnswer(Answer):
    """Why the move of a ply, counted from 1, is good or bad, at first in a line, then each reason alone."""

    type = "why"
    game: str
    ply: int
    text: str
    score: str
    squares: tuple[int, ...]
    path: tuple[int, ...]
    reasons: tuple[ReasonData, ...]


@dataclass(frozen=True, slots=True)
class GameNote(Answer):
    """Something to say about a game, such as that a draw was declined."""

    type = "note"
    game: str
    text: str


@dataclass(frozen=True, slots=True)
class GameClosed(Answer):
    """A game is no longer there."""

    type = "closed"
    game: str


REQUESTS: tuple[type[Request], ...] = (
    NewGame,
    OpenGame,
    DeleteGame,
    CloseGame,
    MakeMove,
    TakeBack,
    GiveHint,
    Explain,
    MoveNow,
    Pause,
    Resign,
    Draw,
    Rematch,
    SetPace,
    SingleStep,
)
ANSWERS: tuple[type[Answer], ...] = (
    GameState,
    MovePlayed,
    EngineThinking,
    HintAnswer,
    WhyAnswer,
    GameNote,
    GameClosed,
)
