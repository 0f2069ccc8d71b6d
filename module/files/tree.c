// SPDX-License-Identifier: GPL-2.0
/* The tree in debugfs, see tree.h. */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../text/error_log.h"
#include "event_files.h"
#include "filter_files.h"
#include "hist_file.h"
#include "tree.h"

/* Directory of a system, there while one of its events is. */
struct system_dir {
	struct list_head link;
	const char *name;
	struct dentry *dir;
	unsigned int nr_events;
};

static struct dentry *root, *events_dir;

/* Events come and go one at a time, but at load and by notifier. */
static DEFINE_MUTEX(systems_mutex);
static LIST_HEAD(systems);

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

static const struct file_operations available_fops = {
	.owner = THIS_MODULE,
	.open = available_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release,
};

static int error_log_open(struct inode *inode, struct file *file)
{
	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		error_log_clear();
	if (file->f_mode & FMODE_READ)
		return seq_open(file, &error_log_seq_ops);
	return 0;
}

static ssize_t error_log_write(struct file *file, const char __user *from,
			       size_t count, loff_t *pos)
{
	return count;
}

static int error_log_release(struct inode *inode, struct file *file)
{
	return file->f_mode & FMODE_READ ? seq_release(inode, file) : 0;
}

static loff_t error_log_lseek(struct file *file, loff_t offset, int whence)
{
	if (file->f_mode & FMODE_READ)
		return seq_lseek(file, offset, whence);
	file->f_pos = 0;
	return 0;
}

static const struct file_operations error_log_fops = {
	.owner = THIS_MODULE,
	.open = error_log_open,
	.read = seq_read,
	.write = error_log_write,
	.llseek = error_log_lseek,
	.release = error_log_release,
};

int tree_init(void)
{
	root = debugfs_create_dir("histrig", NULL);
	if (IS_ERR(root))
		return PTR_ERR(root);

	events_dir = debugfs_create_dir("events", root);
	if (IS_ERR(events_dir)) {
		debugfs_remove(root);
		return PTR_ERR(events_dir);
	}
	debugfs_create_file("available_events", TREE_MODE_READ, root, NULL,
			    &available_fops);
	debugfs_create_file("error_log", TREE_MODE_WRITE, root, NULL,
			    &error_log_fops);
	return 0;
}

void tree_exit(void)
{
	debugfs_remove(root);
}

static struct system_dir *get_system(const char *name)
{
	struct system_dir *system;

	list_for_each_entry(system, &systems, link)
		if (!strcmp(system->name, name))
			return system;

	system = kzalloc(sizeof(*system), GFP_KERNEL);
	if (!system)
		return NULL;
	system->name = name;
	system->dir = debugfs_create_dir(name, events_dir);
	if (IS_ERR(system->dir)) {
		kfree(system);
		return NULL;
	}
	debugfs_create_file("filter", TREE_MODE_WRITE, system->dir,
			    (void *)name, &system_filter_fops);
	list_add(&system->link, &systems);
	return system;
}

static void put_system(struct system_dir *system)
{
	if (system->nr_events)
		return;
	list_del(&system->link);
	debugfs_remove(system->dir);
	filter_files_system_gone(system->name);
	kfree(system);
}

void tree_add_event(struct event *event)
{
	struct system_dir *system;

	mutex_lock(&systems_mutex);
	system = get_system(event->header->system);
	if (!system)
		goto out;

	event->dir = debugfs_create_dir(event->name, system->dir);
	if (IS_ERR(event->dir)) {
		event->dir = NULL;
		put_system(system);
		goto out;
	}
	debugfs_create_file("id", TREE_MODE_READ, event->dir, event,
			    &event_id_fops);
	debugfs_create_file("format", TREE_MODE_READ, event->dir, event,
			    &event_format_fops);
	debugfs_create_file("trigger", TREE_MODE_WRITE, event->dir, event,
			    &event_trigger_fops);
	debugfs_create_file("filter", TREE_MODE_WRITE, event->dir, event,
			    &event_filter_fops);
	debugfs_create_file("hist", TREE_MODE_READ, event->dir, event,
			    &event_hist_fops);
	system->nr_events++;
out:
	mutex_unlock(&systems_mutex);
}

void tree_remove_event(struct event *event)
{
	struct system_dir *system;

	mutex_lock(&systems_mutex);
	if (!event->dir)
		goto out;
	debugfs_remove(event->dir);
	event->dir = NULL;
	system = get_system(event->header->system);
	system->nr_events--;
	put_system(system);
out:
	mutex_unlock(&systems_mutex);
}
