"""Stepping stones: sequences of landing, gliding and leaping, told apart by origin, stone and end square."""

from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport u64

cdef u64 sequence_ends(const Rules* rules, const Position* at, int origin, int stone) noexcept nogil
cdef u64 glides_to(const Rules* rules, const Position* at, int origin, int stone, int end) noexcept nogil
cdef bint can_follow(const Rules* rules, const Position* at, int origin, int stone) noexcept nogil
cdef bint sequence_gives_check(const Rules* rules, const Position* at, int king, int by) noexcept nogil
cdef bint could_leap_to_king(const Rules* rules, const Position* at, int king, int by) noexcept nogil
cdef u64 sequence_guards(const Rules* rules, const Position* at, int side) noexcept nogil
