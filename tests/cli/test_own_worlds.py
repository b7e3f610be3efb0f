"""Worlds of one's own, beside a PGN or in the current folder, are found by their names alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilefish import InputError, Library
from tilefish.cli.main import main
from tilefish.pgn import read_games
from tilefish.rules.files import catalogue

SIEGE = 'extends = "chess"\ntitle = "Siege"\n'
GAME = '[Variant "{variant}"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a game of one's own world in another one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("TILEFISH_VARIANT_PATH", raising=False)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    games = tmp_path / "games"
    games.mkdir()
    (games / "siege.pgn").write_text(GAME.format(variant="siege"), encoding="utf-8")
    return tmp_path


def run(*arguments: object, stdin: str = "") -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), input=stdin)


def readers(pgn: Path) -> list[tuple[tuple[object, ...], str]]:
    """Commands that read games, and what each says of a game that it has read."""
    return [
        (("analyse", pgn, "--nodes", 1, "--no-files"), "Qh4#"),
        (("learn", "record", pgn), "1 game recorded"),
        (("play", "--white", "skill0", "--black", "skill0", "--load", pgn), "0-1"),
        (("book", "build", "book.epd", pgn, "--variant", "siege", "--min-games", 1, "--force"), "2 moves"),
    ]


@pytest.mark.parametrize("place", ["games/siege.toml", "here/siege.toml"])
def test_the_world_of_a_game_is_found_beside_it_or_here(home: Path, place: str) -> None:
    (home / place).write_text(SIEGE, encoding="utf-8")
    for arguments, said in readers(home / "games" / "siege.pgn")[:3]:
        result = run(*arguments)
        assert result.exit_code == 0, result.output
        assert said in result.stdout


def test_the_searched_places_and_a_remedy_are_reported(home: Path) -> None:
    for arguments, _ in readers(home / "games" / "siege.pgn")[:3]:
        result = run(*arguments)
        assert f'unknown variant "siege"; there is no "{home}/games/siege.toml"' in result.stderr
        assert 'and no "siege.toml"; --variant-path FOLDER names another folder to look in' in result.stderr
    worlds = home / "worlds"
    worlds.mkdir()
    (worlds / "siege.toml").write_text(SIEGE, encoding="utf-8")
    for arguments, said in readers(home / "games" / "siege.pgn")[:3]:
        assert said in run(*arguments, "--variant-path", worlds).stdout


def test_games_from_a_pipe_have_the_current_folder(home: Path) -> None:
    (home / "here" / "siege.toml").write_text(SIEGE, encoding="utf-8")
    assert run("learn", "record", "-", stdin=GAME.format(variant="Siege")).stdout == "1 game recorded\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "--white", "skill0", "--black", "skill0", "--movetime", "0.01"),
        ("analyse", "--depth", "1"),
        ("perft", "1"),
        ("eval",),
        ("learn", "show"),
        ("learn", "export"),
        ("match", "--engine", "skill0", "--engine", "skill0", "--games", "1", "--nodes", "1"),
        ("balance", "--games", "1", "--nodes", "1"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_command_finds_a_world_in_the_current_folder(home: Path, arguments: tuple[str, ...]) -> None:
    result = run(*arguments, *(() if arguments[0] == "balance" else ("--variant",)), "siege", stdin="quit\n")
    assert 'unknown variant "siege"' in result.output
    assert "--variant-path" in result.output
    (home / "here" / "siege.toml").write_text(SIEGE, encoding="utf-8")
    result = run(*arguments, *(() if arguments[0] == "balance" else ("--variant",)), "siege", stdin="quit\n")
    assert "unknown variant" not in result.output
    assert result.exit_code == 0, result.output


def test_shown_by_name_and_by_file(home: Path) -> None:
    (home / "here" / "siege.toml").write_text(SIEGE, encoding="utf-8")
    assert run("variants", "show", "siege").stdout == run("variants", "show", "siege.toml").stdout


def test_what_is_known_comes_before_what_lies_around(home: Path) -> None:
    """A file in a folder of downloads does not change chess."""
    for folder in ("games", "here"):
        (home / folder / "chess.toml").write_text('extends = "chess"\ntitle = "Trap"', encoding="utf-8")
        (home / folder / "siege.toml").write_text("wrong", encoding="utf-8")
    worlds = home / "worlds"
    worlds.mkdir()
    (worlds / "siege.toml").write_text(SIEGE, encoding="utf-8")
    assert "Trap" not in run("variants", "show", "chess").stdout
    library = Library([worlds]).beside(home / "games" / "siege.pgn")
    (game,) = read_games(GAME.format(variant="siege"), library=library)
    assert game.start.variant.title == "Siege"
    assert next(read_games("*", library=library)).start.variant.title == "Chess"


@pytest.mark.parametrize(
    "name",
    [
        "evil.toml", "./evil.toml", "../evil", "{home}/evil.toml", "{home}/evil", "~/evil", "EVIL.TOML",
        "evil\\\\0", "games/../evil", "evil/", ".", "..", "name", "Evil.toml", "evil.toml ",
    ],
)  # fmt: skip
def test_a_header_names_a_variant_and_never_a_file(home: Path, name: str) -> None:
    for folder in ("here", "games", "."):
        (home / folder / "evil.toml").write_text(SIEGE, encoding="utf-8")
    (home / "games" / "name.toml").write_text(SIEGE, encoding="utf-8")
    text = GAME.format(variant=name.format(home=home))
    with pytest.raises(InputError, match="unknown variant"):
        list(read_games(text, library=Library().beside(home / "games" / "x.pgn")))
    (home / "games" / "evil.pgn").write_text(text, encoding="utf-8")
    result = run("analyse", home / "games" / "evil.pgn", "--nodes", 1, "--no-files")
    assert result.exit_code == 2
    assert "unknown variant" in result.stderr


def test_what_is_no_file_is_no_variant(home: Path) -> None:
    os.mkfifo(home / "games" / "siege.toml")
    (home / "here" / "siege.toml").mkdir()
    result = run("learn", "record", home / "games" / "siege.pgn")
    assert "unknown variant" in result.stderr


# --- many files ------------------------------------------------------------------------------------------


class Scanned:
    """A folder as `os.scandir` shows it, which counts what is asked of its files."""

    def __init__(self, path: str, names: list[str]) -> None:
        self.path = path
        self.asked = 0
        self.listed = 0
        self._names = names

    def __call__(self, path: object) -> Scanned:
        return self

    def __enter__(self) -> Scanned:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def close(self) -> None:
        pass

    def __iter__(self) -> object:
        self.listed += 1
        return (Entry(self, name) for name in self._names)


class Entry:
    def __init__(self, folder: Scanned, name: str) -> None:
        self.name = name
        self._folder = folder

    def is_file(self) -> bool:
        self._folder.asked += 1
        return True


def test_a_name_is_found_without_a_look_at_all_the_others(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = home / "worlds"
    worlds.mkdir()
    (worlds / "siege.toml").write_text(SIEGE, encoding="utf-8")
    folder = Scanned(str(worlds), ["siege.toml", *(f"x{number}.toml" for number in range(5000))])
    monkeypatch.setattr("tilefish.rules.files.catalogue.os.scandir", folder)
    library = Library([worlds], environment=False)
    assert not library.problems
    assert library.load("siege").title == "Siege"
    assert library.load("chess").title == "Chess"
    assert library.has("siege")
    assert not library.has("x1")
    assert folder.listed == 0


def test_of_very_many_files_the_first_are_listed_and_that_is_reported(home: Path) -> None:
    worlds = home / "worlds"
    worlds.mkdir()
    for number in range(catalogue.MOST_LISTED + 5):
        (worlds / f"x{number:04}.toml").write_text(SIEGE, encoding="utf-8")
    library = Library([worlds], environment=False)
    bundled = Library(environment=False).names()
    assert len(library.names()) == catalogue.MOST_LISTED + len(bundled)
    (warning,) = library.skipped
    assert str(warning).startswith(f"{worlds}: more than {catalogue.MOST_LISTED} variant files: ")
    assert library.load(f"x{catalogue.MOST_LISTED + 4}").title == "Siege"
    with pytest.raises(InputError) as caught:
        library.load("nonsuch")
    assert len(str(caught.value)) < 2000
