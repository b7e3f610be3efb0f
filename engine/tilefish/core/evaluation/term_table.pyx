"""The evaluation of chess-like games for Python: term by term, with the kind of endgame."""

from libc.string cimport memset

from tilefish.core.board.score cimport PHASES
from tilefish.core.board.board cimport Board
from tilefish.core.evaluation.endgame cimport classify
from tilefish.core.evaluation.evaluate cimport evaluate
from tilefish.core.evaluation.terms cimport Trace
from tilefish.core.types cimport Value

TERM_NAMES = ("material", "squares", "mobility", "pawns", "passed pawns", "pieces", "king", "imbalance",
              "threats", "space", "complexity", "world", "endgame")

ENDGAMES = ("none", "pawn race", "mating attack", "minor pieces", "complex")


def term_table(Board board, bint endgames=True):
    """The evaluation term by term, {name: ((White's middlegame, endgame), (Black's ...))}, the phase as the
    share of the middlegame, and the score for the side to move; with or without what is known about endgames."""
    cdef Trace trace
    cdef Value score
    memset(&trace, 0, sizeof(Trace))
    score = evaluate(board.tables.rules, board.now(), &trace, endgames, NULL)
    terms = {
        name: tuple((trace.terms[term][side][0], trace.terms[term][side][1]) for side in range(2))
        for term, name in enumerate(TERM_NAMES)
    }
    return terms, <double>trace.phase / PHASES, score


def endgame_kind(Board board not None):
    """The kind of endgame that a position is, one of ENDGAMES."""
    return ENDGAMES[<int>classify(board.tables.rules, board.now())]
