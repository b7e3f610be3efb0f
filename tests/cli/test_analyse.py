"""`tilefish analyse` as a user meets it through pipes: positions, lists, games, files, and mistakes."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from signal import SIGINT
from typing import Any
from xml.etree import ElementTree

import chess.pgn
import pytest
from click.testing import CliRunner, Result

from tilefish import Game
from tilefish.cli.main import main
from tilefish.pgn import read_games

TILEFISH = str(Path(sys.executable).parent / "tilefish")
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
GAME = """[Event "Test"]
[White "Greco"]
[Black "NN"]
[Result "1-0"]

{ before } 1. e4 e5 2. Nf3 Nc6 { developed } 3. Bc4 Qh4? 4. Nxh4 (4. d4 $14) Nh6 5. Qf3 Ng8 6. Qxf7+ Kd8
7. Qxf8# 1-0
"""


def run(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["analyse", *map(str, arguments)], input=stdin)


def out(*arguments: str | Path, stdin: str | bytes | None = None) -> str:
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def objects(*arguments: str | Path, stdin: str | bytes | None = None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out(*arguments, "--json", stdin=stdin).splitlines()]


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.pgn"
    path.write_text(GAME, encoding="utf-8")
    return path


# --- a position -----------------------------------------------------------------------------------------


def test_lines_and_an_answer() -> None:
    lines = out("--fen", "3qk3/8/8/8/8/8/3R4/3QK3 w - -", "--depth", "3").splitlines()
    assert [line.split()[1].split("/")[0] for line in lines[:-1]] == ["1", "2", "3"]
    assert re.fullmatch(r"Best move: Rxd8\+, \+\d+\.\d\d at depth 3", lines[-1])


def test_scores_are_whites_for_people_and_the_movers_for_programs() -> None:
    fen = "3qk3/8/8/8/8/8/8/3RK3 b - - 0 1"
    assert ", -" in out("--fen", fen, "--depth", "3").splitlines()[-1]
    *_, answer = objects("--fen", fen, "--depth", "3")
    assert answer["lines"][0]["score"] > 100
    assert answer["lines"][0]["expected"] > 0.5


def test_json_has_a_line_for_each_iteration_and_an_answer() -> None:
    *infos, answer = objects("--moves", "e4 e5", "--depth", "4", "--multipv", "3", "--explain")
    assert [(info["depth"], info["multipv"]) for info in infos if info["bound"] is None] == [
        (depth, place) for depth in (1, 2, 3, 4) for place in (1, 2, 3)
    ]
    assert {info["type"] for info in infos} == {"info"}
    game = Game()
    game.push("e2e4")
    game.push("e7e5")
    assert (answer["type"], answer["fen"]) == ("bestmove", game.fen())
    assert answer["move"] == answer["lines"][0]["line"][0] == answer["explanation"]["move"]
    assert answer["san"] == game.san(answer["move"])
    assert len(answer["lines"]) == 3


def test_limits_as_in_uci() -> None:
    assert objects("--nodes", "3000")[-1]["lines"][0]["nodes"] < 6000
    for limits in (("--movetime", "0.1"), ("--go", "movetime 100")):
        assert objects(*limits)[-1]["lines"][0]["seconds"] < 3, "the usual limit would be five seconds"
    assert objects("--depth", "2", "--searchmoves", "a3 h2h3")[-1]["move"] in ("a2a3", "h2h3")
    assert objects("--go", "depth 2 searchmoves a2a4")[-1]["move"] == "a2a4"
    assert objects("--fen", MATE_IN_ONE, "--mate", "1")[-1]["lines"][0]["mate"] == 1


def test_a_game_that_is_over() -> None:
    moves = ("--moves", "f3 e5 g4 Qh4#", "--depth", "3")
    assert out(*moves) == "No move: checkmate, black wins\n"
    (answer,) = objects(*moves)
    assert (answer["move"], answer["outcome"]) == (None, {"winner": "black", "reason": "checkmate"})


def test_combat_with_dice_in_the_moves() -> None:
    moves = ("--variant", "exchange", "--moves", "d2d4 e7e5 d4xe5=4", "--depth", "2")
    answer = objects(*moves, "--explain")[-1]
    assert "hp:e5=2" in answer["fen"]
    assert answer["explanation"]["move"] == answer["move"]
    assert "=" not in answer["move"]
    assert "Best move: " in out(*moves)
    complaint = run("--variant", "exchange", "--moves", "d2d4 e7e5 d4xe5", "--depth", "2")
    assert complaint.exit_code == 2
    assert "rolls a die" in complaint.stderr


def test_a_drawing_has_arrows_for_the_best_lines(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    printed = out("--depth", "2", "--multipv", "3", "--svg", path, "--size", "333", "--variant", "fragments")
    assert printed.splitlines()[-1] == f"written: {path}"
    drawing = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert drawing.get("width") == drawing.get("height") == "333"
    arrows = [path for path in drawing if path.get("transform", "").startswith("translate")]
    assert [arrow.get("opacity") for arrow in arrows] == [".5", ".5", ".82"], "the best one lies on top"
    assert "http" not in path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert out("--depth", "2", "--svg", "-").startswith("<svg ")


def test_what_is_no_file_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with begun("--depth", "2", "--svg", pipe) as process:
        assert pipe.read_text(encoding="utf-8").endswith("</svg>\n")
        process.communicate(timeout=60)
    assert process.returncode == 0
    assert pipe.is_fifo(), "nothing took its place"


# --- lists ----------------------------------------------------------------------------------------------


def test_a_list_says_which_answers_were_right(tmp_path: Path) -> None:
    path = tmp_path / "suite.epd"
    path.write_text(
        "# a suite\n"
        "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id one;\n"
        "6k1/5ppp/8/8/8/8/8/K2R4 w - - am Rd8; dm 1; id two;\n"
        "4k3/8/8/8/8/8/8/4K2R w - - id three;\n",
        encoding="utf-8",
    )
    lines = out(path, "--depth", "3").splitlines()
    assert lines[0].split("  ")[2:] == ["one", "Rd8#", "#1", "depth 3", "right"]
    assert lines[1].endswith("wrong (am Rd8, dm 1)")
    assert lines[2].split("  ")[2] == "three"
    assert lines[3] == "1 of 2 right (50%)"
    one, two, three, summary = objects(path, "--depth", "3")
    assert [printed["right"] for printed in (one, two, three)] == [True, False, None]
    assert summary == {"type": "summary", "positions": 3, "asked": 2, "right": 1}


def test_standard_input_of_positions_and_of_games() -> None:
    assert "Best move: " in out("-", "--depth", "2", stdin="8/8/8/8/8/k7/7R/K7 w - -\n")
    printed = out("-", "--depth", "2", "--variant", "fragments", stdin="1. b3 cxb3\n")
    assert "? – ?, *" in printed
    assert "written" not in printed


def test_wrong_lines_are_reported_and_the_rest_is_done(tmp_path: Path) -> None:
    path = tmp_path / "suite.epd"
    path.write_text(f"{MATE_IN_ONE}\nnonsense\n" * 2, encoding="utf-8")
    result = run(path, "--depth", "2")
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 2
    assert [line.split(": ")[0] for line in result.stderr.splitlines()] == [f"{path}:2", f"{path}:4"]


# --- games ----------------------------------------------------------------------------------------------


def test_a_game_is_judged_and_written(game_file: Path) -> None:
    printed = out(game_file, "--nodes", "3000", "--explain")
    assert re.search(r"3\.\.\. Qh4 +\?\? +\+\d.*blunder; best was ", printed)
    assert re.search(r"accuracy +\d+\.\d% +\d+\.\d%", printed)
    text = (game_file.parent / "game-analysed.pgn").read_text(encoding="utf-8")
    (again,) = read_games(text)
    moves = [move.move for move in again.moves]
    assert moves == [move.move for move in next(iter(read_games(GAME))).moves]
    blunder = again.moves[5]
    assert blunder.nags == (4,), "ours takes the place of the question mark"
    assert blunder.comment.startswith("Blunder; best was ")
    assert blunder.variations
    assert "Best: " in blunder.variations[0][0].comment
    assert all(move.evaluation is not None for move in again.moves[:-1])
    assert again.moves[-1].evaluation is None, "a mate has no evaluation"
    assert (again.comment, again.moves[3].comment) == ("before", "developed")
    assert [line[0].move for line in again.moves[6].variations] == ["d2d4"]
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    assert not theirs.errors
    assert [node.eval() is not None for node in theirs.mainline()] == [True] * 12 + [False]
    curve = ElementTree.fromstring((game_file.parent / "game-analysed.svg").read_text(encoding="utf-8"))
    assert curve.get("width") == "720"
    assert "blunder" in "".join(curve.itertext())


def test_an_analysed_game_can_be_analysed_again(game_file: Path) -> None:
    folder = game_file.parent
    limits = ("--depth", "5", "--curve", folder / "curve.svg")
    out(game_file, *limits, "--pgn", folder / "once.pgn")
    out(folder / "once.pgn", *limits, "--pgn", folder / "twice.pgn")
    assert (folder / "once.pgn").read_text() == (folder / "twice.pgn").read_text()


def test_a_game_as_json(game_file: Path) -> None:
    *moves, summary = objects(game_file, "--nodes", "2000")
    assert len(moves) == summary["moves"] == summary["analysed"] == 13
    assert [move["ply"] for move in moves] == list(range(1, 14))
    blunder = moves[5]
    assert (blunder["move"], blunder["verdict"], blunder["sign"]) == ("d8h4", "blunder", "??")
    assert blunder["loss"] > 0.25
    assert moves[-1]["outcome"] == {"winner": "white", "reason": "checkmate"}
    assert summary["black"]["verdicts"]["blunder"] >= 1
    assert summary["white"]["accuracy"] > summary["black"]["accuracy"]
    assert {path.name for path in game_file.parent.iterdir()} == {"game.pgn"}, "a program asks for files"


def test_several_games_and_one_of_them(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('1. e4 e5 *\n\n[Variant "fragments"]\n\n1. b3 1-0\n', encoding="utf-8")
    printed = out(path, "--depth", "2")
    assert "Game 1 of 2: ? – ?, *" in printed
    assert {file.name for file in tmp_path.iterdir()} == {
        "games.pgn", "games-analysed.pgn", "games-analysed-1.svg", "games-analysed-2.svg",
    }  # fmt: skip
    assert len(list(read_games((tmp_path / "games-analysed.pgn").read_text()))) == 2
    (only,) = read_games(out(path, "--depth", "2", "--game", "2", "--pgn", "-"))
    assert only.start.variant.name == "fragments"
    *moves, _ = objects(path, "--depth", "2", "--game", "2")
    assert [move["move"] for move in moves] == ["b2b3"]


def test_a_position_of_a_game(game_file: Path, tmp_path: Path) -> None:
    assert objects(game_file, "--ply", "12", "--depth", "2")[-1]["lines"][0]["mate"] == 1
    assert objects(game_file, "--ply", "-2", "--depth", "2")[-1]["move"] == "f7f8"
    assert objects(game_file, "--ply", "0", "--depth", "2")[-1]["fen"] == Game().fen()
    assert objects(game_file, "--ply", "-1", "--depth", "2")[-1]["move"] is None
    out(game_file, "--ply", "3", "--depth", "2", "--svg", tmp_path / "board.svg")
    assert "<svg" in (tmp_path / "board.svg").read_text()


def test_dice_are_luck_and_actions_are_judged_without_them(tmp_path: Path) -> None:
    path = tmp_path / "fight.pgn"
    start = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 hp:d5=3 cd:- fx:K,k"
    worst, best = (
        f'[Variant "exchange"]\n[SetUp "1"]\n[FEN "{start}"]\n\n1. e4xd5={face} *\n' for face in (1, 6)
    )
    path.write_text(f"{worst}\n{best}", encoding="utf-8")
    first, _, second, summary = objects(path, "--depth", "2")
    assert (first["verdict"], first["loss"]) == (second["verdict"], second["loss"]), "the same choice"
    assert first["luck"] < second["luck"]
    assert summary["white"]["luck"] == pytest.approx(second["luck"])
    assert "luck" in out(path, "--depth", "2", "--no-files")


# --- mistakes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--fen", "nonsense"], "the placement has 1 rank"),
        (["--moves", "e4 e4"], '"e4" is not legal'),
        (["--variant", "nonsuch"], "nonsuch"),
        (["--searchmoves", "e5"], '"e5" is not legal'),
        (["--go", "perft 3"], "perft and ponder have no place"),
        (["--go", "depth x"], "wants a whole number"),
        (["nowhere.pgn"], "cannot read nowhere.pgn: No such file"),
        (["game.pgn", "--fen", MATE_IN_ONE], "FILE has its own"),
        (["game.pgn", "--game", "2"], "has 1 game, not a game 2"),
        (["game.pgn", "--ply", "14"], "--ply is from -14 to 13"),
        (["game.pgn", "--svg", "x.svg"], "--curve draws a game"),
        (["game.pgn", "--infinite"], "are for one position, here are many"),
        (["game.pgn", "--go", "infinite"], "are for one position, here are many"),
        (["game.pgn", "--searchmoves", "e4"], "are for one position, here are many"),
        (["game.pgn", "--pgn", "game.pgn"], "game.pgn would be overwritten"),
        (["game.pgn", "--pgn", "no/where.pgn", "--depth", "1"], "cannot write no/where.pgn"),
        (["--svg", "no/where.svg", "--depth", "1"], "cannot write no/where.svg"),
        (["--json", "--svg", "-"], "only one thing"),
        (["--ply", "3"], "is for the games of a PGN file"),
        (["noise"], "has no game that can be read"),
        (["empty"], "has no position that can be read"),
    ],
)
def test_mistakes_are_one_line(
    game_file: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(game_file.parent)
    Path("noise").write_bytes(bytes(range(1, 256)) * 5)
    Path("empty").touch()
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr.splitlines()[-1]
    assert result.stderr.splitlines()[-1].startswith("Error: ")
    assert "Traceback" not in result.output
    assert game_file.read_text(encoding="utf-8") == GAME


def test_a_game_that_breaks_off(tmp_path: Path) -> None:
    path = tmp_path / "broken.pgn"
    path.write_text("1. e4 e5 2. Ke3 d6 *\n", encoding="utf-8")
    result = run(path, "--depth", "2")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{path}:1: move 2 of white: ")
    (kept,) = read_games((tmp_path / "broken-analysed.pgn").read_text())
    assert [move.move for move in kept.moves] == ["e2e4", "e7e5"]


def test_files_of_noise_end_in_words(tmp_path: Path) -> None:
    path = tmp_path / "noise"
    for noise in (b"\xff\xfe/\x00" * 50, b"/ " * 3000, b'[FEN "/"]\n1. e4', b"(" * 2000, b"1. e4 {" * 9):
        path.write_bytes(noise)
        result = run(path, "--depth", "1", "--no-files")
        assert result.exit_code == 2, noise[:20]
        assert result.exception is None or isinstance(result.exception, SystemExit)


# --- through the installed command ----------------------------------------------------------------------


def begun(*arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [TILEFISH, "analyse", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_an_interrupt_prints_the_results_so_far(tmp_path: Path) -> None:
    with begun("--infinite", "--svg", tmp_path / "board.svg") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("depth 1/")
        process.send_signal(SIGINT)
        rest, complaints = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Best move: " in rest
    assert (tmp_path / "board.svg").exists()
    assert complaints == ""


def test_an_interrupt_leaves_the_moves_that_are_done(game_file: Path) -> None:
    with begun(game_file, "--movetime", "1") as process:
        assert process.stdout is not None
        while "1. e4" not in process.stdout.readline():
            pass
        process.send_signal(SIGINT)
        rest, complaints = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(r"\d of 13 moves analysed", rest)
    (kept,) = read_games((game_file.parent / "game-analysed.pgn").read_text(encoding="utf-8"))
    evaluated = [move.evaluation is not None for move in kept.moves]
    assert len(evaluated) == 13
    assert evaluated[0]
    assert evaluated == sorted(evaluated, reverse=True)
    assert not all(evaluated[:-1])
    assert complaints == ""


# --- the trace of a search ------------------------------------------------------------------------------


def test_a_trace_follows_the_answer() -> None:
    lines = out("--depth", "3", "--trace", "1").splitlines()
    answer = next(place for place, line in enumerate(lines) if line.startswith("Best move: "))
    assert lines[answer + 1] == f"Search trace to ply 1 of {Game().fen()}"
    assert lines[-4].split() == ["depth", "score", "nodes", "seconds", "lines"]


def test_a_trace_goes_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    printed = out("--variant", "exchange", "--depth", "2", "--trace", "2", "--trace-file", path)
    assert printed.splitlines()[-1] == f"written: {path}"
    assert "Search trace" not in printed
    assert path.read_text(encoding="utf-8").startswith("Search trace to ply 2 of ")


def test_a_trace_and_json_have_a_place_each(tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    assert objects("--depth", "2", "--trace", "1", "--trace-file", path)[-1]["type"] == "bestmove"
    assert path.exists()
    result = run("--depth", "2", "--trace", "1", "--json")
    assert result.exit_code == 2
    assert result.output.splitlines() == [
        "Error: only one thing can be written to standard output; "
        "a trace goes elsewhere with --trace-file FILE"
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--trace-file", "x"], "Error: --trace-file needs --trace, such as --trace 2"),
        (
            ["--trace", "2", "--threads", "3"],
            "Error: --trace follows one thread, not 3: leave out --threads",
        ),
    ],
)
def test_traces_that_cannot_be(arguments: list[str], complaint: str) -> None:
    result = run("--depth", "1", *arguments)
    assert result.exit_code == 2
    assert result.output.splitlines() == [complaint]


def test_a_trace_is_of_one_position(game_file: Path) -> None:
    complaint = "Error: --trace follows the search of one position, here are many"
    positions = f"{MATE_IN_ONE}\n{Game().fen()}\n"
    for result in (run("-", "--trace", "1", stdin=positions), run(game_file, "--trace", "1")):
        assert result.exit_code == 2
        assert result.output.splitlines() == [complaint]
    assert "Search trace to ply 1 of" in out(game_file, "--ply", "3", "--depth", "1", "--trace", "1")


def test_standard_input_and_output_are_not_one_file() -> None:
    assert "Search trace" in out("-", "--depth", "1", "--trace", "1", stdin=MATE_IN_ONE)
    assert "1. e4" in out("-", "--depth", "1", "--pgn", "-", stdin="1. e4 *\n")


def test_a_result_that_the_board_contradicts_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "mated.pgn"
    path.write_text('\n[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n', encoding="utf-8")
    result = run(path, "--nodes", "50", "--no-files")
    assert result.exit_code == 2
    assert f'{path}:2: the header says Result "1-0", but the board says 0-1' in result.stderr
    assert "Qh4#" in result.stdout


@pytest.mark.parametrize("option", ["--svg", "--pgn", "--curve", "--trace 2 --trace-file"])
def test_a_file_that_cannot_be_written_is_refused_before_the_search(option: str, tmp_path: Path) -> None:
    folder = tmp_path / "missing"
    result = CliRunner().invoke(main, ["analyse", "--depth", "2", *option.split(), str(folder / "a.svg")])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert f"a.svg: there is no folder {folder}" in result.stderr
