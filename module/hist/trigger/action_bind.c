// SPDX-License-Identifier: GPL-2.0
/* Binds actions to the events, variables and fields that they use, see action_bind.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../event/record.h"
#include "../../event/registry.h"
#include "../../instance/instance.h"
#include "../../instance/rings.h"
#include "../../synth/synth.h"
#include "../../tracer/tracer.h"
#include "../hist.h"
#include "../object/interevent.h"
#include "../parse/action.h"
#include "../parse/variable.h"
#include "action_bind.h"
#include "field_var.h"
#include "forget.h"
#include "interevent.h"

/* Returns -1 if there are too many slots. */
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

	if (i >= synth_event_nr_fields(synth))
		return false;
	field = synth_event_field(synth, i);
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

static void action_own_op(struct hist_op *op, const struct hist_spec *spec,
			  const struct hist_field *var)
{
	memset(op, 0, sizeof(*op));
	if (var->text == HIST_NO_TEXT) {
		op->code = HIST_OP_OWN_VAR;
		op->offset = var - spec->vars;
	} else {
		op->code = HIST_OP_OWN_VAR_TEXT;
		op->offset = var->text;
	}
}

static int refer_op(struct hist_parser *p, struct hist_op *op,
		    struct hist *hist, const struct hist_field *var)
{
	int ref = hist_var_refer(p, hist, var);

	if (ref < 0)
		return -ENOMEM;
	memset(op, 0, sizeof(*op));
	op->code = var->text == HIST_NO_TEXT ? HIST_OP_VAR_REF :
					       HIST_OP_VAR_REF_TEXT;
	op->offset = ref;
	return 0;
}

/*
 * A parameter of an action, [SYSTEM.EVENT.]NAME. @name is a field, or "$" and
 * the name of a variable.
 */
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
		action_own_op(op, p->spec, var);
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
	if (hist_var_taken(p, name))
		return hist_refuse(p, HIST_ERROR_FIELD_VAR, name);
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
	    hist_field_var_find(p, param.system, param.event, param.name, &var,
				&hist))
		return -EINVAL;
	*f = *var;
	return refer_op(p, op, hist, var) ? -EINVAL : 0;
}

/* Splits [SYSTEM.EVENT.]NAME, whose name must not be missing. */
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
	action->ops = kcalloc(action->nr_params + 1, sizeof(*action->ops),
			      GFP_KERNEL);
	if (!action->ops)
		return -ENOMEM;
	for (i = 0; i < action->nr_params; i++) {
		ret = bind_param(p, action, i);
		if (ret)
			return ret;
	}
	if (i != synth_event_nr_fields(action->synth))
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

/* Binds the variable of onmax($VARIABLE) or onchange($VARIABLE). */
static int bind_tracked(struct hist_parser *p, struct hist_action *action)
{
	const struct hist_field *var;
	int slot;

	if (action->var[0] != '$')
		return hist_refuse(p, HIST_ERROR_TRACKED_NO_VAR, action->var);
	var = hist_var_of(p->spec, action->var + 1);
	if (!var)
		return hist_refuse(p, HIST_ERROR_TRACKED_NOT_FOUND,
				   action->var + 1);
	slot = new_slot(p->interevent);
	/* Unlike the kernel, do not compare the addresses of strings. */
	if (slot < 0 || var->text != HIST_NO_TEXT) {
		hist_report(p->report, HIST_ERROR_TRACKED_CREATE, NULL);
		return -EINVAL;
	}
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
		return hist_forget_bind(p, action);
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
