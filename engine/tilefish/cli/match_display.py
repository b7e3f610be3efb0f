"""The display of a match: a live table on a terminal, lines through a pipe, or JSON."""

from __future__ import annotations

import json
import math
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol

import click

from tilefish.cli.common import aligned, on_terminal
from tilefish.match.match import Match
from tilefish.match.ratings import StrengthEstimate, elo_text
from tilefish.match.standings import EntrantScore
from tilefish.match.workplace import Finished

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.table import Table

_HEADS = ("", "Games", "Score", "+", "-", "=", "Elo", "95 %", "LOS", "Draws")
_TOGETHER = ((1, 2), (3, 4, 5), (6, 7), (8, 9), (10,))
"""Groups of columns that stay side by side if the table is split."""
_MATTER = 3
"""The number of groups that are more important than full names."""
_GAP = 2
_SHORTEST_LABEL = 13
_RECENT = 5
_REPORT_EVERY = 50
"""Through a pipe, the standings are printed after every block of this number of games."""


class Display(Protocol):
    """Shows a match while it is played."""

    def game(self, finished: Finished) -> None:
        """A game is over, and counted."""

    def end(self) -> None:
        """There are no more games."""


@contextmanager
def display(match: Match, as_json: bool) -> Iterator[Display]:
    """The display that fits the output. Every display shows the standings at the end."""
    if as_json:
        yield from _shown(JsonLines(match))
    elif on_terminal():
        from rich.live import Live

        with Live(refresh_per_second=4, vertical_overflow="visible") as live:
            yield from _shown(LiveTable(match, live))
    else:
        yield from _shown(PlainLines(match))


def _shown(shown: Display) -> Iterator[Display]:
    try:
        yield shown
    finally:
        shown.end()


# --- the content ------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A line of the standings: of one player, or of one player against another."""

    names: tuple[str, ...]
    score: EntrantScore

    @property
    def label(self) -> str:
        """The text before the numbers."""
        return " against ".join(self.names)

    def short_label(self, most: int) -> str:
        """The same in at most `most` letters: the beginning of each name."""
        if len(self.label) <= most:
            return self.label
        between = " - "
        each = (most - len(between) * (len(self.names) - 1)) // len(self.names)
        return between.join(map(partial(_shortened, most=each), self.names))


