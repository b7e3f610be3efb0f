"""Facts of RULES.md about castling, en passant and kings, on boards of any shape."""

from __future__ import annotations

import pytest

from tilefish import Game, InputError, Outcome, Termination
from tilefish.rules.text.fen import format_fen, mirrored

from .moves import CASTLING, STONE_ON_E4, from_square, play, refusal

# --- castling ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize(
    ("usual", "kings_takes_rook", "after"),
    [
        ("e1g1", "e1h1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("e1c1", "e1a1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
    ],
)
def test_castling_is_written_in_one_way_and_read_in_both(
    chess960: bool, usual: str, kings_takes_rook: str, after: str
) -> None:
    own, other = (kings_takes_rook, usual) if chess960 else (usual, kings_takes_rook)
    game = Game(fen=CASTLING, chess960=chess960)
    assert own in game.legal_moves
    assert other not in game.legal_moves
    for text in (own, other):
        assert play(game, text).fen() == after
        assert game.pop() == own


def test_castling_that_looks_like_a_step_of_the_king() -> None:
    """Outside of Chess960 too, such a castling is written as king takes rook, and the step means the step."""
    fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1"
    for chess960 in (False, True):
        game = Game(fen=fen, chess960=chess960)
        assert {"f1g1", "f1h1"} <= set(game.legal_moves)
        assert play(game, "f1g1").fen() == "4k3/8/8/8/8/8/8/6KR b - - 1 1"
        game.pop()
        assert play(game, "f1h1").fen() == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"


