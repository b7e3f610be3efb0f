"""`AnyBoard`: what Python sees of every game. Squares are numbered as in `rules` (`rank * files + file`); moves are the
core's 32-bit integers, and only those that are legal are accepted, with a face of the die where one is rolled."""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize

from tilefish.core.clock cimport read_flag, write_flag
from tilefish.core.board.events cimport EventLog, events_of
from tilefish.core.board.position cimport EMPTY, Position
from tilefish.core.types cimport NO_SQUARE, SQUARES, Bitboard, Depth, Piece, Square, pop, u32, u64

MAX_PERFT_DEPTH = 64


cdef class AnyBoard:
    """A position with its history. `Board` and `CombatBoard` define what raises `NotImplementedError` here: Cython's
    classes cannot be abstract."""

    def __init__(self, RuleTables tables not None, setup):
        self.reset(setup)

    def __dealloc__(self):
        free(self.positions)
        free(self.scratch)

    cdef int _allocate(self, RuleTables tables, size_t size, int most_moves) except -1:
        """What comes before everything else: how large a position is, and how many moves it may have."""
        self.tables = tables
        self.rules = tables.rules
        self.size = size
        self.most_moves = most_moves
        self.capacity = 16
        self.positions = <char*>calloc(self.capacity, size)
        self.scratch = <u32*>malloc(most_moves * sizeof(u32))
        if self.positions == NULL or self.scratch == NULL:
            raise MemoryError
        return 0

    cdef void* _append(self) except NULL:
        """Makes room for one more position and counts it; it is to be filled in."""
        cdef char* larger
        if self.length == self.capacity:
            larger = <char*>realloc(self.positions, 2 * self.capacity * self.size)
            if larger == NULL:
                raise MemoryError
            self.positions = larger
            self.capacity *= 2
        self.length += 1
        return self.positions + (self.length - 1) * self.size

    def copy(self):
        """The same position with the same history, to go on from separately."""
        cdef AnyBoard twin = type(self).__new__(type(self), self.tables, None)  # not set up: all is copied
        while twin.length < self.length:
            twin._append()
        memcpy(twin.positions, self.positions, self.length * self.size)
        return twin

    # --- setting up --------------------------------------------------------------------------------------

    def reset(self, setup):
        """Sets up a position, without a history."""
        raise NotImplementedError

    def setup(self):
        """The position as data."""
        raise NotImplementedError

    def snapshot(self):
        """The current position without its history, to be kept while the game goes on."""
        cdef Snapshot kept = Snapshot.__new__(Snapshot)
        kept.board_type = type(self)
        kept.tables = self.tables
        kept.position = PyBytes_FromStringAndSize(<char*>self.here(), self.size)
        return kept

    # --- moves -------------------------------------------------------------------------------------------

    cdef int _find_moves(self) noexcept:
        """Writes all legal moves into the scratch, and returns how many there are."""
        return 0

    cdef u32 _legal(self, u32 move) except? 0:
        """Refuses a move that is not legal here."""
        cdef int i
        for i in range(self._find_moves()):
            if self.scratch[i] == move:
                return move
        raise ValueError(f"{move} is not a legal move here")

    def legal_moves(self):
        """All legal moves."""
        cdef int found = self._find_moves()
        cdef int i
        return [self.scratch[i] for i in range(found)]

    def path(self, u32 move):
        """The way of a legal move's piece over the board, as `MoveParts`."""
        raise NotImplementedError

    def glides(self, u32 move):
        """The glide squares that work for a stone sequence, in order; none for any other move."""
        raise NotImplementedError

    def rolls(self, u32 move):
        """Whether a die is rolled for a move."""
        return self._rolls(move)

    cdef bint _rolls(self, u32 move) noexcept:
        return False

    def distinct_rolls(self, u32 move):
        """The faces that lead to different positions, each with how many faces lead there; (0, 1) alone where no
        die is rolled."""
        self._legal(move)
        return [(0, 1)]

    def push(self, u32 move, int face=0):
        """Plays a legal move, and returns what happens as a list of `Event`s. `face` is what was rolled, 0 where
        nothing is."""
        cdef EventLog log
        cdef int faces = self.faces if self._rolls(self._legal(move)) else 0
        if not min(faces, 1) <= face <= faces:
            raise ValueError(f"{face} cannot be rolled for this move")
        log.count = 0
        self._play(move, face, &log)
        return events_of(self.tables, &log)

    def pass_turn(self):
        """Passes, as a search tries it: the other side is to move, after the world had its turn. Raises `ValueError`
        where a pass would lose the king."""
        cdef EventLog log
        log.count = 0
        self._pass(&log)
        return events_of(self.tables, &log)

    cdef int _play(self, u32 move, int face, EventLog* log) except -1:
        """Plays a move that is known to be legal, recorded unless the log is NULL."""
        raise NotImplementedError

    cdef int _pass(self, EventLog* log) except -1:
        raise NotImplementedError

    def pop(self):
        """Takes the last move back."""
        if self.length == 1:
            raise IndexError("no move to take back")
        self.length -= 1

    # --- what there is to know ---------------------------------------------------------------------------

    @property
    def turn(self):
        """The side to move."""
        return self.here().turn

    @property
    def ply(self):
        """How many moves have been pushed."""
        return self.length - 1

    @property
    def key(self):
        """The hash of all that counts for repetition, kept move by move."""
        return self.here().key

    def kind_on(self, int square):
        """The index of the kind of piece on a square of the board, or None."""
        cdef Piece piece = self.here().board[self.tables.core_square(square) & (SQUARES - 1)]
        return None if piece == EMPTY else piece >> 1

    @property
    def key_from_scratch(self):
        """The same hash, computed anew."""
        raise NotImplementedError

    def in_check(self, int side):
        """Whether that side's royal piece could be captured if the other side were to move. Combat games have no
        check."""
        return False

    def repetitions(self):
        """How often this position has been on the board, this time included."""
        raise NotImplementedError

    def ending(self):
        """(winner or None, termination) if the game is over here, else None."""
        raise NotImplementedError

    cdef int _repetitions_since(self, int oldest) noexcept:
        """How often the current position has been on the board since that ply."""
        cdef int back, count = 1
        for back in range(self.length - 3, oldest - 1, -2):
            if self.at(back).key == self.here().key:
                count += 1
        return count

    # --- other views of the position ---------------------------------------------------------------------

    def query(self):
        """The position, to be asked about its pieces, attacks and passes."""
        raise NotImplementedError

    def terms(self):
        """The evaluation term by term, {name: ((White's middlegame, endgame), (Black's ...))}, the phase as the
        share of the middlegame, and the score for the side to move."""
        raise NotImplementedError

    def endgame(self):
        """The kind of endgame that the evaluation knows the position as, or "none"."""
        return "none"

    def searcher(self, hash_table, pause_gate=None):
        """A new searcher for games of this kind."""
        raise NotImplementedError

    # --- perft -------------------------------------------------------------------------------------------

    def perft(self, int depth):
        """The number of move sequences of that length, each face of a die counted."""
        if not 0 <= depth <= MAX_PERFT_DEPTH:
            raise ValueError(f"depth {depth} is not from 0 to {MAX_PERFT_DEPTH}")
        return self._perft(depth, 0)

    def perft_of(self, u32 move, int depth):
        """The leaves of what begins with one legal move, each face of a die counted."""
        if not 1 <= depth <= MAX_PERFT_DEPTH:
            raise ValueError(f"depth {depth} is not from 1 to {MAX_PERFT_DEPTH}")
        return self._perft(depth, self._legal(move))

    cdef u64 _perft(self, Depth depth, u32 first) except? 0:
        """Counts all sequences, or those that begin with one legal move."""
        cdef u64 leaves
        cdef u32* buffer = <u32*>malloc((depth + 1) * <size_t>self.most_moves * sizeof(u32))
        cdef char* start = <char*>malloc(self.size)
        if buffer == NULL or start == NULL:
            free(buffer)
            free(start)
            raise MemoryError
        memcpy(start, <char*>self.here(), self.size)     # the game may go on while another thread counts
        with nogil:
            leaves = self._count_leaves(start, depth, first, buffer)
        free(buffer)
        free(start)
        if read_flag(&self.cancelled):
            raise InterruptedError("the count was cancelled")
        return leaves

    cdef u64 _count_leaves(self, const void* start, Depth depth, u32 first, u32* buffer) noexcept nogil:
        """The same from a position of the game's own kind, with a buffer that is large enough."""
        return 0

    def cancel(self):
        """Ends the counts of this board, the running one and all to come, from any thread."""
        write_flag(&self.cancelled, 1)

    # --- squares -----------------------------------------------------------------------------------------

    cdef dict _pieces(self):
        """Kind and side of all pieces by square, numbered as in `rules`."""
        cdef const Position* here = self.here()
        cdef Bitboard squares = here.by_side[0] | here.by_side[1]
        cdef Square square
        pieces = {}
        while squares:
            square = pop(&squares)
            pieces[self.tables.rules_square(square)] = (here.board[square] >> 1, here.board[square] & 1)
        return pieces

    cdef object _square(self, Square square):
        """One of the core's squares, numbered as in `rules`, None for none."""
        return None if square == NO_SQUARE else self.tables.rules_square(square)

    cdef list _squares(self, Bitboard squares):
        """The squares of a bitboard, numbered as in `rules`."""
        found = []
        while squares:
            found.append(self.tables.rules_square(pop(&squares)))
        return found


cdef class Snapshot:
    """A position of any game without its history. Only a board makes one."""

    def __init__(self):
        raise TypeError("a snapshot is taken from a board")

    def board(self):
        """A board at this position."""
        cdef AnyBoard board = self.board_type.__new__(self.board_type, self.tables, None)
        memcpy(board._append(), PyBytes_AS_STRING(self.position), board.size)
        return board

    def shows(self, AnyBoard board not None):
        """Whether a board is at this position now."""
        if board.tables is not self.tables or type(board) is not self.board_type:
            return False
        return memcmp(PyBytes_AS_STRING(self.position), <char*>board.here(), board.size) == 0
