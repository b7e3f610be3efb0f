"""What a combat game shows besides its pieces: what an action can do, and what it did, with its die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tilefish.core.combat.board import ActionParts, CombatBoard
from tilefish.core.combat.query import DECREE, EXPOSED, INTERPOSE, SHIELD, THREAT, Strike
from tilefish.explain.aftermath import aftermath
from tilefish.explain.combat_rules import ability_words
from tilefish.explain.condition import Condition
from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.rules.model.combat import Fighter
from tilefish.rules.model.variant import SIDE_NAMES
from tilefish.web.messages.parts import AbilityData, BadgeData, BattleData, LegKind

_MODIFIERS: Mapping[str, str] = {
    DECREE: "by Royal Decree",
    EXPOSED: "as the king is exposed",
    THREAT: "from a threatened tile",
    SHIELD: "by a shield",
    INTERPOSE: "shared by a piece that interposes",
}


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an attack or a healing can be expected to do; `kill` is the chance in percent."""

    text: str
    kill: int | None = None


def prospects(game: Game) -> dict[int, Prospect]:
    """What the actions with a die can be expected to do, by their numbers."""
    board = game.board
    if not isinstance(board, CombatBoard):
        return {}
    query = board.query()
    found = {strike.move: Prospect(_expected(strike), round(100 * strike.kill)) for strike in query.strikes()}
    for move in game.legal_moves:
        if board.parts(move.number).healed is not None:
            found[move.number] = Prospect(f"heals {query.healing(move.number):.1f} hit points")
    return found


def _expected(strike: Strike) -> str:
    parts = [f"{strike.kill:.0%} to kill", f"{strike.damage:.1f} hit points", *_counted(strike)]
    if strike.recoil:
        parts.append(f"costs {strike.recoil}")
    return ", ".join(parts)


def _counted(strike: Strike) -> Iterator[str]:
    """The modifiers of a roll in words."""
    for name, amount in strike.counted:
        words = _MODIFIERS.get(name, name)
        yield f"{amount:+d} {words}" if amount else words


def leg_kinds(game: Game, move: Move, legs: int) -> tuple[LegKind, ...]:
    """What a move does on each of its legs; empty in games without combat."""
    board = game.board
    if not isinstance(board, CombatBoard):
        return ()
    parts = board.parts(move.number)
    ends: list[LegKind] = []
    if parts.victim is not None:
        ends.append("attack")
    if parts.aside is not None:
        ends.append("move")
    way: LegKind = "move"
    if parts.healed is not None:
        way = "heal"
    elif parts.target is None:
        way = "use"
    return (*(way for _ in range(legs - len(ends))), *ends)


def battle_of(before: Game, move: Move) -> BattleData | None:
    """What an action did that rolled a die or used an ability. `before` is the position before it."""
    board = before.board
    if not isinstance(board, CombatBoard):
        return None
    parts = board.parts(move.number)
    if not (move.face or parts.ability):
        return None
    combat = before.variant.combat
    assert combat is not None
    setup = before.setup()
    kind, side = setup.pieces[parts.origin]
    ability = combat.fighters[kind].ability
    uses = f" uses {_title(ability.name)}" if parts.ability and ability else ""
    deed = f"{_piece(before, parts.origin)}{uses}{_aim(before, parts)}"
    details = list(_roll(before, move))
    changes = aftermath(before, move)
    if move.face and not changes:
        changes = ["nothing changes"]
    text = ": ".join(part for part in (deed, ", ".join(details), "; ".join(changes)) if part)
    shown = parts.victim if parts.victim is not None else parts.healed
    return BattleData(
        side="white" if SIDE_NAMES[side] == "white" else "black",
        square=parts.origin if shown is None else shown,
        face=move.face,
        faces=combat.die,
        text=text,
    )


def _aim(game: Game, parts: ActionParts) -> str:
    if parts.victim is not None:
        return f"{',' if parts.ability else ''} attacks {_piece(game, parts.victim)}"
    if parts.healed is not None:
        return f" on {_piece(game, parts.healed)}"
    return ""


def _roll(game: Game, move: Move) -> Iterator[str]:
    if not move.face:
        return
    yield f"die {move.face}"
    board = game.board
    assert isinstance(board, CombatBoard)
    strike = next((each for each in board.query().strikes() if each.move == move.number), None)
    if strike is not None:
        yield from _counted(strike)


def _piece(game: Game, square: int) -> str:
    kind, side = game.setup().pieces[square]
    return f"{SIDE_NAMES[side]} {game.variant.kinds[kind].name} {game.variant.square_name(square)}"


def _title(name: str) -> str:
    return name.replace("-", " ").title()


def ability_of(fighter: Fighter, condition: Condition) -> AbilityData | None:
    """The ability of a piece, and the turns until it is there again."""
    ability = fighter.ability
    if ability is None:
        return None
    is_spent = ability.name == "royal-decree" and ability.uses > 0 and not condition.decree_at_hand
    title, _, text = ability_words(ability).partition(": ")
    return AbilityData(name=title, text=text, rests=condition.resting, is_spent=is_spent)


def badges_of(condition: Condition) -> tuple[BadgeData, ...]:
    """The state of a piece besides its hit points, as marks."""
    found = []
    if condition.resting:
        found.append(BadgeData("rests", condition.resting))
    if condition.interposing:
        found.append(BadgeData("interposes", 0))
    if condition.decree:
        found.append(BadgeData("decree", condition.decree))
    if condition.exposed:
        found.append(BadgeData("exposed", 0))
    return tuple(found)
