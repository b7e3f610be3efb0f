"""Openings that every engine of the match finds balanced: random moves after which a deep search of each
sees neither side ahead.

Candidates are numbered. Each is drawn and judged on its own, by any worker, and they are accepted in the
order of their numbers: so a seed gives the same openings on any number of workers, as long as no search is
cut short.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from itertools import count
from random import Random

from tilefish.game.game import Game
from tilefish.match.control import Control, Turn
from tilefish.match.executors import Workers
from tilefish.match.match import MOST_LOSSES, MatchError
from tilefish.match.openings import Opening, quick_score, random_game
from tilefish.match.players import Entrant, Mover
from tilefish.match.uci_process import EngineError, Failure
from tilefish.match.workplace import GameRules, borrowed
from tilefish.rules.errors import InputError

DEPTH = 12
COMBAT_DEPTH = 4
"""A ply of a combat game has a node for each face of a die."""
WITHIN = 50
SECONDS = 10.0
TRIES = 1000
MOST_OPENINGS = 200
"""The most openings of a variant, if no number is given: a longer match plays them again."""
_FULL = "full"
_HINT_MARGIN = 150
"""Centipawns by which a small search may be wrong. What is further from balance is not searched deeply."""
_MOST_FAILURES = 8
"""The most candidates in a row that an engine does not judge."""


@dataclass(frozen=True, slots=True)
class Balance:
    """The test of a balanced opening, and how many are made."""

    depth: int | None = None
    """The depth of the searches; None for the usual one of the variant's kind of game."""
    within: int = WITHIN
    """The largest score for either side, in centipawns. A score of 0 is refused: it promises a draw."""
    seconds: float = SECONDS
    """The most seconds for a search. A candidate that needs more is refused."""
    tries: int = TRIES
    """The most candidates in a row that are refused before the search for openings ends."""
    count: int | None = None
    """The number of openings of each variant; None for those that the match needs."""

    def __str__(self) -> str:
        words = {"depth": self.depth, "within": self.within, "seconds": f"{self.seconds:g}",
                 "tries": self.tries, "count": self.count}  # fmt: skip
        given = (f"{name}={value}" for name, value in words.items() if value is not None)
        return " ".join(("balanced", *given))

    def depth_of(self, rules: GameRules) -> int:
        """The depth for a variant."""
        return self.depth or (DEPTH if rules.variant.combat is None else COMBAT_DEPTH)

    def number_for(self, needed: int) -> int:
        """The number of openings for a match that needs some."""
        return min(needed, MOST_OPENINGS) if self.count is None else self.count


class Refusal(Enum):
    """The reason why a candidate is not played."""

    FAR = "far from balance"
    DRAWN = "a draw is in sight"
    CUT_SHORT = "not searched to the depth"
    FAULT = "an engine failed"
    UNABLE = "no engine can play"


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate after its searches. It is accepted without a refusal."""

    number: int
    fen: str
    comments: tuple[str, ...] = ()
    """The score of each judge from White's point of view, as text: `tilefish +12`."""
    refusal: Refusal | None = None
    detail: str = ""

    @property
    def opening(self) -> Opening:
        """The position as an opening: the same one that is read from a file."""
        return Opening(self.fen)


