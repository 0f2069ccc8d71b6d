/* SPDX-License-Identifier: GPL-2.0 */
/* Where hits are lost for a histogram: in its events, and where its variables are. */
#ifndef HISTRIG_HIST_OBJECT_LOSS_H
#define HISTRIG_HIST_OBJECT_LOSS_H

#include <linux/list.h>
#include <linux/types.h>

struct event_file;
struct hist;
struct hist_map;
struct hist_trigger;

/**
 * struct hist_source - where hits are lost for a histogram: an event of its triggers,
 *	or a histogram whose variables they read
 * @link: entry in @sources of the histogram
 * @file: the event; NULL for a histogram
 * @hist: the histogram that has variables; NULL for an event
 * @users: number of triggers and references that lead to it
 * @lost: how many hits it has lost, as far as the histogram has counted them
 */
struct hist_source {
	struct list_head link;
	const struct event_file *file;
	const struct hist *hist;
	unsigned int users;
	u64 lost;
};

/**
 * hist_sources_use() - add the sources of a trigger to those of its histogram
 * @trigger: the trigger, whose references are bound
 *
 * Context: process, event_mutex held.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int hist_sources_use(struct hist_trigger *trigger);

/**
 * hist_sources_unuse() - undo hist_sources_use()
 * @trigger: the trigger, which still has its references
 *
 * Context: process, event_mutex held.
 */
void hist_sources_unuse(struct hist_trigger *trigger);

/**
 * hist_count_missed() - count the hits that the triggers of a histogram missed
 * @hist: the histogram, whose @missed and @unbegun are brought up to date
 *
 * An event can miss hits before a trigger sees them, see event_missed(). Nobody
 * knows whether such a hit would have passed the filter of a trigger. A trigger
 * that reads a variable also misses hits that should have set the variable, but
 * were dropped because the table was full.
 *
 * Context: process, event_mutex held.
 */
void hist_count_missed(struct hist *hist);

/**
 * hist_forget_losses() - reset what hist_count_missed() has counted
 * @hist: the histogram
 * @map: the map that is to be cleared or reset next
 *
 * Context: process, event_mutex held.
 */
void hist_forget_losses(struct hist *hist, const struct hist_map *map);

#endif /* HISTRIG_HIST_OBJECT_LOSS_H */
