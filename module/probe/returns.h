/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes on the returns of all functions that match a name or pattern.
 *
 * One hook (see compat/returns.h) serves all functions of a definition. It is started while an
 * event file wants hits, and finds the functions again each time.
 */
#ifndef HISTRIG_PROBE_RETURNS_H
#define HISTRIG_PROBE_RETURNS_H

#include "../compat/parts.h"

#if HISTRIG_CALLS

#include "../compat/returns.h"
#include "fetch.h"

struct kernel_probe;
struct module;

/*
 * The words that the hook stores with a pending call: @session at that time, args->entry_words
 * words, and with @timed the time when the call began.
 */
#define RETURNS_SESSION		0
#define RETURNS_SAVED		1

static_assert(RETURNS_SAVED + PROBE_ENTRY_MAX + 1 <= RETURN_WORDS_MAX);

/**
 * struct function_returns - the functions of a definition
 * @hook: hooks the functions
 * @probe: the definition
 * @timed: hits show $duration
 * @session: number of this start of the hook, which differs from that of calls that are pending
 *	since an earlier start; 0 while functions are hooked or unhooked, because the kernel's own
 *	calls at that time would make too many hits; read by hits
 * @pending: for each CPU, calls that began there less those that returned there
 * @ips: the functions that are hooked, sorted
 * @nr: number of @ips
 */
struct function_returns {
	struct return_probe hook;
	struct kernel_probe *probe;
	bool timed;
	unsigned long session;
	long __percpu *pending;
	unsigned long *ips;
	unsigned int nr;
};

/* The functions of return_probe.hooks; in hot/returns.c. */
extern const struct return_hooks function_returns_hooks;

/*
 * returns_place() - make @returns of a probe. May sleep. Returns 0; -ENOENT if no function
 * matches; -EINVAL if none of them can be hooked; or another errno.
 */
int returns_place(struct kernel_probe *probe);

/* returns_free() - undo returns_place(), if it was called; the probe is disarmed */
void returns_free(struct kernel_probe *probe);

/*
 * returns_arm() - hook all functions that match, if there are any. event_mutex is held; may sleep,
 * for seconds with many functions. Returns 0 or an errno.
 */
int returns_arm(struct kernel_probe *probe);

/* returns_disarm() - stop hits, and wait for them; event_mutex is held */
void returns_disarm(struct kernel_probe *probe);

/*
 * returns_module_live(), returns_module_going() - if functions of a module match, start the hook
 * again, with them or without them. Calls that are pending at that moment count as missed.
 * event_mutex is held.
 */
void returns_module_live(struct kernel_probe *probe, const struct module *mod);
void returns_module_going(struct kernel_probe *probe, const struct module *mod);

/* returns_missed() - returns that were missed since returns_arm(), but are not in probe.missed */
unsigned long returns_missed(const struct kernel_probe *probe);

#endif /* HISTRIG_CALLS */

#endif /* HISTRIG_PROBE_RETURNS_H */