@pytest.mark.parametrize(
    ("fen", "written"),
    [
        pytest.param("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq", id="KQkq"),
        pytest.param("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq", id="Shredder"),
        pytest.param("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "KQkq", id="any order"),
        pytest.param("r3k2r/8/8/8/8/8/8/R3K2R w Hq - 0 1", "Kq", id="some of both"),
        pytest.param("1r2kr2/8/8/8/8/8/8/1R2KR2 w KQkq - 0 1", "KQkq", id="other files"),
        pytest.param("1r2kr2/8/8/8/8/8/8/1R2KR2 w FBfb - 0 1", "KQkq", id="other files, Shredder"),
        pytest.param("4k3/8/8/8/8/8/8/RR2KR1R w KQ - 0 1", "KQ", id="K and Q are the outermost rooks"),
        pytest.param("4k3/8/8/8/8/8/8/RR2KR1R w FB - 0 1", "FB", id="inner rooks"),
        pytest.param("4k3/8/8/8/8/8/8/RR2KR1R w HB - 0 1", "KB", id="one inner rook"),
        pytest.param("rr2kr1r/8/8/8/8/8/8/4K3 w bf - 0 1", "fb", id="inner rooks of Black"),
        pytest.param("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "-", id="none"),
    ],
)
def test_castling_fields(fen: str, written: str) -> None:
    assert Game(fen=fen, chess960=True).fen().split()[2] == written


def test_an_inner_rook_keeps_its_letter_until_it_is_the_outermost() -> None:
    game = Game(fen="4k3/8/8/8/8/8/8/4KR1R w F - 0 1", chess960=True)
    assert play(game, "h1h8", "e8e7").fen() == "7R/4k3/8/8/8/8/8/4KR2 w K - 2 2"


@pytest.mark.parametrize(
    ("move", "left"),
    [
        ("e1e2", "kq"),
        ("e1g1", "kq"),
        ("a1b1", "Kkq"),
        ("h1g1", "Qkq"),
        ("h1h8", "Qq"),  # captures the other rook
        ("a1a8", "Kk"),
    ],
)
def test_castling_rights_end(move: str, left: str) -> None:
    assert play(Game(fen=CASTLING), move).fen().split()[2] == left


@pytest.mark.parametrize(
    ("fen", "castles"),
    [
        pytest.param("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}, id="free"),
        pytest.param("4k3/8/8/8/8/8/8/RN2KB1R w KQ - 0 1", set(), id="in the way"),
        pytest.param("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", set(), id="out of check"),
        pytest.param("4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"}, id="across an attacked square"),
        pytest.param("4k3/6r1/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1c1"}, id="into check"),
        pytest.param("4k3/1r5r/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}, id="the rook may be attacked"),
        pytest.param("4k3/8/8/8/8/8/8/R3K*1R w KQ - 0 1", {"e1c1"}, id="across void"),
        pytest.param("4k3/8/8/8/8/8/8/R*2K2R w KQ - 0 1", {"e1g1"}, id="the rook across void"),
    ],
)
def test_when_castling_is_legal(fen: str, castles: set[str]) -> None:
    assert {"e1g1", "e1c1"} & set(Game(fen=fen).legal_moves) == castles


# --- en passant -------------------------------------------------------------------------------------------


def test_the_fen_names_the_square_behind_every_double_step() -> None:
    game = Game()
    assert play(game, "e2e4").fen().split()[3] == "e3"
    assert play(game, "d7d5").fen().split()[3] == "d6"
    assert play(game, "g1f3").fen().split()[3] == "-"
    assert play(game, "a7a6").fen().split()[3] == "-"


def test_en_passant_is_for_the_very_next_move() -> None:
    game = play(Game(fen="4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), "d7d5")
    assert "e5d6" in game.legal_moves
    assert play(game.copy(), "e5d6").fen() == "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2"
    assert "e5d6" not in play(game, "e1e2", "e8e7").legal_moves


@pytest.mark.parametrize(
    ("variant", "fen", "step", "passed"),
    [
        ("fragments", "k4/3p1/2P2/5/K4 b - - 0 1", "d4d2", "d3"),
        ("fragments", "k4/5/5/1P3/4K w - - 0 1", "b2b4", "b3"),
        ("void_dimension", "8/1k6/3p4/8/8/8/6K1/8 b - - 0 1", "d6d4", "d5"),
        ("void_dimension", "8/1k6/8/8/8/3P4/6K1/8 w - - 0 1", "d3d5", "d4"),
    ],
)
def test_en_passant_from_the_variants_own_pawn_ranks(variant: str, fen: str, step: str, passed: str) -> None:
    game = play(Game(variant, fen), step)
    assert game.fen().split()[3] == passed
    assert Game(variant, game.fen()).fen() == game.fen()


SLANTED = "4k3/8/8/8/5p2/8/4P1P1/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("step", "passed", "left"),
    [
        ("e2g4", "f3g4", "4k3/8/8/8/8/5p2/6P1/4K3"),
        ("g2e4", "f3e4", "4k3/8/8/8/8/5p2/4P3/4K3"),
    ],
)
def test_a_slanted_double_step_names_the_pawn_that_can_be_captured(step: str, passed: str, left: str) -> None:
    game = play(Game("berolina", SLANTED), step)
    assert game.fen().split()[3] == passed
    again = Game("berolina", game.fen())
    assert (again.fen(), again.key, again.legal_moves) == (game.fen(), game.key, game.legal_moves)
    assert play(again, "f4f3").fen().split()[0] == left
    game.pop()
    assert game.fen() == SLANTED


def test_which_pawn_has_passed_counts_for_repetition() -> None:
    both = "4k3/8/8/8/4PpP1/8/8/4K3 b - {} 0 1"
    keys = {Game("berolina", both.format(field)).key for field in ("f3e4", "f3g4", "-")}
    assert len(keys) == 3
    neither = both.replace("p", "1")
    assert len({Game("berolina", neither.format(field)).key for field in ("f3e4", "f3g4", "-")}) == 1


def test_a_slanted_double_step_turned_round() -> None:
    game = play(Game("berolina", SLANTED), "e2g4")
    variant = game.variant
    assert format_fen(variant, mirrored(variant, game.setup())).split()[3] == "f6g5"


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("f3", ["leaves open which pawn", "f3e4", "f3g4"]),
        ("f3f4", ["en passant on f3f4 cannot be"]),
        ("f3e5", ["en passant on f3e5 cannot be"]),
        ("f3e", ['the en passant field is "f3e"']),
        ("f3e44", ['the en passant field is "f3e44"']),
        ("12", ['the en passant field is "12"']),
    ],
)
def test_a_wrong_field_behind_a_slanted_double_step(field: str, words: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        Game("berolina", f"4k3/8/8/8/4PpP1/8/8/4K3 b - {field} 0 1")
    assert all(word in str(caught.value) for word in words), caught.value


def test_one_square_is_enough_where_one_pawn_can_have_passed() -> None:
    game = Game("berolina", "4k3/8/8/8/5pP1/8/8/4K3 b - f3 0 1")
    assert game.fen().split()[3] == "f3g4"


def test_a_count_in_the_field_is_read_over_where_there_is_no_en_passant() -> None:
    """Cute Chess and Fairy-Stockfish write the limit of Makruk's counts there."""
    game = Game("makruk", "4k3/8/8/8/8/2R5/8/4K3 w - 32 7 40")
    assert game.fen() == "4k3/8/8/8/8/2R5/8/4K3 w - - 7 40"


@pytest.mark.parametrize(
    ("world", "why"),
    [
        ("8/8/8/8/4>3/8/8/8", "the pawn is carried on"),
        ("8/8/8/8/4>%2/8/8/8", "the pawn is destroyed"),
        ("8/8/8/8/8/3>4/8/8", "the passed-over square is filled by a belt"),
        (STONE_ON_E4, "a sequence gives no right"),
    ],
)
def test_no_en_passant_after_all(world: str, why: str) -> None:
    game = Game(fen="4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 1", world=world)
    for move in (move for move in game.legal_moves if move.startswith("e2e4")):
        game.push(move)
        assert game.fen().split()[3] == "-", f"{why}: {move}"
        game.pop()


# --- voids and missing kings ------------------------------------------------------------------------------


def test_a_void_of_the_fen_makes_any_tile_void() -> None:
    game = Game("ruined_overworld", "4k3/8/8/8/3**3/8/8/R2QK3 w - - 0 1")
    assert game.fen() == "4k3/8/8/8/3**3/8/8/R2QK3 w - - 0 1"
    assert from_square(game, "d1") == {
        *("d1b1", "d1c1", "d1d2", "d1d3", "d1c2", "d1b3", "d1a4"),
        *("d1e2", "d1f3", "d1g4", "d1h5"),
    }
    assert "*" in play(game, "a1a2").fen()
    assert "*" in game.copy().fen()
    assert "*" not in Game("ruined_overworld").fen(), "the void belongs to that game alone"


def test_the_voids_of_the_variant_may_be_missing_and_are_written() -> None:
    island = Game("void_dimension")
    bare = Game("void_dimension", "8/1nbqkbr1/1pppppp1/8/8/1PPPPPP1/1NBQKBR1/8 w - - 0 1")
    assert bare.fen() == island.fen()
    assert bare.key == island.key
    assert bare.legal_moves == island.legal_moves


def test_a_king_may_be_missing_only_where_belts_run_and_only_of_the_side_to_move() -> None:
    fen = "8/8/8/8/8/8/8/4K3 b - - 0 1"
    game = Game("fear_factory", fen)
    assert game.fen() == "8/8/*6*/8/8/*6*/8/4K3 b - - 0 1"
    assert game.legal_moves == []
    assert game.outcome() == Outcome("white", Termination.KING_DESTROYED)
    assert game.perft(1) == game.perft(3) == 0
    assert game.perft(0) == 1
    assert Game(fen=fen, world="8/8/8/8/3>4/8/8/8").outcome() == Outcome("white", Termination.KING_DESTROYED)
    assert "black has no king" in refusal(lambda: Game("fear_factory", fen.replace(" b ", " w ")))
    assert "black has no king" in refusal(lambda: Game("ruined_overworld", fen))
    assert "white has no king" in refusal(lambda: Game("fear_factory", "8/8/8/8/8/8/8/8 b - - 0 1"))
