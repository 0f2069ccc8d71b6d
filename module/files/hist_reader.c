// SPDX-License-Identifier: GPL-2.0
/* Reads the histograms of an event, see hist_reader.h. */
#include <linux/poll.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "../hist/hot/run.h"
#include "../hist/object/map.h"
#include "../hist/trigger/hist_trigger.h"
#include "../hist/trigger/take.h"
#include "hist_reader.h"

static void forget_snapshots(struct hist_reader *reader)
{
	unsigned int i;

	for (i = 0; i < reader->nr; i++)
		hist_sorted_free(&reader->snapshots[i]);
	kfree(reader->snapshots);
	reader->snapshots = NULL;
	reader->nr = 0;
}

/* Makes the next hit of each histogram wake pollers and increment ->news. */
static void hist_reader_arm(const struct event_file *file)
{
	struct trigger *trigger;
	unsigned int i;

	for_each_trigger(trigger, i, file)
		if (trigger_hist(trigger))
			xchg(&trigger_hist(trigger)->wake, 1);
}

static unsigned long hist_news(const struct hist_reader *reader,
			       const struct hist *hist)
{
	if (reader->takes && hist->interval)
		return 0;
	return (reader->last ? 0 : atomic_read(&hist->news)) +
	       (hist->interval ? hist->interval->nr : 0);
}

/*
 * Changes with the first hit after each hist_reader_arm(), with each interval, and
 * when a command changes or removes histograms.
 */
static unsigned long news_of(const struct hist_reader *reader)
{
	struct trigger *trigger;
	unsigned long news = 0;
	unsigned int i;

	for_each_trigger(trigger, i, reader->file)
		if (trigger_hist(trigger))
			news += (unsigned long)trigger +
				hist_news(reader, trigger_hist(trigger));
	return news;
}

/* Begins to read and reset each of the event's histograms, except those with intervals. */
static int start_takes(struct hist_reader *reader,
		       const struct trigger_set *set)
{
	bool started = false;
	struct hist *hist;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < set->nr; i++) {
		hist = trigger_hist(set->triggers[i]);
		if (!hist || hist->interval)
			continue;
		/*
		 * If the last take failed, complete it. Newer hits stay for the next
		 * take, so make poll() report them.
		 */
		if (hist->taken)
			reader->read_news--;
		else
			started = true;
		ret = hist_take_start(hist);
	}
	if (started)
		hits_synchronize();
	return ret;
}

/* Ends the take of a histogram, and makes other readers see that it was reset. */
static void end_take(struct hist_reader *reader, struct hist *hist,
		     const struct hist_sorted *snapshot)
{
	hist_take_end(hist);
	/*
	 * Do not wake readers if there were no hits. Otherwise two readers would wake each other
	 * endlessly.
	 */
	if (!snapshot->hits && !snapshot->lost[HIST_LOST_HITS])
		return;
	atomic_inc(&hist->news);
	reader->read_news++;
	reader->polled_news++;
	hist_wake_pollers();
}

static int make_snapshot(struct hist_reader *reader, struct trigger *trigger)
{
	struct hist_sorted *snapshot = &reader->snapshots[reader->nr];
	struct hist *hist = trigger_hist(trigger);
	int ret = 0;

	/* Several triggers of the event may feed one histogram, so take it only once. */
	if (!hist || (reader->takes && !hist->taken))
		return 0;
	if (!reader->last)
		ret = hist_sorted_make(snapshot, hist,
				       reader->takes ? hist->taken : hist->map);
	else if (!hist_interval_read(snapshot, hist))
		return 0;
	if (ret)
		return ret;
	ret = hist_sorted_set_trigger(snapshot, trigger);
	if (ret) {
		hist_sorted_free(snapshot);
		return ret;
	}
	reader->nr++;
	if (reader->takes)
		end_take(reader, hist, snapshot);
	else
		reader->read_hits += snapshot->hits +
				     (hist->interval ? hist->interval->nr : 0);
	return 0;
}

