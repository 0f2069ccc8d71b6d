// SPDX-License-Identifier: GPL-2.0
/* Probes on functions, see fprobe.h. */
#include <linux/cpumask.h>
#include <linux/kconfig.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/entry.h"
#include "../compat/log.h"
#include "../compat/stuck_hooks.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "../event/symbol.h"
#include "arg.h"
#include "entry.h"
#include "fprobe.h"
#include "kprobe.h"
#include "report.h"
#include "symbol_list.h"

/*
 * Probes on the returns of all functions that match a name or pattern. Each function has its
 * own kretprobe. Their number is limited, because each is slow to arm and needs memory for
 * pending calls.
 */

/* Maximum number of functions of a definition. */
#define RETURNS_MAX	512

/* Maximum number of pending calls of all functions of a definition. */
#define RETURNS_PENDING_MAX	131072

/**
 * struct returns - the functions of a definition
 * @nr: number of functions
 * @all: their probes, for unregister_kretprobes()
 * @place: the functions
 */
struct returns {
	unsigned int nr;
	struct kretprobe *all[RETURNS_MAX];
	struct return_place place[];
};

/* The functions that match, without duplicates. */
struct functions {
	unsigned int nr;
	unsigned long address[RETURNS_MAX];
};

static int returns_take_function(void *ctx, unsigned long address)
{
	struct functions *functions = ctx;
	unsigned int i;

	if (IS_ENABLED(CONFIG_DYNAMIC_FTRACE) && !entry_traceable(traced_entry(address)))
		return 0;
	/* A function with several names is found several times. */
	for (i = 0; i < functions->nr; i++)
		if (functions->address[i] == address)
			return 0;
	if (functions->nr == RETURNS_MAX)
		return -E2BIG;
	functions->address[functions->nr++] = address;
	return 0;
}

/* Returns the maximum number of pending calls for each of @nr functions. */
static unsigned int returns_share(const struct kernel_probe *probe,
				  unsigned int nr)
{
	if (probe->maxactive)
		return probe->maxactive;
	return min_t(unsigned int, probe->rp.maxactive,
		     RETURNS_PENDING_MAX / 2 / nr);
}

static int register_place(struct returns *returns, struct kernel_probe *probe,
			  unsigned long address, unsigned int maxactive)
{
	struct return_place *place = &returns->place[returns->nr];
	int ret;

	memset(place, 0, sizeof(*place));
	place->probe = probe;
	place->rp.kp.addr = (kprobe_opcode_t *)address;
	place->rp.kp.flags = KPROBE_FLAG_DISABLED;
	place->rp.maxactive = maxactive;
	return_place_set_handlers(place);
	ret = register_kretprobe(&place->rp);
	if (!ret)
		returns->all[returns->nr++] = &place->rp;
	return ret;
}

static bool any_kept(struct returns *returns)
{
	bool any = false;
	unsigned int i;

	for (i = 0; i < returns->nr; i++)
		any |= kretprobe_keep(returns->all[i]);
	return any;
}

static void returns_free(struct kernel_probe *probe)
{
	struct returns *returns = probe->returns;

	if (!returns)
		return;
	if (returns->nr)
		unregister_kretprobes(returns->all, returns->nr);
	if (!any_kept(returns))
		kvfree(returns);
	probe->returns = NULL;
}

static int register_all(struct kernel_probe *probe,
			const struct functions *functions)
{
	const unsigned int maxactive = returns_share(probe, functions->nr);
	struct returns *returns;
	unsigned int i;
	int ret = 0;

	if (maxactive > RETURNS_PENDING_MAX / functions->nr)
		return -E2BIG;
	returns = kvzalloc(struct_size(returns, place, functions->nr),
			   GFP_KERNEL);
	if (!returns)
		return -ENOMEM;
	probe->returns = returns;
	for (i = 0; i < functions->nr && ret != -ENOMEM; i++)
		ret = register_place(returns, probe, functions->address[i],
				     maxactive);
	if (returns->nr && ret != -ENOMEM)
		return 0;
	returns_free(probe);
	return ret;
}

/*
 * Registers kretprobes, disabled, for all functions that match, except those that the kernel
 * refuses to probe. Returns 0; -ENOENT if there is no such function; -E2BIG if there are too
 * many; or another errno.
 */
