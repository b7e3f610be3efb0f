"""What a page asks about live analyses and reports on games, and what answers it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from tilefish.engine.engine import Engine
from tilefish.rules.errors import InputError
from tilefish.web.boards import Boards
from tilefish.web.live_search import LiveSearch
from tilefish.web.messages.answers import Refused
from tilefish.web.messages.live import JudgeGame, Preview, PreviewPosition, StartLive, StopJudging, StopLive
from tilefish.web.messages.requests import Request
from tilefish.web.page import Handlers, Page
from tilefish.web.position_view import path_of, position_data
from tilefish.web.processors import Processors
from tilefish.web.report import Reporter, ReportJob
from tilefish.web.throttle import Throttle

MOST_ANALYSES = 8
"""The most pages that analyse at once: each has an engine with a table."""
PREVIEW_SECONDS = 0.05
"""The least time between two positions of lines. Of those that are asked for faster, the last is sent."""


def live_handlers(
    boards: Boards, new_engine: Callable[[], Engine], processors: Processors, reporter: Reporter
) -> Handlers:
    """The handlers of all requests about live analyses and reports."""
    desks: dict[Page, _Desk] = {}

    def desk_of(page: Page) -> _Desk:
        if page not in desks:
            desk = desks[page] = _Desk(
                page, boards, LiveSearch(new_engine, processors, page.send_newest, boards.evaluate)
            )
            page.on_close[desk] = lambda: desks.pop(page).close()
        return desks[page]

    def start(page: Page, request: Request) -> None:
        request = cast(StartLive, request)
        game = boards.position(request.place)
        others = sum(desk.search.has_engine for owner, desk in desks.items() if owner is not page)
        if others >= MOST_ANALYSES:
            raise InputError(f"{others} pages are analysing already: switch the analysis of one off")
        desk_of(page).search.look(request.place, game, request.lines, is_endless=request.endless)

    def stop(page: Page, _: Request) -> None:
        desk_of(page).search.switch_off()

    def preview(page: Page, request: Request) -> None:
        desk_of(page).preview(cast(Preview, request))

    def judge(page: Page, request: Request) -> None:
        request = cast(JudgeGame, request)
        desk_of(page).judge(request, reporter)

    def stop_judging(page: Page, _: Request) -> None:
        desk_of(page).stop_judging()

    return {StartLive: start, StopLive: stop, Preview: preview, JudgeGame: judge, StopJudging: stop_judging}


class _Desk:
    """What one page analyses."""

    def __init__(self, page: Page, boards: Boards, search: LiveSearch) -> None:
        self.search = search
        self._page = page
        self._boards = boards
        self._job: ReportJob | None = None
        self._wanted: Preview | None = None
        self._previews = Throttle(PREVIEW_SECONDS, self._send_preview, asyncio.get_running_loop())

    def preview(self, request: Preview) -> None:
        """Sends the position behind some moves, unless another one is asked for first."""
        self._wanted = request
        self._previews.ask()

    def _send_preview(self) -> None:
        request = self._wanted
        if request is None:
            return
        try:
            self._page.send(self._preview_of(request))
        except InputError as error:
            self._page.send(Refused(request.type, str(error)))

    def _preview_of(self, request: Preview) -> PreviewPosition:
        game = self._boards.position(request.place)
        path: list[int] = []
        for text in request.moves:
            move = game.find_move(text)
            path = path_of(game.variant, move.without_die)
            game.push(move)
        self._page.show_world(game.variant)
        position = position_data(game, path, shows_moves=False)
        return PreviewPosition(request.place, request.moves, position)

    def judge(self, request: JudgeGame, reporter: Reporter) -> None:
        """Begins a report, and ends the one before."""
        record, take = self._boards.record(request.board)
        self.stop_judging()
        self._job = reporter.begin(request.board, record, request.effort, self._page.send, take)

    def stop_judging(self) -> None:
        """Ends the report, if there is one."""
        if self._job is not None:
            self._job.stop()
            self._job = None

    def close(self) -> None:
        """The page is gone."""
        self._previews.cancel()
        self.stop_judging()
        self.search.close()
