"""What the fuzzer does in a case. Each kind of case is a function of a `Case`; what should not be raises."""

from __future__ import annotations

import contextlib
import io
import pickle
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from tests.seeds import seeded

from tilefish import Game, InputError
from tilefish.core.search.searcher import EVERYTHING
from tilefish.core.search.trace import SearchTrace
from tilefish.engine.engine import Engine, Result
from tilefish.engine.levels import ACTS, AGENTS, DIFFICULTIES, FULL, elo_level, skill_level, strictest
from tilefish.engine.limits import Limits
from tilefish.explain.evaluation import evaluation_text
from tilefish.explain.record import decision_record
from tilefish.game.hosting import hosted
from tilefish.game.move import Move
from tilefish.learning.keys import position_key
from tilefish.protocols.uci.session import Session
from tilefish.render.svg import board_svg
from tilefish.render.terminal import board_text
from tilefish.rules.text.fen import parse_fen

from .lines import is_harmless, mutated, random_go, random_option
from .worlds import BUNDLED, TILE_SETS, betza, random_fen, variant_text

PLIES = 40
LINES = 60
"""Lines of a conversation."""
CROWDED = 120
"""A position with more moves is not looked at two plies deep."""


@dataclass
class Case:
    """One case: its random numbers, a folder to write in, and counts of what was done."""

    kind: str
    number: int
    folder: Path
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.rng: Random = seeded("fuzz", self.kind, self.number)

    def run(self) -> None:
        KINDS[self.kind](self)


# --- games ------------------------------------------------------------------------------------------------


def new_file(case: Case) -> Path:
    """A random variant file."""
    path = case.folder / f"world{case.rng.randrange(4)}.toml"
    path.write_text(variant_text(case.rng), encoding="utf-8")
    case.counts["variant files"] += 1
    return path


def accepted_file(case: Case) -> Game:
    """The game of a random variant file that is accepted."""
    while True:
        with contextlib.suppress(InputError):
            return Game(new_file(case))


def random_game(case: Case) -> Game:
    """A game of a bundled variant, with changes, or of a random one, from a random position."""
    rng = case.rng
    if rng.random() < 0.4:
        return from_anywhere(case, accepted_file(case))
    while True:
        world = pieces = None
        if rng.random() < 0.5:
            tiles, density = rng.choice(TILE_SETS), rng.choice([0.1, 0.3, 1])
            rows = [
                [rng.choice(tiles) if rng.random() < density else "." for _ in range(8)] for _ in range(8)
            ]
            world = "/".join(map("".join, rows))
        if rng.random() < 0.3:
            pieces = ",".join(f"{letter}:{betza(rng)}" for letter in rng.sample("acdqrbn", rng.randint(1, 3)))
        with contextlib.suppress(InputError):
            game = Game(rng.choice([*BUNDLED]), None, world, pieces, rng.random() < 0.2)
            return from_anywhere(case, game)


def from_anywhere(case: Case, game: Game) -> Game:
    """The game, or one under the same rules from a random position."""
    for _ in range(case.rng.choice([0, 0, 4])):
        with contextlib.suppress(InputError):
            return game.from_position(random_fen(case.rng, game.variant))
    return game


def check(game: Game) -> list[Move]:
    """The legal moves, after what must be true of every position."""
    moves, about = game.legal_moves, f"{game.variant.path} {game.fen()}"
    assert len(set(moves)) == len(moves), about
    assert game.key == game.key_from_scratch, about
    outcome = game.outcome()
    assert moves or outcome is not None, about
    counted = game.perft(1)
    assert counted >= len(moves) if game.board.faces else counted == len(moves), about
    return moves


def look_closely(case: Case, game: Game, moves: Sequence[str]) -> None:
    """What else can be asked of a position."""
    case.counts["positions looked at closely"] += 1
    again = game.from_position(game.fen())
    if game.setup().halfmove < 9999:
        assert (again.fen(), again.key) == (game.fen(), game.key), game.fen()
    assert position_key(again) == position_key(game), game.fen()
    assert pickle.loads(pickle.dumps(game)).fen() == game.fen()
    setup = parse_fen(game.variant, game.fen())
    board_text(game.variant, setup, colour=True, flipped=case.rng.random() < 0.5)
    board_svg(game.variant, setup)
    evaluation_text(game)
    move = case.rng.choice(moves)
    assert game.read_move(game.san(move)) == move, f"{game.fen()} {move}"
    decision_record(game, [move]).as_text()
    if len(moves) < CROWDED:
        assert game.perft(2) == sum(game.divide(2).values()), game.fen()


def play(case: Case, game: Game, plies: int) -> None:
    """Plays at random, and takes everything back."""
    rng, past = case.rng, list[tuple[str, int]]()
    for _ in range(plies):
        moves = check(game)
        if not moves or (game.outcome() is not None and rng.random() < 0.9):
            break
        if rng.random() < 0.1:
            look_closely(case, game, moves)
        if (after := hosted(game, rng)) is not None:
            game, past = after.game, []
            continue
        fierce = [move for move in moves if "x" in move or "!" in move or "," in move]
        past.append((game.fen(), game.key))
        game.push(game.roll(rng.choice(fierce if fierce and rng.random() < 0.5 else moves), rng))
        case.counts["plies"] += 1
    while past:
        game.pop()
        assert (game.fen(), game.key) == past.pop()


