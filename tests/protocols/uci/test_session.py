"""The conversation, line by line, in one process."""

from __future__ import annotations

import errno
import io
import os
import re
import threading
import time
from pathlib import Path
from typing import Any, NoReturn

import chess
import pytest

from tilefish import Game
from tilefish.core.search.parameters import SEARCH_PARAMETERS
from tilefish.engine.engine import Engine, Info
from tilefish.engine.levels import DIFFICULTIES, Level
from tilefish.game.move import Move
from tilefish.host import host
from tilefish.protocols.uci.connection import is_connected
from tilefish.protocols.uci.lines import info_line
from tilefish.protocols.uci.session import Session


class Talk:
    """A session to say things to, and what it answers."""

    def __init__(self) -> None:
        self.output = io.StringIO()
        self.session = Session(output=self.output)

    def says(self, *lines: str) -> list[str]:
        """The answer to some lines."""
        before = len(self.output.getvalue())
        for line in lines:
            self.session.answer(line)
        return self.output.getvalue()[before:].splitlines()

    def waits_for(self, words: str, seconds: float = 10) -> list[str]:
        """Everything said, once a line has these words."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            lines = self.output.getvalue().splitlines()
            if any(words in line for line in lines):
                return lines
            time.sleep(0.005)
        raise AssertionError(f"no line has {words}: {self.output.getvalue()}")


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_search_parameters_are_options_where_the_environment_asks_for_them(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = talk.says("uci")
    monkeypatch.setenv("TILEFISH_TUNING", "1")
    tuning = Talk()
    added = [line for line in tuning.says("uci") if line not in usual]
    assert "option name DeltaMargin type spin default " in "".join(added)
    assert len(added) == len(SEARCH_PARAMETERS)
    changed = Talk()
    assert changed.says("setoption name ReductionBase value 0") == []
    nodes = []
    for one in (tuning, changed):
        one.session.run(["go depth 9\n"])
        nodes.append(re.findall(r" nodes (\d+) ", one.output.getvalue())[-1])
    assert nodes[0] != nodes[1]


def test_uci(talk: Talk) -> None:
    lines = talk.says("uci")
    assert lines[0].startswith("id name Tilefish ")
    assert lines[-1] == "uciok"
    combo = next(line for line in lines if "UCI_Variant" in line)
    assert combo.startswith("option name UCI_Variant type combo default chess var ai-wok var almost var ")
    assert combo.endswith(" var standard")


def test_ready(talk: Talk) -> None:
    assert talk.says("isready") == ["readyok"]


def test_ready_while_searching(talk: Talk) -> None:
    talk.says("go infinite")
    assert "readyok" in talk.says("isready")
    assert not any(line.startswith("bestmove") for line in talk.output.getvalue().splitlines())
    talk.says("stop")
    assert talk.waits_for("bestmove")[-1].startswith("bestmove ")


def test_the_last_line_before_the_move_has_an_exact_score(talk: Talk) -> None:
    talk.says("go movetime 1")
    lines = talk.waits_for("bestmove")
    assert " score " in lines[-2]
    assert "bound" not in lines[-2]


@pytest.mark.parametrize("last", ["stop", "ponderhit"])
def test_pondering_ends_on_request(talk: Talk, last: str) -> None:
    talk.says("position startpos moves e2e4", "go ponder wtime 100 btime 100")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in talk.output.getvalue().splitlines())
    talk.says(last)
    talk.waits_for("bestmove")


def test_an_infinite_search_that_is_done_waits_for_stop(talk: Talk) -> None:
    talk.says("position fen k7/8/1K6/8/8/8/8/7R w - - 0 1", "go infinite depth 2")
    time.sleep(0.2)
    assert not any(line.startswith("bestmove") for line in talk.output.getvalue().splitlines())
    talk.says("stop")
    talk.waits_for("bestmove h1h8")


def test_no_legal_move(talk: Talk) -> None:
    talk.says("position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "go depth 3")
    assert talk.waits_for("bestmove")[-2:] == ["info depth 0 score mate 0", "bestmove (none)"]


def test_variants(talk: Talk) -> None:
    lines = talk.says("setoption name UCI_Variant value fragments")
    assert lines == [
        "info string variant fragments files 5 ranks 5 pocket 0 template fairy "
        "startpos nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1"
    ]
    talk.says("go perft 3")
    assert talk.waits_for("Nodes searched")[-1] == "Nodes searched: 362"


def test_a_world_and_pieces(talk: Talk) -> None:
    talk.says("setoption name World value 8/8/8/1o4o1/4o3/8/8/8", "perft 2")
    assert talk.waits_for("Nodes searched")[-1] == "Nodes searched: 828"
    talk.says("setoption name World value", "setoption name Pieces value r:RN")
    talk.says("position fen 6k1/8/8/8/8/8/8/K6R w - - 0 1 moves h1f2")
    assert "Fen: 6k1/8/8/8/8/8/5R2/K7 b - - 1 1" in talk.says("d")


@pytest.mark.parametrize(
    ("name", "value"), [("World", "8/8/8/3oo3/8/8/8/8"), ("Pieces", "r:RN"), ("Pieces", "x:C")]
)
def test_other_rules_than_the_variants_are_warned_of_once(talk: Talk, name: str, value: str) -> None:
    [warning] = talk.says(f"setoption name {name} value {value}")
    assert warning.startswith(f"info string {name} changes the rules of chess: ")
    assert warning.endswith(f"leave {name} empty")
    assert talk.says("ucinewgame", "position startpos moves e2e3", "isready") == ["readyok"]
    assert talk.says(f"setoption name {name} value") == []


def test_a_world_that_changes_nothing_is_not_warned_of(talk: Talk) -> None:
    assert talk.says("setoption name World value 8/8/8/8/8/8/8/8") == []
    assert len(talk.says("setoption name UCI_Variant value pirate_seas")) == 1
    assert talk.says("setoption name World value 8/8/8/~==~~==~/~==~~==~/8/8/8") == []


def test_the_path_of_endgame_tables_is_accepted_and_not_used(talk: Talk) -> None:
    assert "option name SyzygyPath type string default <empty>" in talk.says("uci")
    [line] = talk.says("setoption name SyzygyPath value ./syzygy/")
    assert line == "info string SyzygyPath is not used: this version of Tilefish reads no endgame tables"
    assert talk.says("setoption name SyzygyPath value <empty>") == []


def test_chess960(talk: Talk) -> None:
    talk.says("setoption name UCI_Chess960 value true")
    talk.says("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1")
    assert "Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1" in talk.says("d")


def test_long_games_go_on_from_where_they_were(talk: Talk) -> None:
    talk.says("position startpos moves e2e4 e7e5")
    talk.says("position startpos moves e2e4 e7e5 g1f3 b8c6")
    assert any("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w" in line for line in talk.says("d"))
    talk.says("position startpos moves d2d4")
    assert any("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b" in line for line in talk.says("d"))


@pytest.mark.parametrize(
    ("line", "fragment"),
    [
        ("positoin startpos", 'did you mean "position"'),
        ("position", "position startpos | fen"),
        ("position fen nonsense", "1 rank"),
        ("position startpos moves e2e5", "e2e5 is not legal"),
        ("go depth many", "whole number"),
        ("go dept 3", 'no "dept"'),
        ("go searchmoves e2e5", "not legal"),
        ("setoption name Hash value 0", "from 1 to"),
        ("setoption name Hsah value 1", 'did you mean "Hash"'),
        ("setoption name Nothing value 1", "try uci for a list"),
        ("setoption name UCI_Variant value chesss", 'did you mean "chess"'),
        ("setoption name World value 8/8", "2 ranks"),
        ("setoption name Pieces value r", "invalid piece"),
        ("setoption name VariantPath value /nowhere", "/nowhere"),
        ("setoption name Debug Log File value /nowhere/log", "stays empty"),
        ("setoption name Skill Level value 0000000000021", "from 0 to 20"),
        ("setoption name Difficulty value Eazy", 'did you mean "Easy"'),
        ("setoption Hash 3", "setoption name NAME"),
        ("go perft 0", "depth 0"),
        ("ponderhit", "without go ponder"),
    ],
)
def test_mistakes_are_reported_and_change_nothing(talk: Talk, line: str, fragment: str) -> None:
    talk.says("position startpos moves e2e4")
    before = talk.says("d")
    talk.says(line)
    talk.session.host.end_work()
    answer = [said for said in talk.output.getvalue().splitlines() if said.startswith("info string")]
    assert any(fragment in said for said in answer), answer
    assert talk.says("d") == before


def test_files_with_wrong_names_are_skipped_and_reported(tmp_path: Path) -> None:
    (tmp_path / "Draft1.toml").touch()
    (tmp_path / "siege.toml").write_text('extends = "chess"')
    skipped = f'info string skipped {tmp_path}/Draft1.toml: invalid variant name "Draft1"'
    talk = Talk()
    reported, combo = talk.says(f"setoption name VariantPath value {tmp_path}")
    assert reported.startswith(skipped)
    assert " var siege " in combo
    assert talk.says("setoption name UCI_Variant value siege")[0].startswith("info string variant siege")
    output = io.StringIO()
    Session([str(tmp_path), "/nowhere"], output).run(["isready\n", "quit\n"])
    missing, draft, ready = output.getvalue().splitlines()
    assert missing == "info string /nowhere: there is no such file or folder of variants"
    assert draft.startswith(skipped)
    assert ready == "readyok"


def test_a_wrong_path_in_the_environment_does_not_spoil_the_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEFISH_VARIANT_PATH", "/nowhere")
    (tmp_path / "siege.toml").write_text('extends = "chess"')
    assert " var siege " in Talk().says(f"setoption name VariantPath value {tmp_path}")[-1]


def test_the_log(talk: Talk, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    talk.says(f"setoption name Debug Log File value {log}")
    talk.session.run(["isready\n", "quit\n"])
    assert "<< isready\n>> readyok\n" in log.read_text()


def test_a_log_that_cannot_be_opened_leaves_the_old_one(talk: Talk, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    talk.says(f"setoption name Debug Log File value {log}")
    assert f"stays {log}" in talk.says(f"setoption name Debug Log File value {tmp_path}")[0]
    talk.says("isready")
    assert log.read_text().endswith(">> readyok\n")


@pytest.mark.parametrize("name", ["book", "book.bin"])
def test_a_pipe_holds_up_nothing(talk: Talk, tmp_path: Path, name: str) -> None:
    """No program reads from it or writes to it: opening it would wait for ever."""
    pipe = tmp_path / name
    os.mkfifo(pipe)
    (answer,) = talk.says(f"setoption name Debug Log File value {pipe}")
    assert answer.startswith(f'info string Debug Log File stays empty: "{pipe}" is a pipe')
    (answer,) = talk.says("setoption name OwnBook value true", f"setoption name BookFile value {pipe}")
    assert answer == f'info string BookFile stays empty: cannot read the book "{pipe}": it is not a file'
    assert talk.says("setoption name Debug Log File value /dev/null", "isready") == ["readyok"]


def test_a_wrong_line_does_not_end_the_search(talk: Talk) -> None:
    talk.says(
        "go infinite", "go depth many", "setoption name Skill Level value 21", "position startpos moves e2e5"
    )
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in talk.output.getvalue().splitlines())
    talk.says("stop")
    talk.waits_for("bestmove")


def test_ponderhit_comes_once(talk: Talk) -> None:
    talk.says("go ponder wtime 1000 btime 1000", "ponderhit")
    talk.waits_for("bestmove")
    assert "without go ponder" in talk.says("ponderhit")[0]


def test_a_ponderhit_starts_the_cap_on_time(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DIFFICULTIES, "Grandmaster", Level(seconds=0.1))
    talk.says("setoption name Difficulty value Grandmaster", "go ponder wtime 3600000 btime 3600000")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in talk.output.getvalue().splitlines())
    talk.says("ponderhit")
    talk.waits_for("bestmove")


def test_what_a_difficulty_has_found_while_pondering_waits_for_the_hit(talk: Talk) -> None:
    talk.says("setoption name Difficulty value Easy", "go ponder wtime 3600000 btime 3600000")
    talk.waits_for("info depth 3")
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in talk.output.getvalue().splitlines())
    talk.says("ponderhit")
    talk.waits_for("bestmove")


def test_a_seed_makes_the_same_game() -> None:
    def moves() -> list[str]:
        output = io.StringIO()
        session = Session(output=output, seed=7)
        session.answer("setoption name Skill Level value 0")
        for _ in range(5):
            session.run(["go\n"])
        return [line for line in output.getvalue().splitlines() if line.startswith("bestmove")]

    assert moves() == moves()
    assert len(moves()) == 5


def test_eval_adds_up(talk: Talk) -> None:
    talk.says("position fen 4k3/8/8/8/8/8/8/RK6 w - - 0 1")
    lines = talk.says("eval")
    rows = [line.split() for line in lines[2:-2]]
    total = next(line.split() for line in lines if line.startswith("total"))
    assert int(total[1]) == sum(int(row[-2]) for row in rows)
    assert int(total[2]) == sum(int(row[-1]) for row in rows)


def test_flip(talk: Talk) -> None:
    talk.says("position fen 4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "flip")
    assert "Fen: r3k3/4p3/8/8/8/8/8/4K3 b q - 0 1" in talk.says("d")


HUGE = [str(2**31 - 1), str(2**31), str(2**63), "9" * 18, "9" * 5000]


@pytest.mark.parametrize("huge", HUGE, ids=lambda huge: f"{huge[:3]} {len(huge)}")
@pytest.mark.parametrize("name", ["depth", "nodes", "mate", "movestogo", "movetime", "wtime", "winc"])
def test_a_huge_limit_is_none(talk: Talk, name: str, huge: str) -> None:
    other = "nodes 300" if name == "depth" else "depth 2"
    talk.says(f"go {name} {huge} {other}")
    said = talk.waits_for("bestmove")
    assert not any(line.startswith("info string") for line in said)
    assert name == "depth" or said[-2].startswith("info depth 2 ")


def test_leading_zeros_are_not_counted(talk: Talk) -> None:
    talk.says(f"go depth {'0' * 5000}2")
    assert talk.waits_for("bestmove")[-2].startswith("info depth 2 ")


# --- the end of input --------------------------------------------------------------------------------------


@pytest.mark.parametrize("limits", ["depth 5", "nodes 20000", "movetime 30", "mate 9 depth 5", "wtime 500"])
def test_the_end_of_input_waits_for_a_search_with_limits(talk: Talk, limits: str) -> None:
    talk.session.run([f"go {limits}\n"])
    info, best = talk.output.getvalue().splitlines()[-2:]
    assert best.startswith("bestmove")
    assert "depth 5" not in limits or info.startswith("info depth 5 ")
    assert "nodes" not in limits or int(info.split()[info.split().index("nodes") + 1]) >= 20000


def test_the_end_of_input_waits_for_perft_and_for_what_a_level_ends(talk: Talk) -> None:
    talk.session.run(["go perft 4\n"])
    assert talk.output.getvalue().splitlines()[-1] == "Nodes searched: 197281"
    talk.session.run(["setoption name Act value 3\n", "go\n"])
    assert talk.output.getvalue().splitlines()[-2].startswith("info depth 4 ")


def test_quit_and_the_next_command_wait_for_perft(talk: Talk) -> None:
    talk.session.run(
        ["position startpos\n", "go perft 4\n", "go perft 3\n", "ucinewgame\n", "go perft 1\n", "quit\n"]
    )
    counts = [line for line in talk.output.getvalue().splitlines() if line.startswith("Nodes searched")]
    assert counts == ["Nodes searched: 197281", "Nodes searched: 8902", "Nodes searched: 20"]


def test_stop_ends_perft(talk: Talk) -> None:
    talk.session.run(["go perft 12\n", "stop\n", "quit\n"])
    assert "Nodes searched" not in talk.output.getvalue()


def test_debug_and_register_are_accepted_in_silence(talk: Talk) -> None:
    assert talk.says("debug on", "debug off", "register later", "register name Stefan code 4359874324") == []
    (refusal,) = talk.says("debug perhaps")
    assert refusal == 'info string debug wants on or off, not "perhaps"'


def test_a_second_uci_repeats_the_defaults_and_not_the_values(talk: Talk) -> None:
    declared = talk.says("uci")
    talk.says(
        "setoption name Hash value 1",
        "setoption name MultiPV value 3",
        "setoption name World value 8/8/8/1o4o1/4o3/8/8/8",
        "setoption name UCI_Variant value fragments",
        "setoption name World value",
        "setoption name UCI_Variant value fragments",
        "setoption name Difficulty value Hard",
        "setoption name Ponder value true",
    )
    assert talk.session.host.options.variant.value == "fragments"
    assert talk.says("uci") == declared


def test_what_is_set_before_uci_is_declared_as_default(talk: Talk, tmp_path: Path) -> None:
    """Cute Chess sends its Init Strings before `uci`, and later every default that it was sent."""
    (tmp_path / "mine.toml").write_text('extends = "chess"\ntitle = "Mine"\n')
    talk.says(f"setoption name VariantPath value {tmp_path}", "setoption name Hash value 2")
    declared = talk.says("uci")
    assert f"option name VariantPath type string default {tmp_path}" in declared
    assert "option name Hash type spin default 2 min 1 max 65536" in declared
    talk.says(f"setoption name VariantPath value {tmp_path}", "setoption name UCI_Variant value mine")
    assert talk.session.host.options.variant.value == "mine"
    assert talk.says("uci") == declared


def test_a_mate_is_looked_for_some_time_after_the_end_of_input(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk.session.run(["position fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1\n", "go mate 2\n"])
    assert " score mate 2 " in talk.output.getvalue().splitlines()[-2]
    monkeypatch.setattr(host, "MATE_GRACE", 0.01)
    talk.session.run(["position startpos\n", "go mate 5\n"])
    assert talk.output.getvalue().splitlines()[-1].startswith("bestmove ")


def test_a_pipe_is_connected_as_long_as_its_other_end_is_open(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    with open(writing, "w") as pipe:
        assert is_connected(pipe)
        os.close(reading)
        assert not is_connected(pipe)
    with (tmp_path / "answers").open("w") as file:
        assert is_connected(file)
    assert is_connected(io.StringIO())


class Full(io.StringIO):
    """A disk without room for what is said after the first few lines."""

    def write(self, text: str) -> int:
        if self.tell() > 100:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(text)


@pytest.mark.parametrize("lines", [["uci", "uci", "isready"], ["uci", "go depth 3"]])
def test_who_runs_it_hears_that_nothing_more_can_be_said(lines: list[str]) -> None:
    with pytest.raises(OSError, match="No space left"):
        Session(output=Full()).run(lines)


# --- faults ------------------------------------------------------------------------------------------------


def failing(error: Exception) -> Any:
    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    return fail


FAULTS = [
    (MemoryError(), "MemoryError"),
    (RuntimeError("can't start new thread"), "RuntimeError: can't start new thread"),
    (OverflowError("Python int too large"), "OverflowError: Python int too large"),
    (KeyError("a fault of ours"), "KeyError: 'a fault of ours'"),
    (OSError(errno.ENOMEM, "no room"), "no room"),
]


@pytest.mark.parametrize(("error", "message"), FAULTS, ids=lambda fault: type(fault).__name__)
def test_a_search_that_fails_ends_with_a_legal_move(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Engine, "search_now", failing(error))
        talk.session.run(["position startpos moves e2e4\n", "go depth 3\n"])
        fault, best = talk.output.getvalue().splitlines()
        assert fault.startswith("info string ")
        assert message in fault
        game = Game()
        game.push("e2e4")
        assert best == f"bestmove {game.legal_moves[0]}"
        talk.session.run(["position startpos\n", "go depth 3 searchmoves d2d4 e2e4\n"])
        assert talk.output.getvalue().splitlines()[-1] == "bestmove d2d4"
        talk.session.run(["position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\n", "go depth 3\n"])
        assert talk.output.getvalue().splitlines()[-1] == "bestmove (none)"
    talk.session.run(["position startpos\n", "go depth 2\n"])
    assert talk.output.getvalue().splitlines()[-2].startswith("info depth 2 ")


def test_an_endless_search_that_fails_still_waits_for_stop(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Engine, "search_now", failing(MemoryError()))
    talk.says("go infinite")
    assert not any(line.startswith("bestmove") for line in talk.waits_for("info string"))
    assert talk.says("isready")[-1] == "readyok"
    talk.says("stop")
    assert talk.waits_for("bestmove")[-1] == f"bestmove {Game().legal_moves[0]}"


def test_what_fails_after_the_search_costs_no_move(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host.EngineHost, "_explain", failing(IndexError("no reason")))
    talk.session.run(["setoption name Explain value true\n", "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - -\n"])
    talk.session.run(["go depth 3\n"])
    assert talk.output.getvalue().splitlines()[-2:] == [
        "info string this went wrong: IndexError: no reason",
        "bestmove a1a8",
    ]


def test_without_a_thread_there_is_a_move(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", failing(RuntimeError("can't start new thread")))
        fault, best = talk.says("go depth 3")
        assert fault == "info string this went wrong: RuntimeError: can't start new thread"
        assert best == f"bestmove {Game().legal_moves[0]}"
        assert len(talk.says("go perft 2")) == 1
    talk.says("stop", "go depth 2")
    assert talk.waits_for("info depth 2")


def test_faults_outside_a_search_do_not_end_the_conversation(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "divide", failing(MemoryError()))
    talk.session.run(["go perft 3\n"])
    assert talk.output.getvalue() == "info string this went wrong: MemoryError\n"
    monkeypatch.setattr(Game, "setup", failing(MemoryError()))
    assert talk.says("d", "isready") == ["info string this went wrong: MemoryError", "readyok"]


@pytest.mark.long
def test_a_long_search_tells_what_it_looks_at_and_bounds(talk: Talk) -> None:
    board = chess.Board()
    talk.session.answer("position startpos")
    talk.session.answer("go infinite")
    talk.waits_for(" currmove ", seconds=300)
    talk.session.answer("stop")
    lines = talk.waits_for("bestmove")
    looked_at = [line.split() for line in lines if " currmove " in line]
    assert looked_at
    for words in looked_at:
        assert words[:2] == ["info", "depth"]
        assert words[3] == "currmove"
        assert board.is_legal(chess.Move.from_uci(words[4]))
        assert words[5] == "currmovenumber"
        assert 1 <= int(words[6]) <= 20
    scored = [line for line in lines if " score " in line]
    assert all("bound" not in line for line in scored if int(line.split(" time ")[1].split()[0]) < 3000)
    assert "bound" not in scored[-1]


@pytest.mark.parametrize("bound", ["", "lower", "upper"])
def test_a_bound_stands_beside_the_score(bound: str) -> None:
    info = Info(7, 9, 1, -12, None, 100, 0.5, 3, (Move("e2e4"),), bound)
    expected = "score cp -12 " + (f"{bound}bound " if bound else "") + "nodes 100"
    assert expected in info_line(info)
