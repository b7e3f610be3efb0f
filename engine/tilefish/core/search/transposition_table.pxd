"""The transposition table, shared by all threads without locks.

An entry is two words, the second one the content and the first its key XORed with that: an entry that two
threads wrote at once fits no key. The top 16 bits of the key follow from the entry's place in the table; the
first word has the static evaluation instead of them. Words are read and written
atomically, so that C allows what the threads do; each only once, since the next time it may be another.
"""

from tilefish.core.clock cimport read_word
from tilefish.core.board.moves cimport Move
from tilefish.core.types cimport Depth, Key, Value, u8, u32, u64

cdef enum Bound:
    BOUND_NONE = 0
    BOUND_UPPER = 1           # the score is at most that
    BOUND_LOWER = 2           # at least that
    BOUND_EXACT = 3
    BOUND_MASK = 3
    PV_FLAG = 4               # beside the bound: the position was once a PV node

cdef enum:
    CLUSTER = 4
    NO_VALUE = 32767
    VALUE_SHIFT = 48          # the bits of the first word that hold the evaluation

cdef struct Entry:
    u64 check
    u64 content

cdef struct TTData:
    Move move
    Value score
    Depth depth
    int bound
    bint was_pv
    Value value               # the static evaluation; NO_VALUE if there is none

cdef struct Table:
    Entry* entries
    u64 clusters
    u8 age

cdef extern from *:
    """
    static inline unsigned long long tf_scale(unsigned long long key, unsigned long long n)
    { return (unsigned long long)(((unsigned __int128)key * n) >> 64); }
    /* The asm does nothing but keep the compiler from leaving out a function that only prefetches. */
    static inline void tf_prefetch(const void *line)
    { __builtin_prefetch(line); __asm__ volatile("" : : "r"(line)); }
    """
    u64 scale "tf_scale"(Key key, u64 n) noexcept nogil
    void prefetch "tf_prefetch"(const void* line) noexcept nogil

cdef inline void fetch(const Table* table, Key key) noexcept nogil:
    """Prefetches the cluster of a position."""
    prefetch(&table.entries[scale(key, table.clusters) * CLUSTER])
# `bound` may have the `PV_FLAG`, too.
cdef void store(Table* table, Key key, Move move, Value score, Depth depth, int bound,
                Value value) noexcept nogil

cdef inline bint fits(u64 check, u64 content, Key key) noexcept nogil:
    """Whether an entry of these two words has that key."""
    return (check ^ content ^ key) << (64 - VALUE_SHIFT) == 0


cdef inline int depth_of(u64 content) noexcept nogil:
    return <int>(content >> 48 & 0xff)


cdef inline bint probe(const Table* table, Key key, TTData* data) noexcept nogil:
    """Finds the entry of a position."""
    cdef const Entry* entry = &table.entries[scale(key, table.clusters) * CLUSTER]
    cdef u64 content, check
    cdef int i
    for i in range(CLUSTER):
        content = read_word(&entry[i].content)
        check = read_word(&entry[i].check)
        if content and fits(check, content, key):
            data.move = <u32>content
            data.score = <short>(content >> 32 & 0xffff)
            data.depth = depth_of(content)
            data.bound = <int>(content >> 56 & BOUND_MASK)
            data.was_pv = content >> 56 & PV_FLAG != 0
            data.value = <short>(check >> VALUE_SHIFT)
            return True
    return False


cdef class HashTable:
    cdef Table table
    cdef readonly int megabytes
