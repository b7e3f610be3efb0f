"""Stepping stones: sequences of landing, gliding and leaping, identified by origin, stone and end square."""

from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport Bitboard, Side, Square

cdef Bitboard sequence_ends(const Rules* rules, const Position* at, Square origin, Square stone,
                            Bitboard victims) noexcept nogil
cdef Bitboard glides_to(const Rules* rules, const Position* at, Square origin, Square stone, int end,
                        Bitboard victims) noexcept nogil
cdef bint can_follow(const Rules* rules, const Position* at, Square origin, Square stone) noexcept nogil
cdef bint sequence_gives_check(const Rules* rules, const Position* at, Square king, Side by) noexcept nogil
cdef bint could_leap_to_king(const Rules* rules, const Position* at, Square king, Side by) noexcept nogil
cdef Bitboard sequence_guards(const Rules* rules, const Position* at, Side side) noexcept nogil