def _shortened(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def rows(match: Match) -> list[Row]:
    """The standings. Of two players: the first against the second, by variant if there are several. Of more
    players: one row for each."""
    plan, standings = match.plan, match.standings
    names = [entrant.name for entrant in plan.entrants]
    if len(names) > 2:
        return [Row((names[entrant],), standings.score(entrant)) for entrant in standings.ranking()]
    total = Row((names[0], names[1]), standings.score(0))
    if len(plan.rules) == 1:
        return [total]
    by_variant = [
        Row((rules.variant.name,), standings.score(0, variant=place))
        for place, rules in enumerate(plan.rules)
    ]
    return [*(row for row in by_variant if row.score.games), total]


def heads(match: Match) -> tuple[str, ...]:
    """The heads of the columns of the standings."""
    return (*_HEADS, "Pairs" if match.plan.schedule.repeat == 2 else "Groups")


def cells(row: Row) -> tuple[str, ...]:
    """A line of the standings under its heads."""
    score = row.score
    games = score.games
    found = score.estimate
    return (
        row.label,
        str(games),
        f"{score.points / games:.1%}" if games else "",
        str(score.wins),
        str(score.losses),
        str(score.draws),
        elo_text(found.elo) if found else "",
        _interval(found),
        f"{found.los:.1%}" if found else "",
        f"{score.draws / games:.0%}" if games else "",
        " ".join(map(str, score.histogram)),
    )


def _interval(found: StrengthEstimate | None) -> str:
    return " to ".join(map(elo_text, found.bounds)) if found else ""


def sprt_text(match: Match) -> str | None:
    """The progress of the sequential test, if there is one."""
    if match.sprt is None:
        return None
    score = match.standings.score(0)
    llr, (lower, upper) = match.sprt.llr(score.groups, score.size), match.sprt.bounds
    accepted = {
        "H1": f": elo1 = {match.sprt.elo1:g} accepted",
        "H0": f": elo0 = {match.sprt.elo0:g} accepted",
    }
    outcome = accepted.get(match.verdict or "", "")
    return f"SPRT {match.sprt}: LLR {llr:.2f} ({lower:.2f} to {upper:.2f}){outcome}"


def remarks(match: Match) -> list[str]:
    """Remarks: how games ended, the faults of each player, and the players that took too long."""
    standings, plan = match.standings, match.plan
    texts = []
    if standings.reasons:
        texts.append("ends: " + _counted(standings.reasons))
    for place, entrant in enumerate(plan.entrants):
        faults = standings.faults[place]
        if faults:
            texts.append(f"faults of {entrant.name}: {_counted(faults)}")
    timed = [
        f"{entrant.name} {1000 * overstep:.1f} ms" if overstep > 0 else f"{entrant.name} never"
        for place, entrant in enumerate(plan.entrants)
        if _is_timed(match, place)
        for overstep in (standings.oversteps[place],)
    ]
    if timed and standings.reasons:
        texts.append(f"largest overstep of the time for a move: {', '.join(timed)}")
    test = sprt_text(match)
    return [*texts, test] if test else texts


def _is_timed(match: Match, entrant: int) -> bool:
    control = match.plan.entrants[entrant].control or match.plan.control
    return control.clock is not None or control.movetime is not None


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{what} {times}" for what, times in sorted(counts.items(), key=lambda item: -item[1]))


def game_text(match: Match, finished: Finished) -> str:
    """A game as one line."""
    result, plan = finished.result, match.plan
    fixture = result.fixture
    white, black = (plan.entrants[side].name for side in (fixture.white, fixture.black))
    variant = f" {plan.rules[fixture.variant].variant.name}" if len(plan.rules) > 1 else ""
    reason = result.reason
    if result.culprit is not None:
        reason += f" of {plan.entrants[result.culprit].name}"
    if finished.detail:
        reason += f" ({finished.detail})"
    head = f"game {fixture.number + 1} of {len(plan.schedule)}{variant}: {white} - {black}"
    return f"{head} {result.result}, {reason}, {result.plies} plies"


# --- displays --------------------------------------------------------------------------------------------


class PlainLines:
    """A line for each game, and the standings now and then."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def game(self, finished: Finished) -> None:
        """A game is over."""
        click.echo(game_text(self._match, finished))
        games = len(self._match.standings.known)
        if games % _REPORT_EVERY == 0 and games < len(self._match.plan.schedule):
            self._print_standings()

    def end(self) -> None:
        """The standings."""
        self._print_standings()

    def _print_standings(self) -> None:
        table = [heads(self._match), *map(cells, rows(self._match))]
        for line in (*aligned(table), *remarks(self._match)):
            click.echo(line)


class LiveTable:
    """A live table, with the last games below it. Faults stay above it."""

    def __init__(self, match: Match, live: object) -> None:
        from rich.live import Live

        assert isinstance(live, Live)
        self._match = match
        self._live = live
        self._recent: deque[str] = deque(maxlen=_RECENT)
        self._update()

    def game(self, finished: Finished) -> None:
        """A game is over."""
        from rich.text import Text

        text = game_text(self._match, finished)
        if finished.result.fault:
            self._live.console.print(Text(text, style="red"))
        self._recent.append(text)
        self._update()

    def end(self) -> None:
        """The last table stays."""
        self._recent.clear()
        self._update()

    def _update(self) -> None:
        from rich.console import Group
        from rich.text import Text

        games, total = len(self._match.standings.known), len(self._match.plan.schedule)
        lines = [f"{games} of {total} games", *remarks(self._match), *self._recent]
        self._live.update(Group(FittingTable(heads(self._match), rows(self._match)), *map(Text, lines)))


class FittingTable:
    """The standings in as many tables below each other as the terminal's width needs: names become shorter,
    numbers never."""

    def __init__(self, heads: tuple[str, ...], rows: list[Row]) -> None:
        self._rows = rows
        self._columns = list(zip(heads, *map(cells, rows), strict=True))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        """Called by rich when it draws."""
        most = options.max_width - self._width(*chain(*_TOGETHER[:_MATTER]))
        labels = [row.short_label(max(_SHORTEST_LABEL, most)) for row in self._rows]
        room = options.max_width - max(map(len, labels), default=0)
        for columns in self._blocks(room):
            yield self._table(labels, columns)

    def _blocks(self, room: int) -> list[list[int]]:
        """The columns of each table; `room` is the width for numbers."""
        blocks: list[list[int]] = [[]]
        for together in _TOGETHER:
            if blocks[-1] and self._width(*blocks[-1], *together) > room:
                blocks.append([])
            blocks[-1] += together
        return blocks

    def _width(self, *columns: int) -> int:
        return sum(_GAP + max(map(len, self._columns[column])) for column in columns)

    def _table(self, labels: list[str], columns: list[int]) -> Table:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, _GAP - 1, 0, 0))
        table.add_column("", no_wrap=True)
        for column in columns:
            table.add_column(self._columns[column][0], justify="right")
        for place, label in enumerate(labels, 1):
            table.add_row(label, *(self._columns[column][place] for column in columns))
        return table


class JsonLines:
    """An object for each game, and one for the standings."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def game(self, finished: Finished) -> None:
        """A game is over."""
        result, plan = finished.result, self._match.plan
        fixture = result.fixture
        names = [entrant.name for entrant in plan.entrants]
        record = {
            "game": fixture.number + 1,
            "games": len(plan.schedule),
            "variant": plan.rules[fixture.variant].variant.name,
            "opening": fixture.opening + 1,
            "white": names[fixture.white],
            "black": names[fixture.black],
            "result": result.result,
            "reason": result.reason,
            "plies": result.plies,
        }
        if result.culprit is not None:
            record |= {"fault": names[result.culprit], "detail": finished.detail}
        click.echo(json.dumps(record))

    def end(self) -> None:
        """The standings."""
        match = self._match
        record: dict[str, object] = {
            "standings": [_row_data(row) for row in rows(match)],
            "games": len(match.standings.known),
            "ends": dict(match.standings.reasons),
            "faults": {
                entrant.name: dict(match.standings.faults[place])
                for place, entrant in enumerate(match.plan.entrants)
            },
        }
        if match.sprt:
            score = match.standings.score(0)
            llr, bounds = match.sprt.llr(score.groups, score.size), match.sprt.bounds
            record["sprt"] = {"llr": round(llr, 4), "bounds": bounds, "accepted": match.verdict}
        click.echo(json.dumps(record))


def _row_data(row: Row) -> dict[str, object]:
    score, found = row.score, row.score.estimate
    return {
        "who": row.label,
        "games": score.games,
        "wins": score.wins,
        "losses": score.losses,
        "draws": score.draws,
        "points": score.points,
        "groups": score.histogram,
        "elo": _finite(found.elo) if found else None,
        "interval": [_finite(bound) for bound in found.bounds] if found else None,
        "los": found.los if found else None,
        "normalized_elo": found.normalized if found else None,
    }


def _finite(number: float) -> float | None:
    """JSON has no infinity."""
    return number if math.isfinite(number) else None
