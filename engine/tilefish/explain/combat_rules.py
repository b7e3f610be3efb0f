"""The rules of a combat game in words: abilities, the roll of the die, and the damage of each face."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tilefish.rules.messages import count
from tilefish.rules.model.combat import Ability, AbilityName, Combat, Fighter, Strike

STRIKE_WORDS: dict[Strike, str] = {
    "instead": "attacks instead of moving",
    "after": "attacks only after moving",
    "either": "attacks instead of moving, or after it",
}


def ability_words(ability: Ability) -> str:
    """`Royal Decree: …`, with the cooldown and how often it can be used."""
    title = ability.name.replace("-", " ").title()
    limits = []
    if ability.uses:
        limits.append("once a game" if ability.uses == 1 else f"{ability.uses} times a game")
    if ability.cooldown:
        limits.append(f"then rests for {count(ability.cooldown, 'turn')}")
    return ". ".join([f"{title}: {_EFFECTS[ability.name](ability)}", *(text.capitalize() for text in limits)])


def roll_rules(combat: Combat) -> Iterator[str]:
    """How the damage of an attack comes about, a sentence for each rule."""
    least, most = combat.clamp
    yield f"damage is the piece's own and the roll of a die with {combat.die} faces"
    yield f"a roll counts at least {least} and at most {most}"
    if combat.exposed_bonus:
        yield (
            f"{combat.exposed_bonus:+d} against the side whose king stood on a threatened tile when its last "
            "turn ended"
        )
    yield from _by_side(
        combat.threat_penalty, lambda n: f"{n:+d} for an attacker that moved onto a threatened tile"
    )
    yield from _by_side(combat.shield, lambda n: f"{n} less damage to a piece beside one of its own side")
    yield from _by_side(combat.cautious_king, lambda _: "the king may not step onto threatened tiles")
    yield from _by_side(combat.king_always_exposed, lambda _: "the king always counts as threatened")
    yield from _by_side(tuple(not cools for cools in combat.cooldowns), lambda _: "abilities need no rest")


def damage_by_face(fighter: Fighter, combat: Combat) -> tuple[int, ...]:
    """The damage of an attack for each face of the die, without modifiers."""
    least, most = combat.clamp
    return tuple(max(0, fighter.damage + min(max(face, least), most)) for face in range(1, combat.die + 1))


def _by_side(values: tuple[int, ...], words: Callable[[int], str]) -> Iterator[str]:
    """A rule that may hold for one side only, or with different numbers."""
    white, black = values
    if white == black:
        if white:
            yield words(white)
        return
    for name, value in (("White", white), ("Black", black)):
        if value:
            yield f"{words(value)} ({name})"


def _decree(ability: Ability) -> str:
    return f"adds {ability.bonus} to all rolls of its side for its next {count(ability.turns, 'turn')}"


def _overextend(ability: Ability) -> str:
    return f"moves, attacks from there, and loses {count(ability.recoil, 'hit point')}"


def _interpose(_: Ability) -> str:
    return "until its next turn it takes half of the damage that is done to its neighbours"


def _consecration(ability: Ability) -> str:
    return (
        f"heals the first piece on a diagonal by a roll of the die, up to {count(ability.reach, 'square')} "
        "away, if that is a friend below its most hit points"
    )


def _skirmish(_: Ability) -> str:
    return "attacks a piece beside it without moving first, then steps to an empty square beside it"


def _advance(ability: Ability) -> str:
    return f"goes {count(ability.squares, 'square')} forward over empty squares, from any rank"


_EFFECTS: dict[AbilityName, Callable[[Ability], str]] = {
    "royal-decree": _decree,
    "overextend": _overextend,
    "interpose": _interpose,
    "consecration": _consecration,
    "skirmish": _skirmish,
    "advance": _advance,
}
