"""What is written down about a game is what happened in it."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.seeds import seeded

from tilefish import Game, Termination
from tilefish.balance.facts import (
    APPEARED,
    BEGAN,
    CAPTURES,
    DIED,
    ENTERED,
    LANDED,
    MOVES,
    RODE,
    STAYED,
    STOOD,
    GameFacts,
    SpecialEnd,
    phase_of,
)
from tilefish.balance.games import Effort, GamesPlan, PlanPlayer
from tilefish.balance.study import BY_THE_WORLD
from tilefish.balance.witness import Witness, balance_of
from tilefish.explain.reasons.journeys import CAPTURED, EXHAUSTED
from tilefish.rules.files.library import Library

WORLDS = Library(environment=False).names()


def witness_of(variant: str, fen: str | None = None) -> Witness:
    game = Game(variant, fen)
    return Witness(game.variant, game.board.copy(), GameFacts(0, 0))


def watched(variant: str, moves: str, fen: str | None = None) -> GameFacts:
    """The facts of a game, move by move."""
    game = Game(variant, fen)
    witness = Witness(game.variant, game.board.copy(), GameFacts(0, 0))
    for text in moves.split():
        action, _, face = text.partition("=")
        witness.watch((game.find_move(action).number, int(face or 0)))
        game.push(text)
    return witness.end()


def square(variant: str, name: str) -> int:
    found = Game(variant).variant.square_of(name)
    assert found is not None
    return found


@pytest.mark.parametrize("world", WORLDS)
def test_pieces_are_followed_through_anything(world: str) -> None:
    """After every move of games by lot, every piece is known to stand where the board has it."""
    for seed in range(6):
        rng = seeded(world, seed)
        witness = witness_of(world)
        while witness.board.ending() is None and witness.board.ply < 120:
            move = rng.choice(witness.board.legal_moves())
            face, _ = rng.choice(witness.board.distinct_rolls(move))
            witness.watch((move, face))
            stand = {place: (member.kind, member.side) for place, member in witness._roster.members.items()}
            assert stand == witness.board.setup().pieces
        adds_up(witness.end())


def adds_up(facts: GameFacts, opening: int = 0) -> None:
    """Each piece of the start has stayed or was lost, and every turn is counted once."""
    total: Counter[str] = Counter()
    for (what, _, _), times in facts.events.items():
        total[what] += times
    lost = total[CAPTURED] + total[EXHAUSTED] + sum(total[cause] for cause in BY_THE_WORLD)
    assert total[BEGAN] + total[APPEARED] == total[STAYED] + lost
    assert lost == sum(times for (what, _, _), times in facts.places.items() if what == DIED)
    for side in (0, 1):
        taken, given = (
            sum(times for (what, whose, _), times in facts.events.items() if (what, whose) == found)
            for found in ((CAPTURES, side), (CAPTURED, 1 - side))
        )
        assert taken == given
    assert total[MOVES] == sum(facts.choices.values()) == facts.plies - opening


def test_captures_moves_and_ends_of_a_short_game() -> None:
    facts = watched("chess", "e2e4 d7d5 e4d5 d8d5 d1e2 d5e5 e2e5")
    pawn, queen = 0, 4
    assert Game("chess").variant.kinds[queen].name == "queen"
    assert facts.events[CAPTURES, 0, pawn] == 1
    assert facts.events[CAPTURES, 0, queen] == 1
    assert facts.events[CAPTURED, 1, queen] == 1
    assert facts.events[MOVES, 1, queen] == 2
    assert facts.places[ENTERED, 1, square("chess", "d5")] == 2
    assert facts.places[DIED, 1, square("chess", "e5")] == 1
    assert (facts.winner, facts.ending, facts.plies) == (None, SpecialEnd.NO_END, 7)
    assert (0, pawn, square("chess", "e2")) not in facts.idle
    assert (0, pawn, square("chess", "d2")) in facts.idle


def test_en_passant_and_castling() -> None:
    facts = watched("chess", "e5d6 e8g8", "r3k2r/8/8/3pP3/8/8/8/4K3 w kq d6 0 1")
    assert facts.events[CAPTURED, 1, 0] == 1
    assert facts.places[DIED, 1, square("chess", "d5")] == 1
    assert facts.places[STOOD, 1, square("chess", "f8")] == 1
    assert [idler[2] for idler in facts.idle if idler[0] == 1] == [
        square("chess", "d5"),
        square("chess", "a8"),
    ]


def test_a_stone_sequence_lands_and_leaps() -> None:
    facts = watched("ruined_overworld", "e2e4,e4e3,e3e4 g8f6")
    stone = square("ruined_overworld", "e4")
    assert facts.places[LANDED, 0, stone] == 1
    assert facts.places[ENTERED, 0, stone] == 2
    assert (facts.winner, facts.ending) == (1, Termination.CHECKMATE)


def test_belts_carry_and_drop() -> None:
    facts = watched("fear_factory", "g2g3 e8d8", "4k3/8/*6*/8/8/*6*/6P1/4K3 w - - 0 1")
    assert facts.places[RODE, 0, square("fear_factory", "g3")] == 1
    assert facts.events["falls", 0, 0] == 1
    assert facts.places[DIED, 0, square("fear_factory", "g3")] == 1
    assert facts.places[STOOD, 0, square("fear_factory", "g3")] == 0


def test_the_world_takes_a_king() -> None:
    facts = watched("fear_factory", "b2b4", "8/8/*6*/8/8/*5k*/1P6/4K3 w - - 0 1")
    assert (facts.winner, facts.ending) == (0, SpecialEnd.KING_FELL)


def test_a_king_is_killed_in_combat() -> None:
    start = "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1 hp:e8=2 cd:- fx:-"
    facts = watched("exchange", "e7xe8=3", start)
    assert (facts.winner, facts.ending) == (0, SpecialEnd.KING_KILLED)
    assert facts.events["attacks", 0, 4] == 1


@pytest.mark.parametrize(("wounds", "captures"), [("d1=2", 0), ("d1=2,d6=1", 1)])
def test_who_dies_of_an_ability_is_not_captured(wounds: str, captures: int) -> None:
    start = f"4k3/8/3r4/8/8/8/8/3QK3 w - - 0 1 hp:{wounds} cd:- fx:-"
    facts = watched("exchange", "d1!d4xd6=3", start)
    adds_up(facts)
    queen = 4
    assert facts.events[EXHAUSTED, 0, queen] == 1
    assert facts.events[CAPTURED, 0, queen] == 0
    assert facts.events[CAPTURES, 0, queen] == captures
    assert facts.places[DIED, 0, square("exchange", "d4")] == 1


def test_material_counts_once_it_stands() -> None:
    facts = watched("chess", "e2e4 d7d5 e4d5 d8d5 g1f3 d5d8 f3g1 d8d5 g1f3")
    assert facts.balances == [(0.0,) * 6]  # the pawn was up for one ply only


def test_wounded_pieces_count_by_their_hit_points() -> None:
    game = Game("exchange", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 hp:a1=5 cd:- fx:-")
    assert balance_of(game.variant, game.setup())[4] == 0.5
    assert balance_of(Game("chess").variant, Game("chess", "4k3/8/8/8/8/8/8/Q3K3").setup())[4] == 1


def test_a_side_that_can_hardly_move_is_stuck() -> None:
    facts = watched("chess", "h2h3 b8a8", "1k6/p7/P1K5/8/8/8/7P/8 w - - 0 1")
    assert facts.stuck == [0, 1]
    assert facts.stuck_at[1] == "1k6/p7/P1K5/8/8/7P/8/8 b - - 0 1"
    bare = watched("chess", "b6c6 a8a7", "k7/8/1K6/8/8/8/7P/8 w - - 0 1")
    assert bare.stuck == [0, 0]  # a king that is alone always has few moves


def test_phases_are_by_what_is_left() -> None:
    assert [phase_of(pieces, 30) for pieces in (30, 21, 20, 11, 10, 2)] == [0, 0, 1, 1, 2, 2]


def test_pieces_appear_on_spawn_tiles() -> None:
    player = PlanPlayer(
        GamesPlan(Game("twisted_carnival").variant, Game("twisted_carnival").root_fen, (Effort(1),), 3)
    )
    (facts,) = player.play(0, next(player.openings(1)))
    assert sum(times for (what, _, _), times in facts.events.items() if what == APPEARED) >= 1
    adds_up(facts, opening=4)
