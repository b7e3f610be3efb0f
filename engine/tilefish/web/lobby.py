"""`Lobby`: all games of the server. They are saved after every move, whole or not at all, and continued after
the server has ended, however it did."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from random import Random
from weakref import WeakKeyDictionary

from tilefish.engine.engine import Engine
from tilefish.engine.levels import level_groups
from tilefish.engine.time_control import parse_time_control
from tilefish.game.game import Game
from tilefish.match.players import Entrant
from tilefish.pgn.headers import Starts, is_chess960
from tilefish.play.players import Cast, Player
from tilefish.play.table import Table
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import Variant
from tilefish.web.board_game import BoardGame, Seats
from tilefish.web.messages.answers import Hello
from tilefish.web.messages.games import NewGame
from tilefish.web.messages.parts import GameEntry, LevelGroup
from tilefish.web.messages.schema import Data
from tilefish.web.position_view import world_entry
from tilefish.web.processors import Processors
from tilefish.web.programs import Programs
from tilefish.web.saved_files import Complain, SavedFiles
from tilefish.web.saved_game import GameText, read_clocks, read_record
from tilefish.web.worlds import Worlds

MOST_GAMES = 200
"""The most games that are kept. Beyond this, the one that was changed least recently of those that are over
makes place for a new one."""
MOST_LOADED = 16
"""The most games in memory without need. Others wait in their files."""
MOST_AWAKE = 16
"""The most games in memory whose engines have their tables while they wait."""
VERSION = 2
"""Of the files of games."""


class Lobby:
    """The games, by their identities."""

    def __init__(
        self,
        worlds: Worlds,
        cast: Cast,
        folder: Path | None,
        complain: Complain,
        searches: int = 1,
        changed: Callable[[BoardGame], None] = lambda _: None,
    ) -> None:
        """`searches` is the most that run at once; without a `folder`, nothing is saved. `changed` is called
        after each change of a game, when it is saved."""
        self.games: dict[str, BoardGame] = {}
        """Those in memory."""
        self.processors = Processors(searches)
        """Which searches run at once, those of games and analyses."""
        self.worlds = worlds
        self._cast = cast
        self._files = SavedFiles(folder, "game", GameEntry, VERSION, complain)
        self._programs = Programs()
        self._texts: WeakKeyDictionary[BoardGame, GameText] = WeakKeyDictionary()
        self._changed = changed
        self._awake: WeakKeyDictionary[BoardGame, None] = WeakKeyDictionary()
        """Games whose engines have their tables, those that were changed last at the end."""

    def greeting(self, watched: str = "") -> Hello:
        """The first message of a connection. `watched` is the name of a file that can be watched."""
        entries = tuple(map(world_entry, self.worlds.all()))
        return Hello(
            worlds=entries,
            levels=tuple(LevelGroup(option, tuple(names)) for option, names in level_groups().items()),
            engines=tuple(entrant.name for entrant in self._cast.entrants),
            games=tuple(reversed(self._files.entries.values())),
            begin=None if self.worlds.own is None else self.worlds.own.name,
            problems=self.worlds.problems,
            watched=watched,
        )

    def new_engine(self) -> Engine:
        """An engine for analyses, with the table, the threads and the learning of the command line."""
        return self._cast.engine()

    def game(self, identity: str) -> BoardGame:
        """The game of that identity. Raises `InputError`."""
        if identity not in self._files.entries:
            raise InputError(f"there is no game {quote(identity)}")
        if identity not in self.games:
            self._unload_idle()
            self.games[identity] = self._load(identity)
        return self.games[identity]

    def begin(self, request: NewGame) -> BoardGame:
        """Begins a game. Raises `InputError`."""
        self._make_place()
        variant = self.variant(request.variant)
        changes = request.world or None, request.pieces or None
        seats = Seats(request.white, request.black, request.control)
        game = Game(variant, request.fen or None, *changes, is_chess960(request.variant))
        return self._add(secrets.token_hex(8), self._table(game, seats), seats)

    def rematch(self, played: BoardGame) -> BoardGame:
        """Begins the same game again, colours changed. Raises `InputError`."""
        if played.table.outcome is None:
            raise InputError("the game is not over yet")
        self._make_place()
        seats = Seats(played.seats.black, played.seats.white, played.seats.control)
        game = played.table.game.from_position(played.table.root_fen)
        rematch = self._add(secrets.token_hex(8), self._table(game, seats), seats)
        rematch.pace = played.pace
        return rematch

    def delete(self, identity: str) -> None:
        """Deletes a game. Raises `InputError`."""
        if identity not in self._files.entries:
            raise InputError(f"there is no game {quote(identity)}")
        game = self.games.pop(identity, None)
        if game is not None:
            game.delete()
        self._files.remove(identity)

    def _make_place(self) -> None:
        """Makes place for another game. Raises `InputError`."""
        if len(self._files.entries) >= MOST_GAMES:
            self._drop_oldest()
        self._unload_idle()

    def variant(self, name: str) -> Variant:
        """A variant by its name only: a request never names a file. Raises `InputError`."""
        return self.worlds.find(name)

    def _table(self, game: Game, seats: Seats, seated: Callable[[str], Player] | None = None) -> Table:
        """A table with the players that `seated` makes of their words."""
        seated = seated or self._cast.player
        control = parse_time_control(seats.control) if seats.control else None
        return Table(game, {"white": seated(seats.white), "black": seated(seats.black)}, control, Random())

    def _seated_again(self, word: str) -> Player:
        """A player of a saved game. An engine that this start does not have keeps its seat, and cannot
        move."""
        try:
            return self._cast.player(word)
        except InputError:
            return Player(word, program=Entrant(word))

    def _add(self, identity: str, table: Table, seats: Seats) -> BoardGame:
        game = BoardGame(identity, table, seats, self.processors, self._programs, self._save)
        self.games[identity] = game
        self._save(game)
        return game

    def _drop_oldest(self) -> None:
        over = next((identity for identity, game in self._files.entries.items() if game.is_over), None)
        if over is None:
            raise InputError(f"there are {MOST_GAMES} games already: end one of them first")
        self.delete(over)

    def _unload_idle(self) -> None:
        """Takes games out of memory that no page shows and no engine plays; their files have them. A game
        whose world has changed since stays: its file would be read with the rules of today."""
        if self._files.folder is None:
            return
        idle = [identity for identity, game in self.games.items() if self._is_idle(game)]
        for identity in idle[: max(0, len(self.games) - MOST_LOADED + 1)]:
            self.games.pop(identity).release()

    def _is_idle(self, game: BoardGame) -> bool:
        return game.is_idle and self.worlds.is_current(game.table.game.variant)

    # --- saving ------------------------------------------------------------------------------------------

    def _save(self, game: BoardGame) -> None:
        """Saves a game; it is the last that was changed."""
        if game.is_deleted:  # what it waited for has come too late
            return
        entry, text = game.summary(), self._texts.setdefault(game, GameText())
        content = {
            "seats": asdict(game.seats),
            "is_helped": game.is_helped,
            **text.head(game.table),
        }
        self._keep_awake(game)
        self._files.note(entry)
        if not self._files.append(entry, content, text.change(game.table)):
            problem = self._files.write(entry, content, text.whole(game.table))
            if problem:
                game.warn(problem)
        self._changed(game)

    def _keep_awake(self, game: BoardGame) -> None:
        """Gives the memory of engines back that wait in other games for longer than those of most."""
        self._awake.pop(game, None)
        self._awake[game] = None
        for other in tuple(self._awake)[:-MOST_AWAKE]:
            if other.rest():
                del self._awake[other]

    def restore(self) -> None:
        """Finds the games that an earlier server has saved."""
        self._files.restore(MOST_GAMES)

    def _load(self, identity: str) -> BoardGame:
        """A saved game. Its engines wait until a person lets them go on. Raises `InputError`."""
        table, seats, is_helped = self._files.load(identity, self._restored)
        game = BoardGame(identity, table, seats, self.processors, self._programs, self._save)
        game.is_helped = is_helped
        self._keep_awake(game)
        game.is_paused = not table.mover.is_person or table.clock is not None
        return game

    def _restored(self, saved: Data, name: str) -> tuple[Table, Seats, bool]:
        try:
            starts = Starts(self.worlds.library, own=self.worlds.own)
            seats, record = Seats(**saved["seats"]), read_record(saved, starts)
            table = self._table(record.start, seats, self._seated_again)
            table.take_over(record)
            clocks = read_clocks(saved)
        except InputError as error:
            raise InputError(f"the saved game {name} cannot be continued: {error}") from error
        if table.clock is not None and clocks is not None:
            table.clock.set_back(clocks)
        return table, seats, saved.get("is_helped") is True

    async def close(self) -> None:
        """Ends all searches and programs."""
        for game in tuple(self.games.values()):
            await game.close()
        await self._programs.close()
