"""Legal moves.

Pins and checks are worked out once a position, and where nothing but ordinary attacks can expose a king, every
generated move is legal. Where the world can (`rules.needs_legality_test`: belts, stones, lame captures), doubtful
moves are made on a copy and tested; see `View` for which these are.
"""

from tilefish.core.board.moves cimport Move
from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport Bitboard

cdef int legal_moves(const Rules* rules, const Position* at, Move* out) noexcept nogil
cdef int quiet_moves(const Rules* rules, const Position* at, Move* out) noexcept nogil
cdef int noisy_moves(const Rules* rules, const Position* at, Bitboard victims, Move* out) noexcept nogil
cdef bint has_moves(const Rules* rules, const Position* at, int enough) noexcept nogil
cdef int count_legal(const Rules* rules, const Position* at) noexcept nogil
