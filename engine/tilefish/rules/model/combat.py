"""The combat game as data: hit points, dice, abilities, and the state of its positions besides the pieces.

A piece's quiet moves are its moves, its captures are its attacks; both are in its Betza notation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

MAX_HP = 250
MAX_DAMAGE = 100
MAX_FACES = 20
MAX_COOLDOWN = 15
MAX_USES = 9
MAX_AMOUNT = 100
MAX_REACH = 7

Strike = Literal["instead", "after", "either"]
"""When a piece may attack: instead of moving, only after moving, or both ways."""
STRIKES: tuple[Strike, ...] = ("instead", "after", "either")

AbilityName = Literal["royal-decree", "overextend", "interpose", "consecration", "skirmish", "advance"]

ABILITY_NUMBERS: dict[AbilityName, dict[str, int]] = {
    "royal-decree": {"bonus": 1, "turns": 2},
    "overextend": {"recoil": 2},
    "interpose": {},
    "consecration": {"reach": 3},
    "skirmish": {},
    "advance": {"squares": 2},
}
"""The numbers of each ability, and their defaults."""
ABILITY_NAMES = tuple(ABILITY_NUMBERS)

NUMBER_LIMITS: dict[str, int] = {
    "bonus": MAX_AMOUNT,
    "turns": MAX_USES,
    "recoil": MAX_HP,
    "reach": MAX_REACH,
    "squares": MAX_REACH,
}
"""The largest value of each of them; the least is 1."""


@dataclass(frozen=True, slots=True)
class Ability:
    """The ability of a kind of piece besides moving and attacking. `uses` 0: as often as the cooldown allows;
    only a decree can have uses. Of the other numbers, each ability has those in `ABILITY_NUMBERS`."""

    name: AbilityName
    cooldown: int = 0
    uses: int = 0
    bonus: int = 0
    turns: int = 0
    recoil: int = 0
    reach: int = 0
    squares: int = 0


@dataclass(frozen=True, slots=True)
class Fighter:
    """The combat numbers of a kind of piece."""

    hp: int
    damage: int
    strike: Strike = "instead"
    ability: Ability | None = None


@dataclass(frozen=True, slots=True)
class Combat:
    """The rules of a combat game. Pairs are by side: the rule holds for that side's pieces."""

    fighters: tuple[Fighter, ...]
    """In the order of the variant's kinds."""
    die: int = 6
    clamp: tuple[int, int] = (1, 6)
    """The limits of a roll after its modifiers: at least, at most."""
    exposed_bonus: int = 1
    """Added to rolls against the side whose king stood on a threatened tile."""
    threat_penalty: tuple[int, int] = (-1, -1)
    """Added to the roll of an attacker that moved onto a threatened tile in the same turn."""
    quiet_plies: int = 60
    """The number of plies without damage that draw; 0: no such draw."""
    shield: tuple[int, int] = (0, 0)
    """The damage to a piece beside one of its own side is reduced by this."""
    cautious_king: tuple[bool, bool] = (True, True)
    """Whether the king may not step onto threatened tiles."""
    cooldowns: tuple[bool, bool] = (True, True)
    king_always_exposed: tuple[bool, bool] = (False, False)

    @property
    def decree(self) -> Ability | None:
        """The Royal Decree, if a kind has it."""
        abilities = (fighter.ability for fighter in self.fighters)
        return next((ability for ability in abilities if ability and ability.name == "royal-decree"), None)

    def fresh(self) -> CombatState:
        """The state at the start of a game."""
        uses = self.decree.uses if self.decree else 0
        return CombatState(uses=(uses, uses))


@dataclass(frozen=True, slots=True)
class CombatState:
    """The state of a combat game's position besides its pieces. Pairs are by side."""

    hp: dict[int, int] = field(default_factory=dict)
    """The hit points of every piece below its maximum, by square."""
    cooldowns: dict[int, int] = field(default_factory=dict)
    """The counters above 0, by square."""
    uses: tuple[int, int] = (0, 0)
    """The number of times that the Royal Decree can still be used, if it is limited."""
    decree: tuple[int, int] = (0, 0)
    """The number of turns of its side for which it is active."""
    interposing: frozenset[int] = frozenset()
    exposed: tuple[bool, bool] = (False, False)
    """Whether the king stood on a threatened tile when its owner's last turn ended."""
