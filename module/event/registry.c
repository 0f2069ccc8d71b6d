// SPDX-License-Identifier: GPL-2.0
/* Which events are there; see registry.h. */
#include <linux/hashtable.h>
#include <linux/module.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <linux/trace_events.h>

#include "field.h"
#include "registry.h"

/* Above every number that the kernel gives out, see TRACE_EVENT_TYPE_MAX. */
#define OWN_ID_FIRST	0xe000
#define OWN_ID_LAST	0xffff

/* See registry.h for what it guards and for the order of locks. */
DEFINE_MUTEX(registry_mutex);

/* As above. */
DEFINE_MUTEX(event_mutex);
LIST_HEAD(event_list);

static const struct event_hooks *hooks;

/* No event may come any more; registry_mutex. */
static bool leaving;

/* Events that have a number; written under event_mutex and @ids_lock. */
static DEFINE_HASHTABLE(ids, 9);
static DECLARE_RWSEM(ids_lock);

/* How many events the catalogue has; the others come behind them. */
static unsigned int catalogue_size;

/* Finds an event by the name of its tracepoint; made once, then constant. */
struct name_node {
	struct hlist_node link;
	struct event *event;
};

static struct name_node *name_nodes;
static DEFINE_HASHTABLE(names, 9);

static u32 name_hash(const char *name)
{
	return full_name_hash(NULL, name, strlen(name));
}

static struct name_node *find_name(const char *name)
{
	struct name_node *node;

	hash_for_each_possible(names, node, link, name_hash(name))
		if (!strcmp(node->event->name, name))
			return node;
	return NULL;
}

int registry_prepare(void)
{
	const struct event_header *const *header;
	unsigned int nr = 0, i;

	for (header = event_catalogue; *header; header++)
		nr += (*header)->nr_events;
	name_nodes = kvcalloc(nr, sizeof(*name_nodes), GFP_KERNEL);
	if (!name_nodes)
		return -ENOMEM;

	nr = 0;
	for (header = event_catalogue; *header; header++)
		for (i = 0; i < (*header)->nr_events; i++, nr++) {
			struct name_node *node = &name_nodes[nr];

			node->event = (*header)->events[i];
			node->event->index = nr;
			if (!event_fields_place(node->event->class)) {
				pr_warn("histrig: %s: unknown layout of fields, left out\n",
					node->event->name);
				continue;
			}
			hash_add(names, &node->link,
				 name_hash(node->event->name));
		}
	catalogue_size = nr;
	return 0;
}

bool registry_before(const struct event *event, const struct event *other)
{
	return event->index < other->index;
}

/* Keeps event_list in the order of the catalogue. */
static void list_insert(struct event *event)
{
	struct event *pos;

	list_for_each_entry_reverse(pos, &event_list, link)
		if (registry_before(pos, event))
			break;
	list_add(&event->link, &pos->link);
}

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

static void set_id(struct event *event, u16 id)
{
	lockdep_assert_held(&event_mutex);
	down_write(&ids_lock);
	if (event->id)
		hash_del(&event->by_id);
	event->id = id;
	if (id)
		hash_add(ids, &event->by_id, id);
	else
		event->native = NULL;
	up_write(&ids_lock);
}

static void event_comes(struct event *event)
{
	INIT_LIST_HEAD(&event->files);
	list_insert(event);
	event->there = true;
}

static void tracepoint_comes(struct tracepoint *tp, struct module *mod)
{
	struct name_node *node = find_name(tp->name);
	struct event *event;

	if (!node)
		return;
	event = node->event;

	mutex_lock(&registry_mutex);
	/* It may be somebody else's tracepoint of the same name. */
	if (event->tp || leaving)
		goto out;
	mutex_lock(&event_mutex);
	event->tp = tp;
	event->mod = mod;
	event_comes(event);
	mutex_unlock(&event_mutex);

	hooks->come(event);
out:
	mutex_unlock(&registry_mutex);
}

