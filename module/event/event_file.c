// SPDX-License-Identifier: GPL-2.0
/* The state of events in instances, see event_file.h. */
#include <linux/module.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/probe.h"
#include "event_file.h"
#include "field.h"
#include "registry.h"
#include "symbol.h"

/*
 * Some scheduler events also concern a second task, which is switched to or woken
 * up. Returns the offset of its pid, 0 for other events.
 */
static u16 find_other_pid(const struct event *event)
{
	const struct event_field *field = NULL;

	if (strcmp(event->header->system, "sched"))
		return 0;
	if (!strcmp(event->name, "sched_switch"))
		field = event_find_field(event, "next_pid");
	else if (!strcmp(event->name, "sched_waking") ||
		 !strcmp(event->name, "sched_wakeup") ||
		 !strcmp(event->name, "sched_wakeup_new"))
		field = event_find_field(event, "pid");
	return field ? field->offset : 0;
}

unsigned int tree_next_serials(unsigned int count)
{
	static atomic64_t last = ATOMIC64_INIT(0);
	u64 after = atomic64_add_return(count, &last);

	return after <= INT_MAX ? after - count + 1 : 0;
}

struct event_file *event_file_make(struct event *event,
				   struct instance *instance,
				   struct list_head *files,
				   unsigned int mode)
{
	struct event_file *file, *pos;

	lockdep_assert_held(&event_mutex);
	file = kzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		return NULL;
	event_hold(event);
	file->event = event;
	file->instance = instance;
	file->module = event->mod;
	file->mode = mode;
	file->other_pid = find_other_pid(event);
	kref_init(&file->refs);
	INIT_LIST_HEAD(&file->in_system);
	list_add_tail(&file->in_event, &event->files);
	list_for_each_entry_reverse(pos, files, in_instance)
		if (registry_before(pos->event, event))
			break;
	list_add(&file->in_instance, &pos->in_instance);
	return file;
}

struct event_file *event_file_find(const struct list_head *files,
				   const char *system, const char *name)
{
	struct event_file *file;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(file, files, in_instance)
		if (event_is(file->event, system, name))
			return file;
	return NULL;
}

struct event_file *event_file_in(const struct event *event,
				 const struct instance *instance)
{
	struct event_file *file;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(file, &event->files, in_event)
		if (file->instance == instance)
			return file;
	return NULL;
}

void event_file_unlink(struct event_file *file, struct list_head *to)
{
	lockdep_assert_held(&event_mutex);
	list_del_init(&file->in_event);
	list_move_tail(&file->in_instance, to);
}

static void event_file_free_file(struct kref *refs)
{
	struct event_file *file = container_of(refs, struct event_file, refs);

	event_drop(file->event);
	/* A path walk under RCU may still ask whether the file is linked. */
	kfree_rcu(file, rcu);
}

void event_file_drop(struct event_file *file)
{
	kref_put(&file->refs, event_file_free_file);
}

void event_find_iterator(struct event_iterator *iterator,
			 const struct tracepoint *tp)
{
	unsigned long start = (unsigned long)tp->iterator, first, size;

	/* Do not write @start and @size again, because other instances' probes may read them. */
	if (iterator->start == start)
		return;
	WRITE_ONCE(iterator->start, start);
	if (symbol_bounds(start, &first, &size))
		WRITE_ONCE(iterator->size, size);
}

/* True if probes were unregistered since the last event_file_sync(); under event_mutex. */
static bool unsynced;

/* Starts or stops feeding hits to a file whose event has no probe. */
static int feed_file(struct event_file *file, bool wanted)
{
	int (*feed)(struct event_file *file, bool wanted) =
		file->event->class->feed;
	int ret = 0;

	if (wanted) {
		if (!try_module_get(file->event->owner))
			return -EBUSY;
		/*
		 * A walker of ->active may still be on this node from before the
		 * last unlinking, and relinking could send it through the list
		 * again. Hits may also still walk lists of probes that feed()
		 * changes. So wait for both.
		 */
		event_file_sync();
		ret = feed ? feed(file, true) : 0;
		/*
		 * Link the file after feed(): arming many probes calls
		 * functions that may be probed, and no hit may count before all
		 * are armed.
		 */
		if (!ret) {
			hlist_add_head_rcu(&file->in_active,
					   &file->event->active);
			return 0;
		}
		/*
		 * Probes that feed() armed before it failed may still run, so set
		 * @unsynced below.
		 */
	} else {
		hlist_del_rcu(&file->in_active);
		if (feed)
			feed(file, false);
	}
	unsynced = true;
	module_put(file->event->owner);
	return ret;
}

