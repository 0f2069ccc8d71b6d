// SPDX-License-Identifier: GPL-2.0
/* Finds what actions act on, see action.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../instance/instance.h"
#include "../../record/record.h"
#include "../../synth/synth.h"
#include "action.h"
#include "command.h"
#include "../hist.h"
#include "variable.h"

/* Longest command that makes a trigger on another event. */
#define COMMAND_MAX	256

/* One more variable of an entry; -1 when there are too many. */
static int new_slot(struct hist_interevent *inter)
{
	return inter->nr_slots < HIST_VARS_MAX ? inter->nr_slots++ : -1;
}

/* Where a text or stack lies that a hit hands on: see hist_param(). */
static unsigned int op_room(const struct hist_op *op)
{
	unsigned int words;

	switch (op->code) {
	case HIST_OP_CHARS:
		/* A word that ends it, unless the text is cut. */
		words = DIV_ROUND_UP(op->size, sizeof(u64)) + 1;
		return min_t(unsigned int, words, HIST_TEXT_WORDS) * sizeof(u64);
	case HIST_OP_STRING:
	case HIST_OP_REL_STRING:
	case HIST_OP_POINTER_STRING:
		return HIST_STRING_WORDS * sizeof(u64);
	case HIST_OP_STACK:
	case HIST_OP_DYN_STACK:
		return HIST_STACK_WORDS * sizeof(u64);
	default:
		return 0;
	}
}

/* Does the event at hand have this name? No name means it. */
static bool names_own(const struct hist_parser *p, const char *system,
		      const char *event)
{
	const struct event *own = p->file->event;

	return !system || (!strcmp(system, own->header->system) &&
			   !strcmp(event, own->name));
}

/* May a value become field @i of a synthetic event? */
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
	/* Natively a text is an address here. */
	if (!!(f->flags & HIST_STRING) != field->is_string)
		return false;
	return field->is_stack || !strcmp(field->type, f->type) ||
	       (field->size == f->size &&
		(field->is_string || field->is_signed == f->is_signed));
}

