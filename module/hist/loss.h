/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Losses: hits, values and actions that are missing in a histogram.
 *
 * Each loss has a number in enum hist_loss and a row in hist_losses[]; the
 * totals of hist, hist_totals and hist_json print the rows in this order. A hit
 * counts a loss in the sums of its map with hist_map_lose(). The row's @more
 * adds the losses that are counted elsewhere.
 */
#ifndef HISTRIG_LOSS_H
#define HISTRIG_LOSS_H

#include <linux/types.h>

struct hist;
struct hist_map;

/**
 * enum hist_loss - what hits have lost
 * @HIST_LOST_HITS: hits that were not counted, for any reason
 * @HIST_LOST_MISSED: those of HIST_LOST_HITS that no trigger has seen
 * @HIST_LOST_ARMING: those of HIST_LOST_HITS that had new keys while the map
 *	got chains
 * @HIST_LOST_BUCKETS: values that a full sketch has not counted
 * @HIST_LOST_ACTIONS: actions that were not run
 * @HIST_LOST_BEGINNINGS: dropped hits of the histograms whose variables this
 *	one reads
 * @HIST_LOST_FILES: user stacks with code in files that did not fit into the
 *	table of files, see record/user_frames.h
 * @HIST_LOST_SHARES: user stacks with code in files beyond their user's share
 *	of that table
 * @HIST_LOSSES: number of losses
 */
enum hist_loss {
	HIST_LOST_HITS,
	HIST_LOST_MISSED,
	HIST_LOST_ARMING,
	HIST_LOST_BUCKETS,
	HIST_LOST_ACTIONS,
	HIST_LOST_BEGINNINGS,
	HIST_LOST_FILES,
	HIST_LOST_SHARES,
	HIST_LOSSES,
};

/**
 * struct hist_loss_kind - how a loss is printed
 * @text: its line in the totals
 * @member: its member in a JSON document
 * @more: returns a number to add to the map's count; NULL if there is none
 */
struct hist_loss_kind {
	const char *text;
	const char *member;
	u64 (*more)(const struct hist *hist, const struct hist_map *map);
};

extern const struct hist_loss_kind hist_losses[HIST_LOSSES];

#endif /* HISTRIG_LOSS_H */
