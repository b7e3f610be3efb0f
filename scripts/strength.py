"""How strong Tilefish is: matches against another engine over a fixed set of variants and worlds.

    python scripts/strength.py --fairy PATH/TO/fairy-stockfish --games 200 --concurrency 2 --pgn FOLDER
    python scripts/strength.py --engine "cmd=new/tilefish" --against "cmd=tilefish name=old" --variant chess
    python scripts/strength.py --fairy PATH/TO/fairy-stockfish --make 100

`tests/data/strength.toml` lists what is played, and what Fairy-Stockfish calls it. Openings are those of
`tests/data/openings`, which a deep search of both engines finds balanced; a file that is missing there is
made and kept (`--make` only makes them). Each is played twice with the colours swapped. Before a match both
programs must count the same moves (`go perft`). docs/strength.md says what the numbers mean.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from strength_results import Outcome, Setting, means, read_settings, table
from tilefish import Game, InputError
from tilefish.cli.match_openings import OpeningWords, make_openings
from tilefish.game.game import adapted_variant
from tilefish.match.archive import Archive
from tilefish.match.balanced import Balance
from tilefish.match.control import Control, read_control
from tilefish.match.executors import workers
from tilefish.match.match import Match, MatchError, Plan
from tilefish.match.opening_file import OpeningFile
from tilefish.match.openings import Opening
from tilefish.match.players import Entrant, Program
from tilefish.match.schedule import Schedule
from tilefish.match.standings import GameResult
from tilefish.match.uci_process import EngineError, Failure, UciProcess
from tilefish.match.words import parse_entrant, with_own_names
from tilefish.match.workplace import GameRules
from tilefish.rules.files.library import Library

DATA = Path(__file__).resolve().parents[1] / "tests" / "data"
STARTING_SECONDS = 30.0
PERFT_SECONDS = 120.0
SPEED_NODES, SPEED_POSITIONS = 250_000, 8
"""What is searched to measure the speed of an engine."""
START_DEPTH, OPENING_DEPTH, OPENINGS_COUNTED = 3, 2, 5
OPENING_SEED = 1
"""The seed of the openings that are kept: not that of a match, which draws from them."""
TRIES = 5000
LONGEST = 400
NODES = re.compile(r"^info .*\bnodes (\d+)")
REPORT_EVERY = 10


# --- before the games ---------------------------------------------------------------------------------------


def check_counts(game: Game, openings: Sequence[Opening], entrant: Entrant) -> None:
    """Raises `InputError` unless an engine counts as many moves as we do, from the start and openings."""
    positions = [(game.root_fen, START_DEPTH)]
    positions += [(opening.begun(game).fen(), OPENING_DEPTH) for opening in openings[:OPENINGS_COUNTED]]
    player = Program(entrant)
    try:
        engine = player.start()
        player.begin(game, 0)
        for fen, depth in positions:
            ours, theirs = game.from_position(fen).perft(depth), counted(engine, fen, depth)
            if ours != theirs:
                where = f"{game.variant.name} differs for {entrant.name}: perft {depth} of {fen}"
                raise InputError(f"{where} is {ours} here, {theirs} there")
    except EngineError as error:
        raise InputError(f"{entrant.name} does not count moves in {game.variant.name}: {error}") from error
    finally:
        player.close()


def counted(engine: UciProcess, fen: str, depth: int) -> int:
    """The count of an engine that knows `go perft`. Raises `EngineError`."""
    engine.say(f"position fen {fen}")
    engine.ready()
    engine.say(f"go perft {depth}")
    number = engine.until("Nodes", PERFT_SECONDS)[-1].rpartition(" ")[2]
    if not number.isdecimal():
        raise EngineError(Failure.UNABLE, f"it counts {number}")
    return int(number)


def nodes_within(seconds: float, game: Game, openings: Sequence[Opening], entrant: Entrant) -> int:
    """The nodes that a program searches in some seconds of processor time. Other work of the machine hardly
    changes it. Raises `InputError`."""
    player = Program(entrant)
    try:
        engine = player.start()
        nodes = used = 0.0
        for opening in openings[:SPEED_POSITIONS]:
            player.begin(game, 0)
            engine.say(f"position fen {opening.begun(game).fen()}")
            engine.ready()
            before = processor_seconds(engine.pid)
            engine.say(f"go nodes {SPEED_NODES}")
            lines = engine.until("bestmove", PERFT_SECONDS)
            used += processor_seconds(engine.pid) - before
            nodes += max((int(number) for line in lines for number in NODES.findall(line)), default=0)
    except EngineError as error:
        raise InputError(f"the speed of {entrant.name} cannot be measured: {error}") from error
    finally:
        player.close()
    if not (nodes and used):
        raise InputError(f"the speed of {entrant.name} cannot be measured: it says nothing of nodes")
    return max(1, round(nodes / used * seconds))


def processor_seconds(pid: int) -> float:
    """The processor time of a process, in user and system mode."""
    behind_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, behind_name[11:13])) / os.sysconf("SC_CLK_TCK")


# --- the games ----------------------------------------------------------------------------------------------


class Measurement:
    """All matches with one command line."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.library = Library([DATA / "worlds"])
        self.control = control_of(options)
        engines = named(options.engine, "tilefish"), opponent_of(options)
        self.tilefish, self.opponent = with_own_names(engines)
        self.outcomes: list[Outcome] = []
        if options.cpu and options.resume:
            raise InputError("--resume is for matches without --cpu, which measures other speeds each time")

    def entrants(self, setting: Setting) -> tuple[Entrant, Entrant]:
        """The two engines, with the opponent's name for the variant."""
        names = replace(self.opponent, variant=setting.fairy) if self.options.fairy else self.opponent
        return self.tilefish, names

    def rules(self, setting: Setting) -> GameRules:
        """The rules of a variant of the set."""
        return GameRules(adapted_variant(setting.variant, library=self.library))

    def openings_file(self, setting: Setting, number: int) -> Path:
        """The file of openings, made if it is not there or has too few and more are asked for."""
        path: Path = self.options.openings_folder / f"{setting.variant}.epd"
        if path.exists() and not self.options.make:
            return path
        balance = Balance(within=setting.within, tries=TRIES, count=number)
        words, rules = OpeningWords("", False, None, OPENING_SEED, path, LONGEST), self.rules(setting)
        (study,) = words.studies(balance, [rules], self.entrants(setting), self.options.patience)
        path.parent.mkdir(parents=True, exist_ok=True)
        file = OpeningFile(path, study, resume=True)
        with workers(self.options.concurrency) as place:
            made = make_openings(study, number, place, file)
        say(f"{setting.variant}: {len(made)} openings in {path}")
        return path

    def plan(self, setting: Setting) -> Plan:
        """The match of a variant."""
        options, rules, entrants = self.options, self.rules(setting), self.entrants(setting)
        pairs = -(-options.games // 2)
        path = self.openings_file(setting, pairs)
        words = OpeningWords(str(path), True, None, options.seed, None, LONGEST)
        openings, name = words.openings((rules,), self.library)
        (listed,) = openings.listed
        if len(listed) < pairs:
            few = f"{setting.variant} has {len(listed)} openings for {pairs} pairs"
            say(f"Warning: {few}: they are played again")
        for entrant in entrants:
            if entrant.command:
                check_counts(rules.game(), listed, entrant)
        schedule = Schedule(len(entrants), 1, pairs)
        alike = tuple(with_hash(entrant, options.hash) for entrant in entrants)
        if options.cpu:
            alike = tuple(self._by_nodes(entrant, rules.game(), listed) for entrant in alike)
        return Plan(
            alike, (rules,), schedule, openings, self.control, options.seed, options.margin / 1000,
            options.patience, LONGEST, event="Tilefish strength", openings_name=name,
        )  # fmt: skip

    def _by_nodes(self, entrant: Entrant, game: Game, openings: Sequence[Opening]) -> Entrant:
        """A program with the nodes for each move that it searches in the wanted processor time."""
        if not entrant.command:
            raise InputError(f"--cpu is for programs: expected cmd=COMMAND, not the level {entrant.level}")
        nodes = nodes_within(self.options.cpu, game, openings, entrant)
        say(f"{game.variant.name}: {entrant.name} gets {nodes} nodes a move")
        return replace(entrant, control=Control(nodes=nodes))

    def play(self, setting: Setting) -> None:
        """Plays the match of a variant. What was played counts, also after an interrupt."""
        plan, results = self.plan(setting), list[GameResult]()
        with ExitStack() as open_things:
            archive = None
            if self.options.pgn:
                self.options.pgn.mkdir(parents=True, exist_ok=True)
                file = self.options.pgn / f"{setting.variant}.pgn"
                archive = open_things.enter_context(Archive(file, self.options.resume))
                results += archive.results(plan.schedule, plan.settings(), plan.heading())
            match = Match(plan, known=results)
            try:
                with workers(self.options.concurrency) as place:
                    for finished in match.play(place):
                        results.append(finished.result)
                        if archive:
                            archive.add(finished.pgn)
                        report(setting, match)
            finally:
                self.outcomes.append(Outcome.of(setting, match, results))

    @property
    def limits(self) -> str:
        """The limits of a move or game, as text."""
        if self.options.cpu:
            return f"the nodes of {self.options.cpu:g} s of processor time a move"
        return str(self.control)

    def data(self) -> dict[str, Any]:
        """All results for programs."""
        return {
            "engines": [self.tilefish.name, self.opponent.name],
            "control": self.limits,
            "seed": self.options.seed,
            "load": os.getloadavg(),
            "variants": [outcome.data() for outcome in self.outcomes],
            "means": [
                {"group": mean.group, "variants": mean.variants, "measure": mean.measure,
                 "mean": mean.mean, "error": mean.error}
                for mean in means(self.outcomes)
            ],
        }  # fmt: skip

    def text(self) -> str:
        """All results for people."""
        names = f"{self.tilefish.name} against {self.opponent.name}"
        load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
        heading = f"{names}, {self.limits}; load at the end {load} (1, 5 and 15 minutes)"
        remarks = (remark for outcome in self.outcomes for remark in outcome.remarks())
        return "\n".join([heading, "", table(self.outcomes), "", *map(str, means(self.outcomes)), *remarks])


def report(setting: Setting, match: Match) -> None:
    """A line now and then."""
    games, total = len(match.standings.known), len(match.plan.schedule)
    if games % REPORT_EVERY == 0 or games == total:
        score = match.standings.score(0)
        say(f"{setting.variant}: {games} of {total} games, {score.points / games:.1%}")


def say(text: str) -> None:
    """A message beside the results."""
    print(text, file=sys.stderr, flush=True)


def named(words: str, name: str) -> Entrant:
    """An engine, with a name of its own only if its words have one."""
    entrant = parse_entrant(words, STARTING_SECONDS)
    return entrant if "name=" in words else replace(entrant, name=name)


def opponent_of(options: argparse.Namespace) -> Entrant:
    """The other engine."""
    if options.against:
        return parse_entrant(options.against, STARTING_SECONDS)
    variants = DATA / "fairy-stockfish.ini"
    return Entrant(
        "fairy-stockfish", options.fairy, options=("Use NNUE=false", f"VariantPath={variants}"),
        starting=STARTING_SECONDS,
    )  # fmt: skip


def with_hash(entrant: Entrant, megabytes: int) -> Entrant:
    """The same engine with as much memory as the other one, unless its words say how much."""
    if any(option.startswith("Hash=") for option in entrant.options):
        return entrant
    return replace(entrant, options=(*entrant.options, f"Hash={megabytes}"))


def control_of(options: argparse.Namespace) -> Control:
    """The limits of both engines."""
    return read_control({"nodes": options.nodes} if options.nodes else {"tc": options.tc})


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="How strong Tilefish is against another engine.")
    parser.add_argument("--engine", default="cmd=tilefish", help="Tilefish, as for tilefish match --engine")
    other = parser.add_mutually_exclusive_group(required=True)
    other.add_argument("--fairy", metavar="COMMAND", help="Fairy-Stockfish, played without a net")
    other.add_argument("--against", metavar="WORDS", help="another engine, as for tilefish match --engine")
    parser.add_argument("--variant", nargs="+", help="some of the set only")
    parser.add_argument("--games", type=positive, default=200, help="of each variant (default: 200)")
    parser.add_argument("--tc", default="3+0.03", help="the clock of each side (default: 3+0.03)")
    parser.add_argument("--nodes", help="nodes for each move instead of a clock")
    parser.add_argument("--cpu", type=float, metavar="SECONDS", help="of processor time a move, as nodes")
    parser.add_argument("--margin", type=float, default=200, help="forgiven milliseconds (default: 200)")
    parser.add_argument("--patience", type=float, default=10, help="seconds until an engine has hung")
    parser.add_argument("--hash", type=positive, default=16, help="megabytes for each engine")
    parser.add_argument("--seed", type=int, default=0, help="the order of the openings")
    parser.add_argument("--concurrency", type=positive, default=1)
    parser.add_argument("--settings", type=Path, default=DATA / "strength.toml", help="the set")
    parser.add_argument("--openings-folder", type=Path, default=DATA / "openings")
    parser.add_argument("--make", type=positive, metavar="N", help="only make openings, N of each variant")
    parser.add_argument("--pgn", type=Path, metavar="FOLDER", help="keep the games, a file for each variant")
    parser.add_argument("--resume", action="store_true", help="go on with the games in --pgn")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(words)