static void own_op(struct hist_op *op, const struct hist_plan *plan,
		   const struct hist_field *var)
{
	memset(op, 0, sizeof(*op));
	if (var->text == HIST_NO_TEXT) {
		op->code = HIST_OP_OWN_VAR;
		op->offset = var - plan->vars;
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

/* $VARIABLE of the event at hand, of the matching one, or of any. */
static int bind_variable(struct hist_parser *p, struct hist_action *action,
			 struct hist_field *f, struct hist_op *op,
			 const char *system, const char *event,
			 const char *name)
{
	const struct hist_field *var = NULL;
	struct hist *hist;

	if (names_own(p, system, event))
		var = hist_var_of(p->plan, name);
	if (var) {
		own_op(op, p->plan, var);
		*f = *var;
		return 0;
	}
	if (!system && action->handler == HIST_ONMATCH) {
		system = action->system;
		event = action->match;
	}
	var = hist_var_find(p, system, event, name, &hist);
	if (!var)
		return hist_refuse(p, HIST_ERROR_PARAM_NOT_FOUND, name);
	*f = *var;
	return refer_op(p, op, hist, var);
}

/* A field of the event at hand. */
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

/* Are the keys of a trigger those of the plan, as natively the types say? */
static bool same_keys(const struct hist_plan *a, const struct hist_plan *b)
{
	unsigned int i;

	if (a->nr_keys != b->nr_keys)
		return false;
	for (i = 0; i < a->nr_keys; i++) {
		const struct hist_field *f = &a->fields[a->nr_vals + i];
		const struct hist_field *g = &b->fields[b->nr_vals + i];

		if (strcmp(f->type, g->type) || f->size != g->size ||
		    f->is_signed != g->is_signed)
			return false;
	}
	return true;
}

static struct trigger *find_same_keys(const struct hist_plan *plan,
				      struct event_file *file)
{
	struct trigger *trigger;
	unsigned int i;

	for (i = 0; (trigger = trigger_at(file, i)); i++)
		if (trigger->command == &hist_command &&
		    same_keys(plan, &to_hist_trigger(trigger)->hist->plan))
			return trigger;
	return NULL;
}

/* keys=KEYS:synthetic_FIELD=FIELD, and the filter of @like. */
static char *field_var_command(struct trigger *like, const char *field)
{
	const struct hist_plan *plan = &to_hist_trigger(like)->hist->plan;
	char *command = kmalloc(COMMAND_MAX, GFP_KERNEL);
	unsigned int i;
	int len;

	if (!command)
		return ERR_PTR(-ENOMEM);
	len = scnprintf(command, COMMAND_MAX, "keys=");
	for (i = 0; i < plan->nr_keys; i++) {
		const struct hist_field *f = &plan->fields[plan->nr_vals + i];

		if (i)
			len += scnprintf(command + len, COMMAND_MAX - len, ",");
		if (f->flags & HIST_CONST)
			len += scnprintf(command + len, COMMAND_MAX - len,
					 "%llu", f->constant);
		else
			len += scnprintf(command + len, COMMAND_MAX - len, "%s",
					 *f->name ? f->name : "stacktrace");
	}
	len += scnprintf(command + len, COMMAND_MAX - len, ":synthetic_%s=%s",
			 field, field);
	if (like->filter)
		len += scnprintf(command + len, COMMAND_MAX - len, " if %s",
				 like->filter->text);
	if (len < COMMAND_MAX - 1)
		return command;
	kfree(command);
	return ERR_PTR(-E2BIG);
}

/* Makes the trigger that has a field of another event in a variable. */
static int make_field_var(struct hist_parser *p, struct event_file *file,
			  const char *field)
{
	struct trigger *like = find_same_keys(p->plan, file);
	char *command;
	int ret;

	if (!like)
		return hist_refuse(p, HIST_ERROR_NO_MATCHING_HIST, field);
	command = field_var_command(like, field);
	if (IS_ERR(command))
		return PTR_ERR(command);
	ret = hist_command_run(file, command, false, p->report);
	if (ret)
		hist_report(p->report, HIST_ERROR_FIELD_HIST, field);
	kfree(command);
	return ret;
}

static void keep_field_var(struct hist_interevent *inter,
			   struct event_file *file, struct hist *hist)
{
	struct hist_field_var *var = &inter->field_vars[inter->nr_field_vars++];

	var->file = file;
	event_file_get(file);
	var->hist = hist;
	hist_get(hist);
}

/* A field of another event, which takes a trigger on that event. */
static int bind_other_field(struct hist_parser *p, struct hist_field *f,
			    struct hist_op *op, const char *system,
			    const char *event, const char *field)
{
	const struct hist_field *var;
	struct event_file *file;
	char name[HIST_NAME_MAX];
	struct hist *hist;
	int ret;

	if (p->interevent->nr_field_vars == HIST_PARAMS_MAX)
		return hist_refuse(p, HIST_ERROR_TOO_MANY_FIELD_VARS, field);
	file = hist_find_file(p->file, system, event);
	if (!file)
		return hist_refuse(p, HIST_ERROR_EVENT_FILE, field);
	if (snprintf(name, sizeof(name), "synthetic_%s", field) >= sizeof(name))
		return -E2BIG;
	var = hist_var_find(p, system, event, name, &hist);
	if (!var) {
		ret = make_field_var(p, file, field);
		if (ret)
			return ret;
		var = hist_var_find(p, system, event, name, &hist);
		if (!var)
			return hist_refuse(p, HIST_ERROR_SYNTH_VAR, field);
		keep_field_var(p->interevent, file, hist);
	}
	*f = *var;
	return refer_op(p, op, hist, var);
}

static int bind_field(struct hist_parser *p, struct hist_action *action,
		      struct hist_field *f, struct hist_op *op,
		      const char *system, const char *event, const char *name)
{
	if (names_own(p, system, event) && !bind_own_field(p, f, op, name)) {
		/* Natively its sign is forgotten on the way. */
		f->is_signed = false;
		return 0;
	}
	if (!system && action->handler == HIST_ONMATCH) {
		system = action->system;
		event = action->match;
	}
	if (!event || bind_other_field(p, f, op, system, event, name))
		return -EINVAL;
	return 0;
}

/* [SYSTEM.EVENT.]FIELD or [SYSTEM.EVENT.]$VARIABLE */
static int bind_param(struct hist_parser *p, struct hist_action *action,
		      unsigned int i)
{
	struct hist_op *op = &action->ops[i];
	char *copy, *name, *system, *event = NULL;
	struct hist_field *f;
	int ret = -ENOMEM;

	copy = kstrdup(action->params[i], GFP_KERNEL);
	f = kzalloc(sizeof(*f), GFP_KERNEL);
	if (!copy || !f)
		goto out;
	name = copy;
	system = strsep(&name, ".");
	if (name) {
		event = strsep(&name, ".");
	} else {
		name = system;
		system = NULL;
	}

	ret = -EINVAL;
	if (!name)
		goto out;
	if (name[0] == '$')
		ret = bind_variable(p, action, f, op, system, event, name + 1);
	else
		ret = bind_field(p, action, f, op, system, event, name);
	if (!ret && !fits_field(action->synth, i, f))
		ret = hist_refuse(p, HIST_ERROR_SYNTH_TYPE, name);
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

	action->synth = synth_event_get(NULL, name);
	if (!action->synth)
		return hist_refuse(p, HIST_ERROR_SYNTH_EVENT, name);
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
		}
		inter->nr_saves++;
	}
	kfree(f);
	return ret;
}

