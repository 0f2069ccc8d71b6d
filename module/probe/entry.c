// SPDX-License-Identifier: GPL-2.0
/* Hits at the entry of functions, see entry.h. */
#include <linux/ftrace.h>
#include <linux/hash.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/ptrace.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/filter_ips.h"
#include "../compat/parked.h"
#include "../compat/probe.h"
#include "../compat/regs.h"
#include "../event/registry.h"
#include "../compat/callback.h"
#include "entry.h"
#include "kprobe.h"

/* Never registered; try_function() tries filters on it. */
static struct ftrace_ops no_ops;

/* Protects @no_ops, as callers of try_function() hold different locks. */
static DEFINE_MUTEX(no_ops_mutex);

/* Returns 0 if function tracing can trace the function, -EINVAL if not, or another errno. */
static int try_function(unsigned long address)
{
	int ret;

	mutex_lock(&no_ops_mutex);
	ret = ftrace_set_filter_ip(&no_ops, address, 0, 0);
	if (!ret)
		ftrace_set_filter_ip(&no_ops, address, 1, 0);
	mutex_unlock(&no_ops_mutex);
	return ret;
}

bool entry_traceable(unsigned long address)
{
	return !try_function(address);
}

/* What a probe must use so that its hits can load a register. */
enum needs {
	NEEDS_ARGUMENTS,
	NEEDS_ALL_REGS,
	NEEDS_KPROBE,
};

static bool is_argument(int reg)
{
	unsigned int n;
	int offset;

	for (n = 0; (offset = regs_find_argument(n)) >= 0; n++)
		if (offset == reg)
			return true;
	return false;
}

static enum needs needs_of(int reg)
{
	if (is_argument(reg) || reg == regs_find("sp"))
		return NEEDS_ARGUMENTS;
	return TRACED_HAS_ALL_REGS && regs_is_traced(reg) ? NEEDS_ALL_REGS :
							    NEEDS_KPROBE;
}

static enum needs args_need(const struct probe_args *args)
{
	enum needs needs = NEEDS_ARGUMENTS;
	const struct fetch_op *op;

	for (op = args->ops; op->code != FETCH_END; op++)
		if (op->code == FETCH_REG)
			needs = max(needs, needs_of(op->param));
	return needs;
}

bool entry_prepare(struct kernel_probe *probe, unsigned long address)
{
	enum needs needs = args_need(probe->probe.args);

	if (needs == NEEDS_KPROBE)
		return false;
	probe->all_regs = needs == NEEDS_ALL_REGS;
	probe->entry = probe->by_name ? 0 : address;
	if (probe->by_name && !probe->ops.func) {
		probe->ops.func = entry_named_callback;
		probe->ops.flags = TRACED_DIRECTLY | TRACED_ARGUMENTS;
	}
	return true;
}

int entry_find(struct kernel_probe *probe)
{
	char first = *probe->symbol, *pattern;
	int ret;

	/* ftrace_set_filter() gives these characters another meaning. */
	if (first == '!' || (first >= '0' && first <= '9'))
		return -ENOENT;
	/* The kernel modifies the string. */
	pattern = kstrdup(probe->symbol, GFP_KERNEL);
	if (!pattern)
		return -ENOMEM;
	ret = ftrace_set_filter(&probe->ops, (unsigned char *)pattern,
				strlen(pattern), 1);
	kfree(pattern);
	return ret == -EINVAL ? -ENOENT : ret;
}

static struct entry_table tables[] = {
	{
		.ops.func = entry_callback,
		.ops.flags = TRACED_DIRECTLY | TRACED_ARGUMENTS,
	}, {
		.ops.func = entry_callback,
		.ops.flags = TRACED_DIRECTLY | TRACED_ALL_REGS,
	},
};

static struct entry_table *table_of(const struct kernel_probe *probe)
{
	return &tables[probe->all_regs];
}

static struct hlist_head *entry_bucket(const struct kernel_probe *probe)
{
	return &table_of(probe)->probes[hash_long(probe->entry,
						  ENTRY_TABLE_BITS)];
}

static int register_table(struct entry_table *table)
{
	int ret;

	if (table->registered)
		return 0;
	ret = ftrace_set_filter_ip(&table->ops, (unsigned long)ftrace_none_stub,
				   0, 1);
	if (!ret)
		ret = callback_register(&table->ops);
	table->registered = !ret;
	return ret;
}

/* Returns how many calls of a function were skipped because RCU was idle. */
static unsigned long missed_in_idle(const struct entry_table *table,
				    unsigned long ip)
{
	unsigned long missed = atomic_long_read(&table->idle_missed);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(table->idle); i++)
		if (READ_ONCE(table->idle[i].ip) == ip)
			missed += atomic_long_read(&table->idle[i].missed);
	return missed;
}

unsigned long entry_missed(const struct kernel_probe *probe)
{
	lockdep_assert_held(&event_mutex);
	if (!probe->hooked || probe->by_name)
		return 0;
	return missed_in_idle(table_of(probe), probe->entry) -
	       probe->missed_before;
}

/* True between entries_collect() and entries_apply(), if TAKES_MANY. */
static bool collecting;

/* Can this kernel set a filter of any number of functions in one call? */
#define TAKES_MANY	(FILTER_IPS_MAX == UINT_MAX)

static unsigned int count_probes(const struct entry_table *table)
{
	const struct kernel_probe *probe;
	unsigned int i, nr = 0;

	for (i = 0; i < ARRAY_SIZE(table->probes); i++)
		hlist_for_each_entry(probe, &table->probes[i], by_entry)
			nr++;
	return nr;
}

