"""FENs and actions as text: read, written, and refused with a word about what is wrong."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.boards import combat_board
from tests.seeds import seeded

from tilefish import Game, InputError

from .positions import field, fight, played

TWO_ROOKS = "7k/7r/8/8/8/8/8/K6R"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 hp:- cd:- fx:K,k"


# --- FEN -------------------------------------------------------------------------------------------------


def test_the_start() -> None:
    assert Game("exchange").fen() == START
    assert Game("exchange", START.split(" hp:")[0]).fen() == START
    assert Game("exchange", START.split()[0]).fen() == START


@pytest.mark.parametrize(
    ("given_fields", "written"),
    [
        ("hp:h7=3,h1=1 cd:h7=1,h1=3 fx:t,T,Ih7,d1,D2", "hp:h1=1,h7=3 cd:h1=3,h7=1 fx:D2,d1,Ih7,T,t"),
        ("fx:k,K hp:h1=13", "hp:- cd:- fx:K,k"),
        ("fx:- cd:- hp:-", "hp:- cd:- fx:-"),
        ("fx:K,d1", "hp:- cd:- fx:K,d1"),
    ],
)
def test_fields_are_written_in_order(given_fields: str, written: str) -> None:
    game = Game("exchange", f"{TWO_ROOKS} w - - 4 9 {given_fields}")
    assert game.fen() == f"{TWO_ROOKS} w - - 4 9 {written}"


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ("hp:h1=0", "hp: gives the white rook on h1 0: expected 1 to 13"),
        ("hp:h1=14", "expected 1 to 13"),
        ("hp:h1=99999", "is wrong"),
        ("hp:h2=1", "names h2, where no piece stands"),
        ("hp:h1=1,h1=2", "names h1 twice"),
        ("hp:h9=1", "is wrong: expected hp:- or such as hp:e4=3,d5=1"),
        ("hp:h1", "is wrong"),
        ("hp:h1=-1", "is wrong"),
        ("hp:h1=٣", "is wrong"),
        ("hp:", "is wrong"),
        ("hp:- hp:-", "the field hp: twice"),
        ("hp:" + "h1=1," * 500, "letters, 1000 are the most"),
        ("cd:h1=4", "expected 1 to 3"),
        ("cd:h1=0", "expected 1 to 3"),
        ("cd:a1=1", "the white king on a1, which has no ability with a cooldown"),
        ("fx:X", 'invalid effect "X" in fx:'),
        ("fx:", "invalid effect"),
        ("fx:K,K", '"K" twice'),
        ("fx:K2", "K goes with a number from 1 to 1"),
        ("fx:D", "D goes with a number from 1 to 2"),
        ("fx:D3", "from 1 to 2"),
        ("fx:D1,D2", '"D" twice'),
        ("fx:K,D2", "Decree of white active and all of its uses left"),
        ("fx:Ia1", "the white king on a1 has no interpose"),
        ("fx:Ih1", "it ended when the turn of white began"),
        ("fx:Ih2", "I goes with the square of a piece"),
        ("fx:Ih7,Ih7", '"Ih7" twice'),
        ("fx:TT", "invalid effect"),
        ("-", "at most six fields"),
        ("hp:- 7", "come behind all others"),
    ],
)
def test_fields_that_cannot_be(fields: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        Game("exchange", f"{TWO_ROOKS} w - - 0 1 {fields}")
    assert complaint in str(caught.value)
    assert len(str(caught.value)) < 300


def test_other_games_have_no_such_fields() -> None:
    with pytest.raises(InputError, match="a field of combat games, which chess is none"):
        Game("chess", "7k/8/8/8/8/8/8/K6R w - - 0 1 hp:-")


@pytest.mark.parametrize(("castling", "passed"), [("K", "-"), ("-", "e3")])
def test_neither_castling_nor_en_passant(castling: str, passed: str) -> None:
    with pytest.raises(InputError):
        Game("exchange", f"4k3/8/8/8/4P3/8/8/4K2R b {castling} {passed} 0 1")


def test_only_the_side_to_move_may_have_lost_its_king() -> None:
    assert Game("exchange", "7k/8/8/8/8/8/8/7R w").outcome() is not None
    with pytest.raises(InputError, match="black has no king"):
        Game("exchange", "7K/8/8/8/8/8/8/7R w")


@given(st.text(alphabet="hpcdfx:=,-aeh18KkDdIiTt0129 \x00é", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        game = Game("exchange", f"{TWO_ROOKS} w - - 0 1 {text}")
    except InputError:
        return
    assert Game("exchange", game.fen()).fen() == game.fen()


def test_sides_exchanged() -> None:
    from tilefish.rules.text.fen import format_fen, mirrored

    game = fight(TWO_ROOKS, hp="h1=4", cd="h7=2", fx="k,D1,Ih7,T")
    twin = format_fen(game.variant, mirrored(game.variant, game.setup()))
    assert twin == "k6r/8/8/8/8/8/7R/7K b - - 0 1 hp:h8=4 cd:h2=2 fx:K,d1,Ih2,t"
    assert len(Game("exchange", twin).legal_moves) == len(game.legal_moves)


# --- actions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "invalid action"),
        ("e2", "invalid action"),
        ("e2q", "invalid action"),
        ("e2e9", "invalid action"),
        ("i2i3", "invalid action"),
        ("e2e5", "the pawn on e2 has e2e3, e2e4, e2!e4"),
        ("e3e4", "e3 is empty"),
        ("e7e6", "not legal"),
        ("e2e4q", "not legal"),
        ("e2xe4=3", "not legal"),
        ("b1c3xc4=3", "not legal"),
        ("e1!!", "invalid action"),
        ("e1!=3", "rolls no die"),
        ("e2e4,e4e5,e5e6", "not legal"),
        ("e2e4,e4e5", "invalid action"),
        ("e2e4\x00", "invalid action"),
        ("e2e4" * 1000, "invalid action"),
    ],
)
def test_actions_that_cannot_be(text: str, complaint: str) -> None:
    game = Game("exchange")
    with pytest.raises(InputError) as caught:
        game.push(text)
    assert complaint in str(caught.value)
    assert len(str(caught.value)) < 500
    assert game.fen() == START


@given(st.text(alphabet="abceh1248!x-=q5 ", max_size=12))
def test_any_text_is_played_or_refused(text: str) -> None:
    game = Game("exchange")
    try:
        game.push(text)
    except InputError:
        assert game.fen() == START


def test_capitals_and_spaces() -> None:
    game = fight("7k/8/8/8/3b4/8/3R4/K7")
    game.push(" D2XD4=5 ")
    assert game.move_stack == ["d2xd4=5"]


def test_playouts_are_taken_back() -> None:
    for seed in range(4):
        rng = seeded(seed)
        game, past = Game("exchange"), list[tuple[str, int]]()
        while game.outcome() is None and len(past) < 60:
            past.append((game.fen(), game.key))
            game.push(game.roll(rng.choice(game.legal_moves), rng))
            twin = game.copy()
            assert (twin.fen(), twin.key, twin.outcome()) == (game.fen(), game.key, game.outcome())
        while past:
            game.pop()
            assert (game.fen(), game.key) == past.pop()


def test_a_line_goes_on_after_the_likeliest_face() -> None:
    game = fight("7k/8/8/8/3b4/8/3R4/K7", hp="d4=4")  # five faces of six kill it
    first = game.find_move("a1b1").number
    second = played(game.copy(), "a1b1").find_move("h8g8").number
    third = played(game.copy(), "a1b1", "h8g8").find_move("d2xd4").number
    assert game.variation([first, second, third, first]) == ["a1b1", "h8g8", "d2xd4=2"]
    assert field(game, "hp") == "d4=4"


# --- the core's border -----------------------------------------------------------------------------------


def test_any_number_is_answered_or_refused() -> None:
    board = combat_board(Game("exchange", world="8/8/2o2o2/1o4o1/4o3/>>>>>>>>/8/8"))
    rng = seeded("numbers")
    key = board.key
    for _ in range(3000):
        number = rng.getrandbits(32)
        for ask in (board.parts, board.glides, board.rolls, board.distinct_rolls, board.push):
            with contextlib.suppress(ValueError):
                ask(number)
    assert board.key == board.key_from_scratch == key


def test_only_legal_actions_and_faces_reach_the_core() -> None:
    board = fight("7k/8/8/8/3b4/8/3R4/K7").board
    attack = next(action for action in board.legal_moves() if board.rolls(action))
    quiet = next(action for action in board.legal_moves() if not board.rolls(action))
    wrong = [(0, 0), (2**32 - 1, 1), (attack, 0), (attack, 7), (attack, -1), (quiet, 1)]
    for action, face in wrong:
        with pytest.raises(ValueError, match=r"not a legal move|cannot be rolled"):
            board.push(action, face)
    with pytest.raises(ValueError, match="not a legal move"):
        board.distinct_rolls(12345)
    with pytest.raises(ValueError, match="not a legal move"):
        board.perft_of(12345, 2)
    with pytest.raises(IndexError):
        board.pop()