static void event_goes(struct event *event)
{
	lockdep_assert_held(&registry_mutex);
	mutex_lock(&event_mutex);
	list_del(&event->link);
	hooks->leave(event);
	set_id(event, 0);
	event->there = false;
	event->tp = NULL;
	event->mod = NULL;
	mutex_unlock(&event_mutex);

	hooks->gone(event);
}

static void kernel_tracepoint(struct tracepoint *tp, void *priv)
{
	tracepoint_comes(tp, NULL);
}

/* The first event of a module, NULL for none; of anybody, if @mod is. */
static struct event *first_event_of(const struct module *mod)
{
	struct event *event;

	list_for_each_entry(event, &event_list, link)
		if (!mod || event->mod == mod)
			return event;
	return NULL;
}

static void events_go(const struct module *mod)
{
	struct event *event;

	do {
		mutex_lock(&registry_mutex);
		mutex_lock(&event_mutex);
		event = first_event_of(mod);
		mutex_unlock(&event_mutex);
		if (event)
			event_goes(event);
		mutex_unlock(&registry_mutex);
	} while (event);
}

/*
 * A module from elsewhere may have an event of the same name that passes
 * something else.
 */
static void tracepoints_come(struct module *mod)
{
	unsigned int i;

	if (test_bit(TAINT_OOT_MODULE, &mod->taints))
		return;
	for (i = 0; i < mod->num_tracepoints; i++)
		tracepoint_comes(tracepoint_ptr_deref(&mod->tracepoints_ptrs[i]),
				 mod);
}

/* The kernel, too, keeps its hands off those that may be of another build. */
static bool is_trusted(const struct module *mod)
{
	unsigned long harmless = BIT(TAINT_OOT_MODULE) | BIT(TAINT_CRAP) |
				 BIT(TAINT_UNSIGNED_MODULE);

#ifdef TAINT_TEST
	harmless |= BIT(TAINT_TEST);
#endif
	return !(mod->taints & ~harmless);
}

static void module_comes(struct module *mod)
{
	if (!is_trusted(mod))
		return;
	tracepoints_come(mod);
	hooks->module_comes(mod);
}

/*
 * A module is told of twice: before it runs, so that nothing of it is missed, and
 * when it is live, for it may have been past its first notice when we came.
 */
static int module_event(struct notifier_block *nb, unsigned long action,
			void *data)
{
	struct module *mod = data;

	if (mod != THIS_MODULE &&
	    (action == MODULE_STATE_COMING || action == MODULE_STATE_LIVE))
		module_comes(mod);
	return NOTIFY_OK;
}

/*
 * After all others: the kernel's own event code puts numbers for the names of
 * enums into the texts of a module's events in a notifier of its own. A notifier
 * of tracepoints would be called under a lock of theirs, which newer kernels take
 * with locks held that we need.
 */
static struct notifier_block coming_notifier = {
	.notifier_call = module_event,
	.priority = INT_MIN,
};

/* What a module defined and nobody uses may outlive it. */
static void events_lose_owner(const struct module *mod)
{
	struct event *event;

	mutex_lock(&event_mutex);
	list_for_each_entry(event, &event_list, link)
		if (event->owner == mod)
			event->owner = NULL;
	mutex_unlock(&event_mutex);
}

static int module_goes(struct notifier_block *nb, unsigned long action,
		       void *data)
{
	struct module *mod = data;

	if (mod != THIS_MODULE && action == MODULE_STATE_GOING) {
		events_go(mod);
		events_lose_owner(mod);
		hooks->module_gone(mod);
	}
	return NOTIFY_OK;
}

/* Before all others, who expect that nobody uses what they take away. */
static struct notifier_block going_notifier = {
	.notifier_call = module_goes,
	.priority = INT_MAX,
};

/* A module that was there before us, kept from going meanwhile. */
struct module_node {
	struct list_head link;
	struct module *mod;
};

static LIST_HEAD(modules_there);

