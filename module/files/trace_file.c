// SPDX-License-Identifier: GPL-2.0
/*
 * The file trace, see trace_file.h.
 *
 * debugfs would keep it from being spliced, so it is registered without the help
 * that debugfs gives: an open file holds its instance, and uses nothing else.
 */
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../compat/splice.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "../print/header.h"
#include "../print/line.h"
#include "../print/reader.h"
#include "open.h"
#include "trace_file.h"

/**
 * struct trace_view - an open file
 * @reader: its entries; @nr is the place in the file of the current one
 * @snapshot: it shows a snapshot
 * @paused: nothing is recorded as long as it is open
 * @printed: the text of the current entry is made
 */
struct trace_view {
	struct reader *reader;
	bool snapshot;
	bool paused;
	bool printed;
};

static void *trace_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct trace_view *view = m->private;

	++*pos;
	if (!reader_next(view->reader))
		return NULL;
	view->printed = false;
	return view;
}

static void *trace_start(struct seq_file *m, loff_t *pos)
{
	struct trace_view *view = m->private;
	struct reader *reader = view->reader;
	void *v = view;
	int ret = 0;

	/* It cannot be read backwards. */
	if (*pos < reader->nr || !*pos)
		ret = reader_start(reader);
	reader_lock(reader);
	if (ret)
		return ERR_PTR(ret);
	if (!*pos)
		return SEQ_START_TOKEN;
	while (v && reader->nr < *pos) {
		v = reader_next(reader) ? view : NULL;
		view->printed = false;
	}
	return v;
}

static void trace_stop(struct seq_file *m, void *v)
{
	struct trace_view *view = m->private;

	reader_unlock(view->reader);
}

static void show_snapshot_help(struct seq_file *m, const struct reader *reader)
{
	if (reader->ring)
		seq_puts(m, "#\n# * Snapshot is allocated *\n#\n");
	else
		seq_puts(m, "#\n# * Snapshot is freed *\n#\n");
	seq_puts(m, "# Snapshot commands:\n");
	if (reader->cpu == RING_ALL)
		seq_puts(m,
			 "# echo 0 > snapshot : Clears and frees snapshot buffer\n"
			 "# echo 1 > snapshot : Allocates snapshot buffer, if not already allocated.\n"
			 "#                      Takes a snapshot of the main buffer.\n"
			 "# echo 2 > snapshot : Clears snapshot buffer (but does not allocate or free)\n"
			 "#                      (Doesn't have to be '2' works with any number that\n"
			 "#                       is not a '0' or '1')\n");
	else
		seq_puts(m,
			 "# echo 0 > snapshot : Invalid for per_cpu snapshot file.\n"
			 "# echo 1 > snapshot : Not supported with this kernel.\n"
			 "#                     Must use main snapshot file to allocate.\n"
			 "# echo 2 > snapshot : Clears this cpu's snapshot buffer (but does not allocate)\n"
			 "#                      (Doesn't have to be '2' works with any number that\n"
			 "#                       is not a '0' or '1')\n");
}

static int trace_show(struct seq_file *m, void *v)
{
	struct trace_view *view = m->private;
	struct reader *reader = view->reader;
	struct trace_seq *s = &reader->seq;

	if (v == SEQ_START_TOKEN) {
		if (view->snapshot && reader_empty(reader)) {
			seq_puts(m, "# tracer: nop\n#\n");
			show_snapshot_help(m, reader);
		} else {
			header_print(m, reader);
		}
		return 0;
	}
	/* Asked for again when it did not fit into what was left. */
	if (!view->printed) {
		trace_seq_init(s);
		if (!line_print(reader)) {
			s->full = 0;
			trace_seq_puts(s, "[LINE TOO BIG]\n");
		}
		view->printed = true;
	}
	seq_write(m, s->buffer, trace_seq_used(s));
	return 0;
}

static const struct seq_operations trace_seq_ops = {
	.start = trace_start,
	.next = trace_next,
	.stop = trace_stop,
	.show = trace_show,
};

static struct reader *make_reader(struct file *filp, struct trace_view *view)
{
	struct instance_cpu *of = file_inode(filp)->i_private;
	struct instance *instance = of->instance;
	struct reader *reader;

	mutex_lock(&event_mutex);
	reader = reader_make(instance,
			     instance_get_ring(instance, view->snapshot),
			     of->cpu);
	if (reader && !view->snapshot &&
	    instance_option(instance, OPTION_PAUSE_ON_TRACE)) {
		instance_pause(instance, true);
		view->paused = true;
	}
	mutex_unlock(&event_mutex);
	return reader;
}

int trace_file_open(struct file *filp, bool snapshot)
{
	struct trace_view *view;

	view = __seq_open_private(filp, &trace_seq_ops, sizeof(*view));
	if (!view)
		return -ENOMEM;
	view->snapshot = snapshot;
	view->reader = make_reader(filp, view);
	if (!view->reader) {
		seq_release_private(file_inode(filp), filp);
		return -ENOMEM;
	}
	return 0;
}

void trace_file_release(struct file *filp)
{
	struct instance_cpu *of = file_inode(filp)->i_private;
	struct trace_view *view;

	if (!(filp->f_mode & FMODE_READ))
		return;
	view = ((struct seq_file *)filp->private_data)->private;
	if (view->paused) {
		mutex_lock(&event_mutex);
		instance_pause(of->instance, false);
		mutex_unlock(&event_mutex);
	}
	reader_free(view->reader);
	seq_release_private(file_inode(filp), filp);
}

static void clear(const struct instance_cpu *of)
{
	struct ring *ring = instance_get_ring(of->instance, false);

	if (!ring)
		return;
	ring_reset(ring, of->cpu);
	ring_put(ring);
}

static int trace_open(struct inode *inode, struct file *filp)
{
	struct instance_cpu *of = inode->i_private;
	int ret;

	ret = instance_get(of->instance);
	if (ret)
		return ret;
	if ((filp->f_mode & FMODE_WRITE) && (filp->f_flags & O_TRUNC))
		clear(of);
	if (filp->f_mode & FMODE_READ) {
		ret = trace_file_open(filp, false);
		if (ret)
			instance_put(of->instance);
	}
	return ret;
}

/* Clearing is done by opening; what is written does not matter. */
static ssize_t trace_write(struct file *filp, const char __user *from,
			   size_t count, loff_t *pos)
{
	return count;
}

static int trace_release(struct inode *inode, struct file *filp)
{
	struct instance_cpu *of = inode->i_private;

	trace_file_release(filp);
	instance_put(of->instance);
	return 0;
}

const struct file_operations trace_fops = {
	.owner = THIS_MODULE,
	.open = trace_open,
	.read = seq_read,
	.read_iter = seq_read_iter,
	.splice_read = copy_splice_read,
	.write = trace_write,
	.llseek = tree_lseek,
	.release = trace_release,
};
