"""The script that measures strength: what it makes of results, and a small measurement as a whole."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.match.fouls import TILEFISH, foul
from tests.match.matches import WEAK, plan

from strength import DATA, check_counts, nodes_within
from strength_results import Outcome, Setting, means, read_settings, table, wilson
from tilefish import Game, InputError, Library
from tilefish.match.match import Match
from tilefish.match.openings import Opening, read_openings
from tilefish.match.players import Entrant
from tilefish.match.standings import GameResult
from tilefish.match.workplace import RESULTS

SCRIPT = Path(__file__).parents[2] / "scripts" / "strength.py"
WIN, LOSS, DRAW, SPLIT = (1.0, 1.0), (0.0, 0.0), (0.5, 0.5), (1.0, 0.0)


def outcome(pairs: Sequence[tuple[float, float]], variant: str = "a", group: str = "g") -> Outcome:
    """The outcome of a match in which the first engine had these points."""
    match = Match(plan(openings=len(pairs)))
    results = []
    for number in range(len(match.plan.schedule)):
        fixture = match.plan.schedule.fixture(number)
        points = pairs[fixture.opening][fixture.leg]
        white = points if fixture.white == 0 else 1 - points
        results.append(GameResult(fixture, RESULTS[white], "checkmate"))
        match.standings.add(results[-1])
    return Outcome.of(Setting(variant, group), match, results)


def test_split_pairs_are_those_of_which_each_engine_wins_a_game() -> None:
    found = outcome([WIN, DRAW, SPLIT, SPLIT, LOSS, (1.0, 0.5)])
    assert (found.games, found.pairs, found.split) == (12, [1, 0, 3, 1, 1], 2)
    assert found.share == pytest.approx(6.5 / 12)
    assert found.decided == (2, 3)
    assert not found.is_by_pairs
    assert list(found.remarks()) == []


def test_where_the_opening_decides_the_measure_is_the_share_of_decided_pairs() -> None:
    found = outcome([SPLIT] * 6 + [WIN] * 3 + [LOSS])
    assert found.is_by_pairs
    assert "60% of the pairs are split" in "".join(found.remarks())
    (mean,) = means([found])
    assert (mean.measure, mean.mean) == ("decided pairs", 0.75)
    assert "**3 of 4 = 75%" in table([found])
    assert found.data()["measure"] == "decided pairs"


def test_a_group_has_the_mean_of_its_variants() -> None:
    good, bad = outcome([WIN, WIN, SPLIT, DRAW], "a"), outcome([LOSS, LOSS, SPLIT, DRAW], "b")
    alone = outcome([WIN], "c", "other")
    both, other = means([good, bad, alone])
    assert (both.variants, both.mean, both.measure) == (("a", "b"), 0.5, "the points")
    (one,) = means([good])
    assert 0 < both.error < one.error
    assert (other.group, other.mean) == ("other", 1.0)


def test_the_interval_of_a_share() -> None:
    assert wilson(0, 0) is None
    assert wilson(5, 10) == pytest.approx([0.2366, 0.7634], abs=1e-4)
    low, high = wilson(10, 10) or []
    assert low == pytest.approx(0.7225, abs=1e-4)
    assert high == pytest.approx(1.0)


def test_engines_that_count_other_moves_do_not_play() -> None:
    ours = Entrant("ours", TILEFISH, options=("Hash=1",))
    check_counts(Game("fragments"), [], ours)
    walls = Game(DATA / "worlds" / "pillars.toml")
    check_counts(walls, [], Entrant("ours", TILEFISH, options=("Hash=1",), variant="chess"))
    with pytest.raises(InputError, match=r"pillars differs for ours: perft 3 of rnbqkbnr/.* here, .* there"):
        check_counts(walls, [], Entrant("ours", TILEFISH, options=("Hash=1",), variant="berolina"))
    with pytest.raises(InputError, match="crash does not count moves in chess: crash"):
        check_counts(Game(), [], foul("crash"))


def test_processor_time_is_measured_in_nodes() -> None:
    game, openings = Game(), [Opening(Game().fen())] * 2
    ours = Entrant("ours", TILEFISH, options=("Hash=1",))
    assert 1000 < nodes_within(1.0, game, openings, ours) < 10**8
    with pytest.raises(InputError, match="calm cannot be measured: it says nothing of nodes"):
        nodes_within(1.0, game, openings, foul("calm"))


def test_many_faults_are_said() -> None:
    found = outcome([WIN] * 20)
    assert list(found.remarks()) == []
    found.faults["time loss of b"] = 1
    faults, warning = found.remarks()
    assert faults == "faults in a: time loss of b 1"
    assert warning.startswith("a: 2% of the games ended by faults, so its numbers are not about strength")


def test_the_set_has_openings_of_its_variants() -> None:
    library = Library([DATA / "worlds"], environment=False)
    settings = read_settings(DATA / "strength.toml")
    assert len(settings) > 6
    for setting in settings:
        game = Game(library.load(setting.variant))
        openings = read_openings(DATA / "openings" / f"{setting.variant}.epd", game, None, library)
        assert len(openings) >= 20
        assert len(set(openings)) == len(openings)


def test_a_small_measurement(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "--engine", f"'cmd={TILEFISH}' name=one", "--against", WEAK.level]
    limits = ["--nodes", "100", "--games", "2", "--hash", "1", "--variant", "fragments", "pillars"]
    words = [*command, *limits, "--json", "--pgn", str(tmp_path)]
    run = subprocess.run(words, capture_output=True, text=True, check=True)
    data = json.loads(run.stdout)
    assert [(one["variant"], one["games"], sum(one["pairs"])) for one in data["variants"]] == [
        ("fragments", 2, 1),
        ("pillars", 2, 1),
    ]
    assert [mean["group"] for mean in data["means"]] == ["fragments", "walls"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fragments.pgn", "pillars.pgn"]
    again = subprocess.run([*words, "--resume"], capture_output=True, text=True, check=True)
    assert json.loads(again.stdout)["variants"] == data["variants"]


def test_an_interrupt_keeps_what_was_played(tmp_path: Path) -> None:
    words = [
        sys.executable,
        str(SCRIPT),
        "--engine",
        "act1",
        "--against",
        WEAK.level,
        "--variant",
        "fragments",
    ]
    many = [*words, "--games", "100000", "--nodes", "50", "--json", "--pgn", str(tmp_path)]
    with subprocess.Popen(many, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr is not None
        for line in run.stderr:
            if "fragments: 10 of 100000 games" in line:
                break
        run.send_signal(signal.SIGINT)
        output, errors = run.communicate()
    assert "interrupted" in errors
    (one,) = json.loads(output)["variants"]
    assert 10 <= one["games"] == (tmp_path / "fragments.pgn").read_text().count("[Event ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--variant", "ches"], "the set has no ches; it has chess, "),
        (["--cpu", "0.1", "--resume"], "--resume is for matches without --cpu"),
        (["--cpu", "0.1", "--engine", "full", "--variant", "chess"], "--cpu is for programs: expected cmd="),
        (["--tc", "soon"], "invalid time control"),
    ],
)
def test_what_cannot_be_measured_is_refused(words: list[str], message: str) -> None:
    command = [sys.executable, str(SCRIPT), "--against", "full", *words]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(f"Error: {message}")
