"""The engine against the model: random playouts that must agree at every ply.

A failure prints the world, the start, the moves, the position, and what differs.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.seeds import seeded

from tilefish import Game
from tilefish.core.board.events import Event, EventKind

from . import ModelGame
from .accounting import Account
from .drawn_by_lot import random_chess960_start, random_fen, random_fen_of, random_scene
from .hand_built import POSITIONS
from .moves import Move
from .scenes import ARMY_SCENES, FILE_SCENES, LAID_SCENES, NAMED_SCENES, Scene, laid_on_chess
from .terrain import Pieces

SHORT, LONG = 60, 120  # plies of a playout
PERFT_BUDGET = 1500  # about as many leaves as the model may count for one perft
WENT = (EventKind.MOVED, EventKind.CASTLED)


@dataclass(frozen=True)
class Temper:
    """How a playout likes its moves: weights for what it wants to see more or less of."""

    captures: float
    sequences: float
    pawns: float
    going_back: float  # and so repeating positions

    @classmethod
    def of(cls, rng: random.Random) -> Temper:
        return cls(
            captures=rng.choice([0.3, 1, 4]),
            sequences=rng.choice([0.03, 0.3, 1]),
            pawns=rng.choice([0.5, 1, 4]),
            going_back=rng.choice([1, 1, 1, 60]),
        )

    def weight(self, game: ModelGame, move: Move, own_last: Move | None) -> float:
        pieces, terrain = game.position.pieces, game.terrain
        weight = 1.0
        weight *= self.captures if move.end in pieces or move.stone in pieces else 1
        weight *= self.sequences if move.stone else 1
        weight *= self.pawns if pieces[move.start] in "Pp" else 1
        weight *= 3 if terrain.belt_at(move.end) or terrain.belt_at(move.start) else 1
        weight *= 6 if move.castling or move.promotion else 1
        weight *= 3 if move.passed else 1
        weight *= 30 if move.taken_in_passing else 1
        if own_last and (move.start, move.end) == (own_last.end, own_last.start):
            weight *= self.going_back
        return weight


@dataclass
class Playout:
    """One game that the model plays and the engine follows."""

    scene: Scene
    seed: str
    model: ModelGame
    engine: Game
    start: str
    moves: list[str] = field(default_factory=list)
    engine_keys: dict[Hashable, int] = field(default_factory=dict)  # by the model's keys
    keys_on_the_way: list[int] = field(default_factory=list)

    def fail(self, difference: str) -> None:
        world = self.scene.world
        pytest.fail(
            "\n".join(
                (
                    f"model and engine differ: {self.scene.title}, seed {self.seed}",
                    f"board {world.files}x{world.ranks}, pieces {dict(world.pieces)}, tiles:",
                    *("    " + row for row in world.tiles),
                    f"start:    {self.start}",
                    f"moves:    {' '.join(self.moves) or '(none)'}",
                    f"position: {self.model.fen()}",
                    difference,
                )
            ),
            pytrace=False,
        )

    def same(self, what: str, model: object, engine: object) -> None:
        if model != engine:
            self.fail(f"{what}:\n    model:  {model}\n    engine: {engine}")

    def compare(self) -> None:
        """Compare everything about the position that both know."""
        self.same("FEN", self.model.fen(), self.engine.fen())
        self._compare_moves()
        self.same("in check", self.model.in_check(), self.engine.in_check)
        outcome = self.engine.outcome()
        self.same("outcome", self.model.outcome(), outcome and (outcome.winner, outcome.termination.value))
        self._same_key("computed from scratch", self.engine.key_from_scratch)
        self._compare_repetition()

    def _compare_moves(self) -> None:
        model, engine = self.model.legal_moves(), list(self.engine.legal_moves)
        twice = sorted(move for move in set(engine) if engine.count(move) > 1)
        if set(model) != set(engine) or twice:
            self.fail(
                f"moves of the model only:  {' '.join(sorted(set(model) - set(engine)))}\n"
                f"moves of the engine only: {' '.join(sorted(set(engine) - set(model)))}\n"
                f"twice in the engine:      {' '.join(twice)}"
            )

    def _same_key(self, which: str, expected: int) -> None:
        if self.engine.key != expected:
            self.fail(f"the engine's key {self.engine.key} is not the key {expected} {which}")

    def _compare_repetition(self) -> None:
        """Two positions have one key exactly when they are the same for repetition."""
        place, key = self.model.repetition_key(), self.engine.key
        if place in self.engine_keys:
            self._same_key("that this position had when met before", self.engine_keys[place])
        elif key in self.engine_keys.values():
            self.fail(f"the engine's key {key} belongs to another position of this game, too")
        self.engine_keys[place] = key

    def play(self, move: Move, text: str) -> None:
        """Let both play a move; the engine gets any of its spellings."""
        self.keys_on_the_way.append(self.engine.key)
        before = self.model.position.pieces
        self.model.push(self.model.text(move))
        self.moves.append(text)
        self._compare_events(move, text, before)
        self.engine.push(text)

    def _compare_events(self, move: Move, text: str, before: Pieces) -> None:
        """The events of the move lead from the position before it to the one after it, those of a pass to
        where belts carry."""
        board, number = self.engine.board.copy(), self.engine.find_move(text).number
        idle = board.query().passed().events()
        self.same("piece that moved", *self._journeys(move, events := board.push(number)))
        try:
            after = self._account(before).replay(events)
            self._account(before).replay(idle)
        except (AssertionError, KeyError) as error:
            self.fail(f"the events of {text} are wrong:\n    {events}\n    pass: {idle}\n    {error!r}")
        left = {square: piece for square, (piece, _) in after.items()}
        self.same("pieces after the events", self.model.position.pieces, left)

    def _account(self, pieces: Pieces) -> Account:
        return Account(self.engine.variant, self.model.terrain, {s: (p, 0) for s, p in pieces.items()})

    def _journeys(self, move: Move, events: Sequence[Event]) -> tuple[object, object]:
        """Who went where by the move, for the model and by the events."""
        files = self.model.world.files
        ends = [(event.origin, event.target) for event in events if event.kind in WENT]
        expected_ends = [
            tuple((end % files, end // files) for end in both if end is not None) for both in ends
        ]
        if move.castling is None:
            return [(move.start, move.end)], expected_ends
        castling = move.castling
        return [(castling.king, castling.king_end), (castling.rook, castling.rook_end)], expected_ends

    def compare_a_fresh_game(self, folder: Path) -> None:
        """A game set up from the FEN has the same key and moves; a copy goes its own way."""
        fresh = self.scene.engine(folder, self.model.fen())
        self._same_key("of a game set up from this FEN", fresh.key)
        self.same(
            "moves of a game that the engine sets up from this FEN",
            sorted(self.model.legal_moves()),
            sorted(fresh.legal_moves),
        )
        twin = self.engine.copy()
        if self.model.legal_moves():
            twin.push(self.model.legal_moves()[0])
        self.same("FEN after a move in a copy", self.model.fen(), self.engine.fen())

    def compare_perft(self, budget: int) -> None:
        branching = max(2, len(self.model.legal_moves()))
        depth = next(depth for depth in (3, 2, 1) if branching**depth <= budget or depth == 1)
        self.same(f"perft {depth}", self.model.perft(depth), self.engine.perft(depth))

    def take_everything_back(self) -> None:
        for ply, key in reversed(list(enumerate(self.keys_on_the_way))):
            self.engine.pop()
            self._same_key(f"that it was at ply {ply}, before it was taken back to", key)
        self.same("FEN after taking back every move", self.start, self.engine.fen())


def play_out(scene: Scene, seed: str, folder: Path, plies: int) -> None:
    """Play one random game in a scene, comparing at each ply."""
    rng = seeded(scene.title, seed)
    fen = _first_position(scene, rng)
    model = scene.model(fen or scene.world.start)
    playout = Playout(scene, seed, model, scene.engine(folder, fen), model.fen())
    temper = Temper.of(rng)
    looks_closer = rng.randrange(plies // 2)
    played: list[Move] = []
    for ply in range(plies):
        playout.compare()
        if ply == looks_closer:
            playout.compare_a_fresh_game(folder)
            playout.compare_perft(PERFT_BUDGET)
        if model.outcome() is not None:
            break
        own_last = played[-2] if len(played) > 1 else None
        moves = model.legal()
        weights = [temper.weight(model, move, own_last) for move in moves]
        move = rng.choices(moves, weights)[0]
        played.append(move)
        playout.play(move, rng.choice(model.spellings(move)))
    playout.take_everything_back()


def _first_position(scene: Scene, rng: random.Random) -> str | None:
    """Return the scene's own start (None), a random array, or any position."""
    if rng.random() < 0.5:
        return random_fen(scene.world, rng, scene.chess960)
    if scene.chess960:
        return random_chess960_start(rng)
    # Pieces of one's own stand in a FEN of one's own.
    return scene.world.start if scene.pieces else None


