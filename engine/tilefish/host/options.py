"""The options of the engine: typed values with limits. A protocol reads and writes their texts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from tilefish.engine.engine import MAX_HASH, MAX_THREADS
from tilefish.engine.levels import (
    ACTS,
    AGENTS,
    BEST_SKILL,
    DIFFICULTIES,
    FULL,
    HIGHEST_ELO,
    LOWEST_ELO,
    Level,
    elo_level,
    skill_level,
    strictest,
)
from tilefish.rules.errors import OptionError, nearest
from tilefish.rules.messages import quote

MOST_LINES = 500
"""The most lines of a search that MultiPV can ask for."""
MOST_OVERHEAD = 5000
_MOST_DIGITS = 9

Value = TypeVar("Value", bool, int, str)


class Option(ABC, Generic[Value]):
    """One option: its name, its default and its present value."""

    def __init__(self, name: str, default: Value) -> None:
        self.name = name
        self.default: Value = default
        self.value: Value = default

    @abstractmethod
    def read(self, text: str) -> Value:
        """The value that a text means. Raises `OptionError` for an invalid text."""

    @property
    def text(self) -> str:
        """The value as a text that `read` understands."""
        return str(self.value)


class Flag(Option[bool]):
    """On or off."""

    def __init__(self, name: str) -> None:
        super().__init__(name, False)

    def read(self, text: str) -> bool:
        """Reads true or false, in either case."""
        return _one_of(self.name, text, ("true", "false")) == "true"

    @property
    def text(self) -> str:
        """`true` or `false`."""
        return "true" if self.value else "false"


class Number(Option[int]):
    """A whole number within its limits."""

    def __init__(self, name: str, default: int, least: int, most: int) -> None:
        super().__init__(name, default)
        self.least = least
        self.most = most

    def read(self, text: str) -> int:
        """Reads a whole number."""
        is_number = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
        if not (is_number and self.least <= int(text) <= self.most):
            expected = f"a whole number from {self.least} to {self.most}"
            message = f"{self.name} is {quote(text)}: expected {expected}"
            raise OptionError(message, self.name, text, expected)
        return int(text)


class Choice(Option[str]):
    """One of some words."""

    def __init__(self, name: str, default: str, choices: Iterable[str]) -> None:
        super().__init__(name, default)
        self.choices = tuple(choices)

    def read(self, text: str) -> str:
        """Reads one of the words, in either case."""
        return _one_of(self.name, text, self.choices)


class Text(Option[str]):
    """Any text, such as a path. Empty at first."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "")

    def read(self, text: str) -> str:
        """Reads a text; `<empty>` means none."""
        return "" if text == "<empty>" else text


class Button(Option[str]):
    """No value: setting it presses it."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "")

    def read(self, text: str) -> str:
        """Accepts any text: the button is pressed."""
        return ""


AnyOption = Option[bool] | Option[int] | Option[str]


class Options:
    """All options, in the order in which a protocol lists them."""

    def __init__(self, variants: Iterable[str]) -> None:
        self.variant = Choice("UCI_Variant", "chess", variants)
        self.chess960 = Flag("UCI_Chess960")
        self.variant_path = Text("VariantPath")
        self.world = Text("World")
        self.pieces = Text("Pieces")
        self.threads = Number("Threads", 1, 1, MAX_THREADS)
        self.hash = Number("Hash", 16, 1, MAX_HASH)
        self.clear_hash = Button("Clear Hash")
        self.lines = Number("MultiPV", 1, 1, MOST_LINES)
        self.ponder = Flag("Ponder")
        self.overhead = Number("Move Overhead", 20, 0, MOST_OVERHEAD)
        self.analyse_mode = Flag("UCI_AnalyseMode")
        self.show_wdl = Flag("UCI_ShowWDL")
        self.skill = Number("Skill Level", BEST_SKILL, 0, BEST_SKILL)
        self.limit_strength = Flag("UCI_LimitStrength")
        self.elo = Number("UCI_Elo", LOWEST_ELO, LOWEST_ELO, HIGHEST_ELO)
        self.difficulty = Choice("Difficulty", "Off", DIFFICULTIES)
        self.act = Choice("Act", "Off", ACTS)
        self.agent = Choice("Agent", "Full", AGENTS)
        self.explain = Flag("Explain")
        self.learning = Flag("Learning")
        self.learn_file = Text("LearnFile")
        self.own_book = Flag("OwnBook")
        self.book_file = Text("BookFile")
        self.syzygy_path = Text("SyzygyPath")
        self._by_name: dict[str, AnyOption] = {
            option.name.lower(): option for option in vars(self).values() if isinstance(option, Option)
        }

    def __iter__(self) -> Iterator[AnyOption]:
        return iter(self._by_name.values())

    def add(self, option: AnyOption) -> None:
        """Adds an option that only one protocol has."""
        self._by_name[option.name.lower()] = option

    def find(self, name: str) -> AnyOption:
        """The option of that name, in either case. Raises `OptionError` if there is none."""
        option = self._by_name.get(name.lower())
        if option is None:
            known = [option.name for option in self]
            message = f"there is no option {quote(name)}{nearest(name, known)}"
            raise OptionError(message, name, None, f"one of {', '.join(known)}")
        return option

    def keep_as_defaults(self) -> None:
        """Makes the present values the defaults. A GUI may send back every default that it reads, and would
        undo what was set before it asked for them."""
        for option in self:
            option.default = option.value

    def level(self) -> Level:
        """The playing strength that follows from all options about it. Analysis is at full strength; an Elo
        replaces a skill; otherwise the stricter option counts."""
        if self.analyse_mode.value:
            return FULL
        skill = elo_level(self.elo.value) if self.limit_strength.value else skill_level(self.skill.value)
        return strictest(
            skill, DIFFICULTIES[self.difficulty.value], ACTS[self.act.value], AGENTS[self.agent.value]
        )


def _one_of(name: str, text: str, choices: Iterable[str]) -> str:
    for choice in choices:
        if choice.lower() == text.lower():
            return choice
    expected = f"one of {', '.join(choices)}"
    message = f"{name} is {quote(text)}{nearest(text, choices)}: expected {expected}"
    raise OptionError(message, name, text, expected)
