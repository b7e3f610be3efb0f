"""Reasons of combat games about abilities, and about the side's next threats."""

from __future__ import annotations

from tilefish.explain.reasons.combat_view import CombatView, RollScene, kill_chances
from tilefish.explain.reasons.reason import Finding
from tilefish.explain.reasons.scene import royal_of, starts
from tilefish.explain.reasons.strikes import percent, points

_LIKELY = 0.5
_MUCH = 0.15


def heals(view: CombatView) -> Finding | None:
    """A friendly piece regains hit points."""
    square = view.action.healed
    if square is None:
        return None
    friend = view.pieces_before[square]
    expected = view.before.healing(view.move)
    lacking = view.fighter(friend).hp - view.before.hit_points(square)
    return view.about("heals {} " + ("fully" if expected == lacking else f"by {points(expected)}"), [friend])


def decrees(view: CombatView) -> Finding | None:
    """The side will get better rolls."""
    ability = view.fighter(view.mover).ability
    if view.uses != "royal-decree" or ability is None:
        return None
    turns = "turn" if ability.turns == 1 else f"{ability.turns} turns"
    return Finding(f"adds {ability.bonus} to all rolls of the next {turns}")


def readies(view: CombatView) -> Finding | None:
    """The side has attacks that will profit from it."""
    if view.uses != "royal-decree":
        return None
    [outcome] = view.outcomes
    return view.about("ready to attack {}", outcome.on({victim for _, victim in outcome.threats}))


def guards(view: CombatView) -> Finding | None:
    """The interposing piece stands beside friendly pieces that the other side can attack."""
    if view.uses != "interpose":
        return None
    [outcome] = view.outcomes
    guarded = {answer.victim for answer in outcome.answers if answer.helper == outcome.square}
    return view.about("takes half of what hits {}", outcome.on(guarded))


def steps_aside(view: CombatView) -> Finding | None:
    """A skirmish ends on another square."""
    if view.action.aside is None:
        return None
    return Finding(f"steps aside to {view.place(view.action.aside)}", (view.action.aside,))


def threatens_kill(view: CombatView) -> Finding | None:
    """An enemy that probably survives this turn will probably be killed in the next one if it is not
    defended, and that is more likely than before."""
    now = kill_chances(view.chances)
    enemies = [start for start, piece in view.pieces_before.items() if piece.side == view.them]
    chances = {start: _next_kill(view, start) for start in enemies}
    start = max(chances, key=lambda start: chances[start] - now.get(start, 0), default=None)
    if start is None or chances[start] < _LIKELY or chances[start] - now.get(start, 0) < _MUCH:
        return None
    square = view.pieces_before[start].square
    text = f"threatens to kill {{}} ({percent(chances[start])})"
    return view.about(text, [view.pieces_before[square]])


def _next_kill(view: CombatView, start: int) -> float:
    """The chance to kill an enemy next if the other side passed, provided that it survives now and stays
    where it is; 0 if it probably does not."""

    def chance(outcome: RollScene) -> float:
        if outcome.journey[start].square != start:
            return 0
        named = starts(outcome.next_journey)
        return next((kill for end, kill in outcome.kills_next.items() if named[end] == start), 0)

    lives = view.mean(lambda outcome: outcome.journey[start].square == start)
    return view.mean(chance) / lives if lives > _LIKELY else 0


def threatens_king(view: CombatView) -> Finding | None:
    """The enemy king stands on a threatened tile, and did not before."""
    king = royal_of(view.pieces_before, view.them)
    if king is None or view.before.attackers(king, view.us):
        return None
    ends = {outcome.enemy_king for outcome in view.outcomes}
    if any(end is None for end in ends) or not all(
        outcome.after.attackers(outcome.enemy_king, view.us)
        for outcome in view.outcomes
        if outcome.enemy_king is not None
    ):
        return None
    return view.about("threatens {}", view.standing([king]))
