// SPDX-License-Identifier: GPL-2.0
/* Binds actions to what they use, see hist_trigger.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../event/registry.h"
#include "../../instance/instance.h"
#include "../../instance/rings.h"
#include "../../synth/synth.h"
#include "../../tracer/tracer.h"
#include "../object/hist.h"
#include "../parse/attrs.h"
#include "../parse/parser.h"
#include "hist_trigger.h"
#include "resources.h"

/* Returns the index of a new variable in an entry, or -1 if there are too many. */
static int new_slot(struct hist_interevent *inter)
{
	return inter->nr_slots < HIST_VARS_MAX ? inter->nr_slots++ : -1;
}

/* Does a parameter name the command's own event, or no event at all? */
static bool names_own(const struct hist_parser *p, const char *system,
		      const char *event)
{
	return !system || event_is(p->file->event, system, event);
}

/* Does a value fit field @i of a synthetic event? */
static bool fits_field(const struct synth_event *synth, unsigned int i,
		       const struct hist_field *f)
{
	const struct synth_field *field;

	if (i >= synth->fields->nr)
		return false;
	field = &synth->fields->fields[i];
	if (f->flags & HIST_STRING && field->is_string && field->is_dynamic)
		return true;
	if (!!(f->flags & HIST_STACKTRACE) != field->is_stack)
		return false;
	/* Unlike the kernel, do not pass a string's address as a number. */
	if (!!(f->flags & HIST_STRING) != field->is_string)
		return false;
	return field->is_stack || !strcmp(field->type, f->type) ||
	       (field->size == f->size &&
		(field->is_string || field->is_signed == f->is_signed));
}

static int refer_op(struct hist_parser *p, struct hist_op *op,
		    struct hist *hist, const struct hist_field *var)
{
	int ref = hist_var_refer(p, hist, var);

	if (ref < 0)
		return -ENOMEM;
	hist_var_ref_op(op, var, ref);
	return 0;
}

/* A parameter of an action, [SYSTEM.EVENT.]NAME. @name is a field, or "$" and a variable. */
struct param {
	const char *system;
	const char *event;
	const char *name;
};

/* A parameter that names no event means the event in onmatch(), if there is one. */
static void default_to_match(struct param *param,
			     const struct hist_action *action)
{
	if (param->system || action->handler != HIST_ONMATCH)
		return;
	param->system = action->system;
	param->event = action->match;
}

/*
 * Binds $VARIABLE. If the parameter names the command's own event or none, searches the
 * command first. Then searches the named event, or that of onmatch(), or all events.
 */
static int bind_variable(struct hist_parser *p,
			 const struct hist_action *action, struct param param,
			 struct hist_field *f, struct hist_op *op)
{
	const char *name = param.name + 1;
	const struct hist_field *var = NULL;
	struct hist *hist;

	if (names_own(p, param.system, param.event))
		var = hist_var_of(p->spec, name);
	if (var) {
		hist_var_own_op(op, p->spec, var);
		*f = *var;
		return 0;
	}
	default_to_match(&param, action);
	var = hist_var_find(p, param.system, param.event, name, &hist);
	if (!var)
		return hist_refuse(p, HIST_ERROR_PARAM_NOT_FOUND, name);
	*f = *var;
	return refer_op(p, op, hist, var);
}

static int bind_own_field(struct hist_parser *p, struct hist_field *f,
			  struct hist_op *op, const char *name)
{
	char copy[HIST_NAME_MAX];
	int ret = -E2BIG;

	memset(f, 0, sizeof(*f));
	f->flags = HIST_VAR;
	if (strscpy(copy, name, sizeof(copy)) >= 0)
		ret = hist_parse_operand(p, f, copy);
	if (ret) {
		hist_report(p->report, HIST_ERROR_FIELD_VAR_PARSE, name);
		return ret;
	}
	hist_take_op(p, f, op);
	return 0;
}

