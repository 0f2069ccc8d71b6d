/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracers: what current_tracer can be set to.
 *
 * An instance has one tracer at a time. A tracer records on its own account,
 * whatever events are enabled, and may print the trace file in its own way. Each
 * tracer registers itself when the module is loaded, if the kernel has what it
 * needs; so it is in available_tracers only where it works.
 */
#ifndef HISTRIG_TRACER_H
#define HISTRIG_TRACER_H

#include <linux/list.h>
#include <linux/types.h>

#include "../instance/instance.h"

struct seq_file;
struct trace_iter;

/**
 * struct tracer - a tracer
 * @name: its name in available_tracers
 * @in_instances: instances other than the main one can have it, too
 * @keeps_worst: it keeps the trace of the worst latency in the snapshot, so the
 *	instance has a snapshot ring while this is its tracer
 * @options: BIT(OPTION_*) of the options that belong to this tracer. trace_options
 *	shows them while it is the instance's tracer; the folder options always
 *	has their files
 * @options_at_start: those of @options that are set at first
 * @start: starts to trace; the instance still has the tracer nop. NULL if there
 *	is nothing to do
 * @stop: stops to trace. When it returns, no callback of the tracer is running
 *	for this instance, and none will
 * @switched: tracing_on was written and changed; may be NULL
 * @set_option: an option of the instance, not only one of @options, is about to
 *	change while this is the instance's tracer. An errno refuses the change;
 *	may be NULL
 * @print_open: an iterator was made while this was the instance's tracer; it may
 *	keep data in @tracer_data of the iterator. Returns 0 or -ENOMEM; may be
 *	NULL
 * @print_close: frees that data; may be NULL
 * @print_header: prints what precedes the entries, after the line "# tracer:";
 *	NULL for the same as nop
 * @print_line: prints the entry that the iterator stands at. Returns false if
 *	the entry is to be printed as always; may be NULL
 * @lacks: the tracepoint that the kernel lacks, of tracers in tracer_absent
 * @link: in tracer_list or tracer_absent
 *
 * event_mutex is held in all calls up to @set_option, and in @print_open.
 */
struct tracer {
	const char *name;
	bool in_instances;
	bool keeps_worst;
	unsigned long options;
	unsigned long options_at_start;
	int (*start)(struct instance *instance);
	void (*stop)(struct instance *instance);
	void (*switched)(struct instance *instance, bool on);
	int (*set_option)(struct instance *instance,
			  enum instance_option option, bool on);
	int (*print_open)(struct trace_iter *iter);
	void (*print_close)(struct trace_iter *iter);
	void (*print_header)(struct seq_file *m, struct trace_iter *iter);
	bool (*print_line)(struct trace_iter *iter);
	/* ---- */
	const char *lacks;
	struct list_head link;
};

/*
 * All tracers, the one registered last first; nop is the last. Changed only
 * while the module is loaded, before users see the tree.
 */
extern struct list_head tracer_list;

/* tracers_init() - make the tracer nop available; the main instance exists */
void tracers_init(void);

/**
 * tracer_register() - make a tracer available
 * @tracer: a static one
 *
 * Context: while the module is loaded, before the tree is shown.
 */
void tracer_register(struct tracer *tracer);

/**
 * tracer_register_absent() - know why this kernel cannot have a tracer
 * @tracer: a static one
 * @tracepoint: the tracepoint that the kernel lacks
 *
 * Users who ask for the tracer find that in the kernel's log.
 *
 * Context: while the module is loaded, before the tree is shown.
 */
void tracer_register_absent(struct tracer *tracer, const char *tracepoint);

/**
 * tracer_set() - change the tracer of an instance
 * @instance: the instance
 * @name: the tracer's name
 *
 * Context: process, event_mutex held; may wait for hits.
 * Return: 0; -EINVAL if there is no such tracer, or not for this instance;
 * -EBUSY if a file trace_pipe or trace_pipe_raw is open; or an errno of the
 * tracer, in which case the instance has the tracer nop.
 */
int tracer_set(struct instance *instance, const char *name);

/**
 * tracer_reset() - give an instance that goes the tracer nop
 * @instance: the instance, even with open files
 *
 * Context: process, event_mutex held.
 */
void tracer_reset(struct instance *instance);

#endif /* HISTRIG_TRACER_H */
