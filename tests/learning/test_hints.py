"""What the store has a say in: the order of moves near the root, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.boards import ordinary_board

from tilefish import Game
from tilefish.core.search.searcher import EVERYTHING, TECHNIQUES, Searcher
from tilefish.core.search.transposition_table import HashTable
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits
from tilefish.learning.hints import MOST_POSITIONS, MoveHint, hints_near
from tilefish.learning.keys import position_key
from tilefish.learning.recording import Entry
from tilefish.learning.store import Store
from tilefish.learning.tally import Tally

from .games import by_lot, played

GOOD, BAD = Tally(wins=36), Tally(losses=36)  # +90 and -90
CLOSE_COMBAT = "k7/1p6/3b4/2r1n3/3R4/2N1P3/1P6/K7 w - - 0 1 hp:c5=6,d4=8 cd:- fx:-"
MANY_ROLLS = "k7/8/8/2rn4/2RN4/8/8/K7 w - - 0 1 hp:- cd:- fx:-"
SPARSE_COMBAT = "k7/1p6/8/2r5/8/3R4/1P6/K7 w - - 0 1 hp:c5=6,d3=8 cd:- fx:-"
GUESSES = ("reverse-futility", "futility", "late-pruning", "reductions", "probcut", "history-pruning")
LOSSLESS = EVERYTHING & ~sum(1 << TECHNIQUES.index(name) for name in GUESSES)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "learned")


def learn(store: Store, game: Game, **tallies: Tally) -> None:
    """Puts counts into a store for moves of the position of a game."""
    key = position_key(game)
    store.add(game.variant, [Entry(key, move, tally) for move, tally in tallies.items()])


def ordered(game: Game, hints: list[MoveHint]) -> list[str]:
    """The moves in the order in which a node looks at them."""
    moves = Searcher(HashTable(1)).order(ordinary_board(game), hints=hints)
    return [game.variation([move])[0] for move in moves]


def nodes(
    game: Game, hints: list[MoveHint] | None, depth: int = 7, techniques: int = EVERYTHING
) -> tuple[int, int]:
    """The nodes of a search and its score."""
    engine = Engine(hash_megabytes=1)
    engine.techniques = techniques
    engine.memory = None if hints is None else lambda game: hints
    [info] = engine.play(game, Limits(depth=depth)).lines
    return info.nodes, info.score


def test_the_root_and_what_follows_its_most_played_moves_are_reported(store: Store) -> None:
    learn(store, Game(), e2e4=GOOD, a2a3=BAD, d2d4=Tally(wins=1, losses=1))
    learn(store, played("e2e4"), e7e5=BAD)
    learn(store, played("e2e4", "e7e5"), g1f3=GOOD)
    learn(store, played("e2e4", "e7e5", "g1f3"), b8c6=GOOD)
    root, after, later = Game(), played("e2e4"), played("e2e4", "e7e5")
    assert sorted(hints_near(Game(), store)) == sorted(
        [
            (root.key, root.find_move("e2e4").number, 90),
            (root.key, root.find_move("a2a3").number, -90),
            (after.key, after.find_move("e7e5").number, -90),
            (later.key, later.find_move("g1f3").number, 90),
        ]
    )


def test_a_store_that_knows_nothing_or_nonsense_tells_nothing(store: Store) -> None:
    assert hints_near(Game(), store) == []
    learn(store, Game(), e2e5=GOOD, zzz=GOOD)
    assert hints_near(Game(), store) == []


def test_chess960_gets_castling(store: Store) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    learn(store, Game(fen=fen), e1g1=GOOD)
    game = Game(fen=fen, chess960=True)
    assert hints_near(game, store) == [(game.key, game.find_move("e1h1").number, 90)]


def test_of_a_combat_game_every_outcome_of_a_die_is_followed(store: Store) -> None:
    root = Game("exchange", "k7/8/8/3p4/4P3/8/8/K7 w - - 0 1 hp:d5=4 cd:- fx:-")
    learn(store, root, e4xd5=GOOD)
    for roll in (1, 2):
        after = root.copy()
        after.push(f"e4xd5={roll}")
        learn(store, after, a8a7=BAD)
    expected = [(root.key, root.find_move("e4xd5").number, 90)]
    for roll in (1, 2):
        after = root.copy()
        after.push(f"e4xd5={roll}")
        expected.append((after.key, after.find_move("a8a7").number, -90))
    assert sorted(hints_near(root, store)) == sorted(expected)
    store.record(by_lot("exchange", seed=4), "1-0")
    start = Game("exchange")
    assert (start.key, start.find_move(next(iter(store.at(start)))).number, 20) in hints_near(start, store)


def test_no_more_is_asked_than_there_is_time_and_room_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn(store, Game(), e2e4=GOOD)
    learn(store, played("e2e4"), e7e5=GOOD)
    assert [key for key, _, _ in hints_near(Game(), store, seconds=0)] == [Game().key]
    asked: list[str] = []

    def attacks(game: Game) -> dict[str, Tally]:
        asked.append(game.fen())
        return {move: GOOD for move in game.legal_moves if "x" in move}

    monkeypatch.setattr(store, "at", attacks)
    hints_near(Game("exchange", MANY_ROLLS), store)
    assert len(asked) == MOST_POSITIONS


def test_what_won_is_looked_at_first_and_what_lost_last() -> None:
    game = Game()
    usual = ordered(game, [])
    last = usual[-1]
    assert ordered(game, [(game.key, game.find_move(last).number, 90)])[0] == last
    first = usual[0]
    assert ordered(game, [(game.key, game.find_move(first).number, -90)])[-1] == first
    assert ordered(game, [(game.key + 1, game.find_move(last).number, 90)]) == usual


def test_of_captures_the_order_changes_too() -> None:
    game = Game(fen="4k3/8/8/3q4/2P1P3/8/8/3RK3 w - - 0 1")
    captures = ordered(game, [])[:3]
    assert {move[2:] for move in captures} == {"d5"}
    last = captures[-1]
    assert ordered(game, [(game.key, game.find_move(last).number, 90)])[0] == last


def test_without_hints_not_one_node_changes() -> None:
    for variant in ("chess", "fragments", "ruined_overworld"):
        game = Game(variant)
        assert nodes(game, []) == nodes(game, None)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_without_hints_not_one_node_of_a_combat_game_changes(depth: int) -> None:
    game, elsewhere = Game("exchange", CLOSE_COMBAT), Game("exchange")
    far = [(elsewhere.key, elsewhere.find_move("e2e4").number, 90)]
    assert nodes(game, [], depth) == nodes(game, far, depth) == nodes(game, None, depth)


def upside_down(game: Game, plies: int) -> list[MoveHint]:
    """Hints for the positions `plies` quiet plies away, the better the later an action is listed."""
    if plies == 0:
        return [
            (game.key, number, 5 * place - 90)
            for place, number in enumerate(move.number for move in game.legal_moves)
        ]
    hints = []
    for move in [move for move in game.legal_moves if not {"x", "!"} & set(move)]:
        after = game.copy()
        after.push(move)
        hints += upside_down(after, plies - 1)
    return hints


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_hints_changes_the_order_of_a_combat_game_and_no_score(plies: int) -> None:
    """Without selective techniques a search has the same score in every order."""
    game = Game("exchange", SPARSE_COMBAT)
    hints = upside_down(game, plies)
    (plain, score), (learned, same) = (nodes(game, given, 3, LOSSLESS) for given in (None, hints))
    assert plain != learned
    assert score == same


LONE_ATTACKS = (
    "5R2/1p6/6N1/p6k/8/5pPK/8/8 w - - 0 1 hp:- cd:- fx:-",
    "8/4N3/1p6/8/1N5r/8/p1P4K/2k5 w - - 0 1 hp:- cd:- fx:-",
    "8/5k1K/8/6p1/5R2/8/p7/3bN3 w - - 0 1 hp:- cd:- fx:-",
)


@pytest.mark.parametrize("fen", LONE_ATTACKS)
def test_a_bad_attack_is_still_none_of_the_quiet_actions_that_are_passed_over(fen: str) -> None:
    """What comes before all quiet actions and is the only one of its kind stays where it is."""
    game, hints = Game("exchange", fen), []
    board = game.board
    for text, number in ((move, move.number) for move in game.legal_moves):
        for face, _ in board.distinct_rolls(number):
            game.push(f"{text}={face}" if face else text)
            attacks = [
                action
                for answer, action in ((move, move.number) for move in game.legal_moves)
                if "x" in answer
            ]
            if len(attacks) == 1:
                hints.append((game.key, attacks[0], -100))
            game.pop()
    assert hints
    assert nodes(game, hints, 2) == nodes(game, None, 2)


def test_hints_of_elsewhere_changes_not_one_node() -> None:
    game, elsewhere = Game("fragments"), played("b2b3", variant="fragments")
    elsewhere.push("a4b3")
    elsewhere.push("a2b3")
    elsewhere.push("d4d3")
    hint = (elsewhere.key, elsewhere.find_move("e2d3").number, 90)  # four plies away
    assert nodes(game, [hint]) == nodes(game, None)


def test_hints_changes_the_search_and_never_what_it_looks_for() -> None:
    game = Game("fragments")
    worst = [(game.key, game.find_move(move).number, -90) for move in game.legal_moves[:3]]
    best = [(game.key, game.find_move(game.legal_moves[-1]).number, 90)]
    assert nodes(game, worst + best)[0] != nodes(game, None)[0]
    mate = Game(fen="6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    engine = Engine(hash_megabytes=1)
    engine.memory = lambda game: [(game.key, game.find_move("d1d8").number, -100)]
    result = engine.play(mate, Limits(depth=4))
    assert (result.move, result.lines[0].mate) == ("d1d8", 1)


def test_bonuses_stay_in_bounds() -> None:
    game = Game()
    last = ordered(game, [])[-1]
    huge = [(game.key, game.find_move(last).number, 10**6)]
    assert ordered(game, huge) == ordered(game, [(game.key, game.find_move(last).number, 100)])


def test_every_thread_hears_of_it_and_the_next_search_does_not() -> None:
    game = Game("fragments")
    engine = Engine(hash_megabytes=1, threads=2)
    engine.memory = lambda game: [(game.key, game.find_move("b2b3").number, 90)]
    assert engine.play(game, Limits(depth=6)).move in game.legal_moves
    engine.memory = None
    engine.threads = 1
    engine.clear_hash()
    assert engine.play(game, Limits(depth=7)).lines[0].nodes == nodes(game, None)[0]
