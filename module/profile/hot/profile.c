// SPDX-License-Identifier: GPL-2.0
/*
 * Counting and timing calls of functions for the profiler, see ../profile.h.
 *
 * This code calls nothing that could be traced, so it needs no protection from recursion.
 * Unless it checks a filter, it counts calls even while RCU is idle: the tables are freed
 * only after all callbacks have ended, also those that run while RCU is idle.
 */
#include <linux/preempt.h>
#include <linux/rcupdate.h>

#include "../../compat/ftrace.h"
#include "../../function/functions.h"
#include "../../graph/calls.h"
#include "../../instance/instance.h"
#include "../profile.h"

/* Returns a function's entry, or claims one for it; NULL if none nearby is free. */
static __always_inline struct profile_entry *
profile_find(struct profile_entry *table, unsigned long ip)
{
	unsigned long at = hash_long(ip, profile.bits), taken;
	const unsigned long mask = BIT(profile.bits) - 1;
	unsigned int i;

	for (i = 0; i < PROFILE_PROBES; i++, at = (at + 1) & mask) {
		taken = READ_ONCE(table[at].ip);
		if (likely(taken == ip))
			return &table[at];
		/* An interrupt may claim the entry first, even for the same @ip. */
		if (!taken)
			taken = cmpxchg_local(&table[at].ip, 0, ip) ?: ip;
		if (taken == ip)
			return &table[at];
	}
	return NULL;
}

void profile_callback(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	const bool checks = READ_ONCE(profile.hook.checks);
	struct profile_entry *entry;

	if (callbacks_dead())
		return;
	/* While RCU is idle, do not use the sets of functions, which RCU protects. */
	if (unlikely(checks) && !traced_rcu_watching())
		return;
	preempt_disable_notrace();
	if (likely(!checks) || function_ops_asks(&profile.hook, ip)) {
		entry = profile_find(*this_cpu_ptr(profile.tables), ip);
		if (likely(entry))
			local_inc(&entry->hits);
		else
			atomic_long_inc(&profile.full);
	}
	preempt_enable_notrace();
}

int profile_call_begins(struct calls *calls, unsigned long ip,
			unsigned int depth, unsigned int around)
{
	return READ_ONCE(profile.hook.live) ? 0 : CALL_PASS;
}

/* Adds a call to the times of the CPU on which it returns. */
static void profile_add_time(unsigned long ip, u64 ns)
{
	unsigned __int128 square = (unsigned __int128)ns * ns;
	struct profile_entry *table = *this_cpu_ptr(profile.tables);
	const struct profile_entry *entry = profile_find(table, ip);
	struct profile_time *time;

	if (unlikely(!entry))
		return;
	time = *this_cpu_ptr(profile.times) + (entry - table);
	local_inc(&time->calls);
	smp_wmb(); /* pairs with copy_time(): calls whose time is seen are in @calls */
	local64_add(ns, &time->ns);
	local64_add((u64)square & (BIT(PROFILE_LOW_BITS) - 1), &time->squares_low);
	local64_add((u64)(square >> PROFILE_LOW_BITS), &time->squares_high);
	smp_wmb(); /* pairs with copy_time(): calls in @ended are in all sums */
	local_inc(&time->ended);
}

void profile_call_ended(struct calls *calls, const struct call *call)
{
	u64 ns = call->end - call->start;

	if (!instance_option(&main_instance, OPTION_GRAPH_TIME))
		ns = ns > call->inner ? ns - call->inner : 0;
	profile_add_time(call->ip, ns);
}
