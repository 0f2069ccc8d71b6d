// SPDX-License-Identifier: GPL-2.0
/*
 * The files of an event's histograms: hist, hist_take and hist_last, each also as
 * JSON, and hist_totals, which copies no entries.
 *
 * A reader that starts at the beginning of a file takes a snapshot of each histogram
 * of the event, and prints the snapshots. A histogram has a line for its header, one
 * for each entry, and one for the totals. A framed file has one more line before all
 * histograms, and one after them.
 */
#include <linux/bits.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "../hist/hot/run.h"
#include "../hist/object/map.h"
#include "../hist/read/show.h"
#include "../hist/read/sort.h"
#include "../hist/trigger/hist_trigger.h"
#include "../hist/trigger/take.h"
#include "../probe/probe.h"
#include "files.h"
#include "open.h"

/* Flags of a file, see the members of struct hist_reader. */
#define HIST_READER_FRAMED	BIT(0)
#define HIST_READER_TAKES	BIT(1)
#define HIST_READER_LAST	BIT(2)

/**
 * struct hist_line - a line of the file
 * @snapshot: the histogram, or NULL for a line of the frame
 * @line: number of the line in the histogram; in the frame, 0 is the first, 1 the last
 */
struct hist_line {
	struct hist_sorted *snapshot;
	u32 line;
};

/**
 * struct hist_reader - one open file
 * @file: the event
 * @framed: there are lines before and after all histograms
 * @takes: reading resets the counts that it prints to 0
 * @last: prints the last interval of each histogram that has intervals
 * @again: if @takes is set: the next start at the beginning of the file makes new
 *	@snapshots. Otherwise it prints the old ones again, because seq_file also
 *	starts there if its buffer is too short for a line
 * @delivered: a read has returned a part of @snapshots, or their end
 * @nr: number of @snapshots
 * @snapshots: the histograms when the reader last started at the beginning of the file
 * @time: the time of @snapshots, in ns of CLOCK_REALTIME
 * @uptime: the same in ns of CLOCK_BOOTTIME
 * @at: the line to print next
 * @at_end: a read() was short or empty because the file has no more to print
 * @watching: the reader has polled, so hits wake it
 * @open_hits: number of hits when the file was opened; used by the first poll
 * @read_hits: number of hits in @snapshots, plus the intervals that had ended; used by
 *	the first poll
 * @read_news: what news_of() returned at the last read
 * @polled_news: what news_of() returned at the last poll
 */
