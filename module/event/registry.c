// SPDX-License-Identifier: GPL-2.0
/* The registered events, see registry.h. */
#include <linux/hashtable.h>
#include <linux/list_sort.h>
#include <linux/module.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <linux/trace_events.h>

#include "../compat/log.h"
#include "field.h"
#include "hold.h"
#include "registry.h"

/*
 * Our own event IDs, above every ID that the kernel assigns (see
 * TRACE_EVENT_TYPE_MAX).
 */
#define OWN_ID_FIRST	0xe000
#define OWN_ID_LAST	0xffff
#define INDEX_MAX	(OWN_ID_LAST - OWN_ID_FIRST)

/* Serializes adding and removing events and instances; see registry.h. */
DEFINE_MUTEX(registry_mutex);

/* Guards the registry and everything that commands set up; see registry.h. */
DEFINE_MUTEX(event_mutex);
LIST_HEAD(event_list);

static const struct event_hooks *hooks;

/* Set when registry_exit() begins, to refuse new events; under registry_mutex. */
static bool leaving;

/* Events that have an ID; changed under event_mutex and ids_lock. */
static DEFINE_HASHTABLE(ids, 9);
static DECLARE_RWSEM(ids_lock);

/* ids_held: no ID may change, see event_ids_hold(). ids_changing: set_id() changes one. */
static bool ids_held, ids_changing;

/* Number of events in the catalogue; the indexes of other events start here. */
static unsigned int catalogue_size;

/* The catalogue's events by tracepoint name. */
static DEFINE_HASHTABLE(names, 9);

static u32 name_hash(const char *name)
{
	return full_name_hash(NULL, name, strlen(name));
}

static struct event *find_name(const char *name)
{
	struct event *event;

	hash_for_each_possible(names, event, by_name, name_hash(name))
		if (!strcmp(event->name, name))
			return event;
	return NULL;
}

static void index_catalogue(void)
{
	const struct event_header *const *header;
	struct event *const *event;

	for (header = event_catalogue; *header; header++)
		for (event = (*header)->events; event && *event; event++) {
			(*event)->index = catalogue_size++;
			if (event_fields_place((*event)->class))
				hash_add(names, &(*event)->by_name, name_hash((*event)->name));
			else
				pr_warn("event %s is missing, because histrig does not know the layout of its fields; please report this\n",
					(*event)->name);
		}
}

bool registry_before(const struct event *event, const struct event *other)
{
	return event->order < other->order;
}

/* The greatest @order of an event so far; under event_mutex. */
static unsigned int last_order;

struct event *event_by_id(u16 id)
{
	struct event *event;

	hash_for_each_possible(ids, event, by_id, id)
		if (event->id == id)
			return event;
	return NULL;
}

void event_ids_lock(void)
{
	down_read(&ids_lock);
}

void event_ids_unlock(void)
{
	up_read(&ids_lock);
}

bool event_ids_hold(void)
{
	hold_begin(&ids_held);
	/*
	 * Pairs with set_id(): if no call is running, we see all changes of the last
	 * call.
	 */
	if (!smp_load_acquire(&ids_changing))
		return true;
	hold_end(&ids_held);
	return false;
}

void event_ids_release(void)
{
	hold_end(&ids_held);
}

static void set_id(struct event *event, u16 id)
{
	lockdep_assert_held(&event_mutex);
	down_write(&ids_lock);
	WRITE_ONCE(ids_changing, true);
	hold_wait(&ids_held);
	if (event->id)
		hash_del(&event->by_id);
	event->id = id;
	if (id)
		hash_add(ids, &event->by_id, id);
	else
		event->kernel_event = NULL;
	/* Pairs with event_ids_hold(), which then sees all changes. */
	smp_store_release(&ids_changing, false);
	up_write(&ids_lock);
}

static void link_event(struct event *event)
{
	INIT_LIST_HEAD(&event->files);
	event->order = ++last_order;
	list_add_tail(&event->link, &event_list);
	event->registered = true;
}

static void add_tracepoint(struct tracepoint *tp, struct module *mod)
{
	struct event *event = find_name(tp->name);

	if (!event)
		return;

	mutex_lock(&registry_mutex);
	/* If two modules have a tracepoint of this name, the first one wins. */
	if (event->tp || leaving)
		goto out;
	mutex_lock(&event_mutex);
	event->tp = tp;
	event->mod = mod;
	link_event(event);
	mutex_unlock(&event_mutex);

	hooks->added(event);
out:
	mutex_unlock(&registry_mutex);
}

static void remove_event(struct event *event)
{
	lockdep_assert_held(&registry_mutex);
	mutex_lock(&event_mutex);
	list_del(&event->link);
	hooks->removing(event);
	set_id(event, 0);
	event->registered = false;
	event->tp = NULL;
	event->mod = NULL;
	mutex_unlock(&event_mutex);

	hooks->released(event);
}

