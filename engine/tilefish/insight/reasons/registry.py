"""All reasons by their codes."""

from __future__ import annotations

from tilefish.insight.reasons import activity, captures, events, safety, terrain, threats
from tilefish.insight.reasons.reason import Finder, Reason
from tilefish.insight.reasons.view import View

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
"""Those first that say most about a move."""


def find_reasons(view: View) -> tuple[Reason, ...]:
    """All reasons that are true of a move, in the order of `FINDERS`."""
    found = ((code, finder(view)) for code, finder in FINDERS.items())
    return tuple(
        Reason(code, finding.text, tuple(view.place(square) for square in finding.squares))
        for code, finding in found
        if finding is not None
    )
