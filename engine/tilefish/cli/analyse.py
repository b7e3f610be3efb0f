"""`tilefish analyse`: the best moves of a position, of each position of a list, or of a whole game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from tilefish.analysis.positions import Subject, is_pgn, play_moves, read_positions
from tilefish.analysis.search_trace import trace_lines
from tilefish.cli.analyse_games import analyse_games
from tilefish.cli.analyse_options import OutputOptions, takes_output_options
from tilefish.cli.analyse_output import TextOutput
from tilefish.cli.analyse_positions import Work, analyse_alone, analyse_list
from tilefish.cli.common import (
    STANDARD,
    Mistake,
    Rules,
    draws_over,
    read_text,
    report_input_errors,
    source_name,
    takes_rules,
    write_output,
)
from tilefish.cli.games import Complaints, library_beside, variant_of
from tilefish.cli.interrupt import EXIT_CODE, Interrupt
from tilefish.cli.limits import AskedLimits, takes_limits
from tilefish.cli.numbers import WholeNumber
from tilefish.cli.paths import FILE_OR_STREAM
from tilefish.core.search.trace import SearchTrace
from tilefish.engine.engine import MAX_HASH, MAX_THREADS, Engine
from tilefish.pgn import GameRecord, read_games
from tilefish.rules.errors import Problem
from tilefish.rules.messages import count

_MOST_LINES = 500


@click.command()
@click.argument("file", type=FILE_OR_STREAM, required=False)
@takes_rules
@click.option("--fen", metavar="F", help="This position instead of the start.")
@click.option("--moves", metavar="MOVES", help="Moves from there: 'e4 e5' or 'e2e4 e7e5'; dice as d1xd4=5.")
@takes_limits
@click.option(
    "--multipv",
    "lines",
    type=WholeNumber(1, _MOST_LINES),
    default=1,
    show_default=True,
    metavar="N",
    help="Show the N best lines.",
)
@click.option("--threads", type=WholeNumber(1, MAX_THREADS), default=1, show_default=True, metavar="N")
@click.option(
    "--hash",
    "hash_megabytes",
    type=WholeNumber(1, MAX_HASH),
    default=64,
    show_default=True,
    metavar="MB",
    help="Size of the table.",
)
@takes_output_options
def analyse(
    file: Path | None,
    rules: Rules,
    fen: str | None,
    moves: str | None,
    asked: AskedLimits,
    lines: int,
    threads: int,
    hash_megabytes: int,
    options: OutputOptions,
) -> None:
    """Analyse a position, a list of positions or a game.

    FILE has games (PGN) or positions (EPD or FEN, one a line); - is standard input. Without it, the position
    of --fen and --moves is analysed. A game is annotated move by move, and written beside FILE as
    FILE-analysed.pgn with its curve in FILE-analysed.svg, unless --pgn, --curve, --json or --no-files say
    other.

    Ctrl-C ends the search; the results so far are printed and written.
    """
    options.check(file)
    if options.trace is not None and threads > 1:
        raise Mistake(f"Error: --trace follows one thread, not {threads}: leave out --threads")
    engine = Engine(hash_megabytes, threads)
    engine.overhead = 0
    complaints = Complaints()
    work = Work(engine, asked, lines, Interrupt(), options.output())
    if file is None:
        _analyse_typed(work, options, rules, fen, moves)
    elif fen is not None or moves is not None:
        raise Mistake("Error: --fen and --moves name a position, FILE has its own")
    else:
        _analyse_file(work, options, rules, file, complaints)
    complaints.report_rest()
    if work.interrupt.is_asked():
        raise click.exceptions.Exit(EXIT_CODE)
    if complaints.number:
        raise click.exceptions.Exit(Mistake.exit_code)


def _analyse_typed(
    work: Work, options: OutputOptions, rules: Rules, fen: str | None, moves: str | None
) -> None:
    options.refuse(("pgn", "curve", "game", "ply"), "is for the games of a PGN file")
    with report_input_errors():
        game = rules.game(fen)
        play_moves(game, moves or "")
    _analyse_alone(work, options, Subject(game))


def _analyse_alone(work: Work, options: OutputOptions, subject: Subject) -> None:
    is_watched = isinstance(work.output, TextOutput) and draws_over()
    work.engine.trace = None if options.trace is None else SearchTrace(options.trace)
    with work.interrupt:
        analyse_alone(work, subject, options.pictures(), is_watched)
    _write_trace(work, options.trace_path, subject)


def _write_trace(work: Work, path: Path | None, subject: Subject) -> None:
    if path is None or work.engine.trace is None:
        return
    text = "".join(f"{line}\n" for line in trace_lines(subject.game, work.engine.trace))
    write_output(path, text)
    if str(path) != STANDARD:
        work.output.written([str(path)])


def _analyse_file(
    work: Work, options: OutputOptions, rules: Rules, file: Path, complaints: Complaints
) -> None:
    name = source_name(file)
    text = read_text(file)
    if not is_pgn(text):
        options.refuse(("pgn", "curve", "game", "ply"), f"is for games, and {name} has positions")
        subjects = list(read_positions(text.splitlines(), rules.game, name, complaints.report))
        _analyse_positions(work, options, name, subjects)
        return
    library = library_beside(rules.library, file)
    games = read_games(text, library=library, usual=variant_of(rules), file=name, report=complaints.report)
    # mistakes before the first move do not make a game
    records = _chosen((record for record in games if record.moves or not record.mistake), options.game, name)
    if options.ply is not None:
        options.refuse(("pgn", "curve"), "is for whole games, --ply picks a position")
        _analyse_alone(work, options, _position_of(records, options.ply, name))
        return
    options.refuse(("svg",), "draws a position: --ply picks one, --curve draws a game")
    _refuse_for_many(work, options)
    for record in records:
        if contradiction := record.contradiction():
            complaints.report(Problem(name, record.line, contradiction))
    with work.interrupt:
        analyse_games(work, records, options.game_files(file), options.explain)


def _analyse_positions(work: Work, options: OutputOptions, name: str, subjects: Sequence[Subject]) -> None:
    if not subjects:
        raise Mistake(f"Error: {name} has no position that can be read")
    if len(subjects) == 1:
        _analyse_alone(work, options, subjects[0])
        return
    _refuse_for_many(work, options)
    with work.interrupt:
        analyse_list(work, subjects, options.pictures())


def _refuse_for_many(work: Work, options: OutputOptions) -> None:
    options.refuse(("trace",), "follows the search of one position, here are many")
    if work.asked.is_for_one:
        raise Mistake("Error: infinite searches and searchmoves are for one position, here are many")


def _chosen(games: Iterable[GameRecord], number: int | None, name: str) -> list[GameRecord]:
    """The game with the given number, or all games. Games that are not chosen are not kept."""
    records = []
    total = 0
    for total, record in enumerate(games, 1):
        if number in (None, total):
            records.append(record)
    if not total:
        raise Mistake(f"Error: {name} has no game that can be read")
    if not records:
        raise Mistake(f"Error: {name} has {count(total, 'game')}, not a game {number}")
    return records


def _position_of(records: Sequence[GameRecord], ply: int, name: str) -> Subject:
    if len(records) > 1:
        raise Mistake(f"Error: {name} has {len(records)} games: --game picks one")
    try:
        return Subject(records[0].at(ply))
    except IndexError as error:
        moves = len(records[0].moves)
        raise Mistake(
            f"Error: the game has {count(moves, 'single move')}: --ply is from {-moves - 1} to {moves}"
        ) from error
