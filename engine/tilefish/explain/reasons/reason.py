"""`Reason`, something true about a move, and what its finders come back with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tilefish.explain.reasons.combat_view import CombatView
    from tilefish.explain.reasons.scene import Scene
    from tilefish.explain.reasons.view import View


class Finding(NamedTuple):
    """What a finder saw: words that follow a comma, and the squares (from a1) that they are about."""

    text: str
    squares: tuple[int, ...] = ()


Finder = Callable[["View"], Finding | None]
"""Looks for one kind of reason."""

CombatFinder = Callable[["CombatView"], Finding | None]
"""Does so in combat games."""

SharedFinder = Callable[["Scene"], Finding | None]
"""Does so in all games; in those with dice it sees one outcome at a time."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Something true about a move. `code` is a word for programs that stays as it is, `text` says the same to
    people, `squares` are those that it is about, by their names."""

    code: str
    text: str
    squares: tuple[str, ...] = ()
