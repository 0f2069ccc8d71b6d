/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stacks of tasks, which end at address 0 and so never run short. All code runs
 * on them, except in NMIs.
 */
#ifndef SHIM_TASK_STACK_H
#define SHIM_TASK_STACK_H

#include <linux/preempt.h>

#define THREAD_SIZE		16384

#define object_is_on_stack(obj)	((void)(obj), !shim_nmi)
#define end_of_stack(task)	((unsigned long *)0)

#endif /* SHIM_TASK_STACK_H */
