"""What `tilefish variants show` prints about a combat game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from tilefish.cli.common import aligned
from tilefish.rules.model.combat import ABILITY_NUMBERS, Ability, Combat, Fighter
from tilefish.rules.model.variant import Kind, Variant

_STRIKES = {"instead": "", "after": "after moving", "either": "also after moving"}


def combat_description(variant: Variant, combat: Combat) -> Iterator[str]:
    """The combat data of each piece, then the rules common to all."""
    heads = ("Piece", "HP", "Damage", "Attacks", "Ability")
    rows = (_row(kind, fighter) for kind, fighter in zip(variant.kinds, combat.fighters, strict=True))
    yield from aligned([heads, *rows])
    yield ""
    for rule in fields(Combat):
        if rule.name not in ("fighters", "quiet_plies"):
            yield f"{rule.name}: {_value(rule.name, getattr(combat, rule.name))}"


def _row(kind: Kind, fighter: Fighter) -> tuple[str, ...]:
    strikes = _STRIKES[fighter.strike]
    return kind.name, str(fighter.hp), str(fighter.damage), strikes, _ability(fighter.ability)


def _ability(ability: Ability | None) -> str:
    if ability is None:
        return ""
    numbers = {"cooldown": ability.cooldown, "uses": ability.uses}
    numbers |= {name: getattr(ability, name) for name in ABILITY_NUMBERS[ability.name]}
    details = ", ".join(f"{name} {number}" for name, number in numbers.items() if number)
    return f"{ability.name} ({details})" if details else ability.name


def _value(name: str, value: object) -> str:
    if isinstance(value, tuple) and name != "clamp":
        white, black = map(_word, value)
        return white if white == black else f"white {white}, black {black}"
    return " to ".join(map(_word, value)) if isinstance(value, tuple) else _word(value)


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
