// SPDX-License-Identifier: GPL-2.0
/* Probes on functions, see fprobe.h. */
#include <linux/cpumask.h>
#include <linux/kconfig.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/module.h>
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
#include "returns.h"
#include "symbol_list.h"

static bool is_pattern(const char *symbol)
{
	return strpbrk(symbol, "*?[");
}

static void free_function(struct probe *base)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	returns_free(probe);
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
	return probe->by_name ? returns_place(probe) : kprobe_register(probe);
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
 * A probe on all functions of a name or pattern waits for no certain module; it gets the
 * functions of modules that are loaded later.
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
		/* For probes on returns, fprobe_module_live() does that. */
		if (base->event->users && !probe->is_return)
			ret = entry_find_again(probe);
		return ret == -ENOENT ? 0 : ret;
	}
	if (!kprobe_is_in(probe, mod))
		return 0;
	return probe->is_return ? kprobe_place_again(probe) : place_again(probe);
}

static void fprobe_module_live(struct probe *base, struct module *mod)
{
	kprobe_module_live(base, mod);
	returns_module_live(to_kernel_probe(base), mod);
}

static void fprobe_module_going(struct probe *base, struct module *mod)
{
	kprobe_module_going(base, mod);
	returns_module_going(to_kernel_probe(base), mod);
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
	.module_live = fprobe_module_live,
	.module_going = fprobe_module_going,
	.free = free_function,
};
