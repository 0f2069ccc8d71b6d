/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes in kernel code: on an instruction (p), on a function (f), or on the
 * return of a function (r or f).
 *
 * A definition registers a disabled kprobe, so that a place that cannot be
 * probed is refused at once, as in the kernel. The kprobe is enabled while an
 * event file wants hits.
 *
 * At the entry of a function, function tracing replaces the kprobe, because it
 * is faster, if it passes all registers that the arguments need, see entry.h.
 */
#ifndef HISTRIG_PROBE_KPROBE_H
#define HISTRIG_PROBE_KPROBE_H

#include <linux/ftrace.h>
#include <linux/kprobes.h>

#include "../compat/parts.h"
#include "probe.h"

struct function_returns;

/**
 * struct kernel_probe - a probe in kernel code
 * @probe: the common part of all probes
 * @rp: the kernel's probe; if @is_return is not set, only @rp.kp is used
 * @symbol: the symbol that it is on; NULL if it is on an address
 * @address: the address if it is on an address
 * @is_return: hits are returns of the function
 * @all_regs: an argument shows a register that passes no argument of the
 *	function
 * @registered: @rp is registered; its place may be in a module that was
 *	unloaded
 * @kept: the kernel has refused to unregister it, see compat/stuck_hooks.h
 * @deferred: errno of registering @rp; kprobe_place() reports it
 * @armed: @rp is enabled; protected by event_mutex
 * @missed_before: count of missed hits, by the kernel or the struct
 *	entry_table, when the probe was last armed
 * @maxactive: maximum number of pending returns; 0 for the default
 * @by_name: the probe is on all functions whose names match @symbol; set by
 *	function_probe.c
 * @returns: hooks the functions if @by_name and @is_return are set, see returns.h
 * @ops: the probe's own callback, if @by_name is set and @is_return is not
 * @entry: address of the function, see entry.h; 0 if function tracing is not
 *	used
 * @by_entry: entry in entry_table.probes
 * @hooked: function tracing makes its hits; protected by event_mutex
 * @was_hooked: @hooked was set once
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
	struct function_returns *returns;
#if HISTRIG_FUNCTIONS
	struct ftrace_ops ops;
#endif
	unsigned long entry;
	struct hlist_node by_entry;
	bool hooked;
	bool was_hooked;
};

/* What a return probe saves at the function's entry. */
struct kprobe_entry {
	u64 time;
	unsigned long words[PROBE_ENTRY_MAX];
};

static inline struct kernel_probe *to_kernel_probe(const struct probe *probe)
{
	return container_of(probe, struct kernel_probe, probe);
}

/*
 * Calls probe_init() for a probe with @symbol and @is_return set. @flags are PROBE_AT_*
 * and PROBE_NO_REGS.
 */
int kprobe_init(struct kernel_probe *probe, const struct probe_kind *kind,
		struct probe_words *words, unsigned int flags);

/**
 * kprobe_register() - register the kprobe of a probe, disabled
 * @probe: the probe, with its place in @rp.kp
 *
 * Context: process, may sleep.
 * Return: 0, or an errno of register_kprobe(); -EINVAL if the place is in a
 * function that must not be traced; -EPERM if the kernel is locked down;
 * -ENODEV if the kernel has refused to unregister the probe before.
 */
int kprobe_register(struct kernel_probe *probe);

/*
 * Enables the kprobe. Returns 0 or an errno; 0 if its module is not loaded. The
 * caller holds event_mutex.
 */
int kprobe_arm(struct kernel_probe *probe);
void kprobe_disarm(struct kernel_probe *probe);

/* Functions of struct probe_kind, which function_probe.c uses as well. */
void kernel_probe_free(struct probe *probe);
bool kprobe_same_place(const struct probe *a, const struct probe *b);
unsigned long kprobe_missed(const struct probe *probe);
const char *kprobe_waits_for(const struct probe *probe);
void kprobe_module_live(struct probe *probe, struct module *mod);
void kprobe_module_going(struct probe *probe, struct module *mod);

/*
 * Registers a probe in a module that is being loaded, and arms it if its event
 * is in use. Returns 0 or an errno. The caller holds dynamic_mutex and
 * event_mutex.
 */
int kprobe_place_again(struct kernel_probe *probe);

/* Is the symbol "MODULE:NAME", with the name of @mod? */
bool kprobe_is_in(const struct kernel_probe *probe, const struct module *mod);

/* Sets the handlers by @is_return. Call this before registering the kprobe. */
void kprobe_set_handlers(struct kernel_probe *probe);

/* Makes a disarmed return probe save a struct kprobe_entry at entry. */
void kprobe_keep_entry(struct kernel_probe *probe);

#endif /* HISTRIG_PROBE_KPROBE_H */
