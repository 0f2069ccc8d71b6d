/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hits at the returns of all functions that match a name or pattern.
 *
 * Each function has its own kretprobe. The number of kretprobes is limited,
 * because each is slow to arm and needs memory for pending calls.
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
 * @armed: @rp is enabled; protected by event_mutex
 * @missed_before: count of missed hits when @rp was enabled
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
 * @all: their probes, for unregister_kretprobes()
 * @place: the functions
 */
struct returns {
	unsigned int nr;
	struct kretprobe *all[RETURNS_MAX];
	struct return_place place[];
};

/**
 * returns_find() - register kretprobes, disabled, for all functions that match
 * @probe: the definition, after kprobe_set_handlers() and kprobe_keep_entry()
 *
 * Skips functions that the kernel refuses to probe.
 *
 * Context: process, may sleep; dynamic_mutex held.
 * Return: 0; -ENOENT if there is no such function; -E2BIG if there are too
 * many; an errno of symbols_find() or register_kretprobe().
 */
int returns_find(struct kernel_probe *probe);

/* Starts hits. Returns 0 or an errno. May sleep. Caller holds event_mutex. */
int returns_arm(struct kernel_probe *probe);
void returns_disarm(struct kernel_probe *probe);

/* Number of returns that the kernel has skipped since returns_arm(). */
unsigned long returns_missed(const struct kernel_probe *probe);

/* Undoes returns_find(), if it was successful. Waits for hits. */
void returns_free(struct kernel_probe *probe);

#endif /* HISTRIG_PROBE_RETURNS_H */
