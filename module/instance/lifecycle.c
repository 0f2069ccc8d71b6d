// SPDX-License-Identifier: GPL-2.0
/* Adding and removing events and instances; see lifecycle.h. */
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "../compat/log.h"
#include "../event/registry.h"
#include "../ring/ring.h"
#include "instance.h"
#include "lifecycle.h"
#include "rings.h"
#include "system.h"

static const struct instance_hooks *hooks;

/*
 * The files of an event that is being removed, from instances_event_removing() to
 * instances_event_released(), which frees them.
 */
static LIST_HEAD(removing);

/* True once the events of the main instance are in the tree, see instances_show(). */
static bool shown;

/* Puts an instance on the list, and allows its use. */
static void instance_publish(struct instance *instance)
{
	lockdep_assert_held(&event_mutex);
	down_write(&tree_lock);
	list_add_tail(&instance->link, &instance_list);
	atomic_set_release(&instance->users, 0);
	up_write(&tree_lock);
}

int instances_init(const struct instance_hooks *instance_hooks)
{
	int ret = instance_init(&main_instance, RING_SIZE_MIN);

	if (ret)
		return ret;
	hooks = instance_hooks;
	mutex_lock(&event_mutex);
	instance_publish(&main_instance);
	mutex_unlock(&event_mutex);
	return 0;
}

/* Puts an event into the tree. The event works even if this fails. */
static void show_file(struct event_file *file)
{
	if (event_system_add(file))
		pr_warn("out of memory: event %s has no files in the tree; free memory, then unload histrig and load it again\n",
			file->event->name);
}

/*
 * Sorts the events by ascending IDs, and adds them in this order. Directories list the newest
 * entry first, so the main tree lists the highest ID first. Other instances list the lowest ID
 * first, because add_files() begins with the highest. Both orders are the kernel's.
 */
int instances_show(void)
{
	struct event_file *file;
	struct event *event;
	int ret = 0;

	mutex_lock(&registry_mutex);
	if (shown)
		goto out;
	registry_sort();
	mutex_lock(&event_mutex);
	list_for_each_entry(event, &event_list, link)
		list_for_each_entry(file, &event->files, in_event)
			list_move_tail(&file->in_instance,
				       &main_instance.files);
	mutex_unlock(&event_mutex);
	list_for_each_entry(file, &main_instance.files, in_instance) {
		/* An earlier call may have added some files before it failed. */
		if (list_empty(&file->in_system))
			ret = event_system_add(file);
		if (ret)
			goto out;
	}
	shown = true;
out:
	mutex_unlock(&registry_mutex);
	return ret;
}

void instances_exit(void)
{
	instance_exit(&main_instance);
}

static void lifecycle_disarm(struct event_file *file)
{
	hooks->disarm(file);
	event_file_stop(file);
}

void instances_disarm(void)
{
	struct instance *instance;
	struct event_file *file;

	mutex_lock(&event_mutex);
	list_for_each_entry(instance, &instance_list, link)
		list_for_each_entry(file, &instance->files, in_instance)
			lifecycle_disarm(file);
	event_file_sync();
	list_for_each_entry(instance, &instance_list, link)
		list_for_each_entry(file, &instance->files, in_instance)
			hooks->free_disarmed(file);
	hooks->close(&main_instance);
	mutex_unlock(&event_mutex);
}

/* Removes unlinked files from the tree, and frees them. */
static void free_files(struct list_head *files)
{
	struct event_file *file, *next;
	unsigned int system;

	list_for_each_entry_safe(file, next, files, in_instance) {
		list_del_init(&file->in_instance);
		system = event_system_remove(file);
		if (system)
			hooks->forget(system);
		hooks->forget(file->serial);
		event_file_drop(file);
	}
}

void instances_event_added(struct event *event)
{
	struct instance *instance;
	struct event_file *file;

	hooks->prepare_event(event);
	mutex_lock(&event_mutex);
	list_for_each_entry(instance, &instance_list, link)
		if (!event_file_make(event, instance, &instance->files,
				     instance_file_mode(instance)))
			pr_warn("out of memory: event %s is missing in %s; free memory, then unload histrig and load it again\n",
				event->name, instance->name ?: "the main tree");
	mutex_unlock(&event_mutex);

	list_for_each_entry(file, &event->files, in_event)
		if (shown || file->instance != &main_instance)
			show_file(file);
}

void instances_event_removing(struct event *event)
{
	struct event_file *file, *next;

	list_for_each_entry(file, &event->files, in_event)
		lifecycle_disarm(file);
	event_file_sync();
	list_for_each_entry_safe(file, next, &event->files, in_event) {
		hooks->free_disarmed(file);
		file->module = NULL;
		event_file_unlink(file, &removing);
	}
	stale_forget_event(event);
	hooks->files_removed();
}

void instances_event_released(struct event *event)
{
	free_files(&removing);
}

struct instance *instance_find(const char *name)
{
	struct instance *instance;

	list_for_each_entry(instance, &instance_list, link)
		if (instance->name && !strcmp(instance->name, name))
			return instance;
	return NULL;
}

/* Makes the files of all events, before the instance is on instance_list. */
static int add_files(struct instance *instance)
{
	struct event_file *file;
	struct event *event;
	int ret = 0;

	mutex_lock(&event_mutex);
	list_for_each_entry(event, &event_list, link) {
		if (!event_file_make(event, instance, &instance->files, 0)) {
			ret = -ENOMEM;
			break;
		}
	}
	mutex_unlock(&event_mutex);
	list_for_each_entry_reverse(file, &instance->files, in_instance)
		if (!ret)
			ret = event_system_add(file);
	return ret;
}

