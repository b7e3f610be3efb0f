"""Threats: pieces that can be won, or have to give way."""

from tilefish.core.types cimport Side
from tilefish.core.evaluation.terms cimport Sum

cdef void add_threats(Sum* total, Side side) noexcept nogil
