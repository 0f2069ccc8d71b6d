/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hits of hist triggers.
 *
 * Context of all functions, unless they say otherwise: any, NMI too, preemption
 * off.
 */
#ifndef HISTRIG_RUN_H
#define HISTRIG_RUN_H

#include <linux/atomic.h>
#include <linux/types.h>
#include <linux/wait.h>

#include <asm/local.h>

struct hist_map;
struct hist_stats;
struct hist_trigger;
struct trigger;

/* hist_hit() - run one hit of a hist trigger, with the record of its event */
void hist_hit(struct trigger *base, const void *record);

/* One function for each HIST_HIT_* form of enum hist_hit_form. */
void hist_hit_interevent(struct hist_trigger *trigger, const void *record);
void hist_hit_stats(struct hist_trigger *trigger, const void *record);
void hist_hit_interevent_number(struct hist_trigger *trigger,
				const void *record);
void hist_hit_pinned(struct hist_trigger *trigger, const void *record);
void hist_hit_pinned_number(struct hist_trigger *trigger, const void *record);
void hist_hit_stamp(struct hist_trigger *trigger, const void *record);
void hist_hit_latency(struct hist_trigger *trigger, const void *record);

/**
 * hist_stats_add() - add a hit to the statistics of an entry
 * @map: the histogram's map
 * @stats: its statistics
 * @nr_vals: number of values, including the hit count, which the caller has
 *	incremented
 * @index: the entry's index
 * @own: this CPU's sums of the entry, or NULL
 * @shared: the sums that all CPUs share, if @own is NULL
 * @values: the hit's values; the first one is not used
 * @chains: whether the map has chains; the caller pins the entry then
 */
void hist_stats_add(struct hist_map *map, const struct hist_stats *stats,
		    unsigned int nr_vals, long index, local_t *own,
		    atomic64_t *shared, const u64 *values, bool chains);

/**
 * hist_lose() - count a hit that had to end early as dropped
 * @trigger: the trigger
 * @map: the map that the hit would have counted in
 *
 * A hit that is dropped because it gets no entry still runs forget(). A hit that
 * ends early does not, so this function also counts a lost action if the trigger
 * has forget().
 */
void hist_lose(struct hist_trigger *trigger, struct hist_map *map);

/* hist_lost() - count a hit as dropped because its record could not be built */
void hist_lost(struct trigger *base);

/* Pollers of hist files sleep here. A hit wakes them if @wake of struct hist is set. */
extern wait_queue_head_t hist_wait;

/*
 * hist_wake_pollers() - wake all pollers of hist files, to check for changes again
 *
 * Context: any but NMI. Hits use an irq_work instead.
 */
static inline void hist_wake_pollers(void)
{
	wake_up_all(&hist_wait);
}

/*
 * hist_run_exit() - wait until all queued wakeups have run
 *
 * Context: process, at module exit, after the last hit.
 */
void hist_run_exit(void);

#endif /* HISTRIG_RUN_H */
