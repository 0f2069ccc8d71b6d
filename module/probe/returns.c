// SPDX-License-Identifier: GPL-2.0
/* Probes on returns of functions that match a pattern, see returns.h. */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "../compat/entry.h"
#include "../compat/log.h"
#include "../event/registry.h"
#include "entry.h"
#include "kprobe.h"
#include "returns.h"
#include "symbol_list.h"

/* Maximum number of pending calls of a definition, where the kernel allocates them before. */
#define PENDING_MAX	32768

/* The functions that match. A function with several names is found several times. */
struct functions {
	unsigned long *ips;
	unsigned int nr;
	unsigned int capacity;
	const struct module *without;
};

static int returns_take_function(void *ctx, unsigned long address)
{
	const unsigned long ip = traced_entry(address);
	struct functions *functions = ctx;
	unsigned long *larger;

	cond_resched();
	if (functions->without && within_module(address, functions->without))
		return 0;
	if (!entry_traceable(ip))
		return 0;
	larger = list_reserve(functions->ips, functions->nr, 1,
			      &functions->capacity, sizeof(*larger));
	if (!larger)
		return -ENOMEM;
	functions->ips = larger;
	functions->ips[functions->nr++] = ip;
	return 0;
}

/* Sorts the functions, and removes duplicates. */
static void returns_sort(struct functions *functions)
{
	unsigned int i, nr = 0;

	sort(functions->ips, functions->nr, sizeof(*functions->ips),
	     return_probe_compare, NULL);
	for (i = 0; i < functions->nr; i++)
		if (!nr || functions->ips[nr - 1] != functions->ips[i])
			functions->ips[nr++] = functions->ips[i];
	functions->nr = nr;
}

/* Finds the functions for a hook that is not started. Returns 0 or an errno. */
static int returns_find(struct kernel_probe *probe, const struct module *without)
{
	struct function_returns *returns = probe->returns;
	struct functions functions = { .without = without };
	int ret = symbols_find(probe->symbol, returns_take_function, &functions);

	if (!ret && !functions.nr)
		ret = -ENOENT;
	if (ret) {
		kvfree(functions.ips);
		return ret;
	}
	returns_sort(&functions);
	kvfree(returns->ips);
	returns->ips = functions.ips;
	returns->nr = functions.nr;
	return 0;
}

static struct function_returns *returns_alloc(struct kernel_probe *probe)
{
	struct function_returns *returns = kzalloc(sizeof(*returns), GFP_KERNEL);

	if (!returns)
		return NULL;
	returns->pending = alloc_percpu(long);
	if (!returns->pending) {
		kfree(returns);
		return NULL;
	}
	returns->probe = probe;
	returns->hook.hooks = &function_returns_hooks;
	returns->hook.words = RETURNS_SESSION + 1;
	/* kprobe_keep_entry() was called. */
	if (probe->rp.entry_handler)
		returns->hook.words = RETURNS_SAVED + probe->probe.args->entry_words;
	return returns;
}

void returns_free(struct kernel_probe *probe)
{
	struct function_returns *returns = probe->returns;

	if (!returns)
		return;
	if (returns->hook.kept) {
		probe->kept = true;
		return;
	}
	free_percpu(returns->pending);
	kvfree(returns->ips);
	kfree(returns);
	probe->returns = NULL;
}

int returns_place(struct kernel_probe *probe)
{
	int ret;

	probe->returns = returns_alloc(probe);
	if (!probe->returns)
		return -ENOMEM;
	ret = returns_find(probe, NULL) ?:
	      return_probe_check(probe->returns->ips, &probe->returns->nr);
	if (ret)
		returns_free(probe);
	return ret;
}

/* Returns the number of calls that began, but have not returned. */
static unsigned long returns_pending(const struct function_returns *returns)
{
	long pending = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		pending += *per_cpu_ptr(returns->pending, cpu);
	return max(pending, 0L);
}

static int returns_start(struct kernel_probe *probe)
{
	const u64 pending = (u64)probe->rp.maxactive * probe->returns->nr;
	struct function_returns *returns = probe->returns;
	static unsigned long sessions;	/* protected by event_mutex */
	int cpu, ret;

	for_each_possible_cpu(cpu)
		*per_cpu_ptr(returns->pending, cpu) = 0;
	ret = return_probe_start(&returns->hook, returns->ips, &returns->nr,
				 min_t(u64, pending, PENDING_MAX));
	if (!ret)
		WRITE_ONCE(returns->session, ++sessions);
	return ret;
}

int returns_arm(struct kernel_probe *probe)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	ret = returns_find(probe, NULL) ?: returns_start(probe);
	return ret == -EINVAL ? -ENOENT : ret;
}

void returns_disarm(struct kernel_probe *probe)
{
	struct function_returns *returns = probe->returns;

	lockdep_assert_held(&event_mutex);
	if (!returns->hook.started)
		return;
	WRITE_ONCE(returns->session, 0);
	atomic_long_add(return_probe_missed(&returns->hook), &probe->probe.missed);
	return_probe_stop(&returns->hook);
}

int returns_find_again(struct kernel_probe *probe, const struct module *without)
{
	struct function_returns *returns = probe->returns;
	const bool started = returns->hook.started;
	int ret;

	lockdep_assert_held(&event_mutex);
	returns_disarm(probe);
	if (started)
		atomic_long_add(returns_pending(returns), &probe->probe.missed);
	ret = returns_find(probe, without) ?: returns_start(probe);
	return ret == -EINVAL ? -ENOENT : ret;
}

static bool has_function_of(const struct function_returns *returns, const struct module *mod)
{
	unsigned int i;

	for (i = 0; i < returns->nr; i++)
		if (within_module(returns->ips[i], mod))
			return true;
	return false;
}

void returns_module_going(struct kernel_probe *probe, const struct module *mod)
{
	int ret;

	if (!probe->returns->hook.started || !has_function_of(probe->returns, mod))
		return;
	ret = returns_find_again(probe, mod);
	if (ret && ret != -ENOENT)
		pr_warn("probe %s has stopped, because module %s is unloaded (%pe); remove the probe and define it again\n",
			probe->probe.event->event.name, mod->name, ERR_PTR(ret));
}

unsigned long returns_missed(const struct kernel_probe *probe)
{
	lockdep_assert_held(&event_mutex);
	return probe->returns->hook.started ?
		       return_probe_missed(&probe->returns->hook) : 0;
}
