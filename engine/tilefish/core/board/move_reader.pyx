"""Moves as they are usually written, found without any text being made of the others: `e2e4`, `e7e8q`, `Nbd7`,
`exd6`, `e8=Q+`, `O-O`.

Whatever is written otherwise, fits no legal move or fits several is left to `notation.py`, which understands
more, says what is wrong, and never disagrees with what is found here.
"""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize

from tilefish.core.board.board cimport Board
from tilefish.core.board.moves cimport (
    CASTLING, Move, is_sequence, origin_of, promoted_kind, promotes, tag_of, target_of,
)
from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport MAX_KINDS, RuleTables, Rules
from tilefish.core.types cimport MAX_SIDE, Kind, Square, file_of, rank_of, square_at, u8

cdef enum:
    ANY = -1
    A_PAWN = -2
    LONGEST = 16              # letters of a move that is read here
    LAST_FILE = c"a" + MAX_SIDE - 1
    LAST_RANK = c"1" + MAX_SIDE - 1


cdef struct Meant:
    # What a text says of a move; ANY where it says nothing.
    Kind kind                 # A_PAWN: any that is one
    int file
    int rank
    Square target
    int promotion             # a kind
    bint is_own               # in UCI notation: promotion and kind are as they are written there
    int castling              # 0: none, 1: short, 2: long


