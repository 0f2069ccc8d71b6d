// SPDX-License-Identifier: GPL-2.0
/* The filters of event files; see publish.h. */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "../instance/system.h"
#include "filter.h"
#include "publish.h"

/* Returns the old filter, to be freed when no hit can see it any more. */
static struct filter *filter_publish(struct event_file *file,
				     struct filter *filter)
{
	struct filter *old;

	old = rcu_dereference_protected(file->filter,
					lockdep_is_held(&event_mutex));
	rcu_assign_pointer(file->filter, filter);
	return old;
}

static bool is_clear(char *text)
{
	return !strcmp(strstrip(text), "0");
}

/*
 * Makes a filter that lets every hit pass and whose text is an error. Takes
 * over @text. Returns NULL when out of memory; the event then has no filter.
 */
static struct filter *make_faulty(char *text)
{
	struct filter *filter = NULL;

	if (text)
		filter = kzalloc(struct_size(filter, ops, 1), GFP_KERNEL);
	if (!filter) {
		kfree(text);
		return NULL;
	}
	filter->text = text;
	filter->nr = 1;
	filter->ops[0] = (struct filter_op) {
		.code = FILTER_OP_U32,
		.yes = FILTER_YES,
		.no = FILTER_YES,
	};
	return filter;
}

int filter_set(struct event_file *file, char *text)
{
	struct filter *filter = NULL, *old;
	struct filter_fault fault;
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	if (!is_clear(text)) {
		ret = filter_parse(&filter, file->event, text, NULL, &fault);
		if (ret) {
			filter_log_fault(&file->instance->errors, text, &fault);
			filter = make_faulty(filter_explain_fault(text, &fault,
								  ret));
		}
	}
	old = filter_publish(file, filter);
	if (old)
		hits_synchronize();
	filter_free(old);
	return ret;
}

static bool in_system(const struct event_file *file,
		      const struct event_system *system)
{
	return !strcmp(file->event->header->system, system->name);
}

static unsigned int count_events(const struct event_system *system)
{
	struct event_file *file;
	unsigned int nr = 0;

	list_for_each_entry(file, &system->instance->files, in_instance)
		nr += in_system(file, system);
	return nr;
}

/*
 * Makes a filter for each event of a system, in the order of the events, or
 * NULL for an event that refuses @text. Returns the number of filters made, or
 * -ENOMEM.
 */
static int make_filters(struct filter **filters,
			const struct event_system *system, const char *text)
{
	struct filter_fault fault;
	struct event_file *file;
	unsigned int i = 0, nr = 0;
	int ret;

	list_for_each_entry(file, &system->instance->files, in_instance) {
		if (!in_system(file, system))
			continue;
		ret = filter_parse(&filters[i++], file->event, text, NULL,
				   &fault);
		if (ret == -ENOMEM)
			return ret;
		nr += !ret;
	}
	return nr;
}

/*
 * Exchanges the events' filters with those in @filters; the caller frees the
 * old ones. Without @all, an event without a new filter keeps its old one.
 * Waits for hits once for all events.
 */
static void exchange_filters(struct filter **filters,
			     const struct event_system *system, bool all)
{
	struct event_file *file;
	unsigned int i = 0;

	list_for_each_entry(file, &system->instance->files, in_instance) {
		if (!in_system(file, system))
			continue;
		if (filters[i] || all)
			filters[i] = filter_publish(file, filters[i]);
		i++;
	}
	hits_synchronize();
}

/* Takes over @text; NULL means no error. */
static void set_error(struct event_system *system, char *text)
{
	kfree(system->filter_error);
	system->filter_error = text;
}

int filter_set_system(struct event_system *system, char *text)
{
	const struct filter_fault fault = { FILTER_ERROR_SUBSYSTEM, 0 };
	unsigned int i, nr = count_events(system);
	struct filter **filters;
	bool clear;
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	if (!nr)
		return -ENODEV;
	filters = kvcalloc(nr, sizeof(*filters), GFP_KERNEL);
	if (!filters)
		return -ENOMEM;

	clear = is_clear(text);
	if (!clear) {
		function_remember(true);
		ret = make_filters(filters, system, text);
		function_remember(false);
	}
	if (clear || ret > 0) {
		exchange_filters(filters, system, clear);
		set_error(system, NULL);
	} else if (!ret) {
		set_error(system, filter_explain_fault(text, &fault, 0));
	}
	if (!clear && ret >= 0 && ret < nr)
		filter_log_fault(&system->instance->errors, text, &fault);

	for (i = 0; i < nr; i++)
		filter_free(filters[i]);
	kvfree(filters);
	if (clear || ret > 0)
		return 0;
	return ret ?: -EINVAL;
}

const char *filter_text(const struct event_file *file)
{
	const struct filter *filter;

	filter = rcu_dereference_protected(file->filter,
					   lockdep_is_held(&event_mutex));
	return filter ? filter->text : "none";
}

void filter_drop(struct event_file *file)
{
	lockdep_assert_held(&event_mutex);
	filter_free(filter_publish(file, NULL));
}
