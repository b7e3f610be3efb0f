"""`Reason`, a true fact about a move, and the results of its finders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tilefish.explain.reasons.combat_view import CombatView
    from tilefish.explain.reasons.scene import Scene
    from tilefish.explain.reasons.view import View


class Finding(NamedTuple):
    """The result of a finder: words that follow a comma, and their squares (numbered from a1)."""

    text: str
    squares: tuple[int, ...] = ()


Finder = Callable[["View"], Finding | None]
"""Looks for one kind of reason."""

CombatFinder = Callable[["CombatView"], Finding | None]
"""The same in combat games."""

SharedFinder = Callable[["Scene"], Finding | None]
"""The same in all games; in games with dice it gets one outcome at a time."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A true fact about a move. `code` is a stable word for programs, `text` is the text for people,
    `squares` are the names of the squares concerned."""

    code: str
    text: str
    squares: tuple[str, ...] = ()
