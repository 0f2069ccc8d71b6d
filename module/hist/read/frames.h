/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which files of user stacks entries of histograms still refer to. All maps and
 * all copies of them are searched for words that may be frames, because stacks
 * also come from other histograms and from fields of synthetic events.
 */
#ifndef HISTRIG_HIST_FRAMES_H
#define HISTRIG_HIST_FRAMES_H

#include <linux/types.h>

#include "../../record/user_frames.h"

struct hist;
struct hist_map;
struct hist_sorted;

/**
 * hist_frames_mark() - mark the files that entries refer to
 * @used: for user_frames_mark()
 *
 * Context: process, event_mutex held.
 */
void hist_frames_mark(unsigned long *used);

/**
 * hist_frames_count() - count the keys with a frame of some kind
 * @hist: the histogram
 * @map: one of its maps
 * @kind: the kind
 *
 * Context: process, event_mutex held.
 * Return: the number of keys whose user stacks have such a frame.
 */
u64 hist_frames_count(const struct hist *hist, const struct hist_map *map,
		      enum user_frame_kind kind);

/*
 * hist_frames_add_copy(), hist_frames_remove_copy() - a sorted copy comes, or goes;
 * it may not move while it is added. event_mutex is held.
 */
void hist_frames_add_copy(struct hist_sorted *s);
void hist_frames_remove_copy(struct hist_sorted *s);

#endif /* HISTRIG_HIST_FRAMES_H */
