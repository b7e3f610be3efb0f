"""Games added up: who is favoured, and what else they show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tilefish import Game, InputError, Termination
from tilefish.balance.advice import advise
from tilefish.balance.estimates import MeanEstimate
from tilefish.balance.facts import GameFacts, SpecialEnd
from tilefish.balance.games import OPENING_PLIES, Effort, GamesPlan, PlanPlayer
from tilefish.balance.report import PieceUse, Report, Worth, Worths
from tilefish.balance.study import length_of, study
from tilefish.balance.text import report_text
from tilefish.cli.common import number_table
from tilefish.rules.files.library import Library

from .reports import plan_of, played, studied

WITHOUT_BLACKS_QUEEN = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
WITHOUT_WHITES_QUEEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"
BELTS_UNDER_BLACKS_PAWNS = "5/>>>>>/5/5/5"
TWO_CELLS = "2******/********/********/********/***1****/********/********/******2"


@pytest.fixture(scope="module")
def fragments() -> Report:
    return studied(Game("fragments"), 24, 1, 3)


def game_of(folder: Path, world: str) -> Game:
    """A game in a world of one's own."""
    file = folder / "world.toml"
    file.write_text(world)
    return Game(Library(environment=False).load_file(file))


def texts(report: Report, about: str) -> str:
    return " ".join(advice.text for advice in report.advice if advice.about == about)


# --- who is favoured -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "side"),
    [
        (Game("chess", WITHOUT_BLACKS_QUEEN), "white"),
        (Game("chess", WITHOUT_WHITES_QUEEN), "black"),
        (Game("fragments", world=BELTS_UNDER_BLACKS_PAWNS), "white"),
    ],
    ids=["black without queen", "white without queen", "belts take Black's pawns"],
)
def test_an_unfair_world_is_found_out(game: Game, side: str) -> None:
    report = studied(game, 24, 2)
    assert report.favoured == side
    score = report.overall.score
    assert (score.low > 0.5) == (side == "white")
    assert (score.high < 0.5) == (side == "black")
    assert f"{side.capitalize()} is favoured" in texts(report, "fairness")
    if report.start in (WITHOUT_BLACKS_QUEEN, WITHOUT_WHITES_QUEEN):
        assert report.worths.edge is None  # the queen is missing in every position


def test_the_world_that_takes_pawns_is_named() -> None:
    report = studied(Game("fragments", world=BELTS_UNDER_BLACKS_PAWNS), 24, 2)
    assert report.loss_difference is not None
    assert report.loss_difference.high < -1
    assert "harder on Black" in texts(report, "terrain")
    lost = {(loss.side, loss.piece, loss.cause): loss.a_game for loss in report.losses}
    assert lost["black", "pawn", "falls"] > 1


def facts_of(opening: int, winner: int | None, effort: int = 0) -> GameFacts:
    ending = Termination.REPETITION if winner is None else Termination.CHECKMATE
    return GameFacts(opening, effort, winner, ending, 40)


def report_of(winners: list[int | None]) -> Report:
    plan = plan_of(Game("chess"), 1)
    return study(plan, [facts_of(opening, winner) for opening, winner in enumerate(winners)])


@pytest.mark.parametrize(
    ("winners", "side"),
    [
        ([0, 1] * 20, None),
        ([0, 1, None] * 20, None),
        ([0] * 23 + [1] * 17, None),
        ([0] * 30 + [1] * 10, "white"),
        ([1] * 24 + [None] * 20, "black"),
        ([None] * 40, None),
    ],
)
def test_results_say_who_is_favoured(winners: list[int | None], side: str | None) -> None:
    report = report_of(winners)
    assert report.favoured == side
    assert report.overall.white == winners.count(0)
    assert report.overall.draws == winners.count(None)
    assert report.overall.black == winners.count(1)


def test_games_of_one_opening_are_not_independent() -> None:
    """Twenty openings played at three depths with the same end each are not surer than twenty games."""
    game = Game("chess")
    ends = [0] * 13 + [1] * 7
    once = study(plan_of(game, 1), [facts_of(opening, end) for opening, end in enumerate(ends)])
    thrice = study(
        plan_of(game, 1, 2, 3),
        [facts_of(opening, end, effort) for opening, end in enumerate(ends) for effort in range(3)],
    )
    assert thrice.games == 60
    assert thrice.overall.score == once.overall.score
    assert thrice.favoured is once.favoured is None


def test_a_trend_compares_openings_with_themselves() -> None:
    rising = [facts_of(opening, None) for opening in range(30)]
    rising += [facts_of(opening, 0 if opening % 3 else None, 1) for opening in range(30)]
    report = study(plan_of(Game("chess"), 2, 6), rising)
    assert report.trend is not None
    assert report.trend.value == pytest.approx(1 / 3)
    assert report.trend.low > 0
    assert "rises" in texts(report, "depth")


