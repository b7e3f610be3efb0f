"""Fits the evaluation's numbers to results of games, as Peter Österlund did for Texel, or to scores.

    python scripts/tune.py play --variant fragments --games 3000 --out games.txt
    python scripts/tune.py label --variant fragments --positions games.txt --engine cmd=T --out scores.txt
    python scripts/tune.py fit --variant fragments --positions scores.txt --what weights values squares

`play` appends the quiet positions of quick games against itself to a text file, a line `FEN;POINTS OF WHITE`
each, game after game. With `--ends` it writes the ends of the best lines, too, those positions that the
evaluation has judged. The result says little about them: they are for `label`.

`label` writes the points that another engine's score promises, in the place of the result. It takes the
positions that are quiet by that engine's best move. The engine is given in the words of
`tilefish match --engine`. Scores of a strong teacher say more than results of quick games, above all about
positions that are nearly even. Without `label`, `fit` takes games.txt.

`fit` makes the evaluation of those positions predict the points, and prints what it found as a file that
extends the variant. A fifth of the positions, those of the last games, is not fitted but predicted: where
that does not get better too, the numbers are not worth having. They are worth having once they win a match:
tilefish match --engine cmd="tilefish --variant-path FOUND.toml" --engine cmd=tilefish.

Several variants share one set of weights, which becomes their default:
`fit --variant chess makruk --positions chess.txt makruk.txt --keep tempo --rounds 2`. Danger to kings is
not linear, so what was found is fitted again in a second round.

Where values are far from right, fit them alone and freely first (`--what values --ridge 1e-9`), and all else
with the file that comes of it as the variant: in one step, one ridge holds back most what should move most.
In `exchange` that made +179 Elo of what was +72.

In combat games dice are rolled by the seed, and no position is left out for being lively: one side can
always be attacked.
"""

from __future__ import annotations

import argparse
import math
import random
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Protocol, TextIO, TypeVar

from tilefish import Game
from tilefish.core.board.any_board import AnyBoard
from tilefish.core.board.rule_tables import RuleTables
from tilefish.core.combat.board import CombatBoard
from tilefish.core.search.searcher import Line
from tilefish.core.search.transposition_table import HashTable
from tilefish.core.tuning import CombatSample, Model, Sample
from tilefish.game.move import Move
from tilefish.match.control import Control, Turn
from tilefish.match.openings import random_game
from tilefish.match.players import Mover, mover_of
from tilefish.match.self_play import roll_outcome, self_play
from tilefish.match.standings import POINTS
from tilefish.match.uci_process import STARTING_SECONDS, EngineError
from tilefish.match.words import parse_entrant
from tilefish.pgn.record import RESULT_OF_WINNER
from tilefish.rules.errors import InputError
from tilefish.rules.files.draft import PHASES
from tilefish.rules.files.kinds import SquareTables
from tilefish.rules.model.variant import Variant
from tilefish.rules.model.weights import WEIGHTS
from tilefish.rules.text.fen import parse_fen

LONGEST_GAME = 200
DECIDED = 1200
"""Centipawns; a game is decided if both sides agree on them for `DECIDED_PLIES`."""
DECIDED_PLIES = 4
REPETITIONS = 3
"""So often the same position is a draw here, whatever the variant says: it saves time."""

Item = TypeVar("Item")

# --- playing ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayedGame:
    """What a game is good for."""

    fens: list[str]
    points: float
    """White's."""


