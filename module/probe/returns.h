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

/* The words that the hook stores with a pending call: only the first, unless hits show others. */
enum returns_word {
	RETURNS_SESSION,	/* @session at that time */
	RETURNS_BEGAN,		/* when the call began */
	RETURNS_SAVED,		/* the first of args->entry_words */
	RETURNS_WORDS_MAX = RETURNS_SAVED + PROBE_ENTRY_MAX,
};

static_assert(RETURNS_WORDS_MAX <= RETURN_WORDS_MAX);

/**
 * struct function_returns - the functions of a definition
 * @hook: hooks the functions
 * @probe: the definition
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
	unsigned long session;
	long __percpu *pending;
	unsigned long *ips;
	unsigned int nr;
};

/* The functions of return_probe.hooks; in hot/returns.c. */
extern const struct return_hooks function_returns_hooks;

/*
 * returns_place() - make @returns of a probe. May sleep. Returns 0; -ENOENT if no function
 * matches, or none that can be hooked; or another errno.
 */
int returns_place(struct kernel_probe *probe);

/* returns_free() - undo returns_place(), if it was called; the probe is disarmed */
void returns_free(struct kernel_probe *probe);

/*
 * returns_arm() - hook all functions that match. event_mutex is held; may sleep, for seconds with
 * many functions. Returns as returns_place().
 */
int returns_arm(struct kernel_probe *probe);

/* returns_disarm() - stop hits, and wait for them; event_mutex is held */
void returns_disarm(struct kernel_probe *probe);

/*
 * returns_find_again() - hook all functions that match now, but not those of module @without if
 * that is not NULL. Calls that are pending at this moment count as missed. event_mutex is held.
 * Returns as returns_arm().
 */
int returns_find_again(struct kernel_probe *probe, const struct module *without);

/* returns_module_going() - hook functions of this module no longer; event_mutex is held */
void returns_module_going(struct kernel_probe *probe, const struct module *mod);

/* returns_missed() - returns that were missed since returns_arm(), but are not in probe.missed */
unsigned long returns_missed(const struct kernel_probe *probe);

#endif /* HISTRIG_CALLS */

#endif /* HISTRIG_PROBE_RETURNS_H */
