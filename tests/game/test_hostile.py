"""Whatever a stranger sends, `Game` answers with a game or with `InputError`, and stays as it was.

Text that is broken in every way, positions and worlds at the limits of what the core has room for, and
arguments of the wrong type. Where something is accepted after all, the game that comes of it must be sound.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.seeds import seeded

from tilefish import Game, InputError, Library, Termination

BUNDLED = Library(environment=False).names()
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

FENS = [
    ("chess", START),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("chess", "rr2kr1r/8/8/3pP3/8/8/8/RR2KR1R w HBfa d6 0 2"),
    ("fragments", "nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1"),
    ("ruined_overworld", "7k/8/8/8/R3p2p/2N5/8/K7 w - - 5 1"),
    ("pirate_seas", "4k3/8/8/1n6/8/5P2/8/4K2R w K - 99 100"),
    ("fear_factory", "8/8/*6*/8/8/*6*/8/4K3 b - - 0 1"),
    ("void_dimension", "********/*nbqkbr*/*pppppp*/*6*/*6*/*PPPPPP*/*NBQKBR*/******** w - - 0 1"),
]
MOVES = ["e2e4", "e7e8q", "e1g1", "e1h1", "c3e4,e4d5,d5f6", "e2e4,e4d5,d5d6", "a4e4,e4d4,d4h4", "g8f6"]
WORLDS = [
    "8/8/8/1o4o1/4o3/8/8/8",
    "8/8/8/~==~~==~/~==~~==~/8/8/8",
    "8/8/*<<<<<<*/8/8/*>>>>>>*/8/8",
    "8/8/%=~*~=%?/o6>/2o>1^o1/1~==~<%1/8/8",
    "\n".join(["........"] * 8),
]
ARMIES = ["r:RN,c:BN", "q:Q3,n:nN", "h:mRcB,g:fRbB,z:nZ", "a:ffNbbN", "k:KN,b:iQ"]
LETTERS = "kqrbnpKQRBNPacxz12345678909/*~=%o><^v?.:,-+ wbeh\t\n\0é٣𝟛＋\u202e\ud800KQkqABHhabcdefghmnifsl"


# --- broken text ------------------------------------------------------------------------------------------

junk = st.one_of(
    st.text(max_size=30),
    st.text(LETTERS, max_size=80),
    st.sampled_from(["", " ", "\0", "-", "/", "////////", "None", "nan"]),
    st.sampled_from(["9" * 5000, "8/" * 5000, "é" * 9999, "e2e4," * 999]),
    st.integers().map(str),
)


@st.composite
def broken(draw: st.DrawFn, good: Sequence[str]) -> str:
    """Junk, or something good after a few accidents."""
    if draw(st.integers(0, 4)) == 0:
        return draw(junk)
    text = draw(st.sampled_from(good))
    for _ in range(draw(st.integers(0, 3))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.sampled_from([0, 1, 1, 2, 5])))
        other = draw(st.one_of(st.text(LETTERS, max_size=2), st.just(text[begin:end] * 2), junk))
        text = text[:begin] + other + text[end:]
    return text


def refused(attempt: Callable[[], Game]) -> Game | None:
    """The game, or None if it is refused as it should be: in one line that can be printed."""
    try:
        return attempt()
    except InputError as error:
        message = str(error)
    assert message.isprintable(), ascii(message)
    assert 0 < len(message) < 500
    return None


def assert_sound(game: Game, anew: Callable[[str], Game]) -> None:
    """What must be true of every game, here and after some moves. `anew` reads a FEN under the same rules."""
    moves = game.legal_moves
    about = f"{game.variant.name}: {game.fen()}"
    assert len(set(moves)) == len(moves), about
    assert game.perft(1) == len(moves), about
    assert game.key == game.key_from_scratch, about
    again = anew(game.fen())
    assert (again.fen(), again.key) == (game.fen(), game.key), about
    assert sorted(again.legal_moves) == sorted(moves), about
    outcome = game.outcome()
    if not moves:
        assert outcome is not None, about
        assert outcome.termination in (
            Termination.KING_DESTROYED,
            Termination.CHECKMATE,
            Termination.STALEMATE,
        ), about


def try_moves(game: Game, anew: Callable[[str], Game], most: int = 12) -> None:
    """Plays and takes back some of the legal moves, and compares perft with what they lead to."""
    before = (game.fen(), game.key)
    moves = game.legal_moves
    for move in moves[:: max(1, len(moves) // most)]:
        game.push(move)
        assert_sound(game, anew)
        assert game.pop() == move
        assert (game.fen(), game.key) == before, f"{before[0]}: {move}"
    if len(moves) < 120:
        assert game.perft(2) == sum(game.divide(2).values()), before[0]


@settings(max_examples=400)
@given(st.data())
def test_any_fen(data: st.DataObject) -> None:
    variant, good = data.draw(st.sampled_from(FENS))
    fen = data.draw(broken([good]))
    chess960 = data.draw(st.booleans())
    game = refused(lambda: Game(variant, fen, chess960=chess960))
    if game is not None and _counters_below_the_top(game):
        assert_sound(game, lambda text: Game(variant, text, chess960=chess960))
        try_moves(game, lambda text: Game(variant, text, chess960=chess960))


def _counters_below_the_top(game: Game) -> bool:
    """Whether the clocks may still go on; see test_the_clocks_stop_at_what_a_fen_may_say."""
    setup = game.setup()
    return setup.halfmove < 9999 and setup.fullmove < 99999


@settings(max_examples=400)
@given(st.sampled_from(FENS), broken(MOVES), st.booleans())
def test_any_move(start: tuple[str, str], move: str, chess960: bool) -> None:
    game = Game(*start, chess960=chess960)
    before = (game.fen(), game.key, game.legal_moves, game.move_stack)

    def push() -> Game:
        game.push(move)
        return game

    if refused(push):
        assert game.move_stack[-1] in before[2]
        assert game.pop() in before[2]
    assert (game.fen(), game.key, game.legal_moves, game.move_stack) == before


@settings(max_examples=300)
@given(st.sampled_from(["chess", "chess", "fragments", "void_dimension"]), broken(WORLDS))
def test_any_world(variant: str, world: str) -> None:
    game = refused(lambda: Game(variant, world=world))
    if game is not None:
        assert_sound(game, lambda fen: Game(variant, fen, world))
        try_moves(game, lambda fen: Game(variant, fen, world))


@settings(max_examples=300)
@given(st.sampled_from(["chess", "fragments", "ruined_overworld"]), broken(ARMIES))
def test_any_pieces(variant: str, pieces: str) -> None:
    game = refused(lambda: Game(variant, pieces=pieces))
    if game is not None:
        assert_sound(game, lambda fen: Game(variant, fen, pieces=pieces))
        try_moves(game, lambda fen: Game(variant, fen, pieces=pieces), most=4)


@settings(max_examples=150)
@given(broken(BUNDLED))
def test_any_variant_name(name: str) -> None:
    if not name.endswith(".toml"):
        refused(lambda: Game(name))


# --- arguments of the wrong type --------------------------------------------------------------------------

WRONG = [5, 1.5, b"e2e4", ["e2e4"], object()]


def type_name(value: object) -> str:
    return type(value).__name__


@pytest.mark.parametrize("wrong", [None, *WRONG], ids=type_name)
def test_a_move_of_another_type(wrong: object) -> None:
    """What is not a string is not a move; a `TypeError` is right, too, for a Python program passed it."""
    game = Game()
    with pytest.raises((InputError, TypeError)):
        game.push(wrong)  # type: ignore[arg-type]
    assert game.fen() == START
    assert game.move_stack == []


@pytest.mark.parametrize("wrong", WRONG, ids=type_name)
@pytest.mark.parametrize("argument", ["variant", "fen", "world", "pieces"])
def test_an_argument_of_another_type(argument: str, wrong: object) -> None:
    with pytest.raises((InputError, TypeError)):
        Game(**{argument: wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [None, "3", b"3", [3], object()], ids=type_name)
def test_a_depth_of_another_type(wrong: object) -> None:
    with pytest.raises(TypeError):
        Game().perft(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Game().divide(wrong)  # type: ignore[arg-type]


# --- what fits -------------------------------------------------------------------------------


def fen_rows(rows: Sequence[Sequence[str]]) -> str:
    """Rows of single squares, blank or with a piece, as the placement of a FEN."""
    return "/".join(re.sub(" +", lambda run: str(len(run.group())), "".join(row)) for row in rows)


def walled_in(tile: str, letters: Sequence[str], rng: random.Random) -> tuple[str, str]:
    """A world of one kind of tile and a placement of White's pieces on it, the king on the floor of a1.
    Black's king is in the other corner, behind a wall of void so thick that no leap crosses it."""
    world = [[tile] * 8 for _ in range(8)]
    for row in world[:4]:
        row[4:] = "****"
    world[0][7] = world[7][0] = "."
    board = [["*" if tile == "*" else " " for tile in row] for row in world]
    board[0][7], board[7][0] = "k", "K"
    free = [(rank, file) for rank in range(8) for file in range(8) if board[rank][file] == " "]
    for (rank, file), letter in zip(rng.sample(free, len(letters)), letters, strict=True):
        board[rank][file] = letter
    return "/".join(map("".join, world)), fen_rows(board)