@dataclass(frozen=True, slots=True)
class Study:
    """Everything that decides which openings of a variant are found."""

    rules: GameRules
    judges: tuple[Entrant, ...]
    balance: Balance
    seed: int
    plies: tuple[int, int]
    """The fewest and the most random moves."""
    patience: float = 10.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A random opening to be judged, as data for a worker."""

    study: Study
    number: int

    def game(self) -> Game:
        """The position, without its history."""
        study = self.study
        start = study.rules.game()
        rng = Random(f"balanced {start.variant.name} {study.seed} {self.number}")
        drawn = random_game(start, rng.randint(*study.plies), rng)
        return start.from_position(drawn.fen())


def judges_of(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """The judges for a match: each program once, whatever its limits in games, and Tilefish at full strength
    for all of its levels, which would not judge better."""
    judges: dict[tuple[object, ...], Entrant] = {}
    for entrant in entrants:
        if entrant.command:
            judge = replace(entrant, control=None)
            judges.setdefault((entrant.command, entrant.options, entrant.variant), judge)
        else:
            judges.setdefault((), Entrant("tilefish", level=_FULL))
    return tuple(judges.values())


# --- in a worker -----------------------------------------------------------------------------------------


def judge(candidate: Candidate) -> Judged:
    """Draws a candidate and has it judged, by each engine until one refuses it."""
    study, game = candidate.study, candidate.game()
    fen, within = game.fen(), study.balance.within
    hint = quick_score(game)
    if hint is None or abs(hint) > within + _HINT_MARGIN:
        return Judged(candidate.number, fen, refusal=Refusal.FAR)
    comments: list[str] = []
    refusal, detail = None, ""
    with borrowed(study.judges) as movers:
        for entrant, mover in zip(study.judges, movers, strict=True):
            try:
                score = _searched(mover, game, study)
            except EngineError as error:
                mover.kill()
                if error.failure is Failure.UNABLE:
                    detail = detail or f"{entrant.name}: {error.detail}"
                    continue
                refusal, detail = Refusal.FAULT, f"{entrant.name}: {error}"
                break
            except _CutShortError as error:
                refusal, detail = Refusal.CUT_SHORT, f"{entrant.name} {error}"
                break
            if score is None or abs(score) > within:
                refusal = Refusal.FAR
                break
            if score == 0:  # mostly a repetition that one side can force
                refusal = Refusal.DRAWN
                break
            comments.append(f"{_plain(entrant.name)} {score:+d}")
    if refusal is None and not comments:
        refusal = Refusal.UNABLE
    return Judged(candidate.number, fen, tuple(comments), refusal, detail)


def _plain(name: str) -> str:
    """A name without what ends a text in an EPD."""
    return "".join(letter for letter in name if letter.isprintable() and letter not in '";')


class _CutShortError(Exception):
    """A search that did not reach its depth."""


def _searched(mover: Mover, game: Game, study: Study) -> int | None:
    """The score of an engine from White's point of view; None for a mate. Raises `EngineError` and
    `_CutShortError`."""
    depth, seconds = study.balance.depth_of(study.rules), study.balance.seconds
    is_white = game.turn == "white"
    mover.begin(game, study.seed)
    turn = Turn(Control(depth=depth, movetime=seconds), is_white, patience=study.patience)
    thought = mover.move(game, turn).thought
    if thought is None:
        raise _CutShortError("gives no score")
    if thought.mate is not None:
        return None
    if thought.depth is None or thought.depth < depth:
        raise _CutShortError(f"reached depth {thought.depth or 0} of {depth} in {seconds:g} s")
    return thought.score if is_white else -thought.score


# --- all of them -----------------------------------------------------------------------------------------


def balanced_openings(study: Study, workers: Workers, known: Sequence[Judged] = ()) -> Iterator[Judged]:
    """The balanced openings in the order of their numbers, each position once, until too many candidates in a
    row are refused. `known` are those that were found before; the next candidate is the one behind them.
    Raises `InputError` if the engines cannot judge."""
    seen = {judged.fen for judged in known}
    first = 1 + max((judged.number for judged in known), default=-1)
    refused = failures = 0
    for judged in _in_order((Candidate(study, number) for number in count(first)), workers):
        failures = failures + 1 if judged.refusal in (Refusal.CUT_SHORT, Refusal.FAULT) else 0
        if judged.refusal is Refusal.UNABLE or failures >= _MOST_FAILURES:
            raise InputError(_cannot_judge(study, judged))
        if judged.refusal is None and judged.fen not in seen:
            seen.add(judged.fen)
            refused = 0
            yield judged
            continue
        refused += 1
        if refused >= study.balance.tries:
            return


def _cannot_judge(study: Study, judged: Judged) -> str:
    what = f"balanced openings of {study.rules.variant.name} cannot be made: {judged.detail}"
    if judged.refusal is Refusal.CUT_SHORT:
        what += "; expected a smaller depth= or more seconds="
    return what


def _in_order(candidates: Iterator[Candidate], workers: Workers) -> Iterator[Judged]:
    """The candidates as they were judged, in their order. Work that is lost is sent again."""
    sent: deque[tuple[Candidate, Future[Judged] | None]] = deque()
    losses = 0
    try:
        while True:
            try:
                _send(sent, candidates, workers)
                future = sent[0][1]
                assert future is not None
                judged = future.result()
            except workers.lost as error:
                losses += 1
                if losses == MOST_LOSSES:
                    raise MatchError(f"workers were lost {losses} times with one opening: {error}") from error
                sent = deque((candidate, None) for candidate, _ in sent)
                workers.renew()
                continue
            losses = 0
            sent.popleft()
            yield judged
    finally:
        for _, future in sent:
            if future is not None:
                with suppress(Exception):
                    future.cancel()


def _send(
    sent: deque[tuple[Candidate, Future[Judged] | None]], candidates: Iterator[Candidate], workers: Workers
) -> None:
    """Gives the workers as many candidates as they can take, those first that were lost."""
    while len(sent) < workers.capacity:
        sent.append((next(candidates), None))
    for place, (candidate, future) in enumerate(sent):
        if future is None:
            sent[place] = candidate, workers.submit(judge, candidate)
