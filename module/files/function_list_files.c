// SPDX-License-Identifier: GPL-2.0
/* The file available_filter_functions and its like. */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "../function/list.h"
#include "files.h"
#include "open.h"

static void *list_start(struct seq_file *m, loff_t *pos)
{
	const struct function_list *list = m->private;

	return *pos < list->nr ? &list->functions[*pos] : NULL;
}

static void *list_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return list_start(m, pos);
}

static void list_stop(struct seq_file *m, void *v)
{
}

static int names_show(struct seq_file *m, void *v)
{
	traceable_show(m, m->private, v);
	return 0;
}

static const struct seq_operations names_seq_ops = {
	.start = list_start,
	.next = list_next,
	.stop = list_stop,
	.show = names_show,
};

static int list_open(struct inode *inode, struct file *filp,
		     const struct seq_operations *ops)
{
	struct function_list *list = function_list_get();
	int ret;

	if (IS_ERR(list))
		return PTR_ERR(list);
	ret = seq_open(filp, ops);
	if (ret)
		function_list_put(list);
	else
		((struct seq_file *)filp->private_data)->private = list;
	return ret;
}

static int names_open(struct inode *inode, struct file *filp)
{
	return list_open(inode, filp, &names_seq_ops);
}

static int list_release(struct inode *inode, struct file *filp)
{
	struct seq_file *m = filp->private_data;

	function_list_put(m->private);
	return seq_release(inode, filp);
}

const struct file_operations available_filter_functions_fops = {
	.owner = THIS_MODULE,
	.open = names_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = list_release,
};
