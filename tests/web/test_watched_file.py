"""A PGN file that grows, is cut short, replaced or damaged while it is watched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.seeds import seeded

from tilefish.pgn import read_games
from tilefish.rules.errors import InputError
from tilefish.web import watched_file
from tilefish.web.watched_file import WatchedFile


def game(number: int, white: str = "Ann", black: str = "Bob", result: str = "1-0", **more: str) -> str:
    headers = {
        "Event": "A match",
        "Round": str(number),
        "White": white,
        "Black": black,
        "Result": result,
        **more,
    }
    lines = "".join(f'[{name} "{value}"]\n' for name, value in headers.items())
    return f"{lines}\n1. e4 {{ [%emt 0.1] }} e5 {result}\n\n"


def summary(file: WatchedFile) -> list[tuple[int, str, str, str]]:
    return [(game.number, game.white, game.black, game.result) for game in file.games]


def append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def test_a_file_that_is_not_there_yet(tmp_path: Path) -> None:
    file = WatchedFile(tmp_path / "match.pgn")
    assert file.poll()
    assert "no match.pgn yet" in file.problem
    assert not file.poll()
    append(file.path, game(1))
    assert file.poll()
    assert (file.problem, summary(file)) == ("", [(1, "Ann", "Bob", "1-0")])
    assert not file.poll()


def test_whole_games_only_however_the_file_grows(tmp_path: Path) -> None:
    """The file is written in parts of any size."""
    random = seeded("watched file")
    path = tmp_path / "match.pgn"
    text = "".join(game(number, f"White {number}", "Bläck") for number in range(1, 12)).encode()
    file = WatchedFile(path)
    at = 0
    while at < len(text):
        size = random.choice((1, 3, 17, 60, 400))
        with path.open("ab") as written:
            written.write(text[at : at + size])
        at += size
        file.poll()
        whole = text[:at].count(b"1-0\n")
        assert len(file.games) in (whole - 1, whole)
        assert [one.white for one in file.games] == [f"White {each + 1}" for each in range(len(file.games))]
    assert len(file.games) == 11
    for number in range(1, 12):
        (record,) = read_games(file.text(number))
        assert (record.headers["White"], len(record.moves)) == (f"White {number}", 2)


def test_only_new_text_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[int, int]] = []
    pread = os.pread

    def watched_pread(file: int, size: int, offset: int) -> bytes:
        found = pread(file, size, offset)
        read.append((offset, len(found)))
        return found

    path = tmp_path / "match.pgn"
    append(path, "".join(game(number) for number in range(1, 200)))
    file = WatchedFile(path)
    file.poll()
    size = path.stat().st_size
    monkeypatch.setattr(os, "pread", watched_pread)
    append(path, game(200))
    assert file.poll()
    assert len(file.games) == 200
    assert sum(length for _, length in read) < 1000 < size
    assert min(offset for offset, _ in read) > size - 1000
    read.clear()
    assert not file.poll()
    assert read == []


def test_a_large_file_is_read_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_file, "MOST_READ", 1000)
    path = tmp_path / "match.pgn"
    append(path, "".join(game(number) for number in range(1, 41)))
    file = WatchedFile(path)
    polls = 0
    while file.poll() or file.is_behind:
        polls += 1
    assert (len(file.games), polls > 3) == (40, True)


def test_a_torn_end_is_cut_off_and_the_match_goes_on(tmp_path: Path) -> None:
    """As `tilefish match --resume` does."""
    path = tmp_path / "match.pgn"
    append(path, game(1) + game(2)[:70])
    file = WatchedFile(path)
    file.poll()
    before = file.beginnings
    assert summary(file) == [(1, "Ann", "Bob", "1-0")]
    os.truncate(path, len(game(1)))
    assert not file.poll()
    append(path, game(2, "Cid"))
    assert file.poll()
    assert summary(file) == [(1, "Ann", "Bob", "1-0"), (2, "Cid", "Bob", "1-0")]
    assert file.beginnings == before


@pytest.mark.parametrize("way", ["truncate", "replace", "rewrite"])
def test_another_file_of_the_same_name(tmp_path: Path, way: str) -> None:
    path = tmp_path / "match.pgn"
    append(path, game(1) + game(2))
    file = WatchedFile(path)
    file.poll()
    before = file.beginnings
    text = game(1, "Dan") + (game(2, "Eve") + game(3, "Fay") + game(4, "Gus") if way == "rewrite" else "")
    if way == "replace":
        other = tmp_path / "other"
        other.write_text(text)
        os.replace(other, path)
    else:
        path.write_text(text)  # the same file, cut short and filled again
    assert file.poll()
    assert file.beginnings == before + 1
    assert summary(file)[0] == (1, "Dan", "Bob", "1-0")
    assert len(file.games) == (4 if way == "rewrite" else 1)
    with pytest.raises(InputError, match="there is no game 9"):
        file.text(9)


def test_a_game_that_is_gone_is_not_another_one(tmp_path: Path) -> None:
    path = tmp_path / "match.pgn"
    append(path, game(1) + game(2))
    file = WatchedFile(path)
    file.poll()
    path.write_text(game(1) + game(2, "Zoe"))
    with pytest.raises(InputError, match="has changed"):
        file.text(2)


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.pgn"
    os.mkfifo(pipe)
    device = "a device, a pipe or a socket"
    for path, what in ((tmp_path, "a folder"), (Path("/dev/zero"), device), (pipe, device)):
        file = WatchedFile(path)
        file.poll()
        assert file.problem == f"{path.name} is {what}: expected a file"


def test_any_text_is_survived(tmp_path: Path) -> None:
    """Other programs' files, damaged ones, and ones that are not PGN."""
    random = seeded("watched junk")
    parts = [
        game(1).encode(),
        game(2, result="*").encode(),
        game(3).encode().replace(b"\n", b"\r\n"),
        b'[Event "x"]\n',
        b'[Result "1-0"]\n',
        b'[White "' + b"w" * 5000 + b'"]\n',
        *(b"\xff\xfe\x00", b"[Event ", b"\n\n", b"1-0\n", b"{"),
    ]
    for trial in range(60):
        path = tmp_path / f"{trial}.pgn"
        file = WatchedFile(path)
        for _ in range(random.randrange(1, 9)):
            with path.open("ab") as written:
                written.write(random.choice(parts))
            file.poll()
        assert file.problem == ""
        for listed in file.games:
            assert len(listed.white) <= 100
            assert file.text(listed.number).startswith("[Event ")
        list(file.standings.ranking())