@pytest.mark.parametrize("tile", [".", "o", ">", "<", "^", "v"])
@pytest.mark.parametrize("queens", [5, 12, 28, 46])
def test_a_board_of_queens_on_one_kind_of_tile(tile: str, queens: int) -> None:
    rng = seeded(tile, queens)
    world, placement = walled_in(tile, "Q" * queens, rng)
    game = Game(fen=f"{placement} w - - 0 1", world=world)
    assert_sound(game, lambda fen: Game(fen=fen, world=world))
    if queens < 20:
        assert len(game.legal_moves) > (500 if tile == "o" else 0)
    for move in rng.sample(game.legal_moves, min(20, len(game.legal_moves))):
        game.push(move)
        assert_sound(game, lambda fen: Game(fen=fen, world=world))
        game.pop()


@pytest.mark.parametrize(
    "placement",
    [
        "QQQQQQQk/" + "QQQQQQQQ/" * 6 + "QQQQQQQK",
        "NNNNNNNk/" + "NNNNNNNN/" * 6 + "NNNNNNNK",
        "PPPPPPPk/" + "PPPPPPPP/" * 6 + "PPPPPPPK",
        "qqqqqqqk/" + "qqqqqqqq/" * 3 + "pppppppp/" + "PPPPPPPP/" + "QQQQQQQQ/" + "QQQQQQQK",
    ],
)
def test_sixty_four_pieces(placement: str) -> None:
    game = Game(fen=f"{placement} b - - 0 1")
    assert_sound(game, lambda fen: Game(fen=fen))
    try_moves(game, lambda fen: Game(fen=fen))


