"""Reasons that are easy to see: checks and ends, castling, promotion, passed pawns."""

from __future__ import annotations

from collections.abc import Mapping

from tilefish.explain.reasons.reason import Finding
from tilefish.explain.reasons.scene import Piece, Scene, royal_of
from tilefish.explain.reasons.view import View
from tilefish.rules.model.termination import Termination

_PAWN_STEPS = {(0, 1, True, False), (-1, 1, False, True), (1, 1, False, True)}


def mates(view: View) -> Finding | None:
    """Checkmate."""
    return Finding("checkmate") if won_by(view, Termination.CHECKMATE) else None


def destroys_king(view: Scene) -> Finding | None:
    """The world has destroyed the other king."""
    king = royal_of(view.pieces_before, view.them)
    if king is None or not view.journey[king].by_the_world or not won_by(view, Termination.KING_DESTROYED):
        return None
    return Finding("the king is destroyed")


def stalemates(view: Scene) -> Finding | None:
    """A side without a move loses in some games, in check or not."""
    if not won_by(view, Termination.STALEMATE):
        return None
    return Finding("leaves the other side without a move, which wins")


def draws(view: Scene) -> Finding | None:
    """The game ends in a draw."""
    if view.ending is None or view.ending[0] is not None:
        return None
    return Finding(f"draws by {view.ending[1]}")


def checks(view: View) -> Finding | None:
    """The move gives check that is not mate."""
    if not view.after.in_check(view.them) or won_by(view, Termination.CHECKMATE):
        return None
    assert view.enemy_king is not None
    return Finding("gives check", (view.enemy_king,))


def promotes(view: Scene) -> Finding | None:
    """A pawn promotes."""
    if view.parts.promotion is None:
        return None
    name = view.variant.kinds[view.parts.promotion].name
    return Finding(f"promotes to {name}", (view.parts.target,))


def castles(view: View) -> Finding | None:
    """King and rook move at once."""
    if view.parts.rook is None:
        return None
    return Finding("castles", (view.parts.target,))


def answers_check(view: View) -> Finding | None:
    """The mover was in check."""
    return Finding("answers the check") if view.before.in_check(view.us) else None


def only_move(view: Scene) -> Finding | None:
    """The move is the only legal one."""
    return Finding("the only legal move") if view.choices == 1 else None


def makes_passed(view: Scene) -> Finding | None:
    """A pawn of the mover becomes passed."""
    made = [
        piece
        for piece in view.pieces.values()
        if piece.side == view.us
        and _is_passed(view, view.pieces, piece)
        and not _is_passed(view, view.pieces_before, view.pieces_before[view.came_from[piece.square]])
    ]
    return view.about("makes {} a passed pawn", made)


def pushes_passed(view: Scene) -> Finding | None:
    """A passed pawn advances."""
    piece = view.pieces.get(-1 if view.square is None else view.square)
    if piece is None or not _is_passed(view, view.pieces_before, view.mover):
        return None
    if not _is_passed(view, view.pieces, piece):
        return None
    return Finding("pushes a passed pawn", (piece.square,))


def won_by(view: Scene, termination: Termination) -> bool:
    return view.ending == (view.us, termination)


def _is_passed(view: Scene, pieces: Mapping[int, Piece], pawn: Piece) -> bool:
    """Whether a pawn with standard pawn moves can go to promotion over safe tiles without meeting an enemy
    pawn, on its file or beside it."""
    variant = view.variant
    if not pawn.kind.pawn or not _is_orthodox(pawn):
        return False
    forward = -1 if pawn.side else 1
    rank, file = divmod(pawn.square, variant.files)
    last = variant.promotion_rank[pawn.side]
    if (last - rank) * forward <= 0:
        return False
    for ahead in range(rank + forward, last + forward, forward):
        if not variant.is_safe(ahead * variant.files + file):
            return False
        for beside in range(max(0, file - 1), min(variant.files, file + 2)):
            other = pieces.get(ahead * variant.files + beside)
            if other is not None and other.kind.pawn and other.side != pawn.side:
                return False
    return True


def _is_orthodox(pawn: Piece) -> bool:
    steps = (step for step in pawn.kind.steps if not step.initial)
    return {(step.dx, step.dy, step.quiet, step.capture) for step in steps} == _PAWN_STEPS
