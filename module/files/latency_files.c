// SPDX-License-Identifier: GPL-2.0
/* Files of the latency tracers, in microseconds: tracing_max_latency, tracing_thresh. */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/time64.h>
#include <linux/uaccess.h>

#include "../instance/hot/state.h"
#include "../instance/instance.h"
#include "files.h"
#include "open.h"

static ssize_t read_ns(unsigned long ns, char __user *to, size_t count,
		       loff_t *pos)
{
	return tree_read_number(to, count, pos,
				ns == ULONG_MAX ? -1 : (long)(ns / NSEC_PER_USEC));
}

/* Like the kernel, does not move the position, nor check for an overflow. */
static ssize_t write_ns(unsigned long *ns, const char __user *from, size_t count)
{
	unsigned long us;
	int ret = kstrtoul_from_user(from, count, 10, &us);

	if (ret)
		return ret;
	WRITE_ONCE(*ns, us * NSEC_PER_USEC);
	return count;
}

static ssize_t max_read(struct file *filp, char __user *to, size_t count,
			loff_t *pos)
{
	const struct instance *instance = file_inode(filp)->i_private;

	return read_ns(READ_ONCE(instance->max_latency), to, count, pos);
}

static ssize_t max_write(struct file *filp, const char __user *from,
			 size_t count, loff_t *pos)
{
	struct instance *instance = file_inode(filp)->i_private;

	return write_ns(&instance->max_latency, from, count);
}

TREE_FILE(tracing_max_latency_fops, instance, max_read, max_write,
	  generic_file_llseek);

static ssize_t thresh_read(struct file *filp, char __user *to, size_t count,
			   loff_t *pos)
{
	return read_ns(READ_ONCE(tracing_thresh), to, count, pos);
}

static ssize_t thresh_write(struct file *filp, const char __user *from,
			    size_t count, loff_t *pos)
{
	return write_ns(&tracing_thresh, from, count);
}

TREE_FILE(tracing_thresh_fops, tree, thresh_read, thresh_write,
	  generic_file_llseek);
