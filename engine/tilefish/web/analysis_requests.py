"""What a page asks about analyses, and what answers it."""

from __future__ import annotations

from typing import cast

from tilefish.rules.errors import InputError
from tilefish.web.analyses import Analyses
from tilefish.web.analysis_board import AnalysisBoard
from tilefish.web.lobby import Lobby
from tilefish.web.messages.analyses import (
    REQUESTS,
    AddMove,
    AnalyseGame,
    AnalysisList,
    AnalysisRequest,
    BeginAnalysis,
    ClearShapes,
    CloseAnalysis,
    DeleteAnalysis,
    DeleteMove,
    DrawShape,
    GoToNode,
    LetHostAct,
    OpenAnalysis,
    PromoteVariation,
    ToggleGlyph,
    UndoEdit,
    WriteComment,
    WriteHeader,
)
from tilefish.web.messages.requests import Request
from tilefish.web.messages.watch import AnalyseWatched
from tilefish.web.page import Handlers, Page
from tilefish.web.watching import Watching


def analysis_handlers(analyses: Analyses, lobby: Lobby, watching: Watching) -> Handlers:
    """The handlers of all requests about analyses."""

    def begin(page: Page, request: Request) -> None:
        async def work() -> None:
            _watch(page, await analyses.begin(cast(BeginAnalysis, request)))

        page.work_later(request, work())

    def analyse_game(page: Page, request: Request) -> None:
        record = lobby.game(cast(AnalyseGame, request).game).table.record()

        async def work() -> None:
            _watch(page, await analyses.add_record(record))

        page.work_later(request, work())

    def analyse_watched(page: Page, request: Request) -> None:
        async def work() -> None:
            record = await watching.record(cast(AnalyseWatched, request).number)
            _watch(page, await analyses.add_record(record))

        page.work_later(request, work())

    def open_analysis(page: Page, request: Request) -> None:
        async def work() -> None:
            _watch(page, await analyses.open(cast(OpenAnalysis, request).analysis))

        page.work_later(request, work())

    def close(page: Page, request: Request) -> None:
        board = analyses.board(cast(CloseAnalysis, request).analysis)
        page.on_close.pop(board, None)
        board.leave(page)
        page.send(AnalysisList(analyses.entries()))

    def delete(page: Page, request: Request) -> None:
        analyses.delete(cast(DeleteAnalysis, request).analysis)
        page.send(AnalysisList(analyses.entries()))

    def edit(page: Page, request: Request) -> None:
        wanted = cast(AnalysisRequest, request)
        _edit(page, analyses.board(wanted.analysis), wanted)

    kinds = (kind for kind in REQUESTS if issubclass(kind, AnalysisRequest))
    return {
        **dict.fromkeys(kinds, edit),
        BeginAnalysis: begin,
        AnalyseGame: analyse_game,
        AnalyseWatched: analyse_watched,
        OpenAnalysis: open_analysis,
        CloseAnalysis: close,
        DeleteAnalysis: delete,
    }


def _edit(page: Page, board: AnalysisBoard, request: AnalysisRequest) -> None:
    if not board.is_watched_by(page):
        raise InputError("open the analysis first")
    match request:
        case GoToNode():
            board.go_to(page, request.node)
        case AddMove():
            board.add_move(page, request.node, request.move, rolls=request.roll)
        case DeleteMove():
            board.delete_move(request.node)
        case PromoteVariation():
            board.promote(request.node, to_main=request.to_main)
        case WriteComment():
            board.write_comment(request.node, request.text)
        case ToggleGlyph():
            board.toggle_glyph(request.node, request.nag)
        case DrawShape():
            board.draw_shape(request.node, request.colour, request.origin, request.target)
        case ClearShapes():
            board.clear_shapes(request.node)
        case LetHostAct():
            board.let_host_act(request.node)
        case WriteHeader():
            board.write_header(request.name, request.value)
        case UndoEdit():
            board.undo(page)


def _watch(page: Page, board: AnalysisBoard) -> None:
    page.on_close[board] = lambda: board.leave(page)
    board.watch(page)
