"""What a side may do in the combat game, and how it is written (RULES.md section 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .betza import Atlas
from .board import pieces_of
from .combat_position import CombatPosition
from .combat_rules import Ability, CombatRules
from .moves import is_open, promotions
from .terrain import Pieces, Square, Terrain, king_square, other, shifted, side_of, square_name
from .worlds import Side

DIAGONALS = [(-1, -1), (1, -1), (-1, 1), (1, 1)]


@dataclass(frozen=True)
class Action:
    """One turn of one side; what an action has not is None.

    A piece on `start` goes to `end`, attacks what stands on `target` (from `end` if it went
    there), heals what stands on `healed`, and last of all steps to `step`.
    """

    start: Square
    end: Square | None = None
    target: Square | None = None
    step: Square | None = None
    healed: Square | None = None
    promotion: str = ""
    ability: Ability | None = None

    @property
    def rolls(self) -> bool:
        """Attacks and heals are rolled for, nothing else is."""
        return self.target is not None or self.healed is not None


def action_text(action: Action) -> str:
    """Write an action, without a die."""
    text = square_name(action.start) + ("!" if action.ability else "")
    if action.end is not None:
        text += square_name(action.end) + action.promotion
    if action.target is not None:
        text += "x" + square_name(action.target)
    if action.step is not None:
        text += "-" + square_name(action.step)
    if action.healed is not None:
        text += square_name(action.healed)
    return text


@dataclass(frozen=True, eq=False)
class Ground:
    """Where one game is fought: its rules, the terrain of its FEN, and the ways on it."""

    rules: CombatRules
    terrain: Terrain
    atlas: Atlas = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "atlas", Atlas(self.terrain))


def could_attack(ground: Ground, pieces: Pieces, start: Square, target: Square) -> bool:
    """Say whether the piece on `start` has an open line of attack to `target`, whatever stands there."""
    paths = ground.atlas.paths_to(pieces[start], start, target)
    return any(path.captures and is_open(path, pieces) for path in paths)


def is_threatened(ground: Ground, pieces: Pieces, square: Square, by: Side) -> bool:
    """Say whether one of a side's pieces "could attack a piece standing there now"."""
    return any(
        could_attack(ground, pieces, start, square)
        for start, letter in pieces.items()
        if side_of(letter) == by
    )


def all_actions(ground: Ground, position: CombatPosition) -> list[Action]:
    """Return all actions of the side to move, sorted by their text; none if its king is gone."""
    if king_square(position.pieces, position.to_move) is None:
        return []
    found = {
        action
        for start, _ in pieces_of(position.pieces, position.to_move)
        for action in _actions_of(ground, position, start)
    }
    return sorted(found, key=action_text)


def _actions_of(ground: Ground, position: CombatPosition, start: Square) -> Iterator[Action]:
    kind = ground.rules.kind(position.pieces[start])
    yield from _moves(ground, position, start)
    if kind.attacks_after_moving:
        yield from _attacks_after_moving(ground, position, start, None)
    else:
        yield from (Action(start, target=target) for target in _targets(ground, position.pieces, start))
    if kind.ability is not None and position.fighters[start].counter == 0:
        yield from _ABILITIES[kind.ability](ground, position, start)


def _moves(ground: Ground, position: CombatPosition, start: Square) -> Iterator[Action]:
    for end in _landings(ground, position, start):
        for promotion in promotions(ground.terrain, position.pieces[start], end):
            yield Action(start, end, promotion=promotion)


def _landings(ground: Ground, position: CombatPosition, start: Square) -> Iterator[Square]:
    """Yield where a piece may move: "to empty squares only".

    A king goes "never onto a tile that an enemy threatens (as things stand before it moves)".
    """
    piece = position.pieces[start]
    wary = piece in "Kk" and not ground.rules.king_may_step_into_threats
    for path in ground.atlas.paths(piece, start):
        if not path.moves or path.end in position.pieces or not is_open(path, position.pieces):
            continue
        if wary and is_threatened(ground, position.pieces, path.end, other(position.to_move)):
            continue
        yield path.end


def _targets(ground: Ground, pieces: Pieces, start: Square) -> list[Square]:
    """Return the enemies that the piece on `start` could attack: "only enemy pieces are attacked"."""
    enemies = pieces_of(pieces, other(side_of(pieces[start])))
    return [square for square, _ in enemies if could_attack(ground, pieces, start, square)]


def _attacks_after_moving(
    ground: Ground, position: CombatPosition, start: Square, ability: Ability | None
) -> Iterator[Action]:
    for end in _landings(ground, position, start):
        if _promotes(ground, position, start, end):
            continue
        moved = {square: piece for square, piece in position.pieces.items() if square != start}
        moved[end] = position.pieces[start]
        for target in _targets(ground, moved, end):
            yield Action(start, end, target, ability=ability)


def _promotes(ground: Ground, position: CombatPosition, start: Square, end: Square) -> bool:
    """Whether a piece would promote there, where it neither attacks nor steps aside to."""
    return "" not in promotions(ground.terrain, position.pieces[start], end)


# --- abilities -----------------------------------------------------------------------------


def _decree(ground: Ground, position: CombatPosition, start: Square) -> Iterator[Action]:
    """Only "once a game"."""
    if position.to_move in position.effects.decree_unused:
        yield Action(start, ability="decree")


def _overextend(ground: Ground, position: CombatPosition, start: Square) -> Iterator[Action]:
    """She "moves, then attacks from there (both required)"."""
    yield from _attacks_after_moving(ground, position, start, "overextend")


def _interpose(ground: Ground, position: CombatPosition, start: Square) -> Iterator[Action]:
    """Always there: "it may be used without neighbours"."""
    yield Action(start, ability="interpose")


def _consecration(ground: Ground, position: CombatPosition, start: Square) -> Iterator[Action]:
    """Heal "a friendly piece that is below its maximum and the first piece on a diagonal"."""
    for direction in DIAGONALS:
        square = start
        for _ in range(ground.rules.consecration_reach):
            square = shifted(square, direction)
            if not ground.terrain.is_safe(square):
                break
            if square in position.pieces:
                patient = position.fighters[square]
                if patient.side == position.to_move and patient.hp < ground.rules.kind(patient.letter).hp:
                    yield Action(start, healed=square, ability="consecration")
                break


def _skirmish(ground: Ground, position: CombatPosition, start: Square) -> Iterator[Action]:
    """It "attacks an orthogonal neighbour without moving, then steps", "required if there is one"."""
    free = [
        near
        for near in ground.terrain.neighbours(start)
        if near not in position.pieces and not _promotes(ground, position, start, near)
    ]
    for target in _targets(ground, position.pieces, start):
        if not free:
            yield Action(start, target=target, ability="skirmish")
        for step in free:
            yield Action(start, target=target, step=step, ability="skirmish")


def _advance(ground: Ground, position: CombatPosition, start: Square) -> Iterator[Action]:
    """Go "two squares forward through empty squares, from any rank"."""
    piece = position.pieces[start]
    forward = (0, 1 if side_of(piece) == "white" else -1)
    middle = shifted(start, forward)
    end = shifted(middle, forward)
    if all(ground.terrain.is_safe(square) and square not in position.pieces for square in (middle, end)):
        for promotion in promotions(ground.terrain, piece, end):
            yield Action(start, end, promotion=promotion, ability="advance")


_ABILITIES: dict[Ability, Callable[[Ground, CombatPosition, Square], Iterator[Action]]] = {
    "decree": _decree,
    "overextend": _overextend,
    "interpose": _interpose,
    "consecration": _consecration,
    "skirmish": _skirmish,
    "advance": _advance,
}
