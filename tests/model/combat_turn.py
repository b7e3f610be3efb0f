"""One whole turn of the combat game: the action, then what is counted at its end (RULES.md section 8)."""

from __future__ import annotations

from dataclasses import replace

from .combat_actions import Action, Ground, is_threatened
from .combat_position import CombatPosition, Effects, Fighter, Fighters
from .terrain import EIGHT_DIRECTIONS, Square, king_square, letter_for, other, shifted
from .worlds import Side


def perform(
    ground: Ground, position: CombatPosition, action: Action, face: int | None = None
) -> CombatPosition:
    """Return the position after one of its actions, with the face of the die if it rolls one."""
    if (face is None) == action.rolls or (face is not None and face not in ground.rules.faces):
        raise ValueError(f"the face {face} for an action that {'rolls' if action.rolls else 'does not roll'}")
    side = position.to_move
    fighters = dict(position.fighters)
    damage = _act(ground, position, fighters, action, face)
    _count_down(ground, fighters, side, action)
    return CombatPosition(
        fighters=fighters,
        to_move=other(side),
        effects=_effects_after(ground, position, fighters, action),
        half_moves=0 if damage else position.half_moves + 1,
        full_moves=position.full_moves + (side == "black"),
    )


def _act(
    ground: Ground, position: CombatPosition, fighters: Fighters, action: Action, face: int | None
) -> int:
    """Carry an action out on `fighters`, step after step; return the damage of its attack."""
    damage = 0
    if action.end is not None:
        fighters[action.end] = _arrived(ground, fighters.pop(action.start), action.promotion)
    if action.target is not None and face is not None:
        damage = attack_damage(ground, position, action, face)
        _hit(ground, position, fighters, action.target, damage)
    if action.healed is not None and face is not None:
        _heal(ground, position, fighters, action.healed, face)
    if action.ability == "overextend" and action.end is not None:
        _lose(fighters, action.end, ground.rules.overextend_cost)
    if action.step is not None:
        fighters[action.step] = fighters.pop(action.start)
    return damage


def _arrived(ground: Ground, fighter: Fighter, promotion: str) -> Fighter:
    """It "promotes to a queen (full HP)", and "a promoted pawn starts with 0"."""
    if not promotion:
        return fighter
    return Fighter(letter_for(fighter.side, promotion), ground.rules.kind(promotion).hp)


# --- attacks and heals ---------------------------------------------------------------------


def attack_damage(ground: Ground, position: CombatPosition, action: Action, face: int) -> int:
    """Return "base damage + roll, where roll = a six-sided die plus modifiers, clamped to 1…6".

    A boss's shield is taken off last, and nothing below 0 is left.
    """
    rules = ground.rules
    roll = face + _modifiers(ground, position, action)
    roll = max(rules.least_roll, min(rules.greatest_roll, roll))
    damage = rules.kind(position.pieces[action.start]).damage + roll
    return max(0, damage - _shield(ground, position, action.target))


def _modifiers(ground: Ground, position: CombatPosition, action: Action) -> int:
    """Add up what the book adds to the die of an attack."""
    rules, side = ground.rules, position.to_move
    total = _decree_bonus(ground, position)
    if other(side) in position.effects.exposed_kings or rules.king_always_threatened:
        total += rules.threatened_king_bonus
    # "threat as it stands before the move"; Skirmish steps only after its attack: "no −1 for it"
    if action.end is not None and is_threatened(ground, position.pieces, action.end, other(side)):
        total += rules.threat_penalty
    return total


def _decree_bonus(ground: Ground, position: CombatPosition) -> int:
    active = position.effects.decree_turns[position.to_move] > 0
    return ground.rules.decree_bonus if active else 0


def _shield(ground: Ground, position: CombatPosition, target: Square | None) -> int:
    """Return what a piece beside an ally is spared."""
    if target is None:
        return 0
    side = position.fighters[target].side
    beside = any(ally.side == side for ally in _neighbours(position.fighters, target).values())
    return ground.rules.shield if beside else 0


def _neighbours(fighters: Fighters, square: Square) -> Fighters:
    around = [shifted(square, direction) for direction in EIGHT_DIRECTIONS]
    return {near: fighters[near] for near in around if near in fighters}


def _hit(ground: Ground, position: CombatPosition, fighters: Fighters, target: Square, damage: int) -> None:
    """Do an attack's damage, shared with the Interpose of "the one on the smallest square index".

    "The rook takes ⌊d/2⌋ and the neighbour the rest", and "a half taken is not split again".
    """
    rooks = position.effects.interposing & _neighbours(fighters, target).keys()
    half = 0
    if rooks:
        half = damage // 2
        _lose(fighters, ground.terrain.by_index(rooks)[0], half)
    _lose(fighters, target, damage - half)


def _lose(fighters: Fighters, square: Square, hp: int) -> None:
    """Take HP from a piece; "a piece at 0 HP is removed"."""
    fighter = fighters.pop(square)
    if fighter.hp > hp:
        fighters[square] = replace(fighter, hp=fighter.hp - hp)


def _heal(ground: Ground, position: CombatPosition, fighters: Fighters, square: Square, face: int) -> None:
    """Give HP "by a die (with Royal Decree's +1, not clamped), never above its maximum"."""
    patient = fighters[square]
    healed = patient.hp + face + _decree_bonus(ground, position)
    fighters[square] = replace(patient, hp=min(ground.rules.kind(patient.letter).hp, healed))


# --- the end of a turn ---------------------------------------------------------------------


def _count_down(ground: Ground, fighters: Fighters, side: Side, action: Action) -> None:
    """Set the counter of the piece that used its ability, lower all others of its side by one."""
    stands = action.step or action.end or action.start
    for square, fighter in fighters.items():
        if fighter.side != side:
            continue
        if action.ability is None or square != stands:
            fighters[square] = replace(fighter, counter=max(0, fighter.counter - 1))
        elif not action.promotion:
            fighters[square] = replace(fighter, counter=ground.rules.cooldown(fighter.letter))


def _effects_after(ground: Ground, position: CombatPosition, fighters: Fighters, action: Action) -> Effects:
    side, before = position.to_move, position.effects
    decreed = action.ability == "decree"
    turns = dict(before.decree_turns)
    turns[side] = ground.rules.decree_turns if decreed else max(0, turns[side] - 1)
    return Effects(
        decree_unused=before.decree_unused - {side} if decreed else before.decree_unused,
        decree_turns=turns,
        # The other side's last "until its owner's next turn starts": it starts now.
        interposing=frozenset([action.start] if action.ability == "interpose" else []),
        exposed_kings=_exposed_kings(ground, before, fighters, side),
    )


def _exposed_kings(ground: Ground, before: Effects, fighters: Fighters, side: Side) -> frozenset[Side]:
    """Look at the king of the side whose turn ends; what was seen of the other's stays as it was."""
    pieces = {square: fighter.letter for square, fighter in fighters.items()}
    king = king_square(pieces, side)
    exposed = king is not None and is_threatened(ground, pieces, king, other(side))
    return before.exposed_kings | {side} if exposed else before.exposed_kings - {side}
