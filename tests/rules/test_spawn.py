"""The section `[spawn]`, and what a host of games does by it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.rules.files import load, problems_of, write

from tilefish import Game
from tilefish.core.board.events import Event, EventKind
from tilefish.game.hosting import hosted
from tilefish.learning.keys import rules_key
from tilefish.rules.model.spawn import Spawn

TILES = '\ntiles = "8/8/8/?6?/?6?/8/8/8"\n'
KINGS = 'start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"\n'


def game_with(tmp_path: Path, rule: str, fen: str, tiles: str = TILES) -> Game:
    return Game(load(write(tmp_path, "carnival.toml", KINGS + tiles + "[spawn]\n" + rule)), fen)


def test_a_rule_is_read_with_what_is_usual(tmp_path: Path) -> None:
    every = load(write(tmp_path, "a.toml", TILES + "[spawn]\nevery = 4")).spawn
    assert every == Spawn("pawn", every=4, first=4, chance=100, count=1, side="either", most=64)
    assert [ply for ply in range(13) if every.is_due(ply)] == [4, 8, 12]
    whole = "[spawn]\npiece = 'queen'\nevery = 4\nfirst = 3\nchance = 5\ncount = 2\nside = 'waiter'\nmost = 1"
    rule = load(write(tmp_path, "b.toml", TILES + whole)).spawn
    assert rule == Spawn("queen", 4, 3, 5, 2, "waiter", 1)
    assert [ply for ply in range(13) if rule.is_due(ply)] == [3, 7, 11]
    assert load(write(tmp_path, "c.toml", TILES)).spawn is None


def test_it_is_inherited_switched_off_and_void_without_tiles(tmp_path: Path) -> None:
    assert load(write(tmp_path, "a.toml", "extends = 'twisted_carnival'")).spawn == Spawn()
    assert load(write(tmp_path, "b.toml", "extends = 'twisted_carnival'\nspawn = false")).spawn is None
    bare = "extends = 'twisted_carnival'\ntiles = '8/8/8/8/8/8/8/8'"
    assert load(write(tmp_path, "c.toml", bare)).spawn is None


def test_what_was_learned_does_not_hang_on_it(tmp_path: Path) -> None:
    bare = load(write(tmp_path, "b.toml", "extends = 'twisted_carnival'\nspawn = false"))
    assert rules_key(bare) == rules_key(Game("twisted_carnival").variant)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("spawn = 3", 1, ["spawn is the number 3", "spawn = false"]),
        (TILES + "[spawn]\nevry = 3", 3, ['[spawn] has no key "evry"', '"every"']),
        (TILES + "[spawn]\nevery = 0", 3, ["every is the number 0", "from 1 to 1000"]),
        (TILES + "[spawn]\nchance = 101", 3, ["from 1 to 100"]),
        (TILES + "[spawn]\ncount = true", 3, ["count is true"]),
        (TILES + "[spawn]\nside = 'blue'", 3, ['side is "blue"', '"either"']),
        (TILES + "[spawn]\npiece = 'quen'", 3, ['"quen" cannot appear', 'did you mean "queen"']),
        (TILES + "[spawn]\npiece = 'king'", 3, ['"king" cannot appear', "royal"]),
        ("[spawn]\nevery = 3", 1, ["without spawn tiles"]),
    ],
)  # fmt: skip
def test_mistakes_are_reported_with_their_lines(
    tmp_path: Path, text: str, line: int, words: list[str]
) -> None:
    ((place, message),) = problems_of(write(tmp_path, "wrong.toml", text))
    assert place == line
    for word in words:
        assert word in message


# --- the host --------------------------------------------------------------------------------------------


def test_a_piece_appears_when_it_is_time_and_nowhere_else(tmp_path: Path) -> None:
    rule = "every = 4\nside = 'white'\npiece = 'knight'"
    assert hosted(game_with(tmp_path, rule, "4k3/p7/8/8/8/8/P7/4K3 b - - 3 2"), Random(1)) is None
    game = game_with(tmp_path, rule, "4k3/p7/8/8/8/8/P7/4K3 w - - 3 3")
    tiles = {"a4", "a5", "h4", "h5"}
    seen = set()
    knight = [kind.name for kind in game.variant.kinds].index("knight")
    for seed in range(30):
        after = hosted(game, Random(seed))
        assert after is not None
        place = after.remark.removeprefix("a white knight appears on ")
        square = game.variant.square_of(place)
        assert square is not None
        assert after.events == (Event(EventKind.SPAWNED, square, None, knight, 0),)
        assert after.game.setup().pieces == {**game.setup().pieces, square: (knight, 0)}
        assert (after.game.turn, after.game.fen().split()[4:]) == ("white", ["3", "3"])
        seen.add(place)
    assert seen == tiles


def test_either_side_gets_something_by_lot_and_both_where_both_do(tmp_path: Path) -> None:
    fen = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 2"
    either = [hosted(game_with(tmp_path, "every = 2", fen), Random(seed)) for seed in range(20)]
    assert {found.remark.split()[1] for found in either if found} == {"white", "black"}
    both = hosted(game_with(tmp_path, "every = 2\nside = 'both'\ncount = 2", fen), Random(1))
    assert both is not None
    assert [word.split()[1] for word in both.remark.split(", ")] == ["white", "white", "black", "black"]
    mover = hosted(game_with(tmp_path, "every = 2\nside = 'mover'", fen), Random(1))
    waiter = hosted(game_with(tmp_path, "every = 2\nside = 'waiter'", fen), Random(1))
    assert mover is not None
    assert waiter is not None
    assert (mover.remark.split()[1], waiter.remark.split()[1]) == ("white", "black")


def test_chance_and_most_hold_it_back(tmp_path: Path) -> None:
    fen = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 2"
    rare = game_with(tmp_path, "every = 2\nchance = 20", fen)
    times = sum(hosted(rare, Random(seed)) is not None for seed in range(200))
    assert 15 <= times <= 70  # forty are expected
    assert hosted(game_with(tmp_path, "every = 2\nside = 'white'\nmost = 1", fen), Random(1)) is None


@pytest.mark.parametrize(
    ("fen", "tiles", "side", "free"),
    [
        # on d7 a pawn would give check, on d3 nothing is the matter
        ("4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", "8/3?4/8/8/8/3?4/8/8", "white", {"d3"}),
        # the same check by the side to move could not even be set up
        ("4k3/p7/8/8/8/8/P7/4K3 w - - 0 2", "8/3?4/8/8/8/3?4/8/8", "white", {"d3"}),
        # in the way of a check
        ("4k3/8/8/8/8/8/P7/r3K3 w - - 0 2", "8/8/8/8/8/8/3?4/2?5", "white", {"d2"}),
        # where it would promote
        ("4k3/p7/8/8/8/8/P7/7K w - - 0 2", "?7/8/8/8/?7/8/8/8", "white", {"a4"}),
        # where a pawn has just passed, and where a piece stands
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "8/8/8/8/?3?3/4?3/8/8", "white", {"a4"}),
    ],
)
def test_tiles_that_are_passed_over(tmp_path: Path, fen: str, tiles: str, side: str, free: set[str]) -> None:
    first = 1 if " b " in fen else 2
    rule = f"every = 1\nfirst = {first}\nside = '{side}'"
    game = game_with(tmp_path, rule, fen, f'tiles = "{tiles}"\n')
    found = (hosted(game, Random(seed)) for seed in range(20))
    assert {after.remark.split()[-1] for after in found if after} == free
