"""The output options of `tilefish analyse`: text, pictures and files, and the part of the input file."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from tilefish.cli.analyse_games import OutputFiles
from tilefish.cli.analyse_output import JsonOutput, NoOutput, Output, TextOutput
from tilefish.cli.analyse_positions import Pictures
from tilefish.cli.common import STANDARD, Mistake, check_writable
from tilefish.cli.numbers import WholeNumber
from tilefish.cli.paths import FILE_OR_STREAM
from tilefish.cli.pictures import PictureFile
from tilefish.core.search.searcher import DEEPEST


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """The output options, and the part of the input file."""

    as_json: bool
    explain: bool
    svg: Path | None
    size: int
    flip: bool
    pgn: Path | None
    curve: Path | None
    no_files: bool
    game: int | None
    ply: int | None
    trace: int | None
    trace_file: Path | None

    def check(self, source: Path | None) -> None:
        """Raises `Mistake` for options that exclude one another."""
        if self.trace is None and self.trace_file is not None:
            raise Mistake("Error: --trace-file needs --trace, such as --trace 2")
        outputs = [path for path in (self.svg, self.pgn, self.curve, self.trace_path) if path is not None]
        # a trace there comes after the text, but not after anything else
        if sum(str(path) == STANDARD for path in outputs) + self.as_json > 1:
            hint = "; a trace goes elsewhere with --trace-file FILE" if self.trace is not None else ""
            raise Mistake(f"Error: only one thing can be written to standard output{hint}")
        for path in outputs:
            check_writable(path)
        files = [path.resolve() for path in outputs if str(path) != STANDARD]
        if source is not None and source.resolve() in files:
            raise Mistake(f"Error: {click.format_filename(source)} would be overwritten; name another file")

    @property
    def trace_path(self) -> Path | None:
        """The file for the trace of the search, if one is requested."""
        return None if self.trace is None else self.trace_file or Path(STANDARD)

    def output(self) -> Output:
        """The output of the results."""
        if self.as_json:
            return JsonOutput(self.explain)
        names = [str(path) for path in (self.svg, self.pgn, self.curve)]
        return NoOutput() if STANDARD in names else TextOutput(self.explain)

    def refuse(self, names: Sequence[str], why: str) -> None:
        """Raises `Mistake` if one of these options was given; they have no meaning here."""
        for name in names:
            if getattr(self, name) is not None:
                raise Mistake(f"Error: --{name} {why}")

    def pictures(self) -> Pictures:
        """The options for pictures of positions."""
        return Pictures(self.svg, self.size, self.flip)

    def game_files(self, source: Path) -> OutputFiles:
        """The files for annotated games and curves: by default, beside the source file."""
        is_silent = self.no_files or self.as_json or str(source) == STANDARD
        if is_silent or self.pgn is not None or self.curve is not None:
            return OutputFiles(self.pgn, self.curve, self.size)
        pgn, curve = (source.with_name(f"{source.stem}-analysed{kind}") for kind in (".pgn", ".svg"))
        return OutputFiles(pgn, curve, self.size)


def takes_output_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options for its output; it gets all of them as `options`."""

    @click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
    @click.option("--explain", is_flag=True, help="Say why the best moves are good.")
    @click.option(
        "--svg", type=PictureFile(), metavar="FILE", help="Draw the position, best lines as arrows."
    )
    @click.option("--size", type=WholeNumber(64, 4096), default=720, show_default=True, help="In pixels.")
    @click.option("--flip", is_flag=True, help="Draw the board from Black's side.")
    @click.option("--pgn", type=FILE_OR_STREAM, metavar="FILE", help="Games: write them with what was found.")
    @click.option("--curve", type=PictureFile(), metavar="FILE", help="Games: draw the course of the score.")
    @click.option("--no-files", is_flag=True, help="Games: write nothing beside the PGN file.")
    @click.option("--game", type=WholeNumber(1), metavar="N", help="Only the N-th game of a PGN file.")
    @click.option(
        "--ply",
        type=WholeNumber(),
        metavar="N",
        help="Only the position after N single moves of the game; -1 is its end.",
    )
    @click.option(
        "--trace",
        type=WholeNumber(1, DEEPEST),
        metavar="PLIES",
        help="Write each move that the search looked at, down to PLIES, as a tree.",
    )
    @click.option("--trace-file", type=FILE_OR_STREAM, metavar="FILE", help="Write the trace there.")
    @functools.wraps(command)
    def with_output_options(
        *arguments: object,
        as_json: bool,
        explain: bool,
        svg: Path | None,
        size: int,
        flip: bool,
        pgn: Path | None,
        curve: Path | None,
        no_files: bool,
        game: int | None,
        ply: int | None,
        trace: int | None,
        trace_file: Path | None,
        **others: object,
    ) -> None:
        options = OutputOptions(
            as_json, explain, svg, size, flip, pgn, curve, no_files, game, ply, trace, trace_file
        )
        command(*arguments, options=options, **others)

    return with_output_options
