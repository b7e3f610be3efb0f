"""The facts of the combat game (RULES.md section 8) as plain data, with the book's numbers as defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .worlds import World, custom_world

Ability = Literal["decree", "overextend", "interpose", "consecration", "skirmish", "advance"]

COMBAT_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 hp:- cd:- fx:K,k"

# What a piece moves by is marked `m`, what it attacks by `c`; an attack's line stops at the first piece.
PATTERNS: Mapping[str, str] = {
    "k": "K",
    "q": "mQcQ3",  # "up to 3 squares along the 8 lines"
    "r": "mRcFcR2",  # "the 8 neighbours, and up to 2 squares orthogonally"
    "b": "mBcnAcnG",  # "diagonally at distance 2 or 3, the squares between empty"
    "n": "mNcW",  # "one of the 4 orthogonal neighbours"
    "p": "fmWifmnDfcF",
}


@dataclass(frozen=True)
class Kind:
    """What a kind of piece is, but for its patterns. A Royal Decree is once a game: no cooldown."""

    hp: int
    damage: int
    ability: Ability | None
    cooldown: int = 0
    attacks_after_moving: bool = False  # and only then, but by its ability


def _book_kinds() -> dict[str, Kind]:
    return {
        "k": Kind(hp=15, damage=1, ability="decree"),
        "q": Kind(hp=10, damage=3, ability="overextend", cooldown=3),
        "r": Kind(hp=13, damage=2, ability="interpose", cooldown=3),
        "b": Kind(hp=10, damage=2, ability="consecration", cooldown=3),
        "n": Kind(hp=11, damage=2, ability="skirmish", cooldown=3, attacks_after_moving=True),
        "p": Kind(hp=7, damage=1, ability="advance", cooldown=1),
    }


def combat_world(
    name: str = "exchange",
    *,
    files: int = 8,
    ranks: int = 8,
    start: str = COMBAT_START,
    tiles: str | None = None,
    patterns: Mapping[str, str] = PATTERNS,
    repetition: int = 3,
) -> World:
    """Return a board and army to fight on; what is left out is as in the book."""
    world = custom_world(
        name,
        files,
        ranks,
        start,
        tiles=tiles,
        pieces=patterns,
        promotes_to=("q",),
        en_passant=False,
        repetition=repetition,
    )
    if set("".join(world.tiles)) & set("o<>^v"):
        raise ValueError("the model fights neither on stones nor on belts")
    return world


@dataclass(frozen=True, eq=False)
class CombatRules:
    """Everything of the game that does not change while it is played."""

    world: World = field(default_factory=combat_world)
    kinds: Mapping[str, Kind] = field(default_factory=_book_kinds)
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    least_roll: int = 1
    greatest_roll: int = 6
    decree_bonus: int = 1
    decree_turns: int = 2
    threatened_king_bonus: int = 1
    threat_penalty: int = -1  # a boss: -2
    overextend_cost: int = 2
    consecration_reach: int = 3
    plies_without_damage: int = 60

    # The other rules of bosses.
    shield: int = 0  # taken off the damage to a piece beside an ally; a boss: 1
    king_may_step_into_threats: bool = False
    no_cooldowns: bool = False
    king_always_threatened: bool = False

    def kind(self, letter: str) -> Kind:
        return self.kinds[letter.lower()]

    def cooldown(self, letter: str) -> int:
        return 0 if self.no_cooldowns else self.kind(letter).cooldown
