"""The lines that the engine sends: information about a search, messages and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilefish.engine.engine import CurrentMove, Info, Result
from tilefish.rules.model.win_rate import WinRateModel

if TYPE_CHECKING:
    from tilefish.books.book import BookMove


def info_line(info: Info, model: WinRateModel | None = None) -> str:
    """The result of an iteration for a GUI; with the win-rate model of its variant, also the chances."""
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
    """The root move that a long search is searching."""
    return f"info depth {current.depth} currmove {current.move} currmovenumber {current.number}"


def best_move_line(result: Result) -> str:
    """The move to play, and the one to ponder on."""
    if result.move is None:
        return "bestmove (none)"
    return f"bestmove {result.move}" + (f" ponder {result.ponder}" if result.ponder else "")


def book_lines(chosen: BookMove, total: int) -> list[str]:
    """A move without a search: a line for people, one for a GUI, without a score because there is none, and
    the move to play."""
    return [
        f"info string book move {chosen.move}, weight {chosen.weight} of {total}",
        f"info depth 0 nodes 0 time 0 pv {chosen.move}",
        f"bestmove {chosen.move}",
    ]


def info_strings(message: str) -> list[str]:
    """A message for people, an `info string` line for each of its lines."""
    return [f"info string {line}" for line in message.splitlines()]