static void add_kernel_tracepoint(struct tracepoint *tp, void *priv)
{
	add_tracepoint(tp, NULL);
}

/* Returns the first event of all if @mod is NULL. */
static struct event *first_event_of(const struct module *mod)
{
	struct event *event;

	list_for_each_entry(event, &event_list, link)
		if (!mod || event->mod == mod)
			return event;
	return NULL;
}

static void registry_remove_events(const struct module *mod)
{
	struct event *event;

	do {
		mutex_lock(&registry_mutex);
		mutex_lock(&event_mutex);
		event = first_event_of(mod);
		mutex_unlock(&event_mutex);
		if (event)
			remove_event(event);
		mutex_unlock(&registry_mutex);
	} while (event);
}

/*
 * Skips out-of-tree modules: their tracepoints may have names of the catalogue
 * but other arguments, which our probes would misread.
 */
static void add_tracepoints(struct module *mod)
{
	unsigned int i;

	if (test_bit(TAINT_OOT_MODULE, &mod->taints))
		return;
	for (i = 0; i < mod->num_tracepoints; i++)
		add_tracepoint(tracepoint_ptr_deref(&mod->tracepoints_ptrs[i]),
			       mod);
}

bool registry_trusts(const struct module *mod)
{
	unsigned long harmless = BIT(TAINT_OOT_MODULE) | BIT(TAINT_CRAP) |
				 BIT(TAINT_UNSIGNED_MODULE);

#ifdef TAINT_TEST
	harmless |= BIT(TAINT_TEST);
#endif
	return !(mod->taints & ~harmless);
}

static void registry_add_module(struct module *mod)
{
	if (!registry_trusts(mod))
		return;
	add_tracepoints(mod);
	hooks->module_added(mod);
}

/*
 * Handles a module before it runs, so that none of its hits is missed, and once
 * it is live, in case histrig was loaded in between.
 */
static int module_event(struct notifier_block *nb, unsigned long action,
			void *data)
{
	struct module *mod = data;

	if (mod != THIS_MODULE &&
	    (action == MODULE_STATE_COMING || action == MODULE_STATE_LIVE))
		registry_add_module(mod);
	return NOTIFY_OK;
}

/*
 * Runs after all other notifiers. One of the kernel's replaces the names of enumerators in
 * the print formats of a module's events, which the bridge then copies.
 *
 * This is not a tracepoint module notifier, because that could deadlock on newer kernels. It
 * would take our event_mutex under tracepoint_module_list_mutex. event_id() takes the kernel's
 * event_mutex under ours. When a tprobe is enabled, the kernel takes
 * tracepoint_module_list_mutex under its event_mutex.
 */
static struct notifier_block coming_notifier = {
	.notifier_call = module_event,
	.priority = INT_MIN,
};

/*
 * Events may outlive the module that defined them. A file that wanted their hits
 * would have pinned the module.
 */
static void clear_owner(const struct module *mod)
{
	struct event *event;

	mutex_lock(&event_mutex);
	list_for_each_entry(event, &event_list, link)
		if (event->owner == mod)
			event->owner = NULL;
	mutex_unlock(&event_mutex);
}

static int registry_module_going(struct notifier_block *nb,
				 unsigned long action, void *data)
{
	struct module *mod = data;

	if (mod != THIS_MODULE && action == MODULE_STATE_GOING) {
		registry_remove_events(mod);
		clear_owner(mod);
		hooks->module_removed(mod);
	}
	return NOTIFY_OK;
}

/* Runs first, because other notifiers may free memory that our probes use. */
static struct notifier_block going_notifier = {
	.notifier_call = registry_module_going,
	.priority = INT_MAX,
};

/* A module that was loaded before us; pinned until its events are added. */
struct module_node {
	struct list_head link;
	struct module *mod;
};

static LIST_HEAD(loaded_modules);

static int collect_module(struct notifier_block *nb, unsigned long action,
			  void *data)
{
	struct module *mod = ((struct tp_module *)data)->mod;
	struct module_node *node;

	/* Skip a module that is still loading; coming_notifier sees it once it is live. */
	if (action != MODULE_STATE_COMING || mod == THIS_MODULE ||
	    READ_ONCE(mod->state) != MODULE_STATE_LIVE || !try_module_get(mod))
		return NOTIFY_OK;
	node = kzalloc(sizeof(*node), GFP_KERNEL);
	if (node) {
		node->mod = mod;
		list_add_tail(&node->link, &loaded_modules);
	} else {
		pr_warn("out of memory: events of module %s are missing; free memory, then unload histrig and load it again\n",
			mod->name);
		module_put(mod);
	}
	return NOTIFY_OK;
}

