"""All reasons by their codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from tilefish.explain.reasons import (
    activity,
    captures,
    events,
    powers,
    risks,
    safety,
    strikes,
    terrain,
    threats,
)
from tilefish.explain.reasons.combat_view import CombatView
from tilefish.explain.reasons.reason import CombatFinder, Finder, Finding, Reason, SharedFinder
from tilefish.explain.reasons.view import View

FINDERS: dict[str, Finder] = {
    "mates": events.mates,
    "destroys_king": events.destroys_king,
    "stalemates": events.stalemates,
    "draws": events.draws,
    "only_move": events.only_move,
    "wins_material": captures.wins_material,
    "sacrifices": captures.sacrifices,
    "trades_evenly": captures.trades_evenly,
    **{f"enemy_{cause}": finder for cause, finder in terrain.ENEMY_DESTROYED.items()},
    "promotes": events.promotes,
    "discovers_check": threats.discovers_check,
    "checks": events.checks,
    "forks": threats.forks,
    "skewers": threats.skewers,
    "pins": threats.pins,
    **{f"own_{cause}": finder for cause, finder in terrain.OWN_DESTROYED.items()},
    "doomed": terrain.doomed,
    "into_danger": safety.into_danger,
    "leaves": safety.leaves,
    "saves": safety.saves,
    "to_safety": safety.to_safety,
    "escapes_world": terrain.escapes_world,
    "discovers": threats.discovers,
    "attacks": threats.attacks,
    "stone_threat": threats.stone_threat,
    "castles": events.castles,
    "stone_sequence": terrain.stone_sequence,
    "stone_reach": terrain.stone_reach,
    "pushes_passed": events.pushes_passed,
    "makes_passed": events.makes_passed,
    "defends": safety.defends,
    "answers_check": events.answers_check,
    **{f"holds_{tile}": finder for tile, finder in terrain.HOLDS.items()},
    "leaves_bridge": terrain.leaves_bridge,
    "leaps_over": terrain.leaps_over,
    "rides_belt": terrain.rides_belt,
    "deadly_belt": terrain.deadly_belt,
    "develops": activity.develops,
    "more_active": activity.more_active,
    "opens_line": threats.opens_line,
    "safe_square": safety.safe_square,
    "captures": captures.captures,
}
"""The finders for games without combat, the most important first."""


def whatever_falls(finder: SharedFinder) -> CombatFinder:
    """A combat finder that reports only what the finder reports in every outcome of the die."""

    def find(view: CombatView) -> Finding | None:
        found = {finder(outcome) for outcome in view.outcomes}
        return found.pop() if len(found) == 1 else None

    return find


COMBAT_FINDERS: dict[str, CombatFinder] = {
    "kills_king": strikes.kills_king,
    "destroys_king": strikes.destroys_king,
    "stalemates": whatever_falls(events.stalemates),
    "draws": whatever_falls(events.draws),
    "only_move": whatever_falls(events.only_move),
    "kills": strikes.kills,
    "likely_kill": strikes.likely_kill,
    "may_kill": strikes.may_kill,
    "dies_striking": strikes.dies_striking,
    "good_trade": strikes.good_trade,
    "even_trade": strikes.even_trade,
    "bad_trade": strikes.bad_trade,
    "damages": strikes.damages,
    "kills_helper": strikes.kills_helper,
    "heals": powers.heals,
    "guards": powers.guards,
    "decrees": powers.decrees,
    "readies": powers.readies,
    **{f"enemy_{cause}": whatever_falls(finder) for cause, finder in terrain.ENEMY_DESTROYED.items()},
    "promotes": whatever_falls(events.promotes),
    "threatens_kill": powers.threatens_kill,
    "forks": whatever_falls(threats.forks),
    **{f"own_{cause}": whatever_falls(finder) for cause, finder in terrain.OWN_DESTROYED.items()},
    "doomed": whatever_falls(terrain.doomed),
    "into_danger": risks.into_danger,
    "leaves": risks.leaves,
    "exposes_king": risks.exposes_king,
    "saves": risks.saves,
    "to_safety": risks.to_safety,
    "lowers_risk": risks.lowers_risk,
    "shelters_king": risks.shelters_king,
    "escapes_world": whatever_falls(terrain.escapes_world),
    "discovers": whatever_falls(threats.discovers),
    "attacks": whatever_falls(threats.attacks),
    "stone_threat": whatever_falls(threats.stone_threat),
    "threatens_king": powers.threatens_king,
    **strikes.MODIFIERS,
    "halved": strikes.halved,
    "recoils": strikes.recoils,
    "steps_aside": powers.steps_aside,
    "stone_sequence": whatever_falls(terrain.stone_sequence),
    "stone_reach": whatever_falls(terrain.stone_reach),
    "pushes_passed": whatever_falls(events.pushes_passed),
    "makes_passed": whatever_falls(events.makes_passed),
    "covers": risks.covers,
    "out_of_reach": risks.out_of_reach,
    "defends": whatever_falls(safety.defends),
    **{f"holds_{tile}": whatever_falls(finder) for tile, finder in terrain.HOLDS.items()},
    "leaves_bridge": whatever_falls(terrain.leaves_bridge),
    "leaps_over": whatever_falls(terrain.leaps_over),
    "rides_belt": whatever_falls(terrain.rides_belt),
    "deadly_belt": whatever_falls(terrain.deadly_belt),
    "unanswered": strikes.unanswered,
    "within_reach": risks.within_reach,
    "develops": whatever_falls(activity.develops),
    "more_active": whatever_falls(activity.more_active),
    "opens_line": whatever_falls(threats.opens_line),
    "safe_square": whatever_falls(safety.safe_square),
}
"""The finders for combat games."""


_View = TypeVar("_View", View, CombatView)


def find_reasons(view: _View, finders: Mapping[str, Callable[[_View], Finding | None]]) -> tuple[Reason, ...]:
    """All reasons that are true of a move, in the order of the finders: those of its kind of game."""
    return tuple(
        Reason(code, finding.text, tuple(view.place(square) for square in finding.squares))
        for code, finder in finders.items()
        if (finding := finder(view)) is not None
    )
