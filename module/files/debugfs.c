// SPDX-License-Identifier: GPL-2.0
/* The tree in debugfs; see debugfs.h. */
#include <linux/debugfs.h>
#include <linux/kernel.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../instance/lifecycle.h"
#include "../instance/system.h"
#include "debugfs.h"
#include "instances.h"
#include "table.h"

static struct dentry *instances_dir;

/* Set by tree_init(), which also adds the events registered before it. */
static bool ready;

static void *find_owner(const struct tree_entry *entry, void *object)
{
	if (entry->owner == TREE_OF_TREE)
		return NULL;
	if (entry->owner == TREE_OF_CPU && entry->in == TREE_INSTANCE)
		return &((struct instance *)object)->all;
	return object;
}

static void add_file(const struct tree_entry *entry, const char *name,
		     void *object, struct dentry *dir)
{
	debugfs_create_file_unsafe(name, entry->mode, dir,
				   find_owner(entry, object), entry->fops);
}

static void add_options(const struct tree_entry *entry,
			struct instance *instance, struct dentry *dir)
{
	int i;

	for (i = 0; i < OPTIONS; i++)
		if (instance_has_option(instance, i))
			add_file(entry, instance_option_names[i], instance,
				 dir);
}

static int add_folder(const struct tree_entry *entry, struct instance *instance,
		      struct dentry *parent);

/*
 * Makes the folders and files of an object's directory. Only making a folder
 * can fail, and tree_table has folders first, so a failure leaves no file.
 */
static int fill_dir(enum tree_dir kind, void *object, struct dentry *dir)
{
	const struct tree_entry *entry;
	int ret = 0;

	for (entry = tree_table; !ret && (entry->name || entry->fops); entry++) {
		if (entry->in != kind || (entry->when && !entry->when(object)))
			continue;
		if (!entry->fops)
			ret = add_folder(entry, object, dir);
		else if (entry->owner == TREE_OF_OPTION)
			add_options(entry, object, dir);
		else
			add_file(entry, entry->name, object, dir);
	}
	return ret;
}

static int add_cpus(struct instance *instance, struct dentry *all)
{
	struct dentry *dir;
	char name[16];
	int cpu;

	for_each_possible_cpu(cpu) {
		snprintf(name, sizeof(name), "cpu%d", cpu);
		dir = debugfs_create_dir(name, all);
		if (!IS_ERR(dir))
			fill_dir(TREE_CPU, &instance->per_cpu[cpu], dir);
	}
	return 0;
}

static int add_folder(const struct tree_entry *entry, struct instance *instance,
		      struct dentry *parent)
{
	struct dentry *dir = debugfs_create_dir(entry->name, parent);

	if (IS_ERR(dir))
		return PTR_ERR(dir);
	if (entry->dir == TREE_EVENTS)
		instance->events = dir;
	if (entry->dir == TREE_INSTANCES)
		instances_dir = dir;
	if (entry->dir == TREE_CPUS)
		return add_cpus(instance, dir);
	return fill_dir(entry->dir, instance, dir);
}

int tree_add_instance(struct instance *instance)
{
	struct dentry *dir;
	int ret;

	dir = instance == &main_instance ?
	      debugfs_create_dir("histrig", NULL) :
	      debugfs_create_dir(instance->name, instances_dir);
	if (IS_ERR(dir))
		return PTR_ERR(dir);
	instance->dir = dir;
	ret = fill_dir(TREE_INSTANCE, instance, dir);
	if (ret)
		debugfs_remove(dir);
	return ret;
}

void tree_remove_instance(struct instance *instance)
{
	debugfs_remove(instance->dir);
	instance->dir = NULL;
}

static int add_system_dir(struct event_system *system)
{
	struct dentry *dir;

	if (system->dir)
		return 0;
	dir = debugfs_create_dir(system->name, system->instance->events);
	if (IS_ERR(dir))
		return PTR_ERR(dir);
	system->dir = dir;
	return fill_dir(TREE_SYSTEM, system, dir);
}

static void leave_system(struct event_system *system)
{
	/*
	 * Opening a file takes a reference to the system, so remove the files
	 * before the system is freed.
	 */
	if (system->nr_events == 1)
		debugfs_remove(system->dir);
	event_system_remove(system);
}

void tree_add_event(struct event_file *file)
{
	struct event_system *system;
	struct dentry *dir;

	lockdep_assert_held(&registry_mutex);
	if (file->instance == &main_instance && !ready)
		return;
	system = event_system_add(file->instance, file->event->header->system);
	if (!system)
		return;
	if (add_system_dir(system))
		goto fail;
	/*
	 * The event is in its system even if its name is too long for a folder.
	 */
	dir = debugfs_create_dir(file->event->name, system->dir);
	file->dir = dir;
	if (!IS_ERR(dir))
		fill_dir(TREE_EVENT, file, dir);
	return;
fail:
	leave_system(system);
}

void tree_remove_event(struct event_file *file)
{
	lockdep_assert_held(&registry_mutex);
	if (!file->dir)
		return;
	debugfs_remove(file->dir);
	file->dir = NULL;
	leave_system(event_system_find(file->instance,
				       file->event->header->system));
}

int tree_init(void)
{
	struct event_file *file;
	int ret;

	mutex_lock(&registry_mutex);
	ret = tree_add_instance(&main_instance);
	if (ret)
		goto out;
	ready = true;
	list_for_each_entry(file, &main_instance.files, in_instance)
		tree_add_event(file);
	instances_take_dir(instances_dir);
out:
	mutex_unlock(&registry_mutex);
	return ret;
}

void tree_exit(void)
{
	struct event_file *file;

	instances_give_back_dir();
	instances_remove_all();
	mutex_lock(&registry_mutex);
	ready = false;
	list_for_each_entry(file, &main_instance.files, in_instance)
		tree_remove_event(file);
	tree_remove_instance(&main_instance);
	mutex_unlock(&registry_mutex);
}
