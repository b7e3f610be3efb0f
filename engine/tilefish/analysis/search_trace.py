"""A trace of the search as text: the nodes near the root as a tree, one visit a line, and a table of the
iterations.

All numbers of a line are from the point of view of the side that chooses there: the side to move in the line
above it that is indented less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilefish.core.search.trace import MATE, MATED_SOON, SearchTrace, TracedIteration, TracedVisit
from tilefish.game.game import Game, notation_of
from tilefish.rules.messages import count
from tilefish.rules.text.actions import with_face

VISITS = (
    *("move", "root", "re-search at full depth", "re-search with an open window", "null move"),
    *("verification of the null move", "singular search", "razoring", "ProbCut"),
    *("outcome", "first answer", "left out"),
)
"""Why a node is visited, in the order of `core/search/trace.pxd`."""
MOVE, ROOT, DEEPER, OPEN, NULL_MOVE, VERIFICATION, SINGULAR, RAZORING, PROBCUT, OUTCOME, ANSWER, LEFT_OUT = (
    range(12)
)
_SAME_NODE = (ROOT, VERIFICATION, SINGULAR, RAZORING)
"""Visits to the node where the side chooses, not to a node behind its move."""

REASONS = (
    *("", "stopped", "king lost", "draw", "no legal move", "limit reached", "mate distance", "TT cutoff"),
    *("stand pat", "reverse futility", "razoring", "null move", "ProbCut", "multi-cut"),
    *("late move pruning", "futility pruning", "history pruning", "loses material (SEE)", "Star1", "Star2"),
)
"""Why a node has its score, or why a move is left out, in the order of `core/search/trace.pxd`."""
_EXTENSIONS = ("", "check +1", "singular +1", "singular +2")
"""In the order of `core/search/trace.pxd`."""

_HEADING = "depth   alpha    beta     score  static      nodes  move"
_REMEMBERED_POSITIONS = 2000


def trace_lines(game: Game, trace: SearchTrace) -> Iterator[str]:
    """The lines of a trace of a search of this position."""
    yield f"Search trace to ply {trace.plies} of {game.fen()}"
    yield "Centipawns of the side whose move it is; <= and >= are bounds, qs is quiescence."
    names = _Names(game)
    rows: list[tuple[str, ...]] = [("depth", "score", "nodes", "seconds", "lines")]
    dropped = ""
    for iteration in trace.iterations():
        rows.append(_summary(iteration))
        if iteration.visits is None:
            dropped = f"Depths 1 to {iteration.depth} are left out, to keep the trace small"
            continue
        yield from ["", dropped] if dropped else []
        dropped = ""
        yield ""
        yield from _iteration_lines(iteration, iteration.visits, names)
    yield ""
    for depth, score, nodes, seconds, lines in rows:
        yield f"{depth:>5}  {score:>8}  {nodes:>10}  {seconds:>8}  {lines}"


def _iteration_lines(
    iteration: TracedIteration, visits: Sequence[TracedVisit], names: _Names
) -> Iterator[str]:
    cut_short = ", stopped before its end" if iteration.is_cut_short else ""
    yield f"Depth {iteration.depth}{cut_short}"
    yield _HEADING
    yield from _tree_lines(visits, names)
    if iteration.left_out:
        yield f"(cut here: {count(iteration.left_out, 'line')} left out, to keep the trace small)"


def _tree_lines(visits: Sequence[TracedVisit], names: _Names) -> Iterator[str]:
    above: list[TracedVisit] = []
    line = 1
    for place, visit in enumerate(visits):
        del above[visit.level :]
        names.go_back(visit.level)
        has_inside = place + 1 < len(visits) and visits[place + 1].level > visit.level
        rolls = has_inside and visits[place + 1].visit in (OUTCOME, ANSWER)
        label = f"root, line {line}" if visit.visit == ROOT and line > 1 else names.label(visit)
        yield _numbers(visit) + "  " * visit.level + ", ".join([label, *_notes(visit, above, rolls)])
        if visit.visit == ROOT and visit.alpha < visit.score < visit.beta:
            line += 1
        if has_inside:
            names.enter(visit, rolls)
            above.append(visit)


def _numbers(visit: TracedVisit) -> str:
    """The columns before the move."""
    if visit.visit == LEFT_OUT:
        return " " * (len(_HEADING) - len("move"))
    depth = str(visit.depth) if visit.depth > 0 else "qs"
    alpha, beta, score = _window(visit)
    bound = "<=" if score <= alpha else ">=" if score >= beta else ""
    sign = 1 if visit.visit in _SAME_NODE else -1
    static = "" if visit.static_value is None else f"{sign * visit.static_value:+d}"
    window = f"{_score(alpha):>8}{_score(beta):>8}"
    return f"{depth:>5}{window}{bound + _score(score):>10}{static:>8}{visit.nodes:>11}  "


def _window(visit: TracedVisit) -> tuple[int, int, int]:
    """Alpha, beta and score from the point of view of the side that chooses."""
    if visit.visit in _SAME_NODE:
        return visit.alpha, visit.beta, visit.score
    return -visit.beta, -visit.alpha, -visit.score


def _score(score: int) -> str:
    """`+31`, `#-3` for being mated in three moves from the root, `inf`."""
    if abs(score) >= MATE:
        return "inf" if score > 0 else "-inf"
    if score >= MATED_SOON:
        return f"#{(MATE - score + 1) // 2}"
    return f"#-{(MATE + score + 1) // 2}" if score <= -MATED_SOON else f"{score:+d}"


def _notes(visit: TracedVisit, above: Sequence[TracedVisit], rolls: bool) -> Iterator[str]:
    """The description of a visit, behind its name."""
    if visit.visit in (DEEPER, OPEN, PROBCUT, ANSWER):
        yield VISITS[visit.visit]
    if visit.reduction:
        yield f"LMR -{visit.reduction}"
    if visit.extension:
        yield _EXTENSIONS[visit.extension]
    if visit.internal_reduction:
        yield f"IIR -{visit.internal_reduction}"
    if rolls:
        yield "mean of a roll"
    if visit.reason:
        yield REASONS[visit.reason]
    if visit.visit in (MOVE, DEEPER, OPEN) and REASONS[visit.reason] != "stopped":
        alpha, beta, score = _window(visit)
        if score >= above[-1].beta:
            yield "beta cut-off"
        elif alpha < score < beta:
            yield "new best"


def _summary(iteration: TracedIteration) -> tuple[str, ...]:
    """The row of an iteration in the table at the end."""
    score = "" if iteration.score is None else _score(iteration.score)
    lines = "left out" if iteration.visits is None else str(len(iteration.visits))
    seconds = f"{iteration.nanoseconds / 1e9:.3f}"
    return str(iteration.depth), score, str(iteration.nodes), seconds, lines


class _Names:
    """Names the moves of a tree in the notation for people. `enter` goes to the position behind a visit,
    `go_back` returns from there."""

    def __init__(self, game: Game) -> None:
        self._board = game.board.copy()
        self._notation = notation_of(game.variant, game.chess960)
        self._has_moved: list[bool] = []
        """For each level, whether the visit there led to another position."""
        self._known: dict[int, dict[int, str]] = {}

    def go_back(self, level: int) -> None:
        """To the position where a visit of that level chooses."""
        while len(self._has_moved) > level:
            if self._has_moved.pop():
                self._board.pop()

    def enter(self, visit: TracedVisit, rolls: bool) -> None:
        """To the position that a visit led to. Before a roll it is the same one."""
        has_moved = visit.visit not in _SAME_NODE and not rolls
        if has_moved and visit.visit == NULL_MOVE:
            self._board.pass_turn()
        elif has_moved:
            self._board.push(visit.move, visit.face)
        self._has_moved.append(has_moved)

    def label(self, visit: TracedVisit) -> str:
        """The name of a visit: its move if it has one."""
        if visit.visit == SINGULAR:
            return f"{VISITS[SINGULAR]} without {self._move(visit)}"
        if visit.visit in _SAME_NODE or visit.visit == NULL_MOVE:
            return VISITS[visit.visit]
        return self._move(visit)

    def _move(self, visit: TracedVisit) -> str:
        if self._board.key not in self._known:
            if len(self._known) >= _REMEMBERED_POSITIONS:
                self._known.clear()
            sans = self._notation.sans(self._board)
            self._known[self._board.key] = {move.number: san for move, san in sans.items()}
        text = self._known[self._board.key][visit.move]
        return with_face(text, visit.face) if visit.face else text
