/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds the files of user stacks in entries of histograms. Searches all words that
 * may be frames, because stacks also come from other histograms and from fields of
 * synthetic events.
 */
#ifndef HISTRIG_HIST_FRAMES_H
#define HISTRIG_HIST_FRAMES_H

#include <linux/types.h>

#include "../../record/user_frames.h"

struct hist;
struct hist_map;
struct hist_sorted;

/* hist_frames_mark() - mark files that entries refer to; event_mutex held */
void hist_frames_mark(unsigned long *used);

/* hist_frames_count() - count keys with frames of a kind; event_mutex held */
u64 hist_frames_count(const struct hist *hist, const struct hist_map *map,
		      enum user_frame_kind kind);

/*
 * hist_frames_add_copy(), hist_frames_remove_copy() - include a sorted copy in
 * the search, and leave it out again. In between, the copy must stay at its
 * address. event_mutex is held.
 */
void hist_frames_add_copy(struct hist_sorted *s);
void hist_frames_remove_copy(struct hist_sorted *s);

#endif /* HISTRIG_HIST_FRAMES_H */
