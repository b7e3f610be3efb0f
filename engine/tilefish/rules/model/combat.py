"""The combat game as data: hit points, dice, abilities, and what a position of it knows besides its pieces.

A piece's quiet moves are where it goes, its captures are whom it attacks; both are in its Betza notation.
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
"""The numbers that each ability has, and what they usually are."""
ABILITY_NAMES = tuple(ABILITY_NUMBERS)

NUMBER_LIMITS: dict[str, int] = {
    "bonus": MAX_AMOUNT,
    "turns": MAX_USES,
    "recoil": MAX_HP,
    "reach": MAX_REACH,
    "squares": MAX_REACH,
}
"""The most that each of them can be; the least is 1."""


@dataclass(frozen=True, slots=True)
class Ability:
    """What a kind of piece can do besides moving and attacking. `uses` 0: as often as the cooldown lets it;
    only a decree can have uses. Of the rest, each ability has those in `ABILITY_NUMBERS`."""

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
    """What a kind of piece has in a combat game."""

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
    """What a roll is after its modifiers: at least, at most."""
    exposed_bonus: int = 1
    """Added to rolls against the side whose king stood on a threatened tile."""
    threat_penalty: tuple[int, int] = (-1, -1)
    """Added to the roll of an attacker that moved onto a threatened tile in the same turn."""
    quiet_plies: int = 60
    """So many plies without damage draw; 0: no such draw."""
    shield: tuple[int, int] = (0, 0)
    """So much less is done to a piece beside one of its own side."""
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
        """What a position knows before anything has happened."""
        uses = self.decree.uses if self.decree else 0
        return CombatState(uses=(uses, uses))


@dataclass(frozen=True, slots=True)
class CombatState:
    """What a position of a combat game knows besides its pieces. Pairs are by side."""

    hp: dict[int, int] = field(default_factory=dict)
    """Of every piece below its maximum, by square."""
    cooldowns: dict[int, int] = field(default_factory=dict)
    """The counters above 0, by square."""
    uses: tuple[int, int] = (0, 0)
    """How often the Royal Decree can still be used, where that is limited."""
    decree: tuple[int, int] = (0, 0)
    """For how many turns of its side it is active."""
    interposing: frozenset[int] = frozenset()
    exposed: tuple[bool, bool] = (False, False)
    """Whether the king stood on a threatened tile when its owner's last turn ended."""
