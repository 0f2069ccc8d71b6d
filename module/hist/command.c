// SPDX-License-Identifier: GPL-2.0
/*
 * The hist command. What it does is decided in the order in which the kernel
 * decides, for that is what users see: which of several faults is reported,
 * and which of several triggers a command means.
 */
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../event/registry.h"
#include "attrs.h"
#include "command.h"
#include "hist.h"
#include "report.h"
#include "show.h"

/* All that belongs to one command while it runs. */
struct hist_order {
	struct event_file *file;
	struct hist_report report;
	struct hist_attrs attrs;
	struct hist_plan plan;
	struct hist *named;	/* the histogram of that name, if any */
	struct filter *filter;	/* NULL again when a trigger has taken it */
	char place[128];
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
	tracepoint_synchronize_unregister();
	hist_map_clear(&hist->map);
	tracepoint_synchronize_unregister();
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
	const char *clock = attrs->clock ? attrs->clock : "global";

	if (order->named && !fits_named(order)) {
		hist_report(&order->report, HIST_ERROR_NAMED_MISMATCH,
			    attrs->name);
		return -EINVAL;
	}
	if ((!attrs->name || order->named) && find_trigger(order)) {
		hist_report(&order->report, HIST_ERROR_EXISTS, NULL);
		return -EEXIST;
	}
	if (attrs->cont || attrs->clear) {
		hist_report(&order->report, HIST_ERROR_NOT_THERE, NULL);
		return -ENOENT;
	}
	if (order->plan.wants_clock &&
	    hist_plan_set_clock(&order->plan, clock)) {
		hist_report(&order->report, HIST_ERROR_CLOCK, clock);
		return -EINVAL;
	}
	return 0;
}

static int add_trigger(struct hist_order *order)
{
	struct hist_trigger *trigger;
	int ret = may_add(order);

	if (ret)
		return ret;
	trigger = kzalloc(sizeof(*trigger), GFP_KERNEL);
	if (!trigger)
		return -ENOMEM;
	trigger->trigger.command = &hist_command;
	trigger->trigger.file = order->file;
	trigger->plan = order->plan;
	if (order->attrs.pause)
		trigger->trigger.state |= TRIGGER_PAUSED;

	if (order->named) {
		trigger->hist = order->named;
		hist_feed(trigger->hist);
	} else {
		trigger->hist = hist_create(&order->plan, order->attrs.name);
		if (!trigger->hist) {
			kfree(trigger);
			return -ENOMEM;
		}
	}
	/* The very first hit may be what somebody waits for. */
	if (order->file->watchers) {
		trigger->trigger.state |= TRIGGER_WATCHED;
		xchg(&trigger->hist->wake, 1);
	}
	trigger_set_filter(&trigger->trigger, order->filter);
	ret = trigger_add(&trigger->trigger);
	if (ret) {
		hist_unfeed(trigger->hist);
		kfree(trigger);
		return ret;
	}
	order->filter = NULL;
	hist_watch(trigger->hist);
	return 0;
}

static int run_order(struct hist_order *order, bool remove, char *params)
{
	struct trigger *trigger;
	int ret;

	ret = hist_attrs_parse(&order->attrs, params, &order->report);
	if (ret)
		return ret;
	ret = hist_plan_make(&order->plan, order->file->event, &order->attrs,
			     &order->report);
	if (ret)
		return ret;
	if (order->attrs.filter) {
		ret = trigger_parse_filter(&order->filter, order->file->event,
					   order->attrs.filter);
		if (ret)
			return ret;
	}
	if (order->attrs.name)
		order->named = hist_find(order->attrs.name);

	if (remove) {
		trigger = find_trigger(order);
		if (trigger)
			trigger_remove(trigger);
		return 0;
	}
	if (change_trigger(order))
		return 0;
	return add_trigger(order);
}

static int hist_parse(const struct trigger_command *kind,
		      struct event_file *file, bool remove, char *params)
{
	struct event *event = file->event;
	struct hist_order *order;
	char *command;
	int ret = -ENOMEM;

	if (!params)
		return -EINVAL;
	order = kzalloc(sizeof(*order), GFP_KERNEL);
	command = kasprintf(GFP_KERNEL, "hist:%s", params);
	if (!order || !command)
		goto out;

	event_id(event);
	snprintf(order->place, sizeof(order->place), "hist:%s:%s",
		 event->header->system, event->name);
	order->file = file;
	order->report.command = command;
	order->report.place = order->place;
	ret = run_order(order, remove, params);
	filter_free(order->filter);
out:
	kfree(command);
	kfree(order);
	return ret;
}

static void hist_show(struct seq_file *m, struct trigger *trigger)
{
	hist_show_trigger(m, to_hist_trigger(trigger)->hist,
			  trigger->filter ? trigger->filter->text : NULL,
			  trigger->state & TRIGGER_PAUSED);
}

static void hist_free(struct trigger *trigger)
{
	hist_unfeed(to_hist_trigger(trigger)->hist);
	kfree(to_hist_trigger(trigger));
}

const struct trigger_command hist_command = {
	.name = "hist",
	.kind = TRIGGER_HIST,
	.parse = hist_parse,
	.show = hist_show,
	.free = hist_free,
};
