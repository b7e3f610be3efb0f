"""The SQLite file of the store: opened or created, locked, and its errors as messages for people."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote

APPLICATION = 0x54494C45
"""SQLite's `application_id` in our files: TILE in ASCII."""
SCHEMA_VERSION = 1
PATIENCE = 20.0
"""Seconds to wait for another program that is writing."""
STEPS = 10_000
"""The time limit of an answer is checked after this number of SQLite's own steps."""

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

_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, None)
"""Codes of a damaged file. SQLITE_ERROR: a table or a column is missing, for the statements themselves are
correct. None: a text that is not UTF-8, which Python finds and not SQLite."""


def _code(error: sqlite3.Error) -> int | None:
    """The primary error code of SQLite; None for an error of Python's own module."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


class Database:
    """The file of a store, and its connection.

    It may be used from several threads, and the file by several programs. All errors of the file end in an
    `InputError`. `patience` is the time in seconds to wait for other programs, and for an answer inside
    `in_time`. With `makes_folder`, a folder that is missing is made.
    """

    def __init__(self, path: Path, patience: float, *, makes_folder: bool) -> None:
        self.path = path
        self._patience = patience
        self._lock = threading.RLock()
        with self.readable_errors():
            if makes_folder:
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
            self._connection.close()

    def wait_for(self, patience: float) -> None:
        """Sets another patience from now on."""
        with self.readable_errors():
            self._patience = patience
            self._connection.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")

    def execute(self, statement: str, values: Iterable[object] = ()) -> sqlite3.Cursor:
        """Runs a statement, inside `transaction` or `readable_errors`."""
        return self._connection.execute(statement, tuple(values))

    def execute_many(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Runs a statement for each row of values."""
        self._connection.executemany(statement, rows)

    @contextmanager
    def transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        """All writes inside take effect together or not at all."""
        with self.readable_errors():
            self._connection.execute(f"BEGIN {kind}")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def in_time(self) -> Iterator[None]:
        """Ends a query when the patience is over: the caller may be in a game."""
        end = time.monotonic() + self._patience
        self._connection.set_progress_handler(lambda: time.monotonic() > end, STEPS)
        try:
            yield
        finally:
            self._connection.set_progress_handler(None, 0)

    def vacuum(self) -> None:
        """Returns free space to the system, unless others use the file; skipping it does no harm."""
        with self._lock:
            try:
                self._connection.execute("VACUUM")
            except sqlite3.OperationalError:
                return

    # --- opening ----------------------------------------------------------------------------------------

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
        with self.readable_errors():
            self._connection = sqlite3.connect(
                place,
                timeout=self._patience,
                isolation_level=None,
                check_same_thread=False,
                uri=place.startswith("file:/"),
            )
        try:
            self._open()
        except BaseException:
            self._connection.close()
            raise

    def _open(self) -> None:
        with self.readable_errors():
            with self.transaction("DEFERRED"):  # one consistent view: others may be creating it
                ours = self._is_ours()
            if not ours:
                self._write_ahead()
                with self.transaction():
                    if not self._is_ours():  # another program may have been faster
                        self._create()
            self._connection.execute("PRAGMA synchronous = NORMAL")

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
        if (
            application
            or version
            or self._connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        ):
            raise InputError(f"{self._name} is a database of another program, not a learning file")
        return False

    def _write_ahead(self) -> None:
        """Turns on the log that lets others read while one writes. SQLite itself does not wait for the short
        lock that this needs."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if _code(error) not in _LOCKED or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def _create(self) -> None:
        for statement in _SCHEMA.split(";"):
            self._connection.execute(statement)
        self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
        self._connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _pragma(self, name: str) -> int:
        return int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])

    # --- errors -----------------------------------------------------------------------------------------

    @property
    def _name(self) -> str:
        return quote(str(self.path), 200)

    @contextmanager
    def readable_errors(self) -> Iterator[None]:
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
            return f"{self._name} is not a learning file: it is not a database of SQLite"
        if code in _DAMAGED:
            return self.damage(str(error))
        if code == sqlite3.SQLITE_READONLY:
            return f"cannot write the learning file {self._name}: it or its folder is read-only"
        if code == sqlite3.SQLITE_CANTOPEN:
            return f"cannot open the learning file {self._name}: {self._why_not_opened()}"
        return f"cannot use the learning file {self._name}: {error}"

    def damage(self, what: str) -> str:
        """The message about content that no version of Tilefish writes."""
        return f"{self._name} is damaged ({what}): move it away, and a new one will be begun"

    def _why_not_opened(self) -> str:
        """The reason, which SQLite does not give."""
        if not self.path.parent.is_dir():
            return "its folder does not exist"
        return "neither it nor a file beside it can be written"
