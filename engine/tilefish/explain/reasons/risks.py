"""Reasons of combat games about the dangers to the side's own pieces.

A risk is the chance that a piece is killed by the single attack most likely to kill it.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilefish.core.combat.query import Strike
from tilefish.explain.reasons.combat_view import CombatView
from tilefish.explain.reasons.reason import Finding
from tilefish.explain.reasons.scene import Piece, royal_of
from tilefish.explain.reasons.strikes import percent, points

_NOTABLE = 0.1
_MUCH = 0.2


def saves(view: CombatView) -> Finding | None:
    """Another piece could have been killed, and cannot be now."""
    return view.about("saves {}", _saved(view, (start for start in view.risks_before if start != _own(view))))


def to_safety(view: CombatView) -> Finding | None:
    """The acting piece could have been killed, and cannot be where it goes."""
    went = any(outcome.square != _own(view) for outcome in view.outcomes)
    saved = _saved(view, [_own(view)]) if went else []
    return Finding(f"brings the {view.mover.kind.name} to safety", (saved[0].square,)) if saved else None


def lowers_risk(view: CombatView) -> Finding | None:
    """A piece that can still be killed is much less likely to be."""
    start = max(view.risks, key=lambda start: -_rise(view, start), default=None)
    if start is None or _rise(view, start) > -_MUCH:
        return None
    text = f"lowers the risk of {{}} from {percent(view.risks_before[start])} to {percent(view.risks[start])}"
    return view.about(text, view.standing([start]))


def into_danger(view: CombatView) -> Finding | None:
    """The acting piece is likelier to be killed than if it had done nothing."""
    start = _own(view)
    standing = view.standing([start])
    if not standing or _rise(view, start) < _NOTABLE:
        return None
    square = standing[0].square
    return Finding(f"may be killed on {view.place(square)} ({percent(view.risks[start])})", (square,))


def leaves(view: CombatView) -> Finding | None:
    """Another piece is likelier to be killed."""
    left = [start for start in view.risks if start != _own(view) and _rise(view, start) >= _NOTABLE]
    if not left:
        return None
    return view.about(f"leaves {{}} in danger ({_worst(view, left)})", view.standing(left))


def within_reach(view: CombatView) -> Finding | None:
    """The acting piece can be attacked, could not have been before, and will live."""
    start = _own(view)
    standing = view.standing([start])
    if not standing or start in view.risks or start in view.reached_before:
        return None
    square = standing[0].square
    if not all(_is_reached(outcome.answers, square) for outcome in view.outcomes):
        return None
    hit = view.mean(lambda outcome: max(a.damage for a in outcome.answers if a.victim == square))
    return Finding(f"may be hit on {view.place(square)} for {points(hit)}", (square,))


def out_of_reach(view: CombatView) -> Finding | None:
    """The acting piece could have been attacked, though not killed, and cannot be now."""
    start = _own(view)
    if start not in view.reached_before or start in view.risks_before:
        return None
    return view.about("takes {} out of reach", _unreached(view, [start]))


def covers(view: CombatView) -> Finding | None:
    """Another piece could have been attacked, and cannot be now."""
    starts = view.reached_before.keys() - view.risks_before.keys() - {_own(view)}
    return view.about("covers {}", _unreached(view, starts))


def exposes_king(view: CombatView) -> Finding | None:
    """The own king is left on a tile that the enemy threatens, and would not have been by a pass."""
    before, after = _king_threatened(view)
    if before or not after:
        return None
    return view.about("leaves {} threatened", _king(view))


def shelters_king(view: CombatView) -> Finding | None:
    """The own king no longer stands on a threatened tile."""
    before, after = _king_threatened(view)
    if not before or after is None or after:
        return None
    return view.about("takes {} out of their threats", _king(view))


def _own(view: CombatView) -> int:
    return view.action.origin


def _rise(view: CombatView, start: int) -> float:
    return view.risks.get(start, 0) - view.risks_before.get(start, 0)


def _worst(view: CombatView, starts: list[int]) -> str:
    chance = percent(max(view.risks[start] for start in starts))
    return chance if len(starts) == 1 else f"up to {chance}"


def _saved(view: CombatView, starts: Iterable[int]) -> list[Piece]:
    saved = [start for start in starts if -_rise(view, start) >= _NOTABLE and start not in view.risks]
    return _not_doomed(view, view.standing(saved))


def _unreached(view: CombatView, starts: Iterable[int]) -> list[Piece]:
    unreached = [
        piece
        for piece in view.standing(starts)
        if not any(_is_reached(outcome.answers, piece.square) for outcome in view.outcomes)
    ]
    return _not_doomed(view, unreached)


def _not_doomed(view: CombatView, pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces that no belt destroys next."""
    return [piece for piece in pieces if view.likeliest.next_journey[piece.square].square is not None]


def _is_reached(answers: Iterable[Strike], square: int) -> bool:
    return any(answer.victim == square for answer in answers)


def _king(view: CombatView) -> list[Piece]:
    king = royal_of(view.pieces_before, view.us)
    return [] if king is None else view.standing([king])


def _king_threatened(view: CombatView) -> tuple[bool, bool | None]:
    """Whether the own king would have stood on a threatened tile after a pass, and whether it does now; None
    if that depends on the die."""
    king = royal_of(view.pieces_before, view.us)
    idle_king = None if king is None else view.idle_journey[king].square
    before = idle_king is not None and bool(view.idle.attackers(idle_king, view.them))
    now = {
        bool(outcome.after.attackers(square, view.them))
        for outcome in view.outcomes
        if king is not None and (square := outcome.journey[king].square) is not None
    }
    return before, now.pop() if len(now) == 1 else None
