"""`tilefish learn` and `tilefish book` as a user meets them, through the installed command."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.play.terminal import running

from tilefish.cli.main import main
from tilefish.files import write_atomically

TILEFISH = str(Path(sys.executable).parent / "tilefish")
GAMES = """
[White "A"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[White "B"]
[Result "1-0"]

1. e4 f6 2. d4 g5 3. Qh5# 1-0

[White "C"]
[Result "1/2-1/2"]

1. e4 e5 1/2-1/2

[White "C"]
[Result "1/2-1/2"]

1. e4 e5 1/2-1/2

[White "Unfinished"]
[Result "*"]

1. e4 e5 *

[White "Illegal"]
[Result "1-0"]

1. e4 e6 2. Ke3 1-0

[Variant "fragments"]
[Result "1-0"]

1. b3 1-0
"""
RECORDED = "5 games recorded, 1 not finished, 1 with mistakes, left out"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without a learning file, with games beside it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "games.pgn").write_text(GAMES, encoding="utf-8")
    return tmp_path


def run(*arguments: str | Path, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), input=stdin)


def out(*arguments: str | Path, stdin: str | None = None) -> str:
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str | Path, stdin: str | None = None) -> str:
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    return result.stderr


def test_a_users_way_through_the_installed_command(home: Path) -> None:
    def tilefish(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [TILEFISH, *arguments], input=stdin, cwd=home, capture_output=True, text=True, check=False
        )

    assert tilefish("learn", "stats").stdout == "Nothing was learned yet.\n"
    recorded = tilefish("learn", "record", "games.pgn")
    assert recorded.stdout == RECORDED + "\n"
    assert recorded.stderr.startswith("games.pgn:30: ")
    shown = tilefish("learn", "show").stdout.splitlines()[1]
    assert " ".join(shown.split()) == "e4 3 66.7% 1 0 2 +14.3"
    exported = tilefish("learn", "export")
    assert json.loads(exported.stdout)["meta"]["games"] == 4
    imported = tilefish("learn", "import", "-", "--file", "other", stdin=exported.stdout)
    assert imported.stdout == "10 moves of 8 positions added\n"
    assert tilefish("learn", "export", "--file", "other").stdout == exported.stdout
    assert tilefish("book", "build", "book.epd", "--min-games", "2").stdout.startswith("2 moves written")
    assert tilefish("book", "show", "book.epd").stdout.splitlines()[1].split() == ["e4", "4", "100.0%"]
    assert tilefish("book", "check", "book.epd").stdout == "2 moves of 2 positions, all right\n"
    reset = tilefish("learn", "reset")
    assert (reset.returncode, reset.stderr) == (
        2, "Error: no terminal to ask in: --yes forgets without asking\n",
    )  # fmt: skip
    assert tilefish("learn", "reset", "--yes").stdout == "11 moves forgotten\n"
    assert tilefish("learn", "show").stdout == "Nothing was learned of this position.\n"


def test_help_names_every_command() -> None:
    for group, names in (
        ("learn", "show record export import reset prune stats"),
        ("book", "build show check"),
    ):
        printed = out(group, "--help")
        for name in names.split():
            assert f"\n  {name} " in printed
            assert "Usage:" in out(group, name, "--help")


def test_looking_writes_nothing(home: Path) -> None:
    out("learn", "show")
    out("learn", "stats", "--json")
    out("learn", "export")
    assert out("learn", "reset") == "Nothing was learned.\n"
    assert not (home / "data").exists()


def test_a_file_is_recorded_once(home: Path) -> None:
    assert out("learn", "record", home / "games.pgn").strip() == RECORDED
    again = out("learn", "record", home / "games.pgn").strip()
    assert again == "0 games recorded, 5 known before, 1 not finished, 1 with mistakes, left out"
    (home / "more.pgn").write_text(GAMES + "\n1. d4 d5 1-0\n", encoding="utf-8")
    assert out("learn", "record", home / "more.pgn").startswith("1 game recorded, 5 known before")
    assert out("learn", "record", home / "games.pgn", "--again").strip() == RECORDED
    assert out("learn", "record", "-", "--again", stdin="1. d4 d5 1-0\n") == "1 game recorded\n"
    [chess, fragments] = json.loads(out("learn", "stats", "--json"))["worlds"]
    assert (chess["games"], fragments["games"]) == (10, 2)


MATCH = (
    "match",
    "--engine",
    "act1",
    "--engine",
    "skill0",
    "--variant",
    "fragments",
    "--games",
    "2",
    "--nodes",
    "50",
)


def test_a_match_is_learned_from(home: Path) -> None:
    out(*MATCH, "--learn-file", home / "learned")
    [world] = json.loads(out("learn", "stats", "--json", "--file", home / "learned"))["worlds"]
    assert (world["name"], world["games"]) == ("fragments", 2)


def test_a_match_goes_on_with_a_learning_file_that_breaks(home: Path) -> None:
    out("learn", "record", home / "games.pgn", "--file", home / "learned")
    with contextlib.closing(sqlite3.connect(home / "learned")) as database:
        database.execute("DROP TABLE moves")
    result = run(*MATCH, "--learn-file", home / "learned")
    assert result.exit_code == 0
    assert result.stderr.count("Warning: a game was not learned from: ") == 2
    assert "game 2 of 2: " in result.stdout


def test_show_tells_the_same_as_json(home: Path) -> None:
    out("learn", "record", home / "games.pgn")
    printed = json.loads(out("learn", "show", "--json"))
    assert printed["moves"]["e2e4"] == {
        "wins": 1, "losses": 0, "draws": 2, "games": 3, "winrate": 0.6667, "ordering_bonus": 14.29,
    }  # fmt: skip
    lines = out("learn", "show", "--variant", "fragments").splitlines()
    assert lines == ["move  games  winrate  W  L  D  bonus", "b3        1   100.0%  1  0  0  +20.0"]
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert "\ne5  " in out("learn", "show", "--fen", fen)


def test_import_refuses_whole(home: Path) -> None:
    out("learn", "record", home / "games.pgn")
    before = out("learn", "export", "--raw")
    broken = home / "broken.json"
    broken.write_text(before.replace('"w": 1', '"w": -1', 1), encoding="utf-8")
    complaint = refused("learn", "import", broken)
    assert complaint.startswith(f"{broken}:")
    assert complaint.count("\n") == 1
    assert out("learn", "export", "--raw") == before
    broken.write_bytes(b'{\n"\xff": 1}')
    assert refused("learn", "import", broken) == f"{broken}:2: this is not text in UTF-8\n"
    out("learn", "export", "--raw", home / "raw.json")
    out("learn", "import", home / "raw.json")
    doubled = json.loads(out("learn", "export", "--raw"))
    assert all(doubled[key][letter] == 2 * count for key, counts in json.loads(before).items()
               for letter, count in counts.items())  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "--file", "nowhere"],
        ["show", "--fen", "x"],
        ["stats", "--file", "games.pgn"],
        ["record", "nowhere.pgn"],
        ["record", "games.pgn", "--file", "games.pgn"],
        ["record", "games.pgn", "--file", "no/where"],
        ["import", "nowhere.json"],
        ["export", "no/where.json"],
        ["export", "--variant", "nowhere"],
        ["reset", "--yes", "--file", "games.pgn"],
    ],
)
def test_mistakes_are_one_line(home: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    monkeypatch.chdir(home)
    complaint = refused("learn", *arguments)
    assert complaint.count("\n") == 1
    assert complaint.startswith("Error: ")
    assert (home / "games.pgn").read_text(encoding="utf-8") == GAMES


def test_a_pipe_is_written_to_and_stays(home: Path) -> None:
    out("learn", "record", home / "games.pgn")
    pipe = home / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        out("learn", "export", pipe)
        assert os.read(reading, 100_000).decode() == out("learn", "export")
    finally:
        os.close(reading)
    assert pipe.is_fifo()
    with pytest.raises(OSError, match="No space"):
        write_atomically(Path("/dev/full"), "x")
    assert Path("/dev/full").is_char_device()


def test_a_full_disk_behind_a_pipe_is_reported_in_a_line(home: Path) -> None:
    out("learn", "record", home / "games.pgn")
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [TILEFISH, "learn", "export"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (result.returncode, result.stderr) == (2, "Error: No space left on device\n")


def test_reset_of_one_variant_leaves_the_others(home: Path) -> None:
    out("learn", "record", home / "games.pgn")
    assert out("learn", "reset", "--yes", "--variant", "fragments") == "1 move forgotten\n"
    assert [world["name"] for world in json.loads(out("learn", "stats", "--json"))["worlds"]] == ["chess"]
    assert out("learn", "prune", "--at-most", "5") == "6 moves forgotten\n"


@pytest.mark.parametrize(("answer", "left"), [("n\n", 5), ("y\n", 0)])
def test_reset_asks_on_a_terminal(home: Path, answer: str, left: int) -> None:
    out("learn", "record", home / "games.pgn")
    with running(home, "learn", "reset") as terminal:
        assert terminal.wait_for(" [y/N]") == "Forget 11 moves from 5 games of chess, fragments?"
        terminal.type(answer)
        assert terminal.wait_for_end() == (1 if left else 0)
    assert sum(world["games"] for world in json.loads(out("learn", "stats", "--json"))["worlds"]) == left


def test_every_command_in_a_terminal(home: Path) -> None:
    """It says what it says through a pipe; no progress is left behind, and no escape from a table."""

    def says(*words: str) -> list[str]:
        with running(home, *words) as terminal:
            assert terminal.wait_for_end() == 0, terminal.said
        return [line.rstrip() for line in terminal.said.splitlines() if line.strip()]

    printed = says("learn", "record", "games.pgn")
    assert printed[-1] == RECORDED
    assert any(line.startswith("games.pgn:30: ") for line in printed)
    for words in (["show"], ["stats"], ["export"], ["export", "--raw"]):
        piped = out("learn", *words).splitlines()
        assert says("learn", *words) == [line.rstrip() for line in piped if line.strip()]
    out("learn", "export", home / "learned.json")
    assert says("learn", "import", "learned.json")[-1] == "10 moves of 8 positions added"
    assert says("learn", "prune", "--at-most", "5")[-1] == "7 moves forgotten"
    assert says("book", "build", "book.epd", "games.pgn", "--min-games", "1")[-1].startswith(
        "6 moves written"
    )
    assert says("book", "show", "book.epd")[1].split() == ["e4", "4", "100.0%"]
    assert says("book", "check", "book.epd") == ["6 moves of 6 positions, all right"]


def test_a_book_is_built_from_games(home: Path) -> None:
    book = home / "book.epd"
    assert out("book", "build", book, home / "games.pgn", "--min-games", "1").startswith("6 moves written to")
    printed = json.loads(out("book", "show", book, "--json"))
    assert printed["moves"] == {"e2e4": {"weight": 4, "chance": 1.0}}
    complaint = run("book", "build", home / "none.epd", home / "games.pgn", "--min-games", "4").stderr
    assert "no move of chess was played in 4 games and scored 45%" in complaint
    assert not (home / "none.epd").exists()
    assert refused("book", "show", book, "--variant", "fragments").startswith("Error: the book is for chess")
    assert refused("book", "check", book, "--variant", "fragments").startswith(f"{book}:1: ")
    book.write_text("x\ny\n", encoding="utf-8")
    assert "is not a book" in refused("book", "check", book)
    book.write_text("4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;\n" + "x\n" * 1000, encoding="utf-8")
    assert refused("book", "show", book).splitlines()[-1].endswith("this line and 995 others are wrong, too")
    assert "must not end in .bin" in refused("book", "build", home / "x.bin", home / "games.pgn")


MATED = '[White "{white}"]\n[Result "{result}"]\n\n1. f3 e5 2. g4 Qh4# {result}\n\n'


def test_a_result_that_the_board_contradicts_is_reported_and_the_game_left_out(home: Path) -> None:
    games = "".join(MATED.format(white=white, result=white) for white in ("1-0", "0-1", "1/2-1/2", "*"))
    (home / "mated.pgn").write_text(games, encoding="utf-8")
    result = run("learn", "record", home / "mated.pgn")
    assert result.stdout == "2 games recorded, 2 with mistakes, left out\n"
    first, second = result.stderr.splitlines()
    assert first == (
        f'{home / "mated.pgn"}:1: the header says Result "1-0", but the board says 0-1: the game ends with '
        "checkmate; this game is left out"
    )
    assert second.startswith(f'{home / "mated.pgn"}:11: the header says Result "1/2-1/2"')
    assert json.loads(out("learn", "show", "--json"))["moves"]["f2f3"]["losses"] == 2


def test_a_draw_that_nobody_claimed_is_none(home: Path) -> None:
    game = '[Result "1-0"]\n\n' + "Nf3 Nf6 Ng1 Ng8 " * 3 + "1-0\n"
    assert out("learn", "record", "-", stdin=game) == "1 game recorded\n"


def test_a_result_that_is_none_is_not_believed(home: Path) -> None:
    assert out("learn", "record", "-", stdin='[Result "white"]\n\n1. e4\n') == (
        "0 games recorded, 1 not finished\n"
    )


def test_games_are_recorded_from_a_pipe_and_counted_once(home: Path) -> None:
    once = run("learn", "record", "-", home / "games.pgn", stdin=GAMES)
    assert once.stdout == "5 games recorded, 5 known before, 2 not finished, 2 with mistakes, left out\n"
    assert "standard input:30: move 2 of white" in once.stderr
