// SPDX-License-Identifier: GPL-2.0
/* Files of the tracer function_graph: max_graph_depth. */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/uaccess.h>

#include "../graph/graph.h"
#include "files.h"

static ssize_t depth_read(struct file *filp, char __user *to, size_t count,
			  loff_t *pos)
{
	char text[15];
	int len = scnprintf(text, sizeof(text), "%d\n",
			    READ_ONCE(graph_max_depth));

	return simple_read_from_buffer(to, count, pos, text, len);
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

const struct file_operations max_graph_depth_fops = {
	.owner = THIS_MODULE,
	.read = depth_read,
	.write = depth_write,
	.llseek = generic_file_llseek,
};