/* Splits [SYSTEM.EVENT.]NAME. Returns -EINVAL if there is only one dot. */
static int cut_param(struct param *param, char *text)
{
	if (!strchr(text, '.')) {
		*param = (struct param){ .name = text };
		return 0;
	}
	param->system = strsep(&text, ".");
	param->event = strsep(&text, ".");
	param->name = text;
	return text ? 0 : -EINVAL;
}

/* Does a parameter mean a variable of @hist? Logs no errors, since bind_variable() will. */
static bool param_reads(struct hist_parser *p, const struct hist_action *action,
			const char *text, const struct hist *hist)
{
	struct hist_report *report = p->report;
	char *copy = kstrdup(text, GFP_KERNEL);
	struct hist *found;
	struct param param;
	bool reads = false;

	if (copy && !cut_param(&param, copy) && param.name[0] == '$' &&
	    !(names_own(p, param.system, param.event) &&
	      hist_var_of(p->spec, param.name + 1))) {
		default_to_match(&param, action);
		p->report = NULL;
		reads = hist_var_find(p, param.system, param.event, param.name + 1, &found) &&
			found == hist;
		p->report = report;
	}
	kfree(copy);
	return reads;
}

/* Does the command read a variable of @hist, in an expression, a filter or a parameter? */
static bool bind_reads_from(struct hist_parser *p, const struct hist *hist)
{
	const struct hist_interevent *inter = p->interevent;
	const struct hist_action *action;
	unsigned int i, k;

	for (i = 0; i < inter->nr_var_refs; i++)
		if (inter->var_refs[i].hist == hist)
			return true;
	/* Parameters that are not bound yet have no references, so look at their names. */
	for (i = 0; i < inter->nr_actions; i++) {
		action = inter->actions[i];
		if (action->kind != HIST_ACTION_TRACE)
			continue;
		for (k = 0; k < action->nr_params; k++)
			if (param_reads(p, action, action->params[k], hist))
				return true;
	}
	return false;
}

/*
 * Like the kernel, returns the first trigger with the command's keys; but prefers one whose
 * variables the command reads, so that a field comes from the hits that have set them. Sets
 * @ranges to the specification from which the keys of a field variable take .log2 and .buckets:
 * that of the preferred trigger; or if there is none, that of the command, whose hits then find
 * the field by their own keys.
 */
static struct trigger *find_same_keys(struct hist_parser *p,
				      struct event_file *file,
				      const struct hist_spec **ranges)
{
	struct trigger *trigger, *first = NULL;
	const struct hist *hist;
	unsigned int i;

	for_each_trigger(trigger, i, file) {
		hist = trigger_hist(trigger);
		if (!hist || !hist_same_keys(p->spec, &hist->spec))
			continue;
		if (bind_reads_from(p, hist)) {
			*ranges = &hist->spec;
			return trigger;
		}
		if (!first)
			first = trigger;
	}
	*ranges = p->spec;
	return first;
}

/*
 * Returns the keys as a command contains them, but with .log2 and .buckets as in the keys of
 * @ranges. Returns NULL when out of memory.
 */
static char *keys_text(const struct hist_spec *spec, const struct hist_spec *ranges)
{
	const size_t size = HIST_KEYS_MAX *
			    (HIST_NAME_MAX + sizeof(".buckets=18446744073709551615"));
	char *text = kmalloc(size, GFP_KERNEL);
	size_t len = 0;
	unsigned int i;

	if (!text)
		return NULL;
	for (i = 0; i < spec->program.nr_keys; i++) {
		const struct hist_field *f = hist_key_field(spec, i);
		const struct hist_field *range = hist_key_field(ranges, i);

		if (i)
			len += scnprintf(text + len, size - len, ",");
		if (f->flags & HIST_CONST)
			len += scnprintf(text + len, size - len, "%llu", f->constant);
		else
			len += scnprintf(text + len, size - len, "%s",
					 *f->name ? f->name : "stacktrace");
		/* The name of an expression has the modifiers of its fields; a number has none. */
		if (f->flags & (HIST_EXPR | HIST_CONST))
			continue;
		if (range->depth)
			len += scnprintf(text + len, size - len, ".depth=%u", range->depth);
		/* A key has only one modifier, so .buckets or .log2 replaces any other. */
		if (range->flags & HIST_BUCKET)
			len += scnprintf(text + len, size - len, ".buckets=%lu", range->buckets);
		else if (range->flags & HIST_LOG2)
			len += scnprintf(text + len, size - len,
					 range->buckets ? ".log2=%lu" : ".log2",
					 range->buckets);
		/* Without the modifier, the key would be another number, or invalid. */
		else if (f->flags & (HIST_TEXT | HIST_USECS) ||
			 (f->flags & HIST_STACKTRACE && f->field) ||
			 (f->style && f->style != HIST_DISPLAY_ARRAY))
			len += scnprintf(text + len, size - len, ".%s", hist_modifier(f));
	}
	hist_attrs_hide_dash(text);
	return text;
}

