// SPDX-License-Identifier: GPL-2.0
/*
 * The hist command. It looks for errors and for the trigger that a command means in
 * the kernel's order.
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../event/registry.h"
#include "../../instance/instance.h"
#include "../object/hist.h"
#include "../object/interevent.h"
#include "../parse/attrs.h"
#include "../parse/cond.h"
#include "../parse/report.h"
#include "../parse/spec.h"
#include "../parse/variable.h"
#include "../read/show.h"
#include "action_bind.h"
#include "command.h"
#include "hist_trigger.h"
#include "resources.h"

/* A command while it runs; @spec is made from @attrs. */
struct hist_context {
	struct hist_request request;
	struct hist_report *report;
	struct hist_attrs attrs;
	struct hist_spec spec;
};

static bool fits_named(const struct hist_context *context)
{
	return hist_spec_same(&context->spec, &context->request.named->spec);
}

/*
 * Returns false if the command contains no pause, cont or clear, or if its trigger does
 * not exist.
 */
static bool change_trigger(struct hist_context *context)
{
	const struct hist_attrs *attrs = &context->attrs;
	struct trigger *trigger;

	if (!attrs->pause && !attrs->cont && !attrs->clear)
		return false;
	if (attrs->name && (!context->request.named || !fits_named(context)))
		return false;
	trigger = hist_trigger_find(&context->request);
	if (!trigger)
		return false;

	if (attrs->pause)
		trigger_set_state(trigger, TRIGGER_PAUSED, true);
	else if (attrs->cont)
		trigger_set_state(trigger, TRIGGER_PAUSED, false);
	else
		hist_clear(trigger_hist(trigger));
	return true;
}

static int check_new(struct hist_context *context)
{
	const struct hist_request *request = &context->request;
	const struct hist_attrs *attrs = &context->attrs;

	if (request->named && !fits_named(context)) {
		hist_report(context->report, HIST_ERROR_NAMED_MISMATCH,
			    attrs->name);
		return -EINVAL;
	}
	if ((!attrs->name || request->named) && hist_trigger_find(request)) {
		hist_report(context->report, HIST_ERROR_EXISTS, NULL);
		return -EEXIST;
	}
	if (attrs->cont || attrs->clear) {
		hist_report(context->report, HIST_ERROR_NOT_THERE, NULL);
		return -ENOENT;
	}
	return 0;
}

static int bind_actions(struct hist_context *context, struct hist *named)
{
	if (!context->spec.program.interevent)
		return 0;
	return hist_actions_bind(&context->spec, context->request.file, named,
				 context->report);
}

static int set_clock(struct hist_context *context)
{
	const char *clock = context->attrs.clock ?: "global";
	const struct hist *named = context->request.named;
	struct hist_program *program = &context->spec.program;

	if (!context->spec.wants_clock)
		return 0;
	if (hist_spec_set_clock(&context->spec, clock)) {
		hist_report(context->report, HIST_ERROR_CLOCK, clock);
		return -EINVAL;
	}
	/* All times in a histogram are of the clock that is printed, its first trigger's. */
	if (named && named->spec.program.clock) {
		program->clock = named->spec.program.clock;
		program->usecs = named->spec.program.usecs;
	}
	return 0;
}

/*
 * The entries of a named histogram must suit the trigger, and its references
 * must form no cycle.
 */
static int check_shared(struct hist_context *context)
{
	const struct hist *named = context->request.named;
	const struct hist_field *var;
	char name[sizeof(var->var) + 1];

	if (!hist_needs_fit(&context->spec, named)) {
		hist_report(context->report, HIST_ERROR_NAMED_MISMATCH,
			    named->name);
		return -EINVAL;
	}
	var = hist_var_newer(context->spec.program.interevent, named);
	if (!var)
		return 0;
	snprintf(name, sizeof(name), "$%s", var->var);
	hist_report(context->report, HIST_ERROR_VAR_NEWER, name);
	return -EINVAL;
}

/*
 * Like the kernel, binds the actions before it checks whether the trigger exists or fits
 * a histogram of its name, unless it fits one.
 */