def positive(text: str) -> int:
    """A whole number from 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text}")
    return number


def chosen(settings: Sequence[Setting], names: Sequence[str] | None) -> list[Setting]:
    """The settings of these names, or all."""
    by_name = {setting.variant: setting for setting in settings}
    unknown = [name for name in names or () if name not in by_name]
    if unknown:
        raise InputError(f"the set has no {', '.join(unknown)}; it has {', '.join(by_name)}")
    return [by_name[name] for name in names] if names else list(settings)


def main() -> None:
    """The command."""
    options = arguments()
    try:
        measurement = Measurement(options)
        settings = chosen(read_settings(options.settings), options.variant)
    except InputError as error:
        sys.exit(f"Error: {error}")
    failures = 0
    try:
        for setting in settings:
            try:
                measure(measurement, setting, options.make)
            except (InputError, MatchError, OSError) as error:
                say(f"Error: {error}")
                failures += 1
    except KeyboardInterrupt:
        say("interrupted: the table has what was played")
    if measurement.outcomes:
        print(json.dumps(measurement.data()) if options.json else measurement.text())
    sys.exit(1 if failures else 0)


def measure(measurement: Measurement, setting: Setting, made: int | None) -> None:
    """Plays a variant, or only makes openings for it."""
    if made:
        measurement.openings_file(setting, made)
    else:
        measurement.play(setting)


if __name__ == "__main__":
    main()