static int field_var_add_trigger(struct hist_request *request)
{
	struct hist_spec *spec = &request->spec;
	int ret;

	ret = hist_spec_make(spec, request->file, &request->attrs, false, request->report) ?:
	      hist_interevent_layout(spec, request->report);
	if (!ret && spec->wants_clock)
		ret = hist_spec_set_clock(spec, request->attrs.clock ?: "global");
	return ret ?: hist_trigger_add(request);
}

/* Makes a trigger that has the keys and filter of @like and sets variable @name to @field. */
static int make_like(struct hist_parser *p, struct trigger *like,
		     const struct hist_spec *ranges, const char *name,
		     const char *field)
{
	struct hist_request *request;
	struct filter_fault fault;
	struct hist_attrs *attrs;
	int ret = -ENOMEM;

	request = kvzalloc(sizeof(*request), GFP_KERNEL);
	if (!request)
		return -ENOMEM;
	attrs = &request->attrs;
	attrs->bits = HIST_BITS_DEFAULT;
	/* The field may be a time; take it from the same clock as the times of @like. */
	attrs->clock = (char *)trigger_hist(like)->spec.clock_name;
	attrs->keys = keys_text(&trigger_hist(like)->spec, ranges);
	attrs->assignments[0] = kasprintf(GFP_KERNEL, "%s=%s", name, field);
	attrs->nr_assignments = 1;
	if (!attrs->keys || !attrs->assignments[0])
		goto out;

	request->file = like->file;
	request->report = p->report;
	/* The new trigger would lack the variables that the filter names, so refuse it. */
	if (like->filter && hist_cond_needed(like->filter->text)) {
		ret = -EINVAL;
		goto out;
	}
	if (like->filter) {
		ret = filter_parse(&request->filter, like->file->event,
				   like->filter->text, NULL, &fault);
		if (ret)
			goto out;
	}
	ret = field_var_add_trigger(request);
	if (ret)
		hist_request_drop(request);
out:
	kfree(attrs->assignments[0]);
	kfree(attrs->keys);
	kvfree(request);
	return ret;
}

/*
 * Does the trigger that feeds @hist set its variables in the same hits as @like, with the same
 * keys, and to times of the same clock? If the command reads no variable of @like, accepts a
 * trigger without a filter as well.
 */
static bool field_var_like(const struct hist_parser *p, struct trigger *like,
			   const struct hist_spec *ranges, const struct hist *hist)
{
	const struct hist_spec *first = &trigger_hist(like)->spec;
	const char *filter, *wanted;
	struct trigger *trigger;
	char *keys, *other;
	unsigned int i;
	bool same;

	for_each_trigger(trigger, i, like->file)
		if (trigger_hist(trigger) == hist)
			break;
	if (!trigger)
		return false;
	filter = trigger->filter ? trigger->filter->text : "";
	wanted = like->filter ? like->filter->text : "";
	if (strcmp(filter, wanted) && (ranges != p->spec || *filter))
		return false;
	if (hist->spec.wants_clock &&
	    strcmp(hist->spec.clock_name, first->clock_name ?: "global"))
		return false;
	keys = keys_text(&hist->spec, &hist->spec);
	other = keys_text(first, ranges);
	same = keys && other && !strcmp(keys, other);
	kfree(keys);
	kfree(other);
	return same;
}

