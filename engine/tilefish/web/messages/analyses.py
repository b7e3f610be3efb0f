"""Messages about analyses: trees of moves that can be looked at and edited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from tilefish.pgn.glyphs import MOST_NAG
from tilefish.pgn.headers import MOST_VALUE
from tilefish.pgn.record import Colour
from tilefish.pgn.tree import MOST_LETTERS, EditKind
from tilefish.web.messages.answers import Answer
from tilefish.web.messages.editor import SquareNumber
from tilefish.web.messages.parts import EndingData, EventData, PositionData, RulesData, Side
from tilefish.web.messages.requests import FenText, Request, Text
from tilefish.web.messages.schema import Between, Letters, Most

MOST_LINKED = 1000
"""The most moves of a line in a link."""

NodeNumber = Annotated[int, Between(0, 10**9)]

# --- requests ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BeginAnalysis(Request):
    """Begins an analysis with a line of moves from a position. An empty FEN means the start position of the
    variant; `world` is a tile map laid over its board, `pieces` changes its pieces."""

    type = "analyse"
    variant: Text
    fen: FenText = ""
    world: Text = ""
    pieces: Text = ""
    moves: Annotated[tuple[Text, ...], Most(MOST_LINKED)] = ()


@dataclass(frozen=True, slots=True)
class AnalyseGame(Request):
    """Begins an analysis with the moves of a game."""

    type = "analyse_game"
    game: Text


@dataclass(frozen=True, slots=True)
class AnalysisRequest(Request):
    """A request about one analysis."""

    analysis: Text


@dataclass(frozen=True, slots=True)
class OpenAnalysis(AnalysisRequest):
    """Asks for an analysis and for all that changes in it from now on."""

    type = "open_analysis"


@dataclass(frozen=True, slots=True)
class CloseAnalysis(AnalysisRequest):
    """Asks for no more messages about an analysis."""

    type = "close_analysis"


@dataclass(frozen=True, slots=True)
class DeleteAnalysis(AnalysisRequest):
    """Deletes an analysis."""

    type = "delete_analysis"


@dataclass(frozen=True, slots=True)
class NodeRequest(AnalysisRequest):
    """A request about a node of the tree."""

    node: NodeNumber


@dataclass(frozen=True, slots=True)
class GoToNode(NodeRequest):
    """Asks for the position of a node."""

    type = "go_to"


@dataclass(frozen=True, slots=True)
class AddMove(NodeRequest):
    """Plays a move, in either notation, behind a node. It is followed if it is there. Where it needs a die,
    the text names the face, or `roll` lets the server roll."""

    type = "add_move"
    move: Text
    roll: bool = False


@dataclass(frozen=True, slots=True)
class DeleteMove(NodeRequest):
    """Deletes a move and all that follow it."""

    type = "delete_move"


@dataclass(frozen=True, slots=True)
class PromoteVariation(NodeRequest):
    """Makes the variation of a move the main line around it, or the main line of the whole game."""

    type = "promote"
    to_main: bool = False


@dataclass(frozen=True, slots=True)
class WriteComment(NodeRequest):
    """Writes a comment, or deletes it with an empty text."""

    type = "comment"
    text: Annotated[str, Letters(MOST_LETTERS)]


@dataclass(frozen=True, slots=True)
class ToggleGlyph(NodeRequest):
    """Adds a numeric annotation glyph of PGN to a move, or removes it."""

    type = "glyph"
    nag: Annotated[int, Between(1, MOST_NAG)]


@dataclass(frozen=True, slots=True)
class DrawShape(NodeRequest):
    """Draws an arrow on the position of a node, or a circle if both squares are the same, or takes it
    away."""

    type = "draw_shape"
    colour: Colour
    origin: SquareNumber
    target: SquareNumber


@dataclass(frozen=True, slots=True)
class ClearShapes(NodeRequest):
    """Takes all arrows and circles away."""

    type = "clear_shapes"


@dataclass(frozen=True, slots=True)
class LetHostAct(NodeRequest):
    """Lets pieces appear behind the last move of a line, by the rule of the world."""

    type = "host"


@dataclass(frozen=True, slots=True)
class WriteHeader(AnalysisRequest):
    """Writes a header of the game, or deletes it with an empty value."""

    type = "header"
    name: Annotated[str, Letters(64)]
    value: Annotated[str, Letters(MOST_VALUE)]


@dataclass(frozen=True, slots=True)
class UndoEdit(AnalysisRequest):
    """Undoes the last edit: a deletion, a promotion, or a change of a comment, a glyph, a drawing or a
    header."""

    type = "undo_edit"


# --- answers -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EvaluationData:
    """A score from White's point of view: centipawns, or moves to mate; `text` is the same as people write
    it, `expected` are the points that White can expect, from 0 to 1."""

    score: int
    mate: int | None
    depth: int | None
    text: str
    expected: float


@dataclass(frozen=True, slots=True)
class ShapeData:
    """An arrow, or a circle if both squares are the same."""

    colour: Colour
    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class NodeData:
    """A move of the tree; the root, which is not a move, has number 0 and an empty text. The first of
    `children` is the main line. `nags` are numeric annotation glyphs, `clock` the seconds that the mover had
    left."""

    id: int
    parent: int | None
    children: tuple[int, ...]
    number: int
    side: Side
    san: str
    uci: str
    comment: str
    nags: tuple[int, ...]
    evaluation: EvaluationData | None
    clock: float | None
    shapes: tuple[ShapeData, ...]
    is_hosted: bool


@dataclass(frozen=True, slots=True)
class AnalysisState(Answer):
    """A whole analysis. The position of a node follows. `has_host`: whether pieces appear in this world;
    `undo`: the edit that can be undone."""

    type = "analysis"
    id: str
    title: str
    variant: str
    rules: RulesData
    headers: Mapping[str, str]
    has_host: bool
    undo: EditKind | None
    nodes: tuple[NodeData, ...]


@dataclass(frozen=True, slots=True)
class NodesChanged(Answer):
    """Nodes that are new or have changed, and the one that was deleted with all that follow it."""

    type = "nodes"
    analysis: str
    nodes: tuple[NodeData, ...]
    deleted: int | None
    undo: EditKind | None


@dataclass(frozen=True, slots=True)
class HeadersChanged(Answer):
    """The headers of the game are others."""

    type = "headers"
    analysis: str
    headers: Mapping[str, str]
    undo: EditKind | None


@dataclass(frozen=True, slots=True)
class TurnData:
    """What to animate of a move."""

    side: Side
    path: tuple[int, ...]
    events: tuple[EventData, ...]


@dataclass(frozen=True, slots=True)
class NodeShown(Answer):
    """The position of a node, and how it came about. `link` is an address of the line that leads to it, for
    another page."""

    type = "node"
    analysis: str
    node: int
    position: PositionData
    turn: TurnData | None
    status: str
    outcome: EndingData | None
    link: str


@dataclass(frozen=True, slots=True)
class FaceData:
    """What a die can do: the move with the face, and its effect in words."""

    uci: str
    text: str
    chance: float


@dataclass(frozen=True, slots=True)
class ChooseFace(Answer):
    """A move needs a die: which face?"""

    type = "choose_face"
    analysis: str
    node: int
    move: str
    faces: tuple[FaceData, ...]


@dataclass(frozen=True, slots=True)
class AnalysisClosed(Answer):
    """An analysis is no longer there."""

    type = "analysis_closed"
    analysis: str


@dataclass(frozen=True, slots=True)
class AnalysisEntry:
    """An analysis in the list of analyses. `begun_as` is the text of the request that it began with while no
    person has changed anything, else empty."""

    id: str
    title: str
    players: str
    moves: int
    begun_as: str = ""


@dataclass(frozen=True, slots=True)
class AnalysisList(Answer):
    """All analyses, those that were changed last first. A page gets it in the beginning, and when it leaves
    one."""

    type = "analyses"
    analyses: tuple[AnalysisEntry, ...]


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game of a text, its number counted from 1."""

    number: int
    title: str
    players: str
    event: str
    result: str
    moves: int


@dataclass(frozen=True, slots=True)
class TextImported(Answer):
    """What a text held: the analysis of its game, or several games to choose from. `problems` are the errors
    in it, with their lines; `is_cut`: there are more games."""

    type = "imported"
    analysis: str | None
    games: tuple[ImportedGame, ...]
    problems: tuple[str, ...]
    is_cut: bool


REQUESTS: tuple[type[Request], ...] = (
    BeginAnalysis,
    AnalyseGame,
    OpenAnalysis,
    CloseAnalysis,
    DeleteAnalysis,
    GoToNode,
    AddMove,
    DeleteMove,
    PromoteVariation,
    WriteComment,
    ToggleGlyph,
    DrawShape,
    ClearShapes,
    LetHostAct,
    WriteHeader,
    UndoEdit,
)
ANSWERS: tuple[type[Answer], ...] = (
    AnalysisState,
    NodesChanged,
    HeadersChanged,
    NodeShown,
    ChooseFace,
    AnalysisClosed,
    AnalysisList,
    TextImported,
)
