/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hits at the entry of functions, by function tracing.
 *
 * Definitions share a callback, which looks up the function in a table.
 * Separate callbacks would be slow to stop: each takes a grace period of RCU
 * tasks, tens of milliseconds. A second, slower callback saves all registers,
 * for definitions that need them. Only a definition for all functions of a name
 * or a pattern (kernel_probe.by_name) has its own callback.
 *
 * A filter without functions means all functions. The filters of the shared
 * callbacks therefore always contain a function that is never called,
 * ftrace_none_stub().
 */
#ifndef HISTRIG_PROBE_ENTRY_H
#define HISTRIG_PROBE_ENTRY_H

#include <linux/atomic.h>
#include <linux/errno.h>
#include <linux/list.h>

#include "../compat/ftrace.h"
#include "../compat/parts.h"

struct kernel_probe;

#if HISTRIG_FUNCTIONS

#define ENTRY_TABLE_BITS	10
#define ENTRY_IDLE_BITS		8

/**
 * struct entry_idle - a function that was called while RCU was idle
 * @ip: address of the function, 0 in a free slot
 * @missed: number of its calls while RCU was idle
 */
struct entry_idle {
	unsigned long ip;
	atomic_long_t missed;
};

/**
 * struct entry_table - a shared callback, and its probes by function
 * @ops: the callback
 * @registered: @ops is registered, and stays so until entries_exit()
 * @changed: @probes has changed since the kernel's filter was set, see
 *	entries_collect()
 * @probes: the armed probes, by kernel_probe.entry; changed under event_mutex,
 *	read under RCU
 * @idle: number of calls while RCU was idle, by function. Such calls must not
 *	access probes; they can access these slots, which are never freed
 * @idle_missed: number of such calls of all functions that found no free slot
 */
struct entry_table {
	struct ftrace_ops ops;
	bool registered;
	bool changed;
	struct hlist_head probes[1 << ENTRY_TABLE_BITS];
	struct entry_idle idle[1 << ENTRY_IDLE_BITS];
	atomic_long_t idle_missed;
};

/* Does function tracing know the function at this address? May sleep. */
bool entry_traceable(unsigned long address);

/**
 * entry_prepare() - use function tracing for a probe, if possible
 * @probe: the probe, with its arguments, not hooked
 * @address: address of its function; ignored if @by_name is set
 *
 * Context: process.
 * Return: false if the arguments need registers that function tracing lacks.
 */
bool entry_prepare(struct kernel_probe *probe, unsigned long address);

/*
 * Finds the functions that match the symbol of a probe with @by_name set. Call
 * this after entry_prepare(). Returns 0; -ENOENT if there are none; another
 * errno. May sleep.
 */
int entry_find(struct kernel_probe *probe);

/**
 * entry_find_again() - find the functions again when a module is loaded
 * @probe: the probe, with @by_name set, whose event is in use
 *
 * Adds the module's functions that match. Also removes addresses of unloaded
 * modules from the filter, because the module may have other functions there.
 *
 * Context: process, may sleep; event_mutex held; called before any code of the
 *	module runs.
 * Return: as for entry_hook(). There are no hits if it fails.
 */
int entry_find_again(struct kernel_probe *probe);

/**
 * entry_hook() - start the hits of a probe
 * @probe: a probe for which entry_prepare() returned true, not hooked
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0; -ENOENT if @by_name is set and no function matches; another errno.
 */
int entry_hook(struct kernel_probe *probe);

/*
 * Stops hits, if the probe is hooked; some may run until hits_synchronize()
 * returns. May sleep; the caller holds event_mutex.
 */
void entry_unhook(struct kernel_probe *probe);

/*
 * Returns the number of calls since entry_hook() that were skipped because RCU
 * was idle; entry_unhook() adds it to probe.missed. The caller holds
 * event_mutex.
 */
unsigned long entry_missed(const struct kernel_probe *probe);

/*
 * Defers entry_hook() and entry_unhook() to entries_apply(), except for probes
 * with @by_name set. The caller holds event_mutex until then. Saves time, as
 * each change of a filter takes the kernel over ten milliseconds.
 */
void entries_collect(void);

/**
 * entries_apply() - do what entries_collect() deferred
 *
 * Unhooks probes whose functions were unloaded with their module.
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or an errno. After an error, hooked probes may get no hits;
 * unhooked ones never get any, although the kernel may call our callback for
 * their functions until the next change.
 */
int entries_apply(void);

/* Waits for hits, and frees what the functions above allocated. */
void entry_free(struct kernel_probe *probe);

/* Does the kernel still call a probe's own callback? See compat/stuck_hooks.h. */
bool entry_is_kept(const struct kernel_probe *probe);

/* Unregisters the callbacks. Call this when no probe is armed any more. */
void entries_exit(void);

/**
 * entry_callback() - callback of function tracing for a struct entry_table
 * @ip: address of the call to function tracing
 * @parent_ip: return address of the function
 * @ops: @ops of the struct entry_table that contains the probes
 * @regs: registers, see traced_regs()
 *
 * Context: any, NMI too.
 */
void entry_callback(unsigned long ip, unsigned long parent_ip,
		    struct ftrace_ops *ops, struct ftrace_regs *regs);

/* Like entry_callback(), for kernel_probe.ops of a probe with @by_name set. */
void entry_named_callback(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *ops, struct ftrace_regs *regs);

#else /* all probes use kprobes */

static inline bool entry_traceable(unsigned long address)
{
	return true;
}

static inline bool entry_prepare(struct kernel_probe *probe,
				 unsigned long address)
{
	return false;
}

static inline int entry_hook(struct kernel_probe *probe)
{
	return -EOPNOTSUPP;
}

static inline void entry_unhook(struct kernel_probe *probe)
{
}

static inline unsigned long entry_missed(const struct kernel_probe *probe)
{
	return 0;
}

static inline void entries_collect(void)
{
}

static inline int entries_apply(void)
{
	return 0;
}

static inline void entry_free(struct kernel_probe *probe)
{
}

static inline bool entry_is_kept(const struct kernel_probe *probe)
{
	return false;
}

static inline void entries_exit(void)
{
}

#endif

#endif /* HISTRIG_PROBE_ENTRY_H */
