"""The store: what it counts, what it forgets, and what becomes of it in bad company."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.seeds import seeded

from tilefish import Game, InputError
from tilefish.learning import recording
from tilefish.learning.database import APPLICATION
from tilefish.learning.recording import WON, Entry
from tilefish.learning.store import Store
from tilefish.learning.tally import Tally
from tilefish.pgn import record_of, write_game

from .games import FOOLS_MATE, by_lot, made_up, played


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "learned"


@pytest.mark.parametrize(
    ("tally", "winrate", "bonus"),
    [
        (Tally(), 0.5, 0),
        (Tally(wins=1), 1, 20),
        (Tally(losses=4), 0, -50),
        (Tally(2, 1, 1), 0.625, 12.5),
        (Tally(draws=100), 0.5, 0),
        (Tally(wins=396), 1, 99),
    ],
)
def test_few_games_say_little(tally: Tally, winrate: float, bonus: float) -> None:
    assert tally.winrate == pytest.approx(winrate)
    assert tally.bonus == pytest.approx(bonus)


def test_every_move_of_a_game_is_counted_for_the_side_that_played_it(path: Path) -> None:
    with Store(path) as store:
        store.record(played(*FOOLS_MATE))
        store.record(played("f2f3", "e7e5"), "1-0")
        store.record(played("f2f3", "d7d5"), "1/2-1/2")
        store.record(played("e2e4"), "0-1")
        assert store.at(Game()) == {"f2f3": Tally(1, 1, 1), "e2e4": Tally(0, 1, 0)}
        assert store.at(played("f2f3")) == {"e7e5": Tally(1, 1, 0), "d7d5": Tally(0, 0, 1)}
        assert store.at(played("f2f3", "e7e5", "g2g4")) == {"d8h4": Tally(1, 0, 0)}
        assert store.at(played("d2d4")) == {}
        [world] = store.stats()
        assert (world.name, world.games, world.positions, world.moves) == ("chess", 4, 4, 6)
    with Store(path) as store:  # it is still there
        assert len(store.at(Game())) == 2


@pytest.mark.parametrize("result", ["*", "2-0", "won", ""])
def test_a_result_must_be_one(path: Path, result: str) -> None:
    with (
        Store(path) as store,
        pytest.raises(InputError, match=r"invalid result .*: expected one of 1-0, 0-1, 1/2-1/2"),
    ):
        store.record(Game(), result)


def test_a_game_that_goes_on_is_not_recorded(path: Path) -> None:
    with Store(path) as store:
        with pytest.raises(InputError, match="not over"):
            store.record(played("e2e4"))
        assert store.stats() == []


def test_worlds_do_not_mix(path: Path) -> None:
    with Store(path) as store:
        store.record(played("e2e4"), "1-0")
        store.record(played("e2e4", variant="twisted_carnival"), "0-1")
        assert store.at(Game()) == {"e2e4": Tally(wins=1)}
        assert store.at(Game("twisted_carnival")) == {"e2e4": Tally(losses=1)}
        assert store.at(Game("volcanic_wasteland")) == {}
        store.forget(Game().variant)
        assert [world.name for world in store.stats()] == ["twisted_carnival"]
        store.forget()
        assert store.stats() == []


def test_combat_games_are_kept_as_they_were_before_the_die(path: Path) -> None:
    game = by_lot("exchange", seed=4)
    with Store(path) as store:
        store.record(game, None if game.outcome() else "1/2-1/2")
        assert list(store.at(Game("exchange"))) == [game.move_stack[0]]
        assert any("=" in move for move in game.move_stack)
        assert not any("=" in entry.move for entry in store.entries(game.variant))


def test_a_known_game_is_passed_over(path: Path) -> None:
    chess = Game().variant
    with Store(path) as store:
        assert store.record_entries(chess, made_up("a"), b"one")
        assert not store.record_entries(chess, made_up("a"), b"one")
        assert store.record_entries(chess, made_up("a"), b"two")
        assert store.of(chess, "a 0") == {"a1a2": Tally(wins=2)}
        assert store.games(chess) == 2


# --- forgetting ---------------------------------------------------------------------------------------------


def test_size_takes_the_rare_and_old_first(path: Path) -> None:
    chess, now = Game().variant, [0.0]
    with Store(path, clock=lambda: now[0]) as store:
        store.add(chess, [Entry("old", "a1a2", WON), Entry("often", "a1a2", Tally(wins=9))])
        now[0] = 86400 * 10
        store.add(chess, [Entry("new", "a1a2", WON)])
        assert store.prune(most=10) == 0
        assert store.prune(most=2) == 2  # to nine tenths of what may be there
        assert [entry.position for entry in store.entries(chess)] == ["often"]


def test_age_takes_what_is_rare(path: Path) -> None:
    chess, now = Game().variant, [0.0]
    with Store(path, clock=lambda: now[0]) as store:
        store.add(chess, [Entry("rare", "a1a2", Tally(wins=2)), Entry("often", "a1a2", Tally(wins=3))])
        now[0] = 86400 * 30
        assert store.prune(days=30) == 0
        now[0] = 86400 * 31
        assert store.prune(days=30) == 1
        assert [entry.position for entry in store.entries(chess)] == ["often"]


def test_adding_is_all_or_nothing(path: Path) -> None:
    chess = Game().variant

    def broken() -> object:
        yield Entry("a", "a1a2", WON)
        raise RuntimeError

    with Store(path) as store:
        with pytest.raises(RuntimeError):
            store.add(chess, broken())  # type: ignore[arg-type]
        assert store.stats() == []
        store.add(chess, [Entry("a", "a1a2", WON)])
        assert store.of(chess, "a") == {"a1a2": WON}


# --- files that are not stores ------------------------------------------------------------------------------


def test_another_programs_database_is_left_alone(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE moves (a)")
        other.commit()
    before = path.read_bytes()
    with pytest.raises(InputError, match="database of another program"):
        Store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"[Event]" * 400, b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 3000])
def test_what_is_no_database_is_reported(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(InputError, match="learn"):
        Store(path)
    assert path.read_bytes() == content


def test_a_later_schema_is_reported(path: Path) -> None:
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 2")
    with pytest.raises(InputError, match="later version of Tilefish"):
        Store(path)


@pytest.mark.parametrize("table", ["moves", "worlds"])
def test_missing_tables_are_reported(path: Path, table: str) -> None:
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute(f"DROP TABLE {table}")
    with Store(path) as store, pytest.raises(InputError, match="damaged"):
        store.at(Game())


def test_a_torn_file_is_reported_and_never_a_traceback(path: Path) -> None:
    with Store(path) as store:
        for name in range(200):
            store.record_entries(Game().variant, made_up(str(name)))
    whole = path.read_bytes()
    assert int.from_bytes(whole[68:72], "big") == APPLICATION
    rng = seeded("torn")
    for _ in range(40):
        torn = bytearray(whole)
        start = rng.randrange(100, len(torn))
        torn[start : start + 3000] = rng.randbytes(len(torn[start : start + 3000]))
        path.write_bytes(torn[: rng.randrange(200, len(torn))] if rng.random() < 0.5 else torn)
        with contextlib.suppress(InputError), Store(path) as store:
            store.at(Game())
            list(store.entries(Game().variant))
            store.record_entries(Game().variant, made_up("more"))


@pytest.mark.parametrize(
    "change",
    ["moves SET wins = 'x'", "moves SET draws = -1", "moves SET losses = 0.5", "moves SET move = x'00'"],
)
def test_counts_that_are_none_are_reported(path: Path, change: str) -> None:
    with Store(path) as store:
        store.record(played("e2e4"), "1-0")
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(f"UPDATE {change}")
        database.commit()
    with Store(path) as store:
        with pytest.raises(InputError, match="damaged"):
            store.at(Game())
        with pytest.raises(InputError, match="damaged"):
            list(store.entries(Game().variant))


@pytest.mark.parametrize("change", ["name = x'00'", "games = 'many'"])
def test_worlds_that_are_none_are_reported(path: Path, change: str) -> None:
    with Store(path) as store:
        store.record(played("e2e4"), "1-0")
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(f"UPDATE worlds SET {change}")
        database.commit()
    with Store(path) as store, pytest.raises(InputError, match="damaged"):
        store.stats()


def test_a_full_disk_is_reported_and_leaves_whole_games(path: Path) -> None:
    chess = Game().variant
    with Store(path) as store:
        store._database.execute("PRAGMA max_page_count = 20")

        def record_until_full() -> None:
            for number in range(10**4):
                store.record_entries(chess, made_up(str(number)))

        with pytest.raises(InputError, match=r"cannot use the learning file .* full"):
            record_until_full()
        recorded = store.games(chess)
        assert sum(1 for _ in store.entries(chess)) == 20 * recorded > 0
        store._database.execute("PRAGMA max_page_count = 1000")  # there is space again
        store.record_entries(chess, made_up("more"))
        assert store.games(chess) == recorded + 1


@pytest.fixture
def ordinary_user() -> Iterator[None]:
    """A user to whom permissions apply: they do not to root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A folder with a learning file in which nothing can be written."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder.owner() == tmp_path.owner() and str(folder).startswith("/tmp/pytest"):
            folder.chmod(folder.stat().st_mode | 0o011)
    folder = tmp_path / "folder"
    folder.mkdir()
    with Store(folder / "learned") as store:
        store.record(played(*FOOLS_MATE))
    (folder / "learned").chmod(0o444)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)