# --- searches ---------------------------------------------------------------------------------------------


def random_limits(rng: Random, moves: Sequence[str]) -> Limits:
    chosen = tuple(rng.sample(moves, min(len(moves), 3))) if rng.random() < 0.15 else ()
    return rng.choice(
        [
            Limits(depth=rng.randint(1, 5), moves=chosen),
            Limits(nodes=rng.choice([1, 2, 127, 128, 1000, 4000]), moves=chosen),
            Limits(movetime=rng.choice([0, 0.003, 0.03]), moves=chosen),
            Limits(clock=rng.choice([0, 0.05, 0.5]), increment=rng.choice([0, 0.01])),
            Limits(mate=rng.randint(1, 3), nodes=2000),
        ]
    )


def set_up(rng: Random, engine: Engine) -> None:
    """Gives an engine random settings."""
    engine.lines = rng.choice([1, 1, 3, 200])
    engine.techniques = EVERYTHING if rng.random() < 0.6 else rng.getrandbits(EVERYTHING.bit_length())
    engine.level = FULL
    if rng.random() < 0.5:
        levels = (*DIFFICULTIES.values(), *ACTS.values(), *AGENTS.values())
        level = strictest(
            rng.choice(levels), rng.choice([FULL, skill_level(rng.randint(0, 20)), elo_level(1500)])
        )
        engine.level = level
    engine.trace = (
        SearchTrace(rng.choice([1, 3, 200]), rng.choice([1, 50, 5000])) if rng.random() < 0.2 else None
    )
    engine.memory = partial(made_up_hints, rng) if rng.random() < 0.2 else None


def made_up_hints(rng: Random, game: Game) -> list[tuple[int, int, int]]:
    """What was not learned from games: keys of this position, of those after its moves, and of none."""
    hints = []
    for move in rng.sample(sorted(game.legal_moves), min(5, len(game.legal_moves))):
        after = game.copy()
        after.push(game.roll(move, rng))
        hints.append(
            (rng.choice([game.key, after.key, rng.getrandbits(64)]), move.number, rng.randint(-100, 100))
        )
    return hints


def search(case: Case, engine: Engine, game: Game) -> None:
    """A search under random limits, ended at a random moment."""
    rng, moves = case.rng, game.legal_moves
    case.counts["searches"] += 1
    stop = threading.Timer(rng.choice([0.0, 0.001, 0.02, 0.3]), engine.stop)
    try:
        if rng.random() < 0.8:
            search = engine.start(game, random_limits(rng, moves))
            stop.start()  # not before: it is meant for this search
            search.run()
            search.wait()
            result = search.found()
        else:
            stop.start()
            result = search_in_steps(rng, engine, game, moves)
    finally:
        stop.cancel()
        stop.join()
    check_result(game, moves, result)
    if engine.trace is not None:
        case.counts["traced nodes"] += sum(len(each.visits or ()) for each in engine.trace.iterations())


def search_in_steps(rng: Random, engine: Engine, game: Game, moves: Sequence[str]) -> Result:
    """A search beside other work."""
    begun = engine.start(game, random_limits(rng, moves), background=rng.random() < 0.3)
    for _ in range(rng.randint(0, 5)):
        begun.step(rng.choice([0, 1, 5]))
        engine.nodes_of(game)
    return begun.stop()


def check_result(game: Game, moves: Sequence[str], result: Result) -> None:
    about = f"{game.variant.path} {game.fen()}: {result}"
    assert (result.move in moves) if moves else result.move is None, about
    for info in result.lines:
        twin = game.copy()
        for move in info.line:
            twin.push(move)


# --- conversations ----------------------------------------------------------------------------------------


def position_line(case: Case, variants: list[str]) -> str:
    """A `position` line of the variant that is set, or of another one."""
    game = (
        Game(case.folder / f"{variants[-1]}.toml")
        if case.rng.random() < 0.3
        else Game(case.rng.choice([*BUNDLED]))
    )
    if case.rng.random() < 0.5:
        return f"position fen {random_fen(case.rng, game.variant)}"
    moves = []
    for _ in range(case.rng.choice([0, 1, 5, 20])):
        legal = game.legal_moves
        if not legal:
            break
        moves.append(game.roll(case.rng.choice(legal), case.rng))
        game.push(moves[-1])
    return " ".join(["position startpos", *(["moves", *moves] if moves else [])])


