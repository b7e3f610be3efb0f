"""The terms of the evaluation: where each must appear, where it must not, and that both sides are alike."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest
from tests.boards import ordinary_board
from tests.seeds import seeded
from tests.values import with_weights

from tilefish import Game
from tilefish.core.board.board import Board
from tilefish.core.board.rule_tables import RuleTables
from tilefish.core.evaluation.term_table import TERM_NAMES, term_table
from tilefish.rules.files.library import Library
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import Variant
from tilefish.rules.model.weights import WEIGHT_NAMES, WEIGHTS

LIBRARY = Library(environment=False)
VARIANTS = [name for name in LIBRARY.names() if LIBRARY.load(name).combat is None]
MORE = 64
CHESS_WEIGHTS = [weight for weight in WEIGHTS if weight.counts_in(combat=False)]
LISTS = ("king_friends", "storm")
"""Not a number for each phase, but one for each case."""
ONE_STONE = "8/8/8/8/4o3/8/8/8"
ONE_SPAWN = "8/8/8/8/3?4/8/8/8"


@lru_cache(maxsize=128)
def tables_of(variant: Variant) -> RuleTables:
    return RuleTables(variant)


def with_more(variant: Variant, name: str, part: int) -> Variant:
    """The variant with one number of one weight raised by `MORE`."""
    place = WEIGHT_NAMES.index(name)
    evaluation = [list(numbers) for numbers in variant.evaluation]
    evaluation[place][part] += MORE
    return replace(variant, evaluation=tuple(map(tuple, evaluation)))


def difference(game: Game, name: str, part: int) -> dict[str, list[list[int]]]:
    """What such a rise adds to each term, by side and phase."""
    before, _, _ = term_table(ordinary_board(game), endgames=False)
    after, _, _ = term_table(
        Board(tables_of(with_more(game.variant, name, part)), game.setup()), endgames=False
    )
    return {
        term: [[after[term][side][phase] - before[term][side][phase] for phase in (0, 1)] for side in (0, 1)]
        for term in before
    }


def counted(game: Game, name: str, term: str, part: int = 0) -> tuple[float, float]:
    """How often a weight counts for White and for Black. It must count in its own term and phase alone."""
    found = difference(game, name, part)
    phase = part if name not in LISTS else 0
    white, black = (found[term][side][phase] / MORE for side in (0, 1))
    assert not any(any(side) for other in found if other != term for side in found[other])
    return white, black


@pytest.mark.parametrize(
    ("name", "term", "fen", "times"),
    [
        # two that see one another along a rank, along a file, with nothing between
        ("connected_rooks", "pieces", "4k3/8/8/8/8/8/8/R2RK3", 1),
        ("connected_rooks", "pieces", "4k3/8/8/R7/8/8/8/R3K3", 1),
        ("connected_rooks", "pieces", "4k3/8/8/R7/8/8/8/R3K2R", 1),
        ("connected_rooks", "pieces", "4k3/8/8/R7/R7/8/8/R3K3", 2),
        ("connected_rooks", "pieces", "4k3/8/8/8/8/8/8/RN1RK3", 0),
        ("connected_rooks", "pieces", "4k3/8/8/R7/n7/8/8/R3K3", 0),
        ("connected_rooks", "pieces", "4k3/8/8/1R6/8/8/8/R3K3", 0),
        ("connected_rooks", "pieces", "4k3/8/8/8/8/8/8/R2QK3", 0),
        ("connected_rooks", "pieces", "4k3/8/8/8/8/8/4K3/R1*4R", 0),
        # guarded, in the enemy's half, out of pawns' reach
        ("outpost", "pieces", "4k3/8/8/3N4/4P3/8/8/4K3", 1),
        ("outpost", "pieces", "4k3/3p4/8/3N4/4P3/8/8/4K3", 1),
        ("outpost", "pieces", "4k3/8/8/2pN4/4P3/8/8/4K3", 1),
        ("outpost", "pieces", "4k3/2p5/8/3N4/4P3/8/8/4K3", 0),
        ("outpost", "pieces", "4k3/8/8/3N4/8/8/8/4K3", 0),
        ("outpost", "pieces", "4k3/8/8/3B4/4P3/8/8/4K3", 0),
        ("outpost", "pieces", "4k3/8/8/8/3N4/4P3/8/4K3", 0),
        # all neighbours ahead, and the next square guarded
        ("backward", "pawns", "4k3/8/8/2p5/4P3/3P4/8/4K3", 1),
        ("backward", "pawns", "4k3/8/8/8/4P3/3P4/8/4K3", 0),
        ("backward", "pawns", "4k3/8/8/2p5/8/3PP3/8/4K3", 0),
        ("backward", "pawns", "4k3/8/8/2p5/8/3P4/4P3/4K3", 0),
        ("backward", "pawns", "4k3/8/8/2p5/8/3P4/8/4K3", 0),
        ("phalanx", "pawns", "4k3/8/8/8/3PP3/8/8/4K3", 2),
        ("phalanx", "pawns", "4k3/8/8/4P3/3P4/8/8/4K3", 0),
        ("phalanx", "pawns", "4k3/8/8/8/P7/7P/8/4K3", 0),
        ("phalanx", "pawns", "4k3/8/8/8/3Pp3/8/8/4K3", 0),
        # own pawns on a bishop's colour
        ("bad_bishop", "pieces", "4k3/8/8/8/8/4P3/8/2B1K3", 1),
        ("bad_bishop", "pieces", "4k3/8/8/8/8/3P4/8/2B1K3", 0),
        ("bad_bishop", "pieces", "4k3/8/8/8/8/4P3/3P4/B1B1K3", 4),
        ("bad_bishop", "pieces", "4k3/8/8/8/8/4P3/8/2N1K3", 0),
        # a rook between the edge and its king, with few moves
        ("shut_in", "pieces", "4k3/8/8/8/8/8/5PPP/6KR", 1),
        ("shut_in", "pieces", "4k3/8/8/8/8/8/PPP5/1RK5", 1),
        ("shut_in", "pieces", "4k3/8/8/8/8/8/5PP1/6KR", 0),
        ("shut_in", "pieces", "4k3/8/8/8/8/8/4PPP1/3KBRB1", 0),
        ("shut_in", "pieces", "4k3/8/8/8/8/6PP/6BR/6K1", 0),
        ("shut_in", "pieces", "4k3/8/8/8/8/8/6PP/4KBQB", 0),
        # light officers behind pawns of either side, and far from their king
        ("behind_pawn", "pieces", "4k3/8/8/8/8/4P3/4N3/4K3", 1),
        ("behind_pawn", "pieces", "4k3/8/8/8/8/4p3/4B3/4K3", 1),
        ("behind_pawn", "pieces", "4k3/8/8/8/8/4P3/3N4/4K3", 0),
        ("behind_pawn", "pieces", "4k3/8/8/8/8/4N3/4P3/4K3", 0),
        ("behind_pawn", "pieces", "4k3/8/8/8/8/4P3/4R3/4K3", 0),
        ("far_from_king", "pieces", "4k3/8/8/8/8/8/4N3/4K3", 0),
        ("far_from_king", "pieces", "4k3/8/8/8/8/8/8/N3K3", 1),
        ("far_from_king", "pieces", "4k3/8/8/8/8/8/8/N5KB", 2),
        ("far_from_king", "pieces", "4k3/8/8/8/8/8/8/R3K3", 0),
        # what pieces are worth by the number of pawns, and beside others
        ("leaper_pawns", "imbalance", "4k3/8/8/8/8/8/PPPPPPPP/N3K3", 3),
        ("leaper_pawns", "imbalance", "4k3/8/8/8/8/8/PP6/NNB1K3", -6),
        ("leaper_pawns", "imbalance", "4k3/8/8/8/8/8/PPPPPPPP/R3K3", 0),
        ("rook_pawns", "imbalance", "4k3/8/8/8/8/8/PPPPPPPP/R2QK3", 3),
        ("heavy_pairs", "imbalance", "4k3/8/8/8/8/8/8/RR2K3", 1),
        ("heavy_pairs", "imbalance", "4k3/8/8/8/8/8/8/QRR1K3", 3),
        ("heavy_pairs", "imbalance", "4k3/8/8/8/8/8/8/QB2K3", 0),
        # isolated or backward, with no enemy pawn ahead on the file
        ("weak_open", "pawns", "4k3/8/8/8/8/3P4/8/4K3", 1),
        ("weak_open", "pawns", "4k3/8/1p6/2p5/4P3/3P4/8/4K3", 1),
        ("weak_open", "pawns", "4k3/8/3p4/2p5/4P3/3P4/8/4K3", 0),
        ("weak_open", "pawns", "4k3/8/8/8/8/3PP3/8/4K3", 0),
        ("lever", "pawns", "4k3/8/8/3p4/2P1P3/1P3P2/8/4K3", 1),
        ("lever", "pawns", "4k3/8/4p3/3p4/2P5/1P6/8/4K3", 0),
        ("lever", "pawns", "4k3/8/8/8/2P5/3p4/8/4K3", 0),
        # officers that pawns attack, now or after a push
        ("pawn_threat", "threats", "4k3/8/8/3n4/4P3/8/8/4K3", 1),
        ("pawn_threat", "threats", "4k3/8/8/3n4/4P3/6n1/8/4K3", 0),
        ("pawn_threat", "threats", "4k3/8/8/3n4/4P3/5Kn1/8/8", 1),
        ("pawn_threat", "threats", "4k3/8/8/3p4/4P3/8/8/4K3", 0),
        ("pawn_threat", "threats", "4k3/8/8/3r1n2/4P3/8/8/4K3", 2),
        ("push_threat", "threats", "4k3/8/8/3n4/8/8/4P3/4K3", 1),
        ("push_threat", "threats", "4k3/8/8/3n4/8/4B3/4P3/4K3", 0),
        ("push_threat", "threats", "4k3/8/8/3np3/5p2/8/4P3/4K3", 1),
        ("push_threat", "threats", "4k3/8/8/3n1p2/8/8/4P3/4K3", 0),
        ("push_threat", "threats", "4k3/8/8/8/3n4/8/4P3/4K3", 1),
        # officers that clearly cheaper ones attack
        ("lesser_threat", "threats", "4k3/8/8/8/3r4/8/4N3/4K3", 1),
        ("lesser_threat", "threats", "4k3/8/8/8/3b4/8/4N3/4K3", 0),
        ("lesser_threat", "threats", "4k3/8/8/2q1r3/8/3N4/8/4K3", 2),
        ("lesser_threat", "threats", "4k3/8/8/q7/8/8/8/R3K3", 1),
        # what is attacked and not well guarded
        ("weak_attacked", "threats", "4k3/8/8/8/3r4/8/4N3/4K3", 1),
        ("weak_attacked", "threats", "4k3/8/8/2p5/3r4/8/4N3/4K3", 0),
        ("weak_attacked", "threats", "8/8/8/4k3/3r4/8/4N3/4K3", 1),
        ("weak_attacked", "threats", "8/8/2n5/4k3/3r4/8/4N3/4K3", 0),
        ("weak_attacked", "threats", "8/8/2n5/4k3/3r4/2P5/4N3/4K3", 1),
        ("hanging", "threats", "4k3/8/8/8/3r4/8/4N3/4K3", 1),
        ("hanging", "threats", "4k3/8/8/8/3p4/8/4N3/4K3", 1),
        ("hanging", "threats", "8/8/8/4k3/3r4/8/4N3/4K3", 0),
        ("hanging", "threats", "8/8/8/4k3/3n4/8/1BN5/3K4", 1),
        ("king_threat", "threats", "4k3/8/8/8/8/8/3p4/4K3", 1),
        ("king_threat", "threats", "4k3/8/8/8/8/4p3/3p4/4K3", 0),
        ("king_threat", "threats", "4k3/8/8/8/8/3n4/8/3K4", 0),
    ],
)
@pytest.mark.parametrize("part", [0, 1])
def test_terms_of_pieces_and_pawns(name: str, term: str, fen: str, times: int, part: int) -> None:
    assert counted(Game("chess", fen + " w"), name, term, part) == (times, 0)


def test_a_rook_that_may_castle_is_not_shut_in() -> None:
    fen = "4k3/8/8/8/8/8/6PP/4KB1R w"
    assert counted(Game("chess", fen + " K"), "shut_in", "pieces") == (0, 0)
    assert counted(Game("chess", fen + " -"), "shut_in", "pieces") == (1, 0)


def test_space_is_safe_squares_and_counts_more_the_more_pieces_there_are() -> None:
    def space(fen: str) -> int:
        white, black = difference(Game("chess", fen + " w"), "space", 0)["space"]
        assert white[1] == black[1] == 0, "middlegame only"
        return white[0]

    back = "RNBQKBNR"
    closed = space(f"4k3/8/8/8/8/8/PPPPPPPP/{back}")
    behind = space(f"4k3/8/8/8/8/PPPPPPPP/8/{back}")
    attacked = space(f"2r1k3/8/8/8/8/PPPPPPPP/8/{back}")
    by_pawn = space(f"4k3/8/8/3p4/8/PPPPPPPP/8/{back}")
    few = space("4k3/8/8/8/8/PPPPPPPP/8/4K3")
    assert closed == 8 * MORE
    assert behind == (8 + 4) * MORE
    assert attacked == behind, "no way past the pawn"
    assert by_pawn == behind - 2 * MORE
    assert 0 < few < behind


@pytest.mark.parametrize(
    ("name", "fen", "counts"),
    [
        ("supported_far", "4k3/8/8/4P3/3P4/8/8/4K3", True),
        ("supported_far", "4k3/8/8/3PP3/8/8/8/4K3", False),
        ("phalanx_far", "4k3/8/8/3PP3/8/8/8/4K3", True),
        ("phalanx_far", "4k3/8/8/4P3/3P4/8/8/4K3", False),
        ("candidate", "4k3/2p5/8/3PP3/8/8/8/4K3", True),
        ("candidate", "4k3/2p5/8/3P4/2P5/8/8/4K3", True),
        ("candidate", "4k3/2p1p3/8/3P4/2P5/8/8/4K3", False),
        ("candidate", "4k3/2p5/4P3/3P4/8/8/8/4K3", False),
        ("candidate", "4k3/3p4/8/2PP4/8/8/8/4K3", True),
        ("candidate", "4k3/8/8/3P4/8/8/8/4K3", False),
    ],
)
@pytest.mark.parametrize("part", [0, 1])
def test_pawns_by_how_far_they_have_come(name: str, fen: str, counts: bool, part: int) -> None:
    white, black = counted(Game("chess", fen + " w"), name, "pawns", part)
    assert (white > 0) == counts
    assert white >= 0
    assert not black


def test_pawns_that_have_come_further_together_count_more() -> None:
    fens = [f"4k3/{'8/' * (5 - rank)}PP6/{'8/' * rank}4K3 w" for rank in range(6)]
    counts = [counted(Game("chess", fen), "phalanx_far", "pawns")[0] for fen in fens]
    assert counts == sorted(counts)
    assert 0 < counts[1] < counts[-1] < 2


def test_the_enemys_half_of_an_odd_board_begins_beyond_the_middle() -> None:
    assert counted(Game("fragments", "k4/5/3N1/2P2/K4 w"), "outpost", "pieces") == (0, 0)
    assert counted(Game("fragments", "4k/1N3/P4/5/4K w"), "outpost", "pieces") == (1, 0)
    assert counted(Game("fragments", "4k/5/p4/1n3/4K w"), "outpost", "pieces") == (0, 1)


def test_a_piece_that_slides_along_files_alone_is_no_rook() -> None:
    fen = "4k3/8/8/8/8/8/8/R2RK3 w"
    assert counted(Game("chess", fen, pieces="r:vRN"), "connected_rooks", "pieces") == (0, 0)
    assert counted(Game("chess", fen, pieces="r:RN"), "connected_rooks", "pieces") == (1, 0)


@pytest.mark.parametrize(
    ("fen", "company"),
    [
        ("4k3/8/8/8/8/8/8/4K3", 0),
        ("4k3/8/8/8/8/4N3/8/4K3", 0),
        ("4k3/8/8/8/8/8/4N3/4K3", 1),
        ("4k3/8/8/8/8/8/3nP3/4K3", 1),
        ("4k3/8/8/8/8/8/3PP3/4K3", 2),
        ("4k3/8/8/8/8/8/3PPP2/3QKB2", 2),
    ],
)
def test_friends_of_the_king(fen: str, company: int) -> None:
    game = Game("chess", fen + " w")
    for part in range(3):
        white, _ = counted(game, "king_friends", "king", part)
        assert white == (part == company)
    assert not any(side[1] for side in difference(game, "king_friends", company)["king"]), "middlegame only"


@pytest.mark.parametrize(
    ("name", "part", "fen", "times"),
    [
        ("shield_far", 0, "4k3/8/8/8/8/4PP2/8/4K3", 2),
        ("shield_far", 0, "4k3/8/8/8/6P1/8/4P3/4K3", 0),
        ("open_shield", 0, "4k3/8/8/8/8/4PP2/8/4K3", 1),
        ("open_shield", 0, "4k3/8/8/8/8/8/8/K6P", 2),
        ("open_shield", 0, "4k3/8/8/3K4/4P3/3P4/8/8", 3),
        ("storm", 0, "4k3/8/8/8/8/4pp2/8/4K3", 2),
        ("storm", 1, "4k3/8/8/8/3p4/4p3/8/4K3", 1),
        ("storm", 2, "4k3/8/8/3p4/2p5/8/8/4K3", 1),
        ("storm", 2, "4k3/8/8/2p5/8/8/8/4K3", 0),
    ],
)
def test_pawns_before_the_king(name: str, part: int, fen: str, times: int) -> None:
    found = difference(Game("chess", fen + " w"), name, part)["king"]
    assert found[0] == [times * MORE, 0], "middlegame only"


@pytest.mark.parametrize(
    ("fen", "bare"),
    [
        ("7k/8/8/8/8/8/8/K7", 0),
        ("7k/8/8/8/3P4/8/8/K7", 1),
        ("7k/8/8/8/2P5/8/8/K7", 0),
        ("7k/8/2p5/8/8/8/8/K7", 0),
        ("4k3/8/8/8/PP6/8/7P/4K3", 1),
        ("4k3/8/8/8/PP6/8/6P1/4K3", 0),
    ],
)
@pytest.mark.parametrize("part", [0, 1])
def test_a_king_on_a_flank_without_pawns(fen: str, bare: int, part: int) -> None:
    assert counted(Game("chess", fen + " w"), "pawnless_flank", "king", part)[0] == bare


def test_attacks_on_the_flank_of_a_king() -> None:
    for fen, attacks in (
        ("k7/8/4r3/8/8/8/8/K7", 0),
        ("k7/8/8/4r3/8/8/8/K7", 3),
        ("k7/8/8/1r6/8/8/8/K7", 6),
        ("k7/8/8/1r1r4/8/8/8/K7", 8),
        ("k6r/8/8/8/8/8/8/6K1", 5),
    ):
        found = counted(Game("chess", fen + " w"), "flank_attack", "king")
        assert found == (attacks, 0), fen


DANGERS = (
    "king_attackers",
    "king_attack",
    "king_weak",
    "safe_check",
    "unsafe_check",
    "no_heavy",
    "king_flank",
    "king_mobility",
)
COMPLEXITY = tuple(name for name in WEIGHT_NAMES if name.startswith("complex"))


@pytest.mark.parametrize(
    ("name", "fen", "count"),
    [
        ("king_attackers", "8/8/8/8/4r3/8/8/K7", 0),
        ("king_attackers", "8/8/8/8/8/1r6/8/K7", 1),
        ("king_attackers", "8/8/8/8/8/1rn5/8/K7", 4),
        ("king_attack", "8/8/8/8/8/1r6/8/K7", 2),
        ("king_attack", "8/8/8/8/8/1r6/1P6/K7", 1),
        ("king_weak", "8/8/8/8/8/1r6/8/K7", 2),
        ("king_weak", "8/8/8/8/8/1r6/8/K2N4", 1),
        ("king_weak", "8/8/8/8/8/1r5R/8/K5R1", 1),
        ("safe_check", "8/8/8/8/8/1r6/8/K7", 1),
        ("safe_check", "8/8/8/8/8/1r6/8/KN6", 0),
        ("safe_check", "8/8/8/8/8/1r6/1N6/K7", 1),
        ("safe_check", "8/8/8/8/8/1r6/R7/K7", 0),
        ("safe_check", "8/8/8/8/8/1r5r/8/K7", 1.5),
        ("safe_check", "8/8/8/8/8/1r2n3/8/K7", 2),
        ("unsafe_check", "8/8/8/8/8/1r6/R7/K7", 1),
        ("unsafe_check", "8/8/8/8/8/1r6/8/KN6", 2),
        ("no_heavy", "8/8/8/8/8/1r6/R7/K7", 0),
    ],
)
def test_danger_to_the_king(name: str, fen: str, count: float) -> None:
    """It counts nothing up to 100, and is squared in the middlegame."""
    variant = with_weights(Game("chess").variant, **{name: (400,)})
    shut_in = "qrk5/ppp5"  # a queen that attacks nothing: without it one attacker is no danger
    fen = fen.replace("8/8", shut_in, 1)
    terms, _, _ = term_table(Board(tables_of(variant), Game("chess", fen + " w").setup()), endgames=False)
    danger = int(min(4000, 400 * count))
    assert terms["king"][0] == (-(danger * danger // 5120), -(danger // 20))


def test_a_single_attacker_without_the_dearest_piece_is_no_danger() -> None:
    for fen, attackers in (
        ("4k3/8/8/8/8/1r6/8/K7", 0),
        ("4k3/8/8/8/8/1rn5/8/K7", 4),
        ("4k3/8/8/8/8/1qn5/8/K7", 4),
    ):
        found = difference(Game("chess", fen + " w"), "king_attackers", 0)["king"]
        assert (found[0][0] < 0) == (attackers > 0)
    fens = [f"4k3/8/8/8/8/1{piece}n5/8/K7 w" for piece in "rq"]
    without, with_queen = (difference(Game("chess", fen), "no_heavy", 0)["king"][0][0] for fen in fens)
    assert without < 0 == with_queen


@pytest.mark.parametrize(
    ("name", "fen", "count"),
    [
        ("complexity", "8/8/8/4k3/8/4K3/PPP2PPP/8", 1),
        ("complex_pawns", "8/8/8/4k3/8/4K3/PPP2PPP/8", 6),
        ("complex_passed", "8/p7/8/4k3/8/4K3/PPP2PPP/8", 4),
        ("complex_wings", "8/8/8/4k3/8/4K3/PPP2PPP/8", 1),
        ("complex_wings", "8/8/8/4k3/8/4K3/PPP5/8", 0),
        ("complex_kings", "8/8/4k3/8/4K3/8/PPP5/8", -2),
        ("complex_kings", "8/8/8/1k2K3/8/8/PPP5/8", 3),
        ("complex_advance", "8/8/8/1k2K3/8/8/PPP5/8", 1),
        ("complex_advance", "8/8/1k6/8/4K3/8/PPP5/8", 0),
        ("complex_bare", "8/8/1k6/8/4K3/8/PPP5/8", 1),
        ("complex_bare", "8/8/1k6/8/4K3/8/PPP5/R7", 0),
    ],
)
def test_the_better_sides_endgame_is_worth_more_where_it_is_complex(name: str, fen: str, count: int) -> None:
    place = WEIGHT_NAMES.index(name)

    def term(game: Game, number: int) -> tuple[tuple[int, int], tuple[int, int]]:
        evaluation = list(game.variant.evaluation)
        evaluation[place] = (number,)
        variant = replace(game.variant, evaluation=tuple(evaluation))
        return term_table(Board(tables_of(variant), game.setup()))[0]["complexity"]

    game = Game("chess", fen + " w")
    few, more = term(game, 2), term(game, 12)
    assert [more[0][phase] - few[0][phase] for phase in (0, 1)] == [0, 10 * count]
    assert more[1] == few[1]


def test_complexity_never_changes_who_is_better() -> None:
    game = Game("chess", "r3k3/ppp5/8/8/8/8/PPP5/R3KN2 w")
    place = WEIGHT_NAMES.index("complexity")
    for number in (-2000, -100, 0, 100):
        evaluation = list(game.variant.evaluation)
        evaluation[place] = (number,)
        variant = replace(game.variant, evaluation=tuple(evaluation))
        terms, _, _ = term_table(Board(tables_of(variant), game.setup()))
        endgame = sum(white[1] - black[1] for white, black in terms.values())
        assert endgame >= 0
        assert (endgame == 0) == (number == -2000)


def test_squares_that_both_sides_attack() -> None:
    assert counted(Game("chess", "8/8/8/4k3/8/4K3/8/8 w"), "contested", "threats") == (3, 3)
    assert counted(Game("chess", "8/8/2p5/4k3/8/4K3/8/8 w"), "contested", "threats") == (3, 3)
    assert counted(Game("chess", "8/8/8/2p1k3/8/4K3/8/8 w"), "contested", "threats") == (2, 3)


@pytest.mark.parametrize(
    ("name", "fen", "counts"),
    [
        ("passed_own_king", "7k/8/4P3/8/8/8/8/K7", True),
        ("passed_own_king", "7k/8/3KP3/8/8/8/8/8", True),
        ("passed_free", "7k/8/4P3/8/8/8/8/K7", True),
        ("passed_free", "7k/4n3/4P3/8/8/8/8/K7", False),
        ("passed_safe", "7k/8/4P3/8/8/8/8/K7", True),
        ("passed_safe", "6k1/8/4P3/8/8/8/8/K7", True),
        ("passed_safe", "5k2/8/4P3/8/8/8/8/K7", False),
        ("passed_guarded", "5k2/8/4P3/8/8/8/8/K7", False),
        ("passed_guarded", "5k2/8/3KP3/8/8/8/8/8", True),
        ("passed_behind", "5k2/8/4P3/8/8/8/8/K3R3", True),
        ("passed_behind", "5k2/8/4P3/8/8/8/8/K2R4", False),
        ("passed_behind", "4R3/7k/4P3/8/8/8/8/K7", False),
        ("passed_free", "7k/4p3/4P3/8/8/8/8/K7", False),
    ],
)
@pytest.mark.parametrize("part", [0, 1])
def test_the_ways_of_passed_pawns(name: str, fen: str, counts: bool, part: int) -> None:
    white, black = counted(Game("chess", fen + " w"), name, "passed pawns", part)
    assert (white > 0) == counts
    assert white >= 0
    assert not black


def test_kings_are_near_or_far_from_a_passed_pawn() -> None:
    def steps(name: str, fen: str) -> float:
        return counted(Game("chess", fen + " w"), name, "passed pawns", 1)[0]

    for name, near, far in (
        ("passed_own_king", "7k/8/3KP3/8/8/8/8/8", "7k/8/4P3/3K4/8/8/8/8"),
        ("passed_enemy_king", "5k2/8/4P3/8/8/8/8/K7", "6k1/8/4P3/8/8/8/8/K7"),
    ):
        assert 0 < steps(name, near) < steps(name, far)
    five, three = (steps("passed_own_king", f"7k/8/4P3/8/{ranks}") for ranks in ("8/8/8/4K3", "4K3/8/8/8"))
    assert five == pytest.approx(three * 5 / 3, rel=0.03)


@pytest.mark.parametrize(
    ("fen", "white"),
    [
        ("4k3/8/5n2/8/8/3P1P2/8/4K3 w", 1),  # f6e4, a glide to d3 or f3 and a leap to e1, but for the pawns
        ("4k3/8/8/8/3q4/3P1P2/8/4K3 w", 1),  # d4e4, and down the e file, but for the glides' ways
        ("4k3/7n/8/8/8/3P1P2/8/4K3 w", 0),  # cannot land
        ("4k3/8/8/8/r2P4/3P1P2/8/4K3 w", 0),  # cannot land past the pawn
        ("4k3/8/5n2/8/4p3/3P1P2/8/4K3 w", 0),  # cannot land on its own pawn
        ("4k3/8/5n2/8/8/8/8/K7 w", 0),  # no leap from beside the stone ends on a1
    ],
)
def test_a_king_within_reach_of_a_stone(fen: str, white: int) -> None:
    game = Game("chess", fen, world=ONE_STONE)
    assert not game.in_check or white
    for part in (0, 1):
        found = difference(game, "king_in_stone_reach", 0)["king"]
        assert found[0][part] == white * MORE
    assert counted(Game("chess", fen), "king_in_stone_reach", "king") == (0, 0), "without stones"


@pytest.mark.parametrize(("square", "near"), [("d4", 1), ("e5", 1), ("c3", 1), ("b6", 0), ("d2", 0)])
def test_company_for_spawn_tiles(square: str, near: int) -> None:
    file, rank = "abcdefgh".index(square[0]), int(square[1])
    row = f"{file or ''}N{7 - file or ''}"
    rows = ["4k3", *("8" for _ in range(6)), "4K3"]
    rows[8 - rank] = row
    game = Game("chess", "/".join(rows) + " w", world=ONE_SPAWN)
    assert counted(game, "near_spawn", "world") == (near, 0)


# --- both sides, all weights -----------------------------------------------------------------------------


def mirrored(variant: Variant, setup: Setup) -> tuple[Variant, Setup]:
    """The board turned upside down, and the colours exchanged."""

    def across(square: int) -> int:
        return (variant.ranks - 1 - square // variant.files) * variant.files + square % variant.files

    turned = {"^": "v", "v": "^"}
    tiles = "".join(
        turned.get(tile, tile)
        for tile in (variant.tiles[across(square)] for square in range(len(variant.tiles)))
    )
    return variant.with_tiles(tiles), replace(
        setup,
        pieces={across(square): (kind, 1 - side) for square, (kind, side) in setup.pieces.items()},
        turn=1 - setup.turn,
        castling=frozenset(across(square) for square in setup.castling),
        en_passant=None if setup.en_passant is None else across(setup.en_passant),
    )


def playout(name: str, seed: int, plies: int = 80) -> list[Game]:
    """Every position of a random game."""
    rng = seeded(name, seed)
    game = Game(name)
    games = []
    while game.outcome() is None and len(game.move_stack) < plies:
        game.push(rng.choice(game.legal_moves))
        games.append(game.copy())
    return games


@pytest.mark.parametrize("name", VARIANTS)
def test_both_sides_are_alike(name: str) -> None:
    for game in (game for seed in range(3) for game in playout(name, seed)):
        variant, setup = mirrored(game.variant, game.setup())
        terms, phase, score = game.board.terms()
        other_terms, other_phase, other_score = Board(tables_of(variant), setup).terms()
        assert (other_phase, other_score) == (phase, score), game.fen()
        assert {term: sides[::-1] for term, sides in other_terms.items()} == terms, game.fen()


TERM_OF = {
    **dict.fromkeys(("mobility", "freedom", "scarce_mobility", "trapped"), "mobility"),
    **dict.fromkeys(("leaper_pawns", "rook_pawns", "heavy_pairs"), "imbalance"),
    "space": "space",
    **dict.fromkeys(("shut_in", "behind_pawn", "far_from_king"), "pieces"),
    **dict.fromkeys(("supported_far", "phalanx_far", "weak_open", "lever", "candidate"), "pawns"),
    **dict.fromkeys(("pawnless_flank", "flank_attack"), "king"),
    **dict.fromkeys(("pair", "open_file", "half_open_file", "connected_rooks"), "pieces"),
    **dict.fromkeys(("outpost", "bad_bishop"), "pieces"),
    **dict.fromkeys(("pawn_threat", "push_threat", "lesser_threat", "weak_attacked", "hanging"), "threats"),
    **dict.fromkeys(("king_threat", "contested"), "threats"),
    **dict.fromkeys(("doubled", "isolated", "backward", "supported", "phalanx"), "pawns"),
    **{name: "passed pawns" for name in WEIGHT_NAMES if name.startswith("passed")},
    **dict.fromkeys(("shield", "shield_far", "open_shield", "storm", *DANGERS), "king"),
    **dict.fromkeys(("king_friends", "king_in_stone_reach"), "king"),
    **dict.fromkeys(("on_stone", "beside_stone", "on_bridge", "on_belt", "near_spawn"), "world"),
}


def test_every_number_of_every_weight_counts_somewhere() -> None:
    assert {*TERM_OF, *COMPLEXITY, "tempo"} == {weight.name for weight in CHESS_WEIGHTS}
    assert set(TERM_OF.values()) | {"material", "squares", "complexity", "endgame"} == set(TERM_NAMES)
    games = [
        Game("chess", "4k3/8/8/2pN4/4P3/3P4/4K3/R6R w"),
        Game("chess", "4k3/3p4/8/6Q1/P7/P2B1B2/6PP/3RK3 w"),
        Game("chess", "r3k3/8/2np1r2/1B2P3/3n4/2P2N2/5PP1/2R3K1 w"),
        Game("chess", "3k4/8/3KP3/8/8/8/1r6/4R3 w"),
        Game("chess", "4k3/8/8/3n4/8/8/4P3/4K3 w"),
        Game("chess", "4k3/8/8/8/3r4/8/4N3/4K3 w"),
        Game("chess", "4k3/8/8/8/8/8/3p4/4K3 w"),
        Game("chess", "6k1/5ppp/1p2p3/p5PP/5P2/2N1Q1R1/8/6K1 w"),
        Game("chess", "6k1/5p1p/5N2/8/4R3/7Q/8/6K1 b"),
        Game("chess", "4k3/p7/1p6/8/8/2PP4/6PP/1N1Q2KR w"),
        Game("chess", "4k3/p7/8/1pP5/1PP5/8/8/4K3 w"),
        Game("chess", "k7/p7/8/8/8/8/8/4K3 w"),
        Game("chess", "6k1/5p1p/5N2/8/4R3/7R/8/6K1 b"),
        Game("chess", "4k3/8/5n2/8/8/3P1P2/8/4K3 w", world=ONE_STONE),
        Game("chess", "4k3/8/8/8/4N3/4N3/8/4K3 w", world=ONE_STONE),
        Game("pirate_seas", "4k3/8/8/8/1N6/8/8/4K3 w"),
        Game("fear_factory", "4k3/8/8/8/8/1N6/8/4K3 w"),
        Game("twisted_carnival"),
    ]
    for weight in (weight for weight in CHESS_WEIGHTS if weight.name not in COMPLEXITY):
        for part in range(len(weight.usual)):
            if weight.name == "tempo":
                more = Board(tables_of(with_more(games[0].variant, "tempo", 0)), games[0].setup())
                assert term_table(more, False)[2] == term_table(ordinary_board(games[0]), False)[2] + MORE
                continue
            found = [difference(game, weight.name, part) for game in games]
            moved = {term for terms in found for term, sides in terms.items() if any(map(any, sides))}
            if TERM_OF[weight.name] == "mobility":
                moved.discard("king")  # danger knows the difference of mobility
            assert moved == {TERM_OF[weight.name]}, (weight.name, part)


def test_the_largest_weights_stay_within_bounds() -> None:
    game = Game("chess", "4k3/Q6Q/1Q4Q1/8/Q6Q/1Q4Q1/Q6Q/3QK2Q b")
    variant = replace(
        game.variant, evaluation=tuple((2000,) * len(numbers) for numbers in game.variant.evaluation)
    )
    _, _, score = Board(tables_of(variant), game.setup()).terms()
    assert score < -30000
