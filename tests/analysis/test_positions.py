"""What is to be analysed: moves that are typed, lists of positions, and what is wrong with them."""

from __future__ import annotations

import pytest

from tilefish import Game, InputError
from tilefish.analysis.positions import Subject, is_pgn, play_moves, read_position, read_positions
from tilefish.engine.engine import Info, Result
from tilefish.game.move import Move
from tilefish.rules.errors import Problem

ROOK_ENDING = "8/8/8/8/8/k7/7R/K7 w - -"


def read(text: str, variant: str = "chess") -> tuple[list[Subject], list[Problem]]:
    problems: list[Problem] = []
    lines = text.splitlines()
    return list(read_positions(lines, lambda fen: Game(variant, fen), "file", problems.append)), problems


def answer(move: str | None, mate: int | None = None) -> Result:
    line = Info(5, 5, 1, 100, mate, 1, 1.0, 0, (Move(move or ""),))
    return Result(Move(move), None, (line,)) if move else Result(None, None)


@pytest.mark.parametrize(
    ("variant", "text", "played"),
    [
        ("chess", "e4 e5 Nf3", ["e2e4", "e7e5", "g1f3"]),
        ("chess", "1. e4 e5 2.Nf3 *", ["e2e4", "e7e5", "g1f3"]),
        ("chess", "e2e4\n1... e7e5", ["e2e4", "e7e5"]),
        ("ruined_overworld", "e4-e3-e4 Nf6", ["e2e4,e4e3,e3e4", "g8f6"]),
        ("exchange", "d2d4 e7e5 d4xe5=4", ["d2d4", "e7e5", "d4xe5=4"]),
        ("chess", "", []),
    ],
)
def test_moves_are_typed_in_either_notation(variant: str, text: str, played: list[str]) -> None:
    game = Game(variant)
    play_moves(game, text)
    assert game.move_stack == played


@pytest.mark.parametrize("text", ["e5", "e4 e4", "--", "e2e4=3", "1.", "\x00", "e4 " * 2])
def test_moves_that_are_none(text: str) -> None:
    game = Game()
    if text == "1.":
        play_moves(game, text)
        assert game.move_stack == []
        return
    with pytest.raises(InputError):
        play_moves(game, text)


def test_a_missing_die_is_reported() -> None:
    with pytest.raises(InputError, match="rolls a die"):
        play_moves(Game("exchange"), "d2d4 e7e5 d4xe5")


def test_operations_are_kept() -> None:
    (subject,), problems = read(f'{ROOK_ENDING} bm Rh3+ Rc2; am h2h8; id "two words"; c0 "a; b";')
    assert not problems
    assert subject.name == "two words"
    assert (subject.best, subject.avoid) == (("h2h3", "h2c2"), ("h2h8",))
    assert subject.operations["c0"] == '"a; b"'
    assert subject.game.fen() == f"{ROOK_ENDING} 0 1"


@pytest.mark.parametrize(
    ("line", "fen"),
    [
        (ROOK_ENDING, f"{ROOK_ENDING} 0 1"),
        (f"{ROOK_ENDING} 13 40", f"{ROOK_ENDING} 13 40"),
        (f"{ROOK_ENDING} 13 40 id x", f"{ROOK_ENDING} 13 40"),
        (f"{ROOK_ENDING} hmvc 13; fmvn 40;", f"{ROOK_ENDING} 13 40"),
        (f"{ROOK_ENDING} 13 40 fmvn 7;", f"{ROOK_ENDING} 13 40"),
        (f"{ROOK_ENDING} fmvn 7;", f"{ROOK_ENDING} 0 7"),
        ("8/8/8/8/8/k7/7R/K7", f"{ROOK_ENDING} 0 1"),
    ],
)
def test_positions_with_and_without_counters(line: str, fen: str) -> None:
    assert read_position(line, lambda text: Game(fen=text)).game.fen() == fen


def test_combat_fields_belong_to_the_position() -> None:
    fen = "4k3/8/8/8/5p2/8/8/4K1N1 w - - 0 1 hp:f4=3 cd:- fx:K,k"
    for line in (fen, fen.replace(" 0 1", "")):
        (subject,), problems = read(f"{line} bm g1f3xf4; id duel;", "exchange")
        assert not problems
        assert subject.game.fen() == fen
        assert (subject.name, subject.best) == ("duel", ("g1f3xf4",))


def test_a_wrong_line_is_reported_and_the_others_are_read() -> None:
    subjects, problems = read(
        f"# comment\n\nnonsense\n{ROOK_ENDING} bm e4;\n{ROOK_ENDING} id a; id b;\n{ROOK_ENDING} dm 0;\n"
        f"{ROOK_ENDING} ?;\n{ROOK_ENDING} hmvc x;\n{ROOK_ENDING} id last"
    )
    assert [subject.name for subject in subjects] == ["last"]
    assert [problem.line for problem in problems] == [3, 4, 5, 6, 7, 8]
    assert all("\n" not in str(problem) for problem in problems)
    assert 'bm: "e4" is not legal' in problems[1].message


def test_what_meets_the_operations() -> None:
    game = Game(fen=ROOK_ENDING)
    best, avoid = Subject(game, best=("h2h3", "h2c2")), Subject(game, avoid=("h2h8",))
    mate = Subject(game, mate=3)
    assert Subject(game).is_met_by(answer("h2h3")) is None
    assert (best.is_met_by(answer("h2c2")), best.is_met_by(answer("h2h8"))) == (True, False)
    assert (avoid.is_met_by(answer("h2c2")), avoid.is_met_by(answer("h2h8"))) == (True, False)
    assert [mate.is_met_by(answer("h2c2", moves)) for moves in (None, -2, 4, 3, 1)] == [
        False, False, False, True, True,
    ]  # fmt: skip
    assert best.is_met_by(answer(None)) is False


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[Event "x"]\n\n1. e4 *', True),
        ("\ufeff1. e4 e5", True),
        ("e4 e5", True),
        ("1/2-1/2", True),
        ("{ comment } 1. e4", True),
        (f"# book\n{ROOK_ENDING}", False),
        ("; note\n% note\n4k/5/5/5/K4 w - -", False),
        ("", False),
    ],
)
def test_games_are_reported_from_positions(text: str, expected: bool) -> None:
    assert is_pgn(text) is expected
