"""The evaluation as a sum of terms: what chess and combat games share of it.

Every term is added by `add`, which also writes it down if there is a trace: so the table that `eval`
prints is what the search sees.
"""

from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport MAX_KINDS, PARTS_OF_PASSED, Rules
from tilefish.core.board.score cimport PHASES, Score, endgame_of, middlegame_of, score_of
from tilefish.core.types cimport Bitboard, Side

cdef enum Term:
    TERM_MATERIAL
    TERM_SQUARES
    TERM_MOBILITY
    TERM_PAWNS
    TERM_PASSED
    TERM_PIECES
    TERM_KING
    TERM_IMBALANCE            # these four of chess alone
    TERM_THREATS
    TERM_SPACE
    TERM_COMPLEXITY
    TERM_WORLD
    TERM_ENDGAME              # of chess alone; all from here on, of combat games
    TERM_HIT_POINTS
    TERM_STRIKES
    TERM_SAFETY
    TERM_POSTING
    TERM_ABILITIES
    TERMS

cdef struct Trace:
    int terms[TERMS][2][2]    # side, phase
    int phase                 # PHASES: all pieces on the board, 0: none

cdef struct Sum:
    # The evaluation while it is put together.
    const Rules* rules
    const Position* at
    Score points[2]           # besides material and squares
    Bitboard pawns[2]
    Bitboard pawn_attacks[2]  # what each side's pawns guard, where pawns are orthodox
    Bitboard pawn_files[2]    # whole files with a pawn of a side
    Bitboard passed[2]        # each side's passed pawns
    # Attacks, own pieces that are guarded included; of chess alone
    Bitboard attacks[2]       # by all pieces but the king
    Bitboard twice[2]         # by two pieces or more, the king among them
    Bitboard king_attacks[2]
    Bitboard kind_attacks[2][MAX_KINDS]   # by kind of officers
    Bitboard sliders_on_files[2]
    Score mobility[2]
    int zone_attackers[2]     # pieces that attack squares where each side's king could go
    int zone_attacks[2]       # how often these squares are attacked
    Trace* trace


cdef inline void add_score(Sum* total, int term, Side side, Score score) noexcept nogil:
    if total.trace != NULL:
        total.trace.terms[term][side][0] += middlegame_of(score)
        total.trace.terms[term][side][1] += endgame_of(score)
    total.points[side] += score


cdef inline void add(Sum* total, int term, Side side, int middlegame, int endgame) noexcept nogil:
    add_score(total, term, side, score_of(middlegame, endgame))


cdef inline void add_times(Sum* total, int term, Side side, int times, Score weight) noexcept nogil:
    add_score(total, term, side, times * weight)


cdef inline void add_parts(Sum* total, int term, Side side, int parts, Score weight) noexcept nogil:
    """Adds a weight that is less the further back a pawn is."""
    add(total, term, side,
        middlegame_of(weight) * parts // PARTS_OF_PASSED, endgame_of(weight) * parts // PARTS_OF_PASSED)


cdef inline Score balance(const Sum* total) noexcept nogil:
    """White's score less Black's, of all that was added so far."""
    return total.at.placed + total.points[0] - total.points[1]


cdef inline int phase_of(const Rules* rules, const Position* at) noexcept nogil:
    return <int>(<long long>at.force * rules.phase_share >> 32) if at.force < rules.full_force else PHASES


cdef inline int tapered(Score score, int phase) noexcept nogil:
    return (middlegame_of(score) * phase + endgame_of(score) * (PHASES - phase)) // PHASES
