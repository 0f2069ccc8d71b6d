// SPDX-License-Identifier: GPL-2.0
/* Takes and intervals, see take.h. */
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/slab.h>

#include "../../compat/hrtimer.h"
#include "../../compat/log.h"
#include "../../compat/probe.h"
#include "../../compat/workqueue.h"
#include "../../event/registry.h"
#include "../../record/user_frames.h"
#include "../hot/run.h"
#include "../object/hist.h"
#include "../object/map.h"
#include "take.h"

int hist_take_start(struct hist *hist)
{
	struct hist_map *other = hist_map_other(hist);
	int ret;

	lockdep_assert_held(&event_mutex);
	if (hist->taken)
		return 0;
	if (!other->owner) {
		ret = hist_init_second(hist);
		if (ret)
			return ret;
	}
	hist->taken = hist->map;
	/* Pairs with hist_map_now(): hits that see the other map see that it is empty. */
	smp_store_release(&hist->map, other);
	return 0;
}

void hist_clear_sketches(struct hist *hist, struct hist_map *map)
{
	unsigned int i;

	if (hist->nr_sketches && map->owner->chains)
		hist_chains_clear_sketches(map);
	for (i = 0; i < hist->nr_sketches; i++)
		hist_map_clear(&map->sketches[i]);
}

void hist_take_end(struct hist *hist)
{
	lockdep_assert_held(&event_mutex);
	/*
	 * The reader of this take got the losses up to then. Hits that were lost since
	 * belong to the next take, so this does not call hist_count_missed().
	 */
	hist_forget_losses(hist, hist->taken);
	hist_map_reset(hist->taken);
	hist_clear_sketches(hist, hist->taken);
	hist->taken = NULL;
	user_frames_tidy();
}

static LIST_HEAD(intervals);

static void forget_kept(struct hist_interval *interval)
{
	if (interval->kept)
		hist_last_interval_put(interval->kept);
	interval->kept = NULL;
}

/* Copies a full interval. When out of memory, the worker's next run tries again. */
static void interval_keep(struct hist_interval *interval)
{
	struct hist *hist = interval->hist;
	struct hist_map *map = hist_map_other(hist);
	struct hist_last_interval *kept = kzalloc(sizeof(*kept), GFP_KERNEL);

	interval->due = false;
	if (!kept || hist_sorted_make(&kept->sorted, hist, map)) {
		pr_warn_ratelimited("out of memory: the interval of a histogram is longer than interval= says, until it can be copied\n");
		kfree(kept);
		return;
	}
	kept->refs = 1;
	kept->sorted.start = interval->full_start;
	kept->sorted.end = interval->full_end;
	hist->taken = map;
	hist_take_end(hist);
	forget_kept(interval);
	interval->kept = kept;
	interval->nr++;
	/* Pairs with interval_finish(), which then sees that the map is empty. */
	smp_store_release(&interval->full, false);
}

/* Sets @due of full intervals; returns whether there are any. */
static bool find_full(void)
{
	struct hist_interval *interval;
	bool found = false;

	list_for_each_entry(interval, &intervals, link) {
		/* Pairs with interval_finish(). */
		interval->due = smp_load_acquire(&interval->full);
		found |= interval->due;
	}
	return found;
}

/* Waits for hits without event_mutex, so that commands need not wait. */
static void keep_full(struct work_struct *work)
{
	struct hist_interval *interval;
	bool found;

	mutex_lock(&event_mutex);
	found = find_full();
	mutex_unlock(&event_mutex);
	if (!found)
		return;
	hits_synchronize();
	mutex_lock(&event_mutex);
	list_for_each_entry(interval, &intervals, link)
		if (interval->due)
			interval_keep(interval);
	mutex_unlock(&event_mutex);
	hist_wake_pollers();
}

static DECLARE_WORK(keep_work, keep_full);

void hist_intervals_exit(void)
{
	cancel_work_sync(&keep_work);
}

/* Ends an interval: lets hits count in the other map, if that map is empty. */
static void interval_finish(struct hist_interval *interval, u64 now)
{
	struct hist *hist = interval->hist;

	/* Pairs with interval_keep(). */
	if (!smp_load_acquire(&interval->full)) {
		interval->full_start = interval->start;
		interval->full_end = now;
		interval->start = now;
		/* Pairs with hist_map_now(): hits that see the other map see that it is empty. */
		smp_store_release(&hist->map, hist_map_other(hist));
		/* Pairs with find_full(): a worker that sees @full sees the maps exchanged. */
		smp_store_release(&interval->full, true);
	}
	queue_unbound_work(&keep_work);
	interval->end += interval->length;
	if ((s64)(interval->end - now) <= 0)
		interval->end = now + interval->length;
}

/* By the histogram's clock, the timer may be early, since the timer runs by another clock. */
static enum hrtimer_restart interval_expired(struct hrtimer *timer)
{
	struct hist_interval *interval =
		container_of(timer, struct hist_interval, timer);
	u64 now = interval->hist->spec.program.clock();

	if ((s64)(interval->end - now) <= 0) {
		interval_finish(interval, now);
	} else if (interval->end - now > interval->length) {
		/* The clock was set back. */
		interval->start = now;
		interval->end = now + interval->length;
	}
	hrtimer_set_expires(timer, ktime_add_ns(ktime_get(), min(interval->end - now,
								 interval->length)));
	return HRTIMER_RESTART;
}

static void interval_begin(struct hist_interval *interval)
{
	interval->start = interval->hist->spec.program.clock();
	interval->end = interval->start + interval->length;
	hrtimer_start(&interval->timer, ns_to_ktime(interval->length),
		      HRTIMER_MODE_REL);
}

int hist_interval_start(struct hist *hist)
{
	struct hist_interval *interval;
	int ret;

	lockdep_assert_held(&event_mutex);
	ret = hist_init_second(hist);
	if (ret)
		return ret;
	interval = kzalloc(sizeof(*interval), GFP_KERNEL);
	if (!interval)
		return -ENOMEM;
	interval->hist = hist;
	interval->length = hist->spec.interval;
	compat_hrtimer_setup(&interval->timer, interval_expired,
			     HRTIMER_MODE_REL);
	list_add_tail(&interval->link, &intervals);
	hist->interval = interval;
	interval_begin(interval);
	return 0;
}

void hist_interval_stop(struct hist *hist)
{
	struct hist_interval *interval = hist->interval;

	lockdep_assert_held(&event_mutex);
	if (!interval)
		return;
	hrtimer_cancel(&interval->timer);
	list_del(&interval->link);
	hist->interval = NULL;
	forget_kept(interval);
	kfree(interval);
}

void hist_interval_hold(struct hist *hist)
{
	struct hist_interval *interval = hist->interval;

	lockdep_assert_held(&event_mutex);
	if (!interval)
		return;
	hrtimer_cancel(&interval->timer);
	if (interval->full)
		hist->taken = hist_map_other(hist);
	interval->full = false;
	interval->due = false;
	interval->nr++;
	forget_kept(interval);
}

void hist_interval_go_on(struct hist *hist)
{
	lockdep_assert_held(&event_mutex);
	if (hist->interval)
		interval_begin(hist->interval);
}

bool hist_interval_read(struct hist_sorted *sorted, struct hist *hist)
{
	struct hist_last_interval *kept =
		hist->interval ? hist->interval->kept : NULL;

	lockdep_assert_held(&event_mutex);
	if (!kept)
		return false;
	*sorted = kept->sorted;
	sorted->kept = kept;
	kept->refs++;
	hist_get(hist);
	return true;
}
