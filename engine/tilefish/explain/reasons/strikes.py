"""Reasons of combat games about the attack itself: its effect, its worth, and the modifiers."""

from __future__ import annotations

from functools import partial

from tilefish.core.combat import query as combat_query
from tilefish.explain.reasons import events
from tilefish.explain.reasons.combat_view import CombatView
from tilefish.explain.reasons.reason import CombatFinder, Finding
from tilefish.explain.reasons.scene import WORTH_SAYING
from tilefish.rules.model.termination import Termination

_LIKELY = 0.5


def kills_king(view: CombatView) -> Finding | None:
    """The king is attacked and dies, whatever is rolled."""
    return _kill(view, "kills the king", 1, 1) if view.victim and view.victim.kind.royal else None


def destroys_king(view: CombatView) -> Finding | None:
    """The king dies, whatever is rolled: by the world, at least where the attack does not kill it."""
    if not all(events.won_by(outcome, Termination.KING_DESTROYED) for outcome in view.outcomes):
        return None
    by_the_world = filter(None, map(events.destroys_king, view.outcomes))
    return next(by_the_world, None)


def kills(view: CombatView) -> Finding | None:
    """Any other piece dies, whatever is rolled."""
    return None if view.victim and view.victim.kind.royal else _kill(view, "certain kill", 1, 1)


def likely_kill(view: CombatView) -> Finding | None:
    """At least half of the faces kill."""
    return _kill(view, "likely kill {}", _LIKELY, 1 - 1e-9)


def may_kill(view: CombatView) -> Finding | None:
    """Some faces kill."""
    return _kill(view, "may kill {}", 1e-9, _LIKELY - 1e-9)


def _kill(view: CombatView, text: str, least: float, most: float) -> Finding | None:
    strike = view.strike
    if strike is None or not least <= strike.kill <= most:
        return None
    return Finding(text.format(percent(strike.kill)), (strike.victim,))


def damages(view: CombatView) -> Finding | None:
    """The average damage to the victim, unless the attack probably kills it."""
    strike = view.strike
    if strike is None or not strike.damage or strike.kill >= _LIKELY:
        return None
    return Finding(f"expected damage {points(strike.damage)}", (strike.victim,))


def kills_helper(view: CombatView) -> Finding | None:
    """The interposing piece may be killed by its half of the damage."""
    strike = view.strike
    if strike is None or strike.helper is None or not strike.helper_kill:
        return None
    name = view.name(view.pieces_before[strike.helper])
    return Finding(f"may kill {name}, which takes half ({percent(strike.helper_kill)})", (strike.helper,))


def good_trade(view: CombatView) -> Finding | None:
    """The attack is expected to gain more than the best answer to it takes."""
    return _trade(view, "good trade", WORTH_SAYING, None)


def even_trade(view: CombatView) -> Finding | None:
    """Both are about equal."""
    return _trade(view, "even trade", 1 - WORTH_SAYING, WORTH_SAYING - 1)


def bad_trade(view: CombatView) -> Finding | None:
    """The best answer takes more."""
    return _trade(view, "bad trade", None, -WORTH_SAYING)


def _trade(view: CombatView, text: str, least: int | None, most: int | None) -> Finding | None:
    if view.strike is None:
        return None
    balance = round(view.strike.gain - view.loss)
    if (least is not None and balance < least) or (most is not None and balance > most):
        return None
    return Finding(text, (view.strike.victim,))


def unanswered(view: CombatView) -> Finding | None:
    """No piece can attack the attacker, which has not moved."""
    square = view.action.origin
    stays = all(outcome.square == square for outcome in view.outcomes)
    if view.strike is None or not stays or any(outcome.ending for outcome in view.outcomes):
        return None
    if any(answer.victim == square for outcome in view.outcomes for answer in outcome.answers):
        return None
    return Finding("nothing strikes back", (square,))


def recoils(view: CombatView) -> Finding | None:
    """Overextending costs hit points, but not the last ones."""
    strike = view.strike
    if strike is None or not strike.recoil or _dies(view):
        return None
    return Finding(f"loses {strike.recoil} hit points itself", (strike.origin,))


def dies_striking(view: CombatView) -> Finding | None:
    """Overextending costs the last ones."""
    return Finding("dies of it", (view.action.origin,)) if _dies(view) else None


def _dies(view: CombatView) -> bool:
    return any(piece.square == view.action.origin for piece in view.outcomes[0].taken)


def _counts(view: CombatView, modifier: str, text: str) -> Finding | None:
    """A modifier that changes the result of some face of the die."""
    strike = view.strike
    amount = dict(strike.counted).get(modifier) if strike else None
    if strike is None or amount is None:
        return None
    return Finding(text.format(f"{amount:+d}"), (strike.victim,))


MODIFIERS: dict[str, CombatFinder] = {
    "decree_counts": partial(_counts, modifier=combat_query.DECREE, text="{} by the Royal Decree"),
    "exposed_counts": partial(
        _counts, modifier=combat_query.EXPOSED, text="{} since their king was in danger"
    ),
    "threat_counts": partial(_counts, modifier=combat_query.THREAT, text="{} for moving into a threat"),
    "shield_counts": partial(_counts, modifier=combat_query.SHIELD, text="{} for the friend beside it"),
}


def halved(view: CombatView) -> Finding | None:
    """The interposing piece takes half of the damage."""
    strike = view.strike
    if strike is None or strike.helper is None or combat_query.INTERPOSE not in dict(strike.counted):
        return None
    return Finding(f"{view.name(view.pieces_before[strike.helper])} takes half", (strike.helper,))


def percent(chance: float) -> str:
    """`83%`; only certain and impossible events give 100% and 0%."""
    whole = round(100 * chance)
    return f"{whole if chance in (0, 1) else min(max(whole, 1), 99)}%"


def points(number: float) -> str:
    """`5.5`, and `6` for a whole number."""
    return f"{round(number, 1):g}"