int event_file_probe(struct event_file *file)
{
	struct event *event = file->event;
	bool wanted = rcu_access_pointer(file->armed) ||
		      READ_ONCE(file->mode) & EVENT_RECORD;
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	if (wanted == file->probed)
		return 0;
	if (wanted && event->tp)
		event_find_iterator(&event->iterator, event->tp);
	if (!event->class->probe) {
		ret = feed_file(file, wanted);
	} else if (wanted) {
		ret = tracepoint_probe_register(event->tp, event->class->probe,
						file);
	} else {
		tracepoint_probe_unregister(event->tp, event->class->probe,
					    file);
		unsynced = true;
	}
	if (ret)
		return ret;
	/* marker_text() reads ->probed without a lock. */
	WRITE_ONCE(file->probed, wanted);
	file->was_probed |= wanted;
	return 0;
}

void event_file_sync(void)
{
	lockdep_assert_held(&event_mutex);
	if (unsynced)
		hits_synchronize();
	unsynced = false;
}

/*
 * Publishes ->sole to hits, unless ->mode shows that the event has other users.
 * EVENT_SOFT_DISABLED does not count: hits set it without calling this function, and
 * only while EVENT_RECORD is set.
 */
static void publish_sole(struct event_file *file)
{
	bool others = READ_ONCE(file->mode) & ~EVENT_SOFT_DISABLED;
	struct event_sole_trigger *sole = others ? NULL : file->sole;

	/* Pairs with event_hit(), which then sees a complete trigger. */
	smp_store_release(&file->sole_now, sole);
	/* Pairs with event_file_partial(), which then sees a complete trigger. */
	smp_store_release(&file->partial, sole && sole->fields ? sole : NULL);
}

void event_file_set_mode(struct event_file *file, unsigned int set,
			 unsigned int clear)
{
	set_mask_bits(&file->mode, clear, set);
	publish_sole(file);
}

void event_file_set_sole(struct event_file *file, struct event_sole_trigger *sole)
{
	lockdep_assert_held(&event_mutex);
	file->sole = sole;
	publish_sole(file);
}

static int start_recording(struct event_file *file, unsigned int soft)
{
	int ret;

	/* Records contain the ID of the event, so the event must have one. */
	event_id(file->event);
	file->event->was_recorded = true;
	event_file_set_mode(file, EVENT_RECORD | soft, 0);
	ret = event_file_probe(file);
	if (ret)
		event_file_set_mode(file, 0, EVENT_RECORD | EVENT_SOFT_DISABLED);
	return ret;
}

void event_file_stop(struct event_file *file)
{
	lockdep_assert_held(&event_mutex);
	event_file_set_mode(file, 0, EVENT_RECORD | EVENT_SOFT_DISABLED);
	event_file_probe(file);
}

int event_file_enable(struct event_file *file, bool on)
{
	lockdep_assert_held(&event_mutex);
	if (on) {
		event_file_set_mode(file, 0, EVENT_SOFT_DISABLED);
		return file->mode & EVENT_RECORD ? 0 : start_recording(file, 0);
	}
	if (file->soft_users)
		event_file_set_mode(file, EVENT_SOFT_DISABLED, 0);
	else
		event_file_stop(file);
	return 0;
}

int event_file_soft_get(struct event_file *file)
{
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	if (!try_module_get(file->module))
		return -EBUSY;
	if (!(file->mode & EVENT_RECORD))
		ret = start_recording(file, EVENT_SOFT_DISABLED);
	if (ret) {
		module_put(file->module);
		return ret;
	}
	file->soft_users++;
	event_file_hold(file);
	return 0;
}

void event_file_soft_put(struct event_file *file)
{
	lockdep_assert_held(&event_mutex);
	if (!--file->soft_users && file->mode & EVENT_SOFT_DISABLED)
		event_file_stop(file);
	module_put(file->module);
	event_file_drop(file);
}

bool event_used(const struct event *event)
{
	const struct event_file *file;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(file, &event->files, in_event)
		if (event_file_used(file))
			return true;
	return false;
}
