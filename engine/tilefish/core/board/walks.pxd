"""The lay of the land for kings: how far they walk on this terrain, where they have few squares, and where the
corners of each colour are. Computed once a variant, for the endgames."""

from tilefish.core.board.rule_tables cimport Rules

cdef void survey(Rules* rules) noexcept