def test_a_trend_that_nobody_saw_is_not_excluded() -> None:
    same = [facts_of(opening, 0, effort) for opening in range(4) for effort in range(2)]
    trend = study(plan_of(Game("chess"), 1, 5), same).trend
    assert trend is not None
    assert trend.value == 0
    assert -1 < trend.low < -0.5
    assert 0.5 < trend.high < 1


def test_few_openings_give_no_advice() -> None:
    report = report_of([0] * 8)
    assert report.favoured == "white"
    assert [advice.about for advice in report.advice] == ["games"]


def test_one_opening_is_reported_as_one() -> None:
    assert texts(report_of([0]), "games").startswith("1 opening is too few for advice: ")
    assert texts(report_of([0, 1]), "games").startswith("2 openings are too few for advice: ")


@pytest.mark.parametrize(
    ("base", "rules", "wanted", "unwanted"),
    [
        ("chess", "", "are there already", "would end them"),
        ("chess", "[end]\nrepetition = false", "such games (repetition) would end them", "fifty_moves"),
        ("chess", "[end]\nfifty_moves = false", "such games (fifty_moves) would end them", "repetition"),
        (
            "chess",
            "[end]\nfifty_moves = false\nrepetition = false",
            "such games (repetition, fifty_moves) would end them",
            "already",
        ),
        ("chess", "[end]\nrepetition = 50", "a smaller number (repetition = 50 now)", "already"),
        ("exchange", "", "are there already", "fifty_moves"),
        ("exchange", "[combat]\nquiet_plies = false", "such games (quiet_plies) would end them", "fifty"),
        ("exchange", "[combat]\nquiet_plies = 500", "a smaller number (quiet_plies = 500 now)", "already"),
    ],
)
def test_only_rules_that_are_not_there_are_advised(
    tmp_path: Path, base: str, rules: str, wanted: str, unwanted: str
) -> None:
    game = game_of(tmp_path, f'extends = "{base}"\n{rules}\n')
    endless = [GameFacts(opening, 0, None, SpecialEnd.NO_END, 400) for opening in range(30)]
    found = texts(study(plan_of(game, 1), endless), "ends")
    assert "broken off after 400 plies" in found
    assert wanted in found
    assert unwanted not in found


def test_pieces_of_any_name_are_reported(tmp_path: Path) -> None:
    world = (
        'board = "4x4"\nstart = "kao1/4/4/1OAK w - - 0 1"\ncastling = false\n'
        "[pieces]\npawn = false\nknight = false\nbishop = false\nrook = false\nqueen = false\n"
        'a = { letter = "a", moves = "W" }\nox = { letter = "o", moves = "F" }\n'
    )
    few = studied(game_of(tmp_path, world), 2, 1)
    assert few.worths.remark == (
        f"not enough games to find what the {few.worths.unit} is worth, in which everything is measured"
    )
    half, whole = MeanEstimate(0.5, 0.4, 0.6, 30), MeanEstimate(1.0, 1.0, 1.0, 30)
    found = Worths("a", (Worth("a", whole, 1.0), Worth("ox", half, 0.9)), half, "")
    report = replace(few, openings=30, favoured="white", worths=found)
    advice = " ".join(each.text for each in advise(report))
    assert "which is like 0.5 in material (a = 1). To even it out" in advice
    assert "The ox is worth less than the a: 0.50 (0.40 to 0.60)." in advice
    lines = list(report_text(report, number_table))
    assert any(line.split() == ["a", "=", "1", "to", "the", "engine"] for line in lines)
    assert "  White's advantage besides material: +0.50 (+0.40 to +0.60) (a = 1)" in lines


# --- what else is found ----------------------------------------------------------------------------------


def test_everything_adds_up(fragments: Report) -> None:
    assert fragments.games == 48
    assert fragments.openings == 24
    assert fragments.efforts == ("depth 1", "depth 3")
    assert sum(row.games for row in fragments.by_effort) == 48
    assert sum(end.games for end in fragments.ends) == 48
    assert sum(end.share.value for end in fragments.ends) == pytest.approx(1)
    assert sum(fragments.length.bins) == 48
    for side in ("white", "black"):
        shares = [piece.move_share for piece in fragments.pieces if piece.side == side]
        assert sum(shares) == pytest.approx(1, abs=0.001)
    assert sum(tile.stood for tile in fragments.tiles) == pytest.approx(1, abs=0.001)
    assert sum(tile.squares for tile in fragments.tiles) == 25
    assert {piece.piece for piece in fragments.pieces} == {
        "pawn", "knight", "bishop", "right", "queen", "king"
    }  # fmt: skip


def test_draws_by_stalemate_are_not_called_so_where_it_is_a_loss(fragments: Report) -> None:
    stalemates = [end for end in fragments.ends if end.reason is Termination.STALEMATE]
    assert stalemates
    assert stalemates[0].draws == 0


