"""What is written is read again, by us and by python-chess."""

from __future__ import annotations

import io
from dataclasses import replace

import chess
import chess.engine
import chess.pgn
import pytest
from tests.seeds import Tries, seeded

from tilefish import Game
from tilefish.pgn import Evaluation, GameRecord, RecordedMove, read_games, record_of, write_game

STONE = "8/8/8/8/4o3/8/8/8"
VARIANTS = (
    "chess",
    "fragments",
    "ruined_overworld",
    "pirate_seas",
    "fear_factory",
    "void_dimension",
    "exchange",
)


@pytest.mark.parametrize(
    ("is_white", "mate", "behind"),
    [(True, 3, 2), (False, 3, -2), (True, -3, -3), (False, -3, 3), (True, 2, 1)],
)
def test_a_mate_is_counted_from_the_position_behind_the_move(is_white: bool, mate: int, behind: int) -> None:
    evaluation = Evaluation.behind(is_white, 30000 if mate > 0 else -30000, mate, 9)
    assert evaluation is not None
    assert (evaluation.mate, evaluation.score > 0) == (behind, behind > 0)
    start = Game()
    record = GameRecord(start, (RecordedMove("e2e4", evaluation=evaluation),))
    read = chess.pgn.read_game(io.StringIO(write_game(record)))
    assert read is not None
    score = read.end().eval()
    assert score is not None
    assert score.white() == chess.engine.Mate(behind)
    assert Evaluation.behind(is_white, 30000, 1, 9) is None


def played_at_random(game: Game, plies: int, seed: int) -> Game:
    rng = seeded(seed)
    while game.outcome() is None and len(game.move_stack) < plies:
        game.push(game.roll(rng.choice(game.legal_moves), rng))
    return game


def read_again(record: GameRecord) -> GameRecord:
    text = write_game(record)
    assert max(map(len, text.splitlines())) < 110
    (again,) = read_games(text)
    assert write_game(again) == text
    return again


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_come_back(variant: str) -> None:
    for seed in range(3):
        game = played_at_random(Game(variant), 40, seed)
        again = read_again(record_of(game))
        assert [played.move for played in again.moves] == game.move_stack
        assert again.end().fen() == game.fen()
        assert again.start.variant == game.variant


@pytest.mark.parametrize(
    ("game", "headers"),
    [
        (Game(), {}),
        (Game(chess960=True), {"Variant": "Chess960"}),
        (Game("fragments"), {"Variant": "fragments"}),
        (Game(world=STONE), {"Variant": "chess", "World": STONE}),
        (Game(pieces="r:RN"), {"Variant": "chess", "Pieces": "r:RN"}),
        (Game(fen="4k3/8/8/8/8/8/4P3/4K3 w - -"), {"SetUp": "1", "FEN": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}),
    ],
)
def test_headers_say_how_a_game_begins(game: Game, headers: dict[str, str]) -> None:
    text = write_game(record_of(game))
    headers_read = dict(line[1:-2].split(' "') for line in text.splitlines() if line.startswith("["))
    assert {name: headers_read[name] for name in list(headers_read)[7:]} == headers
    (again,) = read_games(text)
    assert again.start.begins_like(game)


def test_outcomes_are_results() -> None:
    mated = Game()
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        mated.push(move)
    assert record_of(mated).result == "0-1"
    assert record_of(mated, {"Result": "*"}).result == "*"
    assert record_of(Game(fen="4k3/8/8/8/8/8/8/4K3 w - -")).result == "1/2-1/2"
    assert record_of(Game()).result == "*"
    assert "2. g4 Qh4# 0-1" in write_game(record_of(mated))


def test_remarks_come_back() -> None:
    moves = (
        RecordedMove(
            "e2e4",
            "good {braces} \x00 move",
            nags=(1, 14),
            evaluation=Evaluation(-35, None, 20),
            seconds=61.25,
            clock=3599.5,
            variations=((RecordedMove("d2d4"), RecordedMove("d7d5", nags=(5,))), (RecordedMove("c2c4"),)),
        ),
        RecordedMove("e7e5", evaluation=Evaluation(-30000, -4)),
    )
    record = GameRecord(Game(), moves, {"White": 'A "B" \\'}, "before")
    text = write_game(record)
    assert (
        "{ before } 1. e4 $1 $14 { [%eval -0.35,20] [%emt 0:01:01.25] [%clk 0:59:59.5]\n"
        "good (braces) move } (1. d4 d5 $5) (1. c4) 1... e5 { [%eval #-4] } *" in text
    )
    again = read_again(record)
    assert again.headers["White"] == 'A "B" \\'
    assert again.moves[0] == replace(moves[0], comment="good (braces) move")
    assert again.moves[1] == moves[1]
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    assert not theirs.errors
    first = theirs.next()
    assert first is not None
    assert first.eval() == chess.engine.PovScore(chess.engine.Cp(-35), chess.WHITE)
    assert (first.eval_depth(), first.clock(), first.emt()) == (20, 3599.5, 61.25)
    assert [str(line.move) for line in theirs.variations] == ["e2e4", "d2d4", "c2c4"]


def test_commands_in_comments_stay_on_one_line() -> None:
    game = played_at_random(Game(), 30, 5)
    for words in range(12):  # so that every place of a line comes to be the end of one
        moves = tuple(
            RecordedMove(move, "so" * words, evaluation=Evaluation(123, None, 17), clock=4321.5)
            for move in game.move_stack
        )
        text = write_game(GameRecord(Game(), moves))
        assert text.count("[%eval 1.23,17]") == text.count("[%clk 1:12:01.5]") == len(moves)
        assert max(map(len, text.splitlines())) <= 79
        (again,) = read_games(text)
        assert again.moves == moves


def test_a_position_changed_by_the_host_comes_back() -> None:
    after = "4k3/8/2p5/8/4P3/8/8/4K3 b - - 0 1"
    start = Game(fen="4k3/8/8/8/8/8/4P3/4K3 w - -")
    record = GameRecord(start, (RecordedMove("e2e4", position=after), RecordedMove("c6c5")))
    assert read_again(record).moves == record.moves


def test_moves_are_written_as_python_chess_writes_them() -> None:
    rng = seeded("moves")
    compared = 0
    tries = Tries(4)
    while tries.go_on(compared > 1000):
        game, board = Game(), chess.Board()
        while not board.is_game_over() and len(game.move_stack) < 100:
            moves = list(board.legal_moves)
            for move in rng.sample(moves, min(4, len(moves))):
                san = board.san(move)
                assert game.san(move.uci()) == san
                assert game.read_move(san) == game.read_move(board.lan(move)) == move.uci()
                compared += 1
            move = rng.choice(moves)
            game.push(move.uci())
            board.push(move)
    assert compared > 1000


def test_pieces_of_other_letters_and_what_tells_them_apart() -> None:
    game = Game("fragments", "4k/5/5/1R1R1/K4 w - - 0 1")
    assert {"Rbc2", "Rdc2"} <= {game.san(move) for move in game.legal_moves}
    assert game.read_move("Rdc2") == "d2c2"
    own = Game(fen="4k3/8/8/8/8/C7/8/C3K3 w - -", pieces="c:BN")
    assert {"C1c2", "C3c2", "Cb4"} <= {own.san(move) for move in own.legal_moves}
