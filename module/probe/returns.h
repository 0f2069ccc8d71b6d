/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hits where functions return, for definitions that are on all functions of a
 * name or pattern.
 *
 * Each function has a kretprobe of its own. Arming these one by one takes long,
 * and each needs memory for its calls, so their number is limited.
 */
#ifndef HISTRIG_PROBE_RETURNS_H
#define HISTRIG_PROBE_RETURNS_H

#include <linux/kprobes.h>

struct kernel_probe;

/* Maximum number of functions of a definition. */
#define RETURNS_MAX	512

/* Maximum number of pending calls of all functions of a definition. */
#define RETURNS_PENDING_MAX	131072

/**
 * struct return_place - a function of a definition
 * @rp: the kernel's probe
 * @probe: the definition
 * @armed: @rp is enabled; guarded by event_mutex
 * @missed_before: what the kernel had counted as missed when @rp was enabled
 */
struct return_place {
	struct kretprobe rp;
	struct kernel_probe *probe;
	bool armed;
	unsigned long missed_before;
};

/**
 * struct returns - the functions of a definition
 * @nr: number of functions
 * @all: their probes, as the kernel takes them
 * @place: the functions
 */
struct returns {
	unsigned int nr;
	struct kretprobe *all[RETURNS_MAX];
	struct return_place place[];
};

/**
 * returns_find() - make probes known to the kernel, disabled, for all functions
 *	by the name that a definition has as its symbol
 * @probe: the definition, after kprobe_set_handlers() and kprobe_keep_entry()
 *
 * Leaves out functions that the kernel does not let us probe.
 *
 * Context: process, may sleep; dynamic_mutex held.
 * Return: 0; -ENOENT if there is no such function; -E2BIG if there are too many;
 * an errno of symbols_find() or register_kretprobe().
 */
int returns_find(struct kernel_probe *probe);

/**
 * returns_arm() - start hits
 * @probe: a definition for which returns_find() has succeeded
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or an errno.
 */
int returns_arm(struct kernel_probe *probe);

/* returns_disarm() - undo returns_arm() */
void returns_disarm(struct kernel_probe *probe);

/* returns_missed() - number of returns that the kernel skipped while armed */
unsigned long returns_missed(const struct kernel_probe *probe);

/* returns_free() - undo returns_find(), if it has succeeded; waits for hits */
void returns_free(struct kernel_probe *probe);

#endif /* HISTRIG_PROBE_RETURNS_H */
