"""The store of learning data: an SQLite file that several programs may use at once."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tilefish.game.game import Game
from tilefish.learning.keys import position_key, rules_key
from tilefish.learning.recording import Entry, entries, plays, result_of
from tilefish.learning.tally import Tally
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import Variant

APPLICATION = 0x54494C45
"""SQLite's `application_id` in our files: TILE in ASCII."""
SCHEMA_VERSION = 1
PATIENCE = 20.0
"""Seconds to wait for another program that is writing."""
STEPS = 10_000
"""The time limit of an answer is checked after this number of SQLite's own steps."""

MOST_MOVES = 2_000_000
"""The most moves that are kept; beyond this, moves with the fewest games go first, the oldest first among
them."""
FILL_AFTER_PRUNING = 0.8
FORGET_AFTER = 730
"""Days after which a move that was played in at most `RARE` games is forgotten."""
RARE = 2
PRUNE_EVERY = 40_000
"""Moves, at least, that are recorded between two checks of size and age, which read the whole file."""

_SCHEMA = """
CREATE TABLE worlds (
    id INTEGER PRIMARY KEY,
    rules TEXT NOT NULL UNIQUE,   -- see keys.rules_key
    name TEXT NOT NULL,           -- what the variant was called when it was played last
    games INTEGER NOT NULL
);
CREATE TABLE moves (
    world INTEGER NOT NULL REFERENCES worlds (id),
    position TEXT NOT NULL,       -- see keys.position_key
    move TEXT NOT NULL,
    wins INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    day INTEGER NOT NULL,         -- when it was played last, in days since 1970
    PRIMARY KEY (world, position, move)
) WITHOUT ROWID;
CREATE TABLE known (              -- games of files that are not to be counted twice
    world INTEGER NOT NULL REFERENCES worlds (id),
    digest BLOB NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (world, digest)
) WITHOUT ROWID;
"""

_ADD = """
INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET wins = wins + excluded.wins, losses = losses + excluded.losses,
    draws = draws + excluded.draws, day = max(day, excluded.day)
"""


@dataclass(frozen=True, slots=True)
class WorldStats:
    """The amount of data learned under one set of rules."""

    name: str
    rules: str
    games: int
    positions: int
    moves: int


class Lesson(NamedTuple):
    """A finished game in the form that is counted."""

    variant: Variant
    entries: list[Entry]
    digest: bytes | None = None
    """The name that identifies the game when it comes again; None: it is counted every time."""


def _added_up(found: Iterable[Entry]) -> Iterator[Entry]:
    """The entries of several games, with those of one move added up."""
    counts: dict[tuple[str, str], list[int]] = {}
    for position, move, tally in found:
        count = counts.setdefault((position, move), [0, 0, 0])
        count[0] += tally.wins
        count[1] += tally.losses
        count[2] += tally.draws
    return (Entry(*key, Tally(*count)) for key, count in counts.items())


def default_path() -> Path:
    """The default place of the store."""
    from platformdirs import user_data_path

    return user_data_path("tilefish") / "experience.sqlite3"


_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, None)
"""Codes of a damaged file. SQLITE_ERROR: a table or a column is missing, for the statements themselves are
correct. None: a text that is not UTF-8, which Python finds and not SQLite."""


