/* SPDX-License-Identifier: GPL-2.0 */
/* Sources of lost hits: a histogram's events, and the histograms that it reads. */
#ifndef HISTRIG_HIST_OBJECT_LOSS_H
#define HISTRIG_HIST_OBJECT_LOSS_H

#include <linux/list.h>
#include <linux/types.h>

struct event_file;
struct hist;
struct hist_map;
struct hist_trigger;

/**
 * struct hist_source - an event or another histogram whose lost hits a histogram counts
 * @link: entry in @sources of the histogram
 * @file: an event of the histogram's triggers, or NULL
 * @hist: a histogram whose variables the triggers read, or NULL
 * @users: number of triggers and references that use the source
 * @lost: the source's count of lost hits at the last hist_count_missed()
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
 * @trigger: the trigger; its interevent contains all its references
 *
 * Context: process, event_mutex held.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int hist_sources_use(struct hist_trigger *trigger);

/*
 * Undoes hist_sources_use(), before the trigger's references are dropped; event_mutex
 * held.
 */
void hist_sources_unuse(struct hist_trigger *trigger);

/**
 * hist_count_missed() - update @missed and @unbegun of a histogram
 * @hist: the histogram
 *
 * @missed counts hits that events lost before a filter could see them (event_missed()).
 * @unbegun counts dropped hits of the histograms whose variables the triggers of @hist
 * read.
 *
 * Context: process, event_mutex held.
 */
void hist_count_missed(struct hist *hist);

/*
 * Resets @missed and @unbegun, and adds the dropped hits of @map to @dropped_before.
 * The caller then clears or resets @map, and holds event_mutex.
 */
void hist_forget_losses(struct hist *hist, const struct hist_map *map);

#endif /* HISTRIG_HIST_OBJECT_LOSS_H */
