// SPDX-License-Identifier: GPL-2.0
/*
 * The files id, format, trigger and filter of an event, filter of a system, and the lists of
 * all filters and triggers.
 *
 * A file may stay open after its event is removed; reads and writes then fail with
 * ENODEV, as in tracefs. The open file has a reference to the struct event_file, and
 * event_file_linked() says whether the event is still registered.
 */
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../dispatch/commands.h"
#include "../event/print.h"
#include "../event/registry.h"
#include "../filter/publish.h"
#include "../hist/trigger/hist_trigger.h"
#include "../instance/instance.h"
#include "../instance/system.h"
#include "../trigger/trigger.h"
#include "files.h"
#include "open.h"

static ssize_t id_read(struct file *filp, char __user *to, size_t count,
		       loff_t *pos)
{
	struct event_file *file = file_inode(filp)->i_private;
	u16 id = 0;

	mutex_lock(&event_mutex);
	if (event_file_linked(file))
		id = event_id(file->event);
	mutex_unlock(&event_mutex);
	return id ? tree_read_number(to, count, pos, id) : -ENODEV;
}

/* Without a seq_file, because programs read this file more often than any other. */
TREE_FILE(event_id_fops, tree, id_read, NULL, default_llseek);

static int format_show(struct seq_file *m, void *v)
{
	struct event_file *file = m->private;
	int ret = -ENODEV;

	mutex_lock(&event_mutex);
	if (event_file_linked(file)) {
		event_format_print(m, file->event, event_id(file->event));
		ret = 0;
	}
	mutex_unlock(&event_mutex);
	return ret;
}

TREE_SHOW_FILE(event_format_fops, tree, format_show, NULL, seq_lseek);

/* The iterator's value if users have set no trigger; it makes trigger_show() list commands. */
#define NO_TRIGGERS	((void *)1)

/* Do users see a trigger? Those of event probes are hidden. */
static bool is_user_trigger(const struct trigger *trigger)
{
	return trigger->command->kind != TRIGGER_PROBE;
}

static bool has_user_trigger(const struct trigger_set *set)
{
	unsigned int i;

	for (i = 0; set && i < set->nr; i++)
		if (is_user_trigger(set->triggers[i]))
			return true;
	return false;
}

static void *trigger_start(struct seq_file *m, loff_t *pos)
{
	struct event_file *file = m->private;
	struct trigger_set *set;

	mutex_lock(&event_mutex);
	if (!event_file_linked(file))
		return ERR_PTR(-ENODEV);
	set = trigger_set_of(file);
	if (!has_user_trigger(set))
		return *pos ? NULL : NO_TRIGGERS;
	return *pos < set->nr ? set->triggers[*pos] : NULL;
}

static void *trigger_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct trigger_set *set = trigger_set_of(m->private);

	++*pos;
	return v != NO_TRIGGERS && set && *pos < set->nr ? set->triggers[*pos] : NULL;
}

static int trigger_show(struct seq_file *m, void *v)
{
	const struct trigger_command *const *command;
	struct trigger *trigger = v;

	if (v != NO_TRIGGERS) {
		trigger->command->show(m, trigger);
		return 0;
	}
	seq_puts(m, "# Available triggers:\n#");
	for (command = trigger_commands; *command; command++)
		seq_printf(m, " %s", (*command)->name);
	seq_putc(m, '\n');
	return 0;
}

TREE_SEQ_OPS(trigger, tree_seq_unlock);

/*
 * Like the kernel, removes only hist, enable_hist and disable_hist triggers, and
 * keeps hist triggers while other triggers refer to their variables.
 */
static void triggers_truncate(struct event_file *file)
{
	unsigned int kinds = BIT(TRIGGER_SWITCH_HIST);

	if (!hist_trigger_referenced(file))
		kinds |= BIT(TRIGGER_HIST);
	trigger_remove_kinds(file, kinds);
}

static int trigger_open(struct inode *inode, struct file *filp)
{
	struct event_file *file = inode->i_private;
	int ret = 0;

	mutex_lock(&event_mutex);
	if (!event_file_linked(file))
		ret = -ENODEV;
	else if (tree_truncates(filp))
		triggers_truncate(file);
	mutex_unlock(&event_mutex);

	if (!ret && (filp->f_mode & FMODE_READ))
		ret = tree_seq_open(filp, &trigger_seq_ops, file);
	return ret;
}

static int event_run_trigger(void *owner, char *text)
{
	struct event_file *file = owner;

	return event_file_linked(file) ? trigger_write(file, strim(text)) :
					-ENODEV;
}

