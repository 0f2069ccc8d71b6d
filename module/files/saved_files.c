// SPDX-License-Identifier: GPL-2.0
/* The files saved_cmdlines, saved_cmdlines_size and saved_tgids. */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/threads.h>

#include "../event/registry.h"
#include "../record/saved_cmdlines.h"
#include "files.h"
#include "open.h"

static int cmdlines_show(struct seq_file *m, void *v)
{
	mutex_lock(&event_mutex);
	saved_cmdlines_print(m);
	mutex_unlock(&event_mutex);
	return 0;
}

TREE_SHOW_FILE(saved_cmdlines_fops, tree, cmdlines_show, NULL, seq_lseek);

static ssize_t saved_size_read(struct file *filp, char __user *to, size_t count,
			       loff_t *pos)
{
	return tree_read_number(to, count, pos, saved_cmdlines_size());
}

static int saved_resize(void *owner, unsigned long value)
{
	return value ? saved_cmdlines_resize(value) : -EINVAL;
}

static ssize_t saved_size_write(struct file *filp, const char __user *from,
				size_t count, loff_t *pos)
{
	return tree_write_number(filp, from, count, pos, PID_MAX_DEFAULT,
				 saved_resize);
}

const struct file_operations saved_cmdlines_size_fops = {
	.owner = THIS_MODULE,
	.read = saved_size_read,
	.write = saved_size_write,
	.llseek = generic_file_llseek,
};

/* The position in the file is a pid. */
static void *tgids_start(struct seq_file *m, loff_t *pos)
{
	int pid = tgid_next(*pos);

	if (pid < 0)
		return NULL;
	*pos = pid;
	return pos;
}

static void *tgids_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return tgids_start(m, pos);
}

static void tgids_stop(struct seq_file *m, void *v)
{
}

static int tgids_show(struct seq_file *m, void *v)
{
	int pid = *(loff_t *)v;

	seq_printf(m, "%d %d\n", pid, tgid_find(pid));
	return 0;
}

static const struct seq_operations tgids_seq_ops = {
	.start = tgids_start,
	.next = tgids_next,
	.stop = tgids_stop,
	.show = tgids_show,
};

static int tgids_open(struct inode *inode, struct file *filp)
{
	return seq_open(filp, &tgids_seq_ops);
}

const struct file_operations saved_tgids_fops = {
	.owner = THIS_MODULE,
	.open = tgids_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release,
};
