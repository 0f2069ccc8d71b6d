/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that the kernel calls while calls are followed: probes of tracepoints
 * of tasks.
 */
#ifndef HISTRIG_GRAPH_HOT_CALLS_H
#define HISTRIG_GRAPH_HOT_CALLS_H

#include <linux/types.h>

#include "../../compat/tracepoint.h"

struct calls;
struct task_struct;

/*
 * calls_pass() - follow no call; calls.begin while functions are hooked or
 * unhooked
 */
int calls_pass(struct calls *calls, unsigned long ip, unsigned int depth,
	       unsigned int around);

/* Probe of sched_process_free: drops a task's stack. @data is the struct calls. */
void calls_task_freed(void *data, struct task_struct *task);

/* Probe of sched_switch: excludes sleep from times. @data is the struct calls. */
void calls_task_switch(void *data, bool preempt, struct task_struct *prev,
		       struct task_struct *next SCHED_SWITCH_STATE);

/* calls_set_trampoline() - set the address to which hooked functions return */
void calls_set_trampoline(unsigned long address);

#endif /* HISTRIG_GRAPH_HOT_CALLS_H */
