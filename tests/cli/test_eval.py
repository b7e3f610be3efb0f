"""`tilefish eval` as a user meets it: the table, the same as JSON, and mistakes."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result
from tests.values import value_in_file

from tilefish import Game
from tilefish.cli.main import main
from tilefish.rules.model.weights import WEIGHT_NAMES

WHITE_HAS_A_ROOK_MORE = "r2qk3/pppppppp/8/8/8/8/PPPPPPPP/R2QK2R w - - 0 1"
TEMPO_OF_CHESS = dict(zip(WEIGHT_NAMES, Game("chess").variant.evaluation, strict=True))["tempo"][0]
BLACK_HAS_A_ROOK_MORE = "r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2QK3 w - - 0 1"


def run_eval(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["eval", *arguments])


def test_the_table_has_every_term_by_side_and_phase() -> None:
    result = run_eval("--fen", WHITE_HAS_A_ROOK_MORE)
    assert result.exit_code == 0
    rows = {line[:13].strip(): line[13:].split() for line in result.stdout.splitlines()}
    names = [*Game("chess").board.terms()[0], "to move"]
    assert [name for name in rows if name in names] == names
    pawn, rook, queen = (value_in_file("chess", piece) for piece in ("pawn", "rook", "queen"))
    black = [8 * pawn[phase] + rook[phase] + queen[phase] for phase in (0, 1)]
    white = [black[phase] + rook[phase] for phase in (0, 1)]
    assert rows["material"] == [*map(str, white + black), f"+{rook[0]}", f"+{rook[1]}"]
    tempo = TEMPO_OF_CHESS
    assert rows["to move"] == [f"{tempo}", f"{tempo}", "0", "0", f"{tempo:+}", f"{tempo:+}"]
    assert all(len(rows[name]) == 6 for name in names)


@pytest.mark.parametrize(("side", "score"), [("w", "+"), ("b", "+"), ("w", "-"), ("b", "-")])
def test_the_last_line_is_from_the_view_of_white(side: str, score: str) -> None:
    fen = (WHITE_HAS_A_ROOK_MORE if score == "+" else BLACK_HAS_A_ROOK_MORE).replace(" w ", f" {side} ")
    *_, total, last = run_eval("--fen", fen).stdout.splitlines()
    assert [number[0] for number in total.split()[1:]] == [score, score]
    assert last.startswith("the middlegame counts ")
    assert f"; {'white' if side == 'w' else 'black'} to move; {score}" in last
    assert last.endswith(" centipawns for White")


def test_json_adds_up_to_the_score() -> None:
    found = json.loads(run_eval("--fen", WHITE_HAS_A_ROOK_MORE, "--json").stdout)
    middlegame, endgame = (
        sum(term["white"][phase] - term["black"][phase] for term in found["terms"].values())
        for phase in (0, 1)
    )
    tapered = middlegame * found["phase"] + endgame * (1 - found["phase"])
    assert abs(found["score"] - tapered) <= 1
    assert found["terms"]["to move"] == {"white": [TEMPO_OF_CHESS, TEMPO_OF_CHESS], "black": [0, 0]}
    assert found["endgame"] == "none"


def test_any_world_and_the_side_to_move() -> None:
    white = json.loads(run_eval("--variant", "fragments", "--json").stdout)
    black = json.loads(
        run_eval("--variant", "fragments", "--fen", white["fen"].replace(" w ", " b "), "--json").stdout
    )
    assert white["score"] == black["score"] != 0
    stone = json.loads(run_eval("--world", "8/8/8/8/8/8/8/4o3", "--json").stdout)
    weights = dict(zip(WEIGHT_NAMES, Game("chess").variant.evaluation, strict=True))
    king_and_neighbours = weights["on_stone"][0] + 5 * weights["beside_stone"][0]
    assert king_and_neighbours
    assert stone["terms"]["world"] == {"white": [king_and_neighbours] * 2, "black": [0, 0]}


def test_moves_from_the_position() -> None:
    printed = json.loads(run_eval("--moves", "1. e4 e7e5 Nf3", "--json").stdout)
    assert printed["fen"].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b ")
    wrong = run_eval("--moves", "e5")
    assert (wrong.exit_code, wrong.stderr[:7]) == (2, "Error: ")


def test_a_wrong_position_is_one_line() -> None:
    result = run_eval("--fen", "nonsense")
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: the placement has 1 rank")
    assert len(result.stderr.splitlines()) == 1
