"""Chance nodes: bounds of the scores of a die's outcomes, and the score of the roll that follows.

All scores are those of the side that acts. The score of a roll is the mean of its outcomes, weighted by faces and
rounded to the nearest centipawn, a half up; nowhere else is anything rounded, so that pruning does not change a score.
A king that falls whatever is rolled is a mate, as far away as in the slowest case; one that falls only by luck counts
`KING_WORTH`.
"""

from tilefish.core.combat.make cimport Roll
from tilefish.core.combat.rule_tables cimport MAX_FACES
from tilefish.core.types cimport Value, u8

cdef enum:
    KING_WORTH = 5000         # no evaluation is beyond it; no score lies between it and the mates

cdef struct Outcome:
    u8 face
    u8 weight
    int low                   # at least; -MATE: not known
    int high                  # at most; MATE: not known
    int guess                 # the expected score

cdef struct Chance:
    Outcome outcomes[MAX_FACES]     # the likeliest first, and among equals the lowest face
    int count
    int faces

cdef struct Window:
    Value alpha
    Value beta

cdef struct Question:
    # Whether an outcome reaches a score: a null window.
    int which                 # the outcome
    bint upwards              # whether it is expected to
    Window window

cdef void begin_chance(Chance* chance, const Roll* rolls, int count) noexcept nogil
cdef Value lowest(const Chance* chance) noexcept nogil
cdef Value highest(const Chance* chance) noexcept nogil
cdef Window window_of(const Chance* chance, int which, Value alpha, Value beta) noexcept nogil
cdef void update_bounds(Outcome* outcome, Value score, const Window* window) noexcept nogil
cdef void set_guess(Outcome* outcome, Value guess) noexcept nogil
cdef bint next_question(const Chance* chance, Value alpha, Value beta, Question* question) noexcept nogil
cdef void update_by_answer(Outcome* outcome, Value score, const Question* question) noexcept nogil
