"""`PauseGate`: a search in a thread of its own runs for a granted time and pauses between grants."""

from tilefish.core.types cimport u64

cdef extern from * nogil:
    """
    #include <pthread.h>
    #include <time.h>
    /* A mutex with a condition variable that waits on the clock of clock.pxd. */
    typedef struct { pthread_mutex_t lock; pthread_cond_t changed; } tf_monitor;
    static inline int tf_monitor_init(tf_monitor *monitor)
    {
        pthread_condattr_t how;
        if (pthread_mutex_init(&monitor->lock, NULL)) return -1;
        if (pthread_condattr_init(&how)) return -1;
    #ifndef __APPLE__
        pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    #endif
        int failed = pthread_cond_init(&monitor->changed, &how);
        pthread_condattr_destroy(&how);
        return failed ? -1 : 0;
    }
    static inline void tf_monitor_destroy(tf_monitor *monitor)
    {
        pthread_cond_destroy(&monitor->changed);
        pthread_mutex_destroy(&monitor->lock);
    }
    static inline void tf_monitor_lock(tf_monitor *monitor) { pthread_mutex_lock(&monitor->lock); }
    static inline void tf_monitor_unlock(tf_monitor *monitor) { pthread_mutex_unlock(&monitor->lock); }
    static inline void tf_monitor_notify(tf_monitor *monitor) { pthread_cond_broadcast(&monitor->changed); }
    static inline void tf_monitor_wait(tf_monitor *monitor) { pthread_cond_wait(&monitor->changed, &monitor->lock); }
    /* `end` is a time of that clock. */
    static inline void tf_monitor_wait_until(tf_monitor *monitor, unsigned long long end)
    {
    #ifdef __APPLE__
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        unsigned long long begun = (unsigned long long)now.tv_sec * 1000000000ull + (unsigned long long)now.tv_nsec;
        unsigned long long left = end > begun ? end - begun : 0;
        struct timespec span = {(time_t)(left / 1000000000ull), (long)(left % 1000000000ull)};
        pthread_cond_timedwait_relative_np(&monitor->changed, &monitor->lock, &span);
    #else
        struct timespec then = {(time_t)(end / 1000000000ull), (long)(end % 1000000000ull)};
        pthread_cond_timedwait(&monitor->changed, &monitor->lock, &then);
    #endif
    }
    """
    ctypedef struct Monitor "tf_monitor":
        pass
    int init_monitor "tf_monitor_init"(Monitor* monitor) noexcept
    void destroy_monitor "tf_monitor_destroy"(Monitor* monitor) noexcept
    void lock_monitor "tf_monitor_lock"(Monitor* monitor) noexcept
    void unlock_monitor "tf_monitor_unlock"(Monitor* monitor) noexcept
    void notify_monitor "tf_monitor_notify"(Monitor* monitor) noexcept
    void wait_monitor "tf_monitor_wait"(Monitor* monitor) noexcept
    void wait_monitor_until "tf_monitor_wait_until"(Monitor* monitor, u64 end) noexcept

cdef struct PauseState:
    # Guarded by the monitor, except `closed` and `until`, which the search polls.
    Monitor monitor
    int closed
    u64 until                 # closed from this time on; 0: never
    int running               # threads of the search that may be running
    int is_open_for_good      # no grant closes the gate
    int is_finished           # the search is done, no grant waits for it

cdef bint is_paused(PauseState* pause) noexcept nogil
cdef void enter_running(PauseState* pause, int* stop) noexcept nogil
cdef void leave_running(PauseState* pause) noexcept nogil
cdef u64 wait_while_paused(PauseState* pause, int* stop) noexcept nogil
cdef void notify_waiting(PauseState* pause) noexcept nogil


cdef class PauseGate:
    cdef PauseState state
    cdef void _open_until(self, u64 until) noexcept nogil
