/* SPDX-License-Identifier: GPL-2.0 */
/* The hot path: one hit of one hist trigger. */
#ifndef HISTRIG_RUN_H
#define HISTRIG_RUN_H

#include <linux/wait.h>

struct hist_trigger;
struct trigger;

/**
 * hist_hit() - count one hit
 * @base: a hist trigger
 * @record: the record of the hit
 *
 * Context: any, preemption off.
 */
void hist_hit(struct trigger *base, const void *record);

/* hist_hit_interevent() - the same for a trigger that does more than count */
void hist_hit_interevent(struct hist_trigger *trigger, const void *record);

/* hist_hit_interevent_number() - the same for HIST_HIT_INTEREVENT_NUMBER */
void hist_hit_interevent_number(struct hist_trigger *trigger,
				const void *record);

/* hist_lost() - count a hit as dropped that has no record; as hist_hit() */
void hist_lost(struct trigger *base);

/* Woken, soon after the hit, by a hit of a watched trigger with wake set. */
extern wait_queue_head_t hist_wait;

/**
 * hist_run_exit() - wait for wakeups that are under way
 *
 * Context: process, no hit can come any more.
 */
void hist_run_exit(void);

#endif /* HISTRIG_RUN_H */
