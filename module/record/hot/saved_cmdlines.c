// SPDX-License-Identifier: GPL-2.0
/* Saves names of tasks, see saved_cmdlines.h. */
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "saved_cmdlines.h"

atomic_t cmdline_busy;
struct cmdline_table __rcu *cmdline_table;
DEFINE_PER_CPU(struct last_cmdline, last_cmdlines);

int *tgid_map;
unsigned int tgid_map_size;

/*
 * The table loses the name of task @pid, so make the task's next hit save the
 * name again.
 */
static void cmdlines_forget(int pid)
{
	int cpu;

	if (!pid)
		return;
	for_each_possible_cpu(cpu)
		if (READ_ONCE(per_cpu(last_cmdlines.pid, cpu)) == pid)
			WRITE_ONCE(per_cpu(last_cmdlines.pid, cpu), 0);
}

static void cmdlines_store(struct cmdline_table *table, int pid,
			   const char *comm)
{
	const unsigned int mask = PID_MAX_DEFAULT - 1;
	u16 *slot = &table->slot[pid & mask];
	struct saved_cmdline *to;

	/* The entry of this slot may have been given to a task of another slot. */
	if (!*slot || (table->saved[*slot - 1].pid ^ pid) & mask) {
		*slot = table->next + 1;
		table->next = (table->next + 1) % table->nr;
	}
	to = &table->saved[*slot - 1];
	/*
	 * Tasks with the same slot share its entry. With one each, they would fill the table. If
	 * the name is new, another CPU may have saved the old one last, for the same task.
	 */
	if (to->pid != pid || memcmp(to->comm, comm, TASK_COMM_LEN))
		cmdlines_forget(to->pid);
	to->pid = pid;
	memcpy(to->comm, comm, TASK_COMM_LEN);
}

static void cmdlines_save(struct last_cmdline *last,
			  const struct task_struct *task)
{
	struct cmdline_table *table;

	if (!task->pid || atomic_cmpxchg(&cmdline_busy, 0, 1))
		return;
	table = rcu_dereference_raw(cmdline_table);
	if (table) {
		memcpy(last->comm, task->comm, TASK_COMM_LEN);
		cmdlines_store(table, task->pid, last->comm);
		WRITE_ONCE(last->pid, task->pid);
	}
	atomic_set_release(&cmdline_busy, 0);
}

void cmdline_save_changed(void)
{
	cmdlines_save(this_cpu_ptr(&last_cmdlines), current);
}

void cmdline_save_task(const struct task_struct *task)
{
	struct last_cmdline other;

	cmdlines_save(&other, task);
}

void tgid_save(void)
{
	/* Pairs with tgid_map_alloc(). */
	int *map = smp_load_acquire(&tgid_map);

	if (map && current->pid < tgid_map_size)
		map[current->pid] = current->tgid;
}
