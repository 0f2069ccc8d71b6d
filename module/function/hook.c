// SPDX-License-Identifier: GPL-2.0
/* Callbacks that follow an instance's filter, see hook.h. */
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/seq_file.h>

#include "../compat/filter_ips.h"
#include "../compat/log.h"
#include "../compat/parked.h"
#include "../compat/probe.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "../compat/callback.h"
#include "../probe/entry.h"
#include "functions.h"
#include "hook.h"
#include "list.h"

static LIST_HEAD(hooks);
static LIST_HEAD(users);

/*
 * Sets *@only to the functions that a filter selects by the set @kind, and *@never to those
 * that it leaves out. set_ftrace_notrace limits set_ftrace_filter, but not stack_trace_filter.
 * @filter can be NULL.
 */
static void sets_of(const struct function_filter *filter, enum function_filter_kind kind,
		    const struct function_set **only, const struct function_set **never)
{
	*only = filter ? function_filter_set(filter, kind) : NULL;
	*never = filter && kind == FUNCTIONS_FILTER ?
			 function_filter_set(filter, FUNCTIONS_NOTRACE) : NULL;
}

static int alloc_addresses(struct function_addresses *addresses,
			   unsigned int nr)
{
	addresses->nr = 0;
	addresses->ips = kvmalloc_array(nr, sizeof(*addresses->ips),
					GFP_KERNEL);
	return addresses->ips ? 0 : -ENOMEM;
}

static void add_address(struct function_addresses *addresses, unsigned long ip,
			const struct function_set *never)
{
	if (function_is_callable(ip) && !function_is_unloaded(ip) &&
	    !(never && function_set_has(never, ip)))
		addresses->ips[addresses->nr++] = ip;
}

static int take_set(struct function_addresses *addresses,
		    const struct function_set *only,
		    const struct function_set *never)
{
	const unsigned long *slot;
	int ret = alloc_addresses(addresses, only->nr + 1);

	if (!ret)
		for_each_function_in(slot, only)
			add_address(addresses, *slot, never);
	return ret;
}

static int take_list(struct function_addresses *addresses,
		     const struct function_set *never)
{
	struct function_list *list = function_list_get();
	unsigned int i;
	int ret;

	if (IS_ERR(list))
		return PTR_ERR(list);
	ret = alloc_addresses(addresses, list->nr + 1);
	for (i = 0; !ret && i < list->nr; i++)
		add_address(addresses, list->functions[i].address, never);
	function_list_put(list);
	return ret;
}

int function_addresses_get(struct function_addresses *addresses,
			   const struct instance *instance, bool *all_functions)
{
	const struct function_set *only, *never;

	lockdep_assert_held(&event_mutex);
	sets_of(instance->functions ? &instance->functions->filter : NULL,
		FUNCTIONS_FILTER, &only, &never);
	*all_functions = !only;
	return only ? take_set(addresses, only, never) :
		      take_list(addresses, never);
}

/* Removes functions that the kernel does not know any more. */
static unsigned int keep_traceable(unsigned long *ips, unsigned int nr)
{
	unsigned int i, kept = 0;

	for (i = 0; i < nr; i++)
		if (entry_traceable(ips[i]))
			ips[kept++] = ips[i];
	return kept;
}

void function_addresses_check(struct function_addresses *addresses)
{
	addresses->nr = keep_traceable(addresses->ips, addresses->nr);
}

static int pass_addresses(struct ftrace_ops *ops, unsigned long *ips,
			  unsigned int nr)
{
	if (!nr)
		return ftrace_set_filter_ip(ops, (unsigned long)ftrace_none_stub, 0, 1);
	return nr > FILTER_IPS_MAX ? -E2BIG : filter_ips(ops, ips, nr);
}

int functions_filter_ops(struct ftrace_ops *ops, unsigned long *ips,
			 unsigned int nr)
{
	int ret = pass_addresses(ops, ips, nr);

	if (ret == -EINVAL || ret == -ENOENT)
		ret = pass_addresses(ops, ips, keep_traceable(ips, nr));
	return ret;
}

/* Makes the kernel call the hook for the functions that its filter selects. */
static int pass_filter(struct function_ops *hook, const struct function_set *only,
		       const struct function_set *never)
{
	struct function_addresses addresses;
	int ret;

	ret = only ? take_set(&addresses, only, never) :
		     take_list(&addresses, never);
	if (ret)
		return ret;
	hook->all_functions = !only;
	ret = functions_filter_ops(&hook->ops, addresses.ips, addresses.nr);
	kvfree(addresses.ips);
	return ret;
}

