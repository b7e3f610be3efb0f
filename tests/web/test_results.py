"""Own results: counted once, kept whole, forgotten on demand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.seeds import seeded

from tilefish.web.results import ENDINGS, FILE, MOST_KNOWN, FinishedGame, Results, ResultScore


def game(
    identity: str, world: str = "chess", level: str = "easy", ending: str = "wins", helped: bool = False
) -> FinishedGame:
    return FinishedGame(identity, world, level, ending, helped)  # type: ignore[arg-type]


def opened(folder: Path | None) -> tuple[Results, list[str]]:
    complaints: list[str] = []
    results = Results(folder, complaints.append)
    results.restore()
    return results, complaints


def test_counts_by_world_and_level_the_last_played_first(tmp_path: Path) -> None:
    results, _ = opened(tmp_path)
    results.count(game("1"))
    results.count(game("2", ending="losses", helped=True))
    results.count(game("3", world="exchange", level="full", ending="draws"))
    expected = [
        ("exchange", "full", ResultScore(draws=1)),
        ("chess", "easy", ResultScore(wins=1, losses=1, helped=1)),
    ]
    assert list(results.rows()) == expected
    assert list(opened(tmp_path)[0].rows()) == expected


def test_game_counts_once_also_after_a_restart(tmp_path: Path) -> None:
    results, _ = opened(tmp_path)
    assert results.count(game("1"))
    assert not results.count(game("1", ending="losses"))
    again, _ = opened(tmp_path)
    assert not again.count(game("1"))
    assert list(again.rows()) == [("chess", "easy", ResultScore(wins=1))]


def test_forgets_a_world_or_all(tmp_path: Path) -> None:
    results, _ = opened(tmp_path)
    results.count(game("1"))
    results.count(game("2", world="exchange"))
    results.forget("chess")
    assert [row[0] for row in results.rows()] == ["exchange"]
    results.forget()
    assert list(opened(tmp_path)[0].rows()) == []
    assert not results.count(game("1"))


def test_sums_are_those_of_the_games(tmp_path: Path) -> None:
    random = seeded("results")
    results, _ = opened(tmp_path)
    games = [
        game(
            str(number),
            random.choice(("chess", "exchange")),
            random.choice(("easy", "full")),
            random.choice(ENDINGS),
            random.random() < 0.5,
        )
        for number in range(60)
    ]
    for each in games:
        results.count(each)
    for world, level, score in opened(tmp_path)[0].rows():
        mine = [each for each in games if (each.world, each.level) == (world, level)]
        assert [getattr(score, name) for name in ENDINGS] == [
            sum(each.ending == name for each in mine) for name in ENDINGS
        ]
        assert score.helped == sum(each.is_helped for each in mine)


def test_known_games_do_not_grow_without_end() -> None:
    results, _ = opened(None)
    for number in range(MOST_KNOWN + 5):
        results.count(game(str(number)))
    assert not results.count(game(str(MOST_KNOWN)))
    assert results.count(game("0"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[" * 100_000,
        "[]",
        "{}",
        json.dumps({"version": 2, "results": [], "counted": []}),
        json.dumps({"version": 1, "results": {}, "counted": []}),
        json.dumps({"version": 1, "results": [], "counted": [1]}),
        json.dumps({"version": 1, "results": [1], "counted": []}),
        json.dumps({"version": 1, "results": [{"world": "chess"}], "counted": []}),
        json.dumps(
            {"version": 1, "results": [{"world": "chess", "level": "easy", "wins": -1}], "counted": []}
        ),
    ],
    ids=range(10),
)
def test_damaged_file_is_kept_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    results, complaints = opened(tmp_path)
    assert len(complaints) == 1
    assert list(results.rows()) == []
    results.count(game("1"))
    assert (tmp_path / "results.damaged.json").read_text(encoding="utf-8") == text
    assert list(opened(tmp_path)[0].rows()) == [("chess", "easy", ResultScore(wins=1))]


def test_folder_that_cannot_be_written_costs_nothing_but_a_complaint(tmp_path: Path) -> None:
    results, complaints = opened(tmp_path / "none")
    results.count(game("1"))
    assert list(results.rows()) == [("chess", "easy", ResultScore(wins=1))]
    assert len(complaints) == 1
