// SPDX-License-Identifier: GPL-2.0
/*
 * The files trace and snapshot, of an instance and of each CPU. Both print entries as
 * text: trace those of the ring that hits write to, snapshot those of the snapshot ring.
 * Writing to snapshot takes, clears or frees a snapshot.
 */
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../compat/splice.h"
#include "../event/registry.h"
#include "../function/functions.h"
#include "../instance/hot/state.h"
#include "../instance/instance.h"
#include "../instance/rings.h"
#include "../print/trace_iter.h"
#include "../ring/ring.h"
#include "../tracer/tracer.h"
#include "files.h"
#include "open.h"

/**
 * struct trace_view - an open file
 * @iter: its entries; @iter->nr is the current entry's position in the file
 * @snapshot: this is the file snapshot
 * @worst: the file trace shows the worst trace, from the ring for snapshots
 * @paused: recording is paused while the file is open
 * @printed: the current entry has been printed into the iterator's @seq
 */
struct trace_view {
	struct trace_iter *iter;
	bool snapshot;
	bool worst;
	bool paused;
	bool printed;
};

static void *trace_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct trace_view *view = m->private;

	++*pos;
	if (!trace_iter_next(view->iter))
		return NULL;
	view->printed = false;
	return view;
}

static void *trace_start(struct seq_file *m, loff_t *pos)
{
	struct trace_view *view = m->private;
	struct trace_iter *iter = view->iter;
	void *v = view;
	bool again = *pos < iter->nr || !*pos;
	int ret = 0;

	/*
	 * A snapshot that the tracer fills cannot be read. Entries cannot be read
	 * backwards, so to reach an earlier position, start again at the first entry.
	 */
	if (view->snapshot && iter->tracer->keeps_worst)
		ret = -EBUSY;
	else if (again)
		ret = trace_iter_start(iter);
	trace_iter_lock(iter);
	if (ret)
		return ERR_PTR(ret);
	if (again)
		trace_iter_skip(iter);
	if (!*pos)
		return SEQ_START_TOKEN;
	while (v && iter->nr < *pos) {
		v = trace_iter_next(iter) ? view : NULL;
		view->printed = false;
	}
	return v;
}

static void trace_stop(struct seq_file *m, void *v)
{
	struct trace_view *view = m->private;

	trace_iter_unlock(view->iter);
}

static void show_snapshot_help(struct seq_file *m, const struct trace_iter *iter)
{
	if (iter->ring)
		seq_puts(m, "#\n# * Snapshot is allocated *\n#\n");
	else
		seq_puts(m, "#\n# * Snapshot is freed *\n#\n");
	seq_puts(m, "# Snapshot commands:\n");
	if (iter->cpu == RING_ALL)
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
	struct trace_iter *iter = view->iter;
	struct trace_seq *s = &iter->seq;

	if (v == SEQ_START_TOKEN) {
		if (view->snapshot && trace_iter_empty(iter)) {
			seq_printf(m, "# tracer: %s\n#\n",
				   iter->tracer->name);
			show_snapshot_help(m, iter);
		} else {
			trace_header_print(m, iter);
		}
		return 0;
	}
	/* seq_file calls this again if the text did not fit its buffer, so keep the text. */
	if (!view->printed) {
		trace_seq_init(s);
		if (!trace_line_print(iter)) {
			s->full = 0;
			trace_seq_puts(s, "[LINE TOO BIG]\n");
		}
		view->printed = true;
	}
	seq_write(m, s->buffer, trace_seq_used(s));
	return 0;
}

TREE_SEQ_OPS(trace, trace_stop);

static struct trace_iter *create_iter(struct file *filp, struct trace_view *view)
{
	struct instance_cpu *icpu = file_inode(filp)->i_private;
	struct instance *instance = icpu->instance;
	struct instance_max_trace worst;
	struct trace_iter *iter;
	struct ring *ring;

	mutex_lock(&event_mutex);
	view->worst = !view->snapshot && instance->tracer->keeps_worst;
	if (view->snapshot || view->worst)
		ring = instance_get_snapshot(instance, &worst, view->worst);
	else
		ring = instance_get_ring(instance, false);
	iter = trace_iter_create(instance, ring, icpu->cpu);
	if (iter && (view->snapshot || view->worst)) {
		iter->is_worst = true;
		iter->worst = worst;
	}
	if (!iter && view->worst)
		atomic_dec(&instance->viewers);
	if (iter && !view->snapshot &&
	    instance_option(instance, OPTION_PAUSE_ON_TRACE)) {
		instance_pause(instance, true);
		view->paused = true;
	}
	mutex_unlock(&event_mutex);
	return iter;
}

