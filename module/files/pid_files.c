// SPDX-License-Identifier: GPL-2.0
/* The files set_event_pid, set_ftrace_pid and their _notrace_pid variants. */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/memory.h"
#include "../event/registry.h"
#include "../function/functions.h"
#include "../instance/instance.h"
#include "../instance/rings.h"
#include "files.h"
#include "open.h"

/* Maximum length of a word in these files. */
#define PID_WORD_MAX	127

/**
 * struct pid_file - one of the files
 * @ops: reads the file
 * @of_functions: the file selects calls of functions, not hits of events
 * @never: the file lists tasks not to trace, instead of the only tasks to trace
 */
struct pid_file {
	const struct seq_operations ops;
	bool of_functions;
	bool never;
};

/* Iterator value of "no pid", the only line of a file for functions that has no set. */
#define NO_PID	((void *)(PID_MAX_LIMIT + 1UL))

static struct pid_filter *pid_file_filter(const struct pid_file *which,
					  struct instance *instance)
{
	if (!which->of_functions)
		return &instance->pids;
	return instance->functions ? &instance->functions->pids : NULL;
}

/* Finds the first pid from *@pos on; the iterator value is that pid plus 1, as 0 is NULL. */
static void *find_pid(struct seq_file *m, loff_t *pos)
{
	const struct pid_file *which = container_of(m->op, struct pid_file, ops);
	const struct pid_filter *filter = pid_file_filter(which, m->private);
	const struct pid_set *set = NULL;
	unsigned long pid;

	if (filter)
		set = pid_filter_set(filter, which->never);
	if (!set)
		return which->of_functions && !*pos ? NO_PID : NULL;
	if (*pos >= PID_MAX_LIMIT)
		return NULL;
	pid = find_next_bit(set->bits, PID_MAX_LIMIT, *pos);
	if (pid >= PID_MAX_LIMIT)
		return NULL;
	*pos = pid;
	return (void *)(pid + 1);
}

static void *pids_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&event_mutex);
	return find_pid(m, pos);
}

static void *pids_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return find_pid(m, pos);
}

static int pids_show(struct seq_file *m, void *v)
{
	if (v == NO_PID)
		seq_puts(m, "no pid\n");
	else
		seq_printf(m, "%lu\n", (unsigned long)v - 1);
	return 0;
}

static void pid_file_clear(const struct pid_file *which,
			   struct instance *instance)
{
	struct pid_filter *filter;

	mutex_lock(&event_mutex);
	filter = pid_file_filter(which, instance);
	if (filter)
		pid_filter_clear(filter, which->never);
	if (!which->of_functions)
		event_pids_changed(instance);
	mutex_unlock(&event_mutex);
}

static int pids_open(struct inode *inode, struct file *filp,
		     const struct pid_file *which)
{
	int ret = instance_seq_open(inode, filp, &which->ops);

	if (!ret && tree_truncates(filp))
		pid_file_clear(which, inode->i_private);
	return ret;
}

static int parse_pids(char *text, size_t count, int *pids)
{
	unsigned long value;
	unsigned int nr = 0;
	char *word;
	size_t i;

	/* As in the kernel, a NUL also ends a word. */
	for (i = 0; i < count; i++)
		if (!text[i])
			text[i] = ' ';
	while ((word = strsep(&text, " \t\n\r\f\v"))) {
		if (!*word)
			continue;
		if (strlen(word) > PID_WORD_MAX || kstrtoul(word, 0, &value))
			return -EINVAL;
		/* Refuse pids that no task can have. The kernel refuses only those from 2^30 on. */
		if ((unsigned int)value >= PID_MAX_LIMIT)
			return -EPERM;
		pids[nr++] = value;
	}
	return nr;
}

static int add_to_events(struct instance *instance, bool never, const int *pids,
			 unsigned int nr)
{
	int ret;

	/* Like the kernel, expand the buffers to their full size. */
	ret = instance_use_ring(instance) ?:
	      pid_filter_add(&instance->pids, never, pids, nr);
	if (!ret)
		event_pids_changed(instance);
	return ret;
}

static int add_to_functions(struct instance *instance, bool never,
			    const int *pids, unsigned int nr)
{
	int ret = functions_prepare(instance);

	return ret ?: pid_filter_add(&instance->functions->pids, never, pids, nr);
}

static ssize_t pids_write(struct file *filp, const char __user *from,
			  size_t count, loff_t *pos)
{
	const struct seq_file *m = filp->private_data;
	const struct pid_file *which = container_of(m->op, struct pid_file, ops);
	struct instance *instance = m->private;
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
	pids = memory_alloc(count, sizeof(*pids));
	ret = pids ? parse_pids(text, count, pids) : -ENOMEM;
	if (ret >= 0) {
		mutex_lock(&event_mutex);
		ret = (which->of_functions ? add_to_functions : add_to_events)
			(instance, which->never, pids, ret);
		mutex_unlock(&event_mutex);
	}
	kvfree(pids);
	kfree(text);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

#define PID_FILE(name, of_functions_, never_, llseek_)			\
	static const struct pid_file name##_file = {			\
		.ops = {						\
			.start = pids_start,				\
			.next = pids_next,				\
			.stop = tree_seq_unlock,			\
			.show = pids_show,				\
		},							\
		.of_functions = of_functions_,				\
		.never = never_,					\
	};								\
	static int name##_open(struct inode *inode, struct file *filp)	\
	{								\
		return pids_open(inode, filp, &name##_file);		\
	}								\
	const struct file_operations name = {				\
		.owner = THIS_MODULE,					\
		.open = name##_open,					\
		.read = seq_read,					\
		.write = pids_write,					\
		.llseek = llseek_,					\
		.release = instance_seq_release,			\
	}

PID_FILE(set_event_pid_fops, false, false, seq_lseek);
PID_FILE(set_event_notrace_pid_fops, false, true, seq_lseek);
PID_FILE(set_ftrace_pid_fops, true, false, tree_lseek);
PID_FILE(set_ftrace_notrace_pid_fops, true, true, tree_lseek);
