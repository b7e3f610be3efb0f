"""The options of the engine: what the GUI is told of them, and what a `setoption` line means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

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
from tilefish.rules.errors import InputError, nearest
from tilefish.rules.messages import quote

STRENGTH = frozenset(
    ("UCI_AnalyseMode", "Skill Level", "UCI_LimitStrength", "UCI_Elo", "Difficulty", "Act", "Agent")
)
"""The options that say how strongly to play."""


@dataclass(slots=True)
class Option:
    """One option and its present value. `kind` is UCI's type."""

    name: str
    kind: str
    default: str = ""
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    value: str = field(init=False)

    def __post_init__(self) -> None:
        self.value = self.default

    def declaration(self) -> str:
        """The line that tells a GUI of it."""
        words = [f"option name {self.name} type {self.kind}"]
        if self.kind != "button":
            words.append(f"default {self.default or ('<empty>' if self.kind == 'string' else '')}".rstrip())
        if self.kind == "spin":
            words.append(f"min {self.least} max {self.most}")
        words += [f"var {choice}" for choice in self.choices]
        return " ".join(words)

    def read(self, text: str) -> str:
        """The value that a text means for this option."""
        if self.kind == "check":
            return self._one_of(text, ("true", "false"))
        if self.kind == "combo":
            return self._one_of(text, self.choices)
        if self.kind == "spin":
            is_number = text.isascii() and text.isdigit() and len(text) < 10
            if not (is_number and self.least <= int(text) <= self.most):
                raise InputError(
                    f"{self.name} is {quote(text)}, a whole number from {self.least} to {self.most} is right"
                )
            return str(int(text))
        return "" if text == "<empty>" else text

    def _one_of(self, text: str, choices: Iterable[str]) -> str:
        for choice in choices:
            if choice.lower() == text.lower():
                return choice
        raise InputError(
            f"{self.name} is {quote(text)}{nearest(text, choices)}, right is one of {', '.join(choices)}"
        )


class Options:
    """All options by name; names are understood in either case."""

    def __init__(self, variants: Iterable[str]) -> None:
        options = (
            Option("UCI_Variant", "combo", "chess", choices=tuple(variants)),
            Option("UCI_Chess960", "check", "false"),
            Option("VariantPath", "string"),
            Option("World", "string"),
            Option("Pieces", "string"),
            Option("Threads", "spin", "1", 1, MAX_THREADS),
            Option("Hash", "spin", "16", 1, MAX_HASH),
            Option("Clear Hash", "button"),
            Option("MultiPV", "spin", "1", 1, 500),
            Option("Ponder", "check", "false"),
            Option("Move Overhead", "spin", "20", 0, 5000),
            Option("UCI_AnalyseMode", "check", "false"),
            Option("UCI_ShowWDL", "check", "false"),
            Option("Skill Level", "spin", str(BEST_SKILL), 0, BEST_SKILL),
            Option("UCI_LimitStrength", "check", "false"),
            Option("UCI_Elo", "spin", str(LOWEST_ELO), LOWEST_ELO, HIGHEST_ELO),
            Option("Difficulty", "combo", "Off", choices=tuple(DIFFICULTIES)),
            Option("Act", "combo", "Off", choices=tuple(ACTS)),
            Option("Agent", "combo", "Full", choices=tuple(AGENTS)),
            Option("Explain", "check", "false"),
            Option("Learning", "check", "false"),
            Option("LearnFile", "string"),
            Option("OwnBook", "check", "false"),
            Option("BookFile", "string"),
            Option("SyzygyPath", "string"),
            Option("Debug Log File", "string"),
        )
        self._options = {option.name.lower(): option for option in options}

    def keep_as_defaults(self) -> None:
        """Makes the present values the defaults. A GUI may send back every default that it reads, and would
        undo what it had set before it asked for them."""
        for option in self._options.values():
            option.default = option.value

    def declarations(self) -> list[str]:
        """The lines that answer `uci`."""
        return [option.declaration() for option in self._options.values()]

    def __getitem__(self, name: str) -> Option:
        return self._options[name.lower()]

    def text(self, name: str) -> str:
        """The value of an option."""
        return self[name].value

    def number(self, name: str) -> int:
        """The value of a spin option."""
        return int(self[name].value)

    def flag(self, name: str) -> bool:
        """The value of a check option."""
        return self[name].value == "true"

    def level(self) -> Level:
        """How strongly to play by all options that say so. Analysis is at full strength; an Elo takes the
        place of a skill; for the rest, what is stricter counts."""
        if self.flag("UCI_AnalyseMode"):
            return FULL
        if self.flag("UCI_LimitStrength"):
            skill = elo_level(self.number("UCI_Elo"))
        else:
            skill = skill_level(self.number("Skill Level"))
        return strictest(
            skill,
            DIFFICULTIES[self.text("Difficulty")],
            ACTS[self.text("Act")],
            AGENTS[self.text("Agent")],
        )

    def understand(self, words: list[str]) -> tuple[Option, str]:
        """The option and the value that a `setoption` line names, in words after that word."""
        if not words or words[0] != "name":
            raise InputError("setoption wants: setoption name NAME value VALUE")
        end = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:end]), " ".join(words[end + 1 :])
        option = self._options.get(name.lower())
        if option is None:
            known = [known.name for known in self._options.values()]
            raise InputError(f"there is no option {quote(name)}{nearest(name, known)}; try uci for a list")
        return option, option.read(value)
