// SPDX-License-Identifier: GPL-2.0
/* Printing records with the kernel's own functions; see bridge.h. */
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "../event/print.h"
#include "bridge.h"
#include "bridged.h"

/* The kernel's functions print through this, which is too large for the stack. */
static struct trace_iterator *iterator;

/* Held while the kernel's functions print through @iterator. */
static DEFINE_MUTEX(iterator_mutex);

struct trace_array *bridge_native;

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
	trace_seq_init(&iterator->seq);
	trace_seq_init(&iterator->tmp_seq);
	iterator->tr = tr;
	iterator->ent = (struct trace_entry *)record;
	iterator->ent_size = print->size;
	handled = native->funcs->trace(iterator, 0, native) ==
		  TRACE_TYPE_HANDLED;
	if (handled)
		bridge_print_append(print, iterator->seq.buffer,
				    trace_seq_used(&iterator->seq));
	mutex_unlock(&iterator_mutex);
	return handled;
}

void bridge_print(struct event_print *print, const void *record)
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

int bridge_print_init(void)
{
	iterator = kzalloc(sizeof(*iterator), GFP_KERNEL);
	return iterator ? 0 : -ENOMEM;
}

void bridge_print_exit(void)
{
	if (iterator)
		kfree(iterator->fmt);
	kfree(iterator);
	iterator = NULL;
}