/* The ring for snapshots has one condition at a time. */
static int bind_snapshot(struct hist_parser *p, struct hist_action *action)
{
	struct instance *instance = p->file->instance;
	const struct hist_action *first = hist_snapshot_action(p->interevent);

	if (action != first ||
	    (instance->condition && instance->condition != p->named))
		return -EBUSY;
	return instance_alloc_snapshot(instance);
}

/* onmax($VARIABLE) and onchange($VARIABLE) */
static int bind_tracked(struct hist_parser *p, struct hist_action *action)
{
	const struct hist_field *var;
	int slot;

	if (action->var[0] != '$')
		return hist_refuse(p, HIST_ERROR_TRACKED_NO_VAR, action->var);
	var = hist_var_of(p->plan, action->var + 1);
	if (!var)
		return hist_refuse(p, HIST_ERROR_TRACKED_NOT_FOUND,
				   action->var + 1);
	slot = new_slot(p->interevent);
	/* Natively a text is an address here. */
	if (slot < 0 || var->text != HIST_NO_TEXT) {
		hist_report(p->report, HIST_ERROR_TRACKED_CREATE, NULL);
		return -EINVAL;
	}
	action->tracked = var - p->plan->vars;
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
	default:
		return bind_snapshot(p, action);
	}
}

/* Bytes for texts that a hit hands on to a synthetic event. */
static unsigned int place_texts(struct hist_action *action)
{
	unsigned int i, size, room = 0;

	for (i = 0; i < action->nr_params; i++) {
		size = op_room(&action->ops[i]);
		if (size)
			action->ops[i].number = room;
		room += size;
	}
	return room;
}

/* A stack is collected in more words than a variable keeps. */
static unsigned int stack_room(const struct hist_var_assign *set,
			       unsigned int nr)
{
	for (; nr--; set++)
		if (set->op.code == HIST_OP_STACK)
			return HIST_STACK_WORDS * sizeof(u64);
	return 0;
}

/* Bytes that a hit needs for a while, see hit_in_room(). */
static unsigned int count_room(const struct hist_plan *plan)
{
	struct hist_interevent *inter = plan->interevent;
	unsigned int i, texts;

	texts = max(stack_room(inter->var_assigns, inter->nr_var_assigns),
		    stack_room(inter->saves, inter->nr_saves));
	for (i = 0; i < inter->nr_actions; i++) {
		struct hist_action *action = inter->actions[i];

		if (action->kind != HIST_ACTION_TRACE)
			continue;
		texts = max(texts, place_texts(action));
	}
	if (plan->key_words > HIST_SHORT_KEY_WORDS)
		texts += plan->key_words * sizeof(u64);
	return texts;
}

/*
 * Do hits find in an entry what they want there? Entries are as the first trigger
 * of a name wants them, and what save() names may be a number of one event and a
 * text of another.
 */
static bool fits_entries(const struct hist_interevent *inter,
			 const struct hist_interevent *named)
{
	unsigned int i;

	if (!named)
		return !inter->nr_slots;
	if (inter->nr_slots != named->nr_slots ||
	    inter->nr_texts != named->nr_texts ||
	    inter->nr_saves != named->nr_saves)
		return false;
	for (i = 0; i < inter->nr_saves; i++)
		if (inter->saves[i].slot != named->saves[i].slot ||
		    inter->saves[i].text != named->saves[i].text ||
		    inter->saves[i].stack != named->saves[i].stack)
			return false;
	return true;
}

int hist_actions_bind(struct hist_plan *plan, struct event_file *file,
		      const struct hist *named, struct hist_report *report)
{
	struct hist_parser p = {
		.plan = plan,
		.interevent = plan->interevent,
		.file = file,
		.named = named,
		.report = report,
	};
	unsigned int i, room;
	int ret;

	for (i = 0; i < p.interevent->nr_actions; i++) {
		ret = bind_action(&p, p.interevent->actions[i]);
		if (ret)
			return ret;
	}
	if (named && !fits_entries(p.interevent, named->plan.interevent))
		return hist_refuse(&p, HIST_ERROR_NAMED_MISMATCH, named->name);
	hist_var_bind(plan);
	room = count_room(plan);
	if (room > RECORD_SIZE_MAX)
		return hist_refuse(&p, HIST_ERROR_TOO_MANY_FIELD_VARS, NULL);
	p.interevent->room = room;
	p.interevent->assign_bits = BIT_ULL(p.interevent->nr_var_assigns) - 1;
	if (!room && plan->key_layout == HIST_KEY_NUMBER)
		plan->hit_form = HIST_HIT_INTEREVENT_NUMBER;
	return 0;
}
