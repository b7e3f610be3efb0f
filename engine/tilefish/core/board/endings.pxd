"""Draws by material."""

from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport NO_KIND, Rules
from tilefish.core.types cimport Bitboard

cdef Bitboard LIGHT_SQUARES

cdef bint lacks_material(const Rules* rules, const Position* at) noexcept nogil


cdef inline bint too_little_material(const Rules* rules, const Position* at) noexcept nogil:
    """Whether the pieces on the board draw the game; a pawn is mostly there to say no."""
    if rules.pawn != NO_KIND and at.by_kind[rules.pawn] and not rules.minors >> rules.pawn & 1:
        return False
    return lacks_material(rules, at)
