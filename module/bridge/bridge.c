// SPDX-License-Identifier: GPL-2.0
/* Finding, adding, printing and freeing bridged events, see bridge.h. */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "../compat/log.h"
#include "../compat/native_event.h"
#include "../event/field.h"
#include "../event/print.h"
#include "../event/record.h"
#include "../event/registry.h"
#include "bridge.h"
#include "bridged.h"
#include "tracefs.h"

/* Guards bridged_list. Never held together with dynamic_mutex. */
static DEFINE_MUTEX(bridge_mutex);
static LIST_HEAD(bridged_list);

/* The kernel's functions print through this, which is too large for the stack. */
static struct trace_iterator iterator;

/* Held while the kernel's functions print through @iterator. */
static DEFINE_MUTEX(iterator_mutex);

/*
 * The kernel's top-level trace instance, which its print functions need. NULL until
 * bridge_init() finds an event in it.
 */
static struct trace_array *bridge_native;

/* Appends the kernel's line without the leading event name and the newline. */
static void bridge_print_append(struct event_print *print, const char *text,
				size_t len)
{
	size_t name = strlen(print->event->name);

	if (len > name + 2 && !strncmp(text, print->event->name, name) &&
	    !strncmp(text + name, ": ", 2)) {
		text += name + 2;
		len -= name + 2;
	}
	if (len && text[len - 1] == '\n')
		len--;
	trace_seq_putmem(print->seq, text, len);
}

/* Appends the kernel's text of a record; returns false if the kernel cannot print it. */
static bool print_by_kernel(struct event_print *print, const void *record)
{
	struct trace_array *tr = READ_ONCE(bridge_native);
	struct trace_event *native = print->event->kernel_event;
	bool handled;

	/*
	 * The kernel's print functions may sleep. They check string pointers only if they
	 * get a trace instance, @tr.
	 */
	if (!tr || !native || print->atomic)
		return false;
	mutex_lock(&iterator_mutex);
	trace_seq_init(&iterator.seq);
	trace_seq_init(&iterator.tmp_seq);
	iterator.tr = tr;
	iterator.ent = (struct trace_entry *)record;
	iterator.ent_size = print->size;
	handled = native->funcs->trace(&iterator, 0, native) ==
		  TRACE_TYPE_HANDLED;
	if (handled)
		bridge_print_append(print, iterator.seq.buffer,
				    trace_seq_used(&iterator.seq));
	mutex_unlock(&iterator_mutex);
	return handled;
}

static void bridge_print(struct event_print *print, const void *record)
{
	if (!print_by_kernel(print, record))
		event_print_fields(print, print->seq, print->event, record,
				   print->size);
}

void bridge_borrow_text(struct event *event)
{
	if (event->class->probe && !event_printer(event))
		event->print = bridge_print;
}

static void free_bridged(struct event *event)
{
	struct bridged *bridged = to_bridged(event);
	unsigned int i;

	for (i = 0; i < bridged->class.nr_fields; i++) {
		kfree(bridged->class.fields[i].type);
		kfree(bridged->class.fields[i].name);
	}
	kfree(bridged->class.fields);
	kfree(bridged->class.print_fmt);
	kfree(bridged->header.system);
	kfree(event->name);
	free_percpu(bridged->awaited);
	kfree(bridged);
}

/* Copies an event's fields, and computes their offsets; false if out of memory. */
static bool copy_fields(struct event_class *class,
			const struct trace_event_call *call)
{
	const struct trace_event_fields *from;
	struct event_field *field;
	unsigned int nr = 0;

	for (from = call->class->fields_array; from->type; from++)
		nr++;
	class->fields = kcalloc(nr, sizeof(*class->fields), GFP_KERNEL);
	if (!class->fields)
		return false;
	/* Real-time kernels may append a common field, so struct trace_entry may be larger. */
	BUILD_BUG_ON(sizeof(struct trace_entry) < sizeof(struct record_header));
	class->record_size = sizeof(struct trace_entry);
	for (from = call->class->fields_array; from->type; from++) {
		field = &class->fields[class->nr_fields++];
		field->type = kstrdup(from->type, GFP_KERNEL);
		field->name = kstrdup(from->name, GFP_KERNEL);
		if (!field->type || !field->name)
			return false;
		field->size = from->size;
		field->len = native_field_len(from);
		field->align = from->align;
		field->is_signed = from->is_signed;
		field->filter_type = from->filter_type;
		field->offset = ALIGN(class->record_size, field->align);
		class->record_size = field->offset + field->size;
	}
	return true;
}

/*
 * Can an event be bridged? It must have a tracepoint, a probe for it that builds the record, and
 * a list of fields; TRACE_FUNCTION_TYPE in the list means that a function defines them. If an
 * event has no type number, the kernel has refused to register it.
 */
