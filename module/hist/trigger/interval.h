/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms that begin anew at each interval.
 *
 * At the end of an interval, a timer lets hits count in the histogram's other
 * map, as a take does (take.h). A worker then waits until no hit uses
 * the first map any more, and keeps a sorted copy of it for readers, until the
 * next interval ends. So each hit is in exactly one interval, and readers need
 * not come in time.
 *
 * If the worker has not got so far when the next interval ends, that interval
 * goes on to the end after it. Readers see where an interval began and ended.
 */
#ifndef HISTRIG_INTERVAL_H
#define HISTRIG_INTERVAL_H

#include <linux/hrtimer.h>
#include <linux/list.h>
#include <linux/types.h>

#include "../read/sort.h"

struct hist;

/**
 * struct hist_interval - the intervals of one histogram
 * @hist: the histogram
 * @link: entry in the list of all intervals
 * @timer: expires at the end of the interval
 * @length: how long an interval is, in ns of the histogram's clock
 * @start: when the present one began
 * @end: when it ends
 * @full: the idle map (hits use the other one) has an interval that was not copied
 *	yet. The timer sets it, the worker clears it
 * @full_start: when that interval began; valid while @full
 * @full_end: when it ended; valid while @full
 * @due: the worker has found @full, and waits for hits
 * @kept: the last interval, or NULL
 * @nr: number of intervals that were kept or thrown away
 *
 * Only the timer changes @start, @end, @full_start and @full_end while it is
 * active. Everything else is protected by event_mutex.
 */
struct hist_interval {
	struct hist *hist;
	struct list_head link;
	struct hrtimer timer;
	u64 length;
	u64 start;
	u64 end;
	bool full;
	u64 full_start;
	u64 full_end;
	bool due;
	struct hist_last_interval *kept;
	unsigned long nr;
};

/**
 * hist_interval_start() - let a new histogram begin its first interval
 * @hist: the histogram, whose specification has an interval
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_interval_start(struct hist *hist);

/**
 * hist_interval_stop() - end the intervals of a histogram
 * @hist: the histogram; nothing happens if it has none
 *
 * Context: process, may sleep; event_mutex held.
 */
void hist_interval_stop(struct hist *hist);

/**
 * hist_interval_hold() - keep the maps of a histogram as they are
 * @hist: a histogram that is cleared; nothing happens if it has no intervals
 *
 * Forgets the last interval. If the one before the present has not been kept
 * yet, @taken becomes its map.
 *
 * Context: process, may sleep; event_mutex held.
 */
void hist_interval_hold(struct hist *hist);

/**
 * hist_interval_go_on() - undo hist_interval_hold(), and begin an interval
 * @hist: the histogram
 *
 * Context: process, event_mutex held.
 */
void hist_interval_go_on(struct hist *hist);

/**
 * hist_interval_read() - get the last interval
 * @sorted: filled in, for hist_sorted_free(); no trigger is set
 * @hist: the histogram
 *
 * Context: process, event_mutex held.
 * Return: false if no interval has ended yet, or if there are none.
 */
bool hist_interval_read(struct hist_sorted *sorted, struct hist *hist);

/**
 * hist_intervals_exit() - wait for the worker
 *
 * Context: process, at module exit, after the last histogram has gone.
 */
void hist_intervals_exit(void);

#endif /* HISTRIG_INTERVAL_H */
