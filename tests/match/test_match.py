"""Whole matches: repeatable, resumable, and never stopped by an engine or a lost worker."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from tests.match.fouls import foul
from tests.match.matches import STRONG, WEAK, Here, finished, plan

from tilefish import Library
from tilefish.match.archive import Archive
from tilefish.match.control import Control
from tilefish.match.match import Match, MatchError
from tilefish.match.ratings import Sprt
from tilefish.match.workplace import Finished
from tilefish.pgn import GameRecord, read_games
from tilefish.rules.errors import InputError

WORLDS = tuple(Library(environment=False).names())


def records(games: list[Finished]) -> list[GameRecord]:
    return [record for game in games for record in read_games(game.pgn)]


def moves(games: list[Finished]) -> dict[int, list[tuple[str, str | None]]]:
    return {
        game.result.fixture.number: [(move.move, move.position) for move in record.moves]
        for game, record in zip(games, records(games), strict=True)
    }


def test_every_bundled_variant_is_played_and_its_games_are_read_again() -> None:
    match = Match(plan(variants=WORLDS, openings=1, nodes=20, longest=30))
    games = finished(match)
    assert len(games) == 2 * len(WORLDS)
    for game, record in zip(games, records(games), strict=True):
        assert record.mistake == ""
        assert record.result == game.result.result
        assert len(record.moves) == game.result.plies
        assert game.result.fault == ""
    assert {record.start.variant.name for record in records(games)} == set(WORLDS)


def test_one_seed_gives_the_same_games_and_another_one_others() -> None:
    worlds = ("fragments", "exchange", "twisted_carnival")
    first, second, third = (
        moves(finished(Match(plan(variants=worlds, openings=1, nodes=50, longest=30, seed=seed))))
        for seed in (1, 1, 2)
    )
    assert first == second
    assert all(first[number] != third[number] for number in first)


def test_a_record_says_everything_about_a_game() -> None:
    (game, *_) = finished(Match(plan(world="5/1o3/5/3o1/5", openings=1)))
    (record,) = read_games(game.pgn)
    assert record.start.world == "5/1o3/5/3o1/5"
    headers = record.headers
    assert (headers["White"], headers["Black"], headers["Round"]) == ("weak", "strong", "1.1")
    assert headers["TimeControl"] == "nodes=100"
    assert headers["Termination"] == game.result.reason
    assert [move.evaluation for move in record.moves[:4]] == [None] * 4  # the opening
    assert headers["Termination"] == "checkmate"
    assert record.moves[-1].evaluation is None  # behind it, no mate is to come
    for move in record.moves[4:-1]:
        assert move.evaluation is not None
        assert move.evaluation.depth is not None
    assert all(move.seconds is not None for move in record.moves[4:])


def test_pairs_are_played_from_the_same_opening_with_colours_swapped() -> None:
    games = records(finished(Match(plan(openings=3))))
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert [move.move for move in first.moves[:4]] == [move.move for move in second.moves[:4]]
        assert first.headers["White"] == second.headers["Black"]
    assert len({tuple(move.move for move in game.moves[:4]) for game in games}) == 3


def test_fouls_lose_and_the_match_goes_on() -> None:
    habits = ("crash", "illegal", "exit")
    match = Match(plan(STRONG, *map(foul, habits), variants=("chess",), openings=1, longest=20))
    games = finished(match)
    assert len(games) == 12
    for place, habit in enumerate(habits, 1):
        reason = {"illegal": "illegal move"}.get(habit, "crash")
        assert match.standings.faults[place][reason] == sum(match.standings.faults[place].values()) > 0
    assert match.standings.score(0).points == 6
    assert match.standings.faults[0] == Counter()
    assert all(game.detail for game in games)
    assert all(record.headers["FaultDetail"] for record in records(games))


# --- workers that are lost -------------------------------------------------------------------------------


def test_a_game_whose_worker_is_lost_is_played_again() -> None:
    workers = Here(0, 3)
    games = finished(Match(plan()), workers)
    assert workers.renewed == 2
    assert moves(games) == moves(finished(Match(plan())))


def test_a_match_whose_workers_are_always_lost_ends() -> None:
    with pytest.raises(MatchError, match="lost 3 times without a game in between: gone"):
        finished(Match(plan()), Here(*range(100)))


# --- resuming --------------------------------------------------------------------------------------------


def archived(path: Path, games: list[Finished]) -> bytes:
    with Archive(path, resume=True) as archive:
        for game in games:
            archive.add(game.pgn)
    return path.read_bytes()


def resumed(path: Path, this: Match) -> Match:
    plan_ = this.plan
    with Archive(path, resume=True) as archive:
        return Match(plan_, known=archive.results(plan_.schedule, plan_.settings(), plan_.heading()))


def test_a_match_is_resumed_with_the_games_that_are_missing(tmp_path: Path) -> None:
    path = tmp_path / "match.pgn"
    whole = Match(plan())
    games = finished(whole)
    archived(path, [games[2], games[0]])
    rest = resumed(path, Match(plan()))
    assert rest.standings.known == {0, 2}
    assert [game.result.fixture.number for game in finished(rest)] == [1, 3]
    assert rest.standings.score(0) == whole.standings.score(0)


def test_who_took_too_long_is_known_after_resuming(tmp_path: Path) -> None:
    path = tmp_path / "match.pgn"
    entrants = (foul("late"), replace(STRONG, control=Control(depth=1)))
    whole = Match(replace(plan(*entrants, variants=("chess",), openings=1), control=Control(movetime=0.001)))
    archived(path, finished(whole))
    late, never = resumed(path, whole).standings.oversteps
    assert late == pytest.approx(whole.standings.oversteps[0], abs=1e-4)
    assert late > 0
    assert never == 0


def test_a_game_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "match.pgn"
    games = finished(Match(plan()))
    whole = archived(path, games[:2])
    first = archived(tmp_path / "first.pgn", games[:1])
    for length in (len(whole) - 1, len(whole) - 5, len(first) + 40, len(first) + 3, len(first)):
        path.write_bytes(whole[:length])
        assert resumed(path, Match(plan())).standings.known == {0}, length
        assert path.read_bytes() == first
    path.write_bytes(b"")
    assert resumed(path, Match(plan())).standings.known == set()


@pytest.mark.parametrize("event", ["Tilefish match", 'Die "große" Probe [Date ]'])
def test_so_is_a_first_one_that_was_cut_in_its_headers(tmp_path: Path, event: str) -> None:
    path = tmp_path / "match.pgn"
    (game, *_) = finished(Match(plan(event=event)))
    whole = archived(path, [game])
    for length in range(0, whole.index(b"\n1. "), 13):
        path.write_bytes(whole[:length])
        assert resumed(path, Match(plan(event=event))).standings.known == set(), length
        assert path.read_bytes() == b""


def test_a_stranger_s_game_at_the_end_is_not_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "match.pgn"
    whole = archived(path, finished(Match(plan()))[:1]) + b'[Event "x"]\n\n1. e4 *\n\n'
    path.write_bytes(whole)
    with pytest.raises(InputError, match="is not of a match"):
        resumed(path, Match(plan()))
    assert path.read_bytes() == whole


def test_a_cut_through_a_letter_of_many_bytes(tmp_path: Path) -> None:
    path = tmp_path / "match.pgn"
    games = finished(Match(plan(event="Wörldß")))
    whole = archived(path, games[:1])
    path.write_bytes(whole + whole[: whole.index("ö".encode()) + 1])
    assert resumed(path, Match(plan(event="Wörldß"))).standings.known == {0}
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (plan(nodes=101), '"control=nodes=100", this one "control=nodes=101"'),
        (plan(seed=1), '"seed=0"'),
        (plan(WEAK, foul("crash")), '"engine2=strong act2 Hash=1"'),
        (plan(variants=("fragments2",)), '"variant1=fragments '),
        (plan(longest=9), '"longest=400", this one "longest=9"'),
        (plan(WEAK, STRONG, STRONG), 'it has no engine3, this one "engine3=strong act2 Hash=1"'),
        (plan(variants=("fragments", "chess")), 'it has no variant2, this one "variant2=chess '),
    ],
)
def test_another_match_is_not_resumed(tmp_path: Path, other: object, words: str) -> None:
    path = tmp_path / "match.pgn"
    content = archived(path, finished(Match(plan()))[:1])
    with pytest.raises(InputError, match="has another match") as error:
        resumed(path, Match(other))  # type: ignore[arg-type]
    assert words in str(error.value)
    assert path.read_bytes() == content


def test_a_longer_match_goes_on_and_a_shorter_one_is_over(tmp_path: Path) -> None:
    path = tmp_path / "match.pgn"
    games = finished(Match(plan()))
    archived(path, games)
    assert [game.result.fixture.number for game in finished(resumed(path, Match(plan(openings=3))))] == [4, 5]
    assert finished(resumed(path, Match(plan(openings=1)))) == []


def test_files_that_are_no_match(tmp_path: Path) -> None:
    path = tmp_path / "other.pgn"
    for text in (
        '[Event "x"]\n[Result "1-0"]\n\n1. e4 1-0\n\n',
        '[Event "x"]\n\n1. e4',
        '[Event "x"]\n[Site',
        '[Event "Tilefish match"]\n[Result "1-0"]\n',
        '[Event "Tilefish match"]\n[Site "?"]\n[Date "2020.01.01"]\n\n1. e4 *\n\n',
        "a letter to my aunt",
    ):
        path.write_text(text)
        with pytest.raises(InputError, match="is not of a match"):
            resumed(path, Match(plan()))
        assert path.read_text() == text
    with pytest.raises(InputError, match="--resume goes on"):
        Archive(path, resume=False)
    with pytest.raises(InputError, match="cannot write"):
        Archive(tmp_path / "no" / "such.pgn", resume=False)
    with pytest.raises(InputError, match="cannot write"):
        Archive(tmp_path, resume=True)
    with Archive(path, resume=True), pytest.raises(InputError, match="another match is writing"):
        Archive(path, resume=True)


def test_a_full_device_is_reported_and_not_read_for_ever() -> None:
    with Archive(Path("/dev/full"), resume=False) as archive:
        assert archive.results(plan().schedule, plan().settings(), plan().heading()) == []
        with pytest.raises(InputError, match="No space left"):
            archive.add("[Event]\n\n*\n\n")


def test_devices_and_pipes_take_games_too(tmp_path: Path) -> None:
    (game, *_) = finished(Match(plan()))
    with Archive(Path("/dev/null"), resume=False) as archive, Archive(Path("/dev/null"), resume=False):
        archive.add(game.pgn)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with Archive(pipe, resume=False) as archive:
            archive.add(game.pgn)
        assert os.read(reader, 1 << 16).decode() == game.pgn
    finally:
        os.close(reader)


# --- sequential tests ------------------------------------------------------------------------------------


def test_a_match_ends_when_its_test_does() -> None:
    workers = Here()
    match = Match(plan(foul("exit"), STRONG, variants=("chess",), openings=500), Sprt(0, 100))
    games = finished(match, workers)
    assert match.verdict == "H0"
    assert workers.was_abandoned
    assert 4 < len(games) < 400
    assert finished(match) == []