class SelfPlay:
    """Plays games of a variant against itself, the same few nodes a move."""

    def __init__(self, variant: str, nodes: int, plies: int, share: float, ends: bool, seed: int) -> None:
        self._variant = variant
        self._nodes = nodes
        self._plies = plies
        self._share = share
        self._ends = ends
        self._random = random.Random(f"{variant} {seed}")
        self._table = HashTable(4)
        self._searcher = Game(variant).board.searcher(self._table)

    def games(self, count: int) -> Iterator[PlayedGame]:
        """A number of games, each from an opening of its own."""
        for _ in range(count):
            yield self._game(self._opening())

    def _opening(self) -> Game:
        """A few random moves after which the game still goes on."""
        plies = self._plies + self._random.randrange(3)
        return random_game(Game(self._variant), plies, self._random)

    def _game(self, game: Game) -> PlayedGame:
        fens: list[str] = []
        agreed, leader = 0, 0
        self._table.clear()

        def choose(game: Game) -> Move | None:
            """The best move; None if the position is repeated, or the game is decided."""
            nonlocal agreed, leader
            board = game.board
            if board.repetitions() >= REPETITIONS:
                return None
            self._searcher.prepare()
            line = self._searcher.search(board, nodes=self._nodes)[0]
            if line.mate is not None or abs(line.score) > DECIDED:
                ahead = board.turn if line.score > 0 else 1 - board.turn
                agreed = agreed + 1 if ahead == leader else 1
                leader = ahead
                if agreed == DECIDED_PLIES:
                    return None
            else:
                agreed = 0
                if is_quiet(board, line.moves[0]) and self._random.random() < self._share:
                    fens.append(game.fen())
                if self._ends and self._random.random() < self._share:
                    fens.append(end_of(game, line))
            return roll_outcome(game, game.numbered(line.moves[0]), self._random)

        for step in self_play(game, choose, LONGEST_GAME - game.ply, self._random):
            game = step.game
        if agreed == DECIDED_PLIES:
            return PlayedGame(fens, 1.0 - leader)
        outcome = game.outcome()
        return PlayedGame(fens, POINTS[RESULT_OF_WINNER[outcome.winner if outcome else None]])


def end_of(game: Game, line: Line) -> str:
    """The position at the end of a line."""
    later = game.copy()
    for move in line.moves:
        later.push(later.numbered(move))
    return later.fen()


def is_quiet(board: AnyBoard, move: int) -> bool:
    """Whether the evaluation can be asked about a position: neither side is in check, and the best move is an
    ordinary one that captures nothing. Those of combat games are all alike."""
    if board.faces:
        return True
    if board.in_check(board.turn):
        return False
    best = board.path(move)
    ordinary = best.promotion is None and best.stone is None and not best.en_passant
    return ordinary and (best.rook is not None or board.kind_on(best.target) is None)


def play(options: argparse.Namespace) -> None:
    """The command `play`."""
    selfplay = SelfPlay(
        options.variant, options.nodes, options.plies, options.share, options.ends, options.seed
    )
    counts = {1.0: 0, 0.5: 0, 0.0: 0}
    positions = 0
    with options.out.open("a", encoding="utf-8") as file:
        for number, game in enumerate(selfplay.games(options.games), start=1):
            file.writelines(f"{fen};{game.points}\n" for fen in game.fens)
            counts[game.points] += 1
            positions += len(game.fens)
            if number % 100 == 0 or number == options.games:
                file.flush()
                print(f"{number} games: +{counts[1.0]} -{counts[0.0]} ={counts[0.5]}, {positions} positions")


# --- a teacher -------------------------------------------------------------------------------------------


def label(options: argparse.Namespace) -> None:
    """The command `label`."""
    try:
        teacher = mover_of(parse_entrant(options.engine, STARTING_SECONDS))
        with closing(teacher), options.out.open("a", encoding="utf-8") as file:
            label_all(teacher, file, options)
    except (EngineError, InputError, OSError, UnicodeError) as error:
        raise SystemExit(f"error: {error}") from None


def label_all(teacher: Mover, file: TextIO, options: argparse.Namespace) -> None:
    """Writes the quiet positions with their points."""
    start, kept = Game(options.variant), 0
    fens = [row.partition(";")[0] for row in options.positions.read_text(encoding="utf-8").splitlines()]
    for number, fen in enumerate(fens, start=1):
        points = promised(teacher, start.from_position(fen), options)
        if points is not None:
            kept += 1
            file.write(f"{fen};{points:.4f}\n")
        if number % 1000 == 0 or number == len(fens):
            file.flush()
            print(f"{number} of {len(fens)} positions, {kept} quiet", flush=True)


def promised(teacher: Mover, game: Game, options: argparse.Namespace) -> float | None:
    """White's points by the teacher's score; None if the position is not quiet or the score too large."""
    is_white = game.turn == "white"
    if game.outcome() is not None:
        return None
    teacher.begin(game, 0)
    answer = teacher.move(game, Turn(Control(nodes=options.nodes), is_white))
    thought = answer.thought
    if thought is None or abs(thought.score) > options.most:
        return None
    if not is_quiet(game.board, game.find_move(answer.move).number):
        return None
    score = thought.score if is_white else -thought.score
    return 1 / (1 + math.exp(-score / options.steepness))


# --- the numbers -----------------------------------------------------------------------------------------


