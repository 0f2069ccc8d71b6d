// SPDX-License-Identifier: GPL-2.0
/* What a directory of the tree contains, see view.h. */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/rwsem.h>
#include <linux/string.h>

#include "../event/event_file.h"
#include "../instance/instance.h"
#include "../instance/system.h"
#include "view.h"

/*
 * Positions in a directory. The position after a row of tree_table is between
 * TREE_FIRST and TREE_END. The position after an object is FIRST_OBJECT plus the
 * object's serial, an unsigned int.
 */
#define FIRST_ENTRY	(TREE_FIRST + 1)
#define FIRST_OBJECT	(TREE_END + 1)

struct walk {
	bool (*visit)(void *data, const struct tree_child *child);
	void *data;
};

static unsigned int serial_of(enum tree_owner owner, const void *object)
{
	switch (owner) {
	case TREE_OF_CPU: {
		const struct instance_cpu *icpu = object;

		return icpu->instance->serial + 1 + icpu->cpu;
	}
	case TREE_OF_SYSTEM:
		return ((const struct event_system *)object)->serial;
	case TREE_OF_EVENT:
		return ((const struct event_file *)object)->serial;
	default:
		return ((const struct instance *)object)->serial;
	}
}

static unsigned long object_ino(enum tree_owner owner, const void *object)
{
	return (unsigned long)serial_of(owner, object) * TREE_INOS;
}

static void tree_hold(enum tree_owner owner, void *object)
{
	switch (owner) {
	case TREE_OF_TREE:
		break;
	case TREE_OF_CPU:
		instance_hold(((struct instance_cpu *)object)->instance);
		break;
	case TREE_OF_SYSTEM:
		event_system_hold(object);
		break;
	case TREE_OF_EVENT:
		event_file_hold(object);
		break;
	default:
		instance_hold(object);
	}
}

void tree_drop(enum tree_owner owner, void *object)
{
	switch (owner) {
	case TREE_OF_TREE:
		break;
	case TREE_OF_CPU:
		instance_drop(((struct instance_cpu *)object)->instance);
		break;
	case TREE_OF_SYSTEM:
		event_system_drop(object);
		break;
	case TREE_OF_EVENT:
		event_file_drop(object);
		break;
	default:
		instance_drop(object);
	}
}

bool tree_removed(enum tree_owner owner, const void *object)
{
	switch (owner) {
	case TREE_OF_TREE:
		return false;
	case TREE_OF_CPU:
		return instance_removed(((const struct instance_cpu *)object)->instance);
	case TREE_OF_SYSTEM:
		return event_system_removed(object);
	case TREE_OF_EVENT:
		return !event_file_linked(object);
	default:
		return instance_removed(object);
	}
}

/*
 * Visits an object that a directory lists by name, unless it comes before @from.
 * Objects come in the order of falling serials.
 */
static bool visit_object(const struct walk *walk, const struct tree_entry *entry,
			 const char *name, void *object, loff_t from)
{
	struct tree_child child = {
		.entry = entry,
		.name = name,
		.object = object,
		.ino = object_ino(entry->owner, object) +
		       (entry == &tree_cpu_stat ? TREE_STAT_INO : 0),
		.next = (loff_t)FIRST_OBJECT + serial_of(entry->owner, object),
	};

	if (from >= FIRST_OBJECT && child.next >= from)
		return true;
	return walk->visit(walk->data, &child);
}

/* The name of a CPU's entry in a directory, before the number. */
static const char *cpu_prefix(enum tree_dir kind)
{
	return kind == TREE_STATS ? "function" : "cpu";
}

static bool visit_cpu(const struct walk *walk, enum tree_dir kind,
		      struct instance *instance, unsigned int cpu, loff_t from)
{
	char name[24];

	if (!cpu_possible(cpu))
		return true;
	snprintf(name, sizeof(name), "%s%u", cpu_prefix(kind), cpu);
	return visit_object(walk, kind == TREE_STATS ? &tree_cpu_stat :
						       &tree_cpu_dir,
			    name, &instance->per_cpu[cpu], from);
}

static bool walk_cpus(const struct walk *walk, enum tree_dir kind,
		      struct instance *instance, loff_t from)
{
	unsigned int cpu;

	for (cpu = nr_cpu_ids; cpu--;)
		if (!visit_cpu(walk, kind, instance, cpu, from))
			return false;
	return true;
}

/* Visits only the CPU with @name, because there may be thousands of CPUs. */
static void find_cpu(const struct walk *walk, enum tree_dir kind,
		     struct instance *instance, const char *name)
{
	size_t len = str_has_prefix(name, cpu_prefix(kind));
	unsigned int cpu;

	if (len && !kstrtouint(name + len, 10, &cpu) && cpu < nr_cpu_ids)
		visit_cpu(walk, kind, instance, cpu, TREE_FIRST);
}

