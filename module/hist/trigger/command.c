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
#include "../parse/parser.h"
#include "../read/show.h"
#include "hist_trigger.h"
#include "resources.h"

static bool fits_named(const struct hist_request *request)
{
	return hist_spec_same(&request->spec, &request->named->spec);
}

/*
 * Returns false if the command contains no pause, cont or clear, or if its trigger does
 * not exist.
 */
static bool change_trigger(const struct hist_request *request)
{
	const struct hist_attrs *attrs = &request->attrs;
	struct trigger *trigger;

	if (!attrs->pause && !attrs->cont && !attrs->clear)
		return false;
	if (attrs->name && (!request->named || !fits_named(request)))
		return false;
	trigger = hist_trigger_find(request);
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

static int check_new(const struct hist_request *request)
{
	const struct hist_attrs *attrs = &request->attrs;

	if (request->named && !fits_named(request))
		return hist_report(request->report, HIST_ERROR_NAMED_MISMATCH,
				   attrs->name);
	if ((!attrs->name || request->named) && hist_trigger_find(request)) {
		hist_report(request->report, HIST_ERROR_EXISTS, NULL);
		return -EEXIST;
	}
	if (attrs->cont || attrs->clear) {
		hist_report(request->report, HIST_ERROR_NOT_THERE, NULL);
		return -ENOENT;
	}
	return 0;
}

static int bind_actions(struct hist_request *request, const struct hist *named)
{
	if (!request->spec.program.interevent)
		return 0;
	return hist_actions_bind(&request->spec, request->file, named, request->report);
}

/*
 * If variable @slot of @hist is a copy ("a=$b"), returns the reference to the original; otherwise
 * NULL. Searches the triggers of the histogram, because the references in @hist->spec are released
 * when its first trigger is removed.
 */
static const struct hist_var_ref *alias_of(const struct hist *hist, unsigned int slot)
{
	const struct hist_interevent *inter;
	const struct hist_trigger *trigger;
	const struct hist_op *op;

	list_for_each_entry(trigger, &hist->triggers, in_hist) {
		inter = trigger->program.interevent;
		op = &inter->var_assigns[slot].op;
		/* A trigger may copy a variable of the histogram that it feeds. */
		if (op->code == HIST_OP_VAR_REF && inter->var_refs[op->offset].hist != hist)
			return &inter->var_refs[op->offset];
	}
	return NULL;
}

/*
 * Returns the histogram whose clock gave the time that a reference reads, or NULL if no
 * expression uses the reference, or if the variable is no time.
 */
static const struct hist *time_source(const struct hist_var_ref *ref)
{
	const struct hist_field *var;
	const struct hist *hist;

	if (!ref->read_once)
		return NULL;
	/* An alias is a copy of another variable. */
	for (hist = ref->hist; hist; hist = ref->hist) {
		var = &hist->spec.vars[ref->slot];
		if (!(var->flags & HIST_ALIAS))
			break;
		ref = alias_of(hist, ref->slot);
		if (!ref)
			return NULL;
	}
	if (!hist || (var->flags & (HIST_TIMESTAMP | HIST_EXPR)) != HIST_TIMESTAMP)
		return NULL;
	return hist;
}

/*
 * If an expression uses a time of the command and a variable that is a time, as in
 * common_timestamp-$ts, returns the clock of the variable; otherwise NULL.
 */
static const char *clock_in(const struct hist_interevent *inter, const struct hist_field *f)
{
	const struct hist *hist = NULL;
	const struct hist_op *op;
	bool own = false;

	if (!(f->flags & HIST_EXPR))
		return NULL;
	for (op = &inter->code[f->code]; op < &inter->code[f->code + f->nr_code]; op++) {
		own |= op->code == HIST_OP_TIME;
		if (op->code == HIST_OP_VAR_REF && !hist)
			hist = time_source(&inter->var_refs[op->offset]);
	}
	return own && hist ? hist->spec.clock_name : NULL;
}

/*
 * Returns the clock of a command without clock=: that of the first variable whose time the
 * command subtracts from its own, or "global" if there is none. A command with interval= always
 * has the clock "global", because intervals need a clock that counts nanoseconds.
 */
static const char *default_clock(const struct hist_spec *spec)
{
	const struct hist_interevent *inter = spec->program.interevent;
	const char *clock = NULL;
	unsigned int i;

	if (!inter || spec->interval)
		return "global";
	for (i = 0; i < spec->nr_vars && !clock; i++)
		clock = clock_in(inter, &spec->vars[i]);
	for (i = 0; i < spec->program.nr_vals + spec->program.nr_keys && !clock; i++)
		clock = clock_in(inter, &spec->fields[i]);
	return clock ?: "global";
}

/* Refuses an expression that would subtract times of different clocks or units. */
static int check_expression(const struct hist_request *request, const struct hist_field *f)
{
	const struct hist_program *own = &request->spec.program, *first = NULL, *program;
	const struct hist_interevent *inter = own->interevent;
	const struct hist_var_ref *ref = NULL;
	const struct hist *hist;
	const struct hist_op *op;

	for (op = &inter->code[f->code]; op < &inter->code[f->code + f->nr_code]; op++) {
		program = op->code == HIST_OP_TIME ? own : NULL;
		if (op->code == HIST_OP_VAR_REF) {
			hist = time_source(&inter->var_refs[op->offset]);
			program = hist ? &hist->spec.program : NULL;
			ref = hist ? &inter->var_refs[op->offset] : ref;
		}
		if (!program)
			continue;
		if (!first)
			first = program;
		if (first->clock != program->clock)
			return hist_report(request->report, HIST_ERROR_OTHER_CLOCK,
					   ref->hist->spec.vars[ref->slot].var);
		/* As in the kernel, one .usecs of a command applies to all its times. */
		if (first->usecs != program->usecs)
			return hist_report(request->report, HIST_ERROR_TIMESTAMP_UNITS, NULL);
	}
	return 0;
}

static int check_times(const struct hist_request *request)
{
	const struct hist_spec *spec = &request->spec;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < spec->nr_vars && !ret; i++)
		if (spec->vars[i].flags & HIST_EXPR)
			ret = check_expression(request, &spec->vars[i]);
	for (i = 0; i < spec->program.nr_vals + spec->program.nr_keys && !ret; i++)
		if (spec->fields[i].flags & HIST_EXPR)
			ret = check_expression(request, &spec->fields[i]);
	return ret;
}