static int make_snapshots(struct hist_reader *reader)
{
	struct trigger_set *set = trigger_set_of(reader->file);
	unsigned int i;
	int ret = 0;

	if (reader->takes && !reader->again)
		return 0;
	forget_snapshots(reader);
	reader->time = ktime_get_real_ns();
	reader->uptime = ktime_get_boottime_ns();
	reader->read_hits = 0;
	if (reader->watching)
		hist_reader_arm(reader->file);
	if (reader->watching || reader->last)
		reader->read_news = news_of(reader);
	if (!set)
		return 0;
	reader->snapshots = kcalloc(set->nr, sizeof(*reader->snapshots),
				    GFP_KERNEL);
	if (!reader->snapshots)
		return -ENOMEM;
	if (reader->takes)
		ret = start_takes(reader, set);
	for (i = 0; !ret && i < set->nr; i++)
		ret = make_snapshot(reader, set->triggers[i]);
	/* Entries that could not be copied stay for the next take, so make poll() report them. */
	if (ret)
		reader->read_news--;
	reader->again = ret && !reader->nr;
	return ret;
}

/* Finds line @pos of the file. Returns NULL after the last line. */
static struct hist_line *hist_reader_find_line(struct hist_reader *reader,
					       loff_t pos)
{
	unsigned int i;

	reader->at.snapshot = NULL;
	reader->at.line = 0;
	if (reader->framed && !pos--)
		return &reader->at;
	for (i = 0; i < reader->nr; i++) {
		u32 lines = hist_sorted_shown(&reader->snapshots[i]) + 2;

		if (pos < lines) {
			reader->at.snapshot = &reader->snapshots[i];
			reader->at.line = pos;
			return &reader->at;
		}
		pos -= lines;
	}
	reader->at.line = 1;
	return reader->framed && !pos ? &reader->at : NULL;
}

void *hist_reader_start(struct seq_file *m, loff_t *pos)
{
	struct hist_reader *reader = m->private;
	int ret = 0;

	mutex_lock(&event_mutex);
	if (!event_file_linked(reader->file))
		ret = -ENODEV;
	else if (!*pos)
		ret = make_snapshots(reader);
	if (ret)
		return ERR_PTR(ret);
	return hist_reader_find_line(reader, *pos);
}

void *hist_reader_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct hist_reader *reader = m->private;
	struct hist_line *line = v;

	++*pos;
	if (line->snapshot &&
	    ++line->line < hist_sorted_shown(line->snapshot) + 2)
		return line;
	return hist_reader_find_line(reader, *pos);
}

/* Returns the number of all hits, plus the number of intervals that have ended. */
static u64 hits_of(const struct hist_reader *reader)
{
	struct trigger *trigger;
	struct hist *hist;
	unsigned int i;
	u64 hits = 0;

	for_each_trigger(trigger, i, reader->file) {
		hist = trigger_hist(trigger);
		if (!hist || (reader->takes && hist->interval))
			continue;
		hits += hist_sums_hits(&hist->map->sums);
		if (hist->interval)
			hits += hist->interval->nr;
	}
	return hits;
}

int hist_reader_open(struct inode *inode, struct file *filp,
		     const struct seq_operations *ops, unsigned int flags)
{
	struct hist_reader *reader;

	reader = __seq_open_private(filp, ops, sizeof(*reader));
	if (!reader)
		return -ENOMEM;
	reader->framed = flags & HIST_READER_FRAMED;
	reader->takes = flags & HIST_READER_TAKES;
	reader->last = flags & HIST_READER_LAST;
	reader->again = true;
	reader->file = inode->i_private;
	mutex_lock(&event_mutex);
	if (!event_file_linked(reader->file) || reader->takes)
		;
	else if (reader->last)
		reader->polled_news = news_of(reader);
	else
		reader->open_hits = hits_of(reader);
	mutex_unlock(&event_mutex);
	if (reader->takes)
		filp->f_mode &= ~FMODE_PREAD;
	return 0;
}

loff_t hist_reader_llseek(struct file *filp, loff_t offset, int whence)
{
	if (offset || (whence != SEEK_SET && whence != SEEK_CUR))
		return -EINVAL;
	return seq_lseek(filp, offset, whence);
}

