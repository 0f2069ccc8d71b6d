/* SPDX-License-Identifier: GPL-2.0 */
/* Tracepoints that have a name, but are never hit. */
#ifndef SHIM_TRACEPOINT_H
#define SHIM_TRACEPOINT_H

#include <linux/compiler.h>
#include <linux/mutex.h>

struct module;
struct tracepoint {
	const char *name;
	void *iterator;
};

enum {
	FILTER_OTHER,
	FILTER_STATIC_STRING,
	FILTER_DYN_STRING,
	FILTER_RDYN_STRING,
	FILTER_PTR_STRING,
	FILTER_TRACE_FN,
	FILTER_COMM,
	FILTER_CPU,
};

enum {
	TRACE_FLAG_IRQS_OFF = 0x01,
	TRACE_FLAG_NEED_RESCHED = 0x04,
	TRACE_FLAG_HARDIRQ = 0x08,
	TRACE_FLAG_SOFTIRQ = 0x10,
	TRACE_FLAG_PREEMPT_RESCHED = 0x20,
	TRACE_FLAG_NMI = 0x40,
	TRACE_FLAG_BH_OFF = 0x80,
};

/* If not 0, registering a probe fails with this errno. */
extern int shim_probe_error;

#define tracepoint_probe_register(tp, probe, data)	\
	((void)(tp), (void)(probe), (void)(data), shim_probe_error)
#define tracepoint_probe_unregister(tp, probe, data)	\
	((void)(tp), (void)(probe), (void)(data))
/* Number of waits for probes to end. */
extern unsigned int shim_waits;
/* Called before a wait for hits begins, or NULL. */
extern void (*shim_at_wait)(void);

#define tracepoint_synchronize_unregister()	\
	((shim_at_wait ? shim_at_wait() : (void)0),			\
	 (void)__atomic_fetch_add(&shim_waits, 1, __ATOMIC_RELAXED))

#define rcu_dereference_protected(p, c)	((void)(c), (p))
#define rcu_dereference_raw(p)	READ_DEPENDENT(p)
#define rcu_access_pointer(p)	READ_ONCE(p)
#define rcu_dereference_sched(p)	READ_DEPENDENT(p)
#define rcu_assign_pointer(p, v)	smp_store_release(&(p), v)

#endif /* SHIM_TRACEPOINT_H */
