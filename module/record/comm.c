// SPDX-License-Identifier: GPL-2.0
/* Names of tasks, see comm.h. */
#include <linux/atomic.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/threads.h>
#include <linux/tracepoint.h>

#include "../compat/unaligned.h"
#include "../event/registry.h"
#include "comm.h"

/* Some more than a busy system has tasks; the kernel's 128 are rounded up too. */
#define COMMS_AT_START	4096

struct saved_comm {
	int pid;
	char comm[TASK_COMM_LEN];
};

/**
 * struct saved_comms - the names
 * @nr: how many there is room for
 * @next: which goes when another one comes
 * @slot: by the low bits of the task's number, where its name is; one more
 *	than the index, 0 for nowhere
 * @saved: the names
 */
struct saved_comms {
	unsigned int nr;
	unsigned int next;
	u16 slot[PID_MAX_DEFAULT];
	struct saved_comm saved[];
};

/* What a CPU saved last. */
struct last_comm {
	int pid;
	char comm[TASK_COMM_LEN] __aligned(8);
};

static struct saved_comms __rcu *comms;
/* Held by who changes or reads names; hits only try, and never wait. */
static atomic_t comms_busy;
static DEFINE_PER_CPU(struct last_comm, last_comms);

/* One for each number of a task, or NULL. */
static int *tgids;
static unsigned int nr_tgids;

/* Its name goes, so no CPU must take it for saved. */
static notrace void forget(int pid)
{
	int cpu;

	if (!pid)
		return;
	for_each_possible_cpu(cpu)
		if (READ_ONCE(per_cpu(last_comms.pid, cpu)) == pid)
			WRITE_ONCE(per_cpu(last_comms.pid, cpu), 0);
}

static notrace void put_comm(struct saved_comms *all, int pid, const char *comm)
{
	u16 *slot = &all->slot[pid & (PID_MAX_DEFAULT - 1)];
	struct saved_comm *to;

	/* A reused place may still be pointed at by its former task. */
	if (!*slot || all->saved[*slot - 1].pid != pid) {
		if (*slot)
			forget(all->saved[*slot - 1].pid);
		forget(all->saved[all->next].pid);
		*slot = all->next + 1;
		all->next = (all->next + 1) % all->nr;
	}
	to = &all->saved[*slot - 1];
	to->pid = pid;
	memcpy(to->comm, comm, TASK_COMM_LEN);
}

static noinline notrace void save(struct last_comm *last,
				  const struct task_struct *task)
{
	struct saved_comms *all;

	if (!task->pid || atomic_cmpxchg(&comms_busy, 0, 1))
		return;
	all = rcu_dereference_raw(comms);
	if (all) {
		memcpy(last->comm, task->comm, TASK_COMM_LEN);
		put_comm(all, task->pid, last->comm);
		WRITE_ONCE(last->pid, task->pid);
	}
	atomic_set_release(&comms_busy, 0);
}

notrace void comm_save(void)
{
	struct last_comm *last = this_cpu_ptr(&last_comms);
	struct task_struct *task = current;

	if (likely(last->pid == task->pid &&
		   get_unaligned((u64 *)last->comm) ==
			get_unaligned((u64 *)task->comm) &&
		   get_unaligned((u64 *)last->comm + 1) ==
			get_unaligned((u64 *)task->comm + 1)))
		return;
	save(last, task);
}

/* A hit that finds the names busy leaves, so this must not be interrupted. */
static unsigned long lock_comms(void)
{
	unsigned long flags;

	local_irq_save(flags);
	while (atomic_cmpxchg(&comms_busy, 0, 1))
		cpu_relax();
	return flags;
}

static void unlock_comms(unsigned long flags)
{
	atomic_set_release(&comms_busy, 0);
	local_irq_restore(flags);
}

void comm_find(int pid, char *comm)
{
	const struct saved_comm *saved;
	struct saved_comms *all;
	unsigned long flags;
	u16 slot;

	if (!pid) {
		strscpy(comm, "<idle>", TASK_COMM_LEN);
		return;
	}
	strscpy(comm, "<...>", TASK_COMM_LEN);
	flags = lock_comms();
	all = rcu_dereference_raw(comms);
	slot = all && pid > 0 ? all->slot[pid & (PID_MAX_DEFAULT - 1)] : 0;
	if (slot) {
		saved = &all->saved[slot - 1];
		if (saved->pid == pid)
			strscpy(comm, saved->comm, TASK_COMM_LEN);
	}
	unlock_comms(flags);
}

void comm_print(struct seq_file *m)
{
	struct saved_comm one;
	struct saved_comms *all;
	unsigned long flags;
	unsigned int i, nr;

	lockdep_assert_held(&event_mutex);
	all = rcu_dereference_protected(comms, lockdep_is_held(&event_mutex));
	nr = all->nr;
	for (i = 0; i < nr; i++) {
		flags = lock_comms();
		one = all->saved[i];
		unlock_comms(flags);
		if (one.pid)
			seq_printf(m, "%d %s\n", one.pid, one.comm);
	}
}

unsigned int comm_size(void)
{
	unsigned int nr;

	rcu_read_lock();
	nr = rcu_dereference(comms)->nr;
	rcu_read_unlock();
	return nr;
}

int comm_resize(unsigned int nr)
{
	struct saved_comms *all, *old;
	unsigned long flags;
	int cpu;

	all = kvzalloc(struct_size(all, saved, nr), GFP_KERNEL);
	if (!all)
		return -ENOMEM;
	all->nr = nr;

	flags = lock_comms();
	old = rcu_dereference_protected(comms, true);
	rcu_assign_pointer(comms, all);
	for_each_possible_cpu(cpu)
		per_cpu(last_comms.pid, cpu) = 0;
	unlock_comms(flags);
	/* Nobody uses the old ones but under the lock. */
	synchronize_rcu();
	kvfree(old);
	return 0;
}

notrace void tgid_save(void)
{
	int *all = READ_ONCE(tgids);

	if (all && current->pid < nr_tgids)
		all[current->pid] = current->tgid;
}

int tgid_find(int pid)
{
	int *all = READ_ONCE(tgids);

	return all && pid >= 0 && pid < nr_tgids ? all[pid] : 0;
}

int tgid_init(void)
{
	int *all;

	lockdep_assert_held(&event_mutex);
	if (tgids)
		return 0;
	all = kvcalloc(PID_MAX_LIMIT, sizeof(*all), GFP_KERNEL);
	if (!all)
		return -ENOMEM;
	nr_tgids = PID_MAX_LIMIT;
	/* Who sees the array sees its length. */
	smp_store_release(&tgids, all);
	return 0;
}

int tgid_next(int pid)
{
	if (!READ_ONCE(tgids))
		return -1;
	for (; pid < nr_tgids; pid++)
		if (tgids[pid])
			return pid;
	return -1;
}

int comm_init(void)
{
	return comm_resize(COMMS_AT_START);
}

void comm_exit(void)
{
	kvfree(rcu_dereference_protected(comms, true));
	RCU_INIT_POINTER(comms, NULL);
	kvfree(tgids);
	tgids = NULL;
}
