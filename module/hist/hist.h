/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms and the triggers that feed them.
 *
 * A histogram is a map and the specification that says how to print it. Without
 * a name, it belongs to one trigger, otherwise to all triggers of that name.
 * When the last of these triggers is removed, the histogram loses its name.
 * Readers, and triggers that use its variables, also hold references; the last
 * reference frees the histogram. Each trigger has its own program, because
 * events that share a histogram may have a field at different offsets.
 */
#ifndef HISTRIG_HIST_H
#define HISTRIG_HIST_H

#include <linux/kernel.h>
#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/sched.h>

#include "../compat/order.h"
#include "../trigger/trigger.h"
#include "map.h"
#include "spec.h"

struct hist_interval;

/*
 * Bits of @needs: the files of user stacks, and the paths of removed cgroups; see
 * trigger/resources.h.
 */
#define HIST_NEEDS_FRAMES	0x1
#define HIST_NEEDS_CGROUPS	0x2

/**
 * struct hist_track - the value that triggered the last snapshot
 * @guard: protects all other members
 * @taken: whether a snapshot was taken
 * @value: the greatest (onmax) or last (onchange) value of all entries
 * @comm: the name of the task that made the entry with @value
 * @key: the key of the entry with @value
 *
 * Only a histogram with a snapshot action has a struct hist_track.
 */
struct hist_track {
	struct hist_guard guard;
	bool taken;
	u64 value;
	char comm[TASK_COMM_LEN];
	u64 key[];
};

/**
 * struct hist - a histogram
 * @map: where hits count now, one of @maps
 * @maps: keys and sums; the second map is made for the first take or interval
 * @taken: a map in which hits no longer count and which a reader has still to
 *	read, see trigger/take.h; usually NULL. Protected by event_mutex
 * @interval: the intervals after which its counts restart from zero, or NULL;
 *	protected by event_mutex
 * @nr_sketches: number of sketches of each map
 * @missed: hits of its events that no trigger has seen; see hist_count_missed()
 * @unbegun: dropped hits of the histograms whose variables its triggers read;
 *	see hist_count_missed()
 * @sources: the events and histograms whose lost hits @missed and @unbegun
 *	count, see object/hist.h; protected by event_mutex
 * @dropped_before: number of dropped hits that its maps and @missed had counted
 *	before they were cleared or reset
 * @nr_read_once: number of references that unset one of its variables by
 *	reading it; changed under event_mutex, read by hits
 * @file: the event whose fields @spec names; a reference is held
 * @spec: the keys, values, variables and sort order of the histogram
 * @wake: pollers set it; the first hit that sees it clears it and wakes the
 *	pollers, so events of the wakeup itself cause no further wakeup
 * @news: incremented by each hit that clears @wake and each command that clears
 *	the histogram; pollers compare it with the count they last saw
 * @needs: HIST_NEEDS_* of its readers, see trigger/resources.h
 * @triggers: the triggers that feed it; protected by event_mutex
 * @serial: increases from one new histogram to the next
 * @nr_forgets: number of triggers that forget its entries; protected by
 *	event_mutex
 * @nr_var_refs: number of references that other triggers have to its variables;
 *	protected by event_mutex
 * @refs: number of references that triggers and readers hold; protected by
 *	event_mutex
 * @link: entry in the list of named histograms; protected by event_mutex
 * @in_list: entry in hist_list; protected by event_mutex
 * @name: its name with "name=" in front, or NULL
 * @track: the value that triggered the last snapshot; NULL without a snapshot
 *	action
 */
struct hist {
	struct hist_map *map;
	struct hist_map maps[2];
	struct hist_map *taken;
	struct hist_interval *interval;
	unsigned int nr_sketches;
	u64 missed;
	u64 unbegun;
	struct list_head sources;
	u64 dropped_before;
	unsigned int nr_read_once;
	struct event_file *file;
	struct hist_spec spec;
	unsigned int wake;
	atomic_t news;
	u8 needs;
	struct list_head triggers;
	u64 serial;
	unsigned int nr_forgets;
	unsigned int nr_var_refs;
	unsigned int refs;
	struct list_head link;
	struct list_head in_list;
	char *name;
	struct hist_track *track;
};

/**
 * struct hist_trigger - a trigger that feeds a histogram
 * @trigger: the part that all triggers have
 * @hist: the histogram
 * @needs: HIST_NEEDS_* of this trigger, see trigger/resources.h
 * @program: the operations that a hit runs
 * @in_hist: link in the histogram's list of triggers
 */
struct hist_trigger {
	struct trigger trigger;
	struct hist *hist;
	u8 needs;
	struct hist_program program;
	struct list_head in_hist;
};

/*
 * A hit that adds HIST_MAP_SET_STEP to hist_entry_vars.set must not change the
 * bits of variables there.
 */
static_assert(BIT_ULL(HIST_VARS_MAX) <= HIST_MAP_SET_STEP);

static inline struct hist_trigger *to_hist_trigger(struct trigger *trigger)
{
	return container_of(trigger, struct hist_trigger, trigger);
}

/* hist_map_now() - the map that hits count in; the next call may return the other map */
static __always_inline struct hist_map *hist_map_now(const struct hist *hist)
{
	/* Pairs with hist_take_start() and interval_finish(). */
	return READ_DEPENDENT(hist->map);
}

/* hist_map_other() - the map that hits do not count in */
static inline struct hist_map *hist_map_other(struct hist *hist)
{
	return &hist->maps[hist->map == &hist->maps[0]];
}

/* trigger_hist() - a hist trigger's histogram, NULL for other triggers; event_mutex held */
static inline struct hist *trigger_hist(struct trigger *trigger)
{
	if (trigger->command->kind != TRIGGER_HIST)
		return NULL;
	return to_hist_trigger(trigger)->hist;
}

/* hist_has_chains() - can entries be forgotten? */
static inline bool hist_has_chains(const struct hist *hist)
{
	return hist->maps[0].chains;
}

#endif /* HISTRIG_HIST_H */
