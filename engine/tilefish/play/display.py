"""How a game looks in the terminal: the board, scores, lists of moves, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilefish.engine import Info
from tilefish.game import Game, Outcome
from tilefish.insight.terminal import board_text
from tilefish.play.clock import clock_text
from tilefish.play.table import RESULTS, Played, Table, seen_by_white
from tilefish.rulebook.fen import royal_square
from tilefish.rulebook.ways import legs_of, squares_of

_WIDTH = 88
_ENDS = {
    ("time", True): "{winner} wins on time",
    ("time", False): "Draw: out of time against a bare king",
    ("resignation", True): "{loser} resigns, {winner} wins",
    ("agreement", False): "Draw by agreement",
}
"""How the ends are told that players make themselves, by reason and whether somebody wins."""


def board_of(table: Table, flipped: bool, colour: bool, unicode: bool) -> str:
    """The board with terrain, coordinates, the last move and check."""
    game = table.game
    setup = game.setup()
    last_move = table.past[-1].move if table.past else ""
    return board_text(
        game.variant,
        setup,
        colour=colour,
        unicode=unicode,
        flipped=flipped,
        last_move=squares_of(legs_of(game.variant, last_move)) if last_move else (),
        last_move_text=last_move,
        check=royal_square(game.variant, setup.pieces, setup.turn) if game.in_check else None,
    )


def numbered(table: Table, played: Played) -> str:
    """`12. Nf3` or `12... Nf6`."""
    number = table.before(played).setup().fullmove
    return f"{number}{'.' if played.side == 'white' else '...'} {played.san}"


def moves_so_far(table: Table) -> str:
    """The game as a list of moves with their numbers."""
    words: list[str] = []
    for played in table.past:
        if played.side == "white" or not words:
            words.append(numbered(table, played))
        else:
            words[-1] += f" {played.san}"
    return wrapped(words) or "no move has been played"


def wrapped(words: Iterable[str]) -> str:
    """Words in lines, each whole."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 2 + len(word) <= _WIDTH:
            lines[-1] += f"  {word}"
        else:
            lines.append(word)
    return "\n".join(lines)


def score_text(info: Info, mover: str) -> str:
    """`+0.35` or `#-3`, from White's point of view."""
    score, mate = seen_by_white(info, mover)
    return f"{score / 100:+.2f}" if mate is None else f"#{mate}"


def thought_text(info: Info, mover: str) -> str:
    """The score and the depth of a line."""
    return f"{score_text(info, mover)}, depth {info.depth}"


def line_text(game: Game, line: Sequence[str]) -> str:
    """A line of moves from a position as people write it."""
    if game.combat_board is not None:
        return " ".join(line)
    twin = game.copy()
    words = []
    for move in line:
        words.append(twin.san(move))
        twin.push(move)
    return " ".join(words)


def outcome_text(outcome: Outcome) -> str:
    """`White wins by checkmate (1-0)`, `Draw by repetition (1/2-1/2)`."""
    winner = (outcome.winner or "").capitalize()
    loser = {"White": "Black", "Black": "White"}.get(winner, "")
    usual = "{winner} wins: {reason}" if winner else "Draw: {reason}"
    told = _ENDS.get((outcome.reason, bool(winner)), usual)
    said = told.format(winner=winner, loser=loser, reason=outcome.reason)
    return f"{said} ({RESULTS[outcome.winner]})"


def clocks_text(table: Table) -> str:
    """Both clocks, or that there are none."""
    if table.clock is None:
        return "there are no clocks; --tc 5+3 would give five minutes and three seconds a move"
    white, black = table.clock.both()
    return f"White {clock_text(white)}, Black {clock_text(black)}"
