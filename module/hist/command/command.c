// SPDX-License-Identifier: GPL-2.0
/*
 * The hist command. What it does is decided in the order in which the kernel
 * decides, for that is what users see: which of several faults is reported,
 * and which of several triggers a command means.
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../compat/probe.h"
#include "../../event/registry.h"
#include "../../instance/instance.h"
#include "action.h"
#include "attrs.h"
#include "command.h"
#include "../hist.h"
#include "report.h"
#include "../read/show.h"

/* All that belongs to one command while it runs. */
struct hist_order {
	struct event_file *file;
	struct hist_report *report;
	struct hist_attrs attrs;
	struct hist_plan plan;
	struct hist *named;	/* the histogram of that name, if any */
	struct filter *filter;	/* NULL again when a trigger has taken it */
};

/*
 * Does the command mean this trigger? One that names a histogram means the
 * triggers that feed it, one that names none means those without a name.
 */
static bool means(const struct hist_order *order, struct trigger *trigger)
{
	const struct hist *hist = to_hist_trigger(trigger)->hist;

	if (order->named ? hist != order->named : !!hist->name)
		return false;
	return trigger_same_filter(order->filter, trigger->filter) &&
	       hist_plan_same(&order->plan, &hist->plan);
}

static struct trigger *find_trigger(const struct hist_order *order)
{
	struct trigger *trigger;
	unsigned int i;

	for (i = 0; (trigger = trigger_at(order->file, i)); i++)
		if (trigger->command == &hist_command &&
		    means(order, trigger))
			return trigger;
	return NULL;
}

static bool fits_named(const struct hist_order *order)
{
	return hist_plan_same(&order->plan, &order->named->plan);
}

static bool feeds(const struct trigger *trigger, const struct hist *hist)
{
	return trigger->command == &hist_command &&
	       to_hist_trigger((struct trigger *)trigger)->hist == hist;
}

/* Sets or clears a bit of all triggers that feed a histogram. */
static void set_feeders(struct hist *hist, unsigned int bit, bool on)
{
	struct trigger *trigger;
	struct event_file *file;
	struct event *event;
	unsigned int i;

	list_for_each_entry(event, &event_list, link)
		list_for_each_entry(file, &event->files, in_event)
			for (i = 0; (trigger = trigger_at(file, i)); i++)
				if (feeds(trigger, hist))
					trigger_set_state(trigger, bit, on);
}

static bool is_watched(const struct hist *hist)
{
	struct trigger *trigger;
	struct event_file *file;
	struct event *event;
	unsigned int i;

	list_for_each_entry(event, &event_list, link)
		list_for_each_entry(file, &event->files, in_event)
			for (i = 0; (trigger = trigger_at(file, i)); i++)
				if (file->watchers && feeds(trigger, hist))
					return true;
	return false;
}

void hist_watch(struct hist *hist)
{
	bool watched = is_watched(hist);

	if (watched)
		xchg(&hist->wake, 1);
	set_feeders(hist, TRIGGER_WATCHED, watched);
}

/*
 * Hits that come meanwhile would be forgotten a moment later anyway. The second
 * wait lets nobody who sees that he may go on see the map as it was before.
 */
static void clear_hist(struct hist *hist)
{
	set_feeders(hist, TRIGGER_HELD, true);
	hits_synchronize();
	hist_map_clear(&hist->map);
	hits_synchronize();
	set_feeders(hist, TRIGGER_HELD, false);
}

/* Does a command that says pause, cont or clear, if it means a trigger. */
static bool change_trigger(struct hist_order *order)
{
	const struct hist_attrs *attrs = &order->attrs;
	struct trigger *trigger;

	if (!attrs->pause && !attrs->cont && !attrs->clear)
		return false;
	if (attrs->name && (!order->named || !fits_named(order)))
		return false;
	trigger = find_trigger(order);
	if (!trigger)
		return false;

	if (attrs->pause)
		trigger_set_state(trigger, TRIGGER_PAUSED, true);
	else if (attrs->cont)
		trigger_set_state(trigger, TRIGGER_PAUSED, false);
	else
		clear_hist(to_hist_trigger(trigger)->hist);
	return true;
}

static int may_add(struct hist_order *order)
{
	struct hist_attrs *attrs = &order->attrs;

	if (order->named && !fits_named(order)) {
		hist_report(order->report, HIST_ERROR_NAMED_MISMATCH,
			    attrs->name);
		return -EINVAL;
	}
	if ((!attrs->name || order->named) && find_trigger(order)) {
		hist_report(order->report, HIST_ERROR_EXISTS, NULL);
		return -EEXIST;
	}
	if (attrs->cont || attrs->clear) {
		hist_report(order->report, HIST_ERROR_NOT_THERE, NULL);
		return -ENOENT;
	}
	return 0;
}

static int bind_actions(struct hist_order *order)
{
	if (!order->plan.interevent)
		return 0;
	return hist_actions_bind(&order->plan, order->file, order->named,
				 order->report);
}

/* The fields of actions may want a clock too, so this comes after them. */
static int set_clock(struct hist_order *order)
{
	const char *clock = order->attrs.clock ? order->attrs.clock : "global";

	if (!order->plan.wants_clock ||
	    !hist_plan_set_clock(&order->plan, clock))
		return 0;
	hist_report(order->report, HIST_ERROR_CLOCK, clock);
	return -EINVAL;
}

