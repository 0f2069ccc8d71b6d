// SPDX-License-Identifier: GPL-2.0
/* Systems of an instance; see system.h. */
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/event_file.h"
#include "../event/registry.h"
#include "instance.h"
#include "system.h"

static void free_system(struct kref *refs)
{
	struct event_system *system =
		container_of(refs, struct event_system, refs);

	instance_drop(system->instance);
	kfree(system->filter_error);
	kfree(system->name);
	/* A path walk under RCU may still call event_system_removed(). */
	kfree_rcu(system, rcu);
}

void event_system_drop(struct event_system *system)
{
	kref_put(&system->refs, free_system);
}

static struct event_system *find_system(const struct instance *instance,
					const char *name)
{
	struct event_system *system;

	lockdep_assert_held(&registry_mutex);
	list_for_each_entry(system, &instance->systems, link)
		if (!strcmp(system->name, name))
			return system;
	return NULL;
}

static struct event_system *create_system(struct instance *instance,
					  const char *name)
{
	struct event_system *system = kzalloc(sizeof(*system), GFP_KERNEL);

	if (!system)
		return NULL;
	system->name = kstrdup(name, GFP_KERNEL);
	if (!system->name) {
		kfree(system);
		return NULL;
	}
	INIT_LIST_HEAD(&system->link);
	INIT_LIST_HEAD(&system->files);
	kref_init(&system->refs);
	system->serial = tree_next_serials(1);
	instance_hold(instance);
	system->instance = instance;
	return system;
}

int event_system_add(struct event_file *file)
{
	struct instance *instance = file->instance;
	const char *name = file->event->header->system;
	struct event_system *system = find_system(instance, name) ?:
				      create_system(instance, name);

	if (!system)
		return -ENOMEM;
	file->serial = tree_next_serials(1);
	if (!file->serial) {
		/* A system that was made for this event is empty, so remove it. */
		if (event_system_removed(system))
			event_system_drop(system);
		return -ENOSPC;
	}
	down_write(&tree_lock);
	list_add(&file->in_system, &system->files);
	if (list_empty(&system->link))
		list_add(&system->link, &instance->systems);
	up_write(&tree_lock);
	return 0;
}

unsigned int event_system_remove(struct event_file *file)
{
	struct event_system *system;
	unsigned int serial;

	if (list_empty(&file->in_system))
		return 0;
	system = find_system(file->instance, file->event->header->system);
	down_write(&tree_lock);
	list_del_init(&file->in_system);
	if (list_empty(&system->files))
		list_del(&system->link);
	else
		system = NULL;
	up_write(&tree_lock);
	if (!system)
		return 0;
	serial = system->serial;
	event_system_drop(system);
	return serial;
}
