"""Files of worlds that are read while an editor writes them. No pages: each poll is a call."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilefish import Library
from tilefish.rules.model.variant import Variant
from tilefish.web.worlds import Worlds

from .test_files_messages import WORLD, write

LAVA, WATER, ABYSS = WORLD, WORLD.replace("%", "~"), WORLD.replace("%", "X")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "my_world.toml"
    write(path, LAVA)
    return path


@pytest.fixture(params=["of the command line", "of a folder"])
def worlds(path: Path, request: pytest.FixtureRequest) -> Worlds:
    """With that file, which was read."""
    is_own = request.param == "of the command line"
    library = Library([] if is_own else [path.parent], environment=False)
    worlds = Worlds(library, library.load_file(path) if is_own else None)
    assert state(worlds) == ("%", ())
    assert not worlds.poll()
    return worlds


def state(worlds: Worlds) -> tuple[str, tuple[str, ...]]:
    """The tile on d5, and what is wrong."""
    return worlds.find("my_world").tile(35), worlds.problems


def test_a_file_that_is_empty_for_a_moment_is_read_when_it_is_written(path: Path, worlds: Worlds) -> None:
    for text, tile in ((WATER, "~"), (LAVA, "%")):
        before = state(worlds)
        write(path, "")
        assert not worlds.poll()
        assert state(worlds) == before
        write(path, text)
        assert worlds.poll()
        assert state(worlds) == (tile, ())


def test_a_file_that_is_replaced_in_two_steps_is_read_after_the_second(path: Path, worlds: Worlds) -> None:
    old = path.rename(path.with_name("my_world.toml~"))
    assert not worlds.poll()
    assert state(worlds) == ("%", ())
    write(old, WATER)
    old.rename(path)
    assert worlds.poll()
    assert state(worlds) == ("~", ())


def test_a_file_that_stays_empty_counts(path: Path, worlds: Worlds) -> None:
    """A variant file may be empty: that is chess."""
    write(path, "")
    assert [worlds.poll() for _ in range(3)] == [False, True, False]
    assert state(worlds) == (".", ())


def test_a_file_that_stays_cut_off_is_wrong(path: Path, worlds: Worlds) -> None:
    write(path, "")
    assert not worlds.poll()
    write(path, 'extends = "chess"\ntiles = [')
    assert [worlds.poll() for _ in range(2)] == [True, False]
    tile, (problem,) = state(worlds)
    assert tile == "%"
    assert f"{path}:2: not valid TOML" in problem


def test_a_file_that_is_gone_for_good_leaves_its_world(path: Path, worlds: Worlds) -> None:
    path.unlink()
    assert [worlds.poll() for _ in range(3)] == [False, True, False]
    if worlds.own is not None:
        assert state(worlds)[0] == "%"
        assert "there is no such file" in worlds.problems[0]


def test_an_empty_file_does_not_hold_up_others(path: Path, worlds: Worlds) -> None:
    write(path.with_name("empty.toml"), "")
    write(path, WATER)
    assert not worlds.poll()
    write(path, LAVA)
    assert worlds.poll()
    write(path, WATER)
    assert worlds.poll()
    assert state(worlds)[0] == "~"


def test_a_file_that_changes_while_it_is_read_is_read_again(
    path: Path, worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_file, rest = Library.load_file, [WATER, ABYSS, "nonsense = 1\n" + WATER]

    def load_and_write(library: Library, file: str | Path) -> Variant:
        """The editor goes on as soon as a part is read."""
        try:
            return load_file(library, file)
        finally:
            if rest:
                write(path, rest.pop())

    monkeypatch.setattr(Library, "load_file", load_and_write)
    write(path, 'extends = "chess"\ntiles = [')
    for _ in range(3):
        assert not worlds.poll()
        assert state(worlds) == ("%", ())
    assert worlds.poll()
    assert state(worlds) == ("~", ())
    assert not worlds.poll()
