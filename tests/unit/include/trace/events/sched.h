/* SPDX-License-Identifier: GPL-2.0 */
/* The types of probes; tracepoints are never hit, see linux/tracepoint.h. */
#ifndef SHIM_TRACE_EVENTS_SCHED_H
#define SHIM_TRACE_EVENTS_SCHED_H

struct task_struct;

static inline void check_trace_callback_type_sched_process_fork(void (*probe)(void *data,
									      struct task_struct *parent,
									      struct task_struct *child))
{
	(void)probe;
}

static inline void check_trace_callback_type_sched_process_free(void (*probe)(void *data,
									      struct task_struct *task))
{
	(void)probe;
}

#endif /* SHIM_TRACE_EVENTS_SCHED_H */