static int set_clock(struct hist_request *request)
{
	struct hist_program *program = &request->spec.program;
	const char *clock = request->attrs.clock ?: default_clock(&request->spec);
	const struct hist *named = request->named;

	if (!request->spec.wants_clock)
		return check_times(request);
	if (hist_spec_set_clock(&request->spec, clock))
		return hist_report(request->report, HIST_ERROR_CLOCK, clock);
	/* All times in a histogram are of the clock that it prints, that of its first trigger. */
	if (named && named->spec.program.clock) {
		program->clock = named->spec.program.clock;
		program->usecs = named->spec.program.usecs;
	}
	return check_times(request);
}

/*
 * The entries of a named histogram must suit the trigger, and its references
 * must form no cycle.
 */
static int check_shared(const struct hist_request *request)
{
	const struct hist *named = request->named;
	const struct hist_field *var;
	char name[sizeof(var->var) + 1];

	if (!hist_needs_fit(&request->spec, named))
		return hist_report(request->report, HIST_ERROR_NAMED_MISMATCH,
				   named->name);
	var = hist_var_newer(request->spec.program.interevent, named);
	if (!var)
		return 0;
	snprintf(name, sizeof(name), "$%s", var->var);
	return hist_report(request->report, HIST_ERROR_VAR_NEWER, name);
}

/*
 * Like the kernel, binds the actions before it checks whether the trigger exists or fits the
 * histogram of its name; but if it fits such a histogram, binds them after these checks.
 */
static int check_and_bind(struct hist_request *request)
{
	struct hist *named = request->named;
	int ret;

	if (!named || !fits_named(request))
		return bind_actions(request, NULL) ?: check_new(request);
	ret = check_new(request);
	if (ret)
		return ret;
	hist_spec_share(&request->spec, &named->spec);
	return bind_actions(request, named) ?: check_shared(request);
}

static int remove_trigger(const struct hist_request *request)
{
	struct trigger *trigger = hist_trigger_find(request);

	if (!trigger)
		return 0;
	if (trigger_hist(trigger)->nr_var_refs || trigger_hist(trigger)->nr_forgets)
		return -EBUSY;
	trigger_remove(trigger);
	return 0;
}

static int parse_filter(struct hist_request *request)
{
	const char *text = request->attrs.filter;

	if (!text)
		return 0;
	if (hist_cond_needed(text))
		return hist_cond_parse(&request->filter, &request->spec,
				       request->file, text, request->report);
	return trigger_parse_filter(&request->filter, request->file, text, NULL);
}

static int hist_command_run(struct hist_request *request, char *params,
			    bool remove)
{
	struct hist_attrs *attrs = &request->attrs;
	int ret;

	ret = hist_attrs_parse(attrs, params, request->report) ?:
	      hist_spec_make(&request->spec, request->file, attrs, remove,
			     request->report) ?:
	      parse_filter(request);
	if (ret)
		goto out;
	if (attrs->name)
		request->named = hist_find(attrs->name);

	if (remove) {
		ret = remove_trigger(request);
	} else if (!change_trigger(request)) {
		/* Set the clock after binding, since parameters of actions may be time stamps. */
		ret = check_and_bind(request) ?: set_clock(request) ?:
		      hist_trigger_add(request);
		/* The trigger owns the filter and the interevent now. */
		if (!ret)
			return 0;
	}
out:
	hist_request_drop(request);
	return ret;
}

static int hist_parse(const struct trigger_command *command,
		      struct event_file *file, bool remove, char *params)
{
	struct event *event = file->event;
	struct hist_request *request;
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
	request = kvzalloc(sizeof(*request), GFP_KERNEL);
	if (!request)
		goto out;
	/* Give the event its id, in case the command uses common_type. */
	event_id(event);
	snprintf(place, sizeof(place), "hist:%s:%s", event->header->system,
		 event->name);
	report.command = text;
	report.place = place;
	report.log = &file->instance->errors;
	request->report = &report;
	request->file = file;
	ret = hist_command_run(request, params, remove);
	kvfree(request);
out:
	kfree(text);
	return ret;
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
