"""Plain sentences for the designer. Every sentence is backed by error bars: a share counts as large only if
its lower bar is large."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tilefish.balance.facts import SpecialEnd
from tilefish.balance.games import LONGEST
from tilefish.balance.report import Advice, DrawRules, Report
from tilefish.balance.words import SIDES_IN_WORDS, bars, percent, points, share, some, unit_of
from tilefish.rules.messages import count
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import EndRules

ENOUGH = 20
"""The fewest openings for which advice is given."""

USUAL_REPETITION = EndRules().repetition

DRAWISH = 0.5
ENDLESS = 0.02
STALE = 0.15
KINGS_LOST = 0.1
NOTABLE_LOSS = 0.1
"""Pieces a game."""
IDLE = 0.5
STUCK = 0.25
"""The smallest shares that are worth a sentence."""

_NAMED = 6
"""The most pieces or squares that one sentence names."""


def advise(report: Report) -> Iterator[Advice]:
    """Everything worth saying, the most important first."""
    if report.openings < ENOUGH:
        yield Advice("games", _on_openings(report))
        return
    for about, finder in _FINDERS.items():
        for text in finder(report):
            yield Advice(about, text)


def _on_openings(report: Report) -> str:
    are = "is" if report.openings == 1 else "are"
    few = f"{count(report.openings, 'opening')} {are} too few for advice"
    if not report.all_openings:
        return f"{few}: play {ENOUGH} or more."
    return (
        f"{few}, and this world has no more: its games begin alike. Pieces with more moves, more of them or "
        "more room would make more."
    )


def _on_fairness(report: Report) -> Iterator[str]:
    score = report.overall.score
    games = f"{report.games} games"
    if report.favoured is None:
        yield (
            f"No side is shown to be favoured: White scores {share(score)} in {games}. "
            "An advantage inside these bars would not have been seen."
        )
        return
    winner = SIDES_IN_WORDS[report.favoured]
    loser = SIDES_IN_WORDS["black" if report.favoured == "white" else "white"]
    worth = ""
    if report.worths.edge is not None and report.worths.edge.excludes(0):
        edge = report.worths.edge.value if report.favoured == "white" else -report.worths.edge.value
        if edge > 0:
            worth = f", which is like {edge:.1f} in material ({unit_of(report.worths)})"
    yield (
        f"{winner} is favoured: White scores {share(score)} in {games}{worth}. "
        f"To even it out, give {loser} material, room or time, or take some from {winner}."
    )


def _on_depth(report: Report) -> Iterator[str]:
    trend = report.trend
    if trend is None or not trend.excludes(0):
        return
    first, last = report.by_effort[0], report.by_effort[-1]
    yield (
        f"White's score {'rises' if trend.value > 0 else 'falls'} as players think further: "
        f"{percent(first.score.value)} at {first.effort}, {percent(last.score.value)} at {last.effort}, "
        f"{points(trend)}. Strong players will see more of this."
    )


def _on_draws(report: Report) -> Iterator[str]:
    if report.draws.low > DRAWISH:
        yield f"Most games are drawn: {share(report.draws)}."


_BY_THE_WORLD = (
    SpecialEnd.KING_DROWNED,
    SpecialEnd.KING_BURNT,
    SpecialEnd.KING_FELL,
    SpecialEnd.KING_CRUSHED,
)


def _on_ends(report: Report) -> Iterator[str]:
    for end in report.ends:
        if end.reason is SpecialEnd.NO_END and end.share.low > ENDLESS:
            yield (
                f"{share(end.share)} of the games were broken off after {LONGEST} plies: "
                f"{_on_endless_games(report.draw_rules)}"
            )
        if end.reason is Termination.STALEMATE and end.share.low > STALE:
            yield f"{share(end.share)} of the games end by stalemate: sides run out of moves."
        if end.reason in _BY_THE_WORLD and end.share.low > KINGS_LOST:
            yield f"In {share(end.share)} of the games the world itself takes a king ({end.reason})."


def _on_endless_games(rules: DrawRules) -> str:
    """A rule that would end very long games: one that the variant lacks or has in a weak form."""
    missing = [] if rules.repetition else ["repetition"]
    weak = [f"repetition = {rules.repetition}"] if rules.repetition > USUAL_REPETITION else []
    if rules.quiet_plies is None:
        missing += [] if rules.fifty_moves else ["fifty_moves"]
    else:
        missing += [] if rules.quiet_plies else ["quiet_plies"]
        weak += [f"quiet_plies = {rules.quiet_plies}"] if rules.quiet_plies >= LONGEST else []
    if missing:
        return f"a rule that draws such games ({', '.join(missing)}) would end them."
    if weak:
        return f"a smaller number ({', '.join(weak)} now) would end them sooner."
    return (
        "the rules that draw such games are there already, less room or fewer pieces would make them shorter."
    )


def _on_terrain(report: Report) -> Iterator[str]:
    more = report.loss_difference
    if more is not None and more.excludes(0) and abs(more.value) > NOTABLE_LOSS:
        side = SIDES_IN_WORDS["white" if more.value > 0 else "black"]
        yield (
            f"The world is harder on {side}: the pieces that it takes from White less those from Black are "
            f"{bars(more, sign=True)} a game."
        )
    for tile in report.tiles:
        if tile.name == "stepping stone" and not tile.landings:
            yield f"In {report.games} games no piece ever used a stepping stone."
    if report.never_visited:
        yield f"In {report.games} games no piece ever stood on {some(report.never_visited, _NAMED)}."


def _on_pieces(report: Report) -> Iterator[str]:
    idle = [idler for idler in report.idlers if idler.share.low > IDLE and idler.piece not in _royals(report)]
    if idle:
        names = [
            f"{SIDES_IN_WORDS[idler.side]}'s {idler.piece} on {idler.square} ({percent(idler.share.value)})"
            for idler in idle
        ]
        yield f"In more than half of the games these never act: {some(names, _NAMED)}."
    for worth in report.worths.pieces:
        if worth.pawns is not None and worth.piece != report.worths.unit and worth.pawns.high < 1:
            yield (
                f"The {worth.piece} is worth less than the {report.worths.unit}: {bars(worth.pawns)}. "
                "It may be in its side's way, or have too little room."
            )


def _royals(report: Report) -> set[str]:
    """The royal kinds. Kings that stay at home are not a flaw."""
    valued = {worth.piece for worth in report.worths.pieces}
    return {piece.piece for piece in report.pieces} - valued


def _on_room(report: Report) -> Iterator[str]:
    for stuck in report.stuck:
        if stuck.games.low > STUCK:
            side = SIDES_IN_WORDS[stuck.side]
            yield (
                f"In {share(stuck.games)} of the games {side} at some time has two moves or fewer without "
                f"being in check, such as in {stuck.example}."
            )


_FINDERS: dict[str, Callable[[Report], Iterator[str]]] = {
    "fairness": _on_fairness,
    "depth": _on_depth,
    "draws": _on_draws,
    "ends": _on_ends,
    "terrain": _on_terrain,
    "pieces": _on_pieces,
    "room": _on_room,
}