cdef class MoveReader:
    """Reads moves for the boards of one variant."""

    cdef const Rules* rules
    cdef RuleTables tables
    cdef int kind_of[26]      # by letter, ANY where none has it
    cdef u8 is_pawn[MAX_KINDS]
    cdef list letters
    cdef dict texts           # the text of moves, filled as needed

    def __init__(self, RuleTables tables not None):
        cdef int i
        self.tables = tables
        self.rules = tables.rules
        self.letters = [kind.letter for kind in tables.variant.kinds]
        self.texts = {}
        for i in range(26):
            self.kind_of[i] = ANY
        for i, kind in enumerate(tables.variant.kinds):
            self.kind_of[ord(kind.letter) - c"a"] = i
            self.is_pawn[i] = kind.pawn

    def find_uci(self, Board board not None, str text not None):
        """The legal move whose own text in UCI notation that is; 0 if none is found here."""
        cdef Meant meant
        if not self._read(text, &meant) or not meant.is_own:
            return 0
        return self._find(board, &meant)

    def play(self, Board board not None, str text not None, bint chess960):
        """Plays the legal move that a text means, and returns its number and its text in UCI notation; None if
        none is found here."""
        cdef Meant meant
        cdef Move move
        if not self._read(text, &meant):
            return None
        move = self._find(board, &meant)
        if not move:
            return None
        own = self._text(board, move, chess960)
        board._play(move, 0, NULL)
        return move, own

    # --- reading -----------------------------------------------------------------------------------------

    cdef bint _read(self, str text, Meant* meant) except -1:
        """Takes a text apart. False: it is to be understood elsewhere."""
        cdef Py_ssize_t size
        cdef const char* s
        cdef int begin = 0, end
        if not text.isascii():
            return False
        s = PyUnicode_AsUTF8AndSize(text, &size)
        if not 2 <= size <= LONGEST:
            return False
        end = <int>size
        meant.kind, meant.file, meant.rank, meant.promotion = A_PAWN, ANY, ANY, ANY
        meant.is_own, meant.castling, meant.target = False, 0, ANY
        if (end == 4 or (end == 5 and c"a" <= s[4] <= c"z")) and _is_square(s) and _is_square(s + 2):
            return self._read_own(s, end, meant)
        while end and s[end - 1] in (c"+", c"#", c"!", c"?"):
            end -= 1
        if s[0] in (c"O", c"0"):
            return _read_castling(s, end, meant)
        if end >= 3 and not c"1" <= s[end - 1] <= LAST_RANK:
            meant.promotion = self._kind(s[end - 1])
            if meant.promotion == ANY:
                return False
            end -= 2 if s[end - 2] == c"=" else 1
        if end < 2 or not _is_square(s + end - 2):
            return False
        end -= 2
        meant.target = _square(s + end)
        if end and s[end - 1] in (c"x", c"-", c":"):
            end -= 1
        if end and c"A" <= s[0] <= c"Z":
            meant.kind = self._kind(s[0])
            if meant.kind == ANY:
                return False
            begin = 1
        return _read_hint(s, begin, end, meant)

    cdef bint _read_own(self, const char* s, int end, Meant* meant) noexcept:
        meant.is_own, meant.kind = True, ANY
        meant.file, meant.rank, meant.target = s[0] - c"a", s[1] - c"1", _square(s + 2)
        if end == 5:
            meant.promotion = self._kind(s[4])
        return end == 4 or meant.promotion != ANY

    cdef int _kind(self, char letter) noexcept:
        """The kind of a letter, large or small."""
        cdef int number = (letter | 32) - c"a"
        return self.kind_of[number] if 0 <= number < 26 else ANY

    # --- finding -----------------------------------------------------------------------------------------

    cdef Move _find(self, Board board, const Meant* meant) except? 0:
        """The only legal move that a text can mean, or 0."""
        cdef Move found = 0
        cdef int i
        for i in range(board._find_moves()):
            if is_sequence(board.scratch[i]):
                if self._may_name_stone(board.scratch[i], meant):
                    return 0
            elif self._fits(board.now(), board.scratch[i], meant):
                if found:
                    return 0
                found = board.scratch[i]
        return found

    cdef bint _may_name_stone(self, Move move, const Meant* meant) noexcept:
        """Whether the two squares of a text may also be the stone and the target of a stone sequence."""
        return not meant.is_own and target_of(move) == meant.target and ANY not in (meant.file, meant.rank)

    cdef bint _fits(self, const Position* at, Move move, const Meant* meant) noexcept:
        cdef Square origin = origin_of(move)
        cdef Kind kind
        if tag_of(move) == CASTLING:
            return meant.castling == (1 if target_of(move) > origin else 2)
        if meant.castling:
            return False
        if target_of(move) != meant.target:
            return False
        if meant.file not in (ANY, file_of(origin)) or meant.rank not in (ANY, rank_of(origin)):
            return False
        if meant.is_own:
            return meant.promotion == (promoted_kind(move) if promotes(move) else ANY)
        kind = at.board[origin] >> 1
        if not (self.is_pawn[kind] if meant.kind == A_PAWN else kind == meant.kind):
            return False
        return meant.promotion == ANY or (promotes(move) and promoted_kind(move) == meant.promotion)

    # --- writing -----------------------------------------------------------------------------------------

    cdef str _text(self, Board board, Move move, bint chess960):
        """A move in UCI notation, as `notation.py` writes it."""
        cdef Square origin = origin_of(move), target = target_of(move), goal
        if tag_of(move) == CASTLING:
            goal = board._castling_goal(move)
            return _name(origin) + _name(target if chess960 or self._king_steps_to(board, goal) else goal)
        text = self.texts.get(move)
        if text is None:
            promotion = self.letters[promoted_kind(move)] if promotes(move) else ""
            text = self.texts[move] = _name(origin) + _name(target) + promotion
        return text

    cdef bint _king_steps_to(self, Board board, Square goal) noexcept:
        """Whether the king may also step to where castling takes it."""
        cdef const Position* at = board.now()
        cdef int i
        cdef Move move
        for i in range(board._find_moves()):
            move = board.scratch[i]
            if (target_of(move) == goal and tag_of(move) != CASTLING and not is_sequence(move)
                    and at.board[origin_of(move)] >> 1 == self.rules.royal):
                return True
        return False


cdef inline bint _is_square(const char* s) noexcept:
    return c"a" <= s[0] <= LAST_FILE and c"1" <= s[1] <= LAST_RANK


cdef inline Square _square(const char* s) noexcept:
    return square_at(s[0] - c"a", s[1] - c"1")


cdef str _name(Square square):
    return "abcdefgh"[file_of(square)] + "12345678"[rank_of(square)]


cdef bint _read_castling(const char* s, int end, Meant* meant) noexcept:
    """`O-O` and `O-O-O`, with letters or zeros."""
    cdef int i
    if end not in (3, 5):
        return False
    for i in range(end):
        if s[i] != (c"-" if i & 1 else s[0]):
            return False
    meant.castling = 1 if end == 3 else 2
    return True


cdef bint _read_hint(const char* s, int begin, int end, Meant* meant) noexcept:
    """What a text says about the origin: a file, a rank, both or nothing."""
    if begin < end and c"a" <= s[begin] <= LAST_FILE:
        meant.file = s[begin] - c"a"
        begin += 1
    if begin < end and c"1" <= s[begin] <= LAST_RANK:
        meant.rank = s[begin] - c"1"
        begin += 1
    return begin == end
