"""The files of games: cut, foreign, newer, in folders that are full, read-only or taken by another server."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from board_process import BoardProcess
from tilefish import InputError, files
from tilefish.web import saved_files
from tilefish.web.folder_lock import LOCK, locked

from .conftest import Message, Server

MOST = 6
"""Changes in a file, for the test that reaches it."""
MOVES = ("e4", "e5", "Nf3", "Nc6", "Bc4")


def played_game(folder: Path, moves: tuple[str, ...] = MOVES) -> tuple[Message, Path]:
    """A game that was played on a server that has ended, and its file."""
    server = Server(folder)
    with server.client, server.page() as page:
        game = page.begin()
        for move in moves:
            game = page.play(game, move)
    assert server.complaints == []
    return game, folder / f"{game['id']}.json"


def restored(folder: Path, game: Message) -> list[str]:
    """The moves of a game on the next server."""
    server = Server(folder)
    with server.client, server.page() as page:
        page.send("open", game=game["id"])
        moves = [played["san"] for played in page.until("game")["history"]]
    assert server.complaints == []
    return moves


def test_each_move_is_added_to_the_file(tmp_path: Path) -> None:
    game, path = played_game(tmp_path)
    assert len(path.read_text().splitlines()) == 1 + len(MOVES)
    assert restored(tmp_path, game) == list(MOVES)


def test_a_file_with_many_changes_is_written_whole_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_files, "MOST_CHANGES", MOST)
    shuffle = ("Nf3", "Nf6", "Ng1", "Ng8")
    server = Server(tmp_path)
    with server.client, server.page() as page:
        game = page.begin()
        for number in range(3 * MOST + 1):
            if game["outcome"]:
                page.send("undo", game=game["id"])
                game = page.until("game")
            game = page.play(game, shuffle[game["ply"] % 4])
            lines = (tmp_path / f"{game['id']}.json").read_text().splitlines()
            assert len(lines) <= 1 + MOST, number
        moves = [played["san"] for played in game["history"]]
    assert restored(tmp_path, game) == moves


def test_a_file_may_be_cut_anywhere(tmp_path: Path) -> None:
    """A move less for each change that is cut, and none that was not played; without its first line it is
    damaged."""
    game, path = played_game(tmp_path)
    content = path.read_bytes()
    first = content.index(b"\n")
    for end in sorted({*range(first, len(content), 97), first, first + 1, len(content) - 1, len(content)}):
        path.write_bytes(content[:end])
        moves = restored(tmp_path, game)
        assert moves == list(MOVES[: len(moves)])
        assert len(moves) >= content[:end].count(b"\n") - 1
    path.write_bytes(content[: first - 1])
    server = Server(tmp_path)
    assert [path.name in complaint and "damaged" in complaint for complaint in server.complaints] == [True]


def test_a_cut_file_goes_on(tmp_path: Path) -> None:
    game, path = played_game(tmp_path)
    path.write_bytes(path.read_bytes()[:-9])
    server = Server(tmp_path)
    with server.client, server.page() as page:
        page.send("open", game=game["id"])
        again = page.until("game")
        assert again["ply"] == len(MOVES) - 1
        page.play(again, "d4")
    assert restored(tmp_path, game) == [*MOVES[:-1], "d4"]


def test_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    _, path = played_game(tmp_path)
    newer = path.read_text().replace('"version": 2', '"version": 3', 1)
    path.write_text(newer)
    server = Server(tmp_path)
    with server.client, server.page() as page:
        page.begin()
    assert path.read_text() == newer
    assert len(server.complaints) == 1
    assert "a newer version" in server.complaints[0]


def test_foreign_files_and_folders_are_left_alone(tmp_path: Path) -> None:
    game, path = played_game(tmp_path)
    foreign = {
        "notes.txt": b"mine",
        "0123456789abcdef.json.bak": b"{}",
        ".0123456789abcdef.txt": b"x",
        "0123456789ABCDEF.json": b"{}",
    }
    for name, content in foreign.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "aaaaaaaaaaaaaaaa.json").mkdir()
    (tmp_path / "bbbbbbbbbbbbbbbb.json").write_bytes(path.read_bytes())
    server = Server(tmp_path)
    with server.client, server.page() as page:
        page.send("open", game=game["id"])
        page.until("game")
        assert "no game" in page.refusal("open", game="bbbbbbbbbbbbbbbb")
    assert sorted(complaint.split(": ")[1] for complaint in server.complaints) == [
        "aaaaaaaaaaaaaaaa.json",
        "bbbbbbbbbbbbbbbb.json",
    ]
    assert {name: (tmp_path / name).read_bytes() for name in foreign} == foreign


def test_what_a_killed_server_has_left_is_removed(tmp_path: Path) -> None:
    left = tmp_path / ".0123456789abcdef.json.k3f_x9"
    left.write_text("{")
    Server(tmp_path)
    assert not left.exists()


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ({"moves": [{"move": "e2e4"}, {"move": "e7e9"}]}, "e7e9"),
        ({"moves": [{"move": "e2e4", "position": "8/8"}]}, "8/8"),
        ({"moves": [{"move": 7}]}, "a move is not a text"),
        ({"moves": [{"move": "e2e4", "path": "/etc"}]}, "damaged"),
        ({"moves": ["e2e4"]}, "damaged"),
        ({"moves": 7}, "damaged"),
        ({"headers": {"FEN": "nonsense"}}, "nonsense"),
        ({"headers": {"Variant": "../../etc/passwd"}}, "passwd"),
        ({"headers": 7}, "damaged"),
        ({"seats": 7}, "damaged"),
        ({"clocks": [[1e999, 1], [0, 0]]}, "a clock has no end"),
        ({"clocks": "soon"}, "damaged"),
    ],
)
def test_a_game_with_damaged_contents_is_refused_when_it_is_opened(
    tmp_path: Path, damage: dict[str, object], complaint: str
) -> None:
    first = Server(tmp_path)
    with first.client, first.page() as page:
        game = page.begin(control="600")
        page.play(game, "e4")
    path = tmp_path / f"{game['id']}.json"
    saved = saved_files._content(path.read_bytes())
    path.write_text(json.dumps({**saved, **damage}))
    second = Server(tmp_path)
    with second.client, second.page() as page:
        assert complaint in page.refusal("open", game=game["id"])
        page.begin()
    assert json.loads(path.read_text()) == {**saved, **damage}


class FullDisk:
    """A disk on which nothing more can be written while it `is_full`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_full = False
        self._write = files.write_atomically
        self._append = saved_files._append
        monkeypatch.setattr(saved_files, "write_atomically", self.write)
        monkeypatch.setattr(saved_files, "_append", self.append)

    def write(self, path: Path, text: str | bytes) -> None:
        self._check()
        self._write(path, text)

    def append(self, path: Path, content: bytes) -> None:
        self._check()
        self._append(path, content)

    def _check(self) -> None:
        if self.is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_said_once_and_all_is_saved_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, server = FullDisk(monkeypatch), Server(tmp_path)
    with server.client, server.page() as page:
        game, other = page.play(page.begin(), "e4"), page.begin()
        disk.is_full = True
        assert "No space left" in page.refusal("move", game=game["id"], ply=1, move="e5")
        page.send("open", game=game["id"])
        game = page.until("game")
        assert game["ply"] == 2
        other = page.play(other, "d4")
        game = page.play(game, "Nf3")
        disk.is_full = False
        other = page.play(other, "d5")
    assert [complaint.partition(" in ")[0] for complaint in server.complaints] == [
        "cannot save a game",
        "a game can be saved",
    ]
    assert restored(tmp_path, game) == ["e4", "e5", "Nf3"]
    assert restored(tmp_path, other) == ["d4", "d5"]


