// SPDX-License-Identifier: GPL-2.0
/* Systems of an instance; see system.h. */
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "instance.h"
#include "system.h"

static void free_system(struct kref *refs)
{
	struct event_system *system =
		container_of(refs, struct event_system, refs);

	kfree(system->filter_error);
	kfree(system->name);
	kfree(system);
}

struct event_system *event_system_find(const struct instance *instance,
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
	kref_init(&system->refs);
	system->instance = instance;
	list_add(&system->link, &instance->systems);
	return system;
}

struct event_system *event_system_add(struct instance *instance,
				      const char *name)
{
	struct event_system *system = event_system_find(instance, name) ?:
				      create_system(instance, name);

	if (system)
		system->nr_events++;
	return system;
}

void event_system_remove(struct event_system *system)
{
	lockdep_assert_held(&registry_mutex);
	if (--system->nr_events)
		return;
	list_del(&system->link);
	kref_put(&system->refs, free_system);
}

int event_system_get(struct event_system *system)
{
	int ret = instance_get(system->instance);

	if (!ret)
		kref_get(&system->refs);
	return ret;
}

void event_system_put(struct event_system *system)
{
	instance_put(system->instance);
	kref_put(&system->refs, free_system);
}
