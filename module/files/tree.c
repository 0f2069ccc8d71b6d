// SPDX-License-Identifier: GPL-2.0
/* The tree in debugfs, see tree.h. */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "buffer_files.h"
#include "control_files.h"
#include "enable_files.h"
#include "event_files.h"
#include "filter_files.h"
#include "hist_file.h"
#include "instances.h"
#include "marker_file.h"
#include "option_files.h"
#include "pid_files.h"
#include "pipe_file.h"
#include "raw_files.h"
#include "saved_files.h"
#include "snapshot_file.h"
#include "synth_files.h"
#include "top_files.h"
#include "trace_file.h"
#include "tree.h"

static void add_cpu_files(struct instance *instance, struct dentry *all, int cpu)
{
	struct instance_cpu *of = &instance->per_cpu[cpu];
	struct dentry *dir;
	char name[16];

	snprintf(name, sizeof(name), "cpu%d", cpu);
	dir = debugfs_create_dir(name, all);
	if (IS_ERR(dir))
		return;
	debugfs_create_file("buffer_size_kb", TREE_MODE_WRITE, dir, of,
			    &cpu_buffer_size_fops);
	debugfs_create_file_unsafe("trace", TREE_MODE_WRITE, dir, of,
				   &trace_fops);
	debugfs_create_file_unsafe("trace_pipe", TREE_MODE_READ, dir, of,
				   &trace_pipe_fops);
	debugfs_create_file("stats", TREE_MODE_READ, dir, of, &cpu_stats_fops);
	debugfs_create_file_unsafe("trace_pipe_raw", TREE_MODE_READ, dir, of,
				   &trace_pipe_raw_fops);
	debugfs_create_file("snapshot", TREE_MODE_WRITE, dir, of,
			    &snapshot_fops);
	debugfs_create_file_unsafe("snapshot_raw", TREE_MODE_READ, dir, of,
				   &snapshot_raw_fops);
}

/* Files about the ring, of all CPUs and of each. */
static void add_buffer_files(struct instance *instance, struct dentry *dir)
{
	struct dentry *all = debugfs_create_dir("per_cpu", dir);
	int cpu;

	debugfs_create_file("buffer_size_kb", TREE_MODE_WRITE, dir, instance,
			    &buffer_size_fops);
	debugfs_create_file("buffer_total_size_kb", TREE_MODE_READ, dir,
			    instance, &buffer_total_fops);
	debugfs_create_file("buffer_percent", TREE_MODE_WRITE, dir, instance,
			    &buffer_percent_fops);
	debugfs_create_file("free_buffer", TREE_MODE_FREE, dir, instance,
			    &free_buffer_fops);
	debugfs_create_file("header_page", TREE_MODE_READ, instance->events,
			    NULL, header_page_file_fops);
	debugfs_create_file("header_event", TREE_MODE_READ, instance->events,
			    NULL, header_event_file_fops);
	if (IS_ERR(all))
		return;
	for_each_possible_cpu(cpu)
		add_cpu_files(instance, all, cpu);
}

int tree_add_instance(struct instance *instance, struct dentry *dir)
{
	instance->dir = dir;
	instance->events = debugfs_create_dir("events", dir);
	if (IS_ERR(instance->events))
		return PTR_ERR(instance->events);
	debugfs_create_file("enable", TREE_MODE_WRITE, instance->events,
			    instance, &all_enable_fops);
	debugfs_create_file("set_event", TREE_MODE_WRITE, dir, instance,
			    &set_event_fops);
	debugfs_create_file("set_event_pid", TREE_MODE_WRITE, dir, instance,
			    &set_event_pid_fops);
	debugfs_create_file("set_event_notrace_pid", TREE_MODE_WRITE, dir,
			    instance, &set_event_notrace_pid_fops);
	debugfs_create_file_unsafe("trace", TREE_MODE_WRITE, dir,
				   &instance->all, &trace_fops);
	debugfs_create_file_unsafe("trace_pipe", TREE_MODE_READ, dir,
				   &instance->all, &trace_pipe_fops);
	debugfs_create_file("snapshot", TREE_MODE_WRITE, dir, &instance->all,
			    &snapshot_fops);
	add_buffer_files(instance, dir);
	debugfs_create_file("error_log", TREE_MODE_WRITE, dir, instance,
			    &error_log_fops);
	debugfs_create_file("trace_marker", TREE_MODE_MARK, dir, instance,
			    &trace_marker_fops);
	debugfs_create_file("trace_marker_raw", TREE_MODE_MARK, dir, instance,
			    &trace_marker_raw_fops);
	control_files_make(instance);
	option_files_make(instance);
	return 0;
}

