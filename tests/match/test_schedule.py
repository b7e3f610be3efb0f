"""Who plays whom and when, and how results are counted."""

from __future__ import annotations

from collections import Counter

import pytest

from tilefish.match.ratings import Sprt
from tilefish.match.schedule import Fixture, Schedule
from tilefish.match.standings import GameResult, Standings


def fixtures(schedule: Schedule) -> list[Fixture]:
    return [schedule.fixture(number) for number in range(len(schedule))]


def test_a_pair_swaps_colours_and_every_pairing_has_every_opening() -> None:
    schedule = Schedule(entrants=3, variants=2, openings=4)
    games = fixtures(schedule)
    assert len(games) == 4 * 2 * 3 * 2
    assert len(set(games)) == len(games)
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.group == second.group
        assert (first.white, first.black) == (second.black, second.white)
    per_pairing = Counter((game.pairing, game.variant) for game in games)
    assert set(per_pairing.values()) == {8}
    assert len(per_pairing) == 6
    whites = Counter(game.white for game in games)
    assert set(whites.values()) == {16}


def test_a_gauntlet_is_one_against_all() -> None:
    games = fixtures(Schedule(4, 1, 2, tournament="gauntlet"))
    assert Counter(game.pairing for game in games) == {(0, 1): 4, (0, 2): 4, (0, 3): 4}


def test_with_each_opening_played_once_colours_still_take_turns() -> None:
    games = fixtures(Schedule(2, 1, 6, repeat=1))
    assert [game.white for game in games] == [0, 1, 0, 1, 0, 1]
    thrice = fixtures(Schedule(2, 1, 2, repeat=3))
    assert [game.white for game in thrice] == [0, 1, 0, 1, 0, 1]


def test_a_longer_match_begins_like_a_shorter_one() -> None:
    assert fixtures(Schedule(3, 2, 9))[:24] == fixtures(Schedule(3, 2, 2))


# --- results ---------------------------------------------------------------------------------------------


def played(schedule: Schedule, *results: str) -> Standings:
    standings = Standings(schedule.entrants, schedule.repeat)
    for number, result in enumerate(results):
        if result:
            standings.add(GameResult(schedule.fixture(number), result, "checkmate"))
    return standings


def test_pairs_are_counted_when_they_are_whole() -> None:
    schedule = Schedule(2, 1, 4)
    #       first has white, second has white (in the second opening the other way round), ...
    score = played(schedule, "1-0", "0-1", "1-0", "1/2-1/2", "1/2-1/2", "", "1-0").score(0)
    assert (score.wins, score.losses, score.draws, score.points) == (2, 2, 2, 3.0)
    assert score.histogram == [0, 1, 0, 0, 1]
    other = played(schedule, "1-0", "0-1", "1-0", "1/2-1/2", "1/2-1/2", "", "1-0").score(1)
    assert other.histogram == [1, 0, 0, 1, 0]


def test_the_order_in_which_games_end_does_not_matter() -> None:
    schedule = Schedule(2, 1, 2)
    results = [
        GameResult(schedule.fixture(number), result, "checkmate")
        for number, result in enumerate(("1-0", "0-1", "1/2-1/2", "0-1"))
    ]
    scores = []
    for order in ((0, 1, 2, 3), (3, 1, 2, 0)):
        standings = Standings(2, 2)
        for place in order:
            standings.add(results[place])
        scores.append(standings.score(0))
    assert scores[0] == scores[1]
    assert scores[0].histogram == [0, 1, 0, 0, 1]


def test_scores_by_opponent_and_variant_add_up() -> None:
    schedule = Schedule(3, 2, 1)
    results = ["1-0", "0-1", "1-0", "1/2-1/2", "0-1", "1-0"] * 2
    standings = played(schedule, *results)
    whole = standings.score(0)
    assert whole.games == 8
    assert sum(standings.score(0, opponent).points for opponent in (1, 2)) == whole.points
    assert sum(standings.score(0, variant=variant).points for variant in (0, 1)) == whole.points
    assert standings.score(0, 1, 1).points == 2
    assert standings.ranking() == [0, 2, 1]


def test_faults_and_oversteps_are_held_against_who_committed_them() -> None:
    schedule = Schedule(2, 1, 1)
    standings = Standings(2, 2)
    standings.add(GameResult(schedule.fixture(0), "0-1", "crash", "white", oversteps=(0.25, 0.0)))
    standings.add(GameResult(schedule.fixture(1), "0-1", "time loss", "white", oversteps=(0.5, 0.125)))
    assert standings.faults == [{"crash": 1}, {"time loss": 1}]
    assert standings.oversteps == [0.25, 0.5]


def test_a_sequential_test_asks_for_whole_pairs() -> None:
    schedule = Schedule(2, 1, 200)
    half = ["1-0", "" ] * 200  # fmt: skip
    assert played(schedule, *half).sprt_verdict(Sprt(0, 50)) is None
    swept = [result for opening in range(200) for result in (("1-0", "0-1"), ("0-1", "1-0"))[opening % 2]]
    assert played(schedule, *swept).sprt_verdict(Sprt(0, 50)) == "H1"


@pytest.mark.parametrize(("result", "points"), [("1-0", 1.0), ("0-1", 0.0), ("1/2-1/2", 0.5)])
def test_points_are_those_of_who_asks(result: str, points: float) -> None:
    game = GameResult(Schedule(2, 1, 1).fixture(1), result, "checkmate")
    assert (game.fixture.white, game.points(1), game.points(0)) == (1, points, 1 - points)