static struct hist_trigger *new_trigger(struct hist_order *order)
{
	struct hist_trigger *trigger = kvzalloc(sizeof(*trigger), GFP_KERNEL);

	if (!trigger)
		return NULL;
	trigger->trigger.command = &hist_command;
	trigger->trigger.file = order->file;
	trigger->plan = order->plan;
	if (order->attrs.pause)
		trigger->trigger.state |= TRIGGER_PAUSED;
	trigger->hist = order->named;
	if (trigger->hist)
		hist_feed(trigger->hist);
	else
		trigger->hist = hist_create(order->file, &order->plan,
					    order->attrs.name);
	if (trigger->hist)
		return trigger;
	kvfree(trigger);
	return NULL;
}

static int add_trigger(struct hist_order *order)
{
	struct hist_trigger *trigger;
	int ret = 0;

	/* Natively a trigger that shares a histogram has none of its own. */
	if (!order->named)
		ret = bind_actions(order);
	if (!ret)
		ret = may_add(order);
	if (!ret && order->named)
		ret = bind_actions(order);
	if (!ret)
		ret = set_clock(order);
	if (ret)
		return ret;
	trigger = new_trigger(order);
	if (!trigger)
		return -ENOMEM;
	/* The very first hit may be what somebody waits for. */
	if (order->file->watchers) {
		trigger->trigger.state |= TRIGGER_WATCHED;
		xchg(&trigger->hist->wake, 1);
	}
	trigger_set_filter(&trigger->trigger, order->filter);
	ret = trigger_add(&trigger->trigger);
	if (ret) {
		hist_unfeed(trigger->hist);
		kvfree(trigger);
		return ret;
	}
	order->filter = NULL;
	hist_interevent_take(order->plan.interevent, trigger->hist);
	order->plan.interevent = NULL;
	hist_watch(trigger->hist);
	return 0;
}

static int remove_trigger(struct hist_order *order)
{
	struct trigger *trigger = find_trigger(order);

	if (!trigger)
		return 0;
	if (to_hist_trigger(trigger)->hist->nr_var_refs)
		return -EBUSY;
	trigger_remove(trigger);
	return 0;
}

static int run_order(struct hist_order *order, bool remove, char *params)
{
	int ret;

	ret = hist_attrs_parse(&order->attrs, params, order->report);
	if (ret)
		return ret;
	ret = hist_plan_make(&order->plan, order->file, &order->attrs, remove,
			     order->report);
	if (ret)
		return ret;
	if (order->attrs.filter) {
		ret = trigger_parse_filter(&order->filter, order->file,
					   order->attrs.filter);
		if (ret)
			return ret;
	}
	if (order->attrs.name)
		order->named = hist_find(order->attrs.name);

	if (remove)
		return remove_trigger(order);
	if (change_trigger(order))
		return 0;
	return add_trigger(order);
}

int hist_command_run(struct event_file *file, const char *text, bool remove,
		     struct hist_report *report)
{
	struct hist_order *order = kvzalloc(sizeof(*order), GFP_KERNEL);
	char *params = kstrdup(text, GFP_KERNEL);
	int ret = -ENOMEM;

	lockdep_assert_held(&event_mutex);
	if (order && params) {
		order->file = file;
		order->report = report;
		ret = run_order(order, remove, params);
		filter_free(order->filter);
		hist_interevent_release(order->plan.interevent);
		hist_interevent_put(order->plan.interevent);
	}
	kfree(params);
	kvfree(order);
	return ret;
}

static int hist_parse(const struct trigger_command *kind,
		      struct event_file *file, bool remove, char *params)
{
	struct event *event = file->event;
	struct hist_report report;
	char place[128];
	char *command;
	int ret;

	if (!params)
		return -EINVAL;
	command = kasprintf(GFP_KERNEL, "hist:%s", params);
	if (!command)
		return -ENOMEM;
	event_id(event);
	snprintf(place, sizeof(place), "hist:%s:%s", event->header->system,
		 event->name);
	report.command = command;
	report.place = place;
	report.log = &file->instance->errors;
	ret = hist_command_run(file, params, remove, &report);
	kfree(command);
	return ret;
}

bool hist_command_referenced(const struct event_file *file)
{
	struct trigger *trigger;
	unsigned int i;

	for (i = 0; (trigger = trigger_at(file, i)); i++)
		if (trigger->command == &hist_command &&
		    to_hist_trigger(trigger)->hist->nr_var_refs)
			return true;
	return false;
}

static void hist_show(struct seq_file *m, struct trigger *trigger)
{
	hist_show_trigger(m, to_hist_trigger(trigger)->hist,
			  trigger->filter ? trigger->filter->text : NULL,
			  trigger->state & TRIGGER_PAUSED);
}

static void hist_free(struct trigger *trigger)
{
	struct hist_trigger *hist_trigger = to_hist_trigger(trigger);

	hist_interevent_release(hist_trigger->plan.interevent);
	hist_interevent_put(hist_trigger->plan.interevent);
	hist_unfeed(hist_trigger->hist);
	kvfree(hist_trigger);
}

const struct trigger_command hist_command = {
	.name = "hist",
	.kind = TRIGGER_HIST,
	.parse = hist_parse,
	.show = hist_show,
	.free = hist_free,
};
