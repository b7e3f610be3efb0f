"""The measuring of nodes a second."""

from __future__ import annotations

import sys

import pytest
from tests.match.fouls import foul_command

from nps import launched, search
from tilefish.match.uci_process import EngineError

TILEFISH = f"{sys.executable} -m tilefish;Hash=1"


def test_a_search_is_measured() -> None:
    engine = launched(TILEFISH, megabytes=1)
    speed, seconds = search(engine, "startpos", "movetime 100")
    engine.close()
    assert speed > 1000
    assert 0.05 < seconds < 1


def test_an_engine_that_says_nothing_of_nodes_is_reported() -> None:
    silent = launched(foul_command("none"), megabytes=1)
    with pytest.raises(EngineError, match="no line with nodes"):
        search(silent, "startpos", "movetime 1")
    silent.close()


def test_an_engine_that_is_not_there() -> None:
    with pytest.raises(EngineError, match="crash: it cannot be started"):
        launched("no-such-engine", megabytes=1)
