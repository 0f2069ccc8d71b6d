/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hits where functions begin, by function tracing.
 *
 * All definitions share a callback of function tracing, which looks the function
 * up in a table. If each had its own, stopping one would take a grace period of
 * RCU tasks, tens of milliseconds. There are two such callbacks, one of them for
 * definitions that need all registers, because saving these takes time.
 *
 * A filter without functions means all functions. So a function that is never
 * called stays in the filters.
 *
 * Definitions for a pattern have a callback of their own.
 */
#ifndef HISTRIG_PROBE_ENTRY_H
#define HISTRIG_PROBE_ENTRY_H

#include <linux/atomic.h>
#include <linux/ftrace.h>
#include <linux/list.h>

struct kernel_probe;

#define ENTRY_TABLE_BITS	10
#define ENTRY_IDLE_BITS		8

/**
 * struct entry_idle - a function that was called where RCU is idle
 * @ip: where the function begins, 0 if no function has taken this slot
 * @missed: number of these calls
 */
struct entry_idle {
	unsigned long ip;
	atomic_long_t missed;
};

/**
 * struct entry_table - the functions of a callback
 * @ops: the callback
 * @registered: @ops is registered, and stays so until entries_exit()
 * @changed: @probes has changed since the kernel's filter was set, see
 *	entries_collect()
 * @probes: the probes that are armed, by @entry; changed under event_mutex, read
 *	under RCU
 * @idle: calls where RCU is idle, by function. They must not look at probes, but
 *	these slots are never freed. Few functions are called there
 * @idle_missed: such calls of functions that have found no slot
 */
struct entry_table {
	struct ftrace_ops ops;
	bool registered;
	bool changed;
	struct hlist_head probes[1 << ENTRY_TABLE_BITS];
	struct entry_idle idle[1 << ENTRY_IDLE_BITS];
	atomic_long_t idle_missed;
};

/**
 * entry_traceable() - test whether function tracing knows a function
 * @address: where the function begins
 *
 * Context: process, may sleep.
 */
bool entry_traceable(unsigned long address);

/**
 * entry_prepare() - choose function tracing for a probe, if it suffices
 * @probe: the probe, with its arguments, which is not hooked
 * @address: where its function begins; ignored if @by_name is set
 *
 * Context: process.
 * Return: false if the arguments show registers that it does not provide.
 */
bool entry_prepare(struct kernel_probe *probe, unsigned long address);

/**
 * entry_find() - look for functions by the name that a probe has as its symbol
 * @probe: the probe, with @by_name set, after entry_prepare()
 *
 * Context: process, may sleep.
 * Return: 0 if there are some; -ENOENT if not; -ENOMEM.
 */
int entry_find(struct kernel_probe *probe);

/**
 * entry_find_again() - look for functions again when a module comes
 * @probe: the probe, with @by_name set, whose event is in use
 *
 * The module may have functions of the name. And without this, other functions
 * of the module would be hit where those of a module were that has gone: nothing
 * else takes their addresses off the filter.
 *
 * Context: process, may sleep; event_mutex held; called before any code of the
 *	module runs.
 * Return: as for entry_hook(). There are no hits if it fails.
 */
int entry_find_again(struct kernel_probe *probe);

/**
 * entry_hook() - start hits
 * @probe: a probe for which entry_prepare() returned true, not hooked
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0; -ENOENT if @by_name is set, and there is no such function now; or
 * another errno.
 */
int entry_hook(struct kernel_probe *probe);

/**
 * entry_unhook() - stop hits, if there are any
 * @probe: the probe
 *
 * Some may be running until hits_synchronize() returns.
 *
 * Context: process, may sleep; event_mutex held.
 */
void entry_unhook(struct kernel_probe *probe);

/**
 * entry_missed() - number of calls that were skipped because RCU was idle
 * @probe: the probe
 *
 * Since entry_hook(); entry_unhook() adds them to the probe's own count.
 *
 * Context: process, event_mutex held.
 * Return: the number, 0 if the probe is not hooked.
 */
unsigned long entry_missed(const struct kernel_probe *probe);

/**
 * entries_collect() - let entry_hook() and entry_unhook() wait for
 *	entries_apply()
 *
 * The kernel looks at all functions whenever a filter changes, which takes more
 * than ten milliseconds. This lets it look once for any number of probes. Those
 * with @by_name set do not wait.
 *
 * Context: process, event_mutex held until entries_apply().
 */
void entries_collect(void);

/**
 * entries_apply() - start and stop the hits of all probes since
 *	entries_collect()
 *
 * Context: process, may sleep; event_mutex held.
 * Probes whose functions have gone with their module are unhooked.
 *
 * Return: 0; or an errno, and then a probe that was hooked may have no hits. One
 * that was unhooked has none in either case; the kernel may still trace its
 * function, until it can be told at the next change.
 */
int entries_apply(void);

/* entry_free() - wait for hits, and free what the functions above allocated */
void entry_free(struct kernel_probe *probe);

/* entries_exit() - unregister the callbacks; no probe is armed any more */
void entries_exit(void);

#endif /* HISTRIG_PROBE_ENTRY_H */