static bool is_bridgeable(const struct trace_event_call *call)
{
	const struct trace_event_fields *field = call->class->fields_array;

	if (!(call->flags & TRACE_EVENT_FL_TRACEPOINT) || !call->tp ||
	    !call->class->probe || !field || !call->event.funcs ||
	    !call->event.type || !call->print_fmt)
		return false;
	for (; field->type; field++)
		if (field->type == TRACE_FUNCTION_TYPE)
			return false;
	return true;
}

static struct bridged *make_bridged(struct trace_event_call *call,
				    struct module *mod)
{
	struct bridged *bridged = kzalloc(sizeof(*bridged), GFP_KERNEL);
	struct event *event;

	if (!bridged)
		return NULL;
	event = &bridged->event;
	kref_init(&event->refs);
	event->free = free_bridged;
	event->class = &bridged->class;
	event->header = &bridged->header;
	event->tp = call->tp;
	event->mod = mod;
	event->kernel_event = &call->event;
	event->name = kstrdup(trace_event_name(call), GFP_KERNEL);
	bridged->call = call;
	bridged->probe.start = (unsigned long)call->class->probe;
	event->iterator.next = &bridged->probe;
	bridged->awaited = alloc_percpu(struct bridge_awaited);
	bridged->header.system = kstrdup(call->class->system, GFP_KERNEL);
	bridged->class.print_fmt = kstrdup(call->print_fmt, GFP_KERNEL);
	bridged->class.print = bridge_print;
	bridged->class.feed = bridge_feed;
	bridged->class.skip_frames = BRIDGE_DEEP;
	if (!event->name || !bridged->awaited || !bridged->header.system ||
	    !bridged->class.print_fmt ||
	    !copy_fields(&bridged->class, call)) {
		event_drop(event);
		return NULL;
	}
	return bridged;
}

/* Adds an event if it can be bridged and is not registered. */
static int bridge_add_event(struct trace_event_call *call, struct module *mod)
{
	struct bridged *bridged;
	int ret = 0;

	if (!is_bridgeable(call))
		return 0;
	mutex_lock(&bridge_mutex);
	if (registry_has(call->class->system, trace_event_name(call)))
		goto out;
	bridged = make_bridged(call, mod);
	ret = bridged ? registry_add(&bridged->event, call->event.type) :
			-ENOMEM;
	if (!ret)
		list_add_tail(&bridged->link, &bridged_list);
	else if (bridged)
		event_drop(&bridged->event);
out:
	mutex_unlock(&bridge_mutex);
	return ret;
}

void bridge_module_added(struct module *mod)
{
	unsigned int i;
	int ret;

	for (i = 0; i < mod->num_trace_events; i++) {
		ret = bridge_add_event(mod->trace_events[i], mod);
		if (ret && ret != -ENODEV)
			pr_warn("event %s is missing (%pe); unload its module and load it again to retry\n",
				trace_event_name(mod->trace_events[i]),
				ERR_PTR(ret));
	}
}

/* Frees bridged events that are not registered any more. */
static void put_removed(void)
{
	struct bridged *bridged, *next;

	mutex_lock(&bridge_mutex);
	list_for_each_entry_safe(bridged, next, &bridged_list, link) {
		if (bridged->event.registered)
			continue;
		list_del(&bridged->link);
		event_drop(&bridged->event);
	}
	mutex_unlock(&bridge_mutex);
}

void bridge_module_removed(struct module *mod)
{
	put_removed();
}

/* Adds an event of the kernel itself; bridge_module_added() adds those of modules. */
static int add_event(const char *system, const char *name)
{
	struct trace_event_file *file;
	int ret = 0;

	file = trace_get_event_file(NULL, system, name);
	if (IS_ERR(file))
		return 0;
	/* Needs no reference, because the kernel never frees its top-level instance. */
	WRITE_ONCE(bridge_native, file->tr);
	if (file->event_call->flags & TRACE_EVENT_FL_TRACEPOINT &&
	    !native_event_is_module(file->event_call))
		ret = bridge_add_event(file->event_call, NULL);
	trace_put_event_file(file);
	return ret;
}

int bridge_init(void)
{
	int ret = tracefs_visit_events(add_event);

	if (ret == -ENOMEM)
		return ret;
	if (ret)
		pr_info("cannot read the kernel's tracefs (%pe), so some of the kernel's events are missing; load histrig again to retry\n",
			ERR_PTR(ret));
	return 0;
}

void bridge_exit(void)
{
	bridge_feed_exit();
	put_removed();
	kfree(iterator.fmt);
}