/* Removes a probe whose function was unloaded. */
static void entry_take_off(struct kernel_probe *probe)
{
	hlist_del_init_rcu(&probe->by_entry);
	atomic_long_add(entry_missed(probe), &probe->probe.missed);
	probe->hooked = false;
	probe->entry = 0;
}

/* Removes probes whose functions were unloaded. Returns false if none were. */
static bool take_off_gone(struct entry_table *table)
{
	struct kernel_probe *probe;
	struct hlist_node *next;
	bool found = false;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(table->probes); i++) {
		hlist_for_each_entry_safe(probe, next, &table->probes[i],
					  by_entry) {
			if (try_function(probe->entry) != -EINVAL)
				continue;
			entry_take_off(probe);
			found = true;
		}
	}
	return found;
}

/* Sets the kernel's filter to the functions of the table. */
static int replace_filter(struct entry_table *table)
{
	const struct kernel_probe *probe;
	unsigned int i, nr = 0;
	unsigned long *ips;
	int ret;

	ips = kvmalloc_array(count_probes(table) + 1, sizeof(*ips), GFP_KERNEL);
	if (!ips)
		return -ENOMEM;
	ips[nr++] = (unsigned long)ftrace_none_stub;
	for (i = 0; i < ARRAY_SIZE(table->probes); i++)
		hlist_for_each_entry(probe, &table->probes[i], by_entry)
			ips[nr++] = probe->entry;
	ret = filter_ips(&table->ops, ips, nr);
	kvfree(ips);
	return ret;
}

/*
 * Sets the kernel's filter. -EINVAL may mean that functions were unloaded; then
 * removes their probes and tries again. After another error, the next change of
 * the table tries again.
 */
static int apply_table(struct entry_table *table)
{
	int ret = replace_filter(table);

	if (ret == -EINVAL && take_off_gone(table))
		ret = replace_filter(table);
	table->changed = ret;
	return ret;
}

static int entry_set_filter(struct entry_table *table, unsigned long ip,
			    bool remove)
{
	int ret;

	if (TAKES_MANY && (collecting || table->changed)) {
		table->changed = true;
		return collecting ? 0 : apply_table(table);
	}
	ret = ftrace_set_filter_ip(&table->ops, ip, remove, 0);
	if (remove && ret)
		table->changed = true;
	return ret;
}

void entries_collect(void)
{
	lockdep_assert_held(&event_mutex);
	collecting = TAKES_MANY;
}

int entries_apply(void)
{
	unsigned int i;
	int ret = 0, err;

	lockdep_assert_held(&event_mutex);
	collecting = false;
	for (i = 0; TAKES_MANY && i < ARRAY_SIZE(tables); i++) {
		if (!tables[i].changed)
			continue;
		err = apply_table(&tables[i]);
		ret = ret ?: err;
	}
	return ret;
}

static int hook_one(struct kernel_probe *probe)
{
	struct entry_table *table = table_of(probe);
	int ret = register_table(table);

	if (ret)
		return ret;
	probe->missed_before = missed_in_idle(table, probe->entry);
	hlist_add_head_rcu(&probe->by_entry, entry_bucket(probe));
	ret = entry_set_filter(table, probe->entry, false);
	/* apply_table() removes the probe if its function was unloaded. */
	if (!ret && hlist_unhashed(&probe->by_entry))
		ret = -ENOENT;
	if (ret)
		hlist_del_init_rcu(&probe->by_entry);
	return ret;
}

static void unhook_one(struct kernel_probe *probe)
{
	const struct kernel_probe *other;

	hlist_del_init_rcu(&probe->by_entry);
	hlist_for_each_entry(other, entry_bucket(probe), by_entry)
		if (other->entry == probe->entry)
			return;
	entry_set_filter(table_of(probe), probe->entry, true);
}

static int hook_named(struct kernel_probe *probe)
{
	int ret = entry_find(probe);

	return ret ?: callback_register(&probe->ops);
}

int entry_hook(struct kernel_probe *probe)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	probe->was_hooked = true;
	ret = probe->by_name ? hook_named(probe) : hook_one(probe);
	probe->hooked = !ret;
	return ret;
}

int entry_find_again(struct kernel_probe *probe)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	if (!probe->hooked)
		return entry_hook(probe);
	ret = entry_find(probe);
	if (ret)
		entry_unhook(probe);
	return ret;
}

void entry_unhook(struct kernel_probe *probe)
{
	lockdep_assert_held(&event_mutex);
	if (!probe->hooked)
		return;
	if (probe->by_name)
		callback_unregister(&probe->ops);
	else
		unhook_one(probe);
	atomic_long_add(entry_missed(probe), &probe->probe.missed);
	probe->hooked = false;
}

void entry_free(struct kernel_probe *probe)
{
	if (probe->was_hooked)
		hits_synchronize();
	/* The kernel frees its filter's memory when the filter is reset. */
	if (probe->ops.func)
		ftrace_set_filter(&probe->ops, NULL, 0, 1);
}

bool entry_is_kept(const struct kernel_probe *probe)
{
	return callback_is_kept(&probe->ops);
}

void entries_exit(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tables); i++) {
		if (tables[i].registered)
			callback_unregister(&tables[i].ops);
		/* A filter may be set even if registering failed. */
		ftrace_set_filter(&tables[i].ops, NULL, 0, 1);
		tables[i].registered = false;
	}
	ftrace_set_filter(&no_ops, NULL, 0, 1);
}