/*
 * Sets ->at_end to whether the read has reached the end of the file. A read that returns
 * less than @count need not have, because seq_file may stop earlier.
 */
ssize_t hist_reader_read(struct file *filp, char __user *to, size_t count,
			 loff_t *pos)
{
	struct seq_file *m = filp->private_data;
	struct hist_reader *reader = m->private;
	ssize_t ret;

	mutex_lock(&m->lock);
	if (!*pos && reader->delivered) {
		reader->again = true;
		reader->delivered = false;
	}
	mutex_unlock(&m->lock);
	ret = seq_read(filp, to, count, pos);
	if (ret < 0 || !count)
		return ret;
	mutex_lock(&m->lock);
	reader->delivered = true;
	reader->at_end = !ret || (ret < count && !m->count &&
				  !hist_reader_find_line(reader, m->index));
	mutex_unlock(&m->lock);
	return ret;
}

static void hist_reader_watch(struct hist_reader *reader, bool on)
{
	struct event_file *file = reader->file;
	struct trigger *trigger;
	unsigned int i;

	if (reader->watching == on)
		return;
	reader->watching = on;
	file->watchers += on ? 1 : -1;
	for_each_trigger(trigger, i, file)
		if (trigger_hist(trigger))
			hist_watch(trigger_hist(trigger));
	/* After this wait, every hit that did not see TRIGGER_WATCHED has been counted. */
	if (on)
		hits_synchronize();
}

int hist_reader_release(struct inode *inode, struct file *filp)
{
	struct hist_reader *reader =
		((struct seq_file *)filp->private_data)->private;

	mutex_lock(&event_mutex);
	hist_reader_watch(reader, false);
	forget_snapshots(reader);
	mutex_unlock(&event_mutex);
	return seq_release_private(inode, filp);
}

/*
 * Called by the first poll, so that later hits wake the reader. Compares the hits of
 * all entries with those at open and at the last read. Later polls compare only
 * news_of(), so that their cost does not grow with the histogram.
 */
static void start_watching(struct hist_reader *reader)
{
	u64 hits;

	hist_reader_watch(reader, true);
	hist_reader_arm(reader->file);
	reader->read_news = news_of(reader);
	reader->polled_news = reader->read_news;
	hits = hits_of(reader);
	if (hits != reader->read_hits)
		reader->read_news--;
	if (hits != reader->open_hits)
		reader->polled_news--;
}

static __poll_t look_for_news(struct hist_reader *reader)
{
	__poll_t ready = 0;
	unsigned long news;

	if (!event_file_linked(reader->file))
		return EPOLLERR;
	if (!reader->watching && !reader->last)
		start_watching(reader);
	/*
	 * Pairs with hit_watched(). We set ->wake, then read the news; a hit counts, then
	 * reads ->wake. So the hit sees ->wake, or we see the hit.
	 */
	if (!reader->last)
		hist_reader_arm(reader->file);
	news = news_of(reader);
	if (news != reader->read_news)
		ready |= EPOLLIN | EPOLLRDNORM;
	if (news != reader->polled_news)
		ready |= EPOLLPRI;
	reader->polled_news = news;
	return ready;
}

/*
 * The file stays readable until a read has returned its end, even without a new hit. Otherwise
 * a shell's read command, which polls before each byte, would wait for the next hit before it
 * has read everything.
 */
__poll_t hist_reader_poll(struct file *filp, poll_table *wait)
{
	struct seq_file *m = filp->private_data;
	struct hist_reader *reader = m->private;
	__poll_t ready;

	poll_wait(filp, &hist_wait, wait);

	mutex_lock(&m->lock);
	mutex_lock(&event_mutex);
	ready = look_for_news(reader);
	if (!reader->at_end && ready != EPOLLERR)
		ready |= EPOLLIN | EPOLLRDNORM;
	mutex_unlock(&event_mutex);
	mutex_unlock(&m->lock);
	return ready;
}