class Number(Protocol):
    """One number of the evaluation."""

    def column(self, sample: Sample) -> array[float]:
        """How much each position's score changes with it."""

    def more(self, variant: Variant, change: int) -> Variant:
        """The variant with `more` added to it."""


@dataclass(frozen=True)
class WeightNumber:
    """One number of a weight."""

    place: int
    part: int

    def column(self, sample: Sample) -> array[float]:
        """The slope of the scores."""
        return slope(self, sample)

    def more(self, variant: Variant, change: int) -> Variant:
        """The variant with `more` added to it."""
        numbers = with_more(variant.evaluation[self.place], self.part, change)
        return replace(variant, evaluation=with_item(variant.evaluation, self.place, numbers))


@dataclass(frozen=True)
class ValueNumber:
    """What a kind is worth in one phase."""

    kind: int
    phase: int

    def column(self, sample: Sample) -> array[float]:
        """White's pieces less Black's; in a combat game, what hit points and attacks are worth as well."""
        if isinstance(sample, CombatSample):
            return slope(self, sample)
        return sample.placement(self.kind, range(len(sample.tables.variant.tiles)), self.phase)

    def more(self, variant: Variant, change: int) -> Variant:
        """The variant with `more` added to it."""
        value = variant.kinds[self.kind].value or tables_of(variant).value(self.kind)
        return with_kind(variant, self.kind, value=with_more(value, self.phase, change))


@dataclass(frozen=True)
class SquareNumber:
    """What squares that change together are worth to a kind in one phase."""

    kind: int
    phase: int
    squares: tuple[int, ...]

    def column(self, sample: Sample) -> array[float]:
        """White's pieces there less Black's."""
        return sample.placement(self.kind, self.squares, self.phase)

    def more(self, variant: Variant, change: int) -> Variant:
        """The variant with `more` added to it."""
        tables = squares_of(variant, self.kind)
        table = tables[self.phase]
        for square in self.squares:
            table = with_more(table, square, change)
        return with_kind(variant, self.kind, squares=with_item(tables, self.phase, table))


def slope(number: Number, sample: Sample) -> array[float]:
    """How much each position's score changes with a number, from a large change either way, which whole
    centipawns blur little."""
    far = 64
    variant = sample.tables.variant
    up, down = (sample.scores(tables_of(number.more(variant, way))) for way in (far, -far))
    return array("d", ((high - low) / (2 * far) for high, low in zip(up, down, strict=True)))


def tables_of(variant: Variant) -> RuleTables:
    """What the evaluation looks things up in."""
    return Game(variant).board.tables


def weight_numbers(variant: Variant) -> list[Number]:
    """Every number of every weight that counts in the game."""
    return [
        WeightNumber(place, part)
        for place, weight in enumerate(WEIGHTS)
        if weight.counts_in(variant.combat is not None)
        for part in range(len(weight.usual))
    ]


def value_numbers(variant: Variant) -> list[Number]:
    """What the kinds are worth, but for the royal one."""
    return [
        ValueNumber(index, phase)
        for index, kind in enumerate(variant.kinds)
        if not kind.royal
        for phase in range(len(PHASES))
    ]


def square_numbers(variant: Variant) -> list[Number]:
    """The square tables of all kinds."""
    return [
        SquareNumber(kind, phase, squares)
        for kind in range(len(variant.kinds))
        for phase in range(len(PHASES))
        for squares in square_groups(variant)
    ]


def square_groups(variant: Variant) -> list[tuple[int, ...]]:
    """The squares of the board, those that mirror each other together if the terrain does."""
    rows = [variant.tiles[at : at + variant.files] for at in range(0, len(variant.tiles), variant.files)]
    squares = range(len(variant.tiles))
    if any(row != row[::-1] for row in rows):
        return [(square,) for square in squares]
    groups: dict[tuple[int, int], list[int]] = {}
    for square in squares:
        rank, file = divmod(square, variant.files)
        groups.setdefault((rank, min(file, variant.files - 1 - file)), []).append(square)
    return [tuple(group) for group in groups.values()]


def squares_of(variant: Variant, index: int) -> SquareTables:
    """The square tables of a kind: those of the file, or what the core makes of its mobility."""
    return variant.kinds[index].squares or tables_of(variant).square_values(index, 0)


def with_kind(variant: Variant, index: int, **changes: object) -> Variant:
    """The variant with one kind changed."""
    kind = replace(variant.kinds[index], **changes)  # type: ignore[arg-type]
    return replace(variant, kinds=with_item(variant.kinds, index, kind))


