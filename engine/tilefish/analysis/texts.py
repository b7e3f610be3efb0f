"""The results of an analysis as lines of text for people. Scores are White's, as in all output for people."""

from __future__ import annotations

from collections.abc import Iterator

from tilefish.analysis.annotation import explanation
from tilefish.analysis.game_report import GameReport, MoveReport
from tilefish.analysis.positions import Subject
from tilefish.analysis.verdicts import Verdict
from tilefish.engine.engine import Info, Result
from tilefish.explain.scores import Score, line_text
from tilefish.game.game import Game, Outcome
from tilefish.pgn import GameRecord
from tilefish.rules.model.variant import SIDE_NAMES

_SHOWN_MOVES = 12
_SHOWN_OF_BEST = 5
_QUESTIONS = ("bm", "am", "dm")
"""Operations of an EPD that an answer can meet."""


def score_text(info: Info, mover: str) -> str:
    """`+0.35`, `#-3`."""
    return Score.of(info).for_white(mover).text()


def number_text(number: float) -> str:
    """`950`, `12.3k`, `4.56M`: three digits."""
    for unit, worth in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= worth:
            whole = number / worth
            return f"{whole:.0f}{unit}" if whole >= 99.95 else f"{whole:.3g}{unit}"
    return f"{number:.0f}"


def info_line(game: Game, info: Info, lines: int) -> str:
    """A line that was found: `depth 12/19  +0.31  184k nodes  912k/s  0.2 s  table 3%  e4 e5 Nf3`."""
    words = [
        f"depth {info.depth}/{info.seldepth}",
        *([f"line {info.multipv}"] if lines > 1 else []),
        score_text(info, game.turn),
        f"{number_text(info.nodes)} nodes",
        f"{number_text(info.nps)}/s",
        f"{info.seconds:.2f} s",
        f"table {info.hashfull / 10:.0f}%",
        line_text(game, info.line[:_SHOWN_MOVES]),
    ]
    return "  ".join(words)


def outcome_text(outcome: Outcome) -> str:
    """`checkmate, white wins`, `draw by repetition`."""
    if outcome.winner is None:
        return f"draw by {outcome.termination}"
    return f"{outcome.termination}, {outcome.winner} wins"


def answer_text(subject: Subject, result: Result) -> str:
    """`Best move: Nf3, +0.31 at depth 12`."""
    game = subject.game
    if result.move is None:
        return _nothing_text(game)
    best = result.lines[0]
    words = [f"Best move: {game.san(result.move)}", f"{score_text(best, game.turn)} at depth {best.depth}"]
    return ", ".join([*words, *_fitting_words(subject, result)])


def _nothing_text(game: Game) -> str:
    outcome = game.outcome()
    return f"No move: {outcome_text(outcome)}" if outcome else "No move"


def subject_line(number: int, subject: Subject, result: Result) -> str:
    """One position of many: `3  WAC.003  Rg3  +4.65  depth 14  wrong (bm Rxg7)`."""
    game = subject.game
    words = [f"{number:>3}", subject.name or game.fen()]
    if result.move is None:
        return "  ".join([*words, _nothing_text(game)])
    best = result.lines[0]
    words += [game.san(result.move), score_text(best, game.turn), f"depth {best.depth}"]
    return "  ".join([*words, *_fitting_words(subject, result)])


def _fitting_words(subject: Subject, result: Result) -> Iterator[str]:
    """Whether the answer is right, and the right one if it is not."""
    is_met = subject.is_met_by(result)
    if is_met is None:
        return
    if is_met:
        yield "right"
        return
    asked = [f"{name} {subject.operations[name]}" for name in _QUESTIONS if name in subject.operations]
    yield f"wrong ({', '.join(asked)})"


def suite_text(right: int, asked: int) -> str:
    """`17 of 20 right (85%)`."""
    return f"{right} of {asked} right ({right / asked:.0%})"


# --- games --------------------------------------------------------------------------------------------------


def move_lines(move: MoveReport, explain: bool = False) -> Iterator[str]:
    """A move of a game, its fault, and the reason why another would have been better."""
    judgement = move.judgement
    words = [
        f"{_padded_number(move):<14}",
        f"{judgement.sign:<2}",
        f"{_standing_text(move):>7}",
        f"{_depth_text(move):<4}",
    ]
    if move.luck is not None:
        words.append(f"luck {move.luck:+.0%}")
    words.append(_verdict_text(move))
    yield "  ".join(words).rstrip()
    if explain and judgement.is_wrong:
        yield f"{'':18}{explanation(move)}"


def _depth_text(move: MoveReport) -> str:
    depth = move.behind.depth
    return "" if depth is None else f"d{depth}"


def _padded_number(move: MoveReport) -> str:
    """The move with its number, right-aligned."""
    return move.numbered.rjust(len(move.san) + 7 if move.side == "black" else len(move.san) + 5)


def _standing_text(move: MoveReport) -> str:
    if move.behind.outcome is not None and move.white.mate is None:
        return "draw"
    return move.white.text()


def _verdict_text(move: MoveReport) -> str:
    if move.judgement.is_wrong:
        line = " ".join(move.best_line[:_SHOWN_OF_BEST])
        score = move.found.score.for_white(move.side).text()
        return f"{move.judgement.verdict.value}; best was {line} ({score})"
    return move.judgement.verdict.value


def summary_rows(report: GameReport) -> Iterator[tuple[str, ...]]:
    """A summary of both sides, as rows of a table: accuracy, points lost a move, luck, and how often each
    verdict was given."""
    sides = [report.of(side) for side in SIDE_NAMES]
    yield "", *(side.capitalize() for side in SIDE_NAMES)
    yield "moves", *(str(side.moves) for side in sides)
    yield "accuracy", *(_number(side.accuracy, ".1f", "%") for side in sides)
    yield "points lost a move", *(_number(side.loss, ".3f") for side in sides)
    if any(side.luck is not None for side in sides):
        yield "luck of the dice, points", *(_number(side.luck, "+.2f") for side in sides)
    for verdict in Verdict:
        if any(side.verdicts[verdict] for side in sides):
            yield verdict.value, *(str(side.verdicts[verdict]) for side in sides)


def _number(number: float | None, form: str, unit: str = "") -> str:
    return "–" if number is None else f"{number:{form}}{unit}"


def players_text(record: GameRecord) -> str:
    """`Carlsen – Nakamura, 1-0`."""
    white, black = (record.headers.get(side) or "?" for side in ("White", "Black"))
    return f"{white} – {black}, {record.result}"
