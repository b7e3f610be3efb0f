"""JSON written and read: nothing is lost on the way, and nothing that is wrong comes in."""

from __future__ import annotations

import contextlib
import json
import time
from pathlib import Path

import pytest
from tests.seeds import seeded

from tilefish import FileError, Game
from tilefish.game.move import Move
from tilefish.learning.formats import raw_lines, read_learned, readable_lines
from tilefish.learning.keys import position_key
from tilefish.learning.recording import Entry, entries, plays, result_of
from tilefish.learning.store import Store
from tilefish.learning.tally import Tally

from .games import by_lot

CHESS = Game().variant
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


def learned_by_lot(variant: str) -> list[Entry]:
    """The entries of a game, in the order of a store."""
    game = by_lot(variant, seed=1, most=70)
    result = result_of(game, None if game.outcome() else "1-0")
    unique = {(entry.position, entry.move): entry for entry in entries(plays(game), result)}
    return sorted(unique.values())[:60]


@pytest.mark.parametrize("variant", ["chess", "fragments", "exchange", "ruined_overworld", "void_dimension"])
def test_both_formats_come_back_as_they_were(variant: str) -> None:
    rules, before = Game(variant).variant, learned_by_lot(variant)
    raw = "\n".join(raw_lines(before))
    readable = "\n".join(readable_lines(rules, before, 7))
    json.loads(raw), json.loads(readable)
    assert sorted(read_learned(rules, raw, "f").entries) == before
    assert sorted(read_learned(rules, readable, "f").entries) == before
    assert read_learned(rules, readable, "f").games == 7


def test_what_the_formats_look_like() -> None:
    found = [Entry(START, "d2d4", Tally(0, 1, 0)), Entry(START, "e2e4", Tally(5, 2, 1))]
    assert json.loads("".join(raw_lines(found)))[f"{START}|e2e4"] == {"w": 5, "l": 2, "d": 1}
    readable = json.loads("".join(readable_lines(CHESS, found, 9)))
    assert readable["meta"]["variant"] == "chess"
    assert readable["positions"][START]["moves"]["e2e4"] == {
        "wins": 5,
        "losses": 2,
        "draws": 1,
        "games": 8,
        "winrate": 0.6875,
        "ordering_bonus": 25.0,
    }
    assert json.loads("".join(raw_lines([]))) == {}
    assert json.loads("".join(readable_lines(CHESS, [], 0)))["positions"] == {}


def test_positions_and_moves_are_understood_as_people_write_them() -> None:
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 1 2"
    castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 40"
    text = json.dumps({f"{fen}|b8c6": {"w": 1}, f"{castling}|e1h1": {"l": 2, "d": 0}})
    with pytest.raises(FileError):  # no pawn has just come to e4 there
        read_learned(CHESS, text.replace("4P3/5N2", "8/5N2"), "f")
    after, castled = read_learned(CHESS, text, "f").entries
    assert after == Entry(position_key(Game(fen=fen)), "b8c6", Tally(wins=1))
    assert after.position.endswith(" b KQkq -")
    assert castled.move == "e1g1"


def wrong(text: str, says: str, line: int = 1) -> None:
    with pytest.raises(FileError, match=says) as caught:
        read_learned(CHESS, text, "learned.json")
    assert str(caught.value).startswith(f"learned.json:{line}: "), caught.value


