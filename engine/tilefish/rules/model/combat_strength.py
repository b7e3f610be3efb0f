"""The strength of fighters, from their hit points, damage, ways to attack and abilities.

Everything is counted in hit points. A fighter's offence is the hit points that it is expected to take from
the enemy, or to save its own side, in a turn. It lasts `hp / offence of its enemy` turns; so of two that
fight each other, the one with the larger product of hit points and offence is expected to win.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tilefish.rules.model.combat import Ability, AbilityName, Combat, Fighter, Strike

OFFENCE_EXPONENT = 0.5
"""By Lanchester's square law two fighters are as strong as one with four times the offence,"""
HP_EXPONENT = 0.25
"""or with four times the hit points. But the evaluation counts hit points themselves as well (`hit_point`),
and only one piece of a side acts in a turn: matches between exponents from 0 to 1 say that half is enough."""

ACCESS: dict[Strike, float] = {"instead": 1.0, "after": 1.5, "either": 2.0}
"""Attacks that need no separate turn to come near happen sooner."""
ABILITY_SHARE = 0.25
"""The share of the turns with an ability in which it is better than a move or an attack."""
CHANCE_EMPTY = 0.7
"""The chance that a square on the way of an ability is empty."""
GAME_TURNS = 40
"""Turns of a side in a game, for abilities that can be used a few times."""
LEAST_OFFENCE = 0.25
"""A fighter that takes no hit points can still block."""


def value_factor(combat: Combat, index: int) -> float:
    """The factor between the value of a fighter and of a typical one of the others with its moves."""
    own = _power(combat.fighters[index], combat)
    others = [_power(other, combat) for place, other in enumerate(combat.fighters) if place != index]
    return own / _median(others) if others else 1.0


def worth_ratio(fighter: Fighter, other: Fighter, combat: Combat) -> float:
    """The factor between the value of a fighter and of another with its moves."""
    return _power(fighter, combat) / _power(other, combat)


def _power(fighter: Fighter, combat: Combat) -> float:
    return math.pow(fighter.hp, HP_EXPONENT) * math.pow(offence(fighter, combat), OFFENCE_EXPONENT)


def offence(fighter: Fighter, combat: Combat) -> float:
    """The hit points that a fighter is expected to take from the enemy, or to save its own side, a turn."""
    expected = hit(fighter, combat) * ACCESS[fighter.strike]
    if fighter.ability is not None:
        gain = _GAINS[fighter.ability.name](fighter, fighter.ability, combat)
        expected += ABILITY_SHARE * _availability(fighter.ability, combat) * gain
    return max(LEAST_OFFENCE, expected)


def hit(fighter: Fighter, combat: Combat) -> float:
    """The average damage of an attack on a piece that it does not kill."""
    return max(0.0, fighter.damage + _mean_roll(combat))


def _mean_roll(combat: Combat) -> float:
    lowest, highest = combat.clamp
    return _mean([min(max(face, lowest), highest) for face in range(1, combat.die + 1)])


def _mean(numbers: Sequence[float]) -> float:
    """Without `statistics`: its import takes too long for the start of a UCI engine."""
    return sum(numbers) / len(numbers)


def _median(numbers: Sequence[float]) -> float:
    ordered, half = sorted(numbers), len(numbers) // 2
    return ordered[half] if len(numbers) % 2 else (ordered[half - 1] + ordered[half]) / 2


# --- abilities: the effect of one use ---------------------------------------------------------------


def _availability(ability: Ability, combat: Combat) -> float:
    """The share of the turns in which the ability is available, the mean of both sides."""
    rested = _mean([1 / (1 + ability.cooldown) if cools else 1.0 for cools in combat.cooldowns])
    return min(rested, ability.uses / GAME_TURNS) if ability.uses else rested


def _decree(_: Fighter, ability: Ability, combat: Combat) -> float:
    return float(ability.bonus * ability.turns)


def _overextend(fighter: Fighter, ability: Ability, combat: Combat) -> float:
    return max(0.0, hit(fighter, combat) - ability.recoil)


def _interpose(_: Fighter, ability: Ability, combat: Combat) -> float:
    return max(0.0, _mean_roll(combat)) / 2


def _consecration(_: Fighter, ability: Ability, combat: Combat) -> float:
    return max(0.0, _mean_roll(combat)) * (1 - CHANCE_EMPTY**ability.reach)


def _skirmish(fighter: Fighter, ability: Ability, combat: Combat) -> float:
    return hit(fighter, combat)


def _advance(fighter: Fighter, ability: Ability, combat: Combat) -> float:
    """Every square but the first saves a turn, if the way is free."""
    return hit(fighter, combat) * sum(CHANCE_EMPTY**squares for squares in range(2, ability.squares + 1))


_GAINS: dict[AbilityName, Callable[[Fighter, Ability, Combat], float]] = {
    "royal-decree": _decree,
    "overextend": _overextend,
    "interpose": _interpose,
    "consecration": _consecration,
    "skirmish": _skirmish,
    "advance": _advance,
}
