"""Nanoseconds that only go forward, and atomic reads and writes of what threads share without a lock."""

from tilefish.core.types cimport u64

cdef extern from *:
    """
    #include <time.h>
    static inline unsigned long long tf_now(void)
    {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (unsigned long long)now.tv_sec * 1000000000ull + (unsigned long long)now.tv_nsec;
    }
    #define tf_read(p) __atomic_load_n((p), __ATOMIC_RELAXED)
    #define tf_write(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
    """
    u64 now "tf_now"() noexcept nogil
    int read_flag "tf_read"(const int* flag) noexcept nogil
    void write_flag "tf_write"(int* flag, int value) noexcept nogil
    u64 read_time "tf_read"(const u64* time) noexcept nogil
    void write_time "tf_write"(u64* time, u64 value) noexcept nogil
    u64 read_word "tf_read"(const u64* word) noexcept nogil
    void write_word "tf_write"(u64* word, u64 value) noexcept nogil