static int make_trigger(struct hist_parser *p, struct trigger *like,
			const struct hist_spec *ranges, const char *name, const char *field)
{
	int ret;

	if (!like)
		return hist_refuse(p, HIST_ERROR_NO_MATCHING_HIST, field);
	if (*field)
		ret = make_like(p, like, ranges, name, field);
	else
		ret = hist_refuse(p, HIST_ERROR_EMPTY_ASSIGNMENT, NULL);
	if (ret)
		hist_report(p->report, HIST_ERROR_FIELD_HIST, field);
	return ret;
}

/* Makes sure that the new trigger is removed together with the action's trigger. */
static void keep_field_var(struct hist_interevent *inter,
			   struct event_file *file, struct hist *hist)
{
	struct hist_field_var *var = &inter->field_vars[inter->nr_field_vars++];

	var->file = file;
	event_file_hold(file);
	var->hist = hist;
	hist_get(hist);
}

/*
 * Finds a variable synthetic_FIELD, synthetic2_FIELD... of another event that field_var_like()
 * accepts, or makes a field variable trigger that sets it. Returns 0, -E2BIG if the name of the
 * variable is too long, or an errno after logging the error.
 */
static int field_var_find(struct hist_parser *p, const char *system,
			  const char *event, const char *field,
			  const struct hist_field **var, struct hist **hist)
{
	const struct hist_spec *ranges;
	struct event_file *file;
	struct trigger *like;
	char name[HIST_NAME_MAX];
	unsigned int nr, len;
	int ret;

	if (p->interevent->nr_field_vars == HIST_PARAMS_MAX)
		return hist_refuse(p, HIST_ERROR_TOO_MANY_FIELD_VARS, field);
	file = hist_find_file(p, system, event);
	if (!file)
		return hist_refuse(p, HIST_ERROR_EVENT_FILE, field);
	like = find_same_keys(p, file, &ranges);
	for (nr = 1; ; nr++) {
		/* If field_var_like() refuses the variable of this name, try the next name. */
		len = nr == 1 ? snprintf(name, sizeof(name), "synthetic_%s", field) :
				snprintf(name, sizeof(name), "synthetic%u_%s", nr, field);
		if (len >= sizeof(name))
			return -E2BIG;
		*var = hist_var_find(p, system, event, name, hist);
		if (!*var)
			break;
		if (like && field_var_like(p, like, ranges, *hist))
			return 0;
	}

	ret = make_trigger(p, like, ranges, name, field);
	if (ret)
		return ret;
	*var = hist_var_find(p, system, event, name, hist);
	if (!*var)
		return hist_refuse(p, HIST_ERROR_SYNTH_VAR, field);
	keep_field_var(p->interevent, file, *hist);
	return 0;
}

/*
 * Like the kernel, tries the command's event first, and logs an error if that lacks the
 * field, even if another event has it.
 */
static int bind_field(struct hist_parser *p, const struct hist_action *action,
		      struct param param, struct hist_field *f,
		      struct hist_op *op)
{
	const struct hist_field *var;
	struct hist *hist;

	if (names_own(p, param.system, param.event) &&
	    !bind_own_field(p, f, op, param.name)) {
		/* Like the kernel, treat the field as unsigned. */
		f->is_signed = false;
		return 0;
	}
	default_to_match(&param, action);
	if (!param.event ||
	    field_var_find(p, param.system, param.event, param.name, &var, &hist))
		return -EINVAL;
	*f = *var;
	return refer_op(p, op, hist, var) ? -EINVAL : 0;
}

static int bind_param(struct hist_parser *p, struct hist_action *action,
		      unsigned int i)
{
	struct hist_op *op = &action->ops[i];
	struct hist_field *f;
	struct param param;
	int ret = -ENOMEM;
	char *copy;

	copy = kstrdup(action->params[i], GFP_KERNEL);
	f = kzalloc(sizeof(*f), GFP_KERNEL);
	if (!copy || !f)
		goto out;
	ret = cut_param(&param, copy);
	if (ret)
		goto out;
	if (param.name[0] == '$')
		ret = bind_variable(p, action, param, f, op);
	else
		ret = bind_field(p, action, param, f, op);
	if (!ret && !fits_field(action->synth, i, f))
		ret = hist_refuse(p, HIST_ERROR_SYNTH_TYPE, param.name);
out:
	kfree(f);
	kfree(copy);
	return ret;
}