static void set_checks(struct function_ops *hook, bool filters)
{
	hook->filters = filters;
	WRITE_ONCE(hook->checks, filters || !hook->live);
}

static void set_live(struct function_ops *hook, bool live)
{
	WRITE_ONCE(hook->live, live);
	set_checks(hook, hook->filters);
}

/*
 * Makes a hook follow the filter. The hook's callback checks the filter while the kernel
 * changes its own, and continues to do so if the kernel fails to change it.
 */
static int follow_filter(struct function_ops *hook)
{
	const struct function_set *only, *never;
	bool all;

	sets_of(&hook->instance->functions->filter, hook->only, &only, &never);
	all = !only && !never;
	set_checks(hook, true);
	hook->all_functions = false;
	if (!all && !pass_filter(hook, only, never)) {
		set_checks(hook, false);
		return 0;
	}
	set_checks(hook, !all);
	return ftrace_set_filter(&hook->ops, NULL, 0, 1);
}

int function_ops_start(struct function_ops *hook, struct instance *instance)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	if (WARN_ON_ONCE(!instance->functions))
		return -EINVAL;
	/* Callbacks read ->instance, so set it before they can run. */
	hook->instance = instance;
	ret = follow_filter(hook) ?: callback_register(&hook->ops);
	if (!ret) {
		list_add(&hook->link, &hooks);
		set_live(hook, true);
		return 0;
	}
	hook->instance = NULL;
	/* Reset the kernel's filter of functions, which frees the filter's memory. */
	ftrace_set_filter(&hook->ops, NULL, 0, 1);
	return ret;
}

void function_ops_stop(struct function_ops *hook)
{
	lockdep_assert_held(&event_mutex);
	if (!hook->instance)
		return;
	set_live(hook, false);
	callback_unregister(&hook->ops);
	list_del(&hook->link);
	hits_synchronize();
	hook->instance = NULL;
}

static void function_ops_update(struct function_ops *hook)
{
	int ret = follow_filter(hook);

	if (ret)
		pr_warn("the kernel did not take a changed function filter (%pe), so calls of some functions may be missing; write the filter again\n",
			ERR_PTR(ret));
}

void function_opss_update(struct instance *instance,
			  enum function_filter_kind kind)
{
	const struct function_user *user;
	struct function_ops *hook;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(hook, &hooks, link)
		if (hook->instance == instance)
			function_ops_update(hook);
	if (kind == FUNCTIONS_STACK)
		return;
	list_for_each_entry(user, &users, link)
		user->changed(instance);
}

void function_opss_module(struct instance *instance)
{
	struct function_ops *hook;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(hook, &hooks, link)
		if (hook->instance == instance && hook->all_functions)
			function_ops_update(hook);
}

/* Tests whether the kernel still lists functions that were unloaded. */
static bool some_left(void)
{
	struct function_list *list = function_list_get();
	bool found = false;
	unsigned int i;

	if (IS_ERR(list))
		return true;
	for (i = 0; !found && i < list->nr; i++)
		found = function_is_unloaded(list->functions[i].address);
	function_list_put(list);
	return found;
}

void function_opss_leave(struct instance *instance)
{
	const struct function_user *user;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(user, &users, link)
		if (user->follows_list(instance) && some_left())
			user->changed(instance);
}

void function_user_register(struct function_user *user)
{
	list_add_tail(&user->link, &users);
}

int function_users_count_sleep(struct instance *instance, bool on)
{
	const struct function_user *user;
	int ret;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(user, &users, link) {
		ret = user->count_sleep(instance, on);
		if (ret)
			goto err;
	}
	return 0;
err:
	list_for_each_entry_continue_reverse(user, &users, link)
		user->count_sleep(instance, true);
	return ret;
}

void function_user_show(struct seq_file *m, const char *name,
			const struct instance *instance)
{
	if (!m)
		return;
	seq_printf(m, " %s", name);
	if (instance->name)
		seq_printf(m, "@%s", instance->name);
}

unsigned int function_ops_show(unsigned long ip, struct seq_file *m)
{
	const struct function_ops *hook;
	unsigned int nr = 0;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(hook, &hooks, link) {
		if (!function_ops_asks(hook, ip))
			continue;
		function_user_show(m, hook->name, hook->instance);
		nr++;
	}
	return nr;
}

unsigned int function_users_show(const struct instance *instance,
				 unsigned long ip, struct seq_file *m)
{
	const struct function_user *user;
	unsigned int nr = 0;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(user, &users, link)
		nr += user->show(instance, ip, m);
	return nr;
}
