"""Many positions at once, for fitting the evaluation's numbers to the results of games (scripts/tune.py).

`Sample` holds the positions and says what the evaluation makes of them, and what one number has to do with that.
`Model` is the evaluation as a sum of such numbers, and finds those that predict the results best.
"""

from array import array

from libc.math cimport exp, sqrt
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from tilefish.core.board.score cimport PHASES
from tilefish.core.board.board cimport Board
from tilefish.core.combat.board cimport CombatBoard
from tilefish.core.combat.evaluate cimport explain_combat
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatTables
from tilefish.core.evaluation.evaluate cimport evaluate
from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport RuleTables, Rules
from tilefish.core.types cimport BLACK, WHITE, Bitboard, Value, popcount
from tilefish.core.evaluation.terms cimport Trace

cdef enum:
    MIDDLEGAME = 0

# How Adam averages slopes, and their squares, over its steps.
cdef double MEMORY = 0.9
cdef double LONG_MEMORY = 0.999


cdef class Sample:
    """Positions of one variant."""

    cdef readonly RuleTables tables
    cdef char* positions
    cdef size_t size          # of one position
    cdef int length
    cdef int capacity
    cdef object shares        # of the middlegame, by position, once they are asked for

    def __cinit__(self, RuleTables tables not None):
        self.tables = tables
        self.positions = NULL
        self.size = sizeof(Position)

    def __dealloc__(self):
        free(self.positions)

    def __len__(self):
        return self.length

    def add(self, Board board not None):
        """Takes in the position of a board."""
        self._admit(board.tables, board.now())

    cdef int _admit(self, RuleTables tables, const void* position) except -1:
        cdef char* larger
        if tables.variant != self.tables.variant:
            raise ValueError("a position of another variant")
        if self.length == self.capacity:
            larger = <char*>realloc(self.positions, (2 * self.capacity + 64) * self.size)
            if larger == NULL:
                raise MemoryError
            self.positions = larger
            self.capacity = 2 * self.capacity + 64
        memcpy(self.positions + self.length * self.size, position, self.size)
        self.length += 1
        self.shares = None
        return 0

    cdef const Position* _position(self, int i) noexcept:
        """What is ordinary about a position; a `CombatPosition` begins with it."""
        return <const Position*>(self.positions + i * self.size)

    cdef int _score(self, RuleTables tables, int i, Trace* trace) noexcept:
        """What a position is worth to the side to move; `trace` may be NULL."""
        return evaluate(tables.rules, self._position(i), trace, True, NULL)

    def scores(self, RuleTables tables not None):
        """What each position is worth to White, by tables that differ from the sample's own in weights and values
        alone."""
        self._check_tables(tables)
        found = array("d", bytes(8 * self.length))
        cdef double[::1] scores = found
        cdef int i
        cdef Value score
        for i in range(self.length):
            score = self._score(tables, i, NULL)
            scores[i] = score if self._position(i).turn == WHITE else -score
        return found

    def _check_tables(self, tables):
        """Refuses tables that are not of a game of the same sort."""
        if type(tables) is not type(self.tables):
            raise ValueError("tables of another game")

    def placement(self, int kind, squares, int phase):
        """By how much each position's score changes for a centipawn more of a kind on some squares (numbered as in
        `rules`, White's view) in one phase: White's pieces there less Black's, as far as the phase counts."""
        cdef const Rules* rules = self.tables.rules
        found = array("d", bytes(8 * self.length))
        cdef double[::1] slopes = found, shares = self._shares()
        cdef Bitboard white = self.tables.mask(squares)
        cdef Bitboard black = self.tables.mask(self._mirrored(squares))
        cdef const Position* at
        cdef int i
        if not 0 <= kind < rules.kinds:
            raise IndexError(f"{kind} is not a kind of this variant")
        for i in range(self.length):
            at = self._position(i)
            slopes[i] = (shares[i] if phase == MIDDLEGAME else 1 - shares[i]) * (
                popcount(at.by_kind[kind] & at.by_side[WHITE] & white)
                - popcount(at.by_kind[kind] & at.by_side[BLACK] & black))
        return found

    def _shares(self):
        """How far the middlegame counts in each position, from 0 to 1."""
        cdef Trace trace
        cdef int i
        if self.shares is None:
            self.shares = array("d", bytes(8 * self.length))
            for i in range(self.length):
                memset(&trace, 0, sizeof(Trace))
                self._score(self.tables, i, &trace)
                self.shares[i] = <double>trace.phase / PHASES
        return self.shares

    def _mirrored(self, squares):
        files, last = self.tables.rules.files, self.tables.rules.ranks - 1
        return [(last - square // files) * files + square % files for square in squares]


cdef class CombatSample(Sample):
    """Positions of one combat game."""

    def __cinit__(self, CombatTables tables not None):
        self.size = sizeof(CombatPosition)

    def add(self, CombatBoard board not None):
        """Takes in the position of a board."""
        self._admit(board.tables, board.now())

    cdef int _score(self, RuleTables tables, int i, Trace* trace) noexcept:
        return explain_combat((<CombatTables>tables).combat, <const CombatPosition*>self._position(i), trace)


cdef class Model:
    """Scores as they are, and their slopes by each number that may change: `width` columns, taken one after the other,
    since all of them need much memory. The first `fitted` positions are what the numbers are fitted to; the others
    show whether it was worth it."""

    cdef int length
    cdef int fitted
    cdef int width
    cdef float* slopes        # position by number
    cdef double* base
    cdef double* points       # White's, from 0 to 1

    def __cinit__(self, scores, points, columns, int fitted, int width):
        cdef int i, j = 0
        self.length = len(scores)
        self.width = width
        self.fitted = fitted
        if not 0 < fitted <= self.length or len(points) != self.length or width < 0:
            raise ValueError("scores and points are not of one length")
        self.slopes = <float*>calloc(<size_t>self.length * self.width + 1, sizeof(float))
        self.base = <double*>calloc(self.length, sizeof(double))
        self.points = <double*>calloc(self.length, sizeof(double))
        if self.slopes == NULL or self.base == NULL or self.points == NULL:
            raise MemoryError
        for i in range(self.length):
            self.base[i] = scores[i]
            self.points[i] = points[i]
        for column in columns:
            self._put(j, column)
            j += 1
        if j < width:
            raise ValueError(f"{j} columns of {width}")

    cdef int _put(self, int j, values) except -1:
        cdef double[::1] column = array("d", values)
        cdef int i
        if j >= self.width or len(column) != self.length:
            raise ValueError(f"column {j + 1} of {self.width} has {len(column)} numbers for {self.length} positions")
        for i in range(self.length):
            self.slopes[<size_t>i * self.width + j] = <float>column[i]
        return 0

    def __dealloc__(self):
        free(self.slopes)
        free(self.base)
        free(self.points)

    def loss(self, double scale, changes, bint held_out=False):
        """The mean squared error of the points that scores predict after those changes of the numbers; `scale`
        is how steeply points rise with centipawns."""
        cdef double[::1] moved = self._moved(changes)
        cdef int begin = self.fitted if held_out else 0
        cdef int end = self.length if held_out else self.fitted
        cdef double error, total = 0
        cdef int i
        for i in range(begin, end):
            error = _foretold(scale, self._score(i, &moved[0])) - self.points[i]
            total += error * error
        return total / max(1, end - begin)

    def descend(self, double scale, double ridge, int steps, double stride, int batches=1):
        """The changes of the numbers that make the loss least, `ridge` times the sum of their squares included: so
        many steps by the method Adam, the first ones of `stride` centipawns, the last ones of almost none. With
        several batches each step looks at one of them: every position whose number leaves the same remainder."""
        cdef double[::1] changes = self._moved([0.0] * self.width)
        cdef double[::1] slope = self._moved(changes)
        cdef double[::1] mean = self._moved(changes)
        cdef double[::1] square = self._moved(changes)
        cdef double rate, foretold, force, fading = 1, long_fading = 1
        cdef const float* row
        cdef int step, first, i, j, count
        if not 0 < batches <= self.fitted:
            raise ValueError(f"{batches} batches of {self.fitted} positions")
        for step in range(steps):
            first = step % batches
            count = (self.fitted - first + batches - 1) // batches
            for j in range(self.width):
                slope[j] = 2 * ridge * changes[j]
            for i in range(first, self.fitted, batches):
                row = &self.slopes[<size_t>i * self.width]
                foretold = _foretold(scale, self._score(i, &changes[0]))
                force = 2 * scale * (foretold - self.points[i]) * foretold * (1 - foretold) / count
                for j in range(self.width):
                    slope[j] += force * row[j]
            rate = stride * (steps - step) / steps
            fading *= MEMORY
            long_fading *= LONG_MEMORY
            for j in range(self.width):
                mean[j] = MEMORY * mean[j] + (1 - MEMORY) * slope[j]
                square[j] = LONG_MEMORY * square[j] + (1 - LONG_MEMORY) * slope[j] * slope[j]
                changes[j] -= rate * (mean[j] / (1 - fading)) / (sqrt(square[j] / (1 - long_fading)) + 1e-12)
        return list(changes)[: self.width]

    def _moved(self, changes):
        """A copy as an array that is never empty."""
        if len(changes) < self.width:
            raise ValueError(f"{len(changes)} changes of {self.width} numbers")
        return array("d", [*changes, 0.0])

    cdef double _score(self, int i, const double* changes) noexcept nogil:
        cdef const float* row = &self.slopes[<size_t>i * self.width]
        cdef double score = self.base[i]
        cdef int j
        for j in range(self.width):
            score += row[j] * changes[j]
        return score


cdef inline double _foretold(double scale, double score) noexcept nogil:
    return 1 / (1 + exp(-scale * score))