def test_mistakes_are_reported_with_their_line() -> None:
    good = f'"{START}|e2e4": {{"w": 1}}'
    wrong("", "not JSON")
    wrong("[]", "expected an object")
    wrong(f"{{\n{good}\n{good}\n}}", "not JSON", 3)
    wrong(f"{{\n{good}\n}} x", "Extra data", 3)
    wrong(f'{{\n{good},\n"{START}|d2d4": {{"w": 1\n', "not JSON", 4)
    wrong(f"{{\n{good},\n{good}\n}}", "there twice", 3)
    wrong(f'{{\n{good},\n"{START}": {{"w": 1}}\n}}', "FEN|MOVE", 3)
    wrong(f'{{\n{good},\n"{START}|e2e5": {{"w": 1}}\n}}', "e2e5 is not legal", 3)
    wrong(f'{{\n{good},\n"8/8 w|e2e4": {{"w": 1}}\n}}', "ranks", 3)
    wrong(f'{{\n{good},\n\n"{START}|d2d4": {{"x": 1}}\n}}', 'there is no "x"', 4)
    for number in ("-1", "1.0", "true", '"1"', "null", "[]", str(10**10), "NaN", "1e400"):
        wrong(f'{{\n"{START}|d2d4":\n{{"w": {number}}}\n}}', "a whole number from 0", 3)
    wrong(f'{{"{START}|d2d4": 5}}', "expected an object")
    wrong("{" * 100000, "not JSON|cannot be read")
    wrong('{"a": ' * 100000, "not JSON|cannot be read")
    wrong(f'{{"{START}|d2d4": {{"w": {"9" * 5000}}}}}', "cannot be read|a whole number")


def test_mistakes_of_the_readable_format_are_reported_with_their_line() -> None:
    good = "\n".join(readable_lines(CHESS, [Entry(START, "e2e4", Tally(1, 0, 0))], 1)).split("\n")
    assert read_learned(CHESS, "\n".join(good), "f").entries == [Entry(START, "e2e4", Tally(wins=1))]

    def changed(number: int, old: str, new: str) -> str:
        assert old in good[number - 1]
        lines = [line.replace(old, new) if place == number else line for place, line in enumerate(good, 1)]
        return "\n".join(lines)

    wrong(changed(2, '"rules": "', '"rules": "0'), "learned under the rules of", 2)
    wrong(changed(2, '"version": 1', '"version": 2'), "version 1", 2)
    wrong(changed(2, '"games": 1', '"games": -1'), "a whole number", 2)
    wrong(changed(3, "positions", "position"), "stands beside meta", 3)
    wrong(changed(5, '"moves"', '"move"'), '"moves", not "move"', 5)
    wrong(changed(7, '"games": 1', '"games": 2'), "the games are 1", 7)
    wrong(changed(7, "e2e4", "e2e6"), "not legal", 7)
    wrong('{"meta": {}}', "there are no positions")
    wrong('{"meta": 1, "positions": {}}', "expected an object")


def test_no_text_ends_in_anything_but_a_message() -> None:
    rng = seeded("text")
    before = "\n".join(readable_lines(CHESS, learned_by_lot("chess")[:6], 1))
    for _ in range(400):
        text = list(before)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(text))
            text[place : place + rng.randrange(3)] = rng.choice(
                ['"', "{", "}", ",", ":", "9", "\\", "\0", "é", ""]
            )
        with contextlib.suppress(FileError):
            read_learned(CHESS, "".join(text), "f")


@pytest.mark.long
def test_a_hundred_thousand_entries_take_seconds(tmp_path: Path) -> None:
    """Three moves for each position, as there are in the openings of a store."""
    positions: dict[str, list[Move]] = {}
    for seed in range(10**6):
        game = by_lot("chess", seed, 150)
        for twin, _ in plays(game):
            positions[position_key(twin)] = twin.legal_moves[:3]
        if sum(map(len, positions.values())) > 20_000:
            break
    found = [Entry(key, move, Tally(1, 2, 3)) for key, moves in positions.items() for move in moves]
    text = "\n".join(raw_lines(found))
    begin = time.process_time()
    read = read_learned(CHESS, text, "f").entries
    with Store(tmp_path / "learned") as store:
        store.add(CHESS, read)
        seconds = time.process_time() - begin
        assert sorted(store.entries(CHESS)) == sorted(found)
    assert seconds * 100_000 / len(found) < 60
    print(f"{seconds * 100_000 / len(found):.1f} s for 100000 entries")
