"""The program as a GUI starts it: every command and every option, right and wrong, answered line by line."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilefish import Game
from tilefish.rules.model.win_rate import WinRateModel

COMMAND = [sys.executable, "-m", "tilefish"]
PATIENCE = 20


class Program:
    """A running `tilefish`, and what it says."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))

    def send(self, *lines: str) -> None:
        """Sends lines."""
        assert self._process.stdin is not None
        for line in lines:
            self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def until(self, start: str) -> list[str]:
        """What it says, up to a line that begins like this."""
        said: list[str] = []
        while not said or not said[-1].startswith(start):
            said.append(self._lines.get(timeout=PATIENCE))
        return said

    def answers(self, *lines: str) -> list[str]:
        """What it says to lines that need no time."""
        self.send(*lines, "isready")
        return self.until("readyok")[:-1]

    def searches(self, *lines: str) -> list[str]:
        """What it says to lines of which the last one starts a search."""
        self.send(*lines)
        return self.until("bestmove")

    def leaves(self, *, hang_up: bool = False) -> list[str]:
        """The last words, after `quit` or the end of its input. It has nothing to complain of."""
        if hang_up:
            assert self._process.stdin is not None
            self._process.stdin.close()
        else:
            self.send("quit")
        assert self._process.wait(PATIENCE) == 0
        self._listener.join(PATIENCE)
        assert self._process.stderr is not None
        assert self._process.stderr.read() == ""
        said = []
        while not self._lines.empty():
            said.append(self._lines.get())
        return said

    def kill(self) -> None:
        """Ends it, if it still runs."""
        self._process.kill()
        self._process.wait()


@pytest.fixture
def program() -> Iterator[Program]:
    program = Program()
    yield program
    program.kill()


DECLARED = {
    "UCI_Variant": ("combo", "chess"),
    "UCI_Chess960": ("check", "false"),
    "VariantPath": ("string", "<empty>"),
    "World": ("string", "<empty>"),
    "Pieces": ("string", "<empty>"),
    "Threads": ("spin", "1"),
    "Hash": ("spin", "16"),
    "Clear Hash": ("button", ""),
    "MultiPV": ("spin", "1"),
    "Ponder": ("check", "false"),
    "Move Overhead": ("spin", "20"),
    "UCI_AnalyseMode": ("check", "false"),
    "UCI_ShowWDL": ("check", "false"),
    "Skill Level": ("spin", "20"),
    "UCI_LimitStrength": ("check", "false"),
    "UCI_Elo": ("spin", None),
    "Difficulty": ("combo", "Off"),
    "Act": ("combo", "Off"),
    "Agent": ("combo", "Full"),
    "Explain": ("check", "false"),
    "Learning": ("check", "false"),
    "LearnFile": ("string", "<empty>"),
    "OwnBook": ("check", "false"),
    "BookFile": ("string", "<empty>"),
    "SyzygyPath": ("string", "<empty>"),
    "Debug Log File": ("string", "<empty>"),
}


def test_the_options_are_declared_with_types_and_defaults(program: Program) -> None:
    program.send("uci")
    said = program.until("uciok")
    assert said[0].startswith("id name Tilefish ")
    assert said[1].startswith("id author ")
    options = dict(declared(line) for line in said[2:-1])
    assert list(options) == list(DECLARED)
    for name, (kind, default) in DECLARED.items():
        assert options[name][0] == kind
        assert default in (None, options[name][1])
    assert program.leaves() == []


def declared(line: str) -> tuple[str, tuple[str, str]]:
    """Name, type and default of an option's line."""
    words = line.split()
    assert words[:2] == ["option", "name"]
    at = words.index("type")
    default = words[words.index("default") + 1] if "default" in words else ""
    return " ".join(words[2:at]), (words[at + 1], default)


def bounds(program: Program, name: str) -> tuple[int, int]:
    """The least and the most of a spin option."""
    program.send("uci")
    line = next(line for line in program.until("uciok") if line.startswith(f"option name {name} type"))
    words = line.split()
    return int(words[words.index("min") + 1]), int(words[words.index("max") + 1])


