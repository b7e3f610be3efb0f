"""Pages without a browser, as many as one likes, that play games over the messages of `tilefish board`."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.sync.client import connect as connect_in_thread

from board_process import BoardProcess, resident_megabytes
from tilefish.web.lobby import MOST_LOADED

Message = dict[str, Any]
REQUESTS_A_SECOND = 30.0
"""Below the server's limit for a page."""
LONGEST_GAME = 160
"""Plies after which a game is given up."""
PLAYERS = 8
"""Pages that play at the same time."""
ROUNDS, LONGEST_ROUND = 10, 60.0
"""The least number of rounds of a long run, and the seconds of its longest."""


class Page:
    """A connection that plays."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._next = 0.0

    async def send(self, kind: str, **fields: object) -> None:
        """Sends a request, no sooner than the server's limit allows."""
        now = time.monotonic()
        self._next = max(now, self._next) + 1 / REQUESTS_A_SECOND
        await asyncio.sleep(self._next - now - 1 / REQUESTS_A_SECOND)
        await self._connection.send(json.dumps({"type": kind, **fields}))

    async def receive(self) -> Message:
        """The next message."""
        message: Message = json.loads(await self._connection.recv())
        return message

    async def until(self, is_wanted: Callable[[Message], bool]) -> Message:
        """The next message of a kind. Raises RuntimeError for a refusal before it."""
        while not is_wanted(message := await self.receive()):
            if message["type"] == "refused":
                raise RuntimeError(f"refused: {message['text']}")
        return message

    async def begin(self, **wishes: str) -> Message:
        """A new game, as its first message shows it."""
        await self.send("new", **wishes)
        return await self.until(lambda message: message["type"] == "game")

    async def play(self, game: Message, move: str) -> Message:
        """The game after a move."""
        ply = game["ply"]
        await self.send("move", game=game["id"], ply=ply, move=move)
        return await self.until(lambda message: message["type"] == "game" and message["ply"] > ply)

    async def turn(self, game: Message) -> Message:
        """The game once a person is to move or it is over."""
        while not (game["outcome"] or moves_of(game)):
            game = await self.until(lambda message: message["type"] == "game")
        return game


def moves_of(game: Message) -> list[str]:
    """What the person to move may play."""
    moves: list[Message] = game["position"]["moves"] if "position" in game else game["moves"]
    return [move["uci"] for move in moves]


@asynccontextmanager
async def open_page(board: BoardProcess) -> AsyncIterator[Page]:
    """A page after its greeting."""
    async with connect(
        board.socket_address, additional_headers=board.headers(), origin=None, max_size=None, compression=None
    ) as connection:
        page = Page(connection)
        await page.until(lambda message: message["type"] == "hello")
        yield page


async def play_games(
    board: BoardProcess, until: float, rng: Random, counted: Callable[[int], None], worlds: Sequence[str]
) -> None:
    """One page plays games by chance, one after the other, and takes a move back now and then. Calls
    `counted` with the number of plies after each answer."""
    async with open_page(board) as page:
        while time.monotonic() < until:
            game = await page.turn(
                await page.begin(variant=rng.choice(worlds), white="me", black=rng.choice(("me", "skill0")))
            )
            while not game["outcome"] and game["ply"] < LONGEST_GAME and time.monotonic() < until:
                before = game["ply"]
                game = await page.turn(await page.play(game, rng.choice(moves_of(game))))
                counted(game["ply"] - before)
                if rng.random() < 0.02 and not game["outcome"]:
                    await page.send("undo", game=game["id"])
                    game = await page.turn(await page.until(lambda message: message["type"] == "game"))
            if not game["outcome"]:
                await page.send("resign", game=game["id"])
                await page.until(lambda message: message["type"] == "game" and bool(message["outcome"]))
            await page.send("close", game=game["id"])


@dataclass(frozen=True, slots=True)
class Rest:
    """The server after a round of games, none of which is open: seconds and plies since the start, its memory
    in MB, and the most that it had in the round."""

    seconds: float
    plies: int
    megabytes: float
    most: float


async def play_rounds(
    board: BoardProcess, seconds: float, worlds: Sequence[str], rested: Callable[[Rest], None]
) -> list[Rest]:
    """Pages play round after round, against themselves and the engine, each round in new connections. Calls
    `rested` after each."""
    begin, plies, most = time.monotonic(), 0, 0.0
    rests: list[Rest] = []

    def count(more: int) -> None:
        nonlocal plies
        plies += more

    async def watch() -> None:
        nonlocal most
        while True:
            most = max(most, resident_megabytes(board.pid))
            await asyncio.sleep(1)

    while (passed := time.monotonic() - begin) < seconds:
        until = begin + min(seconds, passed + min(LONGEST_ROUND, seconds / ROUNDS))
        watcher = asyncio.create_task(watch())
        seeds = (len(rests) * PLAYERS + player for player in range(PLAYERS))
        await asyncio.gather(*(play_games(board, until, Random(seed), count, worlds) for seed in seeds))
        watcher.cancel()
        with suppress(asyncio.CancelledError):
            await watcher
        await _replace_games(board, worlds[0])
        memory = resident_megabytes(board.pid)
        rests.append(Rest(time.monotonic() - begin, plies, memory, max(most, memory)))
        rested(rests[-1])
        most = 0.0
    return rests


async def _replace_games(board: BoardProcess, world: str) -> None:
    """Begins as many games as the server keeps in memory, and leaves them, so that it has the same ones after
    each round."""
    async with open_page(board) as page:
        for _ in range(MOST_LOADED):
            game = await page.begin(variant=world, white="me", black="me")
            await page.send("resign", game=game["id"])
            await page.until(lambda message: message["type"] == "game" and bool(message["outcome"]))
            await page.send("close", game=game["id"])


@contextmanager
def searching_game(board: BoardProcess, world: str) -> Iterator[None]:
    """A game between engines of full strength that think long, and a page that watches it."""
    with connect_in_thread(
        board.socket_address, additional_headers=board.headers(), max_size=None, compression=None
    ) as connection:
        wishes = {"variant": world, "white": "full", "black": "full", "control": "36000"}
        connection.send(json.dumps({"type": "new", **wishes}))
        while json.loads(connection.recv())["type"] != "thinking":
            pass
        watcher = threading.Thread(target=lambda: [None for _ in connection])
        watcher.start()
        yield
        connection.close()
        watcher.join()
