"""What pieces are worth, and where: the numbers of the variant file, or what mobility says where it has none."""

from tilefish.core.board.rule_tables cimport Rules

cdef int weigh(Rules* rules, variant) except -1
cdef int appraise(Rules* rules, variant) except -1
