/* SPDX-License-Identifier: GPL-2.0 */
/* The tracer function_graph, and the events of its records. */
#ifndef HISTRIG_GRAPH_GRAPH_H
#define HISTRIG_GRAPH_GRAPH_H

#include "../compat/parts.h"

struct instance;

#if HISTRIG_CALLS

#include "../event/record.h"
#include "../record/internal_events.h"
#include "calls.h"

struct event_file;
struct instance_functions;
struct tracer;

/**
 * struct graph_entry_record - record of a call's beginning
 * @header: the common fields
 * @func: the function
 * @depth: number of calls around it
 */
struct graph_entry_record {
	struct record_header header;
	unsigned long func;
	int depth;
} __packed;

/* Numbers of words after a struct graph_entry_record. */
#define GRAPH_RETADDR	1
#define GRAPH_WORDS	(GRAPH_RETADDR + FUNCTION_ARGS)

/**
 * struct graph_entry_more_record - record of a call's beginning, with more about it
 * @entry: the beginning
 * @words: the address to which the call returns, or the registers that pass arguments, or both;
 *	the size of the record tells which. The function may have fewer arguments
 */
struct graph_entry_more_record {
	struct graph_entry_record entry;
	unsigned long words[GRAPH_WORDS];
} __packed;

/**
 * struct graph_exit_record - record of a call's end
 * @header: the common fields
 * @func: the function
 * @depth: number of calls around it
 * @overrun: in the kernel's record, the number of calls that it could not store; here
 *	always 0
 * @calltime: when the call began
 * @rettime: when the call ended
 * @duration: @rettime - @calltime; not in the kernel's record
 * @retval: the function's return value; not in the record of every kernel
 */
struct graph_exit_record {
	struct record_header header;
	unsigned long func;
	int depth;
	unsigned int overrun;
	unsigned long long calltime;
	unsigned long long rettime;
	unsigned long long duration;
	unsigned long retval;
} __packed;

/**
 * struct instance_graph - the calls that an instance follows
 * @calls: the calls, followed while @traced or @file is set
 * @instance: the instance
 * @functions: the functions and tasks that the instance traces
 * @traced: the tracer records calls; read by hits
 * @file: ftrace/funcgraph_exit in this instance, while it has triggers; read by
 *	hits
 */
struct instance_graph {
	struct calls calls;
	struct instance *instance;
	struct instance_functions *functions;
	bool traced;
	struct event_file *file;
};

/* max_graph_depth: skip calls with this many or more calls around them; 0 for no limit. */
extern unsigned int graph_max_depth;

/* graph_free() - free an instance's @graph; its tracer must be nop */
void graph_free(struct instance *instance);

/* graph_tracer_init() - register the tracer and its events */
int graph_tracer_init(void);

/* graph_set_print() - make a tracer print calls like function_graph */
void graph_set_print(struct tracer *tracer);

/* Size of a buffer for graph_duration_text(). */
#define GRAPH_DURATION_SIZE	40

/* graph_duration_text() - format ns as microseconds, like the kernel */
void graph_duration_text(char text[GRAPH_DURATION_SIZE], u64 duration);

/* The callbacks of the @calls of a struct instance_graph. */
bool graph_task_selected(struct calls *calls);
int graph_call_begins(struct calls *calls, unsigned long ip, unsigned int depth,
		      unsigned int around);
unsigned int graph_call_begun(struct calls *calls, unsigned long ip,
			      unsigned long parent, unsigned int depth,
			      unsigned int flags, struct pt_regs *regs);
void graph_call_ended(struct calls *calls, const struct call *call);

#else

static inline void graph_free(struct instance *instance)
{
}

static inline int graph_tracer_init(void)
{
	return 0;
}

#endif

#endif /* HISTRIG_GRAPH_GRAPH_H */
