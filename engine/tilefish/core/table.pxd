"""The transposition table: what is known of positions, shared by all threads without locks.

An entry is two words, the second one the content and the first its key XORed with that: an entry that two
threads wrote at once fits no key. The top 16 bits of the key are told by the entry's place in the table; in
their stead the first word has what the position looks worth without searching.
"""

from tilefish.core.moves cimport Move
from tilefish.core.squares cimport u8, u64

cdef enum Bound:
    BOUND_NONE = 0
    BOUND_UPPER = 1           # the score is at most that
    BOUND_LOWER = 2           # at least that
    BOUND_EXACT = 3

cdef enum:
    CLUSTER = 4
    NO_VALUE = 32767

cdef struct Entry:
    u64 check
    u64 content

cdef struct Known:
    Move move
    int score
    int depth
    int bound
    int value                 # of the evaluation; NO_VALUE: it was not asked

cdef struct Table:
    Entry* entries
    u64 clusters
    u8 age

cdef void fetch(const Table* table, u64 key) noexcept nogil
cdef bint probe(const Table* table, u64 key, Known* known) noexcept nogil
cdef void store(Table* table, u64 key, Move move, int score, int depth, int bound,
                int value) noexcept nogil

cdef class HashTable:
    cdef Table table
    cdef readonly int megabytes