def test_blocked_pawns_are_found() -> None:
    report = studied(Game("fear_factory"), 20, 1)
    idle = {(idler.side, idler.square): idler.share.value for idler in report.idlers}
    assert all(idle[key] == 1 for key in (("white", "a2"), ("white", "h2"), ("black", "a7"), ("black", "h7")))
    assert "White's pawn on a2 (100.0%)" in texts(report, "pieces")


def test_an_island_that_nobody_reaches_is_found(tmp_path: Path) -> None:
    world = """
board = "6x7"
start = "rbqkbr/pppppp/**4/1*4/**4/PPPPPP/RBQKBR w - - 0 1"
castling = false
tiles = '''
......
......
**....
.*....
**....
......
......
'''
"""
    report = studied(game_of(tmp_path, world), 20, 1)
    assert report.never_visited == ("a4",)
    assert "no piece ever stood on a4" in texts(report, "terrain")


def test_a_board_without_pawns_is_measured_in_what_is_there(tmp_path: Path) -> None:
    world = 'board = "6x6"\nstart = "rnbkbr/6/6/6/6/RNBKBR w - - 0 1"\ncastling = false\n'
    report = studied(game_of(tmp_path, world), 4, 1)
    assert report.worths.unit in ("knight", "bishop")
    assert {worth.piece for worth in report.worths.pieces} == {"rook", "knight", "bishop"}


def test_lengths() -> None:
    length = length_of([10, 20, 30, 40, 95])
    assert (length.shortest, length.median, length.longest) == (10, 30, 95)
    assert (length.bin_width, len(length.bins), sum(length.bins)) == (5, 20, 5)
    assert length_of([7]).quarter == 7


# --- the games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", ["fragments", "exchange"])
def test_the_seed_decides_everything(world: str) -> None:
    plan = plan_of(Game(world), 1, seed=5)
    first = study(plan, played(plan, 4))
    assert study(plan, list(reversed(played(plan, 4)))) == first
    other = plan_of(Game(world), 1, seed=6)
    assert study(other, played(other, 4)).squares != first.squares


def test_processes_play_the_same_games() -> None:
    plan = plan_of(Game("fragments"), 2)
    assert study(plan, played(plan, 4, processes=2)) == study(plan, played(plan, 4))


def test_openings_are_different_and_go_on() -> None:
    game = Game("chess")
    player = PlanPlayer(plan_of(game, 1))
    keys = set()
    for opening in player.openings(30):
        begun = game.copy()
        for turn in opening:
            begun.push(turn.move)
        assert len(opening) == OPENING_PLIES
        assert begun.outcome() is None
        assert begun.turn == "white"
        keys.add(begun.key)
    assert len(keys) == 30


def reinforced(folder: Path, spawn: str) -> Game:
    """Chess in which queens appear on two tiles."""
    terrain = 'extends = "chess"\ntiles = "8/8/8/?6?/?6?/8/8/8"\n'
    return game_of(folder, f'{terrain}[spawn]\npiece = "queen"\nside = "white"\nevery = 1000\n{spawn}\n')


def whites_queens(report: Report) -> PieceUse:
    return next(use for use in report.pieces if (use.side, use.piece) == ("white", "queen"))


@pytest.mark.parametrize("ply", range(1, 7))
def test_pieces_appear_during_the_opening_and_right_after_it(tmp_path: Path, ply: int) -> None:
    plan = plan_of(reinforced(tmp_path, f"first = {ply}"), 1)
    report = study(plan, played(plan, 4))
    assert whites_queens(report).appeared == 1
    assert study(plan, played(plan, 4, processes=2)) == report


def test_openings_in_which_pieces_appear_are_as_many_as_by_lot(tmp_path: Path) -> None:
    """A queen changes a lot, but no opening is passed over for that."""
    for ply in (1, 2, 3, 4):
        player = PlanPlayer(plan_of(reinforced(tmp_path, f"first = {ply}\nchance = 50"), 1))
        appeared = [any(turn.hosted for turn in opening) for opening in player.openings(60)]
        assert 20 <= sum(appeared) <= 40


def test_a_world_with_few_openings_has_fewer_games() -> None:
    """After four plies, both kings have gone back from the only other place that they have."""
    game = Game("chess", "k7/8/8/8/3n4/8/8/7K w - - 0 1", world=TWO_CELLS)
    found = list(PlanPlayer(plan_of(game, 1)).openings(200))
    assert len(found) == 1


def test_a_game_that_is_over_cannot_be_studied() -> None:
    game = Game("chess", "k7/1Q6/K7/8/8/8/8/8 b - - 0 1")
    with pytest.raises(InputError, match=r"over before it begins: .*checkmate"):
        PlanPlayer(GamesPlan(game.variant, game.root_fen, (Effort(1),), 1))


def test_a_combat_game_is_studied() -> None:
    report = studied(Game("exchange"), 4, 1)
    assert any(piece.attacks for piece in report.pieces)
    assert any(piece.abilities for piece in report.pieces)
    assert SpecialEnd.KING_KILLED in {end.reason for end in report.ends}
    assert any("hit points" in remark for remark in report.remarks)
