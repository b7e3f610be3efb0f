"""`Game`: what it takes, what it says, and how a game ends."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tilefish import Game, Library, Outcome, Termination, Variant

from .moves import CASTLING, START, STONE_ON_E4, from_square, play, refusal

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
ISLAND = """
title = "The Island"
board = "4x5"
start = "kp2/4/4/4/2PK w - - 0 1"
rules = "Nothing but sand."
source = "This test."
"""


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
    assert game.setup() == game.root == game.variant.start
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
        ("", ['unknown variant ""', "known are ai-wok almost"]),
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
        ("chess", "4k3/8/8/8/4x3/8/8/4K3 w - - 0 1", ['"x" is not a piece of chess', "Q/q"]),
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
        ("chess", "8/8/8/8/4#3/8/8/8", ['"#" on rank 4', "is not a tile", "lava"]),
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
        ("r", ['invalid piece "r"', "letter, colon and moves"]),
        ("r:", ['the piece "r"', "the moves are empty"]),
        ("r:RX", ['the piece "r"', '"RX"', 'letter 2 ("X")']),
        ("r:R,r:N", ['"r" is there twice']),
        ("rr:R", ['invalid letter "rr"']),
        ("é:R", ["invalid letter"]),
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
        (START, "", ['invalid move ""', "e2e4"]),
        (START, "e4", ['invalid move "e4"', "a1 to h8"]),
        (START, "Nf3", ['invalid move "nf3"']),
        (START, "e2e9", ['invalid move "e2e9"']),
        (START, "e2e4,e4e5", ['invalid move "e2e4,e4e5"', "three of a stone sequence"]),
        (START, "e2e5", ["e2e5 is not legal", "the pawn on e2 has e2e3, e2e4"]),
        (START, "e4e5", ["e4e5 is not legal", "e4 is empty", "legal moves are"]),
        (START, "e7e5", ["e7e5 is not legal", "the pawn on e7 is Black's, it is White's turn"]),
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
    assert play(twin, there[3]).outcome() == Outcome(None, Termination.REPETITION)
    assert game.outcome() is None


@pytest.fixture
def on_the_island(tmp_path: Path) -> Game:
    """A game under the rules of a file of one's own."""
    path = tmp_path / "island.toml"
    path.write_text(ISLAND)
    return play(Game(path, "kp2/4/1P2/4/2PK w - - 3 7"), "b3b4")


UNDER_WAY: dict[str, Callable[[], Game]] = {
    "chess": lambda: play(Game(), "g1f3", "g8f6", "f3g1", "f6g8", "g1f3"),
    "chess960": lambda: play(Game(fen=CASTLING, chess960=True), "e1h1", "e8a8"),
    "a world": lambda: play(Game(world=STONE_ON_E4, pieces="r:RN,c:BN"), "g1f3", "e7e6"),
    "voids": lambda: Game("fragments", "*k1*r/ppppp/5/PPPPP/RBK*N b - - 4 9"),
    "combat": lambda: play(Game("exchange"), "d2d4", "e7e5", "d4xe5=1"),
}
COPIES: dict[str, Callable[[Game], Game]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
}


def everything_of(game: Game) -> tuple[object, ...]:
    """What two games that look the same have in common."""
    known = [game.variant, game.world, game.pieces, game.chess960, game.root_fen, game.fen(), game.key]
    return (*known, game.move_stack, game.legal_moves, game.outcome(), game.is_standard_start)


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("name", UNDER_WAY)
def test_copied_and_pickled_it_goes_its_own_way(name: str, way: str) -> None:
    game, copied = UNDER_WAY[name](), COPIES[way]
    before = everything_of(game)
    twin = copied(game)
    assert everything_of(twin) == before
    twin.push(twin.roll(twin.legal_moves[0], Random(1)))
    assert everything_of(game) == before
    twin.pop()
    while game.move_stack:
        assert twin.pop() == game.pop()
        assert everything_of(twin) == everything_of(game)
    assert everything_of(copied(twin)) == everything_of(twin)


def test_a_pickled_game_needs_no_file(on_the_island: Game, tmp_path: Path) -> None:
    pickled = pickle.dumps(on_the_island)
    (tmp_path / "island.toml").unlink()
    assert everything_of(pickle.loads(pickled)) == everything_of(on_the_island)


def test_a_pickled_game_repeats_positions_as_before() -> None:
    game = play(Game(), *["g1f3", "g8f6", "f3g1", "f6g8"] * 2)
    assert game.outcome() == Outcome(None, Termination.REPETITION)
    assert pickle.loads(pickle.dumps(game)).outcome() == game.outcome()


def test_games_are_shown_short_and_are_equal_to_none_but_themselves(on_the_island: Game) -> None:
    assert repr(on_the_island) == "Game('island', 'kp2/1P2/4/4/2PK b - - 0 7')"
    assert repr(Game()) == f"Game('chess', '{START}')"
    assert Game() != Game()