static bool walk_objects(const struct walk *walk, enum tree_dir kind,
			 void *object, loff_t from)
{
	struct event_system *system;
	struct instance *instance;
	struct event_file *file;

	switch (kind) {
	case TREE_INSTANCES:
		list_for_each_entry_reverse(instance, &instance_list, link)
			if (instance->name &&
			    !visit_object(walk, &tree_instance_dir,
					  instance->name, instance, from))
				return false;
		return true;
	case TREE_EVENTS:
		instance = object;
		list_for_each_entry(system, &instance->systems, link)
			if (!visit_object(walk, &tree_system_dir, system->name,
					  system, from))
				return false;
		return true;
	case TREE_SYSTEM:
		system = object;
		list_for_each_entry(file, &system->files, in_system)
			if (!visit_object(walk, &tree_event_dir,
					  file->event->name, file, from))
				return false;
		return true;
	case TREE_CPUS:
	case TREE_STATS:
		return walk_cpus(walk, kind, object, from);
	default:
		return true;
	}
}

static void *entry_object(const struct tree_entry *entry, void *object)
{
	if (entry->owner == TREE_OF_TREE)
		return NULL;
	if (entry->owner == TREE_OF_CPU && entry->in == TREE_INSTANCE)
		return &((struct instance *)object)->all;
	return object;
}

static enum tree_owner owner_of(enum tree_dir kind)
{
	switch (kind) {
	case TREE_SYSTEM:
		return TREE_OF_SYSTEM;
	case TREE_EVENT:
		return TREE_OF_EVENT;
	case TREE_CPU:
		return TREE_OF_CPU;
	default:
		return TREE_OF_INSTANCE;
	}
}

/* Visits a row of the table: one file, or one for each option. */
static bool visit_entry(const struct walk *walk, const struct tree_entry *entry,
			void *object, loff_t from)
{
	bool options = entry->owner == TREE_OF_OPTION;
	unsigned int first = options ? TREE_OPTION_INO :
			     TREE_INO(entry - tree_table);
	struct tree_child child = {
		.entry = entry,
		.name = entry->name,
		.object = entry_object(entry, object),
	};
	int i;

	/* The newest option comes first, as the newest object does. */
	for (i = options ? OPTIONS - 1 : 0; i >= 0; i--) {
		child.ino = object_ino(owner_of(entry->in), object) + first + i;
		child.next = FIRST_ENTRY + first + (options ? OPTIONS - 1 - i : 0);
		if (from < FIRST_OBJECT && child.next <= from)
			continue;
		if (options && !instance_has_option(object, i))
			continue;
		if (options)
			child.name = instance_option_names[i];
		if (!walk->visit(walk->data, &child))
			return false;
	}
	return true;
}

static void walk_entries(const struct walk *walk, enum tree_dir kind,
			 void *object, loff_t from)
{
	const struct tree_entry *entry;

	for (entry = tree_table; entry->name || entry->fops; entry++)
		if (entry->in == kind && (!entry->when || entry->when(object)) &&
		    !visit_entry(walk, entry, object, from))
			return;
}

void tree_walk(enum tree_dir kind, void *object, loff_t from,
	       bool (*visit)(void *data, const struct tree_child *child),
	       void *data)
{
	const struct walk walk = { .visit = visit, .data = data };

	lockdep_assert_held(&tree_lock);
	if (from == TREE_FIRST || from >= FIRST_OBJECT)
		if (!walk_objects(&walk, kind, object, from))
			return;
	walk_entries(&walk, kind, object, from);
}

struct find {
	const char *name;
	struct tree_child *child;
	bool found;
};

static bool view_compare(void *data, const struct tree_child *child)
{
	struct find *find = data;

	if (strcmp(child->name, find->name))
		return true;
	*find->child = *child;
	find->found = true;
	return false;
}

int tree_find(const struct tree_entry *dir, void *object, const char *name,
	      struct tree_child *child)
{
	struct find find = { .name = name, .child = child };
	const struct walk walk = { .visit = view_compare, .data = &find };

	down_read(&tree_lock);
	if (tree_removed(dir->owner, object))
		goto out;
	/* The table has precedence, as an event may be called "enable". */
	walk_entries(&walk, dir->dir, object, TREE_FIRST);
	if (!find.found && (dir->dir == TREE_CPUS || dir->dir == TREE_STATS))
		find_cpu(&walk, dir->dir, object, name);
	else if (!find.found)
		walk_objects(&walk, dir->dir, object, TREE_FIRST);
	if (find.found)
		tree_hold(child->entry->owner, child->object);
out:
	up_read(&tree_lock);
	return find.found ? 0 : -ENOENT;
}

void tree_root(struct tree_child *child)
{
	*child = (struct tree_child) {
		.entry = &tree_instance_dir,
		.object = &main_instance,
		.ino = object_ino(TREE_OF_INSTANCE, &main_instance),
	};
	tree_hold(TREE_OF_INSTANCE, &main_instance);
}
