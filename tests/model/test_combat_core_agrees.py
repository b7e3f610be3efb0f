"""The engine's combat game against the model: random playouts that must agree at every ply.

A failure prints the rules, the start, the moves, the position, and what differs.
"""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

import pytest
from tests.boards import combat_board
from tests.seeds import Tries, seeded

from tilefish import Game, Move
from tilefish.core.combat.query import DECREE, EXPOSED, SHIELD, THREAT
from tilefish.rules.model.combat import Fighter

from . import CombatGame, CombatRules
from .accounting import Account, Standing
from .combat_by_lot import SCENES, fight_by_lot, variant_file

REASONS = {"king destroyed": "king lost", "stalemate": "no action"}
SHORT = 40  # plies of a playout
PERFT_BUDGET = 700  # about as many leaves as the model may count for one perft


class Duel:
    """One game that the model plays and the engine follows."""

    def __init__(self, rules: CombatRules, file: Path, seed: str, start: str | None = None) -> None:
        self.rng = seeded(seed)
        if start is None:
            start = fight_by_lot(rules, self.rng) if self.rng.random() < 0.7 else rules.world.start
        self.start = start
        self.model = CombatGame(rules, self.start)
        self.engine = Game(file, self.start)
        self.seed = seed
        self.keys: dict[Hashable, int] = {}
        self.seen: set[str] = set()
        """Abilities, modifiers and promotions that were played, and how it ended."""

    def same(self, what: str, model: object, engine: object) -> None:
        if model != engine:
            pytest.fail(
                f"model and engine differ, seed {self.seed}\nstart:    {self.start}\n"
                f"moves:    {' '.join(self.engine.move_stack) or '(none)'}\nposition: {self.model.fen()}\n"
                f"{what}:\n    model:  {model}\n    engine: {engine}",
                pytrace=False,
            )

    def compare(self) -> None:
        """Compare everything about the position that both know."""
        self.same("FEN", self.model.fen(), self.engine.fen())
        self.same("actions", self.model.actions(), sorted(self.engine.legal_moves))
        self.same("outcome", self.model.outcome(), self._outcome())
        self.same("key from scratch", self.engine.key_from_scratch, self.engine.key)
        known = self.keys.setdefault(self.model.repetition_key(), self.engine.key)
        self.same("key of the same position", known, self.engine.key)
        self.same("number of different keys", len(self.keys), len(set(self.keys.values())))

    def _outcome(self) -> tuple[str | None, str] | None:
        outcome = self.engine.outcome()
        return (
            None
            if outcome is None
            else (outcome.winner, REASONS.get(outcome.termination.value, outcome.termination.value))
        )

    def compare_outcomes(self, action: str) -> None:
        """Compare which positions an action may lead to, and by how many faces each."""
        board = self.engine.board
        found: dict[str, int] = {}
        for face, weight in board.distinct_rolls(self.engine.find_move(action).number):
            after = self.engine.copy()
            after.push(f"{action}={face}" if face else action)
            assert after.fen() not in found
            found[after.fen()] = weight
        self.same(f"outcomes of {action}", dict(self.model.outcomes(action)), found)

    def compare_perft(self) -> None:
        leaves = self.engine.perft(1)
        self.same("perft 1", self.model.perft(1), leaves)
        if leaves * leaves <= PERFT_BUDGET:
            self.same("perft 2", self.model.perft(2), self.engine.perft(2))

    def choose(self) -> str:
        """Attacks and abilities half of the time, so that something happens."""
        moves = self.engine.legal_moves
        fierce = [move for move in moves if "x" in move or "!" in move]
        return self.rng.choice(fierce if fierce and self.rng.random() < 0.5 else moves)

    def shuttle(self) -> str:
        """Back to where the piece came from that moved last, if it can."""
        last = self.engine.move_stack[-2] if len(self.engine.move_stack) > 1 else ""
        back = last[2:4] + last[:2]
        return back if back in self.engine.legal_moves else self.choose()

    def take_down(self, move: str) -> None:
        """Note what a move is about to bring into play."""
        board, variant = combat_board(self.engine), self.engine.variant
        assert variant.combat is not None
        action = self.engine.find_move(move).number
        parts = board.parts(action)
        ability = variant.combat.fighters[board.kind_on(parts.origin) or 0].ability
        if parts.ability and ability is not None:
            self.seen.add(ability.name)
        if parts.promotion is not None:
            self.seen.add("promotion")
        if parts.victim is not None:
            strike = next(each for each in board.query().strikes() if each.move == action)
            self.seen.update(name for name, _ in strike.counted)

    def play(self, plies: int, *, shuttling: bool = False) -> None:
        for ply in range(plies):
            self.compare()
            outcome = self.engine.outcome()
            if outcome:
                self.seen.add(outcome.termination.value)
                break
            if ply % 10 == 0:
                self.compare_perft()
            move = self.shuttle() if shuttling else self.choose()
            if ply % 5 == 0:
                self.compare_outcomes(move)
            self.take_down(move)
            rolled = self.engine.roll(move, self.rng)
            before = self._standing()
            self.model.push(rolled)
            self._compare_events(rolled, before)
            self.engine.push(rolled)
        self._take_back()

    def _standing(self) -> Standing:
        return {square: (each.letter, each.hp) for square, each in self.model.position.fighters.items()}

    def _compare_events(self, rolled: Move, before: Standing) -> None:
        """The events of an action lead from the fighters before it to those after it."""
        events = self.engine.board.copy().push(rolled.number, rolled.face)
        try:
            after = Account(self.engine.variant, self.model.ground.terrain, before).replay(events)
        except (AssertionError, KeyError) as error:
            self.same(f"events of {rolled}, {events}", "right", repr(error))
        self.same("fighters after the events", self._standing(), after)

    def _take_back(self) -> None:
        while self.engine.move_stack:
            self.engine.pop()
        self.same("start", CombatGame(self.model.rules, self.start).fen(), self.engine.fen())


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def file_of(scene: str, folder: Path) -> Path:
    path = folder / f"{scene}.toml"
    path.write_text(variant_file(SCENES[scene]), encoding="utf-8")
    return path


