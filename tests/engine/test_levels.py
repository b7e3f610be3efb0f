"""Levels of strength: what they cap, how they choose, and that a stronger one is stronger."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tilefish import Game, InputError, Library
from tilefish.core.board.board import Board
from tilefish.core.search.searcher import EVERYTHING, TECHNIQUES
from tilefish.engine.engine import Engine, Info
from tilefish.engine.levels import (
    ACTS,
    AGENTS,
    ALL_LINES,
    BEST_SKILL,
    DIFFICULTIES,
    FULL,
    HIGHEST_ELO,
    LOWEST_ELO,
    Level,
    elo_level,
    level_named,
    skill_level,
    strictest,
    worths,
)
from tilefish.engine.limits import Limits
from tilefish.game.move import Move

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
HANGING_QUEEN = "rnb1kbnr/pppp1ppp/8/4p1q1/3P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 0 1"
DEFENDED_BISHOP = "4k3/pp3ppp/4p3/3b4/8/8/PPP2PPP/3QK3 w - - 0 1"

CAPS = {
    "Beginner": (1, None, 50),
    "Easy": (3, 0.5, 30),
    "Medium": (5, 2, 15),
    "Hard": (8, 10, 0),
    "Grandmaster": (None, 30, 0),
}
"""Of every difficulty: plies, seconds, and centipawns of noise."""


def engine_at(level: Level, seed: int = 1) -> Engine:
    engine = Engine(hash_megabytes=1, seed=seed)
    engine.level = level
    return engine


def unhurried(name: str) -> Level:
    """A difficulty without its cap on time, so that it plays the same on a busy machine."""
    return replace(level_named(name), seconds=None)


def share(level: Level, fen: str, move: str, tries: int = 60) -> float:
    """How often a level plays a move."""
    engine, game = engine_at(level), Game("chess", fen)
    played = []
    for _ in range(tries):
        engine.clear_hash()
        played.append(engine.play(game, Limits()).move)
    return sum(each == move for each in played) / tries


# --- what a level is ----------------------------------------------------------------------------------------


def test_every_skill_is_stricter_than_the_next() -> None:
    for weaker, stronger in pairwise(skill_level(skill) for skill in range(BEST_SKILL)):
        assert (weaker.nodes or 0) < (stronger.nodes or 0)
        assert weaker.temperature > stronger.temperature
        assert weaker.lines >= stronger.lines
    assert skill_level(BEST_SKILL) == FULL


def test_an_elo_is_a_skill_or_lies_between_two() -> None:
    assert elo_level(LOWEST_ELO) == skill_level(0)
    assert elo_level(HIGHEST_ELO) == skill_level(BEST_SKILL - 1)
    temperatures = [elo_level(elo).temperature for elo in range(LOWEST_ELO, HIGHEST_ELO + 1)]
    assert temperatures == sorted(set(temperatures), reverse=True)


def test_the_strictest_of_several() -> None:
    both = strictest(DIFFICULTIES["Medium"], ACTS["1"], AGENTS["Standard"], FULL)
    assert (both.depth, both.nodes, both.seconds) == (2, None, 2)
    assert (both.lines, both.noise, both.temperature) == (ALL_LINES, 15, 0)
    assert both.techniques == AGENTS["Standard"].techniques
    assert strictest(FULL, FULL) == FULL
    both = strictest(DIFFICULTIES["Easy"], ACTS["Final"], skill_level(3))
    assert (both.depth, both.nodes, both.seconds) == (3, skill_level(3).nodes, 0.5)
    assert (both.lines, both.noise, both.temperature) == (ALL_LINES, 30, skill_level(3).temperature)
    assert both.techniques == DIFFICULTIES["Easy"].techniques


def test_agents_only_ever_learn() -> None:
    masks = [AGENTS[name].techniques for name in ("Standard", "Quiescence", "Endgame", "Full")]
    for older, newer in pairwise(masks):
        assert older & newer == older
    assert masks[-1] == EVERYTHING
    assert bool(masks[0] >> TECHNIQUES.index("quiescence") & 1) is False
    assert bool(masks[1] >> TECHNIQUES.index("quiescence") & 1) is True


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("skill7", skill_level(7)),
        ("Easy", DIFFICULTIES["Easy"]),
        ("act1", ACTS["1"]),
        ("actFinal", ACTS["Final"]),
        ("standard", AGENTS["Standard"]),
        ("full", FULL),
        (f"elo{LOWEST_ELO}", skill_level(0)),
    ],
)
def test_short_names(name: str, level: Level) -> None:
    assert level_named(name) == level


@pytest.mark.parametrize(
    "name", ["", "skill21", "easi", "off", "elo", "elo1", "elo99999999999", "elo-5", "elo²"]
)
def test_wrong_names_are_reported(name: str) -> None:
    with pytest.raises(InputError, match=r"there is no level|an Elo is from"):
        level_named(name)


# --- the choice ---------------------------------------------------------------------------------------------


def test_worth_keeps_the_search_s_order_and_tells_mates_apart() -> None:
    assert worths([(20, None), (35, None), (-10, None)]) == [20, 20, -10]
    shorter, longer, queen_up = worths([(31999, 1), (31997, 2), (900, None)])
    assert shorter - longer >= 60  # more than the noise of Easy can hide
    assert longer > queen_up
    soon, late = worths([(-31990, -5), (-31998, -1)])
    assert soon > late


def test_the_chance_of_a_line_falls_with_its_loss() -> None:
    rng, level = Random(1), Level(lines=3, temperature=50)
    picks = [level.choose([100, 50, -100], rng) for _ in range(3000)]
    first, second, third = (picks.count(place) for place in range(3))
    assert second / first == pytest.approx(0.368, abs=0.05)
    assert 0 < third < second / 5


def test_noise_only_confuses_what_is_near() -> None:
    rng, level = Random(1), Level(lines=3, noise=30)
    picks = {level.choose([100, 60, 39], rng) for _ in range(500)}
    assert picks == {0, 1}


def test_the_same_seed_makes_the_same_mistakes() -> None:
    def game(seed: int | None) -> list[Move]:
        engine, game = Engine(1, seed=seed), Game()
        engine.level = skill_level(0)
        while game.outcome() is None and len(game.move_stack) < 12:  # so weak a game may well be over by then
            move = engine.play(game, Limits()).move
            assert move is not None
            game.push(move)
        return game.move_stack

    assert game(5) == game(5)
    assert len({tuple(game(None)) for _ in range(4)}) > 1


@pytest.mark.parametrize("level", [skill_level(0), DIFFICULTIES["Beginner"]])
def test_the_move_heads_the_last_line_reported(level: Level) -> None:
    engine, reported = engine_at(level), list[Info]()
    strayed = 0
    for _ in range(20):
        reported.clear()
        result = engine.play(Game(), Limits(), report=reported.append)
        assert {info.multipv for info in reported} == {1}
        assert reported[-1].line[0] == result.move == result.lines[0].line[0]
        assert len(result.lines) == 1
        strayed += reported[-1].line[0] != reported[-2].line[0] if len(reported) > 1 else 0
    assert strayed


def test_as_many_lines_are_reported_as_were_asked_for() -> None:
    engine, reported = engine_at(skill_level(0)), list[Info]()
    engine.lines = 3
    for _ in range(10):
        result = engine.play(Game(), Limits(), report=reported.append)
        assert [info.multipv for info in result.lines] == [1, 2, 3]
        assert len({info.line[0] for info in result.lines}) == 3
    assert {info.multipv for info in reported} == {1, 2, 3}


@pytest.mark.parametrize("level", [skill_level(0), DIFFICULTIES["Beginner"], AGENTS["Standard"], ACTS["1"]])
def test_only_the_moves_that_were_asked_for(level: Level) -> None:
    engine = engine_at(level)
    moves = {engine.play(Game(), Limits(nodes=2000, moves=("a2a3", "h2h4"))).move for _ in range(20)}
    assert moves <= {"a2a3", "h2h4"}


@pytest.mark.parametrize("name", Library(environment=False).names())
@pytest.mark.parametrize("level", ["skill0", "skill5", "beginner", "easy", "standard"])
def test_every_level_plays_legal_moves_on_every_world(name: str, level: str) -> None:
    engine, game = engine_at(level_named(level)), Game(name)
    for _ in range(12):
        if game.outcome() is not None:
            break
        game.push(game.roll(engine.play(game, Limits(nodes=1000)).move or ""))


def test_a_lost_game_is_played_on_and_a_finished_one_has_no_move() -> None:
    engine = engine_at(skill_level(0))
    assert engine.play(Game("chess", "k7/8/1K6/8/8/8/8/6Q1 b - - 0 1"), Limits()).move == "a8b8"
    assert engine.play(Game("chess", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), Limits()).move is None


# --- what it caps -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "depth"), [("1", 2), ("2", 3), ("3", 4), ("Final", 5)])
def test_acts_cap_the_depth(name: str, depth: int) -> None:
    engine = engine_at(ACTS[name])
    assert engine.play(Game(), Limits()).lines[0].depth == depth
    assert engine.play(Game(), Limits(depth=1)).lines[0].depth == 1
    assert engine.play(Game(), Limits(infinite=True)).lines[0].depth == depth


def test_the_beginner_does_not_search() -> None:
    result = engine_at(DIFFICULTIES["Beginner"]).play(Game("chess", HANGING_QUEEN), Limits())
    assert result.lines[0].depth == 1
    assert len(result.lines[0].line) == 1


@pytest.mark.parametrize(("name", "caps"), CAPS.items())
def test_what_a_difficulty_caps(name: str, caps: tuple[int | None, float | None, int]) -> None:
    level = DIFFICULTIES[name]
    assert (level.depth, level.seconds, level.noise) == caps
    assert level.strays == (level.noise > 0)


@pytest.mark.parametrize("name", [name for name, (depth, _, _) in CAPS.items() if depth])
@pytest.mark.parametrize("limits", [Limits(), Limits(depth=60), Limits(movetime=3600), Limits(infinite=True)])
def test_a_difficulty_searches_as_deep_as_it_may(name: str, limits: Limits) -> None:
    result = engine_at(unhurried(name)).play(Game(), limits)
    assert result.lines[0].depth == CAPS[name][0]


class Spy:
    """Stands where a searcher stands, and finds nothing."""

    def __init__(self) -> None:
        self.given: dict[str, Any] = {}

    def search(self, board: object, **given: Any) -> list[Any]:
        """Keeps what it was asked for."""
        self.given = given
        return []

    def prepare(self) -> None:
        """There is nothing to be done."""


def seconds_given(level: Level, limits: Limits) -> float:
    """The seconds after which the search is to end; 0 for no limit."""
    engine, spy = engine_at(level), Spy()
    engine._searchers[Board] = spy  # type: ignore[assignment]
    engine.overhead = 0
    engine.play(Game(), limits)
    assert spy.given["soft"] <= spy.given["hard"]
    return float(spy.given["hard"])


@pytest.mark.parametrize(
    "limits",
    [
        Limits(clock=3600),
        Limits(clock=600, increment=60),
        Limits(movetime=60),
        Limits(),
        Limits(depth=60),
        Limits(mate=50),
    ],
)
@pytest.mark.parametrize("name", CAPS)
def test_a_cap_on_time_holds_whatever_the_clock(name: str, limits: Limits) -> None:
    cap = CAPS[name][1]
    if cap is not None:
        assert 0 < seconds_given(DIFFICULTIES[name], limits) <= cap


@pytest.mark.parametrize("name", CAPS)
def test_a_shorter_clock_still_rules(name: str) -> None:
    for limits in (Limits(movetime=0.05), Limits(clock=0.05)):
        assert 0 < seconds_given(DIFFICULTIES[name], limits) <= 0.05


def test_without_end_means_without_a_cap_on_time() -> None:
    assert seconds_given(DIFFICULTIES["Easy"], Limits(infinite=True)) == 0
    engine = engine_at(Level(seconds=0.01))
    result = engine.play(Game(), Limits(infinite=True, nodes=60_000))
    assert result.lines[0].nodes >= 60_000


def test_pondering_is_not_capped_but_what_comes_after_is() -> None:
    engine, game = engine_at(Level(seconds=0.05)), Game()
    result = engine.play(game, Limits(ponder=True, clock=60, nodes=60_000))
    assert result.lines[0].nodes >= 60_000


def test_what_a_stronger_level_found_is_forgotten() -> None:
    game = Game("chess", MATE_IN_ONE)
    engine = Engine()
    engine.play(game, Limits(depth=8))
    engine.level = skill_level(0)
    fresh = engine_at(skill_level(0)).play(game, Limits()).lines[0].nodes
    assert engine.play(game, Limits()).lines[0].nodes == fresh


# --- strength -----------------------------------------------------------------------------------------------


def test_a_stronger_level_overlooks_less() -> None:
    mates = [share(skill_level(skill), MATE_IN_ONE, "a1a8") for skill in (0, 5, 12)]
    assert mates[0] < mates[1] <= mates[2] == 1
    queens = [share(skill_level(skill), HANGING_QUEEN, "c1g5") for skill in (0, 5, 12)]
    assert 0.3 < queens[0] < queens[1] <= queens[2] == 1


@pytest.mark.parametrize("fen", [MATE_IN_ONE, HANGING_QUEEN])
def test_even_the_beginner_takes_what_hangs(fen: str) -> None:
    best = {MATE_IN_ONE: "a1a8", HANGING_QUEEN: "c1g5"}[fen]
    assert share(DIFFICULTIES["Beginner"], fen, best, tries=20) == 1


def test_the_beginner_sees_what_it_takes_and_easy_the_answer() -> None:
    assert share(DIFFICULTIES["Beginner"], DEFENDED_BISHOP, "d1d5", tries=20) == 1
    assert share(unhurried("easy"), DEFENDED_BISHOP, "d1d5", tries=20) == 0


@pytest.mark.parametrize(("name", "few"), [("beginner", 6), ("easy", 4), ("medium", 1)])
def test_noise_concerns_every_move_that_is_near_the_best(name: str, few: int) -> None:
    level = unhurried(name)
    exact = engine_at(replace(level, noise=0, lines=1))
    exact.lines = 20
    lines = exact.play(Game(), Limits()).lines
    near = [line.line[0] for line in lines if line.score > lines[0].score - 2 * level.noise]
    engine, played = engine_at(level), set[str | None]()
    for _ in range(300):
        engine.clear_hash()
        played.add(engine.play(Game(), Limits()).move)
    assert played <= set(near)
    assert played & set(near[few:])  # and not a few of them


def points(weaker: Level, stronger: Level, games: int) -> float:
    """What the stronger level makes in short games from random openings, each played from both sides."""
    made = 0.0
    for seed in range(games):
        engines = [engine_at(level, seed) for level in (weaker, stronger)]
        game, rng = Game(), Random(seed // 2)
        for _ in range(4):
            game.push(rng.choice(game.legal_moves))
        while game.outcome() is None and len(game.move_stack) < 200:
            mover = (game.turn == "white") == (seed % 2 == 0)
            game.push(engines[mover].play(game, Limits()).move or "")
        outcome = game.outcome()
        winner = outcome and outcome.winner
        made += 0.5 if winner is None else (winner == "white") == (seed % 2 == 0)
    return made


@pytest.mark.parametrize(
    ("weaker", "stronger"), [("beginner", "easy"), ("easy", "medium"), ("medium", "hard")]
)
def test_difficulties_come_in_order(weaker: str, stronger: str) -> None:
    assert points(unhurried(weaker), unhurried(stronger), 4) >= 3


@pytest.mark.long
@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ("skill0", "skill6"),
        ("skill4", "skill10"),
        ("beginner", "act3"),
        ("beginner", "skill3"),
        ("easy", "skill9"),  # a first opponent must not be too strong
        ("skill0", "easy"),
    ],
)
def test_a_stronger_level_wins(weaker: str, stronger: str) -> None:
    assert points(unhurried(weaker), unhurried(stronger), 24) >= 19.5
