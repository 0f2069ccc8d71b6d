// SPDX-License-Identifier: GPL-2.0
/*
 * The files hist and hist_take: the histograms of an event. Reading hist_take
 * also takes what it prints, so that counting starts anew.
 *
 * A reader at the beginning of the file takes a snapshot of each histogram of the
 * event, and prints from the snapshots until it starts again. The lines of a
 * histogram are numbered: one for the text above the entries, one for each entry, and
 * one for the totals.
 */
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "../hist/command/hist_trigger.h"
#include "../hist/command/take.h"
#include "../hist/hot/run.h"
#include "../hist/read/show.h"
#include "files.h"

/* A line of the file: line @line of the histogram in @snapshot. */
struct hist_line {
	struct hist_sorted *snapshot;
	u32 line;
};

/**
 * struct hist_reader - one open hist file
 * @file: the event
 * @takes: the file is hist_take
 * @unread: nothing of @snapshots was printed yet. seq_file starts at the
 *	beginning again if its buffer is too short for the first line
 * @nr: histograms in @snapshots
 * @snapshots: the histograms as they were when the reader last started at the
 *	beginning of the file
 * @at: the line that is printed next
 * @at_end: a read() was short or empty because there was no more text
 * @watching: the reader has polled, so hits wake it
 * @open_hits: number of hits when the file was opened; used by the first poll
 * @read_hits: number of hits in @snapshots; used by the first poll
 * @read_news: news_of() the event at the last read
 * @polled_news: news_of() the event at the last poll
 */
struct hist_reader {
	struct event_file *file;
	bool takes;
	bool unread;
	unsigned int nr;
	struct hist_sorted *snapshots;
	struct hist_line at;
	bool at_end;
	bool watching;
	u64 open_hits;
	u64 read_hits;
	unsigned long read_news;
	unsigned long polled_news;
};

static void forget_snapshots(struct hist_reader *reader)
{
	unsigned int i;

	for (i = 0; i < reader->nr; i++)
		hist_sorted_free(&reader->snapshots[i]);
	kfree(reader->snapshots);
	reader->snapshots = NULL;
	reader->nr = 0;
}

/* Lets the next hit of each histogram wake pollers and count as news. */
static void arm(const struct event_file *file)
{
	struct trigger *trigger;
	unsigned int i;

	for_each_trigger(trigger, i, file)
		if (trigger_hist(trigger))
			xchg(&trigger_hist(trigger)->wake, 1);
}

/*
 * Returns a number that changes with the first hit after each arm(), and when a
 * command changes or removes histograms.
 */
static unsigned long news_of(const struct event_file *file)
{
	struct trigger *trigger;
	unsigned long news = 0;
	unsigned int i;

	for_each_trigger(trigger, i, file)
		if (trigger_hist(trigger))
			news += (unsigned long)trigger +
				atomic_read(&trigger_hist(trigger)->news);
	return news;
}

/* Begins to take each histogram of the event. */
static int start_takes(const struct trigger_set *set)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < set->nr; i++)
		if (trigger_hist(set->triggers[i]))
			ret = hist_take_start(trigger_hist(set->triggers[i]));
	hits_synchronize();
	return ret;
}

static int make_snapshot(struct hist_reader *reader, struct trigger *trigger)
{
	struct hist_sorted *snapshot = &reader->snapshots[reader->nr];
	struct hist *hist = trigger_hist(trigger);
	int ret;

	/* Several triggers of the event may feed it; it is taken once. */
	if (!hist || (reader->takes && !hist->taken))
		return 0;
	ret = hist_sorted_make(snapshot, trigger,
			       reader->takes ? hist->taken : hist->map);
	if (ret)
		return ret;
	reader->nr++;
	if (reader->takes)
		hist_take_end(hist);
	else
		reader->read_hits += snapshot->hits;
	return 0;
}

static int make_snapshots(struct hist_reader *reader)
{
	struct trigger_set *set = trigger_set_of(reader->file);
	unsigned int i;
	int ret = 0;

	if (reader->takes && reader->unread && reader->nr)
		return 0;
	forget_snapshots(reader);
	reader->read_hits = 0;
	if (reader->watching) {
		arm(reader->file);
		reader->read_news = news_of(reader->file);
	}
	if (!set)
		return 0;
	reader->snapshots = kcalloc(set->nr, sizeof(*reader->snapshots),
				    GFP_KERNEL);
	if (!reader->snapshots)
		return -ENOMEM;
	if (reader->takes)
		ret = start_takes(set);
	for (i = 0; !ret && i < set->nr; i++)
		ret = make_snapshot(reader, set->triggers[i]);
	reader->unread = true;
	return ret;
}

/* Finds line @pos of the file. Returns NULL after the last line. */
static struct hist_line *find_line(struct hist_reader *reader, loff_t pos)
{
	unsigned int i;

	for (i = 0; i < reader->nr; i++) {
		u32 lines = hist_sorted_shown(&reader->snapshots[i]) + 2;

		if (pos < lines) {
			reader->at.snapshot = &reader->snapshots[i];
			reader->at.line = pos;
			return &reader->at;
		}
		pos -= lines;
	}
	return NULL;
}

