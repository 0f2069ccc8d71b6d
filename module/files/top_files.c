// SPDX-License-Identifier: GPL-2.0
/* The files available_events and error_log. */
#include <linux/module.h>
#include <linux/seq_file.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../instance/error_log.h"
#include "open.h"
#include "top_files.h"

static void *available_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&event_mutex);
	return seq_list_start(&event_list, *pos);
}

static void *available_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &event_list, pos);
}

static void available_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int available_show(struct seq_file *m, void *v)
{
	struct event *event = list_entry(v, struct event, link);

	if (event->role == EVENT_FULL)
		seq_printf(m, "%s:%s\n", event->header->system, event->name);
	return 0;
}

static const struct seq_operations available_seq_ops = {
	.start = available_start,
	.next = available_next,
	.stop = available_stop,
	.show = available_show,
};

static int available_open(struct inode *inode, struct file *file)
{
	return seq_open(file, &available_seq_ops);
}

const struct file_operations available_events_fops = {
	.owner = THIS_MODULE,
	.open = available_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release,
};

static int error_log_open(struct inode *inode, struct file *file)
{
	struct instance *instance = inode->i_private;
	int ret;

	ret = instance_get(instance);
	if (ret)
		return ret;
	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		error_log_clear(&instance->errors);
	if (!(file->f_mode & FMODE_READ))
		return 0;
	ret = seq_open(file, &error_log_seq_ops);
	if (ret)
		instance_put(instance);
	else
		((struct seq_file *)file->private_data)->private =
			&instance->errors;
	return ret;
}

static ssize_t error_log_write(struct file *file, const char __user *from,
			       size_t count, loff_t *pos)
{
	return count;
}

static int error_log_release(struct inode *inode, struct file *file)
{
	instance_put(inode->i_private);
	return file->f_mode & FMODE_READ ? seq_release(inode, file) : 0;
}

const struct file_operations error_log_fops = {
	.owner = THIS_MODULE,
	.open = error_log_open,
	.read = seq_read,
	.write = error_log_write,
	.llseek = tree_lseek,
	.release = error_log_release,
};
