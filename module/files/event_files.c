// SPDX-License-Identifier: GPL-2.0
/*
 * The files id, format and trigger of an event.
 *
 * An open file may outlive what it shows: it then says ENODEV, as tracefs does.
 * struct event_file is there as long as somebody has a reference, and what it
 * belongs to as long as event_file_linked() says so.
 */
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../dispatch/commands.h"
#include "../event/format.h"
#include "../event/registry.h"
#include "../hist/command/command.h"
#include "../trigger/trigger.h"
#include "event_files.h"
#include "open.h"

static int id_show(struct seq_file *m, void *v)
{
	struct event_file *file = m->private;
	int ret = -ENODEV;

	mutex_lock(&event_mutex);
	if (event_file_linked(file)) {
		seq_printf(m, "%u\n", event_id(file->event));
		ret = 0;
	}
	mutex_unlock(&event_mutex);
	return ret;
}

static int id_open(struct inode *inode, struct file *filp)
{
	return tree_event_single_open(inode, filp, id_show);
}

const struct file_operations event_id_fops = {
	.owner = THIS_MODULE,
	.open = id_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = tree_event_single_release,
};

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

static int format_open(struct inode *inode, struct file *filp)
{
	return tree_event_single_open(inode, filp, format_show);
}

const struct file_operations event_format_fops = {
	.owner = THIS_MODULE,
	.open = format_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = tree_event_single_release,
};

/* Stands for the list of commands, in the place of the first trigger. */
#define NO_TRIGGERS	((void *)1)

static void *trigger_start(struct seq_file *m, loff_t *pos)
{
	struct event_file *file = m->private;
	struct trigger_set *set;

	mutex_lock(&event_mutex);
	if (!event_file_linked(file))
		return ERR_PTR(-ENODEV);
	set = trigger_set_of(file);
	if (!set)
		return *pos ? NULL : NO_TRIGGERS;
	return *pos < set->nr ? set->triggers[*pos] : NULL;
}

static void *trigger_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct trigger_set *set = trigger_set_of(m->private);

	++*pos;
	return set && *pos < set->nr ? set->triggers[*pos] : NULL;
}

static void trigger_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
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

static const struct seq_operations trigger_seq_ops = {
	.start = trigger_start,
	.next = trigger_next,
	.stop = trigger_stop,
	.show = trigger_show,
};

/*
 * As natively, what is not about histograms stays when the file is truncated, and so
 * do hist triggers while others refer to their variables.
 */
static void triggers_truncate(struct event_file *file)
{
	unsigned int kinds = BIT(TRIGGER_SWITCH_HIST);

	if (!hist_command_referenced(file))
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
	else if ((filp->f_mode & FMODE_WRITE) && (filp->f_flags & O_TRUNC))
		triggers_truncate(file);
	mutex_unlock(&event_mutex);

	if (!ret && (filp->f_mode & FMODE_READ)) {
		ret = seq_open(filp, &trigger_seq_ops);
		if (!ret)
			((struct seq_file *)filp->private_data)->private = file;
	}
	if (!ret)
		event_file_get(file);
	return ret;
}

static ssize_t trigger_file_write(struct file *filp, const char __user *from,
				  size_t count, loff_t *pos)
{
	struct event_file *file = file_inode(filp)->i_private;
	char *text;
	int ret;

	if (!count)
		return 0;
	if (count >= PAGE_SIZE)
		return -EINVAL;
	text = memdup_user_nul(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);

	mutex_lock(&event_mutex);
	ret = event_file_linked(file) ? trigger_write(file, strim(text)) :
				       -ENODEV;
	mutex_unlock(&event_mutex);
	kfree(text);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

static int trigger_release(struct inode *inode, struct file *filp)
{
	event_file_put(inode->i_private);
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
