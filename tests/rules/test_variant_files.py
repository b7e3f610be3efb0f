"""What a variant file may say, and what each key does."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.values import value_in_file

from tilefish.rules.errors import VariantError
from tilefish.rules.model.variant import Castling, EndRules, Kind, Variant
from tilefish.rules.model.weights import USUAL_WEIGHTS, WEIGHT_NAMES, Numbers
from tilefish.rules.text.betza import parse_betza
from tilefish.rules.text.fen import format_fen

from .files import load, write


def variant_of(folder: Path, text: str, name: str = "mine.toml") -> Variant:
    return load(write(folder, name, text))


def kind_of(variant: Variant, name: str) -> Kind:
    kind = variant.kind(name)
    assert kind is not None
    return kind


def weights_of(variant: Variant) -> dict[str, Numbers]:
    return dict(zip(WEIGHT_NAMES, variant.evaluation, strict=True))


def names_of(variant: Variant, squares: frozenset[int]) -> str:
    return " ".join(sorted(variant.square_name(square) for square in squares))


def test_an_empty_file_is_chess_without_values(tmp_path: Path) -> None:
    variant = variant_of(tmp_path, "")
    assert (variant.name, variant.title) == ("mine", "mine")
    assert (variant.files, variant.ranks) == (8, 8)
    assert variant.plain_floor
    assert format_fen(variant, variant.start) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert "".join(kind.letter for kind in variant.kinds) == "pnbrqk"
    assert all(kind.value is None and kind.squares is None for kind in variant.kinds)
    assert [kind.name for kind in variant.kinds if kind.minor] == ["knight", "bishop"]
    assert kind_of(variant, "king").royal
    pawn = kind_of(variant, "pawn")
    assert pawn.pawn
    assert pawn.steps == parse_betza("fmWfcFifmnD")
    assert names_of(variant, pawn.initial_squares[0]) == "a2 b2 c2 d2 e2 f2 g2 h2"
    assert names_of(variant, pawn.initial_squares[1]) == "a7 b7 c7 d7 e7 f7 g7 h7"
    assert variant.promotion_to == (("queen", "rook", "bishop", "knight"),) * 2
    assert variant.promotion_rank == (7, 0)
    assert variant.en_passant
    assert variant.castling == Castling((6, 2), (5, 3), "rook")
    assert variant.end == EndRules(False, 3, True, "bare-kings")
    assert variant.evaluation == USUAL_WEIGHTS


EVERY_KEY = """
    title = "All"
    rules = '''
    Two paragraphs.
    '''
    source = "me"
    board = "4x5"
    start = "ck1d/pppp/*3/PPPP/1K1D w - - 3 9"
    tiles = "4/4/1~o1/4/4"

    [pieces]
    knight = false
    bishop = false
    queen = false
    rook = { letter = "d", moves = "R2", value = [400, 450] }
    cat = { letter = "c", moves = "WimA", minor = true }
    king = { squares = { middlegame = [
        [5, 5, 5, 5],
        [4, 4, 4, 4],
        [3, 3, 3, 3],
        [2, 2, 2, 2],
        [0, 1, 1, 0]], endgame = [
        [9, 9, 9, 9],
        [9, 9, 9, 9],
        [9, 9, 9, 9],
        [9, 9, 9, 9],
        [9, 9, 9, 8]] } }

    [pawns]
    double_step = { white = [1, 2], black = false }
    en_passant = false

    [promotion]
    to = { white = ["rook"], black = ["cat", "rook"] }
    rank = { white = 4, black = 1 }

    [castling]
    king_files = ["d", "a"]
    rook_files = ["c", "b"]
    partner = "cat"

    [end]
    stalemate = "loss"
    repetition = false
    fifty_moves = false
    draw_by_material = "none"

    [evaluation]
    tempo = -3
    passed = [70, 2000]
    king_friends = [-1, 0, 1]
