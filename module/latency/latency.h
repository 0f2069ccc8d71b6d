/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Common code of the latency tracers. They store the trace of the worst latency in the ring
 * for snapshots. The file trace shows that ring while such a tracer runs.
 *
 * Like in the kernel, only one instance at a time can have a tracer of each kind (wakeups;
 * interrupts or preemption off; late timers).
 */
#ifndef HISTRIG_LATENCY_H
#define HISTRIG_LATENCY_H

#include <linux/kernel.h>

#include "../event/event.h"
#include "../function/hook.h"
#include "../instance/instance.h"
#include "../record/hot/stack.h"
#include "../tracer/tracer.h"

struct tracepoint;

/**
 * struct latency_probe - a probe on a tracepoint of the kernel
 * @name: the tracepoint
 * @probe: the probe; its data pointer is this struct
 * @of: the tracers of this kind that need the probe, a bit for each
 * @tp: the tracepoint, once latency_offer() has found it
 * @iterator: the function that calls the probes of @tp if there are several
 * @skip: frames that are left out of stack traces. @skip.below is the number of frames
 *	between the tracepoint and the code of interest. If @skip.below is 0, stack traces
 *	contain the function in @iterator, like in the kernel
 */
struct latency_probe {
	const char *name;
	void *probe;
	unsigned int of;
	struct tracepoint *tp;
	struct event_iterator iterator;
	struct stack_skip skip;
};

/**
 * struct latency_kind - a kind of latency tracers
 * @hook: records functions during a latency; @hook.name is NULL if the tracers do not
 *	record functions
 * @probes: the probes; the last one has no name
 * @forced: BIT(OPTION_*) of the options that are set while a tracer of this kind runs
 * @instance: the instance that has a tracer of this kind, or NULL
 * @options: the options of @forced that were set in @instance before the tracer started
 */
struct latency_kind {
	struct function_ops hook;
	struct latency_probe *probes;
	unsigned long forced;
	struct instance *instance;
	unsigned long options;
};

/**
 * struct latency_tracer - a latency tracer
 * @tracer: the tracer
 * @kind: its kind
 * @of: its bits in @of of struct latency_probe
 */
struct latency_tracer {
	struct tracer tracer;
	struct latency_kind *kind;
	unsigned int of;
};

static inline unsigned int latency_of(const struct tracer *tracer)
{
	return container_of(tracer, struct latency_tracer, tracer)->of;
}

#define LATENCY_TRACER(_kind, _of, _name, _start, _stop, _switched)	\
	{								\
		.tracer = {						\
			.name = _name,					\
			.in_instances = true,				\
			.keeps_worst = true,				\
			.start = _start,				\
			.stop = _stop,					\
			.switched = _switched,				\
			.set_option = latency_set_option,		\
		},							\
		.kind = _kind,						\
		.of = _of,						\
	}

/* LATENCY_HOOK() - initialize @hook of struct latency_kind */
#if HISTRIG_FUNCTIONS
#define LATENCY_HOOK(_name, _func)					\
	{								\
		.name = _name,						\
		.ops = {						\
			.func = _func,					\
			.flags = TRACED_DIRECTLY,			\
		},							\
	}
#else
#define LATENCY_HOOK(_name, _func)	{}
#endif

/* latency_offer() - make a tracer available if the kernel has its tracepoints */
void latency_offer(struct latency_tracer *latency);

/**
 * latency_begin() - start tracing
 * @kind: the kind
 * @instance: the instance
 *
 * Sets the options, and starts the probes and the hook.
 *
 * Context: process, event_mutex held.
 * Return: 0, -EBUSY if an instance has a tracer of this kind, or an errno.
 */
int latency_begin(struct latency_kind *kind, struct instance *instance);

/* latency_end() - undo latency_begin(), and wait for running hits; event_mutex held */
void latency_end(struct latency_kind *kind);

/* latency_set_option() - @set_option of latency tracers, see struct tracer */
int latency_set_option(struct instance *instance, enum instance_option option,
		       bool on);

/**
 * latency_init() - register the tracers
 *
 * Context: process, while the module is loaded; the kernel's events are
 * registered. Takes event_mutex.
 * Return: 0 or an errno; call latency_exit() in either case.
 */
int latency_init(void);

/* latency_exit() - undo latency_init(), when no instance has such a tracer any more */
void latency_exit(void);

/* Register the tracers of a kind; called by latency_init(). */
void wakeup_init(void);
void irqsoff_init(void);
int lateness_init(void);

#endif /* HISTRIG_LATENCY_H */