static int returns_find(struct kernel_probe *probe)
{
	struct functions *functions = kzalloc(sizeof(*functions), GFP_KERNEL);
	int ret;

	if (!functions)
		return -ENOMEM;
	ret = symbols_find(probe->symbol, returns_take_function, functions);
	if (!ret)
		ret = functions->nr ? register_all(probe, functions) : -ENOENT;
	kfree(functions);
	return ret;
}

static unsigned long returns_skipped(const struct return_place *place)
{
	return READ_ONCE(place->rp.kp.nmissed) + READ_ONCE(place->rp.nmissed);
}

static void returns_disarm(struct kernel_probe *probe)
{
	struct returns *returns = probe->returns;
	struct return_place *place;
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	for (i = 0; i < returns->nr; i++) {
		place = &returns->place[i];
		if (!place->armed)
			continue;
		if (!kprobe_gone(&place->rp.kp))
			disable_kretprobe(&place->rp);
		atomic_long_add(returns_skipped(place) - place->missed_before,
				&probe->probe.missed);
		place->armed = false;
	}
}

static int returns_arm(struct kernel_probe *probe)
{
	struct returns *returns = probe->returns;
	struct return_place *place;
	unsigned int i;
	int ret;

	lockdep_assert_held(&event_mutex);
	for (i = 0; i < returns->nr; i++) {
		place = &returns->place[i];
		/* The function's module was unloaded. */
		if (kprobe_gone(&place->rp.kp))
			continue;
		place->missed_before = returns_skipped(place);
		ret = enable_kretprobe(&place->rp);
		if (ret) {
			returns_disarm(probe);
			return ret;
		}
		place->armed = true;
	}
	return 0;
}

/* Number of returns that the kernel has skipped since returns_arm(). */
static unsigned long returns_missed(const struct kernel_probe *probe)
{
	const struct returns *returns = probe->returns;
	unsigned long missed = 0;
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	for (i = 0; i < returns->nr; i++)
		if (returns->place[i].armed)
			missed += returns_skipped(&returns->place[i]) -
				  returns->place[i].missed_before;
	return missed;
}

static bool is_pattern(const char *symbol)
{
	return strpbrk(symbol, "*?[");
}

static void free_function(struct probe *base)
{
	returns_free(to_kernel_probe(base));
	kernel_probe_free(base);
}

/*
 * The kernel's fprobes do not limit pending calls. The default of kretprobes is
 * too low for functions that sleep or recurse, so take a higher one.
 */
static unsigned int default_maxactive(void)
{
	return clamp(8 * num_possible_cpus(), 256U, (unsigned int)MAXACTIVE_MAX);
}

static struct kernel_probe *fprobe_make(struct fprobe_command *command)
{
	struct kernel_probe *probe = kzalloc(sizeof(*probe), GFP_KERNEL);

	if (!probe)
		return NULL;
	probe->symbol = command->symbol;
	command->symbol = NULL;
	probe->is_return = command->is_return;
	probe->maxactive = command->maxactive;
	probe->rp.maxactive = command->maxactive ?: default_maxactive();
	probe->rp.kp.symbol_name = probe->symbol;
	/* As in the kernel, a name means all functions that have it. */
	probe->by_name = is_pattern(probe->symbol) ||
			 (!strchr(probe->symbol, ':') &&
			  symbol_is_shared(probe->symbol));
	if (probe->is_return)
		kprobe_set_handlers(probe);
	return probe;
}

int function_probe_define(struct fprobe_command *command)
{
	struct kernel_probe *probe = fprobe_make(command);
	int ret;

	if (!probe)
		return -ENOMEM;
	ret = kprobe_init(probe, &fprobe_kind, command->words, PROBE_NO_REGS |
			  (probe->is_return ? PROBE_AT_RETURN : PROBE_AT_ENTRY)) ?:
	      probe_add(&probe->probe, &command->name, command->words);
	if (ret)
		free_function(&probe->probe);
	return ret;
}

/* Finds the function of a probe on entries. */
static int find_function(struct kernel_probe *probe)
{
	unsigned long address = 0;

	if (!probe->by_name) {
		address = symbol_address(probe->symbol);
		if (address)
			address = traced_entry(address);
		if (!address || !entry_traceable(address))
			return -ENOENT;
	}
	if (!entry_prepare(probe, address))
		return -EINVAL;
	return probe->by_name ? entry_find(probe) : 0;
}

static int fprobe_find_place(struct kernel_probe *probe)
{
	int ret = security_locked_down(LOCKDOWN_KPROBES);

	if (ret)
		return ret;
	ret = probe_args_resolve(probe->probe.args);
	if (ret)
		return ret;
	if (!probe->is_return)
		return find_function(probe);
	return probe->by_name ? returns_find(probe) : kprobe_register(probe);
}

