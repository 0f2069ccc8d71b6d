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
#include "../event/symbol.h"
#include "../record/hot/stack.h"
#include "entry.h"
#include "kprobe.h"
#include "returns.h"
#include "symbol_list.h"

/* Maximum number of pending calls of a definition, where their memory is allocated in advance. */
#define PENDING_MAX	32768

/* The functions that match. Those in the init code of module @live are left out. */
struct functions {
	unsigned long *ips;
	unsigned int nr;
	unsigned int capacity;
	const struct module *live;
};

static int returns_take_function(void *ctx, unsigned long address)
{
	const unsigned long ip = traced_entry(address);
	struct functions *functions = ctx;
	unsigned long *larger;

	cond_resched();
	if (functions->live && within_module_init(address, functions->live))
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

/* Sorts the functions, and removes duplicates: a function with several names was found again. */
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

/* Sets the sorted ->ips, for kvfree(), and ->nr. Returns 0 or an errno, -ENOENT if none matches. */
static int returns_find(const struct kernel_probe *probe, struct functions *functions)
{
	unsigned long *found;
	int ret = symbols_find(probe->symbol, returns_take_function, functions);

	found = functions->ips;
	functions->ips = NULL;
	if (!ret && !functions->nr)
		ret = -ENOENT;
	if (!ret) {
		functions->ips = kvmalloc_array(functions->nr, sizeof(*found), GFP_KERNEL);
		ret = functions->ips ? 0 : -ENOMEM;
	}
	if (!ret) {
		memcpy(functions->ips, found, functions->nr * sizeof(*found));
		returns_sort(functions);
	}
	kvfree(found);
	return ret;
}

/* Replaces the functions while the hook is not started. */
static void returns_set(struct function_returns *returns, struct functions *functions)
{
	kvfree(returns->ips);
	returns->ips = functions->ips;
	returns->nr = functions->nr;
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
	returns->timed = probe_args_show_duration(probe->probe.args);
	returns->hook.words = RETURNS_SAVED + probe->probe.args->entry_words + returns->timed;
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
	struct functions functions = {};
	int ret;

	probe->returns = returns_alloc(probe);
	if (!probe->returns)
		return -ENOMEM;
	ret = returns_find(probe, &functions) ?:
	      return_probe_check(functions.ips, &functions.nr);
	kvfree(functions.ips);
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

static void returns_tell_trampoline(void)
{
	unsigned long start = symbol_start(return_probe_trampoline(false)), size;

	if (start && symbol_bounds(start, &start, &size))
		stack_set_trampoline(start, size);
}

static int returns_start(struct kernel_probe *probe)
{
	const u64 pending = (u64)probe->rp.maxactive * probe->returns->nr;
	struct function_returns *returns = probe->returns;
	static unsigned long sessions;	/* protected by event_mutex */
	int cpu, ret;

	returns_tell_trampoline();
	for_each_possible_cpu(cpu)
		WRITE_ONCE(*per_cpu_ptr(returns->pending, cpu), 0);
	ret = return_probe_start(&returns->hook, returns->ips, &returns->nr,
				 min_t(u64, pending, PENDING_MAX));
	if (ret)
		return ret;
	/* Subtract what the hook has missed so far, because returns_missed() adds all of it. */
	atomic_long_sub(return_probe_missed(&returns->hook), &probe->probe.missed);
	WRITE_ONCE(returns->session, ++sessions);
	return 0;
}

/* Hooks all functions that match, if there are any. */
static int returns_find_and_start(struct kernel_probe *probe)
{
	struct functions functions = {};
	int ret = returns_find(probe, &functions);

	if (ret)
		return ret == -ENOENT ? 0 : ret;
	returns_set(probe->returns, &functions);
	return returns_start(probe);
}

int returns_arm(struct kernel_probe *probe)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	ret = returns_find_and_start(probe);
	/* A module may have been unloaded since its functions were found. */
	if (ret == -EINVAL || ret == -ENOENT)
		ret = returns_find_and_start(probe);
	return ret;
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

/* Stops the hook in order to start it with other functions. */
static void returns_stop_for_a_while(struct kernel_probe *probe)
{
	if (!probe->returns->hook.started)
		return;
	returns_disarm(probe);
	atomic_long_add(returns_pending(probe->returns), &probe->probe.missed);
}

static bool has_function_of(const unsigned long *ips, unsigned int nr, const struct module *mod)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (within_module(ips[i], mod))
			return true;
	return false;
}

static void returns_warn(const struct kernel_probe *probe, const struct module *mod, int error)
{
	pr_warn("probe %s may miss functions since module %s was loaded or unloaded (%pe); disable the event and enable it again\n",
		probe->probe.event->event.name, mod->name, ERR_PTR(error));
}

void returns_module_live(struct kernel_probe *probe, const struct module *mod)
{
	struct functions functions = { .live = mod };
	int ret;

	lockdep_assert_held(&event_mutex);
	if (!probe->returns || !probe->probe.event->users)
		return;
	ret = returns_find(probe, &functions);
	if (!ret && has_function_of(functions.ips, functions.nr, mod)) {
		returns_stop_for_a_while(probe);
		returns_set(probe->returns, &functions);
		ret = returns_start(probe);
		if (ret == -EINVAL || ret == -ENOENT)
			ret = returns_arm(probe);
	} else {
		kvfree(functions.ips);
	}
	if (ret && ret != -ENOENT)
		returns_warn(probe, mod, ret);
}

void returns_module_going(struct kernel_probe *probe, const struct module *mod)
{
	struct function_returns *returns = probe->returns;
	unsigned int i, nr = 0;
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	if (!returns || !returns->hook.started ||
	    !has_function_of(returns->ips, returns->nr, mod))
		return;
	returns_stop_for_a_while(probe);
	for (i = 0; i < returns->nr; i++)
		if (!within_module(returns->ips[i], mod))
			returns->ips[nr++] = returns->ips[i];
	returns->nr = nr;
	if (nr)
		ret = returns_start(probe);
	if (ret)
		returns_warn(probe, mod, ret);
}

unsigned long returns_missed(const struct kernel_probe *probe)
{
	lockdep_assert_held(&event_mutex);
	return probe->returns->hook.started ?
		       return_probe_missed(&probe->returns->hook) : 0;
}
