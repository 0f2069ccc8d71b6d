// SPDX-License-Identifier: GPL-2.0
/* Reads and resizes the table of names, see saved_cmdlines.h. */
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/memory.h"
#include "../event/controls.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "hot/saved_cmdlines.h"
#include "saved_cmdlines.h"

/* Newer kernels also keep some thousands of names. */
#define SIZE_AT_START	4096

/*
 * How often cmdline_find() tries to take the lock. If a hit dies with the lock
 * held, printing the trace must not wait for ever.
 */
#define LOCK_TRIES	1000000

/*
 * Returns false if @limit attempts have failed. Disables interrupts to hold the
 * lock only briefly, because hits skip a locked table.
 */
static bool try_lock_table(unsigned long *flags, unsigned int limit)
{
	unsigned int tries = 0;

	local_irq_save(*flags);
	while (atomic_cmpxchg(&cmdline_busy, 0, 1)) {
		if (++tries >= limit) {
			local_irq_restore(*flags);
			return false;
		}
		cpu_relax();
	}
	return true;
}

/*
 * True if the last cmdline_find() could not take the lock. The next one tries
 * only once, because a panic may print thousands of lines.
 */
static bool stuck;

static unsigned long lock_table(void)
{
	unsigned long flags;

	while (!try_lock_table(&flags, LOCK_TRIES))
		;
	return flags;
}

static void unlock_table(unsigned long flags)
{
	atomic_set_release(&cmdline_busy, 0);
	local_irq_restore(flags);
}

void cmdline_find(int pid, char *comm)
{
	const struct saved_cmdline *saved;
	struct cmdline_table *table;
	unsigned long flags;
	u16 slot;

	if (!pid) {
		strscpy(comm, "<idle>", TASK_COMM_LEN);
		return;
	}
	strscpy(comm, "<...>", TASK_COMM_LEN);
	if (!try_lock_table(&flags, READ_ONCE(stuck) ? 1 : LOCK_TRIES)) {
		WRITE_ONCE(stuck, true);
		return;
	}
	WRITE_ONCE(stuck, false);
	table = rcu_dereference_raw(cmdline_table);
	slot = table && pid > 0 ? table->slot[pid & (PID_MAX_DEFAULT - 1)] : 0;
	if (slot) {
		saved = &table->saved[slot - 1];
		if (saved->pid == pid)
			strscpy(comm, saved->comm, TASK_COMM_LEN);
	}
	unlock_table(flags);
}

void saved_cmdlines_print(struct seq_file *m)
{
	struct cmdline_table *table;
	struct saved_cmdline one;
	unsigned long flags;
	unsigned int i, nr;

	lockdep_assert_held(&event_mutex);
	table = rcu_dereference_protected(cmdline_table,
					  lockdep_is_held(&event_mutex));
	nr = table->nr;
	for (i = 0; i < nr; i++) {
		flags = lock_table();
		one = table->saved[i];
		unlock_table(flags);
		if (instance_option(&main_instance, OPTION_HIDE_CONTROLS))
			controls_hide(one.comm, strlen(one.comm));
		if (one.pid)
			seq_printf(m, "%d %s\n", one.pid, one.comm);
	}
}

unsigned int saved_cmdlines_size(void)
{
	unsigned int nr;

	rcu_read_lock();
	nr = rcu_dereference(cmdline_table)->nr;
	rcu_read_unlock();
	return nr;
}

int saved_cmdlines_resize(unsigned int nr)
{
	struct cmdline_table *table, *old;
	unsigned long flags;
	int cpu;

	table = memory_zalloc(1, struct_size(table, saved, nr));
	if (!table)
		return -ENOMEM;
	table->nr = nr;

	flags = lock_table();
	old = rcu_dereference_protected(cmdline_table, true);
	rcu_assign_pointer(cmdline_table, table);
	for_each_possible_cpu(cpu)
		per_cpu(last_cmdlines.pid, cpu) = 0;
	unlock_table(flags);
	/* Wait for saved_cmdlines_size(), the only reader without a lock. */
	synchronize_rcu();
	kvfree(old);
	return 0;
}

int tgid_find(int pid)
{
	/* Pairs with tgid_map_alloc(). */
	int *map = smp_load_acquire(&tgid_map);

	return map && pid >= 0 && pid < tgid_map_size ? map[pid] : 0;
}

int tgid_map_alloc(void)
{
	int *map;

	lockdep_assert_held(&event_mutex);
	if (tgid_map)
		return 0;
	map = kvcalloc(PID_MAX_LIMIT, sizeof(*map), GFP_KERNEL);
	if (!map)
		return -ENOMEM;
	tgid_map_size = PID_MAX_LIMIT;
	/* Pairs with tgid_save(): hits that see the map see its size. */
	smp_store_release(&tgid_map, map);
	return 0;
}

int tgid_next(int pid)
{
	/* Pairs with tgid_map_alloc(). */
	int *map = smp_load_acquire(&tgid_map);

	if (!map)
		return -1;
	for (; pid < tgid_map_size; pid++)
		if (map[pid])
			return pid;
	return -1;
}

int saved_cmdlines_init(void)
{
	return saved_cmdlines_resize(SIZE_AT_START);
}

void saved_cmdlines_exit(void)
{
	kvfree(rcu_dereference_protected(cmdline_table, true));
	RCU_INIT_POINTER(cmdline_table, NULL);
	kvfree(tgid_map);
	tgid_map = NULL;
}