static int trace_file_open_view(struct file *filp, bool snapshot)
{
	struct trace_view *view;

	view = __seq_open_private(filp, &trace_seq_ops, sizeof(*view));
	if (!view)
		return -ENOMEM;
	view->snapshot = snapshot;
	view->iter = create_iter(filp, view);
	if (!view->iter) {
		seq_release_private(file_inode(filp), filp);
		return -ENOMEM;
	}
	return 0;
}

static void release_view(struct file *filp)
{
	struct instance_cpu *icpu = file_inode(filp)->i_private;
	struct trace_view *view = ((struct seq_file *)filp->private_data)->private;

	if (view->paused) {
		mutex_lock(&event_mutex);
		instance_pause(icpu->instance, false);
		mutex_unlock(&event_mutex);
	}
	if (view->worst)
		atomic_dec(&icpu->instance->viewers);
	trace_iter_free(view->iter);
	seq_release_private(file_inode(filp), filp);
}

static void trace_file_clear(const struct instance_cpu *icpu, bool snapshot)
{
	struct ring *ring = instance_get_ring(icpu->instance, snapshot);

	if (!ring)
		return;
	ring_reset(ring, icpu->cpu);
	ring_put(ring);
	if (!snapshot) {
		mutex_lock(&event_mutex);
		functions_forget_untraced(icpu->instance, icpu->cpu);
		mutex_unlock(&event_mutex);
	}
}

static int open_ring(struct inode *inode, struct file *filp, bool snapshot)
{
	struct instance_cpu *icpu = inode->i_private;
	int ret = cpu_file_open(inode, filp);

	if (ret)
		return ret;
	if (!snapshot && tree_truncates(filp))
		trace_file_clear(icpu, READ_ONCE(icpu->instance->tracer)->keeps_worst);
	if (filp->f_mode & FMODE_READ)
		ret = trace_file_open_view(filp, snapshot);
	if (ret)
		cpu_file_release(inode, filp);
	return ret;
}

static int trace_file_release_ring(struct inode *inode, struct file *filp)
{
	if (filp->f_mode & FMODE_READ)
		release_view(filp);
	return cpu_file_release(inode, filp);
}

static int trace_open(struct inode *inode, struct file *filp)
{
	return open_ring(inode, filp, false);
}

const struct file_operations trace_fops = {
	.owner = THIS_MODULE,
	.open = trace_open,
	.read = seq_read,
	.read_iter = seq_read_iter,
	.splice_read = copy_splice_read,
	.write = tree_ignore_write,
	.llseek = tree_lseek,
	.release = trace_file_release_ring,
};

static int free_snapshot(struct instance_cpu *icpu)
{
	if (icpu->cpu != RING_ALL)
		return -EINVAL;
	instance_free_snapshot(icpu->instance);
	return 0;
}

/* The two rings are exchanged as a whole, so there is no snapshot of a single CPU. */
static int trace_file_take_snapshot(struct instance_cpu *icpu)
{
	int ret;

	if (icpu->cpu != RING_ALL)
		return -EINVAL;
	ret = instance_alloc_snapshot(icpu->instance);
	/* Unlike a hit, a command can wait until no hit is exchanging the rings. */
	while (!ret && !instance_take_snapshot(icpu->instance))
		cond_resched();
	return ret;
}

static int change_snapshot(struct inode *inode, unsigned long value)
{
	struct instance_cpu *icpu = inode->i_private;
	int ret;

	ret = instance_use_ring(icpu->instance);
	if (ret)
		return ret;
	if (icpu->instance->tracer->keeps_worst)
		return -EBUSY;
	/* If a hist trigger decides when to take snapshots, users cannot. */
	if (icpu->instance->condition)
		return -EBUSY;
	if (value == 0)
		return free_snapshot(icpu);
	if (value == 1)
		return trace_file_take_snapshot(icpu);
	trace_file_clear(icpu, true);
	return 0;
}

static ssize_t snapshot_write(struct file *filp, const char __user *from,
			      size_t count, loff_t *pos)
{
	return tree_write_number(filp, from, count, pos, ULONG_MAX, change_snapshot);
}

static int snapshot_open(struct inode *inode, struct file *filp)
{
	return open_ring(inode, filp, true);
}

const struct file_operations snapshot_fops = {
	.owner = THIS_MODULE,
	.open = snapshot_open,
	.read = seq_read,
	.write = snapshot_write,
	.llseek = tree_lseek,
	.release = trace_file_release_ring,
};