def test_a_write_that_is_cut_by_a_full_disk_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, content: write(file, content[:3]))
    with pytest.raises(OSError, match="No space left"):
        saved_files._append(path, b" and after")
    assert path.read_bytes() == b"before"


@pytest.mark.skipif(os.geteuid() == 0, reason="everything can be written by this user")
def test_a_folder_in_which_nothing_can_be_written(tmp_path: Path) -> None:
    game, _ = played_game(tmp_path)
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        server = Server(tmp_path)
        with server.client, server.page() as page:
            page.send("open", game=game["id"])
            game = page.until("game")
            page.send("move", game=game["id"], ply=game["ply"], move="Nf6")
            page.until("game")
            assert "cannot save" in page.refusal("open", game="none")
    finally:
        tmp_path.chmod(stat.S_IRWXU)


# --- one server has a folder ------------------------------------------------------------------------------


def test_a_folder_is_locked_until_its_server_ends(tmp_path: Path) -> None:
    first, other = locked(tmp_path), locked(tmp_path)
    with first, pytest.raises(InputError, match="another tilefish board uses"), other:
        pass
    with locked(tmp_path):
        pass


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_a_folder_that_cannot_be_locked_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "open", refuse)
    with locked(tmp_path):
        assert not (tmp_path / LOCK).exists()


def test_a_second_server_is_refused_and_a_killed_one_leaves_no_lock(tmp_path: Path) -> None:
    with BoardProcess(tmp_path) as first:
        command = [sys.executable, "-m", "tilefish", "board", "--no-browser", "--port", "0"]
        second = subprocess.run(
            [*command, "--folder", str(tmp_path)], capture_output=True, text=True, check=False, timeout=60
        )
        assert (second.returncode, second.stdout) == (2, "")
        (line,) = second.stderr.splitlines()
        assert "another tilefish board uses" in line
        assert "--folder" in line
        first.kill()
        with BoardProcess(tmp_path):
            pass


def test_the_first_line_alone_is_json(tmp_path: Path) -> None:
    """A reader of another program finds the summary there."""
    game, path = played_game(tmp_path)
    first = json.loads(path.read_text().splitlines()[0])
    assert (first["version"], first["summary"]["id"], first["moves"]) == (2, game["id"], [])
