"""`Results`: what persons made of their games against engines, by world and level.

They are one file beside the saved games, written whole or not at all. A game is counted once, with its first
end, also if moves are taken back after that. It is known by its identity, so that a server that was killed
between two files counts nothing twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from tilefish.files import write_atomically
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote

FILE = "results.json"
VERSION = 1
MOST_ROWS = 5000
"""The most pairs of a world and a level that are kept, those that were played last."""
MOST_KNOWN = 1000
"""The games whose identities are kept: more than a server ever saves."""

Ending = Literal["wins", "draws", "losses"]
ENDINGS: tuple[Ending, ...] = ("wins", "draws", "losses")


@dataclass(frozen=True, slots=True)
class ResultScore:
    """Games by their results; `helped` of all these were played with moves taken back, or with hints."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    helped: int = 0

    def __add__(self, other: ResultScore) -> ResultScore:
        return ResultScore(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.helped + other.helped,
        )


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game of a person against an engine that is over."""

    identity: str
    world: str
    level: str
    ending: Ending
    is_helped: bool


class Results:
    """The results of one folder; without one, they last as long as the server."""

    def __init__(self, folder: Path | None, complain: Callable[[str], None]) -> None:
        self._path = None if folder is None else folder / FILE
        self._complain = complain
        self._scores: dict[tuple[str, str], ResultScore] = {}
        """By world and level, those that were played last at the end."""
        self._known: dict[str, None] = {}
        """The identities of the games that were counted, in their order."""

    def restore(self) -> None:
        """Reads what an earlier server has written. A file that cannot be read is reported and moved aside,
        so that nothing is written over it."""
        if self._path is None or not self._path.exists():
            return
        try:
            self._scores, self._known = _read(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            aside = self._path.with_suffix(".damaged.json")
            self._complain(
                f"{quote(str(self._path), 200)} cannot be read, and is kept as {aside.name}: {error}"
            )
            try:
                self._path.replace(aside)
            except OSError:
                self._path = None  # it stays as it is, and nothing is saved

    def count(self, game: FinishedGame) -> bool:
        """Counts a game. Returns whether it is a new one."""
        if game.identity in self._known:
            return False
        self._known[game.identity] = None
        key = (game.world, game.level)
        one = replace(ResultScore(helped=int(game.is_helped)), **{game.ending: 1})
        self._scores[key] = self._scores.pop(key, ResultScore()) + one
        if len(self._scores) > MOST_ROWS:
            del self._scores[next(iter(self._scores))]
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        self._save()
        return True

    def forget(self, world: str = "") -> None:
        """Forgets the results of a world, or all. Games that were counted are not counted again."""
        self._scores = {key: score for key, score in self._scores.items() if world and key[0] != world}
        self._save()

    def rows(self) -> Iterator[tuple[str, str, ResultScore]]:
        """World, level and score, by what was played last."""
        return ((*key, score) for key, score in reversed(self._scores.items()))

    def _save(self) -> None:
        if self._path is None:
            return
        rows = [
            {"world": world, "level": level, **{name: getattr(score, name) for name in (*ENDINGS, "helped")}}
            for (world, level), score in self._scores.items()
        ]
        text = json.dumps({"version": VERSION, "results": rows, "counted": list(self._known)})
        try:
            write_atomically(self._path, text)
        except OSError as error:
            self._complain(f"cannot save results in {quote(str(self._path), 200)}: {error.strerror or error}")


def _read(text: str) -> tuple[dict[tuple[str, str], ResultScore], dict[str, None]]:
    """What a file says. Raises `ValueError` for another one."""
    try:
        saved = json.loads(text)
    except RecursionError:
        raise InputError("it is not a file of results") from None
    if not isinstance(saved, dict) or saved.get("version") != VERSION:
        raise InputError("it is not a file of results that this version has saved")
    rows, known = saved.get("results"), saved.get("counted")
    if not isinstance(rows, list) or not isinstance(known, list):
        raise InputError("results or games are missing")
    if not all(isinstance(identity, str) for identity in known):
        raise InputError("the identity of a game is not a text")
    return dict(map(_row, rows[-MOST_ROWS:])), dict.fromkeys(known[-MOST_KNOWN:])


def _row(row: Any) -> tuple[tuple[str, str], ResultScore]:
    if not isinstance(row, dict):
        raise InputError("a result is not an object")
    world, level = row.get("world"), row.get("level")
    counts = [row.get(name) for name in (*ENDINGS, "helped")]
    if not isinstance(world, str) or not isinstance(level, str):
        raise InputError("a result has no world or no level")
    numbers = [
        count for count in counts if isinstance(count, int) and not isinstance(count, bool) and count >= 0
    ]
    if len(numbers) != len(counts):
        raise InputError(f"the result of {quote(world)} has a count that is not a whole number")
    return (world, level), ResultScore(*numbers)
