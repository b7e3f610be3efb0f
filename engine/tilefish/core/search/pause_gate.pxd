"""The gate at which a search waits while it is granted no time."""

from tilefish.core.types cimport u64

cdef extern from * nogil:
    """
    #include <pthread.h>
    #include <time.h>
    /* A lock, and the word that something changed, with waits on the clock of clock.pxd. */
    typedef struct { pthread_mutex_t lock; pthread_cond_t changed; } tf_latch;
    static inline int tf_latch_begin(tf_latch *latch)
    {
        pthread_condattr_t how;
        if (pthread_mutex_init(&latch->lock, NULL)) return -1;
        if (pthread_condattr_init(&how)) return -1;
    #ifndef __APPLE__
        pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    #endif
        int failed = pthread_cond_init(&latch->changed, &how);
        pthread_condattr_destroy(&how);
        return failed ? -1 : 0;
    }
    static inline void tf_latch_end(tf_latch *latch)
    {
        pthread_cond_destroy(&latch->changed);
        pthread_mutex_destroy(&latch->lock);
    }
    static inline void tf_latch_lock(tf_latch *latch) { pthread_mutex_lock(&latch->lock); }
    static inline void tf_latch_unlock(tf_latch *latch) { pthread_mutex_unlock(&latch->lock); }
    static inline void tf_latch_tell(tf_latch *latch) { pthread_cond_broadcast(&latch->changed); }
    static inline void tf_latch_wait(tf_latch *latch) { pthread_cond_wait(&latch->changed, &latch->lock); }
    /* `end` is a time of that clock. */
    static inline void tf_latch_wait_until(tf_latch *latch, unsigned long long end)
    {
    #ifdef __APPLE__
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        unsigned long long begun = (unsigned long long)now.tv_sec * 1000000000ull + (unsigned long long)now.tv_nsec;
        unsigned long long left = end > begun ? end - begun : 0;
        struct timespec span = {(time_t)(left / 1000000000ull), (long)(left % 1000000000ull)};
        pthread_cond_timedwait_relative_np(&latch->changed, &latch->lock, &span);
    #else
        struct timespec then = {(time_t)(end / 1000000000ull), (long)(end % 1000000000ull)};
        pthread_cond_timedwait(&latch->changed, &latch->lock, &then);
    #endif
    }
    """
    ctypedef struct Latch "tf_latch":
        pass
    int begin_latch "tf_latch_begin"(Latch* latch) noexcept
    void end_latch "tf_latch_end"(Latch* latch) noexcept
    void lock_latch "tf_latch_lock"(Latch* latch) noexcept
    void unlock_latch "tf_latch_unlock"(Latch* latch) noexcept
    void tell_latch "tf_latch_tell"(Latch* latch) noexcept
    void wait_latch "tf_latch_wait"(Latch* latch) noexcept
    void wait_latch_until "tf_latch_wait_until"(Latch* latch, u64 end) noexcept

cdef struct Turnstile:
    # Read and written under the latch, but for `closed` and `until`, which a search looks at as it goes.
    Latch latch
    int closed
    u64 until                 # the gate counts as closed from this time on; 0: never
    int inside                # threads of the search that may be running
    int free                  # open for good: no grant ends that
    int over                  # the search is done, nobody need wait for it any more

cdef bint is_shut(Turnstile* gate) noexcept nogil
cdef void go_in(Turnstile* gate, int* stop) noexcept nogil
cdef void go_out(Turnstile* gate) noexcept nogil
cdef u64 stand_aside(Turnstile* gate, int* stop) noexcept nogil
cdef void wake(Turnstile* gate) noexcept nogil


cdef class Gate:
    cdef Turnstile turnstile
    cdef void _let_in(self, u64 until) noexcept nogil
