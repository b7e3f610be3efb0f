"""What a command line says about numbers, commands and files that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tilefish.cli.main import main

GAME = "1. f3 e5 2. g4 Qh4# 0-1\n"


def refusal(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 2
    assert result.stdout == ""
    return result.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("analyse --movetime abc", '--movetime\': expected a number from 0.001 to 10000000, not "abc"'),
        ("analyse --movetime nan", '--movetime\': expected a number from 0.001 to 10000000, not "nan"'),
        ("analyse --movetime 0", '--movetime\': expected a number from 0.001 to 10000000, not "0"'),
        ("analyse --depth x", '--depth\': expected a whole number from 1 to 119, not "x"'),
        ("analyse --ply 1.5", '--ply\': expected a whole number, not "1.5"'),
        ("match --margin nan", '--margin\': expected a number from 0 to 1000000, not "nan"'),
        ("match --games 1e3", '--games\': expected a whole number from 0 to 10000000, not "1e3"'),
        ("play --seed x", '--seed\': expected a whole number, not "x"'),
        ("learn prune --at-most=-1", '--at-most\': expected a whole number from 0, not "-1"'),
        ("perft many", 'DEPTH\': expected a whole number from 1 to 64, not "many"'),
    ],
)
def test_numbers_are_refused_in_plain_words(words: str, message: str) -> None:
    assert refusal(*words.split()).endswith(message)


@pytest.mark.parametrize("command", ["analyse", "balance", "bench", "match", "perft", "play"])
def test_no_help_has_the_words_of_a_programmer(command: str) -> None:
    shown = CliRunner().invoke(main, [command, "--help"]).stdout
    for word in ("RANGE", "<=x", "INTEGER", "FLOAT"):
        assert word not in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("mach", 'Error: there is no command "mach" (did you mean "match"?)'),
        ("Play", 'Error: there is no command "Play" (did you mean "play"?)'),
        ("xyzzy", 'Error: there is no command "xyzzy"'),
        ("variants shwo", 'Error: there is no command "shwo" (did you mean "show"?)'),
        ("learn records", 'Error: there is no command "records" (did you mean "record"?)'),
    ],
)
def test_a_misspelt_command_gets_a_suggestion(words: str, message: str) -> None:
    assert refusal(*words.split()) == message


@pytest.mark.parametrize("words", ["analyse --depth 1 --svg", "variants show chess --svg", "analyse --curve"])
def test_a_picture_is_svg(words: str, tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    message = refusal(*words.split(), str(path))
    assert "expected a name that ends in .svg, such as a.svg" in message
    assert not path.exists()


def test_a_picture_needs_no_ending(tmp_path: Path) -> None:
    for name in ("a.svg", "b.SVG", "c"):
        path = tmp_path / name
        assert CliRunner().invoke(main, ["variants", "show", "chess", "--svg", str(path)]).exit_code == 0
        assert path.read_text(encoding="utf-8").startswith("<svg ")


def test_a_book_replaces_nothing_unless_that_is_wanted(tmp_path: Path) -> None:
    games, book = tmp_path / "games.pgn", tmp_path / "book.epd"
    games.write_text(GAME, encoding="utf-8")
    book.write_text("kept\n", encoding="utf-8")
    words = ("book", "build", str(book), str(games), "--min-games", "1", "--min-winrate", "0")
    assert refusal(*words) == f"Error: {book} is there already: --force replaces it"
    assert book.read_text(encoding="utf-8") == "kept\n"
    assert CliRunner().invoke(main, [*words, "--force"]).exit_code == 0
    assert " bm d8h4; " in book.read_text(encoding="utf-8")
    message = refusal("book", "build", str(games), str(games), "--force")
    assert "would be overwritten" in message
    assert games.read_text(encoding="utf-8") == GAME


def test_what_is_shown_of_books_and_learning_is_san(tmp_path: Path) -> None:
    games, book, learned = (tmp_path / name for name in ("games.pgn", "book.epd", "learned"))
    games.write_text("1. Nf3 d5 2. g3 1-0\n", encoding="utf-8")
    run = CliRunner().invoke
    assert run(main, ["learn", "record", str(games), "--file", str(learned)]).exit_code == 0
    words = ["book", "build", str(book), str(games), "--min-games", "1", "--min-winrate", "0"]
    assert run(main, words).exit_code == 0
    for shown in (["book", "show", str(book)], ["learn", "show", "--file", str(learned)]):
        assert run(main, shown).stdout.splitlines()[1].split()[0] == "Nf3"
        assert '"g1f3"' in run(main, [*shown, "--json"]).stdout
