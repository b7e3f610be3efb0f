"""The terms of the evaluation, as a table for people and as data."""

from __future__ import annotations

from tilefish.game.game import Game
from tilefish.rules.model.variant import SIDE_NAMES
from tilefish.rules.model.weights import WEIGHT_NAMES

Phases = tuple[int, int]
"""Centipawns of the middlegame and of the endgame."""
_TEMPO = WEIGHT_NAMES.index("tempo")


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
        numbers = "".join(f" {number:6}" for number in (*white, *black))
        lines.append(f"{name:13}{numbers}{_signed(*differences)}")
    lines.append(f"{'total':13}{'':28}{_signed(*totals)}")
    kind = game.board.endgame()
    known = "" if kind == "none" else f"; endgame: {kind}"
    sum_ = _signed(score if game.turn == SIDE_NAMES[0] else -score).strip()
    lines.append(
        f"the middlegame counts {phase:.0%}{known}; {game.turn} to move; {sum_} centipawns for White"
    )
    return "\n".join(lines)


def _signed(*numbers: int) -> str:
    """Columns in which a number has its sign, unless it is 0."""
    return "".join(f" {number or '0':{'+6' if number else '>6'}}" for number in numbers)


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
        "endgame": game.board.endgame(),
        "score": score,
    }


def _terms(game: Game) -> tuple[dict[str, tuple[Phases, Phases]], float, int]:
    """The terms of the board and what being to move is worth, which add up to the score; the phase; the score
    of the side to move."""
    terms, phase, score = game.board.terms()
    (tempo,) = game.variant.evaluation[_TEMPO]
    turn = SIDE_NAMES.index(game.turn)
    to_move: tuple[Phases, Phases] = ((0, 0), (tempo, tempo)) if turn else ((tempo, tempo), (0, 0))
    return {**terms, "to move": to_move}, phase, score