static int bind_trace(struct hist_parser *p, struct hist_action *action)
{
	const char *name = action->event ? action->event : action->word;
	unsigned int i;
	int ret;

	action->synth = synth_event_get_for_trigger(name);
	if (!action->synth)
		return hist_refuse(p, strcmp(name, "forget") ?
					      HIST_ERROR_SYNTH_EVENT :
					      HIST_ERROR_FORGET_PARAMS, name);
	action->ops = kcalloc(action->nr_params + 1, sizeof(*action->ops), GFP_KERNEL);
	if (!action->ops)
		return -ENOMEM;
	for (i = 0; i < action->nr_params; i++) {
		ret = bind_param(p, action, i);
		if (ret)
			return ret;
	}
	if (i != action->synth->fields->nr)
		return hist_refuse(p, HIST_ERROR_SYNTH_COUNT, name);
	return 0;
}

static int bind_save(struct hist_parser *p, struct hist_action *action)
{
	struct hist_interevent *inter = p->interevent;
	struct hist_field *f;
	unsigned int i;
	int ret = 0, slot;

	if (inter->nr_saves) {
		hist_report(p->report, HIST_ERROR_TOO_MANY_SAVES, NULL);
		return -EEXIST;
	}
	f = kzalloc(sizeof(*f), GFP_KERNEL);
	if (!f)
		return -ENOMEM;
	for (i = 0; i < action->nr_params && !ret; i++) {
		struct hist_var_assign *set = &inter->saves[inter->nr_saves];
		const char *param = action->params[i];

		ret = bind_own_field(p, f, &set->op, param);
		if (!ret && hist_var_taken(p, param))
			ret = hist_refuse(p, HIST_ERROR_FIELD_VAR, param);
		slot = ret ? -1 : new_slot(inter);
		if (!ret && slot < 0)
			ret = hist_refuse(p, HIST_ERROR_FIELD_VAR, param);
		if (ret) {
			hist_report(p->report, HIST_ERROR_SAVE_FIELD, param);
			break;
		}
		set->slot = slot;
		set->name = param;
		set->text = HIST_NO_TEXT;
		if (f->flags & (HIST_STRING | HIST_STACKTRACE)) {
			set->text = inter->nr_texts++;
			inter->nr_save_texts++;
			set->stack = f->flags & HIST_STACKTRACE;
			set->user = f->flags & HIST_USER;
		}
		inter->nr_saves++;
	}
	kfree(f);
	return ret;
}

/*
 * Fails if the command already has a snapshot(), if another histogram takes the
 * instance's snapshots, or if a tracer keeps the worst trace there.
 */
static int bind_snapshot(struct hist_parser *p, struct hist_action *action)
{
	struct instance *instance = p->file->instance;
	const struct hist_action *first = hist_snapshot_action(p->interevent);

	if (action != first ||
	    (instance->condition && instance->condition != p->named) ||
	    instance->tracer->keeps_worst)
		return -EBUSY;
	return instance_alloc_snapshot(instance);
}

static int add_forget(struct hist_parser *p, struct hist *hist,
		      const struct hist_action *action)
{
	struct hist_interevent *inter = p->interevent;
	unsigned int i;

	if (hist == p->named)
		return hist_refuse(p, HIST_ERROR_FORGET_SELF, action->match);
	/* Refuse histograms newer than our own, so that references form no cycle. */
	if (p->named && hist->serial > p->named->serial)
		return hist_refuse(p, HIST_ERROR_FORGET_NEWER, action->match);
	for (i = 0; i < inter->nr_forgets; i++)
		if (inter->forgets[i].hist == hist)
			return 0;
	if (i == HIST_FORGETS_MAX)
		return hist_refuse(p, HIST_ERROR_TOO_MANY_FORGETS, action->match);
	inter->forgets[inter->nr_forgets++] = (struct hist_var_ref){
		.hist = hist, .text = HIST_NO_TEXT,
	};
	return 0;
}

