"""Reasons about the mover's new threats, and the lines that the move opens."""

from __future__ import annotations

from collections.abc import Iterator

from tilefish.explain.reasons.reason import Finding
from tilefish.explain.reasons.scene import Piece, Scene
from tilefish.explain.reasons.view import View

_LONG_LINE = 3
"""A line longer by this number of squares is worth opening."""


def forks(view: Scene) -> Finding | None:
    """The moved piece attacks two or more, each the king or to be won, and is not to be won itself."""
    for square in view.moved:
        victims = _forked(view, square)
        if victims:
            return view.about("forks {}", view.on(victims))
    return None


def attacks(view: Scene) -> Finding | None:
    """The moved piece now threatens to win something that no piece threatened before."""
    victims = {
        victim
        for (attacker, victim), capture in view.threats.items()
        if attacker in view.moved and capture.stone is None
    }
    for square in view.moved:
        victims -= _forked(view, square)
    return view.about("attacks {}", view.on(victims - view.old_threats))


def discovers(view: Scene) -> Finding | None:
    """The move clears the line for another piece's threat."""
    found = {
        victim
        for (attacker, victim), capture in view.threats.items()
        if capture.stone is None and victim not in view.old_threats and _line_cleared(view, attacker, victim)
    }
    return view.about("uncovers an attack on {}", view.on(found))


def discovers_check(view: View) -> Finding | None:
    """The move clears the line for a check by another piece."""
    king = view.enemy_king
    if king is None or not view.after.in_check(view.them):
        return None
    checkers = {square for square in view.after.attackers(king, view.us) if _line_cleared(view, square, king)}
    return view.about("uncovers a check by {}", view.on(checkers))


def stone_threat(view: Scene) -> Finding | None:
    """A stone sequence now threatens to win something that no piece threatened before."""
    victims = {
        victim
        for (_, victim), capture in view.threats.items()
        if capture.stone is not None and victim not in view.old_threats
    }
    return view.about("threatens {} by way of a stone", view.on(victims))


def pins(view: View) -> Finding | None:
    """The moved piece attacks an enemy in front of the king, or in front of a piece worth more than
    either."""
    for pinner, front, behind in _lined_up(view):
        dearer = behind.value - max(front.value, pinner.value) >= view.worth_saying
        if not front.kind.royal and (behind.kind.royal or dearer):
            text = f"pins {view.name(front)} to {view.name(behind)}"
            return Finding(text, (front.square, behind.square))
    return None


def skewers(view: View) -> Finding | None:
    """The moved piece attacks the king, or one worth more than itself, and another behind that it wins."""
    for skewerer, front, behind in _lined_up(view):
        if behind.kind.royal or skewerer.square in view.in_danger:
            continue
        must_move = front.kind.royal or front.value >= max(behind.value, skewerer.value + view.worth_saying)
        guards = view.after.attackers(behind.square, view.them, without=(front.square,))
        wins = behind.value - (skewerer.value if guards else 0) >= view.worth_saying
        if must_move and wins:
            text = f"skewers {view.name(front)} and {view.name(behind)}"
            return Finding(text, (front.square, behind.square))
    return None


def opens_line(view: Scene) -> Finding | None:
    """Leaving its square, the moved piece gives another one a longer line."""
    freed = {
        piece.square
        for piece in view.pieces.values()
        if piece.side == view.us and piece.square not in view.moved and _reaches_further(view, piece)
    }
    return view.about("opens a line for {}", view.on(freed))


def _forked(view: Scene, square: int) -> set[int]:
    """The pieces that the moved piece forks from a square; empty if it forked them before."""
    if square in view.in_danger or view.next_journey[square].square is None:
        return set()
    victims = {
        victim
        for (attacker, victim), capture in view.threats.items()
        if attacker == square and capture.stone is None and view.must_be_met(capture, view.pieces[victim])
    }
    if view.ending is None and square in view.checkers:
        assert view.enemy_king is not None
        victims.add(view.enemy_king)
    return victims if len(victims) > 1 and victims - view.old_threats else set()


def _line_cleared(view: Scene, attacker: int, victim: int) -> bool:
    """Whether the square that the mover left alone kept one piece from attacking another. Belts carried
    neither of them."""
    if view.came_from[attacker] != attacker or view.came_from[victim] != victim:
        return False
    origin = (view.parts.origin,)
    return attacker not in view.before.attackers(victim, view.us) and attacker in view.before.attackers(
        victim, view.us, without=origin
    )


def _lined_up(view: View) -> Iterator[tuple[Piece, Piece, Piece]]:
    """The moved piece, an enemy that it attacks, and another one alone behind that on the same line. Lines
    that existed before the move are left out."""
    enemies = [piece for piece in view.pieces.values() if piece.side == view.them]
    for square, piece in view.moved.items():
        reached = set(view.after.targets(square))
        for front in (enemy for enemy in enemies if enemy.square in reached):
            for behind in enemies:
                if behind.square in reached or behind is front:
                    continue
                seen = view.after.attackers(behind.square, view.us, without=(front.square,))
                if square in seen and not _lined_up_before(view, square, front, behind):
                    yield piece, front, behind


def _lined_up_before(view: View, square: int, front: Piece, behind: Piece) -> bool:
    start, near, far = (view.came_from[now] for now in (square, front.square, behind.square))
    attacked = start in view.before.attackers(near, view.us)
    return attacked and start in view.before.attackers(far, view.us, without=(near,))


def _reaches_further(view: Scene, piece: Piece) -> bool:
    if view.came_from[piece.square] != piece.square:
        return False
    gained = set(view.after.targets(piece.square)) - set(view.before.targets(piece.square))
    return view.parts.origin in gained and len(gained) >= _LONG_LINE