/* Disarms the files of an instance and unlinks them from their events. */
static void unlink_files(struct instance *instance, struct list_head *files)
{
	struct event_file *file, *next;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(file, &instance->files, in_instance)
		lifecycle_disarm(file);
	event_file_sync();
	list_for_each_entry_safe(file, next, &instance->files, in_instance) {
		hooks->free_disarmed(file);
		event_file_unlink(file, files);
	}
}

/* Makes the tree forget an instance and its CPUs, whose serials follow the instance's. */
static void forget_instance(const struct instance *instance)
{
	unsigned int i;

	for (i = 0; i <= nr_cpu_ids; i++)
		hooks->forget(instance->serial + i);
}

static void destroy_instance(struct instance *instance)
{
	LIST_HEAD(files);

	mutex_lock(&event_mutex);
	down_write(&tree_lock);
	list_del_init(&instance->link);
	up_write(&tree_lock);
	unlink_files(instance, &files);
	hooks->close(instance);
	mutex_unlock(&event_mutex);
	hooks->files_removed();
	free_files(&files);
	forget_instance(instance);
	instance_exit(instance);
}

static struct instance *alloc_instance(const char *name)
{
	struct instance *instance = kzalloc(sizeof(*instance), GFP_KERNEL);
	int ret;

	if (!instance)
		return ERR_PTR(-ENOMEM);
	instance->name = kstrdup(name, GFP_KERNEL);
	ret = instance->name ? instance_init(instance, RING_SIZE_USED) :
			       -ENOMEM;
	if (!ret)
		return instance;
	kfree(instance->name);
	kfree(instance);
	return ERR_PTR(ret);
}

int instance_create(const char *name)
{
	struct instance *instance = NULL;
	int ret = -EEXIST;

	mutex_lock(&registry_mutex);
	if (instance_find(name))
		goto out;
	instance = alloc_instance(name);
	ret = PTR_ERR_OR_ZERO(instance);
	if (ret)
		goto out;
	ret = add_files(instance);
	if (ret) {
		destroy_instance(instance);
		goto out;
	}
	mutex_lock(&event_mutex);
	instance_publish(instance);
	mutex_unlock(&event_mutex);
out:
	mutex_unlock(&registry_mutex);
	return ret;
}

/* Removes an instance from the list; returns false if it is in use. */
static bool instance_close(struct instance *instance)
{
	lockdep_assert_held(&event_mutex);
	if (atomic_cmpxchg(&instance->users, 0, -1))
		return false;
	down_write(&tree_lock);
	list_del_init(&instance->link);
	up_write(&tree_lock);
	return true;
}

/*
 * Removes an instance if it has no user, and returns whether it did. If so, sets @last to the
 * work that the caller must do without registry_mutex.
 */
static bool remove_unused(struct instance *instance, struct llist_node **last)
{
	bool closed;

	mutex_lock(&event_mutex);
	closed = instance_close(instance);
	mutex_unlock(&event_mutex);
	if (!closed)
		return false;
	*last = llist_del_all(&instance->last);
	destroy_instance(instance);
	return true;
}

int instance_remove(const char *name)
{
	struct llist_node *last = NULL;
	struct instance *instance;
	int ret = -ENODEV;

	mutex_lock(&registry_mutex);
	instance = instance_find(name);
	if (instance)
		ret = remove_unused(instance, &last) ? 0 : -EBUSY;
	mutex_unlock(&registry_mutex);
	hooks->run_last(last);
	return ret;
}

/* Removes one of the instances that instance_leave() marked and that have no user any more. */
static bool remove_one_left(struct llist_node **last)
{
	struct instance *instance;
	bool found = false;

	mutex_lock(&registry_mutex);
	list_for_each_entry(instance, &instance_list, link) {
		found = READ_ONCE(instance->leaving) &&
			remove_unused(instance, last);
		if (found)
			break;
	}
	mutex_unlock(&registry_mutex);
	return found;
}

static void remove_left(struct work_struct *work)
{
	struct llist_node *last;

	while (remove_one_left(&last)) {
		hooks->left();
		hooks->run_last(last);
	}
}

static DECLARE_WORK(left_work, remove_left);

void instance_put(struct instance *instance)
{
	/* Without users, the instance may be removed at once; RCU keeps its memory. */
	rcu_read_lock();
	if (atomic_dec_and_test(&instance->users) &&
	    READ_ONCE(instance->leaving))
		queue_work(system_long_wq, &left_work);
	rcu_read_unlock();
}

void instance_leave(struct instance *instance, struct llist_node *last)
{
	llist_add(last, &instance->last);
	/* The last instance_put() sees @leaving, as atomic_dec_and_test() is a full barrier. */
	WRITE_ONCE(instance->leaving, true);
	instance_put(instance);
	flush_work(&left_work);
}

void instances_remove_all(void)
{
	struct instance *instance, *next;

	flush_work(&left_work);
	mutex_lock(&registry_mutex);
	list_for_each_entry_safe(instance, next, &instance_list, link)
		if (instance->name)
			destroy_instance(instance);
	mutex_unlock(&registry_mutex);
}
