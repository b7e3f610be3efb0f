"""`Game`, the Python face: what it takes, what it tells, and the facts of RULES.md as its user meets them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tilefish import Game, InputError, Library, Outcome, Variant

BUNDLED = [
    "chess",
    "fear_factory",
    "fragments",
    "fragments2",
    "pirate_seas",
    "ruined_overworld",
    "twisted_carnival",
    "void_dimension",
    "volcanic_wasteland",
]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STONE_ON_E4 = "8/8/8/8/4o3/8/8/8"
ISLAND = """
title = "The Island"
board = "4x5"
start = "kp2/4/4/4/2PK w - - 0 1"
rules = "Nothing but sand."
source = "This test."
"""


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game.push(move)
    return game


def from_square(game: Game, square: str) -> set[str]:
    return {move for move in game.legal_moves if move.startswith(square)}


def refusal(wrong: Callable[[], object]) -> str:
    """The message of the InputError, which is for people: one line, not too long."""
    with pytest.raises(InputError) as caught:
        wrong()
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400
    return message


# --- setting up --------------------------------------------------------------------------------------------


def test_a_game_of_chess_is_the_default() -> None:
    game = Game()
    assert game.fen() == START
    assert game.variant.name == "chess"
    assert game.turn == "white"
    assert not game.in_check
    assert not game.chess960
    assert game.move_stack == []
    assert game.outcome() is None


@pytest.mark.parametrize("name", BUNDLED)
def test_every_bundled_variant_starts_from_its_start(name: str) -> None:
    game = Game(name)
    assert game.fen() == game.variant.start
    assert game.turn == "white"
    assert game.legal_moves
    assert game.key == game.key_from_scratch == Game(name).key


def test_a_variant_may_be_a_name_a_path_or_a_variant(tmp_path: Path) -> None:
    path = tmp_path / "island.toml"
    path.write_text(ISLAND)
    variant = Library([path]).load("island")
    assert isinstance(variant, Variant)
    games = [
        Game(str(path)),
        Game(path),
        Game(variant),
        Game("island", library=Library([path])),
        Game("island", library=Library([tmp_path])),
    ]
    for game in games:
        assert game.fen() == "kp2/4/4/4/2PK w - - 0 1"
        assert set(game.legal_moves) == {"c1c2", "d1c2", "d1d2"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ches", ['unknown variant "ches"', 'did you mean "chess"', "fragments"]),
        ("", ['unknown variant ""', "known are chess"]),
        ("nowhere/to/be.toml", ["nowhere/to/be.toml", "no such file"]),
    ],
)
def test_an_unknown_variant(name: str, words: list[str]) -> None:
    message = refusal(lambda: Game(name))
    assert all(word in message for word in words), message


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/11111111/8/44/8/8/323/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 12", "4k3/8/8/8/8/8/8/4K3 b - - 12 1"),
        ("  4k3/8/8/8/8/8/8/4K3   w  -  -  3  0 ", "4k3/8/8/8/8/8/8/4K3 w - - 3 1"),
    ],
)
def test_fens_that_others_write_shorter_or_longer(short: str, whole: str) -> None:
    assert Game(fen=short).fen() == whole


@pytest.mark.parametrize(
    ("variant", "fen", "words"),
    [
        ("chess", "", ["the FEN is empty", START]),
        ("chess", "   ", ["the FEN is empty"]),
        ("chess", "4k3/8/8/80/8/8/8/4K3 w", ["rank 5", '("80") has 9 squares', "8 files"]),
        ("chess", START + " more", ["at most six fields", "has 7"]),
        ("chess", "8/8/8/8/8/8/8 w - - 0 1", ["7 ranks", "chess has 8"]),
        ("fragments", START, ["8 ranks", "fragments has 5"]),
        ("chess", "4k3/8/8/8/7/8/8/4K3 w - - 0 1", ["rank 4", '"7"', "7 squares", "8 files"]),
        ("chess", "4k3/8/8/8/44p/8/8/4K3 w - - 0 1", ["rank 4", "8 files"]),
        ("chess", "4k3/8/8/8/4x3/8/8/4K3 w - - 0 1", ['"x" is no piece of chess', "Q/q"]),
        ("pirate_seas", "4k3/8/8/8/~7/8/8/4K3 w - - 0 1", ['"~"', "belongs to the variant, not to the FEN"]),
        ("pirate_seas", "4k3/8/8/8/R7/8/8/4K3 w - - 0 1", ["white rook on a4 stands on water"]),
        ("volcanic_wasteland", "4k3/8/8/5n2/8/8/8/4K3 w - - 0 1", ["black knight on f5 stands on lava"]),
        ("void_dimension", "k7/8/8/8/8/8/8/4K3 w - - 0 1", ["black king on a8 stands on void"]),
        ("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", ["black has no king"]),
        ("chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", ["white has no king"]),
        ("chess", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1", ["white has 2 kings"]),
        ("chess", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", ['the side to move is "x"', "w or b"]),
        ("chess", "4k3/8/8/8/8/8/8/4K3 W - - 0 1", ['the side to move is "W"']),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", ['castling right "K" cannot be', "white"]),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w k - 0 1", ['castling right "k" cannot be', "black"]),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w A - 0 1", ['castling right "A" cannot be']),
        ("chess", "4k3/8/8/8/8/8/4K3/7R w K - 0 1", ['castling right "K" cannot be', "first rank"]),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", ["up to four different letters"]),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w KH - 0 1", ['"KH" names the same rook twice']),
        ("chess", "4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", ["two rooks on the same side", "white"]),
        ("fragments", "nqkbr/ppppp/5/PPPPP/RBKQN w KQ - 0 1", ["fragments has no castling"]),
        ("void_dimension", "8/4k3/8/8/8/8/4K1R1/8 w K - 0 1", ["void_dimension has no castling"]),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", ['the en passant field is "e9"']),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", ["en passant on e6 cannot be", "no black pawn"]),
        ("chess", "4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", ["en passant on e6 cannot be", "no white pawn"]),
        ("chess", "4k3/8/8/8/4P3/4n3/8/4K3 b - e3 0 1", ["en passant on e3 cannot be"]),
        ("chess", "4k3/8/8/8/8/4P3/8/4K3 b - e2 0 1", ["en passant on e2 cannot be"]),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", ['the half-move counter is "-1"', "0 to"]),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", ['the half-move counter is "1.5"']),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - ٣ 1", ["the half-move counter"]),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 x", ['the move number is "x"']),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1000000", ["the move number"]),
        ("chess", "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", ["black is in check and white is to move"]),
        ("chess", "4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", ["white is in check and black is to move"]),
        ("ruined_overworld", "4k3/8/5n2/8/8/8/8/4K3 b - - 0 1", ["white is in check and black is to move"]),
    ],
)
def test_a_wrong_fen(variant: str, fen: str, words: list[str]) -> None:
    message = refusal(lambda: Game(variant, fen))
    assert all(word in message for word in words), message


# --- worlds and pieces ------------------------------------------------------------------------------------


def test_a_world_is_laid_over_the_board() -> None:
    game = Game(world="8/8/8/8/~~~~~~~~/8/8/8")
    assert game.fen() == START
    assert "e2e4" not in game.legal_moves
    assert "e2e3" in game.legal_moves
    assert Game(world="8/8/8/8/8/8/8/8").legal_moves == Game().legal_moves


def test_a_world_replaces_the_terrain_of_the_variant() -> None:
    assert from_square(Game("pirate_seas"), "e2") == {"e2e3"}
    assert from_square(Game("pirate_seas", world="8/8/8/8/8/8/8/8"), "e2") == {"e2e3", "e2e4"}


def test_a_world_that_the_start_does_not_fit_may_fit_a_fen() -> None:
    game = Game(fen="4k3/8/8/8/8/8/8/4K3 w - - 0 1", world="8/8/8/8/8/8/8/*7")
    assert game.fen() == "4k3/8/8/8/8/8/8/*3K3 w - - 0 1"


@pytest.mark.parametrize("nothing", [None, "", "  "])
def test_an_empty_world_is_the_variants_own(nothing: str | None) -> None:
    assert Game("pirate_seas", world=nothing).legal_moves == Game("pirate_seas").legal_moves


@pytest.mark.parametrize(
    ("variant", "world", "words"),
    [
        ("chess", "8/8", ["2 ranks", "the board has 8"]),
        ("fragments", "8/8/8/8/8/8/8/8", ["8 ranks", "the board has 5"]),
        ("chess", "8/8/8/8/7/8/8/8", ["rank 4", "7 tiles", "8 files"]),
        ("chess", "8/8/8/8/4#3/8/8/8", ['"#" on rank 4', "is no tile", "lava"]),
        ("chess", "8/8/8/8/9/8/8/8", ['"9" on rank 4', "1 to 8"]),
        ("chess", "8/8/8/8/8/8/8/*7", ["white rook on a1 stands on void"]),
        ("chess", "4~3/8/8/8/8/8/8/8", ["black king on e8 stands on water"]),
    ],
)
def test_a_wrong_world(variant: str, world: str, words: list[str]) -> None:
    message = refusal(lambda: Game(variant, world=world))
    assert all(word in message for word in words), message


def test_pieces_are_changed_and_added() -> None:
    game = Game(pieces="r:RN")
    assert from_square(game, "a1") == {"a1b3"}
    game = Game(pieces="c:BN, n : W", fen="4k3/8/8/3c4/8/8/8/2N1K3 b - - 0 1")
    assert {"d5e3", "d5a8"} <= set(game.legal_moves)
    assert from_square(play(game, "e8d8"), "c1") == {"c1b1", "c1d1", "c1c2"}


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ("r", ['"r" is no piece', "letter, colon and moves"]),
        ("r:", ['the piece "r"', "the moves are empty"]),
        ("r:RX", ['the piece "r"', '"RX"', 'letter 2 ("X")']),
        ("r:R,r:N", ['"r" is there twice']),
        ("rr:R", ['"rr" is no letter']),
        ("é:R", ["is no letter"]),
        ("p:K", ['"p" is the pawn', "a variant file"]),
        (",".join(f"{letter}:W" for letter in "acdefghijlmo"), ["one too many", "16 kinds"]),
    ],
)
def test_wrong_pieces(pieces: str, words: list[str]) -> None:
    message = refusal(lambda: Game(pieces=pieces))
    assert all(word in message for word in words), message


# --- playing ----------------------------------------------------------------------------------------------


def test_push_and_pop() -> None:
    game = Game()
    seen = [(game.fen(), game.key)]
    moves = ["e2e4", "d7d5", "e4d5", "g8f6", "f1b5", "c7c6", "d5c6", "b7c6", "g1f3", "c6b5", "e1g1"]
    for move in moves:
        game.push(move)
        assert game.key == game.key_from_scratch
        seen.append((game.fen(), game.key))
    assert game.move_stack == moves
    assert game.turn == "black"
    while game.move_stack:
        assert (game.fen(), game.key) == seen.pop()
        assert game.pop() == moves.pop()
    assert (game.fen(), game.key) == seen.pop()
    assert refusal(game.pop) == "there is no move to take back"


@pytest.mark.parametrize("text", ["e2e4", "E2E4", " e2e4\n", "e2E4"])
def test_a_move_is_read_kindly(text: str) -> None:
    assert play(Game(), text).move_stack == ["e2e4"]


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        (START, "", ['"" is no move', "e2e4"]),
        (START, "e4", ['"e4" is no move', "a1 to h8"]),
        (START, "Nf3", ['"nf3" is no move']),
        (START, "e2e9", ['"e2e9" is no move']),
        (START, "e2e4,e4e5", ['"e2e4,e4e5" is no move', "three of a stone sequence"]),
        (START, "e2e5", ["e2e5 is not legal", "the pawn on e2 has e2e3, e2e4"]),
        (START, "e4e5", ["e4e5 is not legal", "e4 is empty", "legal moves are"]),
        (START, "e7e5", ["e7e5 is not legal", "the pawn on e7 has no legal move"]),
        (START, "e1e2", ["the king on e1 has no legal move"]),
        (START, "e2e4q", ["e2e4q is not legal"]),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8", ["a7a8 is not legal", "a7a8q"]),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8k", ["a7a8k is not legal"]),
        ("k7/8/8/8/8/8/r7/1K5r w - - 0 1", "b1b2", ["b1b2 is not legal", "b1a2"]),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8g8", ["the game is over", "black has no move"]),
    ],
)
def test_a_wrong_move(fen: str, move: str, words: list[str]) -> None:
    game = Game(fen=fen)
    before = (game.fen(), game.key, game.legal_moves, game.move_stack)
    message = refusal(lambda: game.push(move))
    assert all(word in message for word in words), message
    assert (game.fen(), game.key, game.legal_moves, game.move_stack) == before


def test_squares_beyond_a_small_board() -> None:
    assert "a1 to e5" in refusal(lambda: Game("fragments").push("f2f3"))


def test_a_copy_goes_its_own_way() -> None:
    game = play(Game(), "e2e4")
    twin = game.copy()
    play(twin, "e7e5", "g1f3")
    assert game.move_stack == ["e2e4"]
    assert game.turn == "black"
    play(game, "c7c5")
    assert twin.move_stack == ["e2e4", "e7e5", "g1f3"]
    assert twin.pop() == "g1f3"
    assert twin.pop() == "e7e5"
    assert twin.pop() == "e2e4"
    assert twin.fen() == START
    assert game.move_stack == ["e2e4", "c7c5"]


def test_a_copy_keeps_the_past_and_the_settings() -> None:
    game = Game(pieces="r:RN", chess960=True, world=STONE_ON_E4)
    there = ["b1c3", "b8c6", "c3b1", "c6b8"]
    twin = play(game, *there, *there[:3]).copy()
    assert twin.chess960
    assert twin.variant == game.variant
    assert twin.outcome() is None
    assert play(twin, there[3]).outcome() == Outcome(None, "repetition")
    assert game.outcome() is None


# --- castling ---------------------------------------------------------------------------------------------

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


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
    assert game.outcome() == Outcome("white", "king destroyed")
    assert game.perft(1) == game.perft(3) == 0
    assert game.perft(0) == 1
    assert Game(fen=fen, world="8/8/8/8/3>4/8/8/8").outcome() == Outcome("white", "king destroyed")
    assert "black has no king" in refusal(lambda: Game("fear_factory", fen.replace(" b ", " w ")))
    assert "black has no king" in refusal(lambda: Game("ruined_overworld", fen))
    assert "white has no king" in refusal(lambda: Game("fear_factory", "8/8/8/8/8/8/8/8 b - - 0 1"))


# --- terrain ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", "*~%")
def test_unsafe_tiles_stop_slides_and_let_leaps_cross(tile: str) -> None:
    game = Game(fen="4k3/8/8/8/R3N3/8/8/4K3 w - - 0 1", world=f"8/8/8/4{tile}3/1{tile}6/4{tile}3/8/8")
    assert from_square(game, "a4") == {"a4a1", "a4a2", "a4a3", "a4a5", "a4a6", "a4a7", "a4a8"}
    knight = {"e4c3", "e4c5", "e4d2", "e4d6", "e4f2", "e4f6", "e4g3", "e4g5"}
    assert from_square(game, "e4") == knight


@pytest.mark.parametrize("tile", "=?.")
def test_bridges_and_spawn_tiles_are_walked_like_floor(tile: str) -> None:
    world = f"8/8/8/8/{tile * 8}/8/8/8"
    for fen in (START, "4k3/8/8/8/R2n3p/8/8/4K3 w - - 0 1"):
        assert Game(fen=fen, world=world).divide(2) == Game(fen=fen).divide(2)


# --- stones -----------------------------------------------------------------------------------------------


def test_every_working_glide_is_accepted_and_one_is_written() -> None:
    game = Game(fen="7k/8/8/8/R7/8/8/K7 w - - 0 1", world=STONE_ON_E4)
    own = "a4e4,e4d4,d4h4"
    assert own in game.legal_moves
    assert "a4e4" not in game.legal_moves
    for glide in ("d4", "f4"):
        play(game, f"a4e4,e4{glide},{glide}h4")
        assert game.fen() == "7k/8/8/8/7R/8/8/K7 b - - 1 1"
        assert game.pop() == own
    for glide in ("h3", "h5"):  # no neighbours
        assert "is not legal" in refusal(lambda glide=glide: game.push(f"a4e4,e4{glide},{glide}h4"))
    for glide in ("d3", "e3", "f3", "d5", "e5", "f5"):  # no way to h4 from there
        assert "is not legal" in refusal(lambda glide=glide: game.push(f"a4e4,e4{glide},{glide}h4"))
    for broken in ("a4e4,d4d4,d4h4", "a4e4,e4d4,f4h4", "a4e4,e4e4,e4h4", "a4d4,d4e4,e4h4", "a4e4,e4d4,d4h4q"):
        assert "is not legal" in refusal(lambda broken=broken: game.push(broken))
    assert game.move_stack == []


@pytest.mark.parametrize(
    ("fen", "move", "after"),
    [
        pytest.param(
            "7k/8/8/8/8/2N5/8/K7 w - - 0 1",
            "c3e4,e4d5,d5f6",
            "7k/8/5N2/8/8/8/8/K7 b - - 1 1",
            id="land, glide, leap",
        ),
        pytest.param(
            "7k/8/8/8/R3p2p/8/8/K7 w - - 5 1",
            "a4e4,e4d4,d4h4",
            "7k/8/8/8/7R/8/8/K7 b - - 0 1",
            id="captures on the first and the third leg",
        ),
        pytest.param(
            "7k/8/8/8/R7/8/8/K7 w - - 0 1",
            "a4e4,e4d4,d4a4",
            "7k/8/8/8/R7/8/8/K7 b - - 1 1",
            id="back to where the turn began",
        ),
        pytest.param(
            "7k/8/8/8/R7/8/8/K7 w - - 0 1",
            "a4e4,e4e3,e3e4",
            "7k/8/8/8/4R3/8/8/K7 b - - 1 1",
            id="a leap onto the stone's own tile",
        ),
        pytest.param(
            "7k/8/8/8/8/8/4P3/K7 w - - 0 1",
            "e2e4,e4d5,d5d6",
            "7k/8/3P4/8/8/8/8/K7 b - - 0 1",
            id="a double step is a landing, and gives no en passant",
        ),
        pytest.param(
            "7k/8/8/8/4R3/8/8/K7 w - - 0 1",
            "e4h4",
            "7k/8/8/8/7R/8/8/K7 b - - 1 1",
            id="off the stone like any other",
        ),
        pytest.param(
            "7k/4P3/8/8/8/8/8/K7 w - - 0 1",
            "e7e8q",
            "4Q2k/8/8/8/8/8/8/K7 b - - 0 1",
            id="no stone, no sequence",
        ),
    ],
)
def test_stone_sequences(fen: str, move: str, after: str) -> None:
    game = Game(fen=fen, world=STONE_ON_E4)
    assert move in game.legal_moves
    assert play(game, move).fen() == after


def test_a_pawn_that_lands_on_its_last_rank_promotes_only_by_its_leap() -> None:
    game = Game(fen="k7/4P3/8/8/8/8/8/K7 w - - 0 1", world="4o3/8/8/8/8/8/8/8")
    landings = from_square(game, "e7")
    assert landings == {
        f"e7e8,e8{glide},{glide}{end}{promotion}"
        for glide, end in (("d7", "d8"), ("e7", "e8"), ("f7", "f8"))
        for promotion in "qrbn"
    }
    assert play(game, "e7e8,e8f7,f7f8n").fen() == "k4N2/8/8/8/8/8/8/K7 b - - 0 1"


def test_a_landing_without_a_glide_is_no_move() -> None:
    fen = "k7/8/8/3ppp2/3p1p2/2Nppp2/8/K7 w - - 0 1"
    assert not any("," in move for move in Game(fen=fen, world=STONE_ON_E4).legal_moves)
    freed = Game(fen=fen.replace("3ppp2/3p1p2", "3pp3/3p1p2"), world=STONE_ON_E4)
    assert {"c3e4,e4f5,f5e7", "c3e4,e4f5,f5d4"} <= set(freed.legal_moves)


def test_mate_by_a_stone_sequence() -> None:
    """The example of RULES.md, section 9."""
    game = play(Game("ruined_overworld"), "e2e4,e4e3,e3e4", "g8f6")
    assert game.in_check
    assert game.legal_moves == []
    assert game.outcome() == Outcome("black", "checkmate")


# --- belts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "before", "after", "clock"),
    [
        pytest.param("3>4", "3n4", "4n3", 8, id="one tile on"),
        pytest.param("3<4", "3n4", "2n5", 8, id="to the left"),
        pytest.param("3>>3", "3n4", "4n3", 8, id="one tile a turn"),
        pytest.param("3>>3", "3nb3", "4nb2", 8, id="a train"),
        pytest.param("3>^3", "3nb3", "4n3", 8, id="the place is left in time"),
        pytest.param("3><3", "3nb3", "3bn3", 8, id="facing belts exchange"),
        pytest.param("3>=3", "3n4", "4n3", 8, id="onto a bridge"),
        pytest.param("3>o3", "3n4", "4n3", 8, id="onto a stone, and no sequence"),
        pytest.param("7>", "7n", "8", 0, id="off the board"),
        pytest.param("3>*3", "3n4", "4*3", 0, id="into the void"),
        pytest.param("3>~3", "3n4", "8", 0, id="drowned"),
        pytest.param("3>%3", "3n4", "8", 0, id="burnt"),
        pytest.param("3>4", "3nP3", "4n3", 0, id="crushes an enemy"),
        pytest.param("3>4", "3nb3", "4n3", 0, id="crushes a friend"),
        pytest.param("3>1<2", "3n1b2", "4n3", 0, id="the smaller index stands"),
        pytest.param("3>1<2", "3n1B2", "4n3", 0, id="the smaller index stands, whoever it is"),
    ],
)
def test_belts(row: str, before: str, after: str, clock: int) -> None:
    """The fourth rank after a move far away. The clock goes back for what is destroyed alone."""
    game = Game(fen=f"7k/8/8/8/{before}/8/8/K7 w - - 7 1", world=f"8/8/8/8/{row}/8/8/8")
    play(game, "a1a2")
    assert game.fen().split("/")[4] == after
    assert game.fen().split()[4] == str(clock)


def test_belts_carry_up_and_down_and_after_moves_of_both_sides() -> None:
    game = Game(fen="7k/8/8/8/2N2n2/8/8/K7 w - - 0 1", world="8/8/8/2v2v2/2^2v2/2^2v2/8/8")
    assert play(game, "a1a2").fen() == "7k/8/8/2N5/8/5n2/K7/8 b - - 1 1"
    assert play(game, "h8h7").fen() == "8/7k/8/8/2N5/8/K4n2/8 w - - 2 2"


@pytest.mark.parametrize(
    ("world", "fen", "move", "after"),
    [
        pytest.param(
            "8/8/8/8/8/8/8/7^",
            "4k3/8/8/8/8/8/8/4K2R b K - 0 1",
            "e8d8",
            "3k4/8/8/8/8/8/7R/4K3 w - - 1 2",
            id="a carried rook has no castling right",
        ),
        pytest.param(
            "8/8/8/8/8/8/8/4>3",
            "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1",
            "e8d8",
            "3k4/8/8/8/8/8/8/R4K2 w - - 1 2",
            id="nor has a carried king",
        ),
        pytest.param(
            "8/3^4/8/8/8/8/8/8",
            "7k/3P4/8/8/8/8/8/K7 b - - 4 1",
            "h8h7",
            "3P4/7k/8/8/8/8/8/K7 w - - 5 2",
            id="no promotion by belt",
        ),
        pytest.param(
            "8/8/8/8/4>3/8/8/8",
            "7k/8/8/8/8/4R3/8/K7 w - - 0 1",
            "e3e4",
            "7k/8/8/8/5R2/8/8/K7 b - - 1 1",
            id="the piece that has just arrived is carried, too",
        ),
        pytest.param(
            "8/8/8/8/4>3/8/8/8",
            "7k/8/8/8/4R3/8/8/K7 w - - 0 1",
            "e4e3",
            "7k/8/8/8/8/4R3/8/K7 b - - 1 1",
            id="the piece that has just left is not",
        ),
    ],
)
def test_what_belts_do_to_rights_and_pawns(world: str, fen: str, move: str, after: str) -> None:
    assert play(Game(fen=fen, world=world), move).fen() == after


def test_a_destroyed_king_is_lost_at_once() -> None:
    game = Game(fen="8/8/8/8/7k/8/8/K7 w - - 0 1", world="8/8/8/8/7>/8/8/8")
    assert game.outcome() == Outcome(None, "material")
    assert not game.copy().in_check
    play(game, "a1b1")
    assert game.fen() == "8/8/8/8/8/8/8/1K6 b - - 0 1"
    assert game.outcome() == Outcome("white", "king destroyed")
    assert game.legal_moves == []
    assert "the game is over" in refusal(lambda: game.push("h4h3"))


def test_a_move_that_leaves_the_own_king_to_its_death_is_illegal() -> None:
    game = Game(fen="1k6/8/8/8/7K/8/8/R7 w - - 0 1", world="8/8/8/8/7>/8/8/8")
    assert set(game.legal_moves) == {"h4g3", "h4g4", "h4g5", "h4h3", "h4h5"}


def test_belts_never_give_check() -> None:
    game = Game(fen="8/8/8/6**/6*K/6**/8/k7 w - - 0 1", world="8/8/8/8/7>/8/8/8")
    assert not game.in_check
    assert game.legal_moves == []
    assert game.outcome() == Outcome(None, "stalemate")


# --- the end ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "fen", "outcome"),
    [
        ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Outcome("white", "checkmate")),
        ("chess", "8/8/8/8/8/1k6/1q6/K7 w - - 0 1", Outcome("black", "checkmate")),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Outcome(None, "stalemate")),
        ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", Outcome("white", "checkmate")),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 100 90", Outcome(None, "stalemate")),
        ("chess", "7k/8/6K1/8/8/8/8/R7 b - - 99 90", None),
        ("chess", "7k/8/6K1/8/8/8/8/R7 b - - 100 90", Outcome(None, "fifty moves")),
        ("chess", "7k/8/6K1/8/8/8/8/R7 b - - 120 90", Outcome(None, "fifty moves")),
        ("chess", "7k/8/6K1/8/8/8/8/8 b - - 100 90", Outcome(None, "fifty moves")),
        ("chess", "7k/8/6K1/8/8/8/8/8 b - - 0 90", Outcome(None, "material")),
        ("chess", "7k/8/6K1/8/8/8/8/N7 b - - 0 90", Outcome(None, "material")),
        ("chess", "7k/8/6K1/8/8/8/8/b7 b - - 0 90", Outcome(None, "material")),
        ("chess", "5b1k/8/6K1/8/8/8/8/2B5 b - - 0 90", Outcome(None, "material")),
        ("chess", "2b4k/8/6K1/8/8/8/8/2B5 b - - 0 90", None),
        ("chess", "7k/8/6K1/8/8/8/8/NN6 b - - 0 90", None),
        ("twisted_carnival", "7k/8/6K1/8/8/8/8/N7 b - - 0 90", None),
        ("twisted_carnival", "7k/8/6K1/8/8/8/8/8 b - - 0 90", Outcome(None, "material")),
        ("pirate_seas", "7k/8/6K1/8/8/8/8/8 b - - 0 90", Outcome(None, "material")),
        ("pirate_seas", "7k/8/6K1/8/8/8/8/R7 b - - 100 90", Outcome(None, "fifty moves")),
        ("fragments", "k4/2Q2/1K3/5/5 b - - 0 30", Outcome("white", "stalemate")),
        ("fragments", "k4/Q4/1K3/5/5 b - - 0 30", Outcome("white", "checkmate")),
        ("fragments", "5/5/1k3/1q3/K4 w - - 0 30", Outcome("black", "checkmate")),
        ("fragments", "k4/5/1K3/5/4Q b - - 140 130", None),
        ("fragments", "k4/5/1K3/5/5 b - - 0 30", Outcome(None, "material")),
        ("fragments", "k4/5/1K3/5/4N b - - 0 30", None),
        ("void_dimension", "8/8/2k5/8/4K3/8/8/8 w - - 0 1", Outcome(None, "material")),
    ],
)
def test_outcomes(variant: str, fen: str, outcome: Outcome | None) -> None:
    game = Game(variant, fen)
    if outcome and outcome.reason in ("checkmate", "stalemate"):
        assert game.in_check == (outcome.reason == "checkmate")
        assert game.legal_moves == []
    assert game.outcome() == outcome


@pytest.mark.parametrize(
    ("variant", "there_and_back", "times"),
    [
        ("chess", ["g1f3", "g8f6", "f3g1", "f6g8"], 3),
        ("pirate_seas", ["g1f3", "g8f6", "f3g1", "f6g8"], 3),
        ("fragments2", ["b1a3", "d5e3", "a3b1", "e3d5"], 5),
    ],
)
def test_repetition(variant: str, there_and_back: list[str], times: int) -> None:
    game = Game(variant)
    for _ in range(times - 1):
        for move in there_and_back:
            assert game.outcome() is None, f"{variant}: {game.move_stack}"
            game.push(move)
    assert game.outcome() == Outcome(None, "repetition")
    assert game.legal_moves, "a drawn game may go on"
    game.pop()
    assert game.outcome() is None


def test_castling_rights_make_another_position() -> None:
    game = Game(fen=CASTLING)
    there = ["h1g1", "h8g8", "g1h1", "g8h8"]
    play(game, *there, *there)
    assert game.outcome() is None
    assert play(game, *there).outcome() == Outcome(None, "repetition")


# --- perft ------------------------------------------------------------------------------------------------

PERFT = {  # RULES.md, section 9
    "chess": [20, 400, 8902, 197281],
    "twisted_carnival": [20, 400, 8902, 197281],
    "fragments": [7, 44, 362, 3087],
    "fragments2": [8, 62, 603, 5741],
    "ruined_overworld": [27, 828, 34558],
    "pirate_seas": [16, 256, 4382],
    "fear_factory": [14, 196, 3179],
    "volcanic_wasteland": [18, 324, 6390],
    "void_dimension": [13, 160, 2362],
}


@pytest.mark.parametrize(("variant", "counts"), PERFT.items(), ids=PERFT)
def test_perft_of_the_start(variant: str, counts: list[int]) -> None:
    game = Game(variant)
    assert game.perft(0) == 1
    for depth, count in enumerate(counts, 1):
        assert game.perft(depth) == count, f"perft {depth} of {variant}"
    divided = game.divide(3)
    assert sum(divided.values()) == counts[2]
    assert list(divided) == sorted(game.legal_moves)
    assert game.fen() == game.variant.start
    assert game.move_stack == []


@pytest.mark.parametrize("variant", PERFT)
def test_divide_counts_below_every_move(variant: str) -> None:
    game = Game(variant)
    for move, count in game.divide(2).items():
        game.push(move)
        assert count == game.perft(1) == len(game.legal_moves), f"{variant}: {move}"
        game.pop()


def test_perft_goes_on_through_drawn_positions() -> None:
    assert Game(fen="k7/8/8/8/8/8/8/K7 w - - 0 1").perft(2) == 9
    assert Game(fen="k7/8/8/8/8/8/8/K6R w - - 100 80").perft(1) > 0


@pytest.mark.parametrize("depth", [-1, 65, 10**9])
def test_a_depth_that_cannot_be(depth: int) -> None:
    assert f"depth {depth} is not from 0 to 64" in refusal(lambda: Game().perft(depth))
    assert f"depth {depth} is not from 1 to 64" in refusal(lambda: Game().divide(depth))
    assert "from 1 to" in refusal(lambda: Game().divide(0))
