"""Reading the keys of a file with their types. Every mistake is reported, none stops the reading.

A `FileSection` gives typed values of one section and falls back on a default for a missing or wrong one; a
`ProblemReport` has the place of each key and collects the problems.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeGuard, TypeVar

from tilefish.rules.errors import Problem, nearest
from tilefish.rules.files.toml_lines import KeyPath
from tilefish.rules.messages import listing, listing_of_names, quote

Choice = TypeVar("Choice", bound=str)
Value = TypeVar("Value")

Origins = dict[KeyPath, tuple[str, int]]
"""File and line of each key."""

MAX_TEXT = 20_000

HARMLESS_KEYS = frozenset(("title", "rules", "source", "end", "evaluation", "odds"))
"""Keys whose problems do not prevent a check of the start position."""


class ProblemReport:
    """The problems of a file and of those that it extends."""

    def __init__(self, file: str, origins: Origins, problems: Iterable[Problem] = (), complete: bool = True):
        self.file = file
        self._problems = dict.fromkeys(problems)
        self.complete = complete
        """Whether everything that the file extends was found: else no key can be reported as missing."""
        self._origins = origins
        self.is_playable = True
        """Whether the game itself has no problems: only titles, texts, ends or weights have some."""

    def add(self, message: str, *paths: KeyPath) -> None:
        """Adds a problem, at the first of those keys that is in the file itself, else where the first one was
        inherited from."""
        self.add_harmless(message, *paths)
        if paths and paths[0][0] not in HARMLESS_KEYS:
            self.is_playable = False

    def add_harmless(self, message: str, *paths: KeyPath) -> None:
        """The same for a key that the game does not need."""
        file, line = self._place(paths)
        self._problems[Problem(file, line, message)] = None

    @property
    def problems(self) -> list[Problem]:
        """All problems, each once."""
        return list(self._problems)

    def says(self, path: KeyPath) -> bool:
        """Whether the file itself has this key."""
        return self._origins.get(path, ("", 0))[0] == self.file

    def _place(self, paths: Sequence[KeyPath]) -> tuple[str, int]:
        for path in paths:
            for part in _with_parents(path):
                if self.says(part):
                    return self._origins[part]
        inherited = (part for path in paths for part in _with_parents(path) if part in self._origins)
        return next((self._origins[part] for part in inherited), (self.file, 0))


def _with_parents(path: KeyPath) -> list[KeyPath]:
    """The path and its parents, without the section: its place says little about one of its keys."""
    return [path] if len(path) == 1 else [path[:length] for length in range(len(path), 1, -1)]


class FileSection:
    """One section of the file, or one table inside it."""

    def __init__(self, data: dict[str, object], path: KeyPath, report: ProblemReport) -> None:
        self.data = data
        self.path = path
        self.report = report

    @property
    def title(self) -> str:
        """Its name in messages."""
        return f"[{'.'.join(self.path)}]" if self.path else "a variant"

    def problem(self, key: str, message: str) -> None:
        """Reports a problem with one key."""
        self.report.add(message, (*self.path, key))

    def check_keys(self, known: Sequence[str]) -> None:
        """Reports every unknown key."""
        for key in self.data:
            if key not in known:
                hint = nearest(key, known) or f"; known are {listing_of_names(known)}"
                message = f"{self.title} has no key {quote(key)}{hint}"
                self.report.add_harmless(message, (*self.path, key))

    def need(self, key: str, message: str) -> None:
        """Reports a problem if the key is missing."""
        if key not in self.data and self.report.complete:
            self.problem(key, message)

    def text(self, key: str, example: str) -> str | None:
        """A text, or None."""
        value = self._typed(key, str, f'a text, such as {key} = "{example}"')
        if value is not None and len(value) > MAX_TEXT:
            self.problem(key, f"{key} is longer than {MAX_TEXT} letters")
            return None
        controls = [letter for letter in value or "" if not letter.isprintable() and letter != "\n"]
        if controls:
            self.problem(key, f"{key} has the control character {quote(controls[0])} in it, take it out")
            return None
        return value

    def choice(self, key: str, choices: tuple[Choice, ...]) -> Choice | None:
        """One of a few words, or None."""
        value = self.text(key, choices[0])
        chosen = next((choice for choice in choices if choice == value), None)
        if value is not None and chosen is None:
            expected = f"expected one of {listing(choices)}"
            self.problem(key, f"{key} is {quote(value)}: {expected}{nearest(value, choices)}")
        return chosen

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._typed(key, bool, "true or false")
        return default if value is None else value

    def number(self, key: str, example: str, most: int) -> int | None:
        """A whole number from `-most` to `most`, or None."""
        value = self.data.get(key)
        if value is None:
            return None
        if is_number(value) and -most <= value <= most:
            return value
        self.wrong(key, f"a whole number from {-most} to {most}, such as {key} = {example}")
        return None

    def between(self, key: str, usual: int, least: int, most: int) -> int:
        """A whole number in a range, or the default."""
        value = self.data.get(key)
        if value is None:
            return usual
        if is_number(value) and least <= value <= most:
            return value
        self.wrong(key, f"a whole number from {least} to {most}, such as {key} = {usual}")
        return usual

    def numbers(self, key: str, example: str, size: int, most: int) -> tuple[int, ...] | None:
        """A list of `count` whole numbers, from `-most` to `most`, or None."""
        right = f"{size} whole numbers from {-most} to {most}, such as {key} = {example}"
        value = self._typed(key, list, right)
        if value is None:
            return None
        if len(value) != size or not all(is_number(number) and -most <= number <= most for number in value):
            self.problem(key, f"{key} is {value_in_short(value)}: expected {right}")
            return None
        return tuple(value)

    def words(self, key: str, example: str) -> tuple[str, ...] | None:
        """A list of texts, or None."""
        right = f"a list of texts, such as {key} = {example}"
        value = self._typed(key, list, right)
        wrong = next((word for word in value or () if not isinstance(word, str)), None)
        if wrong is not None:
            self.problem(key, f"{key} has {value_in_short(wrong)} in it: expected {right}")
            return None
        return None if value is None else tuple(value)

    def table(self, key: str, example: str) -> FileSection | None:
        """A table inside this one, or None."""
        value = self._typed(key, dict, f"a table, such as {example}")
        return None if value is None else FileSection(value, (*self.path, key), self.report)

    def rows(self, key: str) -> list[object] | None:
        """A list whose elements the caller checks, or None."""
        return self._typed(key, list, f"a list of rows, such as {key} = [[0, 5], [5, 0]]")

    def wrong(self, key: str, right: str) -> None:
        """Reports that a key has a value of the wrong type."""
        self.problem(key, f"{key} is {value_in_short(self.data[key])}: expected {right}")

    def _typed(self, key: str, wanted: type[Value], right: str) -> Value | None:
        value = self.data.get(key)
        if value is None or isinstance(value, wanted):
            return value
        self.wrong(key, right)
        return None


def is_number(value: object) -> TypeGuard[int]:
    """Whether this is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def value_in_short(value: object) -> str:
    """A wrong value, as text for a message."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"the number {value}" if abs(value) < 10**9 else "a huge number"
    if isinstance(value, float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text {quote(value, 30)}"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    return "a table" if isinstance(value, dict) else "a date or time"
