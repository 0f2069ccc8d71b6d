// SPDX-License-Identifier: GPL-2.0
/* Following calls, see calls.h. */
#include <linux/bsearch.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/sched.h>

#include "../compat/log.h"
#include "../compat/probe.h"
#include "../event/registry.h"
#include "../event/symbol.h"
#include "calls.h"

/* Minimum and maximum number of stacks in a table. */
#define STACKS_MIN	1024
#define STACKS_MAX	65536

CHECK_PROBE(sched_switch, calls_task_switch)
CHECK_PROBE(sched_process_free, calls_task_freed)

/* Estimate of a task's pending calls for return_probe_start(); tasks rarely have more. */
#define PENDING		24

static unsigned int count_tasks(void)
{
	struct task_struct *process, *task;
	unsigned int nr = 0;

	rcu_read_lock();
	for_each_process_thread(process, task)
		nr++;
	rcu_read_unlock();
	return nr;
}

static struct call_table *calls_make_table(unsigned int nr)
{
	struct call_table *table =
		kvzalloc(struct_size(table, stacks, nr), GFP_KERNEL);

	if (!table)
		return NULL;
	table->mask = nr - 1;
	table->shift = 64 - ilog2(nr);
	return table;
}

static void unwatch_switches(struct calls *calls)
{
	if (!calls->switch_tp)
		return;
	tracepoint_probe_unregister(calls->switch_tp, calls_task_switch, calls);
	calls->switch_tp = NULL;
	hits_synchronize();
}

static int watch_switches(struct calls *calls)
{
	const struct event *switched = registry_kernel_event("sched_switch");
	unsigned int i;
	int ret;

	if (!switched)
		return -ENODEV;
	/* Discard times that remain from when switches of tasks were last watched. */
	for (i = 0; i <= calls->table->mask; i++)
		calls->table->stacks[i].off = 0;
	ret = tracepoint_probe_register(switched->tp, calls_task_switch, calls);
	if (!ret)
		calls->switch_tp = switched->tp;
	return ret;
}

static void unwatch_tasks(struct calls *calls)
{
	unwatch_switches(calls);
	tracepoint_probe_unregister(calls->free_tp, calls_task_freed, calls);
	calls->free_tp = NULL;
	hits_synchronize();
}

static int watch_tasks(struct calls *calls)
{
	const struct event *freed = registry_kernel_event("sched_process_free");
	int ret;

	if (!freed)
		return -ENODEV;
	ret = tracepoint_probe_register(freed->tp, calls_task_freed, calls);
	if (ret)
		return ret;
	calls->free_tp = freed->tp;
	if (!calls->sleep_time)
		ret = watch_switches(calls);
	if (ret)
		unwatch_tasks(calls);
	return ret;
}

int calls_count_sleep(struct calls *calls, bool on)
{
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	if (calls->hook.started && on)
		unwatch_switches(calls);
	else if (calls->hook.started && !calls->switch_tp)
		ret = watch_switches(calls);
	if (!ret)
		calls->sleep_time = on;
	return ret;
}

static int calls_start(struct calls *calls)
{
	const unsigned int tasks = count_tasks();
	static unsigned int sessions;
	int ret;

	calls_trampoline = symbol_start(return_probe_trampoline(false)) ?:
			   symbol_start(return_probe_trampoline(true));
	calls->table = calls_make_table(clamp_t(unsigned int,
						roundup_pow_of_two(tasks * 4),
						STACKS_MIN, STACKS_MAX));
	if (!calls->table)
		return -ENOMEM;
	calls->session = ++sessions;
	calls->hook.hooks = &calls_hooks;
	calls->hook.words = 1;
	calls->begin = calls_pass;
	ret = watch_tasks(calls);
	if (ret)
		goto err_table;
	ret = return_probe_start(&calls->hook, calls->functions.ips,
				 &calls->functions.nr,
				 STACKS_MIN * PENDING / 2 + tasks * PENDING);
	if (!ret)
		return 0;
	unwatch_tasks(calls);
err_table:
	kvfree(calls->table);
	calls->table = NULL;
	return ret;
}

static void calls_forget_functions(struct calls *calls)
{
	kvfree(calls->functions.ips);
	calls->functions = (struct function_addresses) {};
}

int calls_follow(struct calls *calls, const struct instance *instance)
{
	struct function_addresses *functions = &calls->functions;
	unsigned int wanted;
	int ret;

	lockdep_assert_held(&event_mutex);
	ret = function_addresses_get(functions, instance,
				     &calls->all_functions);
	if (ret)
		return ret;
	wanted = functions->nr;
	sort(functions->ips, functions->nr, sizeof(*functions->ips),
	     return_probe_compare, NULL);
	if (functions->nr)
		ret = calls_start(calls);
	if (functions->nr && (ret == -EINVAL || ret == -ENOENT)) {
		function_addresses_check(functions);
		ret = functions->nr ? calls_start(calls) : 0;
	}
	if (!calls->hook.started) {
		calls_forget_functions(calls);
		return ret;
	}
	if (functions->nr < wanted)
		pr_info_ratelimited("the kernel refuses to probe %u of the selected functions, so their calls are left out; enabled_functions lists the functions that are followed\n",
				    wanted - functions->nr);
	/* Subtract what the hook has missed so far, because calls_missed() adds all of it. */
	atomic_long_sub(return_probe_missed(&calls->hook), &calls->missed);
	WRITE_ONCE(calls->begin, calls->enter);
	return ret;
}

bool calls_follows(const struct calls *calls, unsigned long ip)
{
	lockdep_assert_held(&event_mutex);
	return calls->functions.nr &&
	       bsearch(&ip, calls->functions.ips, calls->functions.nr,
		       sizeof(ip), return_probe_compare);
}

static unsigned long count_pending(const struct call_table *table)
{
	unsigned long nr = 0;
	unsigned int i;

	for (i = 0; i <= table->mask; i++)
		nr += table->stacks[i].nr;
	return nr;
}

void calls_stop(struct calls *calls)
{
	lockdep_assert_held(&event_mutex);
	if (!calls->hook.started)
		return;
	WRITE_ONCE(calls->begin, calls_pass);
	atomic_long_add(return_probe_missed(&calls->hook), &calls->missed);
	return_probe_stop(&calls->hook);
	unwatch_tasks(calls);
	atomic_long_add(count_pending(calls->table), &calls->missed);
	kvfree(calls->table);
	calls->table = NULL;
	calls_forget_functions(calls);
}
