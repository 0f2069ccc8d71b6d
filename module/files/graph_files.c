// SPDX-License-Identifier: GPL-2.0
/* Files of the tracer function_graph: max_graph_depth. */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/uaccess.h>

#include "../graph/graph.h"
#include "files.h"
#include "open.h"

static ssize_t depth_read(struct file *filp, char __user *to, size_t count,
			  loff_t *pos)
{
	return tree_read_number(to, count, pos, (int)READ_ONCE(graph_max_depth));
}

/* Like the kernel, does not check that the number fits an int. */
static ssize_t depth_write(struct file *filp, const char __user *from,
			   size_t count, loff_t *pos)
{
	unsigned long depth;
	int ret = kstrtoul_from_user(from, count, 10, &depth);

	if (ret)
		return ret;
	WRITE_ONCE(graph_max_depth, depth);
	*pos += count;
	return count;
}

TREE_FILE(max_graph_depth_fops, tree, depth_read, depth_write,
	  generic_file_llseek);