def test_other_programs_files(tmp_path: Path) -> None:
    path = tmp_path / "other.pgn"
    path.write_bytes(b"\xef\xbb\xbf" + (game(1) + game(2)).replace("\n", "\r\n").encode())
    file = WatchedFile(path)
    file.poll()
    assert [one.number for one in file.games] == [1, 2]
    assert next(read_games(file.text(2))).headers["Round"] == "2"


def test_a_game_without_end_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_file, "MOST_GAME", 2000)
    path = tmp_path / "match.pgn"
    file = WatchedFile(path)
    append(path, game(1) + '[Event "long"]\n\n')
    file.poll()
    for _ in range(50):
        append(path, "e4 " * 100)
        file.poll()
        assert len(file._tail) < 5000
    append(path, "1-0\n\n" + game(2))
    file.poll()
    assert [one.white for one in file.games] == ["Ann", "Ann"]


def test_standings_count_pairs_of_a_match(tmp_path: Path) -> None:
    path = tmp_path / "match.pgn"
    settings = {"Settings": "engine1=a; repeat=2; seed=1", "Game": "1"}
    results = (
        ("1.1", "Ann", "Bob", "1-0"),
        ("1.2", "Bob", "Ann", "0-1"),
        ("2.1", "Ann", "Bob", "1/2-1/2"),
        ("2.2", "Bob", "Ann", "1-0"),
        ("3.1", "Ann", "Bob", "*"),
    )
    for place, white, black, result in results:
        append(path, game(1, white, black, result, Round=place, **settings))
    file = WatchedFile(path)
    file.poll()
    (ann, first), (bob, second) = file.standings.ranking()
    assert (ann, first.wins, first.draws, first.losses) == ("Ann", 2, 1, 1)
    assert (bob, second.points, second.size) == ("Bob", 1.5, 2)
    assert first.groups == {1.0: 1, 0.25: 1}
    assert first.estimate is not None
