"""Games saved, loaded and learned from; nothing of other programs is lost."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tilefish import Game, Library
from tilefish.learning.store import Store
from tilefish.pgn import read_games
from tilefish.pgn.record import record_of
from tilefish.play.files import GameFiles

from .piped import play, two


def test_games_are_added_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Event "An old one"]\n\n1. c4 *\n')
    two(f"e4;save {path};e5;save {path};new;d4;save {path}")
    first, second, third = read_games(path.read_text())
    assert first.headers["Event"] == "An old one"
    assert [played.move for played in second.moves] == ["e2e4", "e7e5"]
    assert [played.move for played in third.moves] == ["d2d4"]


def test_a_loaded_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('1. e4 e5 *\n\n[Variant "fragments"]\n\n1. b3 *\n\n[Result "1-0"]\n\n1. d4 1-0\n')
    assert two(f"load {path};Nf3;history").stdout == "1. e4 e5  2. Nf3\n"
    assert two(f"load {path} 2;history").stdout == "1. b3\n"
    ended = two(f"load {path} 3;undo;d3;history").stdout.splitlines()
    assert ended == ["result 1-0 as recorded", "1. d3"]
    assert "has 3 games that can be read, not a game 4" in two(f"load {path} 4").stderr
    assert two("history", "--load", str(path)).stdout == "1. e4 e5\n"


def test_what_others_wrote_into_a_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    old = b'[White "M\xfcller"]\r\n\r\n1. c4 *\r\n'
    path.write_bytes(old)
    two(f"e4;save {path}")
    assert path.read_bytes().startswith(old)
    files, other = GameFiles(Library(), Game().variant), b'[Event "Of another program"]\n\n1. a4 *\n\n'
    game = Game()
    for move in ("d2d4", "d7d5"):
        game.push(move)
        files.save(str(path), record_of(game))
        path.write_bytes(path.read_bytes() + other)
    games = [[played.move for played in record.moves] for record in read_games(path.read_text("latin-1"))]
    assert games == [["c2c4"], ["e2e4"], ["d2d4", "d7d5"], ["a2a4"], ["a2a4"]]


def test_every_game_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    two("f3;e5;g4;Qh4;new;d4;d5;new;c4;new", "--save", str(path))
    games = [[played.move for played in record.moves] for record in read_games(path.read_text())]
    assert games == [["f2f3", "e7e5", "g2g4", "d8h4"], ["d2d4", "d7d5"], ["c2c4"]]
    before = path.read_bytes()
    two("history", "--load", str(path), "--save", str(path))
    assert path.read_bytes() == before, "nothing of it was played here"


def test_games_are_kept_by_a_program_that_has_to_end(tmp_path: Path) -> None:
    path, asked = tmp_path / "game.pgn", ["play", "--black", "me", "--save", str(tmp_path / "game.pgn")]
    for number in (signal.SIGTERM, signal.SIGHUP):
        path.unlink(missing_ok=True)
        with subprocess.Popen(
            [sys.executable, "-m", "tilefish", *asked],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("e4\nfen\n")
            process.stdin.flush()
            assert process.stdout.readline().endswith(" 0 1\n")
            process.send_signal(number)
            assert process.wait(60) == 128 + number
        assert "1. e4 *" in path.read_text()


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="devices have other names there")
def test_a_game_is_saved_into_a_pipe() -> None:
    command = [sys.executable, "-m", "tilefish", "play", "--black", "me", "--save", "/dev/stdout"]
    said = subprocess.run(command, input="e4\n", capture_output=True, text=True, timeout=60, check=True)
    assert "1. e4 *" in said.stdout


def test_a_game_that_is_loaded_and_saved_keeps_what_was_said_of_it(tmp_path: Path) -> None:
    path, copy = tmp_path / "game.pgn", tmp_path / "copy.pgn"
    path.write_text(
        '[Event "Final"]\n[White "A"]\n[Black "B"]\n[Date "1972.07.11"]\n\n'
        "{ The match begins. } 1. e4 $1 { [%eval 0.31,12] best } (1. d4 d5) 1... e5 *\n"
    )
    two(f"load {path};save {copy};Nf3;save {tmp_path / 'further.pgn'}")
    (before,), (after,) = read_games(path.read_text()), read_games(copy.read_text())
    assert (after.moves, after.comment) == (before.moves, before.comment)
    assert {name: after.headers[name] for name in ("Event", "White", "Black", "Date")} == {
        "Event": "Final", "White": "A", "Black": "B", "Date": "1972.07.11"
    }  # fmt: skip
    (further,) = read_games((tmp_path / "further.pgn").read_text())
    assert further.moves[:2] == before.moves
    assert (further.headers["Event"], further.headers["White"], further.comment) == (
        "Final", "You", "The match begins."
    )  # fmt: skip


@pytest.mark.parametrize("variant", ["fragments", "exchange", "twisted_carnival"])
def test_a_game_without_a_variant_is_chess(variant: str, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    two(f"e4;e5;save {path}")
    assert "Variant" not in path.read_text()
    shown = two("history;fen", "--variant", variant, "--load", str(path)).stdout.splitlines()
    assert shown[0] == "1. e4 e5"
    assert shown[1].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w")


def test_a_game_of_a_file_of_ones_own_is_loaded(tmp_path: Path) -> None:
    mine, path = tmp_path / "mine.toml", tmp_path / "game.pgn"
    mine.write_text(
        'title = "Mine"\nboard = "4x5"\nstart = "kp2/4/4/4/2PK w - - 0 1"\nrules = "x"\nsource = "x"\n'
    )
    two(f"c2;save {path}", "--variant", str(mine))
    chess = tmp_path / "chess.pgn"
    chess.write_text("1. e4 *\n")
    shown = two(f"load {chess};load {path};history", "--variant", str(mine))
    assert shown.stdout.splitlines()[-1] == "1. c2"


def test_a_file_that_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "noise.pgn"
    path.write_bytes(bytes(range(256)) * 40)
    result = two(f"e4;load {path};history")
    assert result.exit_code == 2
    assert result.stdout == "1. e4\n", "the game goes on"
    assert "has no game that can be read" in result.stderr
    assert two("history", "--load", str(path)).exit_code == 2
    kept = path.read_bytes()
    assert "is not a PGN file" in two(f"e4;save {path}").stderr
    assert path.read_bytes() == kept


@pytest.mark.parametrize("way", ["load", "--load"])
def test_half_a_game_is_reported_and_has_not_ended(way: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.pgn"
    path.write_text("1. e4 e5 2. Kd5 1-0")
    result = two(f"load {path};history") if way == "load" else two("history", "--load", str(path))
    assert "is not legal" in result.stderr
    assert (result.stdout, result.exit_code) == ("1. e4 e5\n", 2)


def test_a_game_of_a_file_that_is_left_out_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[FEN "nonsense"]\n\n1. c4 *\n\n[Event "2"]\n\n1. d4 *\n')
    result = two(f"load {path};history")
    assert result.stdout == "1. d4\n"
    assert "games.pgn:1: this game cannot begin" in result.stderr


def test_an_engine_waits_in_a_game_that_was_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text("1. e4 *\n")
    waiting = play("history;fen", "--black", "skill1", "--load", str(path)).stdout.splitlines()
    assert (waiting[0], len(waiting)) == ("1. e4", 2)
    assert len(play("go", "--black", "skill1", "--load", str(path)).stdout.split()) == 1


def test_a_learning_file_that_is_damaged_costs_no_move_and_no_result(tmp_path: Path) -> None:
    path = tmp_path / "learned"
    two("f3;e5;g4;Qh4", "--learn-file", str(path))
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("ALTER TABLE moves DROP COLUMN day")
        database.execute("UPDATE moves SET wins = 'x'")
        database.commit()
    result = play("e5;resign", "--white", "act1", "--black", "me", "--learn-file", str(path))
    assert result.stdout.splitlines()[0] in Game().sans().values()
    assert result.stdout.splitlines()[-1].startswith("result 1-0")
    asked, fed = result.stderr.splitlines()
    assert asked.startswith("nothing is learned from: ")
    assert fed.startswith("a game was not learned from: ")
    assert result.exit_code == 2


def test_results_are_learned_when_that_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "learned.sqlite3"
    learning = ("--learn-file", str(path))
    two("f3;e5;g4;Qh4;undo;Qh4;new;e4;resign;new;d4", *learning)
    saved = tmp_path / "game.pgn"
    saved.write_text("1. c4 c5 1-0\n")
    two(f"load {saved}", *learning)
    with Store(path) as store:
        tallies = {move: (tally.wins, tally.losses, tally.draws) for move, tally in store.at(Game()).items()}
    assert tallies == {"f2f3": (0, 1, 0), "e2e4": (1, 0, 0)}
    over = tmp_path / "over.pgn"
    over.write_text("1. f3 e5 2. g4 Qh4# 0-1\n")
    two(f"load {over};load {over}", *learning)
    two("history", "--load", str(over), *learning)
    with Store(path) as store:
        assert store.games(Game().variant) == 2, "what ended elsewhere is not learned here"
    two(f"load {over};undo 2;Nc3;resign", *learning)
    with Store(path) as store:
        assert store.games(Game().variant) == 3
    noise = tmp_path / "noise"
    noise.write_text("not a store")
    assert play("", "--learn-file", str(noise)).exit_code == 2
