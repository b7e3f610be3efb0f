"""Balanced openings: every engine of the match finds them balanced, and a seed always gives the same ones."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.match.fouls import foul
from tests.match.matches import STRONG, WEAK, Here

from tilefish import Engine, Game, Library, Limits
from tilefish.match.balanced import Balance, Judged, Study, balanced_openings, judges_of
from tilefish.match.control import Control
from tilefish.match.match import MatchError
from tilefish.match.opening_file import OpeningFile
from tilefish.match.openings import read_openings
from tilefish.match.players import Entrant
from tilefish.match.workplace import GameRules
from tilefish.rules.errors import InputError

OURS = judges_of((WEAK, STRONG))


def study(variant: str = "fragments", *judges: Entrant, seed: int = 0, **balance: Any) -> Study:
    rules = GameRules(Game(variant).variant)
    test = Balance(**{"depth": 4, "within": 60, "seconds": 60.0} | balance)
    return Study(rules, judges or OURS, test, seed, (3, 5))


def found(
    which: Study, number: int = 3, *, known: tuple[Judged, ...] = (), workers: Here | None = None
) -> list[Judged]:
    return list(islice(balanced_openings(which, workers or Here(), known), number))


def fens(openings: list[Judged]) -> list[str]:
    return [judged.fen for judged in openings]


def test_each_opening_is_balanced_for_a_deep_search() -> None:
    openings = found(study())
    assert len(set(fens(openings))) == 3
    for judged in openings:
        game = judged.opening.begun(Game("fragments"))
        line = Engine(16).play(game, Limits(depth=4)).lines[0]
        score = line.score if game.turn == "white" else -line.score
        assert line.mate is None
        assert 0 < abs(score) <= 60
        assert judged.comments == (f"tilefish {score:+d}",)
        assert 3 <= 2 * (game.setup().fullmove - 1) + (game.turn == "black") <= 5


def test_a_seed_gives_the_same_openings_also_where_work_is_lost_or_continued() -> None:
    openings = found(study(), 4)
    assert found(study(), 4, workers=Here(0, 3, 4)) == openings
    assert found(study(), 2, known=tuple(openings[:2])) == openings[2:]
    assert fens(found(study(seed=1), 4)) != fens(openings)


def test_workers_that_are_always_lost_end_it() -> None:
    with pytest.raises(MatchError, match="lost 3 times"):
        found(study(), workers=Here(*range(100)))


@pytest.mark.parametrize("variant", ["exchange", "fear_factory", "twisted_carnival"])
def test_worlds_and_fights_have_them_too(variant: str) -> None:
    (judged,) = found(study(variant, depth=2, within=150), 1)
    assert judged.opening.begun(Game(variant)).outcome() is None


def test_the_usual_depth_of_a_fight_is_smaller() -> None:
    ordinary, fight = (GameRules(Game(name).variant) for name in ("chess", "exchange"))
    assert Balance().depth_of(ordinary) > Balance().depth_of(fight)
    assert Balance(depth=7).depth_of(ordinary) == Balance(depth=7).depth_of(fight) == 7


# --- who judges ---------------------------------------------------------------------------------------------


def test_levels_have_one_judge_and_each_program_its_own() -> None:
    slow = replace(foul("calm"), control=Control(nodes=5))
    judges = judges_of((WEAK, slow, STRONG, foul("calm"), foul("ahead")))
    assert [(judge.name, judge.level, judge.control) for judge in judges] == [
        ("tilefish", "full", None),
        ("calm", "", None),
        ("ahead", "", None),
    ]


def test_scores_are_those_of_white() -> None:
    for judged in found(study("chess", foul("calm")), 4):
        is_white = judged.fen.split()[1] == "w"
        assert judged.comments == ("calm +20" if is_white else "calm -20",)


@pytest.mark.parametrize("habit", ["ahead", "mating", "drawing"])
def test_one_engine_that_sees_a_side_ahead_or_a_draw_is_enough(habit: str) -> None:
    assert found(study("chess", foul("calm"), foul(habit), within=200, tries=5)) == []
    assert found(study("chess", foul("ahead"), within=300, tries=50), 1) != []


def test_an_engine_that_cannot_play_the_variant_does_not_judge() -> None:
    unable = foul("none")
    (judged,) = found(study("fragments", *OURS, unable), 1)
    assert [comment.split()[0] for comment in judged.comments] == ["tilefish"]
    with pytest.raises(InputError, match="fragments cannot be made: none: it cannot play"):
        found(study("fragments", unable))


@pytest.mark.parametrize(
    ("habit", "words"),
    [
        ("shallow", "shallow reached depth 1 of 4 in 60 s; expected a smaller depth= or more seconds="),
        ("none", "none gives no score"),
        ("crash", "crash: exit code 3"),
    ],
)
def test_an_engine_that_judges_nothing_is_named(habit: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        found(study("chess", foul(habit)))


def test_after_too_many_refusals_it_ends() -> None:
    which, workers = study("chess", foul("ahead"), tries=5), Here()
    assert found(which, workers=workers) == []
    assert workers.sent == 5 + workers.capacity - 1  # some are sent ahead


# --- their file ---------------------------------------------------------------------------------------------


def test_a_file_gives_the_openings_back(tmp_path: Path) -> None:
    path, which = tmp_path / "a.epd", study()
    openings = found(which)
    file = OpeningFile(path, which, resume=False)
    for number, judged in enumerate(openings, 1):
        file.add(judged)
        listed = read_openings(path, Game("fragments"), None, Library(environment=False))
        assert listed == [known.opening for known in openings[:number]]
    assert OpeningFile(path, which, resume=True).found == openings
    assert 'c0 "tilefish ' in path.read_text()


def test_openings_of_a_fight_keep_its_fields(tmp_path: Path) -> None:
    path, which = tmp_path / "a.epd", study("exchange", depth=1, within=500)
    (judged,) = found(which, 1)
    OpeningFile(path, which, resume=False).add(judged)
    (listed,) = read_openings(path, Game("exchange"), None, Library(environment=False))
    assert listed == judged.opening


def test_a_file_of_other_openings_stays_as_it_is(tmp_path: Path) -> None:
    path, which = tmp_path / "a.epd", study()
    OpeningFile(path, which, resume=False)
    before = path.read_text()
    with pytest.raises(InputError, match="is there already: --openings reads it, --resume"):
        OpeningFile(path, which, resume=False)
    with pytest.raises(InputError, match="has other openings: expected"):
        OpeningFile(path, study(depth=5), resume=True)
    path.write_text(f"{before}nonsense\n")
    with pytest.raises(InputError, match="no number"):
        OpeningFile(path, which, resume=True)
    assert path.read_text() == f"{before}nonsense\n"
    with pytest.raises(InputError, match="cannot write"):
        OpeningFile(tmp_path / "nowhere" / "a.epd", which, resume=False)
