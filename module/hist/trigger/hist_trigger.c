// SPDX-License-Identifier: GPL-2.0
/* Finds, makes and changes hist triggers, see hist_trigger.h. */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../compat/probe.h"
#include "../../event/event_file.h"
#include "../../event/registry.h"
#include "../../record/user_frames.h"
#include "../hot/run.h"
#include "../object/hist.h"
#include "../object/map.h"
#include "../parse/parser.h"
#include "hist_trigger.h"
#include "resources.h"
#include "take.h"

void hist_request_drop(struct hist_request *request)
{
	filter_free(request->filter);
	hist_interevent_release(request->spec.program.interevent);
	hist_interevent_put(request->spec.program.interevent);
}

static bool is_meant(const struct hist_request *request,
		     struct trigger *trigger)
{
	const struct hist *hist = trigger_hist(trigger);

	if (!hist)
		return false;
	if (request->named ? hist != request->named : !!hist->name)
		return false;
	/* Like the kernel, compare filters as strings. */
	if (request->filter && trigger->filter ?
	    strcmp(request->filter->text, trigger->filter->text) :
	    request->filter != trigger->filter)
		return false;
	return hist_spec_same(&request->spec, &hist->spec);
}

struct trigger *hist_trigger_find(const struct hist_request *request)
{
	struct trigger *trigger;
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	for_each_trigger(trigger, i, request->file)
		if (is_meant(request, trigger))
			return trigger;
	return NULL;
}

bool hist_trigger_referenced(const struct event_file *file)
{
	const struct hist *hist;
	struct trigger *trigger;
	unsigned int i;

	for_each_trigger(trigger, i, file) {
		hist = trigger_hist(trigger);
		if (hist && (hist->nr_var_refs || hist->nr_forgets))
			return true;
	}
	return false;
}

/* Sets or clears a state bit of all triggers that feed a histogram. */
static void set_feeders(struct hist *hist, unsigned int bit, bool on)
{
	struct hist_trigger *trigger;

	list_for_each_entry(trigger, &hist->triggers, in_hist)
		trigger_set_state(&trigger->trigger, bit, on);
}

static bool is_watched(const struct hist *hist)
{
	const struct hist_trigger *trigger;

	list_for_each_entry(trigger, &hist->triggers, in_hist)
		if (trigger->trigger.file->watchers)
			return true;
	return false;
}

void hist_watch(struct hist *hist)
{
	bool watched = is_watched(hist);

	lockdep_assert_held(&event_mutex);
	if (watched)
		xchg(&hist->wake, 1);
	set_feeders(hist, TRIGGER_WATCHED, watched);
}

/*
 * While TRIGGER_HELD is set, hits do not count, since clearing would remove their
 * counts. After the second hits_synchronize(), all hits see the empty map.
 */
void hist_clear(struct hist *hist)
{
	lockdep_assert_held(&event_mutex);
	hist_interval_hold(hist);
	set_feeders(hist, TRIGGER_HELD, true);
	hits_synchronize();
	hist_count_missed(hist);
	hist_forget_losses(hist, hist->map);
	hist_map_clear(hist->map);
	hist_clear_sketches(hist, hist->map);
	if (hist->taken)
		hist_take_end(hist);
	atomic_inc(&hist->news);
	hits_synchronize();
	set_feeders(hist, TRIGGER_HELD, false);
	hist_interval_go_on(hist);
	user_frames_tidy();
}

/*
 * For a filter that names variables, does not set TRIGGER_FILTERED: hits run the
 * filter in hist_variables_pass(), once they have read the variables.
 */
static void hist_trigger_set_filter(struct hist_trigger *trigger,
				    const struct hist_request *request)
{
	const struct hist_interevent *inter = request->spec.program.interevent;

	if (inter && inter->nr_conds)
		trigger->trigger.filter = request->filter;
	else
		trigger_set_filter(&trigger->trigger, request->filter);
}

/* Drops a histogram that no trigger feeds. Its name can then be used again. */
static void hist_end(struct hist *hist)
{
	list_del_init(&hist->link);
	hist_interval_stop(hist);
	hist_put(hist);
}

static void hist_detach(struct hist_trigger *trigger)
{
	struct hist *hist = trigger->hist;

	list_del(&trigger->in_hist);
	if (list_empty(&hist->triggers))
		hist_end(hist);
	else
		hist_put(hist);
}

static struct hist *hist_create(const struct hist_request *request)
{
	const u8 needs = hist_needs_of(&request->spec);
	struct hist *hist;

	hist = hist_new(request->file, &request->spec, request->attrs.name);
	if (!hist)
		return NULL;
	if (hist_needs_keep(needs))
		goto err_end;
	hist->needs = needs;
	if (request->spec.interval && hist_interval_start(hist))
		goto err_end;
	return hist;

err_end:
	hist_end(hist);
	return NULL;
}

int hist_trigger_add(const struct hist_request *request)
{
	struct hist_trigger *trigger = kvzalloc(sizeof(*trigger), GFP_KERNEL);
	struct event_file *file = request->file;
	struct trigger *base;
	int ret = -ENOMEM;

	lockdep_assert_held(&event_mutex);
	if (!trigger)
		return -ENOMEM;
	base = &trigger->trigger;
	base->command = &hist_command;
	base->file = file;
	trigger->program = request->spec.program;
	base->state = request->attrs.pause ? TRIGGER_PAUSED : 0;
	hist_trigger_set_form(trigger, hist_hit_variant(&trigger->program));
	hist_trigger_set_filter(trigger, request);
	base->sole.fields = hist_fields_read(file->event, &trigger->program,
					     request->filter);
	trigger->hist = request->named;
	if (trigger->hist)
		hist_get(trigger->hist);
	else
		trigger->hist = hist_create(request);
	if (!trigger->hist)
		goto err_free;
	list_add_tail(&trigger->in_hist, &trigger->hist->triggers);
	ret = hist_needs_take(trigger, &request->spec);
	if (ret)
		goto err_unfeed;
	ret = hist_sources_use(trigger);
	if (ret)
		goto err_give;
	if (hist_forget_pins(trigger))
		hist_trigger_set_pinned(trigger);

	/*
	 * A poller may already wait for the event's first hit. Set this before
	 * trigger_add(), because hits run the trigger from then on.
	 */
	if (file->watchers) {
		trigger_set_state(base, TRIGGER_WATCHED, true);
		xchg(&trigger->hist->wake, 1);
	}
	ret = trigger_add(base);
	if (ret)
		goto err_unuse;
	hist_watch(trigger->hist);
	return 0;

err_unuse:
	hist_sources_unuse(trigger);
err_give:
	hist_needs_give(trigger);
err_unfeed:
	hist_detach(trigger);
err_free:
	kvfree(trigger);
	return ret;
}

void hist_trigger_free(struct trigger *base)
{
	struct hist_trigger *trigger = to_hist_trigger(base);

	lockdep_assert_held(&event_mutex);
	hist_count_missed(trigger->hist);
	hist_sources_unuse(trigger);
	hist_needs_give(trigger);
	hist_interevent_put(trigger->program.interevent);
	hist_detach(trigger);
	kvfree(trigger);
}