def test_no_file_is_begun_in_a_folder_that_is_read_only(read_only: Path, ordinary_user: None) -> None:
    with pytest.raises(InputError, match="written"):
        Store(read_only / "new")


def test_a_file_that_is_read_only_is_read(read_only: Path, ordinary_user: None) -> None:
    with Store(read_only / "learned") as store:
        assert store.at(Game()) == {"f2f3": Tally(losses=1)}
        assert [world.games for world in store.stats()] == [1]
        for write in (lambda: store.record(played(*FOOLS_MATE)), store.forget, store.prune):
            with pytest.raises(InputError, match=r"cannot write .* it or its folder is read-only"):
                write()
    assert [path.name for path in read_only.iterdir()] == ["learned"]


def test_a_log_that_is_left_is_never_passed_over(read_only: Path, request: pytest.FixtureRequest) -> None:
    """Without it, the file may be torn."""
    read_only.chmod(0o755)
    (read_only / "learned-wal").write_bytes(b"x" * 5000)
    read_only.chmod(0o555)
    request.getfixturevalue("ordinary_user")
    with pytest.raises(InputError, match="learning file"):
        Store(read_only / "learned")


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/null")])
def test_what_is_no_file_is_refused_and_left_alone(path: Path, make: Callable[[Path], None]) -> None:
    make(path)
    with pytest.raises(InputError, match=r"a folder|a device, a pipe or a socket, expected a file"):
        Store(path)
    assert [other.name for other in path.parent.iterdir()] == ["learned"]


