"""The result of an action of a combat game after its die is rolled: the pieces that lost hit points or were
killed."""

from __future__ import annotations

from collections.abc import Iterator

from tilefish.explain.reasons.combat_view import CombatView, RollScene
from tilefish.game.game import Game
from tilefish.rules.text.actions import has_face, parse_action, without_face


def aftermath(game: Game, action: str) -> list[str]:
    """A line such as `queen h5 loses 6, 4 left` for every affected piece, named by its square afterwards.
    `game` is the position before. Empty for an action without a die."""
    if not has_face(action):
        return []
    face = parse_action(game.variant, action).face or 0
    view = CombatView(game, without_face(action))
    outcome = max((each for each in view.outcomes if each.face <= face), key=lambda each: each.face)
    return list(_changes(view, outcome))


def _changes(view: CombatView, outcome: RollScene) -> Iterator[str]:
    def name(start: int, square: int) -> str:
        return f"{view.pieces_before[start].kind.name} {view.variant.square_name(square)}"

    fallen = {piece.square for piece in outcome.taken}
    for start in view.pieces_before:
        end = outcome.journey[start].square
        if start in fallen:
            yield f"{name(start, start)} falls"
        elif end is not None:
            before, after = view.before.hit_points(start), outcome.after.hit_points(end)
            yield from _change(name(start, end), before, after)


def _change(name: str, before: int, after: int) -> Iterator[str]:
    if after < before:
        yield f"{name} loses {before - after}, {after} left"
    elif after > before:
        yield f"{name} regains {after - before}, {after} now"
