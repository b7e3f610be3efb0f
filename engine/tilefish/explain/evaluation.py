"""The terms of the evaluation, as a table for people and as data."""

from __future__ import annotations

from tilefish.core.combat.evaluate import combat_term_table
from tilefish.core.evaluation.term_table import endgame_kind, term_table
from tilefish.game.game import Game

Pair = tuple[int, int]


def evaluation_text(game: Game) -> str:
    """Every term by side and phase, and the total from White's point of view."""
    terms, phase, score = _terms(game)
    lines = [
        f"{'term':13} {'White':>13} {'Black':>13} {'difference':>13}",
        f"{'':13}" + f" {'mid':>6} {'end':>6}" * 3,
    ]
    totals = [0, 0]
    for name, (white, black) in terms.items():
        differences = [white[phase_index] - black[phase_index] for phase_index in (0, 1)]
        totals = [total + difference for total, difference in zip(totals, differences, strict=True)]
        numbers = (*white, *black, *differences)
        lines.append(f"{name:13}" + "".join(f" {number:6}" for number in numbers))
    lines.append(f"{'total':13}{'':28} {totals[0]:6} {totals[1]:6}")
    kind = _endgame(game)
    known = "" if kind == "none" else f"; endgame: {kind}"
    lines.append(f"the middlegame counts {phase:.0%}{known}; {game.turn} to move: {score:+d} centipawns")
    return "\n".join(lines)


def evaluation_data(game: Game) -> dict[str, object]:
    """The same for programs. Terms are [middlegame, endgame] centipawns of each side; `phase` is the share of
    the middlegame; `score` is that of the side to move."""
    terms, phase, score = _terms(game)
    return {
        "fen": game.fen(),
        "terms": {
            name: {"white": list(white), "black": list(black)} for name, (white, black) in terms.items()
        },
        "phase": phase,
        "endgame": _endgame(game),
        "score": score,
    }


def _terms(game: Game) -> tuple[dict[str, tuple[Pair, Pair]], float, int]:
    """The terms by name, side and phase; the phase; the score of the side to move."""
    fight = game.combat_board
    return term_table(game.board) if fight is None else combat_term_table(fight)


def _endgame(game: Game) -> str:
    return "none" if game.combat_board else endgame_kind(game.board)
