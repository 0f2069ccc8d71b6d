// SPDX-License-Identifier: GPL-2.0
/*
 * The files in which users define events: dynamic_events for all types, and the
 * older files for one type each.
 */
#include <linux/module.h>
#include <linux/seq_file.h>

#include "../compat/parts.h"
#include "../dispatch/dynamic.h"
#include "../event/registry.h"
#include "../instance/rings.h"
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

static void show_definition(struct seq_file *m, const struct dynamic_event *dyn)
{
	dyn->type->show(m, dyn);
}

/* Prints each event by @show_; if @type_ is not NULL, only the events of that type. */
#define SEQ_OPERATIONS(_name, type_, show_)				\
	static int _name##_show(struct seq_file *m, void *v)		\
	{								\
		const struct dynamic_event *dyn =			\
			list_entry(v, struct dynamic_event, link);	\
		const struct dynamic_type *type = type_;		\
									\
		if (!type || dyn->type == type)				\
			show_(m, dyn);					\
		return 0;						\
	}								\
	static const struct seq_operations _name##_seq_ops = {		\
		.start = events_start,					\
		.next = events_next,					\
		.stop = tree_seq_unlock,				\
		.show = _name##_show,					\
	}

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

static int synthetic_line(const char *text)
{
	return synth_run_text(text, NULL);
}

#define DEFINITIONS(_name, type, show, run)				\
	SEQ_OPERATIONS(_name, type, show);				\
	static int _name##_open(struct inode *inode, struct file *filp)	\
	{								\
		return open_events(filp, type, &_name##_seq_ops);	\
	}								\
	static ssize_t _name##_write(struct file *filp,			\
				     const char __user *from,		\
				     size_t count, loff_t *pos)		\
	{								\
		return tree_run_lines(from, count, run);		\
	}								\
	const struct file_operations _name##_events_fops = {		\
		.owner = THIS_MODULE,					\
		.open = _name##_open,					\
		.read = seq_read,					\
		.write = _name##_write,					\
		.llseek = seq_lseek,					\
		.release = seq_release,					\
	}

DEFINITIONS(synthetic, &synth_type, synth_show, synthetic_line);
DEFINITIONS(dynamic, NULL, show_definition, dynamic_run);

#if HISTRIG_KPROBES
DEFINITIONS(kprobes, &kprobe_kind.type, show_definition, dynamic_run_kprobe);
SEQ_OPERATIONS(kprobe_profile, &kprobe_kind.type, kprobe_show_profile);
TREE_SEQ_FILE(kprobe_profile_fops, kprobe_profile_seq_ops);
#endif

#if HISTRIG_UPROBES
DEFINITIONS(uprobes, &uprobe_kind.type, show_definition, dynamic_run_uprobe);
SEQ_OPERATIONS(uprobe_profile, &uprobe_kind.type, uprobe_show_profile);
TREE_SEQ_FILE(uprobe_profile_fops, uprobe_profile_seq_ops);
#endif
