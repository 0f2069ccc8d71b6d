/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files of the tests' modules: in debugfs, or in /proc on a kernel without it. In
 * tests, $kmods is the folder.
 */
#ifndef HISTRIG_TEST_FILE_H
#define HISTRIG_TEST_FILE_H

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/proc_fs.h>

#ifdef CONFIG_DEBUG_FS
static inline void test_file_add(const char *name, umode_t mode,
				 const struct file_operations *fops)
{
	debugfs_create_file(name, mode, NULL, NULL, fops);
}

static inline void test_file_remove(const char *name)
{
	struct dentry *file = debugfs_lookup(name, NULL);

	debugfs_remove(file);
	dput(file);
}
#else
/* A module has at most two files. */
static inline void test_file_add(const char *name, umode_t mode,
				 const struct file_operations *fops)
{
	static struct proc_ops ops[2];
	static unsigned int nr;
	struct proc_ops *op = &ops[nr++];

	op->proc_open = fops->open;
	op->proc_read = fops->read;
	op->proc_write = fops->write;
	op->proc_lseek = fops->llseek ?: noop_llseek;
	op->proc_release = fops->release;
	proc_create(name, mode, NULL, op);
}

static inline void test_file_remove(const char *name)
{
	remove_proc_entry(name, NULL);
}
#endif

#endif
