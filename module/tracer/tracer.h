/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracers: the values of current_tracer.
 *
 * An instance has one tracer at a time. A tracer does not affect which events are recorded,
 * and may print the trace file in its own way. available_tracers lists only tracers for
 * which the kernel has all that they need.
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
 * @in_instances: instances other than the main one can have it
 * @keeps_worst: it keeps the trace of the worst latency in the snapshot, so the instance
 *	has a snapshot ring while this is its tracer
 * @options: BIT(OPTION_*) of the options that belong to this tracer. trace_options shows
 *	them while it is the instance's tracer; the folder options always has their files
 * @options_at_start: the part of @options that is set when the module is loaded
 * @start: starts tracing, while the instance still has the tracer nop. Returns 0 or an
 *	errno; may be NULL
 * @stop: stops tracing. When it returns, no callback of the tracer is running for this
 *	instance any more; may be NULL
 * @switched: called after a write has changed tracing_on; may be NULL
 * @set_option: called before any option of an instance with this tracer changes, not only
 *	one of @options. An errno refuses the change; may be NULL
 * @print_open: called when an iterator is made for an instance with this tracer; may keep
 *	data in @tracer_data of the iterator. Returns 0 or -ENOMEM; may be NULL
 * @print_close: frees the data of @print_open; may be NULL
 * @print_header: prints the header of the trace, after the line "# tracer:"; NULL to print
 *	it like nop
 * @print_line: prints the iterator's current entry. Returns false if the entry shall be
 *	printed as with the tracer nop; may be NULL
 * @lacks: the tracepoint that the kernel lacks; only for tracers in tracer_absent
 * @link: link in tracer_list or tracer_absent
 *
 * event_mutex is held in calls of @start, @stop, @switched, @set_option and @print_open.
 */
struct tracer {
	const char *name;
	bool in_instances;
	bool keeps_worst;
	unsigned long options;
	unsigned long options_at_start;
	int (*start)(struct instance *instance, const struct tracer *tracer);
	void (*stop)(struct instance *instance);
	void (*switched)(struct instance *instance, bool on);
	int (*set_option)(struct instance *instance,
			  enum instance_option option, bool on);
	int (*print_open)(struct trace_iter *iter);
	void (*print_close)(struct trace_iter *iter);
	void (*print_header)(struct seq_file *m, struct trace_iter *iter);
	bool (*print_line)(struct trace_iter *iter);
	/* tracer_register() and tracer_register_absent() set these. */
	const char *lacks;
	struct list_head link;
};

/*
 * All tracers, the last registered first, so nop is last. Constant once users see the
 * tree.
 */
extern struct list_head tracer_list;

/* tracers_init() - register the tracer nop; the main instance must exist */
void tracers_init(void);

/* tracer_register() - register a static tracer, before the tree is shown */
void tracer_register(struct tracer *tracer);

/*
 * tracer_register_absent() - register a tracer that cannot work, because the kernel lacks
 * @tracepoint; if a user selects it, the kernel's log says so. Call before the tree is
 * shown.
 */
void tracer_register_absent(struct tracer *tracer, const char *tracepoint);

/**
 * tracer_set() - change the tracer of an instance
 * @instance: the instance
 * @name: the tracer's name
 *
 * Context: process, event_mutex held; may wait for hits.
 * Return: 0; -EINVAL if there is no such tracer, or if this instance cannot have it; -EBUSY if
 * a file trace_pipe or trace_pipe_raw is open, or if a hist trigger needs the snapshot; or
 * another errno, and then the instance has the tracer nop.
 */
int tracer_set(struct instance *instance, const char *name);

/* tracer_reset() - set an instance's tracer to nop, even if files are open; event_mutex held */
void tracer_reset(struct instance *instance);

#endif /* HISTRIG_TRACER_H */