@pytest.mark.parametrize("tile", [".", "o", ">"])
def test_sixteen_kinds_of_pieces(tile: str) -> None:
    """As many kinds as there may be, each with slides, leaps and lame leaps in many directions."""
    letters = "acdefghijl"
    pieces = ",".join(f"{letter}:RBNnCnZ{'DAHG'[index % 4]}" for index, letter in enumerate(letters))
    rng = seeded("kinds", tile)
    world, placement = walled_in(tile, "QRBNP" + letters.upper(), rng)
    game = Game(fen=f"{placement} w - - 0 1", world=world, pieces=pieces)
    assert len(game.variant.kinds) == 16
    moves = game.legal_moves
    assert len(moves) > (1000 if tile == "o" else 20)
    assert_sound(game, lambda fen: Game(fen=fen, world=world, pieces=pieces))
    for move in rng.sample(moves, 10):
        game.push(move)
        assert_sound(game, lambda fen: Game(fen=fen, world=world, pieces=pieces))
        game.pop()


def test_slides_along_many_lines() -> None:
    """Twelve lines for one piece, sixteen for all."""
    pieces = "q:W0F0D0A0H0G0,n:N0"
    game = Game(pieces=pieces)
    moves = {move for move in game.legal_moves if move[:2] in ("b1", "d1", "g1")}
    queens = {"d1a4", "d1b3", "d1d3", "d1d4", "d1d5", "d1d7", "d1f3", "d1g4", "d1h5"}
    assert moves == queens | {"b1a3", "b1c3", "b1d5", "b1e7", "g1f3", "g1h3", "g1e5", "g1d7"}
    assert_sound(game, lambda fen: Game(fen=fen, pieces=pieces))
    try_moves(game, lambda fen: Game(fen=fen, pieces=pieces))


