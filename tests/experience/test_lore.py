"""What the store has a say in: the order of moves near the root, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilefish import Game
from tilefish.core.searcher import Searcher
from tilefish.core.table import HashTable
from tilefish.engine import Engine
from tilefish.experience.keys import position_key
from tilefish.experience.lore import Hint, lore_near
from tilefish.experience.recording import Entry
from tilefish.experience.store import Store
from tilefish.experience.tally import Tally
from tilefish.limits import Limits

from .games import by_lot, played

GOOD, BAD = Tally(wins=36), Tally(losses=36)  # +90 and -90


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "learned")


def learn(store: Store, game: Game, **tallies: Tally) -> None:
    """Puts counts into a store for moves of the position of a game."""
    key = position_key(game)
    store.add(game.variant, [Entry(key, move, tally) for move, tally in tallies.items()])


def ordered(game: Game, lore: list[Hint]) -> list[str]:
    """The moves in the order in which a node looks at them."""
    moves = Searcher(HashTable(1)).order(game.board, lore=lore)
    return [game.variation([move])[0] for move in moves]


def nodes(game: Game, lore: list[Hint] | None, depth: int = 7) -> tuple[int, int]:
    """The nodes of a search and its score."""
    engine = Engine(hash_megabytes=1)
    engine.memory = None if lore is None else lambda game: lore
    [info] = engine.play(game, Limits(depth=depth)).lines
    return info.nodes, info.score


def test_the_root_and_what_follows_its_most_played_moves_are_told(store: Store) -> None:
    learn(store, Game(), e2e4=GOOD, a2a3=BAD, d2d4=Tally(wins=1, losses=1))
    learn(store, played("e2e4"), e7e5=BAD)
    learn(store, played("e2e4", "e7e5"), g1f3=GOOD)
    learn(store, played("e2e4", "e7e5", "g1f3"), b8c6=GOOD)
    root, after, later = Game(), played("e2e4"), played("e2e4", "e7e5")
    assert sorted(lore_near(Game(), store)) == sorted(
        [
            (root.key, root.core_move("e2e4"), 90),
            (root.key, root.core_move("a2a3"), -90),
            (after.key, after.core_move("e7e5"), -90),
            (later.key, later.core_move("g1f3"), 90),
        ]
    )


def test_a_store_that_knows_nothing_or_nonsense_tells_nothing(store: Store) -> None:
    assert lore_near(Game(), store) == []
    learn(store, Game(), e2e5=GOOD, zzz=GOOD)
    assert lore_near(Game(), store) == []


def test_chess960_is_told_of_castling(store: Store) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    learn(store, Game(fen=fen), e1g1=GOOD)
    game = Game(fen=fen, chess960=True)
    assert lore_near(game, store) == [(game.key, game.core_move("e1h1"), 90)]


def test_of_a_combat_game_its_own_moves_are_told(store: Store) -> None:
    game = by_lot("exchange", seed=4)
    store.record(game, "1-0")
    start = Game("exchange")
    first = next(iter(store.at(start)))
    assert lore_near(start, store) == [(start.key, start.core_move(first), 20)]


def test_what_won_is_looked_at_first_and_what_lost_last() -> None:
    game = Game()
    usual = ordered(game, [])
    last = usual[-1]
    assert ordered(game, [(game.key, game.core_move(last), 90)])[0] == last
    first = usual[0]
    assert ordered(game, [(game.key, game.core_move(first), -90)])[-1] == first
    assert ordered(game, [(game.key + 1, game.core_move(last), 90)]) == usual


def test_of_captures_the_order_changes_too() -> None:
    game = Game(fen="4k3/8/8/3q4/2P1P3/8/8/3RK3 w - - 0 1")
    captures = ordered(game, [])[:3]
    assert {move[2:] for move in captures} == {"d5"}
    last = captures[-1]
    assert ordered(game, [(game.key, game.core_move(last), 90)])[0] == last


def test_without_lore_not_one_node_changes() -> None:
    for variant in ("chess", "fragments", "ruined_overworld"):
        game = Game(variant)
        assert nodes(game, []) == nodes(game, None)


def test_lore_of_elsewhere_changes_not_one_node() -> None:
    game, elsewhere = Game("fragments"), played("b2b3", variant="fragments")
    elsewhere.push("a4b3")
    elsewhere.push("a2b3")
    elsewhere.push("d4d3")
    hint = (elsewhere.key, elsewhere.core_move("e2d3"), 90)  # four plies away
    assert nodes(game, [hint]) == nodes(game, None)


def test_lore_changes_the_search_and_never_what_it_looks_for() -> None:
    game = Game("fragments")
    worst = [(game.key, game.core_move(move), -90) for move in game.legal_moves[:3]]
    best = [(game.key, game.core_move(game.legal_moves[-1]), 90)]
    assert nodes(game, worst + best)[0] != nodes(game, None)[0]
    mate = Game(fen="6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    engine = Engine(hash_megabytes=1)
    engine.memory = lambda game: [(game.key, game.core_move("d1d8"), -100)]
    result = engine.play(mate, Limits(depth=4))
    assert (result.move, result.lines[0].mate) == ("d1d8", 1)


def test_bonuses_stay_in_bounds() -> None:
    game = Game()
    last = ordered(game, [])[-1]
    huge = [(game.key, game.core_move(last), 10**6)]
    assert ordered(game, huge) == ordered(game, [(game.key, game.core_move(last), 100)])


def test_every_thread_hears_of_it_and_the_next_search_does_not() -> None:
    game = Game("fragments")
    engine = Engine(hash_megabytes=1, threads=2)
    engine.memory = lambda game: [(game.key, game.core_move("b2b3"), 90)]
    assert engine.play(game, Limits(depth=6)).move in game.legal_moves
    engine.memory = None
    engine.threads = 1
    engine.clear_hash()
    assert engine.play(game, Limits(depth=7)).lines[0].nodes == nodes(game, None)[0]
