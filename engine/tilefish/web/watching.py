"""What changes on the disk, for the pages: the PGN file of the command line, and the files of worlds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import cast

from tilefish.match.ratings import elo_text
from tilefish.pgn import GameRecord, read_games
from tilefish.rules.errors import InputError
from tilefish.rules.model.variant import Variant
from tilefish.web.lobby import Lobby
from tilefish.web.messages.analyses import TurnData
from tilefish.web.messages.answers import Answer
from tilefish.web.messages.requests import Request
from tilefish.web.messages.watch import (
    LeaveFile,
    ListGames,
    StandingData,
    WatchedEntry,
    WatchedGames,
    WatchedPosition,
    WatchedState,
    WatchFile,
    WatchGame,
    WorldsChanged,
)
from tilefish.web.page import Handlers, Page
from tilefish.web.position_view import as_side, events_data, path_of, position_data, world_entry
from tilefish.web.watched_file import WatchedFile, WatchedGame
from tilefish.web.worlds import Worlds

SECONDS = 0.5
"""From one look at the file to the next."""
_SECONDS_BEHIND = 0.02
"""The same while more of a large file is to be read."""
MOST_LISTED = 100
"""The most games in one answer."""


class Watching:
    """A file that pages watch, read only while one shows it. Without a file, requests are refused."""

    def __init__(self, file: WatchedFile | None, lobby: Lobby) -> None:
        self.file = file
        self._lobby = lobby
        self._pages: set[Callable[[Answer], None]] = set()
        self._task: asyncio.Task[None] | None = None
        self._record = lru_cache(maxsize=8)(self._read)
        self._reading = asyncio.Lock()  # positions are sent in the order in which they were asked for

    def handlers(self) -> Handlers:
        """The handlers of all requests about the file."""

        def watch(page: Page, _: Request) -> None:
            self._watch(page)

        def leave(page: Page, _: Request) -> None:
            page.on_close.pop(self, None)
            self._pages.discard(page.send)

        def earlier(page: Page, request: Request) -> None:
            games = self._opened().games[: cast(ListGames, request).before - 1]
            page.send(WatchedGames(tuple(map(_entry, games[-MOST_LISTED:]))))

        def show(page: Page, request: Request) -> None:
            wanted = cast(WatchGame, request)
            page.work_later(request, self._show(page, wanted.number, wanted.ply))

        return {WatchFile: watch, LeaveFile: leave, ListGames: earlier, WatchGame: show}

    async def record(self, number: int) -> GameRecord:
        """A game of the file. Raises `InputError`."""
        async with self._reading:
            return (await asyncio.to_thread(self._found, number))[1]

    def close(self) -> None:
        """Looks at the file no more."""
        if self._task is not None:
            self._task.cancel()

    def _opened(self) -> WatchedFile:
        if self.file is None:
            raise InputError("no file is watched: tilefish board --watch FILE.pgn names one")
        return self.file

    def _watch(self, page: Page) -> None:
        file = self._opened()
        if not self._pages:
            file.poll()
        self._pages.add(page.send)
        page.on_close[self] = lambda: self._pages.discard(page.send)
        page.send(_state(file, max(0, len(file.games) - MOST_LISTED)))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._follow(file))

    async def _follow(self, file: WatchedFile) -> None:
        """Sends what is new in the file, while a page shows it."""
        while self._pages:
            beginnings, known = file.beginnings, len(file.games)
            await asyncio.sleep(_SECONDS_BEHIND if file.is_behind else SECONDS)
            if not file.poll():
                continue
            first = known if file.beginnings == beginnings else 0
            first = max(first, len(file.games) - MOST_LISTED)
            for send in tuple(self._pages):
                send(_state(file, first))

    async def _show(self, page: Page, number: int, ply: int) -> None:
        """Sends a position of a game. Reading it may take a while: other pages do not wait."""
        async with self._reading:
            entry, record = await asyncio.to_thread(self._found, number)
            variant, answer = await asyncio.to_thread(_position, entry, record, min(ply, len(record.moves)))
        page.show_world(variant)
        page.send(answer)

    def _found(self, number: int) -> tuple[WatchedEntry, GameRecord]:
        file = self._opened()
        record = self._record(file.beginnings, number)
        return _entry(file.games[number - 1]), record

    def _read(self, _: int, number: int) -> GameRecord:
        """Reads a game; the first argument tells apart the files that had this name one after the other."""
        file = self._opened()
        worlds = self._lobby.worlds
        problems: list[str] = []
        games = read_games(
            file.text(number),
            library=worlds.library,
            own=worlds.own,
            file=file.name,
            report=lambda problem: problems.append(problem.message),
        )
        record = next(iter(games), None)
        if record is None:
            raise InputError(problems[0] if problems else f"game {number} cannot be read")
        return record


async def follow_worlds(worlds: Worlds, pages: Collection[Page]) -> None:
    """Tells all pages when files of worlds have changed, for as long as the server runs."""
    while True:
        await asyncio.sleep(SECONDS)
        if pages and worlds.poll():
            known = tuple(map(world_entry, worlds.all()))
            for page in tuple(pages):
                page.send(WorldsChanged(known, worlds.problems))


def _position(entry: WatchedEntry, record: GameRecord, ply: int) -> tuple[Variant, WatchedPosition]:
    """A position of a game, and the board that it is on."""
    game, san, turn = record.at(ply), "", None
    if ply:
        before, played = record.at(ply - 1), record.moves[ply - 1].move
        san = before.san(played)
        path = tuple(path_of(before.variant, played))
        turn = TurnData(as_side(before.turn), path, events_data(before.push(played)))
    return game.variant, WatchedPosition(
        game=entry,
        ply=ply,
        plies=len(record.moves),
        san=san,
        mistake=record.mistake,
        position=position_data(game, turn.path if turn else (), shows_moves=False),
        turn=turn,
    )


def _state(file: WatchedFile, behind: int) -> WatchedState:
    """The file with its games behind a number of them."""
    return WatchedState(
        name=file.name,
        problem=file.problem,
        first=behind + 1,
        games=tuple(map(_entry, file.games[behind:])),
        total=len(file.games),
        standings=tuple(_standings(file)),
    )


def _entry(game: WatchedGame) -> WatchedEntry:
    return WatchedEntry(
        game.number, game.white, game.black, game.result, game.reason, game.variant, game.plies
    )


def _standings(file: WatchedFile) -> Iterator[StandingData]:
    for player, score in file.standings.ranking():
        found = score.estimate
        yield StandingData(
            player=player,
            games=score.games,
            wins=score.wins,
            draws=score.draws,
            losses=score.losses,
            points=score.points,
            elo=elo_text(found.elo) if found else "",
            interval=" to ".join(map(elo_text, found.bounds)) if found else "",
        )
