"""Finding variants by name: bundled ones, search paths, the environment."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tilefish.rules.errors import InputError, VariantError
from tilefish.rules.files.library import Library

from .files import write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "moat.toml", 'extends = "chess"\ntitle = "Moat"')
    write(tmp_path, "notes.txt", "nothing")
    return tmp_path


def test_bundled_names_and_the_other_word_for_chess() -> None:
    library = Library(environment=False)
    assert library.names()[:3] == ["ai-wok", "almost", "amazon"]
    assert library.load("standard") is library.load("chess") or library.load("standard") == library.load(
        "chess"
    )
    assert library.load("standard").name == "chess"
    assert "standard" not in library.names()
    assert library.problems == []


def test_folders_and_files_on_the_path(folder: Path) -> None:
    other = folder / "deep"
    other.mkdir()
    ditch = write(other, "ditch.toml", 'extends = "moat"')
    library = Library([folder, str(ditch)], environment=False)
    assert {"moat", "ditch", "chess"} < set(library.names())
    assert "notes" not in library.names()
    assert library.load("ditch").title == "Moat"


def test_paths_may_be_joined(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    write(other, "ditch.toml", "")
    library = Library([f"{folder}{os.pathsep} {other} {os.pathsep}"], environment=False)
    assert {"moat", "ditch"} < set(library.names())
    assert library.problems == []


def test_the_environment_comes_behind_the_path(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path_factory.mktemp("other")
    write(other, "moat.toml", 'title = "Other moat"')
    write(other, "ditch.toml", "")
    monkeypatch.setenv("TILEFISH_VARIANT_PATH", str(other))
    assert Library().load("moat").title == "Other moat"
    assert Library([folder]).load("moat").title == "Moat"
    assert "ditch" in Library([folder]).names()
    assert "ditch" not in Library([folder], environment=False).names()


def test_a_users_file_hides_the_bundled_one(tmp_path: Path) -> None:
    write(tmp_path, "chess.toml", 'extends = "chess"\ntitle = "My chess"')
    write(tmp_path, "standard.toml", 'extends = "chess"\ntitle = "My standard"')
    library = Library([tmp_path], environment=False)
    assert library.load("chess").title == "My chess"
    assert library.load("standard").title == "My standard"
    assert library.load("pirate_seas").title == "Pirate Seas"


def test_paths_that_lead_nowhere_are_problems(folder: Path) -> None:
    misnamed = write(folder, "My Game.toml", "")
    library = Library([folder / "absent", misnamed, folder / "moat.toml", "nul\0"], environment=False)
    absent, wrongly_named, nul = (str(problem) for problem in library.problems)
    assert absent == f"{folder / 'absent'}: there is no such file or folder of variants"
    assert 'My Game.toml: invalid variant name "My Game"' in wrongly_named
    assert nul.startswith("nul")
    assert library.skipped == []
    assert "moat" in library.names()


def test_files_in_a_folder_with_wrong_names_are_skipped(folder: Path) -> None:
    for name in ("Draft1.toml", "min.toml", "1.toml", "new\nline.toml"):
        write(folder, name, 'extends = "chess"')
    library = Library([folder], environment=False)
    assert library.problems == []
    assert {"Draft1", "min", "1", "new\nline"}.isdisjoint(library.names())
    assert library.load("moat").title == "Moat"
    one, draft, min_, newline = (str(problem) for problem in library.skipped)
    assert 'Draft1.toml: invalid variant name "Draft1"' in draft
    assert draft.endswith("such as draft1.toml")
    assert one.endswith("such as variant_1.toml")
    assert "another meaning in UCI" in min_
    assert "\n" not in newline


def test_unknown_names() -> None:
    library = Library(environment=False)
    with pytest.raises(
        InputError, match=r'unknown variant "ches" \(did you mean "chess"\?\); known are ai-wok almost'
    ):
        library.load("ches")
    for name in ("", "../chess", "chess.toml", "x" * 10_000, "\0", "é\n"):
        with pytest.raises(InputError, match="unknown variant") as caught:
            library.load(name)
        assert len(str(caught.value)) < 400
        assert "\n" not in str(caught.value)


def test_loading_is_lazy_and_done_once(folder: Path) -> None:
    write(folder, "broken.toml", "= 1")
    library = Library([folder], environment=False)
    assert "broken" in library.names()
    assert library.load("moat") is library.load("moat")
    with pytest.raises(VariantError, match=r"broken\.toml:1: not valid TOML"):
        library.load("broken")


def test_files_without_a_name(folder: Path) -> None:
    """A file is loaded from anywhere, and read anew each time."""
    path = folder / "moat.toml"
    library = Library(environment=False)
    assert library.load_file(path).title == "Moat"
    write(folder, "moat.toml", 'title = "Filled"')
    assert library.load_file(str(path)).title == "Filled"


def test_the_judge_is_asked() -> None:
    library = Library(
        environment=False, judge=lambda variant: "no" if variant.name == "pirate_seas" else None
    )
    assert library.load("chess").title == "Chess"
    with pytest.raises(VariantError, match="the start position: no"):
        library.load("pirate_seas")