def title_of(scene: Scene) -> str:
    return scene.title.replace(" ", "_")


EVERY_SCENE = [*NAMED_SCENES, *LAID_SCENES, *ARMY_SCENES, *FILE_SCENES]


@pytest.mark.parametrize("scene", [s for s in NAMED_SCENES if not s.chess960], ids=title_of)
def test_the_start(scene: Scene, tmp_path: Path) -> None:
    model = scene.model(scene.world.start)
    playout = Playout(scene, "none", model, scene.engine(tmp_path, None), model.fen())
    playout.compare()
    playout.compare_perft(10_000)


@pytest.mark.parametrize(("about", "tiles", "fen"), POSITIONS)
def test_hand_built_positions(about: str, tiles: str, fen: str, tmp_path: Path) -> None:
    """Compare a position, and the one after each of its moves in each spelling."""
    scene = laid_on_chess(about, tiles)
    model = scene.model(fen)
    playout = Playout(scene, "none", model, scene.engine(tmp_path, fen), fen)
    playout.compare()
    for move in model.legal():
        for text in model.spellings(move):
            after = Playout(scene, "none", model.copy(), scene.engine(tmp_path, fen), fen)
            after.play(move, text)
            after.compare()
            after.take_everything_back()
    playout.compare_perft(PERFT_BUDGET)