def test_a_device_gets_no_journal() -> None:
    before = set(os.listdir("/dev"))
    for device in ("/dev/null", "/dev/zero", "/dev/full"):
        with pytest.raises(InputError, match="expected a file"):
            Store(device)
    assert set(os.listdir("/dev")) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting is for root")
def test_a_file_on_a_read_only_file_system_is_read(tmp_path: Path) -> None:
    """Not a matter of permissions, which root has everywhere."""
    folder = tmp_path / "disk"
    folder.mkdir()
    with Store(folder / "learned") as store:
        store.record(played(*FOOLS_MATE))
    mounted = subprocess.run(["mount", "--bind", folder, folder], check=False, capture_output=True)
    if mounted.returncode:
        pytest.skip("this machine does not let us mount")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        with Store(folder / "learned") as store:
            assert store.at(Game()) == {"f2f3": Tally(losses=1)}
            with pytest.raises(InputError, match="it or its folder is read-only"):
                store.record(played(*FOOLS_MATE))
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize("place", ["", "nowhere/learned", "nul\0l"])
def test_places_where_no_file_can_be(tmp_path: Path, place: str) -> None:
    with pytest.raises(InputError, match="learning file"):
        Store(f"{tmp_path}/{place}")


def test_a_closed_store_is_reported(path: Path) -> None:
    store = Store(path)
    store.close()
    with pytest.raises(InputError, match="closed"):
        store.at(Game())


# --- several programs, and sudden ends ----------------------------------------------------------------------