/*
 * Registering a tracepoint notifier is our only way to list loaded modules: the kernel
 * calls the notifier for each module that has tracepoints.
 */
static int add_loaded_modules(void)
{
	static struct notifier_block collector = {
		.notifier_call = collect_module,
	};
	struct module_node *node, *next;
	LIST_HEAD(list);
	int ret = register_tracepoint_module_notifier(&collector);

	if (ret)
		return ret;
	/* The kernel calls collect_module() again, which ignores MODULE_STATE_GOING. */
	unregister_tracepoint_module_notifier(&collector);
	list_splice_init(&loaded_modules, &list);
	list_for_each_entry_safe(node, next, &list, link) {
		registry_add_module(node->mod);
		module_put(node->mod);
		kfree(node);
	}
	return 0;
}

int registry_init(const struct event_hooks *event_hooks)
{
	int ret;

	hooks = event_hooks;
	index_catalogue();
	for_each_kernel_tracepoint(add_kernel_tracepoint, NULL);
	register_module_notifier(&going_notifier);
	register_module_notifier(&coming_notifier);
	ret = add_loaded_modules();
	if (ret)
		registry_exit();
	return ret;
}

void registry_exit(void)
{
	mutex_lock(&registry_mutex);
	leaving = true;
	mutex_unlock(&registry_mutex);
	/*
	 * Keep the notifiers until no event is left, so that registry_module_going()
	 * removes the events of modules that are unloaded.
	 */
	registry_remove_events(NULL);
	unregister_module_notifier(&coming_notifier);
	unregister_module_notifier(&going_notifier);
}

static bool index_is_taken(unsigned int index)
{
	struct event *event;

	list_for_each_entry(event, &event_list, link)
		if (event->index == index)
			return true;
	return false;
}

/*
 * Finds an unused index after those of the catalogue; false if all are taken. Tries all
 * other indexes before it reuses one, because rings may still contain records of the
 * removed event.
 */
static bool find_index(u16 *index)
{
	static unsigned int last;
	unsigned int tries, next = last;

	for (tries = catalogue_size; tries <= INDEX_MAX; tries++) {
		next = next < catalogue_size || next == INDEX_MAX ?
		       catalogue_size : next + 1;
		if (index_is_taken(next))
			continue;
		last = next;
		*index = next;
		return true;
	}
	return false;
}

int registry_add(struct event *event, u16 id)
{
	int ret = 0;

	mutex_lock(&registry_mutex);
	mutex_lock(&event_mutex);
	if (leaving) {
		ret = -ENODEV;
	} else if (!find_index(&event->index)) {
		ret = -ENOSPC;
	} else {
		/* event_id() gives an event with a tracepoint its ID later. */
		if (id || !event->tp)
			set_id(event, id ?: event_own_id(event));
		link_event(event);
	}
	mutex_unlock(&event_mutex);
	if (!ret)
		hooks->added(event);
	mutex_unlock(&registry_mutex);
	return ret;
}

u16 event_own_id(const struct event *event)
{
	return OWN_ID_FIRST + event->index;
}

struct event *registry_kernel_event(const char *name)
{
	struct event *event;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(event, &event_list, link)
		if (event->tp && !event->mod && !strcmp(event->name, name))
			return event;
	return NULL;
}

bool registry_has(const char *system, const char *name)
{
	const struct event *event;
	bool found = false;

	mutex_lock(&event_mutex);
	list_for_each_entry(event, &event_list, link) {
		found = event_is(event, system, name);
		if (found)
			break;
	}
	mutex_unlock(&event_mutex);
	return found;
}

void registry_remove(struct event *event)
{
	mutex_lock(&registry_mutex);
	remove_event(event);
	mutex_unlock(&registry_mutex);
}

u16 event_id(struct event *event)
{
	struct trace_event_file *file;
	u16 id = 0;

	lockdep_assert_held(&event_mutex);
	if (event->id)
		return event->id;

	file = trace_get_event_file(NULL, event->header->system, event->name);
	if (!IS_ERR(file)) {
		event->kernel_event = &file->event_call->event;
		id = event->kernel_event->type;
		trace_put_event_file(file);
	}
	set_id(event, id ?: event_own_id(event));
	return event->id;
}

static int registry_compare_ids(void *unused, const struct list_head *a,
				const struct list_head *b)
{
	return list_entry(a, struct event, link)->id > list_entry(b, struct event, link)->id;
}

void registry_sort(void)
{
	struct event *event;

	lockdep_assert_held(&registry_mutex);
	mutex_lock(&event_mutex);
	list_for_each_entry(event, &event_list, link)
		event_id(event);
	list_sort(NULL, &event_list, registry_compare_ids);
	list_for_each_entry(event, &event_list, link)
		event->order = ++last_order;
	mutex_unlock(&event_mutex);
}