"""


def test_every_key(tmp_path: Path) -> None:
    variant = variant_of(tmp_path, EVERY_KEY)
    assert (variant.title, variant.rules, variant.source) == ("All", "Two paragraphs.", "me")
    assert (variant.files, variant.ranks) == (4, 5)
    assert variant.tiles == "........*~o.........", "the void of the FEN belongs to the tiles"
    assert format_fen(variant, variant.start) == "ck1d/pppp/*3/PPPP/1K1D w - - 3 9"
    assert [kind.name for kind in variant.kinds] == ["pawn", "rook", "king", "cat"]
    pawn, rook, king, cat = variant.kinds
    assert rook.value == (400, 450)
    assert rook.steps == parse_betza("W2")
    assert king.squares is not None
    assert king.squares[0][:5] == (0, 1, 1, 0, 2)
    assert king.squares[1][:4] == (9, 9, 9, 8)
    assert cat.minor
    assert [names_of(variant, squares) for squares in cat.initial_squares] == ["", "a5"]
    assert [names_of(variant, squares) for squares in pawn.initial_squares] == ["a1 a2 b1 b2 c1 c2 d1 d2", ""]
    assert not variant.en_passant
    assert variant.promotion_to == (("rook",), ("cat", "rook"))
    assert variant.promotion_rank == (3, 0)
    assert variant.castling == Castling((3, 0), (2, 1), "cat")
    assert variant.end == EndRules(True, 0, False, "none")
    said = {"tempo": (-3,), "passed": (70, 2000), "king_friends": (-1, 0, 1)}
    assert weights_of(variant) == {**dict(zip(WEIGHT_NAMES, USUAL_WEIGHTS, strict=True)), **said}


def test_voids_of_the_tile_map_are_written_into_the_start(tmp_path: Path) -> None:
    variant = variant_of(tmp_path, 'tiles = "8/8/*6*/8/8/8/8/8"')
    assert format_fen(variant, variant.start) == "rnbqkbnr/pppppppp/*6*/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_an_endgame_table_may_be_missing(tmp_path: Path) -> None:
    rows = str([[0] * 8] * 7 + [[7] * 8])
    variant = variant_of(tmp_path, f"[pieces.rook.squares]\nmiddlegame = {rows}")
    squares = kind_of(variant, "rook").squares
    assert squares == ((7,) * 8 + (0,) * 56,) * 2


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b'\xef\xbb\xbftitle = "Mine"\r\ntiles = """\r\n' + b"........\r\n" * 8 + b'"""\r\n')
    assert load(path).title == "Mine"


# --- extends ---------------------------------------------------------------------------------------------


def test_extends_inherits_weight_by_weight(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", "[evaluation]\ntempo = 7\npair = [1, 2]\nshield = 5")
    weights = weights_of(
        variant_of(
            tmp_path,
            """
        extends = "base"
        [evaluation]
        pair = [3, 4]
        """,
        )
    )
    assert weights["tempo"] == (7,)
    assert weights["pair"] == (3, 4)
    assert weights["shield"] == (5,)
    assert weights["mobility"] == dict(zip(WEIGHT_NAMES, USUAL_WEIGHTS, strict=True))["mobility"]


def test_extends_inherits_key_by_key(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", """
        title = "Base"
        rules = "Be nice."
        castling = false
        [pieces]
        cat = { letter = "c", moves = "WA", value = [1, 2], minor = true }
        [end]
        stalemate = "loss"
        repetition = 5
    """)  # fmt: skip
    variant = variant_of(tmp_path, """
        extends = "base"
        [pieces]
        cat = { value = [3, 4] }
        dog = { letter = "d", moves = "K" }
        [end]
        repetition = 4
    """)  # fmt: skip
    assert (variant.name, variant.title, variant.rules) == ("mine", "Base", "Be nice.")
    assert variant.castling is None
    assert variant.end == EndRules(True, 4, True, "bare-kings")
    assert [kind.name for kind in variant.kinds][-2:] == ["cat", "dog"]
    cat = kind_of(variant, "cat")
    assert (cat.letter, cat.betza, cat.value, cat.minor) == ("c", "WA", (3, 4), True)
    assert variant.promotion_to[0][-2:] == ("cat", "dog")


def test_new_moves_do_not_inherit_value_and_tables(tmp_path: Path) -> None:
    variant = variant_of(tmp_path, 'extends = "chess"\npieces.bishop.moves = "BN"')
    bishop = kind_of(variant, "bishop")
    assert (bishop.value, bishop.squares, bishop.minor) == (None, None, False)
    assert kind_of(variant, "knight").value == value_in_file("chess", "knight")


def test_another_board_does_not_inherit_square_tables(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", f"pieces.rook.squares.middlegame = {[[0] * 8] * 8}\n")
    variant = variant_of(tmp_path, """
        extends = "base"
        board = "3x3"
        start = "1k1/3/1K1 w - - 0 1"
    """)  # fmt: skip
    assert kind_of(variant, "rook").squares is None


def test_the_base_beside_the_file_comes_before_the_known_one(tmp_path: Path) -> None:
    write(tmp_path, "fragments.toml", 'title = "Mine"')
    assert variant_of(tmp_path, 'extends = "fragments"').title == "Mine"


def test_a_file_may_extend_the_bundled_variant_of_its_own_name(tmp_path: Path) -> None:
    variant = variant_of(tmp_path, 'extends = "chess"\ntitle = "My chess"', "chess.toml")
    assert (variant.name, variant.title) == ("chess", "My chess")
    assert kind_of(variant, "queen").value == value_in_file("chess", "queen")


def test_the_other_word_for_chess(tmp_path: Path) -> None:
    assert variant_of(tmp_path, 'extends = "standard"').title == "Chess"


# --- castling --------------------------------------------------------------------------------------------


def test_castling_false_can_be_taken_back(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", "castling = false")
    variant = variant_of(
        tmp_path, 'extends = "base"\n[castling]\nking_files = ["f", "c"]\nrook_files=["e","d"]'
    )
    assert variant.castling == Castling((5, 2), (4, 3), "rook")


@pytest.mark.parametrize(
    ("board", "start", "castling"),
    [
        ("6x6", "rnbqkr/pppppp/6/6/PPPPPP/RNBQKR w KQkq - 0 1", Castling((4, 2), (3, 3))),
        ("7x4", "4k2/7/7/4K2 w - - 0 1", Castling((5, 2), (4, 3))),
        ("5x5", "4k/5/5/5/4K w - - 0 1", None),
    ],
)
def test_castling_is_counted_from_the_edges(
    tmp_path: Path, board: str, start: str, castling: Castling | None
) -> None:
    assert variant_of(tmp_path, f'board = "{board}"\nstart = "{start}"').castling == castling


def test_no_rook_no_castling(tmp_path: Path) -> None:
    variant = variant_of(tmp_path, """
        start = "nnbqkbnn/pppppppp/8/8/8/8/PPPPPPPP/NNBQKBNN w - - 0 1"
        pieces.rook = false
    """)  # fmt: skip
    assert variant.castling is None


# --- the judge -------------------------------------------------------------------------------------------


def test_the_judge_sees_the_whole_variant_and_may_refuse_it(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.toml", 'title = "M"\nstart = "k7/8/8/8/8/8/8/K7 w - - 0 1"')
    seen: list[Variant] = []

    def judge(variant: Variant) -> str | None:
        seen.append(variant)
        return "neither side can win"

    with pytest.raises(VariantError, match=r"mine\.toml:2: the start position: neither side can win"):
        load(path, judge)
    assert [variant.title for variant in seen] == ["M"]
    assert load(path, lambda variant: None).title == "M"