struct hist_reader {
	struct event_file *file;
	bool framed;
	bool takes;
	bool last;
	bool again;
	bool delivered;
	unsigned int nr;
	struct hist_sorted *snapshots;
	u64 time;
	u64 uptime;
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
 * Returns a number that differs after the first hit since hist_reader_arm(), after the end of
 * an interval, and after a command has added, cleared or removed a histogram. Readers of
 * hist_last ignore hits and clears, and takes ignore histograms with an interval.
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

static void *hist_reader_start(struct seq_file *m, loff_t *pos)
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

static void *hist_reader_next(struct seq_file *m, void *v, loff_t *pos)
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

/* The seq_file's private data is the reader. @flags are HIST_READER_*. */
static int hist_reader_open(struct inode *inode, struct file *filp,
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

/* Seeks to the beginning, or gets the position. Other seeks would skip counts that were reset. */
static loff_t hist_reader_llseek(struct file *filp, loff_t offset, int whence)
{
	if (offset || (whence != SEEK_SET && whence != SEEK_CUR))
		return -EINVAL;
	return seq_lseek(filp, offset, whence);
}

/*
 * Sets ->at_end to whether the read has reached the end of the file. A result below @count
 * does not prove it, because seq_file may stop earlier.
 */
static ssize_t hist_reader_read(struct file *filp, char __user *to, size_t count,
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

static int hist_reader_release(struct inode *inode, struct file *filp)
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
 * Called by the first poll; from then on, hits wake the reader. If hits have come since the last
 * read, or since the file was opened, decrements the count that look_for_news() compares with
 * news_of(), so that the reader is told. Later polls do not add up the hits of all entries, so
 * that their cost does not grow with the histogram.
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
static __poll_t hist_reader_poll(struct file *filp, poll_table *wait)
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

/* Says that a histogram may be empty because its event's probe waits for a module. */
static void show_waiting(struct seq_file *m, const struct event *event)
{
	unsigned int nr, waiting;
	const char *name = probe_event_waits(event, &nr, &waiting);

	if (!name)
		return;
	seq_puts(m, "# waiting for a module: ");
	seq_escape(m, name, "\n\\");
	if (nr > 1)
		seq_printf(m, " (%u of %u places)", waiting, nr);
	seq_putc(m, '\n');
}

static int hist_file_show(struct seq_file *m, void *v)
{
	struct hist_reader *reader = m->private;
	struct hist_line *line = v;
	struct hist_sorted *s = line->snapshot;

	if (!line->line) {
		if (s != reader->snapshots)
			seq_puts(m, "\n\n");
		seq_puts(m, "# event histogram\n#\n# trigger info: ");
		hist_show_trigger(m, s->hist, s->filter, s->paused);
		if (s->kept)
			hist_show_interval(m, s);
		show_waiting(m, reader->file->event);
		seq_puts(m, "#\n\n");
	} else if (line->line <= hist_sorted_shown(s)) {
		hist_show_entry(m, s, hist_sorted_entry(s, line->line - 1));
	} else {
		hist_show_totals(m, s);
	}
	return 0;
}

#define HIST_FILE(name, ops, flags, llseek_)				\
	static int name##_open(struct inode *inode, struct file *filp)	\
	{								\
		return hist_reader_open(inode, filp, &(ops), flags);	\
	}								\
	const struct file_operations name = {				\
		.owner = THIS_MODULE,					\
		.open = name##_open,					\
		.read = hist_reader_read,				\
		.llseek = llseek_,					\
		.poll = hist_reader_poll,				\
		.release = hist_reader_release,				\
	}

static const struct seq_operations hist_seq_ops = {
	.start = hist_reader_start,
	.next = hist_reader_next,
	.stop = tree_seq_unlock,
	.show = hist_file_show,
};

HIST_FILE(event_hist_fops, hist_seq_ops, 0, seq_lseek);
HIST_FILE(event_hist_take_fops, hist_seq_ops, HIST_READER_TAKES,
	  hist_reader_llseek);
HIST_FILE(event_hist_last_fops, hist_seq_ops, HIST_READER_LAST, seq_lseek);

static int hist_json_show(struct seq_file *m, void *v)
{
	struct hist_reader *reader = m->private;
	struct hist_line *line = v;
	struct hist_sorted *s = line->snapshot;
	unsigned int nr, waiting;

	if (!s && !line->line)
		hist_json_begin(m, reader->file, reader->time, reader->uptime,
				probe_event_waits(reader->file->event, &nr,
						  &waiting));
	else if (!s)
		hist_json_end(m);
	else if (!line->line)
		hist_json_hist_begin(m, s, s == reader->snapshots);
	else if (line->line <= hist_sorted_shown(s))
		hist_json_entry(m, s, line->line - 1);
	else
		hist_json_hist_end(m);
	return 0;
}

static const struct seq_operations hist_json_seq_ops = {
	.start = hist_reader_start,
	.next = hist_reader_next,
	.stop = tree_seq_unlock,
	.show = hist_json_show,
};

HIST_FILE(event_hist_json_fops, hist_json_seq_ops, HIST_READER_FRAMED,
	  seq_lseek);
HIST_FILE(event_hist_take_json_fops, hist_json_seq_ops, HIST_READER_FRAMED | HIST_READER_TAKES,
	  hist_reader_llseek);
HIST_FILE(event_hist_last_json_fops, hist_json_seq_ops, HIST_READER_FRAMED | HIST_READER_LAST,
	  seq_lseek);

static void show_trigger_totals(struct seq_file *m, struct trigger *trigger)
{
	struct hist *hist = trigger_hist(trigger);
	const struct hist_map *map = hist->map;
	u64 lost[HIST_LOSSES];
	unsigned int i;

	hist_losses_read(hist, map, lost);
	trigger->command->show(m, trigger);
	seq_printf(m, "    Entries: %u\n    Room: %u\n", hist_map_entries(map),
		   map->size);
	for (i = 0; i < HIST_LOSSES; i++)
		hist_show_loss(m, i, lost[i]);
}

static int totals_show(struct seq_file *m, void *v)
{
	struct event_file *file = m->private;
	struct trigger *trigger;
	int ret = -ENODEV;
	unsigned int i;

	mutex_lock(&event_mutex);
	if (event_file_linked(file)) {
		for_each_trigger(trigger, i, file)
			if (trigger_hist(trigger))
				show_trigger_totals(m, trigger);
		ret = 0;
	}
	mutex_unlock(&event_mutex);
	return ret;
}

TREE_SHOW_FILE(event_hist_totals_fops, tree, totals_show, NULL, seq_lseek);
