"""The combat game in a variant file: the section `[combat]`, and the combat keys of each piece."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tilefish.rules.files.reader import FileSection
from tilefish.rules.model.combat import (
    ABILITY_NAMES,
    ABILITY_NUMBERS,
    MAX_AMOUNT,
    MAX_COOLDOWN,
    MAX_DAMAGE,
    MAX_FACES,
    MAX_HP,
    MAX_USES,
    NUMBER_LIMITS,
    STRIKES,
    Ability,
    AbilityName,
    Combat,
    Fighter,
)
from tilefish.rules.model.variant import SIDE_NAMES

COMBAT_KEYS = (
    "die", "clamp", "exposed_bonus", "threat_penalty", "quiet_plies",
    "shield", "cautious_king", "cooldowns", "king_always_exposed",
)  # fmt: skip
FIGHTER_KEYS = ("hp", "damage", "attack", "ability")

MAX_QUIET_PLIES = 1000

_USUAL = Combat(fighters=())
_ABILITY_EXAMPLE = 'ability = { name = "interpose", cooldown = 3 }'

Value = TypeVar("Value")


def read_combat(top: FileSection) -> Combat | None:
    """The section, without the pieces; None where there is none."""
    section = top.table("combat", "[combat] with lines such as die = 6")
    if section is None:
        return None
    section.check_keys(COMBAT_KEYS)

    def amounts(key: str, usual: tuple[int, int], least: int) -> tuple[int, int]:
        return _by_side(
            section, key, usual, lambda table, name, value: table.between(name, value, least, MAX_AMOUNT)
        )

    def flags(key: str, usual: tuple[bool, bool]) -> tuple[bool, bool]:
        return _by_side(section, key, usual, lambda table, name, value: table.flag(name, value))

    return Combat(
        fighters=(),
        die=section.between("die", _USUAL.die, 1, MAX_FACES),
        clamp=_read_clamp(section),
        exposed_bonus=section.between("exposed_bonus", _USUAL.exposed_bonus, -MAX_AMOUNT, MAX_AMOUNT),
        threat_penalty=amounts("threat_penalty", _USUAL.threat_penalty, -MAX_AMOUNT),
        quiet_plies=_read_quiet_plies(section),
        shield=amounts("shield", _USUAL.shield, 0),
        cautious_king=flags("cautious_king", _USUAL.cautious_king),
        cooldowns=flags("cooldowns", _USUAL.cooldowns),
        king_always_exposed=flags("king_always_exposed", _USUAL.king_always_exposed),
    )


def _by_side(
    section: FileSection,
    key: str,
    usual: tuple[Value, Value],
    read: Callable[[FileSection, str, Value], Value],
) -> tuple[Value, Value]:
    """One value for both sides, or `{ white = …, black = … }`; a side that is left out has the default."""
    if not isinstance(section.data.get(key), dict):
        value = read(section, key, usual[0])
        return value, value
    sides = section.table(key, f"{key} = {{ white = …, black = … }}")
    if sides is None:
        return usual
    sides.check_keys(SIDE_NAMES)
    white, black = (read(sides, side, value) for side, value in zip(SIDE_NAMES, usual, strict=True))
    return white, black


def _read_clamp(section: FileSection) -> tuple[int, int]:
    numbers = section.numbers("clamp", "[1, 6]", 2, MAX_DAMAGE)
    if numbers is None:
        return _USUAL.clamp
    lowest, highest = numbers
    if lowest > highest:
        section.problem("clamp", f"clamp is [{lowest}, {highest}], the smaller number goes first")
    return lowest, highest


def _read_quiet_plies(section: FileSection) -> int:
    if section.data.get("quiet_plies") is False:
        return 0
    return section.between("quiet_plies", _USUAL.quiet_plies, 1, MAX_QUIET_PLIES)


# --- pieces ----------------------------------------------------------------------------------------------


def read_fighter(piece: FileSection, name: str, combat: bool) -> Fighter | None:
    """The combat keys of a piece; None in any other game, where they are mistakes."""
    if not combat:
        for key in FIGHTER_KEYS:
            if key in piece.data:
                piece.problem(key, f"{key} of {name} has no meaning without a section [combat]")
        return None
    piece.need("hp", f"{name} has no hp: expected one in a combat game, such as hp = 10")
    piece.need("damage", f"{name} has no damage: expected one in a combat game, such as damage = 2")
    return Fighter(
        hp=piece.between("hp", 10, 1, MAX_HP),
        damage=piece.between("damage", 2, 0, MAX_DAMAGE),
        strike=piece.choice("attack", STRIKES) or "instead",
        ability=_read_ability(piece),
    )


def _read_ability(piece: FileSection) -> Ability | None:
    if piece.data.get("ability") is False:
        return None
    ability = piece.table("ability", f"{_ABILITY_EXAMPLE}, or ability = false for none")
    if ability is None:
        return None
    ability.need("name", f"{ability.title} has no name: expected {_ABILITY_EXAMPLE}")
    name = ability.choice("name", ABILITY_NAMES)
    return None if name is None else _read_numbers(ability, name)


def _read_numbers(ability: FileSection, name: AbilityName) -> Ability:
    usual = ABILITY_NUMBERS[name]
    limited = ("uses",) if name == "royal-decree" else ()
    ability.check_keys(("name", "cooldown", *limited, *usual))
    return Ability(
        name=name,
        cooldown=ability.between("cooldown", 0, 0, MAX_COOLDOWN),
        uses=ability.between("uses", 1, 1, MAX_USES) if limited and "uses" in ability.data else 0,
        **{key: ability.between(key, number, 1, NUMBER_LIMITS[key]) for key, number in usual.items()},
    )
