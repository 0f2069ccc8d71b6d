/* SPDX-License-Identifier: GPL-2.0 */
/* The tracer function_graph, and the events of its records. */
#ifndef HISTRIG_GRAPH_GRAPH_H
#define HISTRIG_GRAPH_GRAPH_H

#include "../event/record.h"
#include "calls.h"

struct event_file;
struct instance;
struct instance_functions;
struct tracer;

/**
 * struct graph_entry_record - a call begins
 * @header: the common fields
 * @func: the function
 * @depth: number of calls around it
 */
struct graph_entry_record {
	struct record_header header;
	unsigned long func;
	int depth;
} __packed;

/**
 * struct graph_exit_record - a call has ended
 * @header: the common fields
 * @func: the function
 * @depth: number of calls around it
 * @overrun: number of calls that the kernel had no room for: always 0
 * @calltime: when it began
 * @rettime: when it ended
 * @duration: the difference, which the kernel's record does not have
 * @retval: what the function returned, neither
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
 * struct instance_graph - the calls of an instance
 * @calls: the calls, while @traced or @file want them
 * @instance: the instance
 * @functions: which functions and tasks it traces
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

/* What max_graph_depth says: calls around which there are so many are left out. */
extern unsigned int graph_max_depth;

/* graph_free() - free what an instance keeps; its tracer is nop again */
void graph_free(struct instance *instance);

/* graph_tracer_init() - make the tracer and its events available */
int graph_tracer_init(void);

/* graph_set_print() - tell a tracer how to print calls */
void graph_set_print(struct tracer *tracer);

/* Room for graph_duration_text(). */
#define GRAPH_DURATION_SIZE	40

/* graph_duration_text() - format ns as microseconds, like the kernel */
void graph_duration_text(char text[GRAPH_DURATION_SIZE], u64 duration);

#endif /* HISTRIG_GRAPH_GRAPH_H */