static int fprobe_place(struct probe *base, struct probe_words *words)
{
	struct kernel_probe *probe = to_kernel_probe(base);
	int ret;

	if (!probe->by_name && symbol_is_shared(probe->symbol))
		return probe_fail(words, 1, 0, PROBE_NON_UNIQ_SYMBOL, -EADDRNOTAVAIL);
	ret = fprobe_find_place(probe);
	if (ret == -ENOENT && !probe->by_name &&
	    symbol_may_come(probe->symbol)) {
		pr_info("function %s not found; its probe starts when you load the module that has it\n",
			probe->symbol);
		return 0;
	}
	return fprobe_explain(words, ret);
}

static int fprobe_arm(struct probe *base)
{
	struct kernel_probe *probe = to_kernel_probe(base);
	int ret = security_locked_down(LOCKDOWN_KPROBES);

	if (ret)
		return ret;
	if (probe->is_return)
		return probe->by_name ? returns_arm(probe) : kprobe_arm(probe);
	if (!probe->by_name)
		return probe->entry ? entry_hook(probe) : 0;
	/* -ENOENT: the functions' module is unloaded, and may be loaded again. */
	ret = entry_hook(probe);
	return ret == -ENOENT ? 0 : ret;
}

static void fprobe_disarm(struct probe *base)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	if (!probe->is_return)
		entry_unhook(probe);
	else if (probe->by_name)
		returns_disarm(probe);
	else
		kprobe_disarm(probe);
}

static unsigned long fprobe_missed(const struct probe *base)
{
	const struct kernel_probe *probe = to_kernel_probe(base);

	return probe->returns ? returns_missed(probe) : kprobe_missed(base);
}

/*
 * A probe on all functions of a name or pattern waits for no certain module, and one on entries
 * gets the functions of modules that are loaded later.
 */
static const char *fprobe_waits_for(const struct probe *base)
{
	const struct kernel_probe *probe = to_kernel_probe(base);

	if (probe->by_name || probe->entry)
		return NULL;
	return probe->is_return ? kprobe_waits_for(base) : probe->symbol;
}

static int place_again(struct kernel_probe *probe)
{
	struct probe *base = &probe->probe;
	int ret;

	/*
	 * The probe is hooked if it was armed during the module's load or
	 * unload. Unhook it before find_function() changes its address.
	 */
	entry_unhook(probe);
	ret = probe_args_resolve(base->args) ?: find_function(probe);
	return ret ?: base->event->users ? fprobe_arm(base) : 0;
}

static int fprobe_module_coming(struct probe *base, struct module *mod)
{
	struct kernel_probe *probe = to_kernel_probe(base);
	int ret = 0;

	if (probe->by_name) {
		/* Probes on returns get no functions of modules that come later. */
		if (base->event->users && !probe->is_return)
			ret = entry_find_again(probe);
		return ret == -ENOENT ? 0 : ret;
	}
	if (!kprobe_is_in(probe, mod))
		return 0;
	return probe->is_return ? kprobe_place_again(probe) : place_again(probe);
}

static bool fprobe_is_at(const struct probe *probe, const char *word)
{
	const struct kernel_probe *at = to_kernel_probe(probe);
	const size_t len = str_has_prefix(word, at->symbol);

	/* Accept the symbol, like the kernel, and what fprobe_show() prints. */
	return len && (!word[len] ||
		       (at->is_return && !strcmp(word + len, "%return")));
}

static void fprobe_show(struct seq_file *m, const struct dynamic_event *dyn)
{
	const struct kernel_probe *probe = to_kernel_probe(to_probe(dyn));

	probe_show_name(m, &probe->probe, 'f', probe->maxactive);
	seq_printf(m, "%s%s", probe->symbol, probe->is_return ? "%return" : "");
	probe_show_args(m, &probe->probe);
}

const struct probe_kind fprobe_kind = {
	.type = PROBE_TYPE(fprobe_create, fprobe_show),
	.arm = fprobe_arm,
	.disarm = fprobe_disarm,
	.place = fprobe_place,
	.same_place = kprobe_same_place,
	.is_at = fprobe_is_at,
	.missed = fprobe_missed,
	.waits_for = fprobe_waits_for,
	.module_coming = fprobe_module_coming,
	.module_live = kprobe_module_live,
	.module_going = kprobe_module_going,
	.free = free_function,
};