@pytest.mark.parametrize(
    ("pieces", "count"),
    [
        ("q:W0F0D0A0H0N0", 33),
        ("q:W0F0D0A0H0G0N0", 35),
        ("q:N0C0Z0W0", 35),
        ("q:W0F0D0A0H0G0,n:N0C0", 39),
        ("q:W0F0D0A0H0G0N0C0Z0", 44),
    ],
)
def test_slides_along_all_lines_that_betza_has(pieces: str, count: int) -> None:
    """No write beyond a table, however many: in a process of its own."""
    program = f"""
        from tilefish import Game
        games = [Game(pieces={pieces!r}) for _ in range(20)]
        assert all(game.perft(3) == sum(game.divide(3).values()) for game in games)
        print(len(games[0].legal_moves))
    """
    done = subprocess.run(
        [sys.executable, "-c", dedent(program)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, f"{pieces}: exit code {done.returncode}\n{done.stderr}"
    assert done.stdout.strip() == str(count), pieces


@pytest.mark.parametrize("clocks", ["9999 1", "0 99999", "9999 99999"])
def test_the_clocks_stop_at_what_a_fen_may_say(clocks: str) -> None:
    """Or go on, as long as the FEN that is written can be read."""
    game = Game("fragments", f"k4/5/5/5/K3R b - - {clocks}")
    game.push("a5b5")
    assert Game("fragments", game.fen()).fen() == game.fen()


# --- playouts and worlds at random ------------------------------------------------------------------------


@pytest.mark.parametrize("variant", BUNDLED)
def test_fens_of_playouts_are_read_as_they_are_written(variant: str) -> None:
    for seed in range(4):
        rng = seeded(variant, seed)
        game = Game(variant)
        for _ in range(80):
            anew = Game(variant, game.fen())
            about = f"{variant}: {game.move_stack}"
            assert (anew.fen(), anew.key, anew.turn) == (game.fen(), game.key, game.turn), about
            assert anew.key_from_scratch == game.key_from_scratch == game.key, about
            moves = game.legal_moves
            assert sorted(anew.legal_moves) == sorted(moves), about
            if not moves:
                break
            game.push(game.roll(rng.choice(moves), rng))


ATOMS = [
    *("K", "W", "F", "N", "A", "D", "H", "C", "Z", "G"),
    *("R", "B", "Q", "R2", "B3", "NN", "N2", "D0", "A0", "C2"),
    *("nN", "nD", "nA", "nC", "nZ", "nH", "nG"),
    *("mR", "cB", "fR", "bN", "sW", "fF", "vRsB", "iQ", "imD"),
]


def play_in_a_random_world(seed: str) -> None:
    """A position with terrain and pieces of any kind, if it is a legal one, and some moves from it."""
    rng = seeded(seed)
    letters = rng.sample("abcdefghijlmnoqrstuvwxyz", rng.randint(0, 10))
    pieces = ",".join(f"{letter}:{''.join(rng.sample(ATOMS, rng.randint(1, 3)))}" for letter in letters)
    tiles = rng.choice([".*~=%o><^v?", "o", "o.", "><^v", "><^v.", "o><^v", "*~%.", "."])
    density = rng.choice([0.1, 0.3, 0.6, 1])
    terrain = [[rng.choice(tiles) if rng.random() < density else "." for _ in range(8)] for _ in range(8)]
    world = "/".join(map("".join, terrain))
    free = [(rank, file) for rank in range(8) for file in range(8) if terrain[rank][file] not in "*~%"]
    rng.shuffle(free)
    whites = rng.choice([0.5, 0.5, 0.05, 0.95])
    board = [[" "] * 8 for _ in range(8)]
    army = ["k", "K"]
    for _ in range(rng.choice([2, 3, 4, 6, 8, 12])):
        letter = rng.choice([*letters, *"qrbnp"])
        army.append(letter.upper() if rng.random() < whites else letter)
    for (rank, file), letter in zip(free, army, strict=False):
        board[rank][file] = letter
    for turn in "wb":
        fen = f"{fen_rows(board)} {turn} - - {rng.choice([0, 50, 99])} {rng.choice([1, 77])}"
        game = refused(partial(Game, fen=fen, world=world, pieces=pieces))
        if game is not None:
            assert_sound(game, lambda fen: Game(fen=fen, world=world, pieces=pieces))
            try_moves(game, lambda fen: Game(fen=fen, world=world, pieces=pieces), most=8)
            if len(game.legal_moves) < 25:
                assert game.perft(3) == sum(game.divide(3).values()), f"{seed}: {fen}"


def test_random_worlds() -> None:
    for number in range(60):
        play_in_a_random_world(f"world {number}")


@pytest.mark.long
@pytest.mark.parametrize("block", range(4))
def test_many_random_worlds(block: int) -> None:
    for number in range(300):
        play_in_a_random_world(f"long {block} {number}")


@pytest.mark.parametrize(
    "name",
    ["x" * 1_000_000 + ".toml", "a\0b.toml", "\ud800.toml", "a\x1b[31m.toml"],
    ids=["long", "nul", "surrogate", "escape"],
)
def test_a_path_that_is_none(name: str) -> None:
    with pytest.raises(InputError) as caught:
        Game(name)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 500


class BytesPath:
    """What `os.PathLike` allows and a variant file cannot be."""

    def __fspath__(self) -> bytes:
        return b"chess.toml"


def test_a_path_of_bytes() -> None:
    with pytest.raises(InputError, match="not bytes"):
        Game(BytesPath())  # type: ignore[arg-type]


def test_half_a_ply() -> None:
    with pytest.raises(TypeError):
        Game().perft(1.5)  # type: ignore[arg-type]
