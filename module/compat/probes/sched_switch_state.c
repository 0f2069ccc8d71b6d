// SPDX-License-Identifier: GPL-2.0
/* sched_switch passes the previous task's state since 5.18. */
#include <trace/events/sched.h>

void probe(void *data, bool preempt, struct task_struct *prev,
	   struct task_struct *next, unsigned int state);
void probe(void *data, bool preempt, struct task_struct *prev,
	   struct task_struct *next, unsigned int state)
{
	check_trace_callback_type_sched_switch(probe);
}
