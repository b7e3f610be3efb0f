"""The terms of the evaluation, as a table for people and as data."""

from __future__ import annotations

from tilefish.game.game import Game


def evaluation_text(game: Game) -> str:
    """Every term by side and phase, and the total from White's point of view."""
    terms, phase, score = game.board.terms()
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
    kind = game.board.endgame()
    known = "" if kind == "none" else f"; endgame: {kind}"
    lines.append(f"the middlegame counts {phase:.0%}{known}; {game.turn} to move: {score:+d} centipawns")
    return "\n".join(lines)


def evaluation_data(game: Game) -> dict[str, object]:
    """The same for programs. Terms are [middlegame, endgame] centipawns of each side; `phase` is the share of
    the middlegame; `score` is that of the side to move."""
    terms, phase, score = game.board.terms()
    return {
        "fen": game.fen(),
        "terms": {
            name: {"white": list(white), "black": list(black)} for name, (white, black) in terms.items()
        },
        "phase": phase,
        "endgame": game.board.endgame(),
        "score": score,
    }
