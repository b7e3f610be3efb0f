"""The store of learning data: an SQLite file that several programs may use at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tilefish.game.game import Game
from tilefish.learning.database import PATIENCE, Database
from tilefish.learning.keys import position_key, rules_key
from tilefish.learning.recording import Entry, entries, plays, result_of
from tilefish.learning.tally import Tally
from tilefish.rules.errors import InputError
from tilefish.rules.model.variant import Variant

MOST_MOVES = 2_000_000
"""The most moves that are kept; beyond this, moves with the fewest games go first, the oldest first among
them."""
FILL_AFTER_PRUNING = 0.8
FORGET_AFTER = 730
"""Days after which a move that was played in at most `RARE` games is forgotten."""
RARE = 2
PRUNE_EVERY = 40_000
"""Moves, at least, that are recorded between two checks of size and age, which read the whole file."""

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
        place = default_path() if path is None else Path(path)
        self._clock = clock
        self._until_pruning = PRUNE_EVERY
        self._database = Database(place, patience, makes_folder=path is None)

    @property
    def path(self) -> Path:
        """The file."""
        return self._database.path

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    def wait_for(self, patience: float) -> None:
        """Sets another patience from now on."""
        self._database.wait_for(patience)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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
        with self._database.transaction():
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
        with self._database.transaction():
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
        self._database.execute_many(
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
        with self._database.transaction():
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
            self._database.vacuum()
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
        with self._database.transaction():
            if variant is None:
                for table in ("moves", "known", "worlds"):
                    self._database.execute(f"DELETE FROM {table}")
            else:
                world = self._world(variant)
                for table, column in (("moves", "world"), ("known", "world"), ("worlds", "id")):
                    self._database.execute(f"DELETE FROM {table} WHERE {column} = ?", (world,))
        self._database.vacuum()

    # --- reading -----------------------------------------------------------------------------------------

    def at(self, game: Game) -> dict[str, Tally]:
        """The entries of the position of a game, by move, the most played first."""
        return self.of(game.variant, position_key(game))

    def of(self, variant: Variant, position: str) -> dict[str, Tally]:
        """The same for the key of a position."""
        with self._database.readable_errors(), self._database.in_time():
            rows = self._database.execute(
                "SELECT move, wins, losses, draws FROM moves JOIN worlds ON worlds.id = world "
                "WHERE rules = ? AND position = ? ORDER BY wins + losses + draws DESC, move",
                (rules_key(variant), position),
            ).fetchall()
        found = [self._entry(position, *row) for row in rows]
        return {entry.move: entry.tally for entry in found}

    def entries(self, variant: Variant) -> Iterator[Entry]:
        """All entries of one set of rules, in the order of positions and moves."""
        with self._database.readable_errors():
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
            raise InputError(self._database.damage("a position or a move is not text"))
        if not (isinstance(wins, int) and isinstance(losses, int) and isinstance(draws, int)):
            raise InputError(self._database.damage("a count is not a whole number"))
        if min(wins, losses, draws) < 0:
            raise InputError(self._database.damage("a count is negative"))
        return Entry(position, move, Tally(wins, losses, draws))

    def games(self, variant: Variant) -> int:
        """The number of recorded games under these rules."""
        return next((world.games for world in self.stats() if world.rules == rules_key(variant)), 0)

    def stats(self) -> list[WorldStats]:
        """The amount of data, by rules."""
        with self._database.readable_errors():
            rows = self._database.execute(
                "SELECT name, rules, games, count(DISTINCT position), count(position) "
                "FROM worlds LEFT JOIN moves ON world = id GROUP BY id ORDER BY name, rules"
            ).fetchall()
        worlds = [WorldStats(*row) for row in rows]
        if not all(isinstance(world.name, str) and isinstance(world.games, int) for world in worlds):
            raise InputError(self._database.damage("a variant has no name or no number of games"))
        return worlds

    def _world(self, variant: Variant) -> int | None:
        row = self._database.execute(
            "SELECT id FROM worlds WHERE rules = ?", (rules_key(variant),)
        ).fetchone()
        return None if row is None else int(row[0])
