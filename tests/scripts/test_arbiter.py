"""The measuring scripts' referee: who breaks the rules or the clock loses, and the match goes on."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter import Control, Entrant, Player, Verdict, play
from duel import Result, elo, is_clean, opening, report
from tilefish import Game
from tilefish.engine import Engine
from tilefish.limits import Limits

CLOCK = Control(clock=(0.2, 0.0), patience=0.3)
TILEFISH = f"{sys.executable} -m tilefish"


def foul(habit: str) -> Player:
    command = f"{sys.executable} -S {Path(__file__).with_name('foul_engine.py')} {habit}"
    return Player(Entrant(habit, command, (), "chess"))


@pytest.fixture(scope="module")
def tilefish() -> Iterator[Player]:
    player = Player(Entrant("tilefish", TILEFISH, ("Hash=1",), "chess"))
    yield player
    player.close()


@pytest.mark.parametrize(
    ("habit", "reason"),
    [("late", "time loss"), ("illegal", "illegal move"), ("crash", "crash"), ("hang", "hang")],
)
def test_a_foul_loses_and_the_next_game_is_played(tilefish: Player, habit: str, reason: str) -> None:
    player = foul(habit)
    try:
        for _ in range(2):  # the second time the engine is started anew, if it has to be
            verdict = play((player, tilefish), "chess", [], CLOCK)
            assert (verdict.white, verdict.reason, verdict.culprit) == (0.0, reason, habit)
    finally:
        player.close()


def test_the_overstep_is_measured_and_a_margin_forgives_it(tilefish: Player) -> None:
    player = foul("late")
    try:
        forgiving = Control(clock=(0.2, 0.0), margin=5.0, longest=1)
        verdict = play((player, tilefish), "chess", [], forgiving)
        assert verdict == Verdict(0.5, "adjudicated at 1 plies")
        assert 0.1 <= player.overstep < 1
    finally:
        player.close()


def test_a_whole_game_ends_by_the_rules(tilefish: Player) -> None:
    other = Player(Entrant("other", TILEFISH, ("Hash=1",), "chess"))
    try:
        verdict = play((tilefish, other), "chess", ["f2f3", "e7e5", "g2g4"], Control(nodes=500))
        assert verdict == Verdict(0.0, "checkmate")
    finally:
        other.close()


def test_openings_are_balanced_and_differ() -> None:
    lines = [opening("fragments", seed, 4) for seed in range(3)]
    assert len({tuple(line) for line in lines}) == 3
    for line in lines:
        game = Game("fragments")
        for move in line:
            game.push(move)
        assert abs(Engine(1).play(game, Limits(nodes=4000)).lines[0].score) < 100


def result(points: float, culprit: str | None = None) -> Result:
    return Result(points, Verdict(points, "checkmate" if culprit is None else "crash", culprit))


def test_the_report_counts_pairs() -> None:
    pairs = [[result(1.0), result(0.5)], [result(0.0, "second"), result(0.5)]]
    # pair scores 0.75 and 0.25: mean 0.5, deviation 0.3536, error 1.96 * 0.3536 / sqrt(2)
    assert report(pairs).startswith("4 games: +1 -1 =2, 50.0% ± 49.0%, Elo +0 (-798 to +798); ")
    assert "crash of second 1" in report(pairs)
    assert is_clean(pairs, "first")
    assert not is_clean(pairs, "second")
    assert not is_clean(pairs, "both")


def test_elo() -> None:
    assert (elo(0), elo(0.75), elo(1)) == ("-∞", f"{400 * math.log10(3):+.0f}", "+∞")