int tree_init(void)
{
	struct dentry *dir = debugfs_create_dir("histrig", NULL);
	int ret;

	if (IS_ERR(dir))
		return PTR_ERR(dir);
	debugfs_create_file("available_events", TREE_MODE_READ, dir, NULL,
			    &available_events_fops);
	debugfs_create_file("saved_cmdlines", TREE_MODE_READ, dir, NULL,
			    &saved_cmdlines_fops);
	debugfs_create_file("saved_cmdlines_size", TREE_MODE_WRITE, dir, NULL,
			    &saved_cmdlines_size_fops);
	debugfs_create_file("saved_tgids", TREE_MODE_READ, dir, NULL,
			    &saved_tgids_fops);
	debugfs_create_file("printk_formats", TREE_MODE_READ, dir, NULL,
			    &printk_formats_fops);
	debugfs_create_file("synthetic_events", TREE_MODE_WRITE, dir, NULL,
			    &synthetic_events_fops);
	debugfs_create_file("dynamic_events", TREE_MODE_WRITE, dir, NULL,
			    &dynamic_events_fops);
	debugfs_create_file("README", TREE_MODE_READ, dir, NULL, &readme_fops);
	instances_init(dir);
	ret = tree_add_instance(&main_instance, dir);
	if (ret)
		debugfs_remove(dir);
	return ret;
}

void tree_exit(void)
{
	instances_exit();
	debugfs_remove(main_instance.dir);
}

static void free_system(struct kref *refs)
{
	struct system_dir *system = container_of(refs, struct system_dir, refs);

	kfree(system->filter_error);
	kfree(system->name);
	kfree(system);
}

static struct system_dir *find_system(const struct instance *instance,
				      const char *name)
{
	struct system_dir *system;

	list_for_each_entry(system, &instance->systems, link)
		if (!strcmp(system->name, name))
			return system;
	return NULL;
}

static struct system_dir *add_system(struct instance *instance,
				     const char *name)
{
	struct system_dir *system = kzalloc(sizeof(*system), GFP_KERNEL);

	if (!system)
		return NULL;
	kref_init(&system->refs);
	system->instance = instance;
	/* An event may go while a file here is open, with all that is its own. */
	system->name = kstrdup(name, GFP_KERNEL);
	if (!system->name)
		goto fail;
	system->dir = debugfs_create_dir(name, instance->events);
	if (IS_ERR(system->dir))
		goto fail;
	list_add(&system->link, &instance->systems);
	/* What is in this one cannot be switched. */
	if (!strcmp(name, "ftrace"))
		return system;
	debugfs_create_file_unsafe("enable", TREE_MODE_WRITE, system->dir,
				   system, &system_enable_fops);
	debugfs_create_file_unsafe("filter", TREE_MODE_WRITE, system->dir,
				   system, &system_filter_fops);
	return system;

fail:
	kref_put(&system->refs, free_system);
	return NULL;
}

int system_dir_open(struct inode *inode, struct file *filp)
{
	struct system_dir *system = inode->i_private;
	int ret;

	ret = instance_get(system->instance);
	if (!ret)
		kref_get(&system->refs);
	return ret;
}

int system_dir_release(struct inode *inode, struct file *filp)
{
	struct system_dir *system = inode->i_private;

	instance_put(system->instance);
	kref_put(&system->refs, free_system);
	return 0;
}

static void put_system(struct system_dir *system)
{
	if (system->nr_events)
		return;
	list_del(&system->link);
	debugfs_remove(system->dir);
	kref_put(&system->refs, free_system);
}

static void create_event_files(struct event_file *file)
{
	enum event_role role = file->event->role;

	debugfs_create_file_unsafe("format", TREE_MODE_READ, file->dir, file,
				   &event_format_fops);
	debugfs_create_file_unsafe("hist", TREE_MODE_READ, file->dir, file,
				   &event_hist_fops);
	if (role == EVENT_SHOWN)
		return;
	debugfs_create_file_unsafe("id", TREE_MODE_READ, file->dir, file,
				   &event_id_fops);
	debugfs_create_file_unsafe("trigger", TREE_MODE_WRITE, file->dir, file,
				   &event_trigger_fops);
	if (role == EVENT_TRIGGERED)
		return;
	debugfs_create_file_unsafe("enable", TREE_MODE_WRITE, file->dir, file,
				   &event_enable_fops);
	debugfs_create_file_unsafe("filter", TREE_MODE_WRITE, file->dir, file,
				   &event_filter_fops);
}

void tree_add_event(struct event_file *file)
{
	struct system_dir *system;

	lockdep_assert_held(&registry_mutex);
	system = find_system(file->instance, file->event->header->system) ?:
		 add_system(file->instance, file->event->header->system);
	if (!system)
		return;

	file->dir = debugfs_create_dir(file->event->name, system->dir);
	if (IS_ERR(file->dir)) {
		file->dir = NULL;
		put_system(system);
		return;
	}
	create_event_files(file);
	system->nr_events++;
}

void tree_remove_event(struct event_file *file)
{
	struct system_dir *system;

	lockdep_assert_held(&registry_mutex);
	if (!file->dir)
		return;
	debugfs_remove(file->dir);
	file->dir = NULL;
	system = find_system(file->instance, file->event->header->system);
	system->nr_events--;
	put_system(system);
}