static ssize_t trigger_file_write(struct file *filp, const char __user *from,
				  size_t count, loff_t *pos)
{
	return count ? tree_write_command(filp, from, count, pos,
					  event_run_trigger) :
		       0;
}

static int trigger_release(struct inode *inode, struct file *filp)
{
	return filp->f_mode & FMODE_READ ? seq_release(inode, filp) : 0;
}

const struct file_operations event_trigger_fops = {
	.owner = THIS_MODULE,
	.open = trigger_open,
	.read = seq_read,
	.write = trigger_file_write,
	.llseek = tree_lseek,
	.release = trigger_release,
};

static int event_filter_show(struct seq_file *m, void *v)
{
	struct event_file *file = m->private;
	int ret = -ENODEV;

	mutex_lock(&event_mutex);
	if (event_file_linked(file)) {
		seq_printf(m, "%s\n", filter_text(file));
		ret = 0;
	}
	mutex_unlock(&event_mutex);
	return ret;
}

static int event_set_filter(void *owner, char *text)
{
	struct event_file *file = owner;

	return event_file_linked(file) ? filter_set(file, text) : -ENODEV;
}

static ssize_t filter_write(struct file *filp, const char __user *from,
			    size_t count, loff_t *pos)
{
	return tree_write_command(filp, from, count, pos, event_set_filter);
}

TREE_SHOW_FILE(event_filter_fops, tree, event_filter_show, filter_write,
	       default_llseek);

static int system_filter_show(struct seq_file *m, void *v)
{
	static const char usual[] =
		"### global filter ###\n"
		"# Use this to set filters for multiple events.\n"
		"# Only events with the given fields will be affected.\n"
		"# If no events are modified, an error message will be displayed here";
	struct event_system *system = m->private;

	mutex_lock(&event_mutex);
	seq_printf(m, "%s\n", system->filter_error ?: usual);
	mutex_unlock(&event_mutex);
	return 0;
}

static int set_system_filter(void *owner, char *text)
{
	return filter_set_system(owner, text);
}

static ssize_t system_filter_write(struct file *filp, const char __user *from,
				   size_t count, loff_t *pos)
{
	return tree_write_command(filp, from, count, pos, set_system_filter);
}

TREE_SHOW_FILE(system_filter_fops, system, system_filter_show, system_filter_write,
	       default_llseek);

static void *show_all_start(struct seq_file *m, loff_t *pos)
{
	struct instance *instance = m->private;

	mutex_lock(&event_mutex);
	return seq_list_start(&instance->files, *pos);
}

static void *show_all_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct instance *instance = m->private;

	return seq_list_next(v, &instance->files, pos);
}

/* Prints an event's name. What follows begins in the same column, unless the name is longer. */
static void show_event_name(struct seq_file *m, const struct event *event)
{
	const char *system = event->header->system;
	int width = 30 - (int)strlen(system);

	seq_printf(m, "%s:%-*s ", system, max(width, 0), event->name);
}

static int all_filters_show(struct seq_file *m, void *v)
{
	struct event_file *file = list_entry(v, struct event_file, in_instance);

	if (!rcu_access_pointer(file->filter))
		return 0;
	show_event_name(m, file->event);
	seq_printf(m, "%s\n", filter_text(file));
	return 0;
}

static int all_triggers_show(struct seq_file *m, void *v)
{
	struct event_file *file = list_entry(v, struct event_file, in_instance);
	const struct trigger_set *set = trigger_set_of(file);
	unsigned int i;

	for (i = 0; set && i < set->nr; i++) {
		if (!is_user_trigger(set->triggers[i]))
			continue;
		show_event_name(m, file->event);
		set->triggers[i]->command->show(m, set->triggers[i]);
	}
	return 0;
}

#define SHOW_ALL_FILE(name)					\
	static const struct seq_operations name##_seq_ops = {	\
		.start = show_all_start,			\
		.next = show_all_next,				\
		.stop = tree_seq_unlock,			\
		.show = name##_show,				\
	};							\
	static int name##_open(struct inode *inode, struct file *filp) \
	{							\
		return instance_seq_open(inode, filp, &name##_seq_ops); \
	}							\
	const struct file_operations name##_fops = {		\
		.owner = THIS_MODULE,				\
		.open = name##_open,				\
		.read = seq_read,				\
		.llseek = seq_lseek,				\
		.release = instance_seq_release,		\
	}

SHOW_ALL_FILE(all_filters);
SHOW_ALL_FILE(all_triggers);
