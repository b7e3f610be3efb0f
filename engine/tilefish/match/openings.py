"""The starts of games: positions of an EPD file, the beginnings of games of a PGN file, or random moves after
which Tilefish sees neither side far ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random

from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits
from tilefish.files import decoded
from tilefish.game.game import Game
from tilefish.match.self_play import random_move, self_play
from tilefish.pgn import read_games
from tilefish.pgn.record import GameRecord, after
from tilefish.rules.errors import FileError, InputError, Problem
from tilefish.rules.files.library import Library
from tilefish.rules.messages import count, quote
from tilefish.rules.model.variant import SIDES, Variant
from tilefish.rules.text.epd import has_counters, line_mistake, parse_operations, split_line, with_counters_of
from tilefish.rules.text.fen import first_rank, royal_square

BALANCED = 100
"""In centipawns: a random opening with a score further from zero is not played if there is another."""
_NODES = 4000
_TRIES = 200
_LARGEST_FILE = 256 << 20
_MOST_COMPLAINTS = 10


@dataclass(frozen=True, slots=True)
class Opening:
    """A position and the moves that follow it."""

    fen: str
    moves: tuple[str, ...] = ()

    def begun(self, game: Game) -> Game:
        """The end of the opening, as a game under the rules of another one."""
        begun = game.from_position(self.fen)
        for move in self.moves:
            begun.push(move)
        return begun


def opening_of(game: Game) -> Opening:
    """The history of a game so far."""
    return Opening(game.root_fen, tuple(map(str, game.move_stack)))


# --- drawn at random -------------------------------------------------------------------------------------


def random_game(game: Game, plies: int, rng: Random) -> Game:
    """A game that is not over, `plies` random moves on; fewer where every try ends sooner."""
    for length in range(plies, 0, -1):
        for _ in range(_TRIES):
            end = game.copy()
            played = 0
            for step in self_play(end, lambda game: random_move(game, rng), length, rng):
                end, played = step.game, played + 1
            if played == length and end.outcome() is None:
                return end
    return game.copy()


def drawn_opening(game: Game, seed: str, plies: int) -> Opening:
    """Random moves after which the game goes on, to a balanced position if one is found soon."""
    rng = Random(f"opening {game.variant.name} {seed}")
    if not plies:
        return opening_of(game)
    engine = Engine(hash_megabytes=1)
    best: tuple[int, Opening] | None = None
    for _ in range(_TRIES):
        drawn = random_game(game, plies, rng)
        score = quick_score(drawn, engine)
        if score is None:
            continue
        if best is None or abs(score) < best[0]:
            best = abs(score), opening_of(drawn)
        if best[0] < BALANCED:
            break
    return opening_of(game) if best is None else best[1]


def quick_score(game: Game, engine: Engine | None = None) -> int | None:
    """The score of a small search of ours for the side to move, in centipawns; None for a mate."""
    engine = engine or Engine(hash_megabytes=1)
    engine.clear_hash()
    line = engine.play(game, Limits(nodes=_NODES)).lines[0]
    return None if line.mate is not None else line.score


# --- from files ------------------------------------------------------------------------------------------


def read_openings(path: Path, game: Game, plies: int | None, library: Library) -> list[Opening]:
    """The openings of a PGN file, of each game a number of plies or all, or of a file with a FEN or EPD in
    each line. Raises `InputError`, which names the wrong lines: a match with only half of the openings is
    another match."""
    text = _read(path)
    problems: list[Problem] = []
    is_pgn = path.suffix.lower() == ".pgn"
    if plies is not None and not is_pgn:
        raise InputError(
            "--plies is for openings drawn by lot or of a .pgn: a FEN or EPD is played as it stands"
        )
    if is_pgn:
        openings = _of_games(text, str(path), game, plies, library, problems)
    else:
        openings = _of_lines(text, str(path), game, problems)
    if problems:
        shown, more = problems[:_MOST_COMPLAINTS], len(problems) - _MOST_COMPLAINTS
        if more > 0:
            shown.append(
                Problem(str(path), problems[-1].line, f"and {count(more, 'mistake')} more, the last one here")
            )
        raise FileError(shown)
    if not openings:
        raise InputError(f"{quote(str(path), 200)} has no opening in it")
    return openings


def _read(path: Path) -> str:
    name = quote(str(path), 200)
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise InputError(f"{name} is too large for a file of openings")
        return decoded(path.read_bytes())
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise InputError(f"cannot read the openings {name}: {why}") from error


def _of_lines(text: str, name: str, game: Game, problems: list[Problem]) -> list[Opening]:
    openings = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            begun = game.from_position(_fen_of(line))
            _check_castling(begun, game)
        except InputError as error:
            problems.append(Problem(name, number, line_mistake(line, error)))
            continue
        _check_goes_on(begun, name, number, problems)
        openings.append(opening_of(begun))
    return openings


def _fen_of(line: str) -> str:
    """The FEN of a line. Text behind one with counters is ignored."""
    beginning, semicolon, rest = line.partition(";")
    position, behind = split_line(beginning)
    if has_counters(position):
        return position
    operations = f"{behind}{semicolon}{rest}".strip(" ;")
    return with_counters_of(position, parse_operations(f"{operations};") if operations else {})


def _of_games(
    text: str, name: str, game: Game, plies: int | None, library: Library, problems: list[Problem]
) -> list[Opening]:
    openings = []
    beside = library.beside(Path(name))
    records = read_games(
        text, library=beside, moves_only=True, usual=game.variant, file=name, report=problems.append
    )
    for number, record in enumerate(records, 1):
        if record.mistake:
            continue
        try:
            _check_rules(record.start, game)
        except InputError as error:
            problems.append(Problem(name, 0, f"game {number} {error}"))
            continue
        begun = _beginning(record, plies)
        _check_goes_on(begun, f"{name}, game {number}", 0, problems)
        openings.append(opening_of(begun))
    return openings


def _beginning(record: GameRecord, plies: int | None) -> Game:
    game = record.start.copy()
    for played in islice(record.moves, plies):
        game = after(game, played)
    return game


def _check_rules(start: Game, game: Game) -> None:
    """Raises `InputError` unless a game began under the rules of another."""
    if start.variant != game.variant:
        raise InputError(f"is one of {start.variant.name}, not of this match's rules")
    if start.chess960 and not game.chess960:
        raise InputError("is one of Chess960: expected --chess960")
    if game.chess960 and not start.chess960:
        raise InputError("is not of Chess960: expected a match without --chess960")
    _check_castling(start, game)


def _check_castling(begun: Game, game: Game) -> None:
    """Raises `InputError` where kings and rooks that castle stand on other squares than in the game's own
    start and in chess: an engine without Chess960 set does not know such castling, or reads it as a step of
    the king."""
    if not game.chess960 and not _castlings(begun) <= _castlings(game) | _usual_castlings(game.variant):
        raise InputError("castling is that of Chess960, from other squares than usual: expected --chess960")


def _castlings(game: Game) -> set[tuple[int | None, int]]:
    """The squares of king and partner for each castling right."""
    setup = game.setup()
    return {
        (royal_square(game.variant, setup.pieces, setup.pieces[partner][1]), partner)
        for partner in setup.castling
    }


def _usual_castlings(variant: Variant) -> set[tuple[int | None, int]]:
    """The same for kings where chess has them, and partners in the corners."""
    corners = (0, variant.files - 1)
    first_squares = (first_rank(variant, side) * variant.files for side in SIDES)
    return {(first + variant.files // 2, first + corner) for first in first_squares for corner in corners}


def _check_goes_on(game: Game, name: str, line: int, problems: list[Problem]) -> None:
    outcome = game.outcome()
    if outcome is not None:
        problems.append(Problem(name, line, f"the game is over there already: {outcome.termination}"))


# --- which one is played ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lot:
    """An opening that is not drawn yet."""

    seed: str
    plies: int

    def opening(self, game: Game) -> Opening:
        """The opening, always the same one for the same game."""
        return _drawn(_Start(game), self.seed, self.plies)


@dataclass(frozen=True, slots=True)
class Openings:
    """The openings of a match: listed ones, in order or shuffled, else random ones."""

    seed: int
    plies: int
    listed: tuple[tuple[Opening, ...], ...] = ()
    """Those of each variant of the match, from a file or made before it."""
    shuffled: bool = False

    def choice(self, variant: int, number: int) -> Opening | Lot:
        """The opening of that number. After the last one that is listed comes the first one again."""
        if not self.listed:
            return Lot(f"{self.seed} {number}", self.plies)
        listed = self.listed[variant]
        round_, place = divmod(number, len(listed))
        if not self.shuffled:
            return listed[place]
        return listed[_order(len(listed), f"{self.seed} {round_}")[place]]


class _Start:
    """The start of a game as a key of the cache."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._key = (game.variant, game.root_fen, game.chess960)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Start) and self._key == other._key


@lru_cache(maxsize=64)
def _drawn(start: _Start, seed: str, plies: int) -> Opening:
    """Games with one opening are often played one after the other."""
    return drawn_opening(start.game, seed, plies)


@lru_cache(maxsize=4)
def _order(length: int, seed: str) -> Sequence[int]:
    order = list(range(length))
    Random(f"order {seed}").shuffle(order)
    return order