# --- the end ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "fen", "outcome"),
    [
        ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Outcome("white", Termination.CHECKMATE)),
        ("chess", "8/8/8/8/8/1k6/1q6/K7 w - - 0 1", Outcome("black", Termination.CHECKMATE)),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Outcome(None, Termination.STALEMATE)),
        ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", Outcome("white", Termination.CHECKMATE)),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 100 90", Outcome(None, Termination.STALEMATE)),
        ("chess", "7k/8/6K1/8/8/8/8/R7 b - - 99 90", None),
        ("chess", "7k/8/6K1/8/8/8/8/R7 b - - 100 90", Outcome(None, Termination.FIFTY_MOVES)),
        ("chess", "7k/8/6K1/8/8/8/8/R7 b - - 120 90", Outcome(None, Termination.FIFTY_MOVES)),
        ("chess", "7k/8/6K1/8/8/8/8/8 b - - 100 90", Outcome(None, Termination.FIFTY_MOVES)),
        ("chess", "7k/8/6K1/8/8/8/8/8 b - - 0 90", Outcome(None, Termination.MATERIAL)),
        ("chess", "7k/8/6K1/8/8/8/8/N7 b - - 0 90", Outcome(None, Termination.MATERIAL)),
        ("chess", "7k/8/6K1/8/8/8/8/b7 b - - 0 90", Outcome(None, Termination.MATERIAL)),
        ("chess", "5b1k/8/6K1/8/8/8/8/2B5 b - - 0 90", Outcome(None, Termination.MATERIAL)),
        ("chess", "2b4k/8/6K1/8/8/8/8/2B5 b - - 0 90", None),
        ("chess", "7k/8/6K1/8/8/8/8/NN6 b - - 0 90", None),
        ("twisted_carnival", "7k/8/6K1/8/8/8/8/N7 b - - 0 90", None),
        ("twisted_carnival", "7k/8/6K1/8/8/8/8/8 b - - 0 90", Outcome(None, Termination.MATERIAL)),
        ("pirate_seas", "7k/8/6K1/8/8/8/8/8 b - - 0 90", Outcome(None, Termination.MATERIAL)),
        ("pirate_seas", "7k/8/6K1/8/8/8/8/R7 b - - 100 90", Outcome(None, Termination.FIFTY_MOVES)),
        ("fragments", "k4/2Q2/1K3/5/5 b - - 0 30", Outcome("white", Termination.STALEMATE)),
        ("fragments", "k4/Q4/1K3/5/5 b - - 0 30", Outcome("white", Termination.CHECKMATE)),
        ("fragments", "5/5/1k3/1q3/K4 w - - 0 30", Outcome("black", Termination.CHECKMATE)),
        ("fragments", "k4/5/1K3/5/4Q b - - 140 130", None),
        ("fragments", "k4/5/1K3/5/5 b - - 0 30", Outcome(None, Termination.MATERIAL)),
        ("fragments", "k4/5/1K3/5/4N b - - 0 30", None),
        ("void_dimension", "8/8/2k5/8/4K3/8/8/8 w - - 0 1", Outcome(None, Termination.MATERIAL)),
    ],
)
def test_outcomes(variant: str, fen: str, outcome: Outcome | None) -> None:
    game = Game(variant, fen)
    if outcome and outcome.termination in (Termination.CHECKMATE, Termination.STALEMATE):
        assert game.in_check == (outcome.termination is Termination.CHECKMATE)
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
    assert game.outcome() == Outcome(None, Termination.REPETITION)
    assert game.legal_moves, "a drawn game may go on"
    game.pop()
    assert game.outcome() is None


def test_castling_rights_make_another_position() -> None:
    game = Game(fen=CASTLING)
    there = ["h1g1", "h8g8", "g1h1", "g8h8"]
    play(game, *there, *there)
    assert game.outcome() is None
    assert play(game, *there).outcome() == Outcome(None, Termination.REPETITION)


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
    assert game.setup() == game.root == game.variant.start
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


@pytest.mark.parametrize("variant", ["chess", "exchange"])
def test_a_divide_that_is_cancelled_leaves_the_game_as_it_was(variant: str) -> None:
    game = Game(variant)
    before = everything_of(game)
    game.cancel()
    with pytest.raises(InterruptedError):
        game.divide(3)
    assert everything_of(game) == before
    assert game.move_stack == []


def test_a_printed_game_is_its_board() -> None:
    game = Game("pirate_seas")
    game.push("g1f3")
    shown = str(game).splitlines()
    assert shown[0].split() == ["8", "r", "n", "b", "q", "k", "b", "n", "r"]
    assert shown[3].startswith("5 ~~~ =.= =.= ~~~")
    assert shown[10] == "Black to move, last move Nf3"
    assert shown[11] == "~~ water  == bridge"
    assert shown[-1] == game.fen()
    assert repr(game).startswith("Game('pirate_seas', ")
    assert f"{Game('exchange')}".splitlines()[0].startswith("8  r13 ")
