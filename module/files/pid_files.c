// SPDX-License-Identifier: GPL-2.0
/* The files set_event_pid and set_event_notrace_pid. */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../instance/pids.h"
#include "../instance/rings.h"
#include "files.h"
#include "open.h"

/* Maximum length of a word that can be a number. */
#define WORD_MAX	127

/*
 * The position in the file is a pid. The iterator value is the pid plus one,
 * because for pid 0 it must not be NULL.
 */
static void *find_pid(const struct pid_set *set, loff_t *pos)
{
	unsigned long pid;

	if (!set || *pos >= PID_MAX_LIMIT)
		return NULL;
	pid = find_next_bit(set->bits, PID_MAX_LIMIT, *pos);
	if (pid >= PID_MAX_LIMIT)
		return NULL;
	*pos = pid;
	return (void *)(pid + 1);
}

static void *only_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&event_mutex);
	return find_pid(pid_filter_set(m->private, false), pos);
}

static void *only_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return find_pid(pid_filter_set(m->private, false), pos);
}

static void *never_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&event_mutex);
	return find_pid(pid_filter_set(m->private, true), pos);
}

static void *never_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return find_pid(pid_filter_set(m->private, true), pos);
}

static void pids_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int pids_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%lu\n", (unsigned long)v - 1);
	return 0;
}

static const struct seq_operations only_seq_ops = {
	.start = only_start,
	.next = only_next,
	.stop = pids_stop,
	.show = pids_show,
};

static const struct seq_operations never_seq_ops = {
	.start = never_start,
	.next = never_next,
	.stop = pids_stop,
	.show = pids_show,
};

static int pids_open(struct inode *inode, struct file *filp, bool never)
{
	int ret = instance_seq_open(inode, filp,
				    never ? &never_seq_ops : &only_seq_ops);

	if (!ret && tree_truncates(filp)) {
		mutex_lock(&event_mutex);
		pid_filter_clear(inode->i_private, never);
		mutex_unlock(&event_mutex);
	}
	return ret;
}

static int only_open(struct inode *inode, struct file *filp)
{
	return pids_open(inode, filp, false);
}

static int never_open(struct inode *inode, struct file *filp)
{
	return pids_open(inode, filp, true);
}

/* Parses pids that blanks separate. Returns the number of pids, or an errno. */
static int parse_pids(char *text, int *pids)
{
	unsigned long value;
	unsigned int nr = 0;
	char *word;

	while ((word = strsep(&text, " \t\n\r\f\v"))) {
		if (!*word)
			continue;
		if (strlen(word) > WORD_MAX || kstrtoul(word, 0, &value))
			return -EINVAL;
		/*
		 * No task has such a pid. The kernel refuses pids only from
		 * 2^30 on.
		 */
		if ((unsigned int)value >= PID_MAX_LIMIT)
			return -EPERM;
		pids[nr++] = value;
	}
	return nr;
}

static ssize_t pids_write(struct file *filp, const char __user *from,
			  size_t count, bool never, loff_t *pos)
{
	struct instance *instance = file_inode(filp)->i_private;
	char *text;
	int *pids;
	int ret;

	if (!count)
		return 0;
	if (count > KMALLOC_MAX_SIZE / sizeof(*pids))
		return -EINVAL;
	text = memdup_user_nul(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	pids = kvmalloc_array(count, sizeof(*pids), GFP_KERNEL);
	ret = pids ? parse_pids(text, pids) : -ENOMEM;
	if (ret >= 0) {
		mutex_lock(&event_mutex);
		ret = instance_use_ring(instance) ?:
		      pid_filter_add(instance, never, pids, ret);
		mutex_unlock(&event_mutex);
	}
	kvfree(pids);
	kfree(text);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

static ssize_t only_write(struct file *filp, const char __user *from,
			  size_t count, loff_t *pos)
{
	return pids_write(filp, from, count, false, pos);
}

static ssize_t never_write(struct file *filp, const char __user *from,
			   size_t count, loff_t *pos)
{
	return pids_write(filp, from, count, true, pos);
}

const struct file_operations set_event_pid_fops = {
	.owner = THIS_MODULE,
	.open = only_open,
	.read = seq_read,
	.write = only_write,
	.llseek = seq_lseek,
	.release = instance_seq_release,
};

const struct file_operations set_event_notrace_pid_fops = {
	.owner = THIS_MODULE,
	.open = never_open,
	.read = seq_read,
	.write = never_write,
	.llseek = seq_lseek,
	.release = instance_seq_release,
};
