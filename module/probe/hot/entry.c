// SPDX-License-Identifier: GPL-2.0
/* Hits at the entry of functions, see entry.h. */
#include <linux/hash.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>

#include "../entry.h"
#include "../kprobe.h"
#include "hit.h"

static __always_inline void entry_take_hit(const struct kernel_probe *probe,
					   unsigned long ip,
					   struct ftrace_regs *regs)
{
	const struct probe_addresses at = { .address = { ip }, .nr = 1 };
	struct probe_buf buf __uninitialized;
	struct traced_copy copy __uninitialized;

	probe_buf_begin(&buf, traced_regs(regs, &copy));
	probe_hit(&probe->probe, &buf, &at, NULL);
}

static __always_inline struct hlist_head *probes_at(struct entry_table *table,
						    unsigned long ip)
{
	return &table->probes[hash_long(ip, ENTRY_TABLE_BITS)];
}

/*
 * Counts a hit inside another hit. The other hit keeps preemption off, so it is
 * safe to walk the list, which RCU protects.
 */
static noinline void entry_miss(struct entry_table *table, unsigned long ip)
{
	struct kernel_probe *probe;

	hlist_for_each_entry_rcu_notrace(probe, probes_at(table, ip), by_entry)
		if (probe->entry == ip)
			atomic_long_inc(&probe->probe.missed);
}

/*
 * Counts a hit while RCU is idle. synchronize_rcu() does not wait for such a
 * hit, so it must not access probes.
 */
static noinline void entry_miss_in_idle(struct entry_table *table,
					unsigned long ip)
{
	const unsigned long first = hash_long(ip, ENTRY_IDLE_BITS);
	struct entry_idle *slot;
	unsigned long taken;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(table->idle); i++) {
		slot = &table->idle[(first + i) % ARRAY_SIZE(table->idle)];
		taken = READ_ONCE(slot->ip) ?: cmpxchg(&slot->ip, 0, ip);
		if (taken && taken != ip)
			continue;
		atomic_long_inc(&slot->missed);
		return;
	}
	atomic_long_inc(&table->idle_missed);
}

void entry_callback(unsigned long ip, unsigned long parent_ip,
		    struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	struct entry_table *table = container_of(ops, struct entry_table, ops);
	const struct kernel_probe *probe;
	int context;

	if (callbacks_dead())
		return;
	if (unlikely(!traced_rcu_watching())) {
		entry_miss_in_idle(table, ip);
		return;
	}
	context = traced_begin();
	if (unlikely(context < 0)) {
		entry_miss(table, ip);
		return;
	}
	hlist_for_each_entry_rcu_notrace(probe, probes_at(table, ip), by_entry)
		if (probe->entry == ip)
			entry_take_hit(probe, ip, regs);
	traced_end(context);
}

void entry_named_callback(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	struct kernel_probe *probe =
		container_of(ops, struct kernel_probe, ops);
	int context = -1;

	if (callbacks_dead())
		return;
	if (likely(traced_rcu_watching()))
		context = traced_begin();
	if (unlikely(context < 0)) {
		atomic_long_inc(&probe->probe.missed);
		return;
	}
	entry_take_hit(probe, ip, regs);
	traced_end(context);
}