static bool forget_fits(const struct hist_spec *spec,
			const struct hist_spec *other, bool same_types)
{
	const struct hist_program *a = &spec->program, *b = &other->program;

	return a->nr_keys == b->nr_keys && hist_same_modifiers(a, b) &&
	       hist_var_form(a, b) != HIST_REF_NEVER &&
	       (!same_types || hist_same_keys(spec, other));
}

/*
 * Refers to those histograms of an event that forget_fits() accepts. Returns their number
 * or an errno.
 */
static int forget_refer(struct hist_parser *p, const struct event_file *file,
			const struct hist_action *action, bool same_types)
{
	struct trigger *trigger;
	int found = 0, ret;
	unsigned int i;

	for_each_trigger(trigger, i, file) {
		struct hist *hist = trigger_hist(trigger);

		if (!hist || !forget_fits(p->spec, &hist->spec, same_types))
			continue;
		ret = add_forget(p, hist, action);
		if (ret)
			return ret;
		found++;
	}
	return found;
}

/* Adds references to the histograms of an action forget() to the interevent. */
static int forget_bind(struct hist_parser *p, const struct hist_action *action)
{
	const struct event_file *file;
	int ret;

	file = hist_find_file(p, action->system, action->match);
	if (!file)
		return hist_refuse(p, HIST_ERROR_NO_SUCH_EVENT, action->match);
	if (file == p->file)
		return hist_refuse(p, HIST_ERROR_FORGET_SELF, action->match);
	ret = forget_refer(p, file, action, true);
	if (!ret)
		ret = forget_refer(p, file, action, false);
	if (!ret)
		return hist_refuse(p, HIST_ERROR_NO_MATCHING_HIST, action->match);
	return min(ret, 0);
}

/* Binds the variable of onmax($VARIABLE) or onchange($VARIABLE). */
static int bind_tracked(struct hist_parser *p, struct hist_action *action)
{
	const struct hist_field *var;
	int slot;

	if (action->var[0] != '$')
		return hist_refuse(p, HIST_ERROR_TRACKED_NO_VAR, action->var);
	var = hist_var_of(p->spec, action->var + 1);
	if (!var)
		return hist_refuse(p, HIST_ERROR_TRACKED_NOT_FOUND, action->var + 1);
	slot = new_slot(p->interevent);
	/* Unlike the kernel, do not compare the addresses of strings. */
	if (slot < 0 || var->text != HIST_NO_TEXT)
		return hist_refuse(p, HIST_ERROR_TRACKED_CREATE, NULL);
	action->tracked = var - p->spec->vars;
	action->slot = slot;
	return 0;
}

static int bind_action(struct hist_parser *p, struct hist_action *action)
{
	int ret = 0;

	if (action->handler != HIST_ONMATCH)
		ret = bind_tracked(p, action);
	if (ret)
		return ret;
	switch (action->kind) {
	case HIST_ACTION_TRACE:
		return bind_trace(p, action);
	case HIST_ACTION_SAVE:
		return bind_save(p, action);
	case HIST_ACTION_FORGET:
		return forget_bind(p, action);
	default:
		return bind_snapshot(p, action);
	}
}

int hist_actions_bind(struct hist_spec *spec, struct event_file *file,
		      const struct hist *named, struct hist_report *report)
{
	struct hist_parser p = {
		.spec = spec,
		.interevent = spec->program.interevent,
		.file = file,
		.named = named,
		.report = report,
	};
	unsigned int i;
	int ret;

	lockdep_assert_held(&event_mutex);
	for (i = 0; i < p.interevent->nr_actions; i++) {
		ret = bind_action(&p, p.interevent->actions[i]);
		if (ret)
			return ret;
	}
	return hist_interevent_layout(spec, report);
}
