"""The search of combat games as its users see it: kills, certain wins, limits, lines and levels."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from tests.combat.contest import Greedy, Thinker, contest
from tests.combat.positions import fight, played, ruled
from tests.seeds import seeded

from tilefish import Game
from tilefish.engine.engine import Engine, Info, Result
from tilefish.engine.levels import ACTS, AGENTS, DIFFICULTIES, Level, skill_level
from tilefish.engine.limits import Limits


def searched(game: Game, **limits: Any) -> Result:
    return Engine(hash_megabytes=1).play(game, Limits(**limits))


def best(game: Game, **limits: Any) -> Info:
    return searched(game, **limits).lines[0]


# --- what it finds --------------------------------------------------------------------------------------


def test_a_kill_for_certain_is_a_mate() -> None:
    game = fight("k7/1R6/8/8/8/8/8/K7", hp="a8=3")  # two and a die: three at least
    result = searched(game, depth=3)
    assert (result.move, result.lines[0].mate) == ("b7xa8", 1)


def test_a_kill_by_luck_is_none() -> None:
    game = fight("k7/1R6/8/8/8/8/8/K7", hp="a8=4")
    line = best(game, depth=1)
    assert line.mate is None
    assert line.score > 1000
    assert best(game, depth=3).mate == 2  # what is left of it has nowhere to go


def test_a_win_for_certain_in_two() -> None:
    """The king can do nothing against eight hit points in two attacks of four at least."""
    game = fight("k7/8/8/8/8/8/8/K7", hp="a8=8", fx="-", variant=ruled(clamp=(2, 6)))
    assert best(game, depth=4).mate is None
    stuck = "kp6/1R6/8/8/8/8/8/K7"
    game = fight(stuck, hp="a8=8,b8=1", variant=ruled(clamp=(6, 6)))
    assert best(game, depth=2).mate == 1
    game = fight(stuck, hp="a8=15", variant=ruled(clamp=(6, 6)))
    line = best(game, depth=4)
    assert line.mate == 2
    assert line.line[0].startswith("b7xa8")


def test_being_killed_for_certain_is_reported() -> None:
    game = fight("7k/8/8/8/8/8/1r1r4/K7", "w", hp="a1=1")
    assert best(game, depth=3).mate == -1


def test_the_likelier_kill_is_taken() -> None:
    game = fight("7k/8/8/8/2n1n3/3P4/8/K7", hp="c4=2,e4=7")
    assert searched(game, depth=2).move == "d3xc4"


def test_the_count_of_quiet_plies_is_seen() -> None:
    """The side that is behind makes the sixtieth ply without damage."""
    game = fight("k7/8/8/8/8/8/8/K6Q", "b", plies=59)
    assert best(game, depth=2).score == 0
    assert best(fight("k7/8/8/8/8/8/8/K6Q", "b", plies=20), depth=2).score < -300


def test_a_repetition_is_seen() -> None:
    game = fight("k7/8/8/8/8/8/8/K6Q", "w")
    for move in ("a1b1", "a8b8", "b1a1", "b8a8", "a1b1", "a8b8", "b1a1"):
        game.push(move)
    assert Engine(1).play(game, Limits(depth=2, moves=("b8a8",))).lines[0].score == 0


# --- limits ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "limits",
    [
        Limits(nodes=1),
        Limits(movetime=0.0),
        Limits(clock=0.0),
        Limits(depth=10**9, nodes=500),
        Limits(mate=10**6, nodes=500),
        Limits(nodes=500, depth=1),
    ],
)
def test_hostile_limits_give_a_legal_action(limits: Limits) -> None:
    engine = Engine(hash_megabytes=1)
    engine.lines = 500
    game = played(Game("exchange"), "e2e4", "e7e5", "d1h5", "d8h4")
    result = engine.play(game, limits)
    assert result.move in game.legal_moves


def test_nodes_are_kept() -> None:
    assert best(Game("exchange"), nodes=3000).nodes <= 3000
    assert best(Game("exchange"), depth=2).depth == 2


def test_a_search_is_stopped() -> None:
    engine = Engine(hash_megabytes=1)
    threading.Timer(0.05, engine.stop).start()
    begin = time.monotonic()
    assert engine.play(Game("exchange"), Limits()).move in Game("exchange").legal_moves
    assert time.monotonic() - begin < 20
    search = engine.start(Game("exchange"), Limits())
    engine.stop()
    assert len(search.stop().lines) == 1


def test_one_thread_searches_the_same_nodes_every_time() -> None:
    game = played(Game("exchange"), "e2e4", "e7e5", "d1h5", "d8h4")
    first, second = (best(game, depth=3) for _ in range(2))
    assert (first.nodes, first.score, first.line) == (second.nodes, second.score, second.line)


def test_two_threads_find_a_legal_action() -> None:
    result = Engine(hash_megabytes=1, threads=2).play(Game("exchange"), Limits(depth=4))
    assert result.move in Game("exchange").legal_moves
    assert result.lines[0].depth == 4


def test_one_engine_plays_by_one_rule_after_the_other() -> None:
    """Nothing that was found under other rules is believed."""
    engine = Engine(hash_megabytes=1)
    other = ruled(die=4, clamp=(1, 4))
    alone = searched(Game(other), depth=3).lines[0]
    engine.play(Game("exchange"), Limits(depth=3))
    after = engine.play(Game(other), Limits(depth=3)).lines[0]
    assert (after.score, after.nodes) == (alone.score, alone.nodes)


# --- lines and levels -----------------------------------------------------------------------------------


def test_lines_can_be_played_with_their_dice() -> None:
    rng = seeded("lines")
    game = Game("exchange")
    for _ in range(30):
        if game.outcome() is not None:
            break
        result = searched(game, nodes=rng.choice([1, 300, 2000]))
        assert result.move in game.legal_moves
        for info in result.lines:
            played(game.copy(), *info.line)
        assert result.ponder is None or "=" not in result.ponder
        game.push(game.roll(rng.choice([result.move, *game.legal_moves]), rng))


def test_nothing_is_pondered_on_after_a_die() -> None:
    result = searched(fight("k7/8/8/3q4/8/8/3Q4/K7"), depth=4)
    assert result.move == "d2xd5"
    assert result.lines[0].line[0].startswith("d2xd5=")
    assert len(result.lines[0].line) > 1
    assert result.ponder is None


def test_lines_are_sorted_and_different() -> None:
    engine = Engine(hash_megabytes=1)
    engine.lines = 4
    lines = engine.play(Game("exchange"), Limits(depth=3)).lines
    assert len({info.line[0] for info in lines}) == 4
    assert [info.score for info in lines] == sorted((info.score for info in lines), reverse=True)


LEVELS = {f"act {name}": level for name, level in ACTS.items() if name in ("1", "2")}
LEVELS |= {"Standard": AGENTS["Standard"]}
LEVELS |= {"skill 0": skill_level(0), "beginner": DIFFICULTIES["Beginner"]}


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_levels_play_legal_actions(level: Level) -> None:
    engine = Engine(hash_megabytes=1, seed=1)
    engine.level = level
    game = played(Game("exchange"), "e2e4", "e7e5", "d1h5", "d8h4")
    for _ in range(2):
        result = engine.play(game, Limits(depth=3))
        assert result.move in game.legal_moves
        assert level.depth is None or result.lines[0].depth <= level.depth


def points(first: Level, second: Level | None, pairs: range) -> float:
    """What the first made, in all, against the second, or else against the greedy player."""
    other = Greedy() if second is None else Thinker(second)
    games = contest(Thinker(first), other, pairs)
    return sum(games) / len(games)


@pytest.mark.long
def test_two_plies_beat_a_greedy_player() -> None:
    assert points(ACTS["1"], None, range(12)) > 0.5


@pytest.mark.long
def test_a_deeper_act_is_better() -> None:
    assert points(ACTS["2"], ACTS["1"], range(5)) > 0.5
