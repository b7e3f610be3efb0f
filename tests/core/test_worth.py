"""What pieces are worth: the file's numbers where it has them, else what mobility says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.values import value_in_file, without_values

from tilefish import Game
from tilefish.core.board.rule_tables import RuleTables

ORTHODOX = "n:N,b:B,r:R,q:Q"  # given as changes, so that chess's own numbers do not hold


def test_the_numbers_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "right.toml"
    file.write_text(
        'extends = "fragments"\ntitle = "A Right of its own worth"\n[pieces.right]\nvalue = [609, 603]\n'
    )
    assert Game(str(file)).piece_values()["right"] == (609, 603)
    assert Game("chess").piece_values()["queen"] == value_in_file("chess", "queen")


@pytest.mark.parametrize(
    ("name", "middlegame", "endgame"),
    [("knight", 337, 281), ("bishop", 365, 297), ("rook", 477, 512), ("queen", 1025, 936)],
)
def test_mobility_comes_near_to_what_chess_players_found(name: str, middlegame: int, endgame: int) -> None:
    found = Game("chess", pieces=ORTHODOX).piece_values()[name]
    assert found == pytest.approx((middlegame, endgame), rel=0.25)


def test_the_king_has_no_price() -> None:
    assert Game("chess", pieces="k:KN").piece_values()["king"] == (0, 0)


def test_terrain_takes_from_sliders_more_than_from_leapers() -> None:
    plain = Game("chess", pieces=ORTHODOX).piece_values()
    river = Game("chess", pieces=ORTHODOX, world="8/8/8/~~~~~~~~/8/8/8/8").piece_values()
    assert river["rook"][0] < plain["rook"][0]
    assert river["rook"][0] / plain["rook"][0] < river["knight"][0] / plain["knight"][0]


def test_more_moves_are_worth_more() -> None:
    values = Game("chess", pieces="a:R3,b:R,c:RN,d:mR,e:nN").piece_values()
    assert values["piece-a"] < values["bishop"] < values["piece-c"]  # b is the bishop's letter: R now
    assert values["piece-d"][0] == pytest.approx(values["bishop"][0] / 2, abs=1)
    assert values["piece-e"] < values["knight"]


def test_computed_tables_prefer_the_centre_and_hide_the_king() -> None:
    game = Game("chess", pieces="n:N,k:K")
    tables = RuleTables(game.variant)
    knight, king = (
        [tables.square_values(index, side) for side in (0, 1)]
        for index, kind in enumerate(game.variant.kinds)
        if kind.name in ("knight", "king")
    )
    e4, a1 = 28, 0
    for side in (0, 1):
        middlegame, endgame = knight[side]
        assert middlegame[e4] > 0 > middlegame[a1]
        assert endgame[e4] > 0 > endgame[a1]
        middlegame, endgame = king[side]
        assert middlegame[e4] < middlegame[a1]
        assert endgame[e4] > endgame[a1]


def test_pawns_are_worth_more_on_their_way_unless_it_is_barred() -> None:
    game = Game("void_dimension", world="8/8/8/*7/8/8/8/8", fen="4k3/8/8/8/8/8/8/4K3 w")
    tables = RuleTables(replace(without_values(game.variant), promotion_rank=(7, 0)))
    white = tables.square_values(0, 0)[1]
    black = tables.square_values(0, 1)[1]
    b2, b7, a2, a7 = 9, 49, 8, 48
    assert white[b7] > white[b2] > 0
    assert black[b2] > black[b7] > 0
    assert white[a2] == 0 < white[a7]
    assert black[a7] == 0 < black[a2]


def test_tables_of_a_file_are_seen_from_white_and_turned_for_black(tmp_path: Path) -> None:
    path = tmp_path / "tables.toml"
    rows = "[[9, 8, 7], [6, 5, 4], [3, 2, 1]]"
    zeros = "[[0, 0, 0], [0, 0, 0], [0, 0, 0]]"
    path.write_text(
        'board = "3x3"\nstart = "k1n/3/K1N w - - 0 1"\n[pieces]\n'
        "pawn = false\nbishop = false\nrook = false\nqueen = false\n"
        f"knight.squares = {{ middlegame = {rows}, endgame = {zeros} }}\n"
    )
    game = Game(path)
    knight = next(index for index, kind in enumerate(game.variant.kinds) if kind.name == "knight")
    tables = RuleTables(game.variant)
    assert tables.square_values(knight, 0) == ((3, 2, 1, 6, 5, 4, 9, 8, 7), (0,) * 9)
    assert tables.square_values(knight, 1) == ((9, 8, 7, 6, 5, 4, 3, 2, 1), (0,) * 9)


def test_kinds_that_are_not_there() -> None:
    tables = RuleTables(Game("chess").variant)
    for call in (lambda: tables.value(6), lambda: tables.value(-1), lambda: tables.square_values(0, 2)):
        with pytest.raises(IndexError):
            call()
