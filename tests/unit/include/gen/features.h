/* Kernel features that these headers have; see module/compat/compat.mk. */
#define HAVE_TRACE_FLAGS 1
#define HAVE_MIGRATION_DISABLED 1
#define HAVE_PREEMPT_MODEL 1
#define HAVE_KTIME_GET_TAI_FAST_NS 1
#define HAVE_EXPORT_SCHED_CLOCK_CPU 1
