/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Takes: reading and resetting a histogram while hits go on. Intervals: histograms that
 * start from zero again and again.
 *
 * During a take, hits count in a second map. Once no hit uses the first map, that map is
 * read and reset. So each hit is in exactly one take, and is neither dropped nor delayed.
 *
 * Entries with variables are in both maps and stay, because other events read the
 * variables. All other entries are removed by a take.
 *
 * At the end of an interval, a timer lets hits count in the histogram's other map. A
 * worker then waits until no hit uses the first map, and keeps a sorted copy for readers
 * until the next interval ends. So each hit is in exactly one interval, however late
 * readers come.
 *
 * If the worker is not done when the next interval ends, that interval is extended to the
 * following end. Readers see when an interval began and ended.
 */
#ifndef HISTRIG_TAKE_H
#define HISTRIG_TAKE_H

#include <linux/hrtimer.h>
#include <linux/list.h>
#include <linux/types.h>

#include "../read/sort.h"

/**
 * struct hist_interval - the intervals of one histogram
 * @hist: the histogram
 * @link: entry in the list of all intervals
 * @timer: expires at the end of the interval
 * @length: length of an interval in ns; all times are those of the histogram's clock
 * @start: when the current interval began
 * @end: when the current interval ends
 * @full: the map that hits do not use contains an interval that must still be copied; set
 *	by the timer, cleared by the worker
 * @full_start: when that interval began; valid while @full
 * @full_end: when that interval ended; valid while @full
 * @due: the worker has found @full, and waits until hits that use that map end
 * @kept: the copy of the last interval, or NULL
 * @nr: number of intervals that were copied or discarded
 *
 * Only the timer changes @start, @end, @full_start and @full_end while it is
 * active. All other members except @full are protected by event_mutex.
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

/*
 * Begins the first interval of a new histogram. Returns 0 or -ENOMEM. May sleep; caller
 * holds event_mutex.
 */
int hist_interval_start(struct hist *hist);

/* Ends the intervals of a histogram, if any. May sleep; caller holds event_mutex. */
void hist_interval_stop(struct hist *hist);

/**
 * hist_interval_hold() - stop the timer while a histogram is cleared
 * @hist: the histogram; nothing happens if it has no intervals
 *
 * Discards the copy of the last interval. If a full interval has still to be copied,
 * sets @taken of the histogram to the map of that interval.
 *
 * Context: process, may sleep; event_mutex held.
 */
void hist_interval_hold(struct hist *hist);

/* Begins an interval after hist_interval_hold(). Caller holds event_mutex. */
void hist_interval_go_on(struct hist *hist);

/**
 * hist_interval_read() - get the last interval
 * @sorted: filled in, except @filter and @paused; to be freed with hist_sorted_free()
 * @hist: the histogram
 *
 * Context: process, event_mutex held.
 * Return: false if no interval has ended, or if the histogram has no intervals.
 */
bool hist_interval_read(struct hist_sorted *sorted, struct hist *hist);

/*
 * Waits for the worker, at module exit after all histograms were freed. Nothing else waits for
 * it, because it takes event_mutex.
 */
void hist_intervals_exit(void);

/*
 * Resets the sketches of a map of @hist that was cleared or reset and in which no hit
 * counts. May sleep; caller holds event_mutex.
 */
void hist_clear_sketches(struct hist *hist, struct hist_map *map);

/**
 * hist_take_start() - let hits count in the other map
 * @hist: the histogram; @taken becomes the map to read, unless it is still set
 *	because a reader ran out of memory
 *
 * The caller calls hits_synchronize() before it reads @taken.
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_take_start(struct hist *hist);

/*
 * Resets the map @taken after it was read, and sets @taken to NULL. May sleep; caller holds
 * event_mutex.
 */
void hist_take_end(struct hist *hist);

#endif /* HISTRIG_TAKE_H */
