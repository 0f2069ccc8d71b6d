// SPDX-License-Identifier: GPL-2.0
/*
 * The file unwind_tables. A write adds a table by which user stacks are walked. Reading lists the
 * files that stacks were in, so that a program knows which tables are missing.
 */
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "../event/registry.h"
#include "../record/unwind_tables.h"
#include "../record/user_files.h"
#include "files.h"
#include "open.h"

/* The first line is a summary, the others are slots of the table of files. */
static void *unwind_line(loff_t *pos)
{
	return *pos <= USER_FILES_MAX ? pos : NULL;
}

static void *unwind_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&event_mutex);
	return unwind_line(pos);
}

static void *unwind_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return unwind_line(pos);
}

static int unwind_show(struct seq_file *m, void *v)
{
	const loff_t line = *(loff_t *)v;

	if (line)
		user_file_show(m, line - 1);
	else
		unwind_tables_show(m);
	return 0;
}

TREE_SEQ_OPS(unwind, tree_seq_unlock);

static int unwind_open(struct inode *inode, struct file *filp)
{
	if (tree_truncates(filp))
		unwind_tables_remove();
	return seq_open(filp, &unwind_seq_ops);
}

static ssize_t unwind_write(struct file *filp, const char __user *from, size_t count, loff_t *pos)
{
	return unwind_table_write(from, count) ?: count;
}

const struct file_operations unwind_tables_fops = {
	.owner = THIS_MODULE,
	.open = unwind_open,
	.read = seq_read,
	.write = unwind_write,
	.llseek = seq_lseek,
	.release = seq_release,
};