@pytest.mark.parametrize("name", ["MultiPV", "Move Overhead", "Skill Level", "UCI_Elo"])
def test_spins_take_their_bounds_and_nothing_beyond(program: Program, name: str) -> None:
    least, most = bounds(program, name)
    assert program.answers(*(f"setoption name {name} value {value}" for value in (least, most))) == []
    beyond = [str(least - 1), str(most + 1), f"0000000000{most + 1}", "many", "", "1.5", "²", "9" * 40]
    for value in beyond:
        (answer,) = program.answers(f"setoption name {name} value {value}")
        assert answer.startswith(f"info string {name} is ")
        assert answer.endswith(f"from {least} to {most}")
    assert program.searches("go depth 2")[-1].split()[1] in Game().legal_moves
    assert program.leaves() == []


def test_every_option_takes_what_is_right_in_silence(program: Program, tmp_path: Path) -> None:
    variant = tmp_path / "mine.toml"
    variant.write_text('extends = "chess"\ntitle = "Mine"\n')
    right = [
        "UCI_Chess960 value true", "UCI_Chess960 value false", "World value 8/8/8/8/8/8/8/8",
        "World value", "Pieces value <empty>", "SyzygyPath value <empty>", "Threads value 2",
        "Threads value 1", "Hash value 1", "Clear Hash", "MultiPV value 2", "MultiPV value 1",
        "Ponder value true",
        "Move Overhead value 0", "UCI_AnalyseMode value true", "uci_analysemode value FALSE",
        "Skill Level value 3", "skill level value 20", "UCI_LimitStrength value true",
        "UCI_LimitStrength value false", "Difficulty value Beginner", "Difficulty value Easy",
        "Difficulty value Medium", "Difficulty value Hard", "Difficulty value Grandmaster",
        "Difficulty value off", "Act value 1", "Act value 2", "Act value 3", "Act value Final",
        "Act value Off", "Agent value Standard", "Agent value Quiescence", "Agent value Endgame",
        "Agent value Full", "OwnBook value true", "OwnBook value false", "BookFile value",
        f"LearnFile value {tmp_path}/learned", "Learning value true", "Learning value false",
        "LearnFile value <empty>",
    ]  # fmt: skip
    for option in right:
        assert program.answers(f"setoption name {option}") == [], option
    (combo,) = program.answers(f"setoption name VariantPath value {variant}")
    assert "var mine" in combo
    (described,) = program.answers("setoption name UCI_Variant value mine")
    assert described.startswith(
        "info string variant mine files 8 ranks 8 pocket 0 template fairy startpos rnbq"
    )
    assert program.leaves() == []