def _fork(work: object) -> int:
    """A child that does some work and ends, however it ends."""
    child = os.fork()
    if child == 0:
        try:
            work()  # type: ignore[operator]
            os._exit(0)
        except BaseException as error:
            os.write(2, f"{error!r}\n".encode())
            os._exit(1)
    return child


def test_four_programs_begin_a_file_at_once(tmp_path: Path) -> None:
    def begin(path: Path, when: float) -> None:
        while time.monotonic() < when:
            pass
        Store(path).close()

    for number in range(40):
        path, soon = tmp_path / f"learned{number}", time.monotonic() + 0.01
        children = [_fork(lambda path=path, soon=soon: begin(path, soon)) for _ in range(4)]
        assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0, 0]


def test_four_programs_record_at_once(path: Path) -> None:
    chess = Game().variant

    def record(name: int) -> None:
        with Store(path) as store:
            for number in range(25):
                store.record_entries(chess, [*made_up(f"{name}-{number}"), Entry("all", "a1a2", WON)])

    children = [_fork(lambda name=name: record(name)) for name in range(4)]
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0, 0]
    with Store(path) as store:
        assert store.of(chess, "all") == {"a1a2": Tally(wins=100)}
        assert store.games(chess) == 100
        assert sum(1 for _ in store.entries(chess)) == 2001


def _record_until_killed(path: Path, name: int, finished: int) -> None:
    chess = Game().variant
    with Store(path) as store:
        for number in range(10**6):
            store.record_entries(chess, made_up(f"{name}-{number}"))
            os.write(finished, f"{name}-{number}\n".encode())


@pytest.mark.long
def test_a_kill_at_any_moment_leaves_whole_games(path: Path) -> None:
    chess, rng = Game().variant, seeded("kills")
    reported: set[str] = set()
    for name in range(200):
        reading, writing = os.pipe()
        child = _fork(lambda name=name, writing=writing: _record_until_killed(path, name, writing))
        os.close(writing)
        time.sleep(rng.uniform(0, 0.04))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(reading) as lines:
            reported.update(line.strip() for line in lines)
        with Store(path) as store:
            assert store.games(chess) >= len(reported)
    _check_whole_games(path, reported)


def _check_whole_games(path: Path, reported: set[str]) -> None:
    """Every game that was reported as finished is there, once and whole."""
    games: dict[str, int] = {}
    with Store(path) as store:
        for entry in store.entries(Game().variant):
            assert entry.tally == WON
            name = entry.position.split()[0]
            games[name] = games.get(name, 0) + 1
        assert store.games(Game().variant) == len(games)
    assert set(games.values()) == {20}
    assert reported <= games.keys()
    assert len(reported) > 200
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.long
def test_a_recording_that_was_killed_is_finished_by_the_next(tmp_path: Path) -> None:
    games = [by_lot("fragments", seed) for seed in range(2000)]
    fragments, pgn, path = games[0].variant, tmp_path / "games.pgn", tmp_path / "learned"
    pgn.write_text("\n".join(write_game(record_of(game)) for game in games), encoding="utf-8")
    command: list[str | Path] = [
        sys.executable,
        "-c",
        "from tilefish.cli import games, main; games.KEPT_AT_ONCE = 5000; main.main()",
        "learn",
        "record",
        pgn,
        "--file",
        path,
    ]
    rng, recorded = seeded("recording"), 0
    for _ in range(4):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process, Store(path) as store:
            while store.games(fragments) == recorded and process.poll() is None:
                time.sleep(0.005)
            time.sleep(rng.uniform(0, 0.03))
            process.kill()
        with Store(path) as store:
            recorded, before = store.games(fragments), recorded
            assert before < recorded
    assert recorded < 2000  # else nothing was interrupted
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with Store(path) as store:
        assert store.games(fragments) == 2000
        counted = sum(entry.tally.games for entry in store.entries(fragments))
    assert counted == sum(len(game.move_stack) for game in games)


def test_names_of_games_take_no_endless_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MOST_NAMES", 3)
    digests = recording.Digests()
    records = [record_of(played(move)) for move in ("e2e4", "d2d4", "c2c4", "b2b4", "g2g4")]
    names = [digests.of(record) for record in (*records, *records)]
    assert len(digests._seen) <= 3
    assert len(set(names[:5])) == 5
    assert digests.of(records[-1]) not in names