def with_item(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """The tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def with_more(numbers: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    """The numbers, with `more` added to one of them."""
    return with_item(numbers, index, numbers[index] + more)


def is_kept(number: Number, names: Sequence[str]) -> bool:
    """Whether it belongs to a weight that is to stay as it is."""
    return isinstance(number, WeightNumber) and WEIGHTS[number.place].name in names


NUMBERS = {"weights": weight_numbers, "values": value_numbers, "squares": square_numbers}

# --- fitting ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Corpus:
    """The positions of one variant, with the points of their games."""

    variant: Variant
    fens: list[str]
    points: list[float]

    @property
    def fitted(self) -> int:
        """How many of them, from the first, are fitted; the others are held out."""
        return len(self.fens) * 4 // 5

    def sample(self) -> Sample:
        """The positions under the numbers of the variant."""
        board = Game(self.variant).board.copy()
        sample = CombatSample(board.tables) if isinstance(board, CombatBoard) else Sample(board.tables)
        for fen in self.fens:
            board.reset(parse_fen(self.variant, fen))
            sample.add(board)
        return sample

    def more(self, numbers: Sequence[Number], changes: Sequence[float]) -> Corpus:
        """The same positions, with changed numbers."""
        tuned = self.variant
        for number, change in zip(numbers, changes, strict=True):
            tuned = number.more(tuned, round(change))
        return replace(self, variant=tuned)


def read_corpus(name: str, path: Path) -> Corpus:
    """The FENs of a file, and White's points."""
    rows = [row.rpartition(";") for row in path.read_text(encoding="utf-8").splitlines()]
    return Corpus(Game(name).variant, [fen for fen, _, _ in rows], [float(points) for _, _, points in rows])


def best_scale(corpus: Corpus) -> float:
    """How steeply points rise with centipawns, for the numbers as they are: found by thirds."""
    sample = corpus.sample()
    model = Model(sample.scores(sample.tables), corpus.points, [], corpus.fitted, 0)
    low, high = 0.0005, 0.05
    while high - low > 1e-6:
        third = (high - low) / 3
        if model.loss(low + third, []) < model.loss(high - third, []):
            high -= third
        else:
            low += third
    return (low + high) / 2


def model_of(corpora: Sequence[Corpus], scales: Sequence[float], numbers: Sequence[Number]) -> Model:
    """All positions, those to fit first. Scores are in centipawns of the first variant, by the scales."""
    samples = [corpus.sample() for corpus in corpora]
    splits = [(corpus.fitted, len(corpus.fens)) for corpus in corpora]

    def joined(parts: Sequence[Sequence[float]]) -> array[float]:
        fitted = chain.from_iterable(part[:split] for part, (split, _) in zip(parts, splits, strict=True))
        held_out = chain.from_iterable(part[split:] for part, (split, _) in zip(parts, splits, strict=True))
        return array("d", chain(fitted, held_out))

    def column(of: Callable[[Sample], array[float]]) -> array[float]:
        parts = []
        for sample, scale in zip(samples, scales, strict=True):
            scores, share = of(sample), scale / scales[0]
            parts.append(scores if share == 1 else [score * share for score in scores])
        return joined(parts)

    return Model(
        column(lambda sample: sample.scores(sample.tables)),
        joined([corpus.points for corpus in corpora]),
        (column(number.column) for number in numbers),
        sum(split for split, _ in splits),
        len(numbers),
    )


def fit(options: argparse.Namespace) -> None:
    """The command `fit`."""
    if len(options.variant) != len(options.positions):
        raise SystemExit("error: --variant and --positions need the same number of entries")
    if len(options.variant) > 1 and options.what != ["weights"]:
        raise SystemExit("error: only weights can be fitted to several variants")
    corpora = [read_corpus(name, path) for name, path in zip(options.variant, options.positions, strict=True)]
    before = corpora[0].variant
    numbers = [number for what in options.what for number in NUMBERS[what](before)]
    numbers = [number for number in numbers if not is_kept(number, options.keep)]
    scales = [best_scale(corpus) for corpus in corpora]
    count = sum(len(corpus.fens) for corpus in corpora)
    fitted = sum(corpus.fitted for corpus in corpora)
    print(f"# {len(numbers)} numbers fitted to {fitted} positions, {count - fitted} held out")
    print(f"# points rise by {scales[0]:.5f} a centipawn at the steepest, ridge {options.ridge:g}")
    still = [0.0] * len(numbers)
    for _ in range(options.rounds):
        model = model_of(corpora, scales, numbers)
        changes = model.descend(scales[0], options.ridge, options.steps, options.stride, options.batches)
        corpora = [corpus.more(numbers, changes) for corpus in corpora]
        real = model_of(corpora, scales, [])
        for name, held_out in (("fitted", False), ("held out", True)):
            was, foreseen = (model.loss(scales[0], each, held_out) for each in (still, changes))
            after = real.loss(scales[0], [], held_out)
            print(f"# {name}: loss {was:.5f} before, {foreseen:.5f} foreseen, {after:.5f} after", flush=True)
    print(as_toml(before, corpora[0].variant))


# --- writing ---------------------------------------------------------------------------------------------


def as_toml(before: Variant, after: Variant) -> str:
    """What changed, as a file that extends the variant: to be tried, or pasted into the variant's own."""
    lines = [f'extends = "{before.name}"', "", "[evaluation]"]
    for weight, old, new in zip(WEIGHTS, before.evaluation, after.evaluation, strict=True):
        if new != old:
            lines.append(f"{weight.name} = {new[0] if len(new) == 1 else list(new)}")
    for index, (old_kind, kind) in enumerate(zip(before.kinds, after.kinds, strict=True)):
        if kind.value != old_kind.value and kind.value is not None:
            lines += ["", f"[pieces.{kind.name}]", f"value = {list(kind.value)}"]
        if kind.squares != old_kind.squares:
            lines += ["", f"[pieces.{kind.name}.squares]"]
            for phase, table in zip(PHASES, squares_of(after, index), strict=True):
                lines += [f"{phase} = [", *rows_from_the_top(table, after.files), "]"]
    return "\n".join(lines)


def rows_from_the_top(table: Sequence[int], files: int) -> list[str]:
    """A square table as files write it."""
    ranks = [table[at : at + files] for at in range(0, len(table), files)]
    return [f"    [{', '.join(f'{number:4}' for number in rank)}]," for rank in reversed(ranks)]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Fits the evaluation's numbers to the results of games.")
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play", help="games against itself, as positions with results")
    playing.add_argument("--variant", default="chess")
    playing.add_argument("--games", type=int, default=3000)
    playing.add_argument("--nodes", type=int, default=500, help="for each move")
    playing.add_argument(
        "--plies", type=int, default=6, help="random moves of the opening, or up to two more"
    )
    playing.add_argument("--share", type=float, default=0.4, help="of the quiet positions that is kept")
    playing.add_argument("--ends", action="store_true", help="the ends of its lines, too: for `label`")
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--out", type=Path, required=True)
    playing.set_defaults(run=play)
    labelling = commands.add_parser("label", help="a teacher's scores instead of results")
    labelling.add_argument("--variant", default="chess")
    labelling.add_argument(
        "--positions", type=Path, required=True, help="lines that begin with a FEN and a ;"
    )
    labelling.add_argument("--engine", required=True, help="in the words of `tilefish match --engine`")
    labelling.add_argument("--nodes", type=int, default=1500, help="for each position")
    labelling.add_argument("--most", type=int, default=600, help="centipawns; what is more is left out")
    labelling.add_argument(
        "--steepness", type=float, default=200.0, help="centipawns that promise 73 percent of the points"
    )
    labelling.add_argument("--out", type=Path, required=True)
    labelling.set_defaults(run=label)
    fitting = commands.add_parser("fit", help="the numbers that predict the results best")
    fitting.add_argument("--variant", nargs="+", default=["chess"], help="several share their weights")
    fitting.add_argument(
        "--positions", type=Path, nargs="+", required=True, help="what `play` wrote, for each variant"
    )
    fitting.add_argument("--what", nargs="+", choices=tuple(NUMBERS), default=["weights"])
    fitting.add_argument("--keep", nargs="+", default=[], help="weights that stay as they are")
    fitting.add_argument("--steps", type=int, default=500)
    fitting.add_argument(
        "--batches",
        type=int,
        default=1,
        help="each step looks at this part of the positions: faster with many",
    )
    fitting.add_argument(
        "--rounds", type=int, default=1, help="begin again with what was found, as king danger is not linear"
    )
    fitting.add_argument("--stride", type=float, default=2.0, help="centipawns of the first steps")
    fitting.add_argument("--ridge", type=float, default=1e-7, help="how strongly numbers stay what they were")
    fitting.set_defaults(run=fit)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
