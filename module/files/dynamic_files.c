// SPDX-License-Identifier: GPL-2.0
/*
 * The files in which users define events: dynamic_events for all types, and the
 * older files for one type each.
 */
#include <linux/module.h>
#include <linux/seq_file.h>

#include "../dispatch/dynamic.h"
#include "../event/registry.h"
#include "../instance/stale.h"
#include "../probe/probe.h"
#include "../synth/synth.h"
#include "files.h"
#include "open.h"

static void *events_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&event_mutex);
	return seq_list_start(&dynamic_list, *pos);
}

static void *events_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &dynamic_list, pos);
}

static void events_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int dynamic_show(struct seq_file *m, void *v)
{
	const struct dynamic_event *dyn =
		list_entry(v, struct dynamic_event, link);

	dyn->type->show(m, dyn);
	return 0;
}

static int synthetic_show(struct seq_file *m, void *v)
{
	const struct dynamic_event *dyn =
		list_entry(v, struct dynamic_event, link);

	if (dyn->type == &synth_type)
		synth_show(m, dyn);
	return 0;
}

static int kprobes_show(struct seq_file *m, void *v)
{
	const struct dynamic_event *dyn =
		list_entry(v, struct dynamic_event, link);

	return dyn->type == &kprobe_kind.type ? dynamic_show(m, v) : 0;
}

static int kprobe_profile_show(struct seq_file *m, void *v)
{
	const struct dynamic_event *dyn =
		list_entry(v, struct dynamic_event, link);

	if (dyn->type == &kprobe_kind.type)
		kprobe_show_profile(m, to_probe(dyn));
	return 0;
}

static int uprobes_show(struct seq_file *m, void *v)
{
	const struct dynamic_event *dyn =
		list_entry(v, struct dynamic_event, link);

	return dyn->type == &uprobe_kind.type ? dynamic_show(m, v) : 0;
}

static int uprobe_profile_show(struct seq_file *m, void *v)
{
	const struct dynamic_event *dyn =
		list_entry(v, struct dynamic_event, link);

	if (dyn->type == &uprobe_kind.type)
		uprobe_show_profile(m, to_probe(dyn));
	return 0;
}

#define SEQ_OPERATIONS(_name)						\
	static const struct seq_operations _name##_seq_ops = {		\
		.start = events_start,					\
		.next = events_next,					\
		.stop = events_stop,					\
		.show = _name##_show,					\
	}

SEQ_OPERATIONS(dynamic);
SEQ_OPERATIONS(synthetic);
SEQ_OPERATIONS(kprobes);
SEQ_OPERATIONS(kprobe_profile);
SEQ_OPERATIONS(uprobes);
SEQ_OPERATIONS(uprobe_profile);

/* Opens a file. With O_TRUNC, removes all events of @type, or of all types if NULL. */
static int open_events(struct file *filp, const struct dynamic_type *type,
		       const struct seq_operations *ops)
{
	int ret = 0;

	if (tree_truncates(filp)) {
		ret = dynamic_remove_all(type);
		stale_forget();
	}
	return ret ?: seq_open(filp, ops);
}

static int synthetic_open(struct inode *inode, struct file *filp)
{
	return open_events(filp, &synth_type, &synthetic_seq_ops);
}

static int dynamic_open(struct inode *inode, struct file *filp)
{
	return open_events(filp, NULL, &dynamic_seq_ops);
}

static int kprobes_open(struct inode *inode, struct file *filp)
{
	return open_events(filp, &kprobe_kind.type, &kprobes_seq_ops);
}

static int kprobe_profile_open(struct inode *inode, struct file *filp)
{
	return seq_open(filp, &kprobe_profile_seq_ops);
}

static int uprobes_open(struct inode *inode, struct file *filp)
{
	return open_events(filp, &uprobe_kind.type, &uprobes_seq_ops);
}

static int uprobe_profile_open(struct inode *inode, struct file *filp)
{
	return seq_open(filp, &uprobe_profile_seq_ops);
}

static int synthetic_line(const char *text)
{
	return synth_run_text(text, NULL);
}

static ssize_t synthetic_write(struct file *filp, const char __user *from,
			       size_t count, loff_t *pos)
{
	return tree_run_lines(from, count, synthetic_line);
}

static ssize_t dynamic_write(struct file *filp, const char __user *from,
			     size_t count, loff_t *pos)
{
	return tree_run_lines(from, count, dynamic_run);
}

static ssize_t kprobes_write(struct file *filp, const char __user *from,
			     size_t count, loff_t *pos)
{
	return tree_run_lines(from, count, dynamic_run_kprobe);
}

static ssize_t uprobes_write(struct file *filp, const char __user *from,
			     size_t count, loff_t *pos)
{
	return tree_run_lines(from, count, dynamic_run_uprobe);
}

#define DEFINITIONS(_name)						\
	const struct file_operations _name##_events_fops = {		\
		.owner = THIS_MODULE,					\
		.open = _name##_open,					\
		.read = seq_read,					\
		.write = _name##_write,					\
		.llseek = seq_lseek,					\
		.release = seq_release,					\
	}

DEFINITIONS(synthetic);
DEFINITIONS(dynamic);
DEFINITIONS(kprobes);
DEFINITIONS(uprobes);

const struct file_operations kprobe_profile_fops = {
	.owner = THIS_MODULE,
	.open = kprobe_profile_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release,
};

const struct file_operations uprobe_profile_fops = {
	.owner = THIS_MODULE,
	.open = uprobe_profile_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release,
};
