// SPDX-License-Identifier: GPL-2.0
/* The tree in debugfs, see tree.h. */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "event_files.h"
#include "hist_file.h"
#include "top_files.h"
#include "tree.h"

/* Directory of a system, there while one of its events is. */
struct system_dir {
	struct list_head link;
	const char *name;
	struct dentry *dir;
	unsigned int nr_events;
};

/* Guards the systems of all instances. Events come and go one at a time, but at
 * load and by notifier.
 */
static DEFINE_MUTEX(systems_mutex);

int tree_init(void)
{
	struct instance *instance = &main_instance;

	instance->dir = debugfs_create_dir("histrig", NULL);
	if (IS_ERR(instance->dir))
		return PTR_ERR(instance->dir);

	instance->events = debugfs_create_dir("events", instance->dir);
	if (IS_ERR(instance->events)) {
		debugfs_remove(instance->dir);
		return PTR_ERR(instance->events);
	}
	debugfs_create_file("available_events", TREE_MODE_READ, instance->dir,
			    NULL, &available_events_fops);
	debugfs_create_file("error_log", TREE_MODE_WRITE, instance->dir, NULL,
			    &error_log_fops);
	return 0;
}

void tree_exit(void)
{
	debugfs_remove(main_instance.dir);
}

static struct system_dir *get_system(struct instance *instance,
				     const char *name)
{
	struct system_dir *system;

	list_for_each_entry(system, &instance->systems, link)
		if (!strcmp(system->name, name))
			return system;

	system = kzalloc(sizeof(*system), GFP_KERNEL);
	if (!system)
		return NULL;
	system->name = name;
	system->dir = debugfs_create_dir(name, instance->events);
	if (IS_ERR(system->dir)) {
		kfree(system);
		return NULL;
	}
	list_add(&system->link, &instance->systems);
	return system;
}

static void put_system(struct system_dir *system)
{
	if (system->nr_events)
		return;
	list_del(&system->link);
	debugfs_remove(system->dir);
	kfree(system);
}

static void create_event_files(struct event_file *file)
{
	debugfs_create_file("id", TREE_MODE_READ, file->dir, file->event,
			    &event_id_fops);
	debugfs_create_file("format", TREE_MODE_READ, file->dir, file->event,
			    &event_format_fops);
	debugfs_create_file("trigger", TREE_MODE_WRITE, file->dir, file,
			    &event_trigger_fops);
	debugfs_create_file("hist", TREE_MODE_READ, file->dir, file,
			    &event_hist_fops);
}

void tree_add_event(struct event_file *file)
{
	struct system_dir *system;

	mutex_lock(&systems_mutex);
	system = get_system(file->instance, file->event->header->system);
	if (!system)
		goto out;

	file->dir = debugfs_create_dir(file->event->name, system->dir);
	if (IS_ERR(file->dir)) {
		file->dir = NULL;
		put_system(system);
		goto out;
	}
	create_event_files(file);
	system->nr_events++;
out:
	mutex_unlock(&systems_mutex);
}

void tree_remove_event(struct event_file *file)
{
	struct system_dir *system;

	mutex_lock(&systems_mutex);
	if (!file->dir)
		goto out;
	debugfs_remove(file->dir);
	file->dir = NULL;
	system = get_system(file->instance, file->event->header->system);
	system->nr_events--;
	put_system(system);
out:
	mutex_unlock(&systems_mutex);
}