static void *hist_start(struct seq_file *m, loff_t *pos)
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
	return find_line(reader, *pos);
}

static void *hist_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct hist_line *line = v;

	++*pos;
	if (++line->line < hist_sorted_shown(line->snapshot) + 2)
		return line;
	return find_line(m->private, *pos);
}

static void hist_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int hist_show_line(struct seq_file *m, void *v)
{
	struct hist_reader *reader = m->private;
	struct hist_line *line = v;
	struct hist_sorted *s = line->snapshot;

	if (s != reader->snapshots || line->line)
		reader->unread = false;
	if (!line->line) {
		if (s != reader->snapshots)
			seq_puts(m, "\n\n");
		seq_puts(m, "# event histogram\n#\n# trigger info: ");
		hist_show_trigger(m, s->hist, s->filter, s->paused);
		seq_puts(m, "#\n\n");
	} else if (line->line <= hist_sorted_shown(s)) {
		hist_show_entry(m, s, hist_sorted_entry(s, line->line - 1));
	} else {
		hist_show_totals(m, s);
	}
	return 0;
}

static const struct seq_operations hist_seq_ops = {
	.start = hist_start,
	.next = hist_next,
	.stop = hist_stop,
	.show = hist_show_line,
};

static u64 hits_of(const struct event_file *file)
{
	struct trigger *trigger;
	unsigned int i;
	u64 hits = 0;

	for_each_trigger(trigger, i, file)
		if (trigger_hist(trigger))
			hits += hist_sums_hits(&trigger_hist(trigger)->map->sums);
	return hits;
}

static int open_reader(struct inode *inode, struct file *filp, bool takes)
{
	struct hist_reader *reader;

	reader = __seq_open_private(filp, &hist_seq_ops, sizeof(*reader));
	if (!reader)
		return -ENOMEM;
	reader->file = inode->i_private;
	reader->takes = takes;
	event_file_get(reader->file);
	mutex_lock(&event_mutex);
	if (event_file_linked(reader->file) && !takes)
		reader->open_hits = hits_of(reader->file);
	mutex_unlock(&event_mutex);
	return 0;
}

static int hist_open(struct inode *inode, struct file *filp)
{
	return open_reader(inode, filp, false);
}

static int take_open(struct inode *inode, struct file *filp)
{
	return open_reader(inode, filp, true);
}

/*
 * A read that returns less than @count has shown the end of the file, unless
 * seq_file stopped before the end.
 */
static ssize_t hist_read(struct file *filp, char __user *to, size_t count,
			 loff_t *pos)
{
	struct seq_file *m = filp->private_data;
	struct hist_reader *reader = m->private;
	ssize_t ret = seq_read(filp, to, count, pos);

	if (ret < 0 || !count)
		return ret;
	mutex_lock(&m->lock);
	reader->at_end = !ret || (ret < count && !m->count &&
				  !find_line(reader, m->index));
	mutex_unlock(&m->lock);
	return ret;
}

static void watch(struct hist_reader *reader, bool on)
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
	/*
	 * Once this returns, every hit that did not see TRIGGER_WATCHED has
	 * been counted.
	 */
	if (on)
		hits_synchronize();
}

static int hist_release(struct inode *inode, struct file *filp)
{
	struct hist_reader *reader =
		((struct seq_file *)filp->private_data)->private;

	mutex_lock(&event_mutex);
	watch(reader, false);
	forget_snapshots(reader);
	mutex_unlock(&event_mutex);
	event_file_put(reader->file);
	return seq_release_private(inode, filp);
}

/*
 * The first poll counts the hits of all entries, to compare them with those at
 * open and at the last read. Later polls compare only news_of(), so that
 * polling a large histogram costs no more than polling a small one.
 */
static void start_watching(struct hist_reader *reader)
{
	u64 hits;

	watch(reader, true);
	arm(reader->file);
	reader->read_news = news_of(reader->file);
	reader->polled_news = reader->read_news;
	hits = hits_of(reader->file);
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
	if (!reader->watching)
		start_watching(reader);
	/*
	 * Pairs with hit_watched(). We set @wake, then read the news; a hit
	 * counts, then reads @wake.
	 */
	arm(reader->file);
	news = news_of(reader->file);
	if (news != reader->read_news)
		ready |= EPOLLIN | EPOLLRDNORM;
	if (news != reader->polled_news)
		ready |= EPOLLPRI;
	reader->polled_news = news;
	return ready;
}

/*
 * The file is readable until a read has returned its end, even without a new
 * hit. A shell's read command polls before each byte; it would otherwise wait
 * for the next hit with text left to read, or before it sees the end.
 */
static __poll_t hist_poll(struct file *filp, poll_table *wait)
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

const struct file_operations event_hist_fops = {
	.owner = THIS_MODULE,
	.open = hist_open,
	.read = hist_read,
	.llseek = seq_lseek,
	.poll = hist_poll,
	.release = hist_release,
};

const struct file_operations event_hist_take_fops = {
	.owner = THIS_MODULE,
	.open = take_open,
	.read = hist_read,
	.llseek = seq_lseek,
	.poll = hist_poll,
	.release = hist_release,
};
