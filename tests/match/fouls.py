"""Entrants that break rules, for the tests of the arena."""

from __future__ import annotations

import sys
from pathlib import Path

from tilefish.match.players import Entrant

TILEFISH = f"{sys.executable} -m tilefish"


def foul_command(habit: str) -> str:
    """The command of an engine with a bad habit."""
    return f"{sys.executable} -S {Path(__file__).with_name('foul_engine.py')} {habit}"


def foul(habit: str, starting: float = 30) -> Entrant:
    """The engine with that habit."""
    return Entrant(habit, foul_command(habit), starting=starting)
