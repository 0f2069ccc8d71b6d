// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers of the current task, see task_id.h.
 *
 * A hit takes no locks here, because it may have interrupted code that holds
 * them. It needs none: only the task itself changes its process and user, and
 * RCU keeps its parent, pids and cgroup while preemption is off.
 */
#include <linux/cgroup.h>
#include <linux/cred.h>
#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/uidgid.h>

#include "../../compat/parts.h"
#include "../task_id.h"

/*
 * A task that its parent has reaped has no pid. It still points to its parent,
 * which may already have been freed.
 */
static int task_id_parent(const struct task_struct *task)
{
	if (!READ_ONCE(task->thread_pid))
		return 0;
	return rcu_dereference_raw(task->real_parent)->tgid;
}

static int pid_in_namespace(const struct task_struct *task)
{
	const struct pid *pid = READ_ONCE(task->thread_pid);

	return pid ? pid->numbers[pid->level].nr : 0;
}

static u64 task_id_cgroup(const struct task_struct *task)
{
#if HISTRIG_CGROUPS
	return rcu_dereference_raw(task->cgroups)->dfl_cgrp->kn->id;
#else
	return 0;
#endif
}

u64 record_task_id(enum record_task_id who)
{
	switch (who) {
	case RECORD_TGID:
		return current->tgid;
	case RECORD_PPID:
		return task_id_parent(current);
	case RECORD_UID:
		return __kuid_val(current_real_cred()->uid);
	case RECORD_NSPID:
		return pid_in_namespace(current);
	case RECORD_CGROUP:
		return task_id_cgroup(current);
	default:
		return 0;
	}
}