static int module_is_there(struct notifier_block *nb, unsigned long action,
			   void *data)
{
	struct module *mod = ((struct tp_module *)data)->mod;
	struct module_node *node;

	/* One that is coming is told of again when it is live. */
	if (action != MODULE_STATE_COMING || mod == THIS_MODULE ||
	    READ_ONCE(mod->state) != MODULE_STATE_LIVE || !try_module_get(mod))
		return NOTIFY_OK;
	node = kzalloc(sizeof(*node), GFP_KERNEL);
	if (node) {
		node->mod = mod;
		list_add_tail(&node->link, &modules_there);
	} else {
		pr_warn("histrig: no memory for the events of module %s\n",
			mod->name);
		module_put(mod);
	}
	return NOTIFY_OK;
}

/* The kernel tells of modules that have tracepoints to whoever registers. */
static int modules_come(void)
{
	static struct notifier_block there = {
		.notifier_call = module_is_there,
	};
	struct module_node *node, *next;
	LIST_HEAD(list);
	int ret = register_tracepoint_module_notifier(&there);

	if (ret)
		return ret;
	/* What goes now is told of, too, and none of our concern. */
	unregister_tracepoint_module_notifier(&there);
	list_splice_init(&modules_there, &list);
	list_for_each_entry_safe(node, next, &list, link) {
		module_comes(node->mod);
		module_put(node->mod);
		kfree(node);
	}
	return 0;
}

void registry_discard(void)
{
	kvfree(name_nodes);
}

int registry_init(const struct event_hooks *event_hooks)
{
	int ret;

	hooks = event_hooks;
	for_each_kernel_tracepoint(kernel_tracepoint, NULL);
	register_module_notifier(&going_notifier);
	register_module_notifier(&coming_notifier);
	ret = modules_come();
	if (ret)
		registry_exit();
	return ret;
}

void registry_exit(void)
{
	mutex_lock(&registry_mutex);
	leaving = true;
	mutex_unlock(&registry_mutex);
	/* Still with the notifiers, so that no module goes from under us. */
	events_go(NULL);
	unregister_module_notifier(&coming_notifier);
	unregister_module_notifier(&going_notifier);
}

/*
 * The next place behind the catalogue that no event has, 0 for none. What has
 * been given back comes again as late as can be: records of the event that had
 * it before may still lie around.
 */
static u16 free_index(void)
{
	static unsigned int last;
	unsigned int nr = OWN_ID_LAST - OWN_ID_FIRST + 1 - catalogue_size;
	bool taken = true;
	struct event *event;

	for (; taken && nr; nr--) {
		last = clamp(last + 1, catalogue_size,
			     OWN_ID_LAST - OWN_ID_FIRST + 1U);
		if (last > OWN_ID_LAST - OWN_ID_FIRST)
			last = catalogue_size;
		taken = false;
		list_for_each_entry_reverse(event, &event_list, link) {
			if (event->index <= last) {
				taken = event->index == last;
				break;
			}
		}
	}
	return taken ? 0 : last;
}

int registry_add(struct event *event, u16 id)
{
	int ret = 0;

	mutex_lock(&registry_mutex);
	mutex_lock(&event_mutex);
	event->index = leaving ? 0 : free_index();
	if (event->index) {
		/* The kernel may have a number for it, see event_id(). */
		if (id || !event->tp)
			set_id(event, id ?: event_own_id(event));
		event_comes(event);
	} else {
		ret = leaving ? -ENODEV : -ENOSPC;
	}
	mutex_unlock(&event_mutex);
	if (!ret)
		hooks->come(event);
	mutex_unlock(&registry_mutex);
	return ret;
}

u16 event_own_id(const struct event *event)
{
	return OWN_ID_FIRST + event->index;
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
	event_goes(event);
	mutex_unlock(&registry_mutex);
}

static void free_event(struct kref *refs)
{
	struct event *event = container_of(refs, struct event, refs);

	event->free(event);
}

void event_put(struct event *event)
{
	if (event->free)
		kref_put(&event->refs, free_event);
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
		event->native = &file->event_call->event;
		id = event->native->type;
		trace_put_event_file(file);
	}
	set_id(event, id ?: event_own_id(event));
	return event->id;
}
