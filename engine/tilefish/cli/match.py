"""`tilefish match`: matches between engines, in every world."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click

from tilefish.cli import candidates
from tilefish.cli.common import Mistake, Rules, report_input_errors, takes_rules
from tilefish.cli.entrants import WordyCommand, read_entrants
from tilefish.cli.games import Gathering
from tilefish.cli.interrupt import EXIT_CODE
from tilefish.cli.match_display import display
from tilefish.cli.match_openings import USUAL_PLIES, OpeningWords, make_openings
from tilefish.cli.numbers import NumberType, WholeNumber
from tilefish.cli.paths import FILE, takes_learn_file
from tilefish.cli.progress import remark
from tilefish.engine.levels import FULL, level_named
from tilefish.engine.time_control import TIME_CONTROL_HELP
from tilefish.game.game import adapted_variant
from tilefish.learning.recording import Digests
from tilefish.learning.store import Store
from tilefish.match.archive import Archive
from tilefish.match.balanced import Study
from tilefish.match.control import CONTROL_WORDS, Control, read_control
from tilefish.match.executors import workers
from tilefish.match.match import Match, MatchError, Plan
from tilefish.match.opening_file import OpeningFile
from tilefish.match.players import Entrant, Program
from tilefish.match.schedule import TOURNAMENTS, Schedule, Tournament
from tilefish.match.uci_process import EngineError, Failure
from tilefish.match.words import parse_draw, parse_resign, parse_sprt
from tilefish.match.workplace import Finished, GameRules
from tilefish.pgn import read_games
from tilefish.rules.errors import InputError
from tilefish.rules.files.library import Library
from tilefish.rules.messages import quote

ALL = "all"
"""The word for all variants that come with Tilefish."""
USUAL_NODES = 20_000
_Value = TypeVar("_Value")


@click.command(cls=WordyCommand)
@takes_rules
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="WORDS",
    shell_complete=candidates.levels,
    help="cmd=COMMAND for a program, or a level of Tilefish: full, skill5, act2, easy; "
    "name= option.X= variant= tc= movetime= nodes= depth=.",
)
@click.option(
    "--games", type=WholeNumber(0, 10**7), default=20, show_default=True,
    help="Games of each pairing in each variant, rounded up to whole groups.",
)  # fmt: skip
@click.option(
    "--repeat", type=WholeNumber(1, 100), default=2, show_default=True,
    help="Games with each opening, colours swapped.",
)  # fmt: skip
@click.option("--tournament", type=click.Choice(TOURNAMENTS), default="round-robin", show_default=True)
@click.option("--tc", metavar="TIME", help=TIME_CONTROL_HELP)
@click.option("--movetime", metavar="SECONDS", help="Time for each move; overstepping it is only reported.")
@click.option("--nodes", metavar="N", help=f"Nodes for each move; {USUAL_NODES} if nothing else is said.")
@click.option("--depth", metavar="N", help="Depth of each move.")
@click.option("--margin", type=NumberType(0, 10**6), default=0, metavar="MS", help="Forgiven on a clock.")
@click.option(
    "--patience", type=NumberType(0.05, 10**5), default=10, show_default=True, metavar="SECONDS",
    help="Beyond its time, or for a move without one, until an engine has hung; three times that to start.",
)  # fmt: skip
@click.option(
    "--openings", "source", metavar="FILE|WORDS", shell_complete=candidates.openings,
    help="EPD, FENs or PGN; or made so that all engines find them balanced: "
    "balanced depth=12 within=50 seconds=10 count=; else drawn by lot.",
)  # fmt: skip
@click.option(
    "--write-openings", type=FILE, metavar="FILE",
    help="Keep balanced openings as EPD; --games 0 makes them only.",
)  # fmt: skip
@click.option("--order", type=click.Choice(["sequential", "random"]), default="sequential", show_default=True)
@click.option(
    "--plies", type=WholeNumber(0, 200), metavar="N",
    help=f"Moves of openings: {USUAL_PLIES} drawn by lot; of a PGN all.",
)  # fmt: skip
@click.option(
    "--seed",
    type=WholeNumber(),
    default=0,
    show_default=True,
    help="Openings, dice, spawns, mistakes of levels.",
)
@click.option("--draw", metavar="WORDS", help="Adjudicate draws: move=40 count=8 score=10.")
@click.option("--resign", metavar="WORDS", help="Adjudicate wins: count=3 score=600 twosided=false.")
@click.option(
    "--longest", type=WholeNumber(1, 10_000), default=400, show_default=True, metavar="PLIES",
    help="A longer game is a draw.",
)  # fmt: skip
@click.option(
    "--sprt", metavar="WORDS", help="Stop when sure: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized."
)
@click.option("--concurrency", type=WholeNumber(1, 1024), default=1, show_default=True, metavar="N")
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask scheduler there: tcp://HOST:8786.")
@click.option("--pgn", type=FILE, metavar="FILE", help="Games, as they end.")
@click.option("--resume", is_flag=True, help="Go on with the files of --pgn and --write-openings.")
@click.option("--learn", is_flag=True, help="Record the results of games for Learning.")
@takes_learn_file
@click.option(
    "--must-be-clean", metavar="NAME", help="Exit with 1 if that engine, or all, broke rules or clock."
)
@click.option("--event", default="Tilefish match", show_default=True)
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object a line: each game, then the standings."
)
def match(
    rules: Rules,
    engines: tuple[str, ...],
    games: int,
    repeat: int,
    tournament: Tournament,
    source: str | None,
    write_openings: Path | None,
    order: str,
    plies: int | None,
    seed: int,
    margin: float,
    patience: float,
    draw: str | None,
    resign: str | None,
    longest: int,
    sprt: str | None,
    concurrency: int,
    cluster: str | None,
    pgn: Path | None,
    resume: bool,
    learn: bool,
    learn_file: Path | None,
    must_be_clean: str | None,
    event: str,
    as_json: bool,
    **limits: str | None,
) -> None:
    """Let engines play matches, with Tilefish's rules, dice and clocks as referee.

    \b
    tilefish match --engine full --engine skill5 --variant fragments --games 40
    tilefish match --engine cmd=./new name=New --engine cmd=./old name=Old --tc 10+0.1 \\
        --sprt elo0=0 elo1=5 --pgn new.pgn --concurrency 4

    A variant may be several, with commas between, or all. Who crashes, hangs, oversteps the clock or plays an
    illegal move loses that game, and the match goes on.
    """
    with report_input_errors():
        if len(engines) < 2:
            raise InputError(
                "a match needs two engines at least, such as --engine full --engine cmd=stockfish"
            )
        entrants = read_entrants(engines, 3 * patience, is_elsewhere=cluster is not None)
        control = _control(limits)
        if control is None:
            entrants = tuple(map(_by_own_caps, entrants))
        played = _all_rules(rules)
        for entrant in entrants:
            if entrant.command and cluster is None:
                _check_program(entrant, played)
        words = OpeningWords(source, order == "random", plies, seed, write_openings, longest)
        openings, openings_name = words.openings(played, rules.library)
        if not games and (write_openings is None or words.balance is None or words.balance.count is None):
            raise InputError(
                "--games 0 only makes openings: expected --openings balanced count=N --write-openings FILE"
            )
        plan = Plan(
            entrants,
            played,
            Schedule(len(entrants), len(played), -(-games // repeat), repeat, tournament),
            openings,
            control or Control(nodes=USUAL_NODES),
            seed,
            margin / 1000,
            patience,
            longest,
            _given(draw, parse_draw),
            _given(resign, parse_resign),
            event,
            openings_name,
        )
        test = _given(sprt, parse_sprt)
    if test and len(entrants) != 2:
        raise Mistake("Error: --sprt is a test of one engine against one other")
    _check_name(must_be_clean, entrants)
    if resume and pgn is None and write_openings is None:
        raise Mistake("Error: --resume wants the file of the match: --pgn FILE")
    with report_input_errors(), ExitStack() as open_things:
        archive = open_things.enter_context(Archive(pgn, resume)) if pgn else None
        known = archive.results(plan.schedule, plan.settings(), plan.heading()) if archive else []
        store = open_things.enter_context(Store(learn_file)) if learn or learn_file else None
        lesson = Gathering(store, played[0].variant, rules.library) if store else None
        if words.balance is not None:
            studies = words.studies(words.balance, played, entrants, patience)
            plan = _with_balanced_openings(plan, studies, write_openings, resume, concurrency, cluster)
        contest = Match(plan, test, known)
        was_interrupted = bool(games) and _play(contest, concurrency, cluster, archive, lesson, as_json)
    if was_interrupted:
        raise click.exceptions.Exit(EXIT_CODE)
    if must_be_clean and not _is_clean(contest, must_be_clean):
        raise click.exceptions.Exit(1)


def _with_balanced_openings(
    plan: Plan,
    studies: Sequence[Study],
    written: Path | None,
    resume: bool,
    concurrency: int,
    cluster: str | None,
) -> Plan:
    """The same match with openings that are made now. After an interrupt the file keeps what was found."""
    file = None if written is None else OpeningFile(written, studies[0], resume)
    needed = plan.schedule.openings
    with _catch_interrupt() as interrupt, workers(concurrency, cluster) as place:
        listed = tuple(make_openings(study, needed, place, file) for study in studies)
    if interrupt.came:
        raise click.exceptions.Exit(EXIT_CODE)
    return replace(plan, openings=replace(plan.openings, listed=listed))


def _play(
    contest: Match,
    concurrency: int,
    cluster: str | None,
    archive: Archive | None,
    lesson: Gathering | None,
    as_json: bool,
) -> bool:
    """Plays the missing games, and returns whether it was interrupted. Finished games are kept in any
    case."""
    with (
        display(contest, as_json) as shown,
        _catch_interrupt() as interrupt,
        workers(concurrency, cluster) as place,
    ):
        for finished in contest.play(place):
            try:
                if archive:
                    archive.add(finished.pgn)
            finally:
                shown.game(finished)
            if lesson:
                _teach(lesson, contest, finished)
    return interrupt.came


class _Interrupt:
    came = False


@contextmanager
def _catch_interrupt() -> Iterator[_Interrupt]:
    """Ends the work inside the block after an interrupt from the keyboard; says whether one came."""
    interrupt = _Interrupt()
    try:
        yield interrupt
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # already ending, which is quick
        interrupt.came = True
    except MatchError as error:
        raise Mistake(f"Error: {error}") from error


def _teach(lesson: Gathering, contest: Match, finished: Finished) -> None:
    """Records a game. A game decided by a breakdown teaches nothing about moves. The match continues in any
    case."""
    if finished.result.fault:
        return
    variant = contest.plan.rules[finished.result.fixture.variant].variant
    try:
        for record in read_games(finished.pgn, library=Library(), usual=variant):
            lesson.take(record, Digests())
    except InputError as error:
        remark(f"Warning: a game was not learned from: {error}")


# --- from the command line -------------------------------------------------------------------------------


def _given(text: str | None, parse: Callable[[str], _Value]) -> _Value | None:
    return None if text is None else parse(text)


def _check_program(entrant: Entrant, played: tuple[GameRules, ...]) -> None:
    """Checks that a program has its options and supports the variants of the match. Other faults appear in
    its games."""
    program = Program(entrant)
    try:
        program.check(rules.game() for rules in played)
    except EngineError as error:
        if error.failure is Failure.UNABLE:
            raise InputError(f"--engine {entrant.name}: {error.detail}") from error
    finally:
        program.close()


def _all_rules(rules: Rules) -> tuple[GameRules, ...]:
    """The rules of each variant in the match."""
    names = Library(environment=False).names() if rules.variant == ALL else rules.variant.split(",")
    if len(set(names)) < len(names):
        raise InputError(f"{quote(rules.variant)} has a variant twice")
    everything = tuple(
        GameRules(
            adapted_variant(name, library=rules.library),
            rules.world or "",
            rules.pieces or "",
            rules.chess960,
        )
        for name in names
    )
    for one in everything:
        outcome = one.game().outcome()
        if outcome is not None:
            raise InputError(f"{one.variant.name} is over before its first move: {outcome.termination}")
    return everything


def _control(limits: dict[str, str | None]) -> Control | None:
    """The time control for all players, if one is given."""
    given = {name: text for name, text in limits.items() if name in CONTROL_WORDS and text is not None}
    return read_control(given) if given else None


def _by_own_caps(entrant: Entrant) -> Entrant:
    """A level with its own limits uses these if no other limits are given."""
    level = level_named(entrant.level) if entrant.level else FULL
    has_caps = level.seconds is not None or level.is_counted
    return replace(entrant, control=Control()) if has_caps and entrant.control is None else entrant


def _check_name(name: str | None, entrants: tuple[Entrant, ...]) -> None:
    names = [entrant.name for entrant in entrants]
    if name is not None and name not in (ALL, *names):
        raise Mistake(f"Error: --must-be-clean {quote(name)}: expected {', '.join([ALL, *names])}")


def _is_clean(contest: Match, name: str) -> bool:
    names = [entrant.name for entrant in contest.plan.entrants]
    return not any(contest.standings.faults[place] for place, own in enumerate(names) if name in (ALL, own))
