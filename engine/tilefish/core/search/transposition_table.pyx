from libc.stdlib cimport free
from libc.string cimport memset
from posix.stdlib cimport posix_memalign

from tilefish.core.clock cimport read_word, write_word
from tilefish.core.board.moves cimport Move
from tilefish.core.types cimport Depth, Key, Value, u8, u32, u64

cdef enum:
    LINE = 64                 # bytes of a cluster, one line of the cache
    PAGE = 1 << 21            # bytes of a large page of memory
    AGES = 32
    AGE_SHIFT = 59

cdef extern from *:
    """
    #include <sys/mman.h>
    #ifdef MADV_HUGEPAGE
    #define tf_want_large_pages(memory, size) madvise((memory), (size), MADV_HUGEPAGE)
    #else
    #define tf_want_large_pages(memory, size) 0
    #endif
    """
    int want_large_pages "tf_want_large_pages"(void* memory, size_t size) noexcept nogil


cdef inline u64 _pack(Move move, Value score, Depth depth, int bound, int age) noexcept nogil:
    return (<u64>move | <u64>(score & 0xffff) << 32 | <u64>(depth & 0xff) << 48
            | <u64>bound << 56 | <u64>age << AGE_SHIFT)


cdef inline int _age(u64 content) noexcept nogil:
    return <int>(content >> AGE_SHIFT)


cdef void store(Table* table, Key key, Move move, Value score, Depth depth, int bound,
                Value value) noexcept nogil:
    """Replaces the entry of the same key, or the least valuable one (depth, age) of the cluster."""
    cdef Entry* entry = &table.entries[scale(key, table.clusters) * CLUSTER]
    cdef Entry* worst = entry
    cdef u64 content
    cdef int i, worth, least = 1 << 20
    for i in range(CLUSTER):
        content = read_word(&entry[i].content)
        if fits(read_word(&entry[i].check), content, key):
            if not move:
                move = <u32>content
            if bound & BOUND_MASK != BOUND_EXACT and _age(content) == table.age and depth + 3 < depth_of(content):
                return
            worst = &entry[i]
            break
        worth = depth_of(content) - 4 * ((table.age - _age(content)) & (AGES - 1)) if content else -1000
        if worth < least:
            least = worth
            worst = &entry[i]
    content = _pack(move, score, depth if depth > 0 else 0, bound, table.age)
    write_word(&worst.content, content)
    write_word(&worst.check, (
        (key ^ content) & ((<u64>1 << VALUE_SHIFT) - 1)) | <u64>(value & 0xffff) << VALUE_SHIFT)


cdef class HashTable:
    """Owns a transposition table; `megabytes` is its size."""

    def __cinit__(self, int megabytes=16):
        self.table.entries = NULL
        self.resize(megabytes)

    def __dealloc__(self):
        free(self.table.entries)

    def resize(self, int megabytes):
        """Changes the size and clears the table."""
        cdef void* memory = NULL
        if megabytes < 1:
            raise ValueError(f"a table of {megabytes} megabytes cannot be")
        if posix_memalign(&memory, PAGE, <size_t>megabytes << 20):
            raise MemoryError(f"no memory for a table of {megabytes} megabytes")
        want_large_pages(memory, <size_t>megabytes << 20)   # optional
        free(self.table.entries)
        self.table.entries = <Entry*>memory
        self.table.clusters = (<u64>megabytes << 20) // LINE
        self.megabytes = megabytes
        self.clear()

    def clear(self):
        """Clears the table. Touches all of its memory, so that no search waits for page faults."""
        with nogil:
            memset(self.table.entries, 0, self.table.clusters * LINE)
        self.table.age = 0

    def next_age(self):
        """Begins a new search: older entries are replaced first."""
        self.table.age = <u8>((self.table.age + 1) & (AGES - 1))

    def hashfull(self):
        """How full the table is with entries of this search, in thousandths."""
        cdef u64 i, content, seen = 0, written = 0
        cdef u64 looked_at = 1000 if self.table.clusters > 250 else self.table.clusters * CLUSTER
        for i in range(looked_at):
            seen += 1
            content = read_word(&self.table.entries[i].content)
            if content and _age(content) == self.table.age:
                written += 1
        return 1000 * written // seen
