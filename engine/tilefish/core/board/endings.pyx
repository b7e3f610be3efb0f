from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport MATERIAL_BARE_KINGS, MATERIAL_NONE, Rules
from tilefish.core.types cimport Bitboard, Kind, several

cdef Bitboard LIGHT_SQUARES = 0x55aa55aa55aa55aa


cdef bint lacks_material(const Rules* rules, const Position* at) noexcept nogil:
    """Whether the pieces on the board draw the game, under the rule that the variant has."""
    cdef Bitboard others = (at.by_side[0] | at.by_side[1]) & ~at.by_kind[rules.royal]
    if rules.material == MATERIAL_NONE:
        return False
    if not others:
        return True
    if rules.material == MATERIAL_BARE_KINGS:
        return False
    if not several(others):
        return _all_of_kinds(rules, at, others, rules.minors)
    return _all_of_kinds(rules, at, others, rules.minors & rules.colour_bound) and (
        not others & LIGHT_SQUARES or not others & ~LIGHT_SQUARES)


cdef bint _all_of_kinds(const Rules* rules, const Position* at, Bitboard pieces, unsigned int kinds) noexcept nogil:
    cdef Kind kind
    for kind in range(rules.kinds):
        if not kinds >> kind & 1 and at.by_kind[kind] & pieces:
            return False
    return True
