// SPDX-License-Identifier: GPL-2.0
/*
 * The file snapshot, of all CPUs or of one: shows the ring that snapshots go to
 * as the file trace shows the other, and takes, clears or frees snapshots.
 */
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../ring/ring.h"
#include "open.h"
#include "snapshot_file.h"
#include "trace_file.h"

static int free_snapshot(struct instance_cpu *of)
{
	if (of->cpu != RING_ALL)
		return -EINVAL;
	instance_free_snapshot(of->instance);
	return 0;
}

/* One CPU's part cannot be exchanged: the two rings change places. */
static int take_snapshot(struct instance_cpu *of)
{
	int ret;

	if (of->cpu != RING_ALL)
		return -EINVAL;
	ret = instance_alloc_snapshot(of->instance);
	if (!ret)
		instance_take_snapshot(of->instance);
	return ret;
}

static int clear_snapshot(struct instance_cpu *of)
{
	struct ring *ring = instance_get_ring(of->instance, true);

	if (ring) {
		ring_reset(ring, of->cpu);
		ring_put(ring);
	}
	return 0;
}

static ssize_t snapshot_write(struct file *filp, const char __user *from,
			      size_t count, loff_t *pos)
{
	struct instance_cpu *of = file_inode(filp)->i_private;
	unsigned long value;
	int ret;

	ret = kstrtoul_from_user(from, count, 10, &value);
	if (ret)
		return ret;

	mutex_lock(&event_mutex);
	ret = instance_use_ring(of->instance);
	/* A histogram decides what is kept. */
	if (!ret && of->instance->condition)
		ret = -EBUSY;
	if (ret)
		goto out;
	if (value == 0)
		ret = free_snapshot(of);
	else if (value == 1)
		ret = take_snapshot(of);
	else
		ret = clear_snapshot(of);
out:
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

static int snapshot_open(struct inode *inode, struct file *filp)
{
	struct instance_cpu *of = inode->i_private;
	int ret;

	ret = instance_get(of->instance);
	if (ret)
		return ret;
	if (filp->f_mode & FMODE_READ) {
		ret = trace_file_open(filp, true);
		if (ret)
			instance_put(of->instance);
	}
	return ret;
}

static int snapshot_release(struct inode *inode, struct file *filp)
{
	struct instance_cpu *of = inode->i_private;

	trace_file_release(filp);
	instance_put(of->instance);
	return 0;
}

const struct file_operations snapshot_fops = {
	.owner = THIS_MODULE,
	.open = snapshot_open,
	.read = seq_read,
	.write = snapshot_write,
	.llseek = tree_lseek,
	.release = snapshot_release,
};
