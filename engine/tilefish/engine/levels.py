"""The playing strength of the engine: the meaning of an option for strength, and of several of them together.
A `Level` caps a search, and says how far the choice among its lines may stray from the best."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from random import Random
from typing import TypeVar

from tilefish.core.search.searcher import EVERYTHING, TECHNIQUES
from tilefish.rules.errors import OptionError, nearest
from tilefish.rules.messages import quote
from tilefish.rules.model.win_rate import MATE_SCORE

MATE_STEP = 100
"""A mate is worth this number of centipawns less than `MATE_SCORE` for each move until it: a level that
compares moves also distinguishes a short mate from a long one."""
WORST_LOSS = 1000
"""A loss of more than a queen counts as the loss of a queen: so weak levels overlook mates at times."""
ALL_LINES = 1 << 16
"""No position has as many moves."""


@dataclass(frozen=True, slots=True)
class Level:
    """Limits of a search, and its choice among its lines. The default is full strength."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    """A cap on the thinking time, whatever the clock says; not for a search without end."""
    lines: int = 1
    """The choice is among this number of best lines."""
    noise: int = 0
    """The score of a line is misjudged by up to this number of centipawns either way."""
    temperature: float = 0
    """The chance of a line falls by the factor e for each loss of this number of centipawns."""
    techniques: int = EVERYTHING

    @property
    def strays(self) -> bool:
        """Whether another line than the best may be chosen."""
        return self.lines > 1 and (self.noise > 0 or self.temperature > 0)

    @property
    def is_counted(self) -> bool:
        """Whether work is capped, and not time alone. One thread searches then, so that a machine with more
        threads plays no better."""
        return self.depth is not None or self.nodes is not None

    def choose(self, worths: Sequence[int], rng: Random) -> int:
        """The index of the line to play, by their scores, best first."""
        felt = [worth + rng.uniform(-self.noise, self.noise) for worth in worths]
        best = max(felt)
        if not self.temperature:
            return felt.index(best)
        losses = (min(best - worth, WORST_LOSS) for worth in felt)
        chances = [math.exp(-loss / self.temperature) for loss in losses]
        return rng.choices(range(len(felt)), chances)[0]


FULL = Level()


def worths(lines: Iterable[tuple[int, int | None]]) -> list[int]:
    """The values of lines in centipawns, from their scores and mates. The search's order stays: a line whose
    score is higher than that of the line before it was searched less deeply."""
    found: list[int] = []
    for score, mate in lines:
        worth = score
        if mate is not None:
            worth = int(math.copysign(MATE_SCORE - MATE_STEP * abs(mate), mate))
        found.append(min([worth, *found[-1:]]))
    return found


def strictest(*levels: Level) -> Level:
    """Combines the levels: every cap holds, and every kind of mistake stays."""
    return Level(
        depth=_least(level.depth for level in levels),
        nodes=_least(level.nodes for level in levels),
        seconds=_least(level.seconds for level in levels),
        lines=max(level.lines for level in levels),
        noise=max(level.noise for level in levels),
        temperature=max(level.temperature for level in levels),
        techniques=reduce(and_, (level.techniques for level in levels)),
    )


_Number = TypeVar("_Number", int, float)


def _least(numbers: Iterable[_Number | None]) -> _Number | None:
    return min((number for number in numbers if number is not None), default=None)


# --- historical agents, acts and difficulties ---------------------------------------------------------------


def _with(*names: str) -> int:
    """The mask of some techniques."""
    return sum(1 << TECHNIQUES.index(name) for name in names)


_STANDARD = ("table", "killers", "star1", "star2")  # without windows, dice would take minutes
_QUIESCENCE = (*_STANDARD, "quiescence", "exchange-pruning", "delta-pruning")

AGENTS = {
    "Full": FULL,
    "Endgame": Level(techniques=_with(*_QUIESCENCE, "endgames")),
    "Quiescence": Level(techniques=_with(*_QUIESCENCE)),
    "Standard": Level(techniques=_with(*_STANDARD)),
}
"""The search of today, and as it was at three times: alpha-beta deepened iteratively, later with quiescence,
later with knowledge of endgames; those have no null moves, reductions, extensions or forward pruning."""

ACTS = {
    "Off": FULL,
    "1": Level(depth=2),
    "2": Level(depth=3),
    "3": Level(depth=4),
    "Final": Level(depth=5, nodes=5_000_000),
}
"""The acts of the game, by the plies that its engine searches. With dice five plies of a few positions need
more nodes than that: there the last act plays the best action so far."""

DIFFICULTIES = {
    "Off": FULL,
    # sees what its move takes, but no answer: not that the piece taken was defended
    "Beginner": Level(depth=1, lines=ALL_LINES, noise=50, techniques=0),
    # miscounts exchanges, which end for it with its own second move: following them to their end, three plies
    # would be too strong for a first opponent by 300 Elo
    "Easy": Level(depth=3, seconds=0.5, lines=ALL_LINES, noise=30, techniques=AGENTS["Standard"].techniques),
    "Medium": Level(depth=5, seconds=2, lines=ALL_LINES, noise=15),
    "Hard": Level(depth=8, seconds=10),
    "Grandmaster": Level(seconds=30),
}
"""Caps on depth and on time, whichever is reached first, and noise. Where there is noise all lines are
searched: the misjudged moves are then those that are near the best, whatever their number. docs/uci.md has
the measured strength of the names."""


# --- skill and Elo ------------------------------------------------------------------------------------------

BEST_SKILL = 20


def skill_level(skill: float) -> Level:
    """A skill from 0 to 20, which is full strength. Fractions lie between their neighbours."""
    if skill >= BEST_SKILL:
        return FULL
    return Level(
        nodes=round(700 * 1.22**skill),
        lines=round(8 - skill / 5),
        temperature=300 * 0.8**skill,
    )


LOWEST_ELO, ELO_PER_SKILL = 925, 57
"""A straight line through the measured strength of skills against Stockfish; docs/uci.md has the numbers."""
HIGHEST_ELO = LOWEST_ELO + ELO_PER_SKILL * (BEST_SKILL - 1)


def elo_level(elo: int) -> Level:
    """The level that plays like an Elo from the lowest to the highest one."""
    return skill_level((elo - LOWEST_ELO) / ELO_PER_SKILL)


def level_named(name: str) -> Level:
    """The level of a short name: `skill5`, `elo1500`, `easy`, `act1`, `standard`, `full`. Raises
    `OptionError`."""
    elo = name.lower().removeprefix("elo")
    if elo != name.lower() and elo.isascii() and elo.isdigit():
        if len(elo) > 4 or not LOWEST_ELO <= int(elo) <= HIGHEST_ELO:
            expected = f"from {LOWEST_ELO} to {HIGHEST_ELO}"
            raise OptionError(f"an Elo is {expected}, not {quote(elo)}", "elo", elo, expected)
        return elo_level(int(elo))
    known = _short_names()
    if name.lower() not in known:
        names = ", ".join(["elo1500", *known])
        message = f"there is no level {quote(name)}{nearest(name, known)}; there are {names}"
        raise OptionError(message, "level", name, names)
    return known[name.lower()]


def level_names() -> list[str]:
    """The short names, except Elos."""
    return list(_short_names())


def level_groups() -> dict[str, list[str]]:
    """The short names, except Elos, by the options that they are values of."""
    return {option: list(levels) for option, levels in _groups().items()}


def _short_names() -> dict[str, Level]:
    return {name: level for levels in _groups().values() for name, level in levels.items()}


def _groups() -> dict[str, dict[str, Level]]:
    return {
        "Difficulty": {name.lower(): level for name, level in DIFFICULTIES.items() if name != "Off"},
        "Skill Level": {f"skill{skill}": skill_level(skill) for skill in range(BEST_SKILL + 1)},
        "Act": {f"act{name.lower()}": level for name, level in ACTS.items() if name != "Off"},
        "Agent": {name.lower(): level for name, level in AGENTS.items()},
    }