@pytest.mark.parametrize("scene", EVERY_SCENE, ids=title_of)
def test_playouts(scene: Scene, tmp_path: Path) -> None:
    for number in range(10):
        play_out(scene, f"{number}", tmp_path, SHORT)


@pytest.mark.parametrize("block", range(4))
def test_playouts_of_random_worlds(block: int, tmp_path: Path) -> None:
    for number in range(block * 10, block * 10 + 10):
        play_out(random_scene(number), "0", tmp_path, SHORT)


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
@pytest.mark.parametrize("scene", NAMED_SCENES, ids=title_of)
def test_many_playouts(scene: Scene, block: int, tmp_path: Path) -> None:
    for number in range(10):
        play_out(scene, f"long {block} {number}", tmp_path, LONG)


@pytest.mark.long
@pytest.mark.parametrize("block", range(5))
@pytest.mark.parametrize("scene", [*LAID_SCENES, *ARMY_SCENES, *FILE_SCENES], ids=title_of)
def test_many_playouts_of_worlds_of_our_own(scene: Scene, block: int, tmp_path: Path) -> None:
    for number in range(10):
        play_out(scene, f"long {block} {number}", tmp_path, LONG)


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_many_random_worlds(block: int, tmp_path: Path) -> None:
    for number in range(1000 + block * 20, 1000 + block * 20 + 20):
        for seed in "012":
            play_out(random_scene(number), seed, tmp_path, SHORT)


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("chess960", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1"),
        ("chess960", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"),
        ("chess960", "4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1"),
        ("chess960", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1"),
        ("chess960", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"),
        ("chess960", "1r2k3/8/8/8/8/8/8/2R1K3 w Cb - 0 1"),
        ("chess960", "rkr5/8/8/8/8/8/8/5RKR b HFca - 0 1"),
        ("chess960", "rk1r4/8/8/8/8/8/6P1/R4RKR w HFda - 0 1"),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"),
        ("void_dimension", "8/1k6/8/8/8/8/1K1Q4/8 b - - 0 1"),
        ("void_dimension", "********/1k6/8/8/3*4/8/1K1Q4/8 b - - 0 1"),
        ("fear_factory", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("chess", "4k3/8/8/8/*7/8/8/R3K3 w - - 0 1"),
        ("fear_factory", "4k3/8/*2*3*/8/8/8/8/R3K3 w - - 0 1"),
        ("ruined_overworld", "4k3/8/8/1*6/8/8/8/R3K3 w - - 0 1"),
    ],
)
def test_fens_are_read_alike(variant: str, fen: str, tmp_path: Path) -> None:
    """Compare castling fields of every kind, and voids written, missing and added."""
    scene = next(scene for scene in NAMED_SCENES if scene.title == variant)
    model = scene.model(fen)
    for move in model.legal():
        playout = Playout(scene, "none", model.copy(), scene.engine(tmp_path, fen), model.fen())
        playout.compare()
        playout.play(move, playout.model.text(move))
        playout.compare()
        playout.take_everything_back()


@pytest.mark.parametrize("variant", ["chess", "twisted_carnival", "pirate_seas"])
@pytest.mark.parametrize("army", ["", "B", "N", "BB", "Bb", "BN", "Bn", "NN", "bbB", "P", "R", "Q"])
def test_material_is_judged_alike(variant: str, army: str, tmp_path: Path) -> None:
    """Compare small armies, now and then with a void that makes a world of `chess`."""
    scene = next(scene for scene in NAMED_SCENES if scene.title == variant)
    rng = seeded(variant, army)
    for _ in range(12):
        fen = random_fen_of(scene.world, rng, "Kk" + army, voids=rng.choice([0, 0, 1]))
        playout = Playout(scene, "none", scene.model(fen), scene.engine(tmp_path, fen), fen)
        playout.compare()


def test_a_lost_king_is_read_alike(tmp_path: Path) -> None:
    scene = next(scene for scene in NAMED_SCENES if scene.title == "fear_factory")
    fen = "8/8/*6*/8/8/*6*/8/4K3 b - - 0 1"
    playout = Playout(scene, "none", scene.model(fen), scene.engine(tmp_path, fen), fen)
    playout.compare()
    playout.same("perft", 0, playout.engine.perft(2))
