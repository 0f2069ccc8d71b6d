// SPDX-License-Identifier: GPL-2.0
/*
 * The files synthetic_events and dynamic_events, in which users define events.
 *
 * Both list the same events, because synthetic events are the only kind of
 * dynamic event here. They differ in the syntax of a definition.
 */
#include <linux/module.h>
#include <linux/seq_file.h>

#include "../event/registry.h"
#include "../synth/synth.h"
#include "files.h"
#include "open.h"

static void *events_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&event_mutex);
	return seq_list_start(&synth_list, *pos);
}

static void *events_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &synth_list, pos);
}

static void events_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int synthetic_show(struct seq_file *m, void *v)
{
	synth_show(m, list_entry(v, struct synth_event, link));
	return 0;
}

static int dynamic_show(struct seq_file *m, void *v)
{
	seq_puts(m, "s:" SYNTH_SYSTEM "/");
	return synthetic_show(m, v);
}

static const struct seq_operations synthetic_seq_ops = {
	.start = events_start,
	.next = events_next,
	.stop = events_stop,
	.show = synthetic_show,
};

static const struct seq_operations dynamic_seq_ops = {
	.start = events_start,
	.next = events_next,
	.stop = events_stop,
	.show = dynamic_show,
};

static int open_events(struct file *filp, const struct seq_operations *ops)
{
	int ret = 0;

	if (tree_truncates(filp))
		ret = synth_remove_all();
	return ret ?: seq_open(filp, ops);
}

static int synthetic_open(struct inode *inode, struct file *filp)
{
	return open_events(filp, &synthetic_seq_ops);
}

static int dynamic_open(struct inode *inode, struct file *filp)
{
	return open_events(filp, &dynamic_seq_ops);
}

static int synthetic_line(const char *text)
{
	return synth_run_text(text, NULL);
}

static int dynamic_line(const char *text)
{
	struct synth_command command;
	int ret = synth_dynamic_parse(&command, text);

	if (ret)
		return ret == -ECANCELED ? -EINVAL : ret;
	ret = synth_run(&command, NULL);
	if (command.verb == SYNTH_REMOVE)
		synth_forget_records();
	synth_command_done(&command);
	return ret;
}

static ssize_t synthetic_write(struct file *filp, const char __user *from,
			       size_t count, loff_t *pos)
{
	return tree_run_lines(from, count, synthetic_line);
}

static ssize_t dynamic_write(struct file *filp, const char __user *from,
			     size_t count, loff_t *pos)
{
	return tree_run_lines(from, count, dynamic_line);
}

const struct file_operations synthetic_events_fops = {
	.owner = THIS_MODULE,
	.open = synthetic_open,
	.read = seq_read,
	.write = synthetic_write,
	.llseek = seq_lseek,
	.release = seq_release,
};

const struct file_operations dynamic_events_fops = {
	.owner = THIS_MODULE,
	.open = dynamic_open,
	.read = seq_read,
	.write = dynamic_write,
	.llseek = seq_lseek,
	.release = seq_release,
};
