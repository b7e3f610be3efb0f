"""Reasons about what the move captures, and what the other side recaptures."""

from __future__ import annotations

from tilefish.explain.reasons.reason import Finding
from tilefish.explain.reasons.scene import joined, with_article
from tilefish.explain.reasons.view import View


def captures(view: View) -> Finding | None:
    """The move captures a piece; a capture on its stone counts."""
    if not view.taken:
        return None
    passing = " en passant" if view.parts.en_passant else ""
    return Finding(f"takes {_what_is_taken(view)}{passing}", _squares(view))


def wins_material(view: View) -> Finding | None:
    """The other side cannot take back what the capture wins."""
    if not view.taken or view.gain < view.worth_saying:
        return None
    if view.gain >= sum(piece.value for piece in view.taken):
        return Finding(f"wins {_what_is_taken(view)}", _squares(view))
    return Finding(f"comes out {view.gain} centipawns ahead in the exchange", _squares(view))


def trades_evenly(view: View) -> Finding | None:
    """The other side can take back, and neither side gains."""
    if not view.taken or abs(view.gain) >= view.worth_saying:
        return None
    return Finding("trades evenly", _squares(view))


def sacrifices(view: View) -> Finding | None:
    """The capture costs more than it brings."""
    if not view.taken or view.gain > -view.worth_saying:
        return None
    text = f"gives {with_article(view.mover)} for {_what_is_taken(view)}"
    return Finding(text, _squares(view))


def _what_is_taken(view: View) -> str:
    return joined(view.taken, with_article)


def _squares(view: View) -> tuple[int, ...]:
    return tuple(piece.square for piece in view.taken)