def test_scores_are_shown_as_chances_where_the_variant_knows_them(program: Program, tmp_path: Path) -> None:
    measured, plain = tmp_path / "measured.toml", tmp_path / "plain.toml"
    measured.write_text('extends = "chess"\ntitle = "Measured"\nodds = [100, 50]\n')
    plain.write_text('extends = "measured"\ntitle = "Plain"\n')
    program.answers(
        f"setoption name VariantPath value {tmp_path}", "setoption name UCI_Variant value measured"
    )
    assert " wdl " not in program.searches("go depth 2")[-2]
    program.answers("setoption name UCI_ShowWDL value true")
    words = program.searches("go depth 2")[-2].split()
    chances = [int(word) for word in words[words.index("wdl") + 1 : words.index("wdl") + 4]]
    assert chances == list(WinRateModel(100, 50).win_draw_loss(int(words[words.index("cp") + 1])))
    program.answers("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    assert " score mate 1 wdl 1000 0 0 " in program.searches("go depth 2")[-2]
    program.answers("setoption name UCI_Variant value plain")
    assert " wdl " not in program.searches("go depth 2")[-2], "odds are not inherited"
    assert program.leaves() == []


WRONG = [
    ("nonsense", "unknown command"),
    ("go depth", "go depth wants a whole number"),
    ("go depth -1", "number from 0"),
    ("go backwards", 'no "backwards"'),
    ("go searchmoves e2e5", "e2e5 is not legal"),
    ("go perft 0", "depth 0"),
    ("position", "position wants"),
    ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"),
    ("position startpos moves e2e4 e2e4", "e2e4 is not legal"),
    ("ponderhit", "without go ponder"),
    ("setoption", "setoption wants"),
    ("setoption name", "there is no option"),
    ("setoption name Skil Level value 3", 'did you mean "Skill Level"'),
    ("setoption name UCI_Variant value ches", 'did you mean "chess"'),
    ("setoption name UCI_Chess960 value yes", "one of true, false"),
    ("setoption name VariantPath value /nowhere/at.all", "VariantPath stays empty"),
    ("setoption name World value 9/9", "World stays empty"),
    ("setoption name Pieces value r:Ω", "Pieces stays empty"),
    ("setoption name Threads value 0", "from 1 to"),
    ("setoption name Hash value 0", "from 1 to"),
    ("setoption name Ponder value", "one of true, false"),
    ("setoption name UCI_AnalyseMode value maybe", "one of true, false"),
    ("setoption name UCI_LimitStrength value 1500", "one of true, false"),
    ("setoption name Difficulty value Eazy", 'did you mean "Easy"'),
    ("setoption name Act value 4", "Off, 1, 2, 3, Final"),
    ("setoption name Agent value Ful", 'did you mean "Full"'),
    ("setoption name Learning value perhaps", "one of true, false"),
    ("setoption name OwnBook value perhaps", "one of true, false"),
    ("setoption name Debug Log File value /nowhere/log", "Debug Log File stays empty"),
    ("setoption name Debug Log File value /", "Debug Log File stays empty"),
    ("setoption name Debug Log File value a\0b", "null"),
]


def test_what_is_wrong_is_reported_and_changes_nothing(program: Program) -> None:
    program.send("setoption name Act value 2", "position startpos moves e2e4")
    before = program.answers("d")
    depth = program.searches("go movetime 5000")[-2].split()[2]
    for line, fragment in WRONG:
        program.send(line)
        answer = program.until("info string") if line.startswith("go perft") else program.answers()
        assert answer, line
        assert all(said.startswith("info string ") for said in answer), answer
        assert any(fragment in said for said in answer), (line, answer)
        assert program.answers("d") == before, line
    assert program.searches("go movetime 5000")[-2].split()[2] == depth == "3"
    assert program.leaves() == []


def test_the_commands(program: Program) -> None:
    assert program.answers("ucinewgame", "position startpos", "") == []
    assert program.answers("d")[-2].startswith("Fen: rnbqkbnr/pppppppp")
    assert any(line.startswith("total") for line in program.answers("eval"))
    assert program.answers("flip") == []
    assert "w KQkq" not in program.answers("d")[-2]
    assert "perft" in program.answers("help")[0]
    program.send("position startpos", "go perft 3")
    assert program.until("Nodes searched")[-1] == "Nodes searched: 8902"
    program.send("perft 1")
    assert program.until("Nodes searched")[-1] == "Nodes searched: 20"
    assert program.leaves() == []


@pytest.mark.parametrize(
    "go",
    [
        "go depth 4", "go nodes 3000", "go mate 1 depth 3", "go movetime 20", "go wtime 200 btime 200",
        "go wtime 200 btime 200 winc 10 binc 10 movestogo 5", "go wtime -5 btime -5", "go movetime 0",
        "go depth 3 searchmoves e2e4 d2d4", "go depth 0 nodes 500",
    ],
)  # fmt: skip
def test_every_search_ends_with_an_exact_score_and_a_legal_move(program: Program, go: str) -> None:
    said = program.searches("position startpos", go)
    *infos, last, best = said
    assert all(line.startswith("info ") for line in infos)
    assert " score " in last
    assert "bound" not in last
    move = best.split()[1]
    assert move in Game().legal_moves
    assert last.split(" pv ")[1].split()[0] == move
    assert program.leaves() == []


def test_while_it_searches(program: Program) -> None:
    program.send("go infinite")
    assert not any(line.startswith("bestmove") for line in program.answers())
    assert any("wants a whole number" in line for line in program.answers("go depth x"))  # the search goes on
    assert any("from 1 to" in line for line in program.answers("setoption name Hash value 0"))
    program.send("stop")
    assert program.until("bestmove")
    program.send("go infinite", "setoption name MultiPV value 2")  # ends the search first
    assert program.until("bestmove")
    assert program.answers("stop") == []
    program.send("go infinite", "go depth 1")
    assert program.until("bestmove")
    assert program.until("bestmove")[-2].split()[2] == "1"
    assert program.leaves() == []


@pytest.mark.parametrize("go", ["go infinite", "go ponder wtime 100 btime 100", "go depth 60"])
def test_quit_ends_a_search(program: Program, go: str) -> None:
    program.send(go)
    program.answers()
    program.leaves()


def test_quit_waits_for_perft(program: Program) -> None:
    program.send("position startpos", "go perft 4")
    assert program.leaves()[-1] == "Nodes searched: 197281"


@pytest.mark.parametrize(
    "go",
    [
        "go depth 4", "go infinite", "go ponder wtime 100 btime 100", "go", "go depth 0 nodes 0 mate 0",
        "go movestogo 3 btime 1000", "go searchmoves e2e4 d2d4",
    ],
)  # fmt: skip
def test_the_end_of_input_ends_what_has_no_end(program: Program, go: str) -> None:
    program.send(go)
    said = program.leaves(hang_up=True)
    assert said[-1].startswith("bestmove ")
    if "depth 4" in go:
        assert said[-2].split()[2] == "4"


@pytest.mark.parametrize("go", ["go depth 200", "go nodes 999999999999", "go movetime 9999999", "go perft 9"])
def test_a_search_ends_when_nobody_is_left_to_hear_of_it(go: str) -> None:
    """A GUI that is killed hangs up, and reads no more."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(COMMAND, text=True, **pipes) as process:  # type: ignore[call-overload]
        try:
            process.stdin.write(f"{go}\nisready\n")
            process.stdin.flush()
            assert any(line == "readyok\n" for line in process.stdout)
            process.stdout.close()
            process.stdin.close()
            assert process.wait(PATIENCE) == 0
            assert process.stderr.read() == ""
        finally:
            process.kill()


def test_a_difficulty_caps_any_clock_and_analysis_lifts_it(program: Program) -> None:
    program.send("setoption name Difficulty value Beginner")
    for go in ("go wtime 3600000 btime 3600000", "go movetime 3600000", "go"):
        assert program.searches(go)[-2].split()[2] == "1"
    program.send("go infinite")
    assert not any(line.startswith("bestmove") for line in program.answers())
    program.send("stop")
    program.until("bestmove")
    said = program.searches("setoption name UCI_AnalyseMode value true", "go depth 6")
    assert said[-2].split()[2] == "6"
    assert program.leaves() == []


def test_an_elo_takes_the_place_of_a_skill(program: Program) -> None:
    least, most = bounds(program, "UCI_Elo")
    nodes = []
    for options in (
        ("Skill Level value 0", f"UCI_Elo value {most}"),
        ("UCI_LimitStrength value true",),
        (f"UCI_Elo value {least}",),
        ("UCI_LimitStrength value false", "Skill Level value 20"),
    ):
        said = program.searches(*(f"setoption name {option}" for option in options), "go nodes 100000")
        words = said[-2].split()
        nodes.append(int(words[words.index("nodes") + 1]))
    skill, strong, weak, full = nodes
    assert skill == weak < strong < full
    assert program.leaves() == []


def test_the_log_has_the_whole_conversation(program: Program, tmp_path: Path) -> None:
    log, missing = tmp_path / "log.txt", tmp_path / "missing" / "log.txt"
    program.answers(f"setoption name Debug Log File value {log}")
    said = program.searches("position startpos", "go depth 3")
    (complaint,) = program.answers(f"setoption name Debug Log File value {missing}")
    assert f"stays {log}" in complaint
    program.answers("setoption name Debug Log File value")
    assert program.answers("d")
    assert program.leaves() == []
    logged = log.read_text().splitlines()
    assert logged[0] == "<< isready"
    assert [line[3:] for line in logged if line.startswith((">> info", ">> best"))] == [
        *said,
        complaint,
    ]
    assert "<< go depth 3" in logged
    assert "<< d" not in logged


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_ends_the_log_and_not_the_game(program: Program) -> None:
    said = program.answers("setoption name Debug Log File value /dev/full")
    assert any("the log ends here" in line for line in said)
    assert program.searches("go depth 2")[-1].startswith("bestmove ")
    program.leaves()


def test_it_starts_without_anything_in_the_environment() -> None:
    kept = {name: text for name, text in os.environ.items() if name in ("PATH", "PYTHONPATH")}
    done = subprocess.run(
        COMMAND, input="go depth 1\n", capture_output=True, text=True, env=kept, timeout=PATIENCE, check=True
    )
    assert done.stdout.splitlines()[-1].startswith("bestmove ")