static int check_and_bind(struct hist_context *context)
{
	struct hist *named = context->request.named;
	int ret;

	if (named && fits_named(context)) {
		ret = check_new(context);
		if (ret)
			return ret;
		hist_spec_share(&context->spec, &named->spec);
		ret = bind_actions(context, named);
		return ret ?: check_shared(context);
	}
	ret = bind_actions(context, NULL);
	return ret ?: check_new(context);
}

static int hist_command_add_trigger(struct hist_context *context)
{
	int ret;

	ret = check_and_bind(context);
	if (ret)
		return ret;
	/* Set the clock last, since fields of actions may be time stamps. */
	ret = set_clock(context);
	if (ret)
		return ret;
	return hist_trigger_add(&context->request);
}

static int remove_trigger(struct hist_context *context)
{
	struct trigger *trigger = hist_trigger_find(&context->request);

	if (!trigger)
		return 0;
	if (trigger_hist(trigger)->nr_var_refs || trigger_hist(trigger)->nr_forgets)
		return -EBUSY;
	trigger_remove(trigger);
	return 0;
}

static int parse_filter(struct hist_context *context)
{
	struct hist_request *request = &context->request;
	const char *text = context->attrs.filter;

	if (!text)
		return 0;
	if (hist_cond_needed(text))
		return hist_cond_parse(&request->filter, &context->spec,
				       request->file, text, context->report);
	return trigger_parse_filter(&request->filter, request->file, text, NULL);
}

static int hist_command_run(struct hist_context *context, char *params,
			    bool remove)
{
	struct hist_request *request = &context->request;
	struct hist_attrs *attrs = &context->attrs;
	int ret;

	ret = hist_attrs_parse(attrs, params, context->report);
	if (ret)
		return ret;
	request->paused = attrs->pause;
	ret = hist_spec_make(&context->spec, request->file, attrs, remove,
			     context->report);
	if (ret)
		goto out_interevent;
	request->spec = &context->spec;
	ret = parse_filter(context);
	if (ret)
		goto out_interevent;
	if (attrs->name) {
		request->name = attrs->name;
		request->named = hist_find(attrs->name);
	}

	if (remove) {
		ret = remove_trigger(context);
	} else if (!change_trigger(context)) {
		ret = hist_command_add_trigger(context);
		/* The trigger owns the filter and the interevent now. */
		if (!ret)
			return 0;
	}
	filter_free(request->filter);
out_interevent:
	hist_interevent_release(context->spec.program.interevent);
	hist_interevent_put(context->spec.program.interevent);
	return ret;
}

static int hist_parse(const struct trigger_command *command,
		      struct event_file *file, bool remove, char *params)
{
	struct event *event = file->event;
	struct hist_context *context;
	struct hist_report report;
	char place[128];
	int ret = -ENOMEM;
	char *text;

	lockdep_assert_held(&event_mutex);
	if (!params)
		return -EINVAL;
	/* Keep a copy for the error log, since the parser modifies @params. */
	text = kasprintf(GFP_KERNEL, "hist:%s", params);
	if (!text)
		return -ENOMEM;
	context = kvzalloc(sizeof(*context), GFP_KERNEL);
	if (!context)
		goto out;
	/* Give the event its id, in case the command uses common_type. */
	event_id(event);
	snprintf(place, sizeof(place), "hist:%s:%s", event->header->system,
		 event->name);
	report.command = text;
	report.place = place;
	report.log = &file->instance->errors;
	context->report = &report;
	context->request.command = command;
	context->request.file = file;
	ret = hist_command_run(context, params, remove);
	kvfree(context);
out:
	kfree(text);
	return ret;
}

bool hist_command_referenced(const struct event_file *file)
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

static void hist_trigger_show(struct seq_file *m, struct trigger *trigger)
{
	hist_show_trigger(m, to_hist_trigger(trigger)->hist,
			  trigger->filter ? trigger->filter->text : NULL,
			  trigger->state & TRIGGER_PAUSED);
}

const struct trigger_command hist_command = {
	.name = "hist",
	.kind = TRIGGER_HIST,
	.when = TRIGGER_AFTER_RECORD,
	.parse = hist_parse,
	.show = hist_trigger_show,
	.free = hist_trigger_free,
};
