/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes in kernel code: on an instruction (p), on a function (f), or on the
 * return of a function (r, and f as well).
 *
 * The kernel's kprobe is registered when a definition is made, disabled, and
 * enabled while somebody wants hits. So a place that cannot be probed is
 * refused at once, as in the kernel.
 *
 * Where a function begins, function tracing calls us instead, if what it knows
 * suffices for the arguments, because it costs less; see entry.h.
 */
#ifndef HISTRIG_PROBE_KPROBE_H
#define HISTRIG_PROBE_KPROBE_H

#include <linux/ftrace.h>
#include <linux/kprobes.h>

#include "probe.h"

struct returns;

/* Maximum of returns that users can ask for, same as in the kernel. */
#define MAXACTIVE_MAX	4096

/**
 * struct kernel_probe - a probe in kernel code
 * @probe: as a probe
 * @rp: the kernel's probe; only @rp.kp is used unless @is_return is set
 * @symbol: the symbol it is on, NULL if it is on an address
 * @address: the address if it is on an address
 * @is_return: hits are returns of the function
 * @all_regs: arguments show registers that do not pass arguments
 * @registered: the kernel knows the probe, which may be gone with its module
 * @kept: the kernel has refused to unregister it, see compat/stuck_hooks.h
 * @deferred: errno of registering it, to be reported by probe_add()
 * @armed: @rp is enabled; guarded by event_mutex
 * @missed_before: what the kernel, or the table of functions, had counted as
 *	missed when the probe was armed last
 * @maxactive: returns that can be pending at a time, 0 for the default; what the
 *	user asked for
 * @by_name: fprobe.c: it is on all functions whose name is @symbol, or matches it
 * @returns: used in place of @rp if @by_name and @is_return are set, see
 *	returns.h; @rp is its model
 * @ops: used if @by_name is set and @is_return is not
 * @entry: where the function begins, see entry.h; 0 if that is not used
 * @by_entry: entry in the table of functions
 * @hooked: function tracing calls us; guarded by event_mutex
 * @was_hooked: @hooked was set some time
 */
struct kernel_probe {
	struct probe probe;
	struct kretprobe rp;
	char *symbol;
	void *address;
	bool is_return;
	bool all_regs;
	bool registered;
	bool kept;
	int deferred;
	bool armed;
	unsigned long missed_before;
	unsigned int maxactive;
	bool by_name;
	struct returns *returns;
	struct ftrace_ops ops;
	unsigned long entry;
	struct hlist_node by_entry;
	bool hooked;
	bool was_hooked;
};

/* What a return probe keeps when the function begins. */
struct kprobe_entry {
	u64 time;
	unsigned long words[PROBE_ENTRY_MAX];
};

static inline struct kernel_probe *to_kernel_probe(const struct probe *probe)
{
	return container_of(probe, struct kernel_probe, probe);
}

/**
 * kprobe_parse_maxactive() - parse the number after the first letter
 * @words: the definition
 * @maxactive: set to the number
 *
 * Context: process, may sleep.
 * Return: 0 or -EINVAL; errors are explained in the error log.
 */
int kprobe_parse_maxactive(struct probe_words *words, unsigned int *maxactive);

/**
 * kprobe_init() - probe_init() of both kinds of probes in kernel code
 * @probe: the probe, with @symbol and @is_return set
 * @kind: its kind
 * @words: its text
 * @flags: PROBE_* for its arguments, beside PROBE_ON_KERNEL
 *
 * Context: process, may sleep.
 * Return: as for probe_init().
 */
int kprobe_init(struct kernel_probe *probe, const struct probe_kind *kind,
		struct probe_words *words, unsigned int flags);

/**
 * kprobe_explain() - report why a place is not accepted
 * @words: the definition
 * @error: the errno of looking for the place, or 0
 *
 * Context: process, may sleep.
 * Return: @error.
 */
int kprobe_explain(struct probe_words *words, int error);

/**
 * kprobe_register() - make a probe known to the kernel, disabled
 * @probe: the probe, with its place in @rp.kp
 *
 * Context: process, may sleep.
 * Return: 0, or an errno of register_kprobe(); -EINVAL if the place is in a
 * function that must not be traced; -EPERM if the kernel is locked down.
 */
int kprobe_register(struct kernel_probe *probe);

/* kprobe_unregister() - undo kprobe_register(), if it was called */
void kprobe_unregister(struct kernel_probe *probe);

/**
 * kprobe_free() - free a probe, unless the kernel still calls it
 * @probe: the probe, unregistered and unhooked
 *
 * Context: process.
 */
void kprobe_free(struct kernel_probe *probe);

/**
 * kprobe_arm() - start hits, through a registered kprobe
 * @probe: the probe
 *
 * Context: process, event_mutex held.
 * Return: 0, also if the probe's module is not there; or an errno.
 */
int kprobe_arm(struct kernel_probe *probe);

/* kprobe_disarm() - undo kprobe_arm() */
void kprobe_disarm(struct kernel_probe *probe);

/* kprobe_missed() - the @missed of both kinds of probes in kernel code */
unsigned long kprobe_missed(const struct probe *probe);

/* kprobe_waits_for() - the @waits_for of probes that use a registered kprobe */
const char *kprobe_waits_for(const struct probe *probe);

/**
 * kprobe_place_again() - register a probe on a module that is being loaded
 * @probe: the probe, whose symbol is in the module
 *
 * Arms the probe, too, if its event is in use.
 *
 * Context: process, dynamic_mutex and event_mutex held.
 * Return: 0 or an errno.
 */
int kprobe_place_again(struct kernel_probe *probe);

/* kprobe_module_live() - the @module_live of both kinds of probes in kernel code */
void kprobe_module_live(struct probe *probe, struct module *mod);

/* kprobe_is_in() - test whether the probe's symbol is "MODULE:NAME" */
bool kprobe_is_in(const struct kernel_probe *probe, const struct module *mod);

#endif /* HISTRIG_PROBE_KPROBE_H */
