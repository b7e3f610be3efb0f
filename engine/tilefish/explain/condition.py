"""What drawings show about the pieces of a combat game besides their squares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from tilefish.rules.model.combat import Ability, CombatState
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import SIDE_NAMES, SIDES, Variant


class Health(Enum):
    """The share of hit points that a piece has left, in thirds."""

    GOOD = 2
    WORN = 1
    LOW = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """The state of a piece. `resting`: turns until its ability is back; `decree`: turns left of its Royal
    Decree, which may be available once more (`decree_at_hand`); `exposed`: it is the king, and stood on a
    threatened tile when its turn ended."""

    hp: int
    most: int
    resting: int
    interposing: bool
    decree: int
    decree_at_hand: bool
    exposed: bool

    @property
    def share(self) -> float:
        """The share of hit points left, from 0 to 1."""
        return self.hp / self.most

    @property
    def health(self) -> Health:
        """The same by thirds."""
        return Health(min(3 * self.hp // self.most, 2))


def conditions(variant: Variant, setup: Setup) -> dict[int, Condition]:
    """The conditions of all pieces by their squares; empty in a game without combat."""
    combat, state = variant.combat, setup.combat
    if combat is None or state is None:
        return {}
    found = {}
    for square, (kind, side) in setup.pieces.items():
        fighter = combat.fighters[kind]
        decrees = fighter.ability is not None and fighter.ability.name == "royal-decree"
        found[square] = Condition(
            hp=state.hp.get(square, fighter.hp),
            most=fighter.hp,
            resting=state.cooldowns.get(square, 0),
            interposing=square in state.interposing,
            decree=state.decree[side] if decrees else 0,
            decree_at_hand=decrees and state.uses[side] > 0,
            exposed=variant.kinds[kind].royal and state.exposed[side],
        )
    return found


def state_lines(variant: Variant, setup: Setup) -> Iterator[str]:
    """The state of each side besides hit points, a line for each side that has something to show."""
    combat, state = variant.combat, setup.combat
    if combat is None or state is None:
        return
    for side in SIDES:
        parts = [
            *_of_decree(combat.decree, state, side),
            *_of_pieces(variant, setup, state, side),
            *(["king exposed"] if state.exposed[side] else []),
        ]
        if parts:
            yield f"{SIDE_NAMES[side].capitalize()}: {'; '.join(parts)}"


def _of_decree(decree: Ability | None, state: CombatState, side: int) -> Iterator[str]:
    if decree is None:
        return
    turns, uses = state.decree[side], state.uses[side]
    if turns:
        yield f"Royal Decree active ({turns} {'turn' if turns == 1 else 'turns'} left)"
    if uses:
        yield "Royal Decree at hand" if uses == 1 else f"Royal Decree at hand {uses} times"


def _of_pieces(variant: Variant, setup: Setup, state: CombatState, side: int) -> Iterator[str]:
    def name(square: int) -> str:
        return f"{variant.kinds[setup.pieces[square][0]].name} {variant.square_name(square)}"

    ours = {square for square, piece in setup.pieces.items() if piece[1] == side}
    interposing = [name(square) for square in sorted(ours & state.interposing)]
    if interposing:
        yield f"interposing: {', '.join(interposing)}"
    resting = [
        f"{name(square)} ({state.cooldowns[square]})" for square in sorted(ours & state.cooldowns.keys())
    ]
    if resting:
        yield f"resting: {', '.join(resting)}"
