// SPDX-License-Identifier: GPL-2.0
/*
 * The histograms of an event: the files hist, hist_take and hist_last, and those
 * files as JSON.
 */
#include <linux/module.h>
#include <linux/seq_file.h>

#include "../hist/read/json.h"
#include "../hist/read/show.h"
#include "files.h"
#include "hist_reader.h"

static int hist_show(struct seq_file *m, void *v)
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
		seq_puts(m, "#\n\n");
	} else if (line->line <= hist_sorted_shown(s)) {
		hist_show_entry(m, s, hist_sorted_entry(s, line->line - 1));
	} else {
		hist_show_totals(m, s);
	}
	return 0;
}

static const struct seq_operations hist_seq_ops = {
	.start = hist_reader_start,
	.next = hist_reader_next,
	.stop = hist_reader_stop,
	.show = hist_show,
};

static int hist_open(struct inode *inode, struct file *filp)
{
	return hist_reader_open(inode, filp, &hist_seq_ops, 0);
}

const struct file_operations event_hist_fops = {
	.owner = THIS_MODULE,
	.open = hist_open,
	.read = hist_reader_read,
	.llseek = seq_lseek,
	.poll = hist_reader_poll,
	.release = hist_reader_release,
};

static int take_open(struct inode *inode, struct file *filp)
{
	return hist_reader_open(inode, filp, &hist_seq_ops, HIST_READER_TAKES);
}

const struct file_operations event_hist_take_fops = {
	.owner = THIS_MODULE,
	.open = take_open,
	.read = hist_reader_read,
	.llseek = hist_reader_llseek,
	.poll = hist_reader_poll,
	.release = hist_reader_release,
};

static int last_open(struct inode *inode, struct file *filp)
{
	return hist_reader_open(inode, filp, &hist_seq_ops, HIST_READER_LAST);
}

const struct file_operations event_hist_last_fops = {
	.owner = THIS_MODULE,
	.open = last_open,
	.read = hist_reader_read,
	.llseek = seq_lseek,
	.poll = hist_reader_poll,
	.release = hist_reader_release,
};

static int hist_json_show(struct seq_file *m, void *v)
{
	struct hist_reader *reader = m->private;
	struct hist_line *line = v;
	struct hist_sorted *s = line->snapshot;

	if (!s && !line->line)
		hist_json_begin(m, reader->file, reader->time, reader->uptime);
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
	.stop = hist_reader_stop,
	.show = hist_json_show,
};

static int hist_json_open(struct inode *inode, struct file *filp)
{
	return hist_reader_open(inode, filp, &hist_json_seq_ops,
				HIST_READER_FRAMED);
}

const struct file_operations event_hist_json_fops = {
	.owner = THIS_MODULE,
	.open = hist_json_open,
	.read = hist_reader_read,
	.llseek = seq_lseek,
	.poll = hist_reader_poll,
	.release = hist_reader_release,
};

static int hist_take_json_open(struct inode *inode, struct file *filp)
{
	return hist_reader_open(inode, filp, &hist_json_seq_ops,
				HIST_READER_FRAMED | HIST_READER_TAKES);
}

const struct file_operations event_hist_take_json_fops = {
	.owner = THIS_MODULE,
	.open = hist_take_json_open,
	.read = hist_reader_read,
	.llseek = hist_reader_llseek,
	.poll = hist_reader_poll,
	.release = hist_reader_release,
};

static int hist_last_json_open(struct inode *inode, struct file *filp)
{
	return hist_reader_open(inode, filp, &hist_json_seq_ops,
				HIST_READER_FRAMED | HIST_READER_LAST);
}

const struct file_operations event_hist_last_json_fops = {
	.owner = THIS_MODULE,
	.open = hist_last_json_open,
	.read = hist_reader_read,
	.llseek = seq_lseek,
	.poll = hist_reader_poll,
	.release = hist_reader_release,
};