def fighters_of(rules: CombatRules, folder: Path, scene: str) -> tuple[Fighter, ...]:
    """What the engine makes of a scene's pieces."""
    combat = Game(file_of(scene, folder)).variant.combat
    assert combat is not None
    return combat.fighters


def play_duels(scene: str, folder: Path, numbers: range) -> set[str]:
    """Play games, and return what was seen in them."""
    file = file_of(scene, folder)
    seen: set[str] = set()
    for number in numbers:
        duel = Duel(SCENES[scene], file, f"{scene} {number}")
        duel.play(SHORT)
        seen |= duel.seen
    return seen


def test_a_few_games(scene: str, tmp_path: Path) -> None:
    play_duels(scene, tmp_path, range(4))


@pytest.mark.long
def test_many_games(scene: str, tmp_path: Path) -> None:
    """Three hundred in all scenes, with every ability of each and every modifier."""
    rules = SCENES[scene]
    wanted: set[str] = {
        fighter.ability.name for fighter in fighters_of(rules, tmp_path, scene) if fighter.ability
    }
    wanted.update((DECREE, EXPOSED, THREAT, SHIELD) if rules.shield else (DECREE, EXPOSED, THREAT))
    seen: set[str] = set()
    tries = Tries(45)
    while tries.go_on(wanted <= seen):
        number = tries.number
        seen |= play_duels(scene, tmp_path, range(100 + number, 101 + number))
    assert wanted - seen == set()


@pytest.mark.parametrize(
    ("end", "start", "shuttling"),
    [
        ("king destroyed", "k7/1R6/8/8/8/8/8/K7 w - - 0 1 hp:a8=3 cd:- fx:-", False),
        ("stalemate", "k7/8/1R6/8/8/8/8/K7 b - - 0 1 hp:- cd:- fx:-", False),
        ("no damage", "k7/8/8/8/8/8/8/K6R w - - 55 40 hp:- cd:- fx:-", False),
        ("material", "k7/8/8/8/8/8/1p6/K7 w - - 0 1 hp:b2=1 cd:- fx:-", False),
        ("repetition", "k7/8/8/8/8/8/6r1/K6R w - - 0 1 hp:- cd:- fx:-", True),
    ],
)
def test_every_end(end: str, start: str, shuttling: bool, tmp_path: Path) -> None:
    file = file_of("book", tmp_path)
    found: set[str] = set()
    tries = Tries(8)
    while tries.go_on(end in found):
        number = tries.number
        duel = Duel(SCENES["book"], file, f"{end} {number}", start)
        duel.play(24, shuttling=shuttling)
        found |= duel.seen
    assert end in found


def test_the_bundled_file_is_the_book() -> None:
    model, engine = CombatGame(CombatRules()), Game("exchange")
    assert engine.fen() == model.fen()
    assert engine.divide(2) == {
        action: sum(twin_perft(model, action, face) for face in model.rules.faces)
        if model.rolls(action)
        else twin_perft(model, action)
        for action in model.actions()
    }


def twin_perft(model: CombatGame, action: str, face: int | None = None) -> int:
    twin = model.copy()
    twin.push(f"{action}={face}" if face else action)
    return twin.perft(1)
