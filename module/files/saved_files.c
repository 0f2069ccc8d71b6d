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

static int saved_resize(struct inode *inode, unsigned long value)
{
	return value ? saved_cmdlines_resize(value) : -EINVAL;
}

TREE_NUMBER_FILE(saved_cmdlines_size_fops, tree, saved_size_read, PID_MAX_DEFAULT,
		 saved_resize, generic_file_llseek);

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

static int tgids_show(struct seq_file *m, void *v)
{
	int pid = *(loff_t *)v;

	seq_printf(m, "%d %d\n", pid, tgid_find(pid));
	return 0;
}

TREE_SEQ_OPS(tgids, tree_seq_stop);

TREE_SEQ_FILE(saved_tgids_fops, tgids_seq_ops);
