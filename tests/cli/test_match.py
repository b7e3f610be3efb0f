"""`tilefish match` as its users meet it: through a pipe, on a terminal, killed and interrupted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.match.fouls import TILEFISH, foul_command
from tests.play.terminal import running

from tilefish.cli.main import main
from tilefish.cli.match import match as match_command
from tilefish.learning.store import Store
from tilefish.pgn import read_games

COMMAND = [sys.executable, "-m", "tilefish", "match"]
LEVELS = ("--engine", "act2", "--engine", "act1", "--variant", "fragments", "--plies", "4")
LIMIT = 60
VARIANTS = f"cmd={foul_command('variants')}"
"""An engine that has UCI_Variant, with chess and atomic, and no other option."""


def match(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *options], capture_output=True, text=True, timeout=LIMIT, check=False)


def moves(path: Path) -> dict[str, list[str]]:
    return {
        record.headers["Game"]: [move.move for move in record.moves]
        for record in read_games(path.read_text())
    }


def test_a_match_is_printed_line_by_line_and_kept(tmp_path: Path) -> None:
    path, learned = tmp_path / "match.pgn", tmp_path / "learned"
    result = match(*LEVELS, "--games", "3", "--pgn", str(path), "--learn-file", str(learned), "--sprt")
    assert (result.returncode, result.stderr) == (0, "")
    *games, heads, row, ends, test = result.stdout.splitlines()
    assert [line.split(":")[0] for line in games] == [f"game {number} of 4" for number in range(1, 5)]
    assert heads.split() == ["Games", "Score", "+", "-", "=", "Elo", "95", "%", "LOS", "Draws", "Pairs"]
    assert row.startswith("act2 against act1  4  ")
    assert ends.startswith("ends: ")
    assert test.startswith("SPRT elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized: LLR ")
    assert len(moves(path)) == 4
    with Store(learned) as store:
        (world,) = store.stats()
        assert (world.name, world.games) == ("fragments", 4)
    again = subprocess.run(
        [sys.executable, "-m", "tilefish", "learn", "record", str(path), "--file", str(learned)],
        capture_output=True, text=True, timeout=LIMIT, check=True,
    )  # fmt: skip
    with Store(learned) as store:
        assert store.stats()[0].games == 4, again.stdout  # they are the same games


@pytest.mark.parametrize(
    ("habit", "options", "reason"),
    [
        ("none", ("--variant", "fragments"), 'it cannot play fragments: it has no option "UCI_Variant"'),
        (
            "variants",
            ("--variant", "chess,fragments"),
            'UCI_Variant has no "fragments"; it has chess, atomic',
        ),
        ("variants", ("--world", "8/8/8/8/8/2~5/8/8"), 'it cannot play chess: it has no option "World"'),
    ],
)
def test_an_engine_that_cannot_play_the_variant_is_refused(
    tmp_path: Path, habit: str, options: tuple[str, ...], reason: str
) -> None:
    path = tmp_path / "match.pgn"
    engines = ("--engine", "act1", "--engine", f"cmd={foul_command(habit)}", "name=Foul")
    result = match(*engines, *options, "--games", "2", "--pgn", str(path))
    (line,) = result.stderr.splitlines()
    assert (result.returncode, result.stdout) == (2, "")
    assert line.startswith("Error: --engine Foul: ")
    assert reason in line
    assert not path.exists()


def test_json_has_every_game_and_the_standings(tmp_path: Path) -> None:
    bad = ("--engine", f"cmd={foul_command('crash')}", "name=bad")
    result = match("--engine", "act1", *bad, "--games", "2", "--json", "--must-be-clean", "bad")
    assert (result.returncode, result.stderr) == (1, "")
    *games, standings = map(json.loads, result.stdout.splitlines())
    assert [(game["white"], game["result"], game["fault"]) for game in games] == [
        ("act1", "1-0", "bad"),
        ("bad", "0-1", "bad"),
    ]
    assert "cannot go on" in games[0]["detail"]
    assert standings["faults"] == {"act1": {}, "bad": {"crash": 2}}
    (row,) = standings["standings"]
    assert (row["who"], row["points"], row["groups"], row["elo"]) == (
        "act1 against bad", 2, [0, 0, 0, 0, 1], None
    )  # fmt: skip


@pytest.mark.long
def test_two_runs_with_one_seed_give_the_same_games_however_many_play(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.pgn" for number in (1, 2)]
    for number, path in enumerate(paths, 1):
        engines = ("--engine", f"cmd={TILEFISH}", "option.Hash=1", "--engine", "skill3")
        options = ("--variant", "exchange,fragments", "--games", "2", "--nodes", "200", "--longest", "60")
        result = match(*engines, *options, "--concurrency", str(number), "--pgn", str(path))
        assert result.returncode == 0, result.stderr
    assert moves(paths[0]) == moves(paths[1])
    assert len(moves(paths[0])) == 4


def test_openings_from_a_file(tmp_path: Path) -> None:
    epd, pgn = tmp_path / "a.epd", tmp_path / "a.pgn"
    epd.write_text("7k/5Q2/5K2/8/8/8/8/8 w - - bm f7g7;\n7k/5Q2/5K2/8/8/8/8/8 w - -\n")
    levels = ("--engine", "act2", "--engine", "act2", "--openings", str(epd), "--pgn", str(pgn))
    result = match(*levels, "--games", "4")
    assert result.returncode == 0, result.stderr
    assert result.stdout.count(" 1-0, checkmate, 1 plies") == 4
    assert [record.start.root_fen for record in read_games(pgn.read_text())] == [
        "7k/5Q2/5K2/8/8/8/8/8 w - - 0 1"
    ] * 4


@pytest.mark.parametrize(
    ("words", "engine"),
    [
        (["cmd=./engine --flag"], "'cmd=./engine --flag'"),
        (["cmd=python3 engine.py"], "'cmd=python3 engine.py'"),
        (["cmd=./engine --flag", "name=A"], "'cmd=./engine --flag' name=A"),
        (["cmd=./engine name=A"], "cmd=./engine name=A"),
        (["cmd='./engine --flag' name=A"], "cmd='./engine --flag' name=A"),
        (["cmd='./engine"], "cmd='./engine"),
        (["skill5 tc=1"], "skill5 tc=1"),
        (["skill5"], "skill5"),
    ],
)
def test_words_of_an_engine_may_be_one_and_a_command_may_have_several(words: list[str], engine: str) -> None:
    from click import Context

    context = Context(match_command)
    match_command.parse_args(context, ["--engine", *words, "--draw", "move=1 count=2"])
    assert context.params["engines"] == (engine,)
    assert context.params["draw"] == "move=1 count=2"


def test_a_path_with_blanks_is_hinted_at(tmp_path: Path) -> None:
    from click.testing import CliRunner

    engine = tmp_path / "sp ace" / "engine"
    engine.parent.mkdir()
    engine.write_text("#!/bin/sh\n")
    engine.chmod(0o755)
    result = CliRunner().invoke(main, ["match", "--engine", "act1", "--engine", f"cmd={engine}"])
    assert result.exit_code == 2
    quoted = f"'{engine}'"
    assert f'cmd="{quoted}"' in result.stderr
    for words in ([f"cmd={quoted}"], [f"cmd={quoted}", "name=A"]):
        result = CliRunner().invoke(main, ["match", "--engine", *words, "--engine", "none"])
        assert "no level" in result.stderr


def test_nobody_need_listen(tmp_path: Path) -> None:
    path = tmp_path / "match.pgn"
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, *LEVELS, "--games", "2", "--pgn", str(path)]
    result = subprocess.run(closed, stderr=subprocess.PIPE, text=True, timeout=LIMIT, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert len(moves(path)) == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("-engine", "cmd=a", "-engine", "cmd=b"), "No such option '-engine': expected --engine"),
        ((*LEVELS, "--each", "tc=1+0.1"), "No such option '--each': limits for all stand alone"),
        ((*LEVELS, "--rounds", "5"), "No such option '--rounds': --games N"),
        ((*LEVELS, "--evnt", "5"), "'--event'"),
    ],
)
def test_habits_of_other_programs_are_hinted_at(options: tuple[str, ...], words: str) -> None:
    from click.testing import CliRunner

    result = CliRunner().invoke(main, ["match", *options])
    assert result.exit_code == 2
    assert words in result.stderr


def test_openings_that_leave_nothing_to_play_are_refused(tmp_path: Path) -> None:
    from click.testing import CliRunner

    path = tmp_path / "a.pgn"
    path.write_text("1. e4 e5 2. Nf3 Nc6 *\n")
    levels = ("--engine", "act1", "--engine", "act1", "--openings", str(path), "--longest", "4")
    result = CliRunner().invoke(main, ["match", *levels])
    assert result.exit_code == 2
    assert "an opening has 4 moves" in result.stderr


def test_a_full_disk_takes_nothing_of_what_is_known() -> None:
    result = match(*LEVELS, "--games", "2", "--pgn", "/dev/full")
    assert (result.returncode, result.stderr) == (
        2, 'Error: cannot write "/dev/full": No space left on device\n'
    )  # fmt: skip
    game, _, row, ends = result.stdout.splitlines()
    assert game.startswith("game 1 of 2: ")
    assert row.startswith("act2 against act1  1  ")
    assert ends.startswith("ends: ")


def test_openings_through_a_pipe_are_known_again(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    options = ("--engine", "act1", "--engine", "act1", "--openings", "/dev/stdin", "--pgn", str(path))

    def run(fen: str) -> subprocess.CompletedProcess[str]:
        command = [*COMMAND, *options, "--games", "2", "--resume"]
        return subprocess.run(
            command, input=f"{fen}\n", capture_output=True, text=True, timeout=LIMIT, check=False
        )

    for _ in range(2):
        result = run("7k/5Q2/5K2/8/8/8/8/8 w - - 0 1")
        assert result.returncode == 0, result.stderr
    assert "has another match" in run("7k/8/5KQ1/8/8/8/8/8 w - - 0 1").stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "two engines at least"),
        (("--engine", "full"), "two engines at least"),
        (("--engine", "full", "--engine"), "--engine"),
        (("--engine", "full", "--engine", "cmd=no-such-program"), 'no program "no-such-program"'),
        (("--engine", "full", "skill5", "--engine", "full"), 'no word "skill5"'),
        (("--engine", "full", "--engine", VARIANTS, "option.UCI_Varian=x"), 'did you mean "UCI_Variant"?'),
        (("--engine", "full", "--engine", VARIANTS, "option.UCI_Variant=x"), "it has chess, atomic"),
        ((*LEVELS, "--nodes", "none"), "nodes is"),
        ((*LEVELS, "--tc", "soon"), 'invalid time control "soon"'),
        (("--engine", "full", "timemargin=5", "--engine", "full"), "--margin MS is one for all"),
        ((*LEVELS, "--longest", "4"), "an opening has 4 moves, a game of --longest 4 has no more"),
        ((*LEVELS, "--margin", "nan"), "--margin"),
        ((*LEVELS, "--patience", "nan"), "--patience"),
        ((*LEVELS, "--draw", "score=x"), "score is"),
        ((*LEVELS, "--engine", "act1", "--sprt"), "one engine against one other"),
        ((*LEVELS, "--resume"), "wants the file of the match: --pgn FILE"),
        ((*LEVELS, "--must-be-clean", "unknown"), "expected all, act2, act1"),
        ((*LEVELS, "--variant", "fragments,fragmints"), 'did you mean "fragments'),
        ((*LEVELS, "--variant", "chess,chess"), "twice"),
        ((*LEVELS, "--openings", "no-such.epd"), "cannot read the openings"),
        ((*LEVELS, "--variant", "all", "--openings", "x.epd"), "for one variant"),
        ((*LEVELS, "--variant", "all", "--world", "8/8"), "the tile map has 2 ranks"),
        ((*LEVELS, "--pgn", "/no/such/folder.pgn"), "cannot write"),
    ],
)
def test_mistakes_are_reported_on_a_line(options: tuple[str, ...], words: str) -> None:
    from click.testing import CliRunner

    result = CliRunner().invoke(main, ["match", *options])
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    if not words.startswith("--"):  # click has a usage line before it
        assert result.stderr.count("\n") == 1
    assert result.stdout == ""


# --- killed and interrupted ------------------------------------------------------------------------------


def wait_for_games(path: Path, count: int) -> None:
    end = time.monotonic() + LIMIT
    while not path.exists() or path.read_text().count("[Event ") < count:
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.long
def test_a_match_that_was_killed_is_resumed_and_leaves_nobody_behind(tmp_path: Path) -> None:
    killed, whole, log = tmp_path / "killed.pgn", tmp_path / "whole.pgn", tmp_path / "pids"
    engine = tmp_path / "engine.sh"
    engine.write_text(f"#!/bin/sh\necho $$ >>{log}\nexec {TILEFISH}\n")
    engine.chmod(0o755)
    options = (
        "--engine", f"cmd={engine}", "option.Hash=1", "--engine", "act1", "--variant", "fragments",
        "--games", "8", "--nodes", "2000", "--concurrency", "2",
    )  # fmt: skip
    process = subprocess.Popen([*COMMAND, *options, "--pgn", str(killed)], stdout=subprocess.DEVNULL)
    wait_for_games(killed, 3)
    process.send_signal(signal.SIGKILL)
    process.wait()
    for pid in map(int, log.read_text().split()):
        end = time.monotonic() + LIMIT
        while os.path.exists(f"/proc/{pid}") and time.monotonic() < end:
            time.sleep(0.1)
        assert not os.path.exists(f"/proc/{pid}")
    before = moves(killed)
    assert 3 <= len(before) < 8
    killed.write_text(killed.read_text() + '[Event "cut sho')
    result = match(*options, "--pgn", str(killed), "--resume")
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("game ") == 8 - len(before)
    match(*options, "--pgn", str(whole))
    assert moves(killed) == moves(whole)
    assert len(moves(whole)) == 8


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")
def test_a_match_that_is_asked_to_end_with_all_its_processes_leaves_no_engine(tmp_path: Path) -> None:
    """As `timeout` does it, and who stops a service. The engine reads nothing, and would notice nothing."""
    log = tmp_path / "pids"
    engine = tmp_path / "engine.sh"
    engine.write_text(f"#!/bin/sh\necho $$ >>{log}\nexec sleep 600\n")
    engine.chmod(0o755)
    options = (
        "--engine",
        f"cmd={engine}",
        "--engine",
        "act1",
        "--games",
        "2",
        "--nodes",
        "100",
        "--patience",
        "600",
    )
    process = subprocess.Popen([*COMMAND, *options], stdout=subprocess.DEVNULL, start_new_session=True)
    end = time.monotonic() + LIMIT
    while not log.exists() or not log.read_text().endswith("\n"):
        assert time.monotonic() < end
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGTERM)
    assert process.wait(LIMIT) == -signal.SIGTERM
    while os.path.exists(f"/proc/{int(log.read_text())}"):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")
def test_an_interrupt_leaves_what_has_ended_and_the_table(tmp_path: Path) -> None:
    path = tmp_path / "match.pgn"
    options = (*LEVELS[:4], "--variant", "fragments", "--games", "100000", "--pgn", str(path))
    with running(tmp_path, "match", *options) as screen:
        screen.wait_for("act2 against act1")
        wait_for_games(path, 2)
        screen.type("\x03\x03\x03")
        screen.wait_for("ends: ")
        assert screen.wait_for_end() == 130
    assert "Traceback" not in screen.said
    assert len(moves(path)) >= 2


# --- balanced openings --------------------------------------------------------------------------------------

BALANCED = ("--openings", "balanced", "depth=3", "within=90", "seconds=60")
ACTS = ("--engine", "act2", "--engine", "act1", "--variant", "fragments")


def test_balanced_openings_are_made_once_and_read_again(tmp_path: Path) -> None:
    epd, paths = tmp_path / "a.epd", [tmp_path / f"{number}.pgn" for number in (1, 2)]
    options = (*ACTS, "--games", "4", "--nodes", "100")
    made = match(*options, *BALANCED, "--write-openings", str(epd), "--pgn", str(paths[0]))
    read = match(*options, "--openings", str(epd), "--pgn", str(paths[1]))
    assert (made.stderr, read.stderr) == ("", "")
    assert moves(paths[0]) == moves(paths[1])
    assert len(moves(paths[0])) == 4
    again = match(*options, *BALANCED, "--write-openings", str(epd), "--pgn", str(paths[0]), "--resume")
    assert (again.returncode, again.stderr) == (0, "")


def test_balanced_openings_without_games_are_continued(tmp_path: Path) -> None:
    path = tmp_path / "a.epd"
    file = ("--games", "0", "--plies", "4", "--write-openings", str(path), "--resume")
    for number in (2, 3):
        result = match(*ACTS, *BALANCED, f"count={number}", *file, "--concurrency", "2")
        assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
        assert len([line for line in path.read_text().splitlines() if not line.startswith("#")]) == number


def test_an_interrupt_keeps_the_openings_that_were_found(tmp_path: Path) -> None:
    path = tmp_path / "a.epd"
    words = [*ACTS, *BALANCED, "count=100000", "--games", "0", "--write-openings", str(path)]
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        end = time.monotonic() + LIMIT
        while not path.exists() or len(path.read_text().splitlines()) < 5:
            assert time.monotonic() < end
            time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        assert run.communicate(timeout=LIMIT) == ("", "")
    assert run.returncode == 130
    assert path.read_text().endswith(";\n")


def test_each_variant_has_balanced_openings_of_its_own() -> None:
    variants = (*ACTS[:-1], "fragments,exchange")
    balanced = ("--openings", "balanced", "depth=1", "within=300")
    result = match(*variants, *balanced, "--games", "2", "--nodes", "50")
    assert (result.returncode, result.stderr) == (0, "")
    assert "game 4 of 4 exchange: " in result.stdout


AHEAD = f"cmd={foul_command('ahead')}"
WRITTEN = ("--write-openings", "a.epd")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--openings", "balanced", "deep=3"], '--openings has no word "deep=3"'),
        (["--openings", "balanced", "--plies", "0"], "expected --plies 1 or more"),
        (["--openings", "balanced", "--longest", "8"], "an opening has 8 moves"),
        ([*WRITTEN], "expected --openings balanced"),
        (["--games", "0"], "--games 0 only makes openings"),
        (["--games", "0", "--openings", "balanced", *WRITTEN], "count=N"),
        (["--variant", "fragments,chess", "--openings", "balanced", *WRITTEN], "one variant"),
        ([*BALANCED, "tries=1", "--engine", AHEAD, "--variant", "chess"], "expected a larger within="),
        (["--openings", "none.epd"], "cannot read the openings"),
        (["--openings", "."], "cannot read the openings"),
    ],
)
def test_openings_that_cannot_be(tmp_path: Path, options: list[str], message: str) -> None:
    result = subprocess.run(
        [*COMMAND, *ACTS, *options], cwd=tmp_path, capture_output=True, text=True, timeout=LIMIT, check=False
    )
    (line,) = result.stderr.splitlines()
    assert (result.returncode, result.stdout) == (2, "")
    assert message in line
    assert not list(tmp_path.iterdir())