def next_line(case: Case, variants: list[str]) -> str:
    """A line of a conversation: sense, mostly."""
    rng = case.rng
    drawn = rng.random()
    if drawn < 0.25:
        return random_go(rng, ["e2e4", "d2d4", "b1c3", "a1a2", "c2c3"])
    if drawn < 0.45:
        return position_line(case, variants)
    if drawn < 0.6:
        return random_option(rng, variants)
    if drawn < 0.75:
        return rng.choice(["stop", "ponderhit", "isready", "ucinewgame", "d", "eval", "flip", "uci", "stop"])
    while not is_harmless(line := mutated(rng)):
        pass
    return line


def uci(case: Case) -> None:
    """A conversation that ends with `quit` at some moment."""
    variants, gos, faults = [*BUNDLED, accepted_name(case)], 0, list[str]()
    output = io.StringIO()
    session = Session([str(case.folder)], output, seed=case.number)
    with patch.object(Engine, "search_now", watched_search(faults)):
        for _ in range(LINES):
            line = next_line(case, variants)
            case.counts["lines"] += 1
            gos += line.split()[:1] == ["go"]
            session.answer(line)
            if case.rng.random() < 0.3:
                time.sleep(case.rng.choice([0.0, 0.001, 0.01]))
        session.run(["quit"])
    said = output.getvalue()
    assert not faults, f"{faults[0]}\n{said[-3000:]}"
    assert "Traceback" not in said, said[-3000:]
    assert "this went wrong" not in said, said[-3000:]
    assert said.count("bestmove ") <= gos, said[-3000:]
    case.counts["bestmoves"] += said.count("bestmove ")
    case.counts["infos"] += said.count("info depth ")


def accepted_name(case: Case) -> str:
    """The name of a random variant whose file is in the folder."""
    for old in case.folder.glob("*.toml"):
        old.unlink()
    return accepted_file(case).variant.name


def watched_search(faults: list[str]) -> Callable[..., Result]:
    """A search whose move is held against the rules, and whose faults are noted: a session survives them."""
    plain = Engine.search_now

    def search(engine: Engine, game: Game, *given: Any, **named: Any) -> Result:
        before = game.copy()
        try:
            result = plain(engine, game, *given, **named)
            check_result(before, before.legal_moves, result)
        except InputError:
            raise
        except Exception:
            faults.append(traceback.format_exc())
            raise
        return result

    return search


# --- the kinds --------------------------------------------------------------------------------------------


def files(case: Case) -> None:
    """A random variant file. If it is accepted: a short game and a search, from two positions."""
    path = new_file(case)
    try:
        game = Game(path)
    except InputError as error:
        message = str(error)
    else:
        message = ""
    assert all(0 < len(line) < 1000 for line in message.splitlines()), message
    if message:
        return
    case.counts["files accepted"] += 1
    for start in (game, from_anywhere(case, game)):
        play(case, start.copy(), 12)
        engine = Engine(1, threads=1)
        set_up(case.rng, engine)
        search(case, engine, start)


def playouts(case: Case) -> None:
    play(case, random_game(case), PLIES)


def searches(case: Case) -> None:
    """A game in which every move is searched for, under ever other settings."""
    game = random_game(case)
    engine = Engine(1, threads=case.rng.choice([1, 1, 2, 4]), seed=case.number)
    for _ in range(case.rng.choice([1, 4, 10])):
        moves = game.legal_moves
        if not moves:
            break
        set_up(case.rng, engine)
        search(case, engine, game)
        game.push(game.roll(case.rng.choice(moves), case.rng))


def threads(case: Case) -> None:
    """Searches by four threads, while others stop them, hit their ponder move, or ask for their nodes."""
    game, rng = random_game(case), case.rng
    engine = Engine(rng.choice([1, 4]), threads=4, seed=case.number)
    for _ in range(3):
        moves = game.legal_moves
        if not moves:
            break
        case.counts["searches"] += 1
        ponders = rng.random() < 0.3
        limits = Limits(clock=0.2, ponder=True) if ponders else random_limits(rng, moves)
        search = engine.start(game, limits)
        with others(rng, engine, game, limits):
            search.run()
            search.wait()
        check_result(game, moves, search.found())
        case.counts["nodes"] += engine.nodes_of(game)
        if rng.random() < 0.5:
            check_result(game, moves, search_in_steps(rng, engine, game, moves))
        game.push(game.roll(rng.choice(moves), rng))


@contextlib.contextmanager
def others(rng: Random, engine: Engine, game: Game, limits: Limits) -> Iterator[None]:
    """Threads beside a search: one that asks, one that ends it."""
    over, wait = threading.Event(), rng.choice([0.005, 0.05, 0.2])

    def ask() -> None:
        while not over.wait(0.001):
            engine.nodes_of(game)

    def end() -> None:
        over.wait(wait)
        if limits.ponder:
            engine.ponderhit(game, limits)
            over.wait(wait)
        engine.stop()

    beside = [threading.Thread(target=work) for work in (ask, end)]
    for thread in beside:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in beside:
            thread.join()


KINDS: Mapping[str, Callable[[Case], None]] = {
    "files": files,
    "playouts": playouts,
    "searches": searches,
    "uci": uci,
    "threads": threads,
}
