// SPDX-License-Identifier: GPL-2.0
/*
 * The files of an event's histograms: hist, hist_take and hist_last, each also as
 * JSON, and hist_totals, which copies no entries.
 */
#include <linux/module.h>
#include <linux/seq_file.h>

#include "../event/registry.h"
#include "../hist/read/show.h"
#include "../probe/probe.h"
#include "files.h"
#include "hist_reader.h"
#include "open.h"

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
