"""The lines that the engine sends: information about a search, messages and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilefish.engine.engine import CurrentMove, Info, Result
from tilefish.rules.model.win_rate import WinRateModel

if TYPE_CHECKING:
    from tilefish.books.book import BookMove


def info_line(info: Info, model: WinRateModel | None = None) -> str:
    """What an iteration found, as a GUI reads it; with the odds of its variant, also what they make of it."""
    score = f"cp {info.score}" if info.mate is None else f"mate {info.mate}"
    if info.bound:
        score += f" {info.bound}bound"
    if model is not None:
        score += " wdl {} {} {}".format(*model.win_draw_loss(info.score, info.mate))
    return (
        f"info depth {info.depth} seldepth {info.seldepth} multipv {info.multipv} score {score} "
        f"nodes {info.nodes} nps {info.nps} hashfull {info.hashfull} time {int(info.seconds * 1000)} "
        f"pv {' '.join(info.line)}"
    )


def current_move_line(current: CurrentMove) -> str:
    """The move of the root that a long search looks at."""
    return f"info depth {current.depth} currmove {current.move} currmovenumber {current.number}"


def best_move_line(result: Result) -> str:
    """The move to play, and the one to ponder on."""
    if result.move is None:
        return "bestmove (none)"
    return f"bestmove {result.move}" + (f" ponder {result.ponder}" if result.ponder else "")


def book_lines(chosen: BookMove, total: int) -> list[str]:
    """A move that was not searched: a line for people, one for a GUI, without a score that nobody knows, and
    the move to play."""
    return [
        f"info string book move {chosen.move}, weight {chosen.weight} of {total}",
        f"info depth 0 nodes 0 time 0 pv {chosen.move}",
        f"bestmove {chosen.move}",
    ]


def info_strings(message: str) -> list[str]:
    """A message for people, a line of `info string` for each of its own."""
    return [f"info string {line}" for line in message.splitlines()]
