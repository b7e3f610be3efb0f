"""`Lobby`: all games of the server. They are saved after every move, whole or not at all, and continued after
the server has ended, however it did."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from random import Random

from tilefish.engine.levels import level_names
from tilefish.engine.time_control import parse_time_control
from tilefish.files import write_atomically
from tilefish.game.game import Game
from tilefish.pgn import read_games, write_game
from tilefish.play.clock import ClockState
from tilefish.play.players import Cast
from tilefish.play.table import Table
from tilefish.rules.errors import InputError
from tilefish.rules.files.library import Library
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import Variant
from tilefish.web.board_game import BoardGame, Seats
from tilefish.web.messages import Data, NewGame
from tilefish.web.position_view import variant_data

MOST_GAMES = 200
"""The most games at once. Beyond this, the one that was changed least recently of those that are over makes
place for a new one."""
_FILE = re.compile(r"(?P<identity>[0-9a-f]{16})\.json")

Complain = Callable[[str], None]


class Lobby:
    """The games, by their identities. `own` is a variant of the command line, which may be in no library."""

    def __init__(
        self,
        library: Library,
        own: Variant | None,
        cast: Cast,
        folder: Path | None,
        complain: Complain,
        searches: int = 1,
    ) -> None:
        """`searches` is the most that run at once; without a `folder`, nothing is saved."""
        self.games: dict[str, BoardGame] = {}
        self._library = library
        self._own = own
        self._cast = cast
        self._folder = folder
        self._complain = complain
        self._searches = asyncio.Semaphore(searches)

    def variants(self) -> list[Data]:
        """All variants, that of the command line first."""
        names = [name for name in self._library.names() if self._own is None or name != self._own.name]
        own = [] if self._own is None else [self._own]
        return [variant_data(variant) for variant in (*own, *map(self._library.load, names))]

    def greeting(self) -> Data:
        """The first message of a connection."""
        return {
            "type": "hello",
            "variants": self.variants(),
            "levels": level_names(),
            "games": [game.summary() for game in reversed(self.games.values())],
            "begin": None if self._own is None else self._own.name,
        }

    def game(self, identity: str) -> BoardGame:
        """The game of that identity. Raises `InputError`."""
        if identity not in self.games:
            raise InputError(f"there is no game {quote(identity)}")
        return self.games[identity]

    def begin(self, request: NewGame) -> BoardGame:
        """Begins a game. Raises `InputError`."""
        if len(self.games) >= MOST_GAMES:
            self._drop_oldest()
        variant = self.variant(request.variant)
        seats = Seats(request.white, request.black, request.control)
        game = Game(variant, request.fen or None)
        return self._add(secrets.token_hex(8), self._table(game, seats), seats)

    def variant(self, name: str) -> Variant:
        """A variant by its name only: a request never names a file. Raises `InputError`."""
        if self._own is not None and name == self._own.name:
            return self._own
        if name not in self._library.names():
            raise InputError(f"there is no variant {quote(name)}")
        return self._library.load(name)

    def _table(self, game: Game, seats: Seats) -> Table:
        control = parse_time_control(seats.control) if seats.control else None
        players = {"white": self._cast.player(seats.white), "black": self._cast.player(seats.black)}
        return Table(game, players, control, Random())

    def _add(self, identity: str, table: Table, seats: Seats) -> BoardGame:
        game = BoardGame(identity, table, seats, self._searches, self._save)
        self.games[identity] = game
        self._save(game)
        return game

    def _drop_oldest(self) -> None:
        over = [game for game in self.games.values() if game.table.outcome is not None]
        if not over:
            raise InputError(f"there are {MOST_GAMES} games already: end one of them first")
        del self.games[over[0].identity]
        if self._folder is not None:
            self._path(over[0].identity).unlink(missing_ok=True)

    # --- saving ------------------------------------------------------------------------------------------

    def _path(self, identity: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{identity}.json"

    def _save(self, game: BoardGame) -> None:
        """Saves a game, and notes that it was the last to change."""
        self.games[game.identity] = self.games.pop(game.identity)
        if self._folder is None:
            return
        clock = game.table.clock
        saved = {
            "version": 1,
            "variant": game.table.game.variant.name,
            "seats": asdict(game.seats),
            "clocks": None if clock is None else clock.state(),
            "pgn": write_game(game.table.record()),
        }
        try:
            write_atomically(self._path(game.identity), json.dumps(saved))
        except OSError as error:
            self._complain(
                f"cannot save a game in {quote(str(self._folder), 200)}: {error.strerror or error}"
            )

    def restore(self) -> None:
        """Continues the games that an earlier server has saved. A file that cannot be read is reported, and
        stays as it is."""
        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            paths = [path for path in self._folder.iterdir() if _FILE.fullmatch(path.name)]
            paths.sort(key=lambda path: path.stat().st_mtime)
        except OSError as error:
            raise InputError(
                f"cannot use {quote(str(self._folder), 200)}: {error.strerror or error}"
            ) from error
        for path in paths[-MOST_GAMES:]:
            try:
                self._restore(path)
            except (InputError, OSError, ValueError, KeyError, TypeError) as error:
                self._complain(f"a saved game is left out: {path.name}: {error}")

    def _restore(self, path: Path) -> None:
        saved = json.loads(path.read_text(encoding="utf-8"))
        seats = Seats(**saved["seats"])
        library = self._library
        own = self._own if self._own is not None and self._own.name == saved["variant"] else None
        record = next(iter(read_games(saved["pgn"], library=library, own=own, file=path.name)), None)
        if record is None:
            raise InputError("it has no game")
        table = self._table(record.start, seats)
        table.take_over(record)
        if table.clock is not None and saved["clocks"] is not None:
            (white, black), (white_moves, black_moves) = saved["clocks"]
            table.clock.set_back(
                ClockState((float(white), float(black)), (int(white_moves), int(black_moves)))
            )
        game = BoardGame(path.stem, table, seats, self._searches, self._save)
        game.is_paused = table.mover.engine is not None or table.clock is not None
        self.games[path.stem] = game

    async def close(self) -> None:
        """Ends all searches."""
        for game in tuple(self.games.values()):
            await game.close()