def _code(error: sqlite3.Error) -> int | None:
    """The primary error code of SQLite; None for an error of Python's own module."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


class Store:
    """Results by position and move. Each game is one transaction: a program that is killed leaves whole
    games.

    It may be used from several threads, and the file by several programs. All errors of the file end in an
    `InputError`. `patience` is the time in seconds to wait for other programs, and for an answer about a
    position; `clock` gives the seconds since 1970.
    """

    def __init__(
        self,
        path: str | Path | None = None,
        *,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.path = default_path() if path is None else Path(path)
        self._patience = patience
        self._clock = clock
        self._lock = threading.RLock()
        self._until_pruning = PRUNE_EVERY
        with self._readable_errors():
            if path is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self._refuse_devices()
        try:
            self._connect(str(self.path))
        except InputError:
            if not self._is_read_only():
                raise
            self._connect_to_read()

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._database.close()

    def wait_for(self, patience: float) -> None:
        """Sets another patience from now on."""
        with self._readable_errors():
            self._patience = patience
            self._database.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- the file ----------------------------------------------------------------------------------------

    def _refuse_devices(self) -> None:
        """SQLite would accept a device as a file, and leave a journal beside it."""
        if self.path.exists() and not self.path.is_file():
            what = "a folder" if self.path.is_dir() else "a device, a pipe or a socket"
            raise InputError(f"cannot open the learning file {self._name}: it is {what}, expected a file")

    def _is_read_only(self) -> bool:
        """Whether the file exists, but it or its folder cannot be written."""
        effective = os.access in os.supports_effective_ids
        ways = ((self.path, os.W_OK), (self.path.parent, os.W_OK | os.X_OK))
        return self.path.is_file() and not all(
            os.access(place, way, effective_ids=effective) for place, way in ways
        )

    def _connect_to_read(self) -> None:
        """Opens a file where SQLite cannot write its log. Data that another program left in a log can only be
        read with that log; else the file is read as it is."""
        uri = self.path.absolute().as_uri()
        log = Path(f"{self.path}-wal")
        try:
            self._connect(f"{uri}?mode=ro")
        except InputError:
            if log.exists() and log.stat().st_size:
                raise
            self._connect(f"{uri}?immutable=1")

    def _connect(self, place: str) -> None:
        with self._readable_errors():
            self._database = sqlite3.connect(
                place,
                timeout=self._patience,
                isolation_level=None,
                check_same_thread=False,
                uri=place.startswith("file:/"),
            )
        try:
            self._open()
        except BaseException:
            self._database.close()
            raise

    def _open(self) -> None:
        with self._readable_errors():
            with self._transaction("DEFERRED"):  # one consistent view: others may be creating it
                ours = self._is_ours()
            if not ours:
                self._write_ahead()
                with self._transaction():
                    if not self._is_ours():  # another program may have been faster
                        self._create()
            self._database.execute("PRAGMA synchronous = NORMAL")

    def _is_ours(self) -> bool:
        """Whether the file is a store; False if it is new. Raises `InputError` for anything else."""
        application, version = self._pragma("application_id"), self._pragma("user_version")
        if application == APPLICATION:
            if version > SCHEMA_VERSION:
                raise InputError(
                    f"{self._name} was written by a later version of Tilefish (its schema is {version}, this "
                    f"version knows {SCHEMA_VERSION})"
                )
            return True
        if application or version or self._database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            raise InputError(f"{self._name} is a database of another program, not a learning file")
        return False

    def _write_ahead(self) -> None:
        """Turns on the log that lets others read while one writes. SQLite itself does not wait for the short
        lock that this needs."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if _code(error) not in _LOCKED or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def _create(self) -> None:
        for statement in _SCHEMA.split(";"):
            self._database.execute(statement)
        self._database.execute(f"PRAGMA application_id = {APPLICATION}")
        self._database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _pragma(self, name: str) -> int:
        return int(self._database.execute(f"PRAGMA {name}").fetchone()[0])

    @property
    def _name(self) -> str:
        return quote(str(self.path), 200)

    @contextmanager
    def _readable_errors(self) -> Iterator[None]:
        """Turns errors of SQLite and the system into messages for people."""
        try:
            with self._lock:
                yield
        except sqlite3.Error as error:
            raise InputError(self._complaint(error)) from error
        except (OSError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"cannot open the learning file {self._name}: {error}") from error

    def _complaint(self, error: sqlite3.Error) -> str:
        code = _code(error)
        if code in _LOCKED:
            return f"{self._name} was locked by another program for {self._patience:g} seconds"
        if code == sqlite3.SQLITE_INTERRUPT:
            return f"{self._name} gave no answer within {self._patience:g} seconds"
        if code == sqlite3.SQLITE_NOTADB:
            return f"{self._name} is no learning file: it is not a database of SQLite"
        if code in _DAMAGED:
            return self._damage(str(error))
        if code == sqlite3.SQLITE_READONLY:
            return f"cannot write the learning file {self._name}: it or its folder is read-only"
        if code == sqlite3.SQLITE_CANTOPEN:
            return f"cannot open the learning file {self._name}: {self._why_not_opened()}"
        return f"cannot use the learning file {self._name}: {error}"

    def _damage(self, what: str) -> str:
        return f"{self._name} is damaged ({what}): move it away, and a new one will be begun"

    def _why_not_opened(self) -> str:
        """The reason, which SQLite does not give."""
        if not self.path.parent.is_dir():
            return "its folder does not exist"
        return "neither it nor a file beside it can be written"

    @contextmanager
    def _transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        """All writes inside take effect together or not at all."""
        with self._readable_errors():
            self._database.execute(f"BEGIN {kind}")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """Ends a query when the patience is over: the caller may be in a game."""
        end = time.monotonic() + self._patience
        self._database.set_progress_handler(lambda: time.monotonic() > end, STEPS)
        try:
            yield
        finally:
            self._database.set_progress_handler(None, 0)

    # --- writing -----------------------------------------------------------------------------------------

    def record(self, game: Game, result: str | None = None) -> None:
        """Counts every move of a finished game. `result` is "1-0", "0-1" or "1/2-1/2", by default the one on
        the board."""
        found = list(entries(plays(game), result_of(game, result)))
        self.record_entries(game.variant, found)

    def record_entries(self, variant: Variant, found: list[Entry], digest: bytes | None = None) -> bool:
        """Counts a finished game by its entries. One with a known `digest` is skipped. Returns whether it was
        counted."""
        return self.record_games([Lesson(variant, found, digest)])[0]

    def record_games(self, games: Sequence[Lesson]) -> list[bool]:
        """The same for many games, all or none; returns which of them were counted."""
        with self._transaction():
            counted = self._count_new(games)
            new = [game for game, is_new in zip(games, counted, strict=True) if is_new]
            by_variant: dict[int, list[Lesson]] = {}
            for game in new:
                by_variant.setdefault(id(game.variant), []).append(game)
            for lessons in by_variant.values():
                found = sorted(_added_up(entry for lesson in lessons for entry in lesson.entries))
                self._add(lessons[0].variant, found, games=len(lessons))
        self._until_pruning -= sum(len(game.entries) for game in new)
        if self._until_pruning <= 0:
            self.prune()
        return counted

    def add(self, variant: Variant, found: Iterable[Entry], games: int = 0) -> None:
        """Adds counts to the stored ones, all or none; `games` is the number of games behind them."""
        with self._transaction():
            self._add(variant, found, games)
        self.prune()

    def _count_new(self, games: Iterable[Lesson]) -> list[bool]:
        """The games that are not known yet; from now on they are."""
        worlds: dict[int, int] = {}
        counted = []
        for variant, _, digest in games:
            if digest is None:
                counted.append(True)
                continue
            if id(variant) not in worlds:
                worlds[id(variant)] = self._world_to_write(variant, games=0)
            written = self._database.execute(
                "INSERT OR IGNORE INTO known VALUES (?, ?, ?)", (worlds[id(variant)], digest, self._today())
            )
            counted.append(written.rowcount == 1)
        return counted

    def _add(self, variant: Variant, found: Iterable[Entry], games: int) -> None:
        world, day = self._world_to_write(variant, games), self._today()
        self._database.executemany(
            _ADD,
            (
                (
                    world,
                    entry.position,
                    entry.move,
                    entry.tally.wins,
                    entry.tally.losses,
                    entry.tally.draws,
                    day,
                )
                for entry in found
            ),
        )

    def _world_to_write(self, variant: Variant, games: int) -> int:
        self._database.execute(
            "INSERT INTO worlds (rules, name, games) VALUES (?, ?, ?) "
            "ON CONFLICT (rules) DO UPDATE SET name = excluded.name, games = games + excluded.games",
            (rules_key(variant), variant.name, games),
        )
        world = self._world(variant)
        assert world is not None
        return world

    def _today(self) -> int:
        return int(self._clock() // 86400)

    def prune(
        self, most: int = MOST_MOVES, days: int = FORGET_AFTER, rare: int = RARE, *, vacuum: bool = False
    ) -> int:
        """Forgets moves of at most `rare` games that were not played for `days` days, and if more than `most`
        are left, those of the fewest games. Returns how many."""
        with self._transaction():
            gone = self._database.execute(
                "DELETE FROM moves WHERE day < ? AND wins + losses + draws <= ?", (self._today() - days, rare)
            ).rowcount
            left, excess = self._shrink(most)
            gone += excess
            self._until_pruning = max(PRUNE_EVERY, most - left)
            self._database.execute(
                "DELETE FROM known WHERE (world, digest) IN "
                "(SELECT world, digest FROM known ORDER BY day DESC LIMIT -1 OFFSET ?)",
                (most,),
            )
        if vacuum:
            self._vacuum()
        return gone

    def _shrink(self, most: int) -> tuple[int, int]:
        """The number of moves that are left, and of those that are gone."""
        count = int(self._database.execute("SELECT count(*) FROM moves").fetchone()[0])
        if count <= most:
            return count, 0
        gone = self._database.execute(
            "DELETE FROM moves WHERE (world, position, move) IN (SELECT world, position, move FROM moves "
            "ORDER BY wins + losses + draws, day, position, move LIMIT ?)",
            (count - int(most * FILL_AFTER_PRUNING),),
        ).rowcount
        return count - gone, gone

    def forget(self, variant: Variant | None = None) -> None:
        """Forgets everything, or everything about one set of rules; also the names of known games."""
        with self._transaction():
            if variant is None:
                for table in ("moves", "known", "worlds"):
                    self._database.execute(f"DELETE FROM {table}")
            else:
                world = self._world(variant)
                for table, column in (("moves", "world"), ("known", "world"), ("worlds", "id")):
                    self._database.execute(f"DELETE FROM {table} WHERE {column} = ?", (world,))
        self._vacuum()

    def _vacuum(self) -> None:
        """Returns free space to the system, unless others use the file; skipping it does no harm."""
        with self._lock:
            try:
                self._database.execute("VACUUM")
            except sqlite3.OperationalError:
                return

    # --- reading -----------------------------------------------------------------------------------------

    def at(self, game: Game) -> dict[str, Tally]:
        """The entries of the position of a game, by move, the most played first."""
        return self.of(game.variant, position_key(game))

    def of(self, variant: Variant, position: str) -> dict[str, Tally]:
        """The same for the key of a position."""
        with self._readable_errors(), self._in_time():
            rows = self._database.execute(
                "SELECT move, wins, losses, draws FROM moves JOIN worlds ON worlds.id = world "
                "WHERE rules = ? AND position = ? ORDER BY wins + losses + draws DESC, move",
                (rules_key(variant), position),
            ).fetchall()
        found = [self._entry(position, *row) for row in rows]
        return {entry.move: entry.tally for entry in found}

    def entries(self, variant: Variant) -> Iterator[Entry]:
        """All entries of one set of rules, in the order of positions and moves."""
        with self._readable_errors():
            rows = self._database.execute(
                "SELECT position, move, wins, losses, draws FROM moves WHERE world = ? "
                "ORDER BY position, move",
                (self._world(variant),),
            ).fetchall()
        return (self._entry(*row) for row in rows)

    def _entry(self, position: object, move: object, *counts: object) -> Entry:
        """A row of the file, which may be another program's work."""
        wins, losses, draws = counts
        if not (isinstance(position, str) and isinstance(move, str)):
            raise InputError(self._damage("a position or a move is no text"))
        if not (isinstance(wins, int) and isinstance(losses, int) and isinstance(draws, int)):
            raise InputError(self._damage("a count is no whole number"))
        if min(wins, losses, draws) < 0:
            raise InputError(self._damage("a count is negative"))
        return Entry(position, move, Tally(wins, losses, draws))

    def games(self, variant: Variant) -> int:
        """The number of recorded games under these rules."""
        return next((world.games for world in self.stats() if world.rules == rules_key(variant)), 0)

    def stats(self) -> list[WorldStats]:
        """The amount of data, by rules."""
        with self._readable_errors():
            rows = self._database.execute(
                "SELECT name, rules, games, count(DISTINCT position), count(position) "
                "FROM worlds LEFT JOIN moves ON world = id GROUP BY id ORDER BY name, rules"
            ).fetchall()
        worlds = [WorldStats(*row) for row in rows]
        if not all(isinstance(world.name, str) and isinstance(world.games, int) for world in worlds):
            raise InputError(self._damage("a variant has no name or no number of games"))
        return worlds

    def _world(self, variant: Variant) -> int | None:
        row = self._database.execute(
            "SELECT id FROM worlds WHERE rules = ?", (rules_key(variant),)
        ).fetchone()
        return None if row is None else int(row[0])
