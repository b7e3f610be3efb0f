"""The gate at which a search waits while it is granted no time."""

from tilefish.core.squares cimport u64

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
    static inline void tf_latch_wait_for(tf_latch *latch, unsigned long long nanoseconds)
    {
    #ifdef __APPLE__
        struct timespec span = {(time_t)(nanoseconds / 1000000000ull), (long)(nanoseconds % 1000000000ull)};
        pthread_cond_timedwait_relative_np(&latch->changed, &latch->lock, &span);
    #else
        struct timespec end;
        clock_gettime(CLOCK_MONOTONIC, &end);
        nanoseconds += (unsigned long long)end.tv_nsec;
        end.tv_sec += (time_t)(nanoseconds / 1000000000ull);
        end.tv_nsec = (long)(nanoseconds % 1000000000ull);
        pthread_cond_timedwait(&latch->changed, &latch->lock, &end);
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
    void wait_latch_for "tf_latch_wait_for"(Latch* latch, u64 nanoseconds) noexcept

cdef struct Turnstile:
    # Read and written under the latch, but for `closed`, which a search looks at as it goes.
    Latch latch
    int closed
    int inside                # threads of the search that may be running
    int over                  # the search is done, nobody need wait for it any more

cdef void go_in(Turnstile* gate, int* stop) noexcept nogil
cdef void go_out(Turnstile* gate) noexcept nogil
cdef u64 stand_aside(Turnstile* gate, int* stop) noexcept nogil
cdef void wake(Turnstile* gate) noexcept nogil


cdef class Gate:
    cdef Turnstile turnstile
