// SPDX-License-Identifier: GPL-2.0
/*
 * The file hist: the histograms of an event.
 *
 * A reader at the beginning of the file takes a snapshot of each of the
 * event's histograms and goes on printing from them until it starts again.
 * The lines of one histogram are numbered: one for what stands above the
 * entries, one for each entry, one for the totals.
 */
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "../hist/command/hist_trigger.h"
#include "../hist/hot/run.h"
#include "../hist/read/show.h"
#include "files.h"

/* What a line of the file belongs to. */
struct hist_line {
	struct hist_sorted *snapshot;
	u32 line;
};

/**
 * struct hist_reader - one open hist file
 * @file: the event
 * @nr: histograms in @snapshots
 * @snapshots: as they were when the reader was at the beginning
 * @at: the line that is printed next
 * @watching: it has polled, so hits are to wake it
 * @read_hits: hits at the last read
 * @polled_hits: hits at the last poll
 */
struct hist_reader {
	struct event_file *file;
	unsigned int nr;
	struct hist_sorted *snapshots;
	struct hist_line at;
	bool watching;
	u64 read_hits;
	u64 polled_hits;
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

static int take_snapshots(struct hist_reader *reader)
{
	struct trigger_set *set = trigger_set_of(reader->file);
	unsigned int i;
	int ret;

	forget_snapshots(reader);
	reader->read_hits = 0;
	if (!set)
		return 0;
	reader->snapshots = kcalloc(set->nr, sizeof(*reader->snapshots),
				    GFP_KERNEL);
	if (!reader->snapshots)
		return -ENOMEM;
	for (i = 0; i < set->nr; i++) {
		if (!trigger_hist(set->triggers[i]))
			continue;
		ret = hist_sorted_make(&reader->snapshots[reader->nr],
				       set->triggers[i]);
		if (ret)
			return ret;
		reader->read_hits += reader->snapshots[reader->nr++].hits;
	}
	return 0;
}

/* Finds line @pos of all; returns what stands for it, NULL behind the last. */
static struct hist_line *find_line(struct hist_reader *reader, loff_t pos)
{
	unsigned int i;

	for (i = 0; i < reader->nr; i++) {
		u32 lines = reader->snapshots[i].nr_entries + 2;

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
		ret = take_snapshots(reader);
	if (ret)
		return ERR_PTR(ret);
	return find_line(reader, *pos);
}

static void *hist_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct hist_line *line = v;

	++*pos;
	if (++line->line < line->snapshot->nr_entries + 2)
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

	if (!line->line) {
		if (s != reader->snapshots)
			seq_puts(m, "\n\n");
		seq_puts(m, "# event histogram\n#\n# trigger info: ");
		hist_show_trigger(m, s->hist, s->filter, s->paused);
		seq_puts(m, "#\n\n");
	} else if (line->line <= s->nr_entries) {
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

static int hist_open(struct inode *inode, struct file *file)
{
	struct hist_reader *reader;

	reader = __seq_open_private(file, &hist_seq_ops, sizeof(*reader));
	if (!reader)
		return -ENOMEM;
	reader->file = inode->i_private;
	event_file_get(reader->file);
	return 0;
}

/*
 * A hit that has begun may not know yet that it is watched; after the wait all
 * such have been counted.
 */
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
	if (on)
		hits_synchronize();
}

static int hist_release(struct inode *inode, struct file *file)
{
	struct hist_reader *reader =
		((struct seq_file *)file->private_data)->private;

	mutex_lock(&event_mutex);
	watch(reader, false);
	forget_snapshots(reader);
	mutex_unlock(&event_mutex);
	event_file_put(reader->file);
	return seq_release_private(inode, file);
}

static u64 hits_of(const struct event_file *file)
{
	struct trigger *trigger;
	const u64 *key;
	unsigned int i;
	u64 hits = 0, word;

	for_each_trigger(trigger, i, file) {
		struct hist_map *map;
		u32 pos = 0;
		long index;

		if (!trigger_hist(trigger))
			continue;
		map = &trigger_hist(trigger)->map;
		while ((index = hist_map_next(map, &pos, &key, &word)) >= 0) {
			hits += hist_map_sum(map, index, 0);
			if (!(pos % 1024))
				cond_resched();
		}
	}
	return hits;
}

static __poll_t hist_poll(struct file *file, poll_table *wait)
{
	struct hist_reader *reader =
		((struct seq_file *)file->private_data)->private;
	struct trigger *trigger;
	__poll_t ready = 0;
	unsigned int i;
	u64 hits;

	poll_wait(file, &hist_wait, wait);

	mutex_lock(&event_mutex);
	if (!event_file_linked(reader->file)) {
		ready = EPOLLERR;
	} else {
		/* From here on a hit wakes; the count below has all before. */
		watch(reader, true);
		for_each_trigger(trigger, i, reader->file)
			if (trigger_hist(trigger))
				xchg(&trigger_hist(trigger)->wake, 1);
		hits = hits_of(reader->file);
		if (hits != reader->read_hits)
			ready |= EPOLLIN | EPOLLRDNORM;
		if (hits != reader->polled_hits)
			ready |= EPOLLPRI;
		reader->polled_hits = hits;
	}
	mutex_unlock(&event_mutex);
	return ready;
}

const struct file_operations event_hist_fops = {
	.owner = THIS_MODULE,
	.open = hist_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.poll = hist_poll,
	.release = hist_release,
};
