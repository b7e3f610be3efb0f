"""Facts of RULES.md about tiles, stepping stones and conveyor belts."""

from __future__ import annotations

from functools import partial

import pytest

from tilefish import Game, Outcome, Termination

from .moves import START, STONE_ON_E4, from_square, play, refusal

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
        assert "is not legal" in refusal(partial(game.push, f"a4e4,e4{glide},{glide}h4"))
    for glide in ("d3", "e3", "f3", "d5", "e5", "f5"):  # no way to h4 from there
        assert "is not legal" in refusal(partial(game.push, f"a4e4,e4{glide},{glide}h4"))
    for broken in ("a4e4,d4d4,d4h4", "a4e4,e4d4,f4h4", "a4e4,e4e4,e4h4", "a4d4,d4e4,e4h4", "a4e4,e4d4,d4h4q"):
        assert "is not legal" in refusal(partial(game.push, broken))
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
    assert game.outcome() == Outcome("black", Termination.CHECKMATE)


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
        pytest.param("3>1<2", "3n1B2", "4n3", 0, id="the smaller index stands, either side"),
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
    assert game.outcome() == Outcome(None, Termination.MATERIAL)
    assert not game.copy().in_check
    play(game, "a1b1")
    assert game.fen() == "8/8/8/8/8/8/8/1K6 b - - 0 1"
    assert game.outcome() == Outcome("white", Termination.KING_DESTROYED)
    assert game.legal_moves == []
    assert "the game is over" in refusal(lambda: game.push("h4h3"))


def test_a_move_that_leaves_the_own_king_to_its_death_is_illegal() -> None:
    game = Game(fen="1k6/8/8/8/7K/8/8/R7 w - - 0 1", world="8/8/8/8/7>/8/8/8")
    assert set(game.legal_moves) == {"h4g3", "h4g4", "h4g5", "h4h3", "h4h5"}


def test_belts_never_give_check() -> None:
    game = Game(fen="8/8/8/6**/6*K/6**/8/k7 w - - 0 1", world="8/8/8/8/7>/8/8/8")
    assert not game.in_check
    assert game.legal_moves == []
    assert game.outcome() == Outcome(None, Termination.STALEMATE)
