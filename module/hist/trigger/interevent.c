// SPDX-License-Identifier: GPL-2.0
/* The references and scratch memory of interevents, see interevent.h. */
#include <linux/kernel.h>

#include "../../event/record.h"
#include "../../event/registry.h"
#include "../../synth/synth.h"
#include "../interevent.h"
#include "../object/hist.h"
#include "../parse/parser.h"
#include "../parse/variable.h"
#include "interevent.h"
#include "variant.h"

bool hist_interevent_take(struct hist_interevent *inter, const struct hist *own)
{
	bool first = false;
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	if (!inter)
		return false;
	inter->hist = own;
	for (i = 0; i < inter->nr_var_refs; i++) {
		struct hist *hist = inter->var_refs[i].hist;

		hist_get(hist);
		if (hist != own)
			hist->nr_var_refs++;
		if (inter->var_refs[i].consumed_on_read) {
			first |= !hist->nr_read_once;
			WRITE_ONCE(hist->nr_read_once, hist->nr_read_once + 1);
		}
	}
	for (i = 0; i < inter->nr_forgets; i++) {
		hist_get(inter->forgets[i].hist);
		inter->forgets[i].hist->nr_forgets++;
	}
	return first;
}

static void release_forgets(struct hist_interevent *inter)
{
	unsigned int i;

	for (i = 0; inter->hist && i < inter->nr_forgets; i++) {
		inter->forgets[i].hist->nr_forgets--;
		hist_put(inter->forgets[i].hist);
	}
	inter->nr_forgets = 0;
}

static void release_refs(struct hist_interevent *inter)
{
	unsigned int i;

	for (i = 0; i < inter->nr_var_refs; i++) {
		struct hist *hist = inter->var_refs[i].hist;

		inter->var_refs[i].hist = NULL;
		if (!inter->hist)
			continue;
		if (hist != inter->hist)
			hist->nr_var_refs--;
		if (inter->var_refs[i].consumed_on_read)
			WRITE_ONCE(hist->nr_read_once, hist->nr_read_once - 1);
		hist_put(hist);
	}
	inter->nr_var_refs = 0;
}

/* Removes the trigger that feeds @hist, unless others use the histogram's variables. */
static void remove_feeder(struct event_file *file, struct hist *hist)
{
	struct trigger *trigger;
	unsigned int i;

	for_each_trigger(trigger, i, file)
		if (trigger_hist(trigger) == hist)
			break;
	if (trigger && !hist->nr_var_refs)
		trigger_remove(trigger);
}

static void remove_field_vars(struct hist_interevent *inter)
{
	while (inter->nr_field_vars) {
		struct hist_field_var *var =
			&inter->field_vars[--inter->nr_field_vars];

		remove_feeder(var->file, var->hist);
		hist_put(var->hist);
		event_file_put(var->file);
	}
}

void hist_interevent_release(struct hist_interevent *inter)
{
	unsigned int i;

	if (!inter)
		return;
	lockdep_assert_held(&event_mutex);
	release_forgets(inter);
	release_refs(inter);
	for (i = 0; i < inter->nr_actions; i++) {
		struct hist_action *action = inter->actions[i];

		if (action->synth)
			synth_event_put_for_trigger(action->synth);
		action->synth = NULL;
	}
	remove_field_vars(inter);
}

/* Returns the bytes of scratch memory that hist_param_address() needs for a parameter. */
static unsigned int op_room(const struct hist_op *op)
{
	unsigned int words;

	switch (op->code) {
	case HIST_OP_CHARS:
		/* One more word for the NUL; long strings are truncated. */
		words = DIV_ROUND_UP(op->size, sizeof(u64)) + 1;
		return min_t(unsigned int, words, HIST_TEXT_WORDS) * sizeof(u64);
	case HIST_OP_STRING:
	case HIST_OP_REL_STRING:
	case HIST_OP_POINTER_STRING:
		return HIST_STRING_WORDS * sizeof(u64);
	case HIST_OP_STACK:
	case HIST_OP_DYN_STACK:
	case HIST_OP_USER_STACK:
		return HIST_STACK_WORDS * sizeof(u64);
	default:
		return 0;
	}
}

/* Places an action's parameters in scratch memory. Returns their size in bytes. */
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

/*
 * A hit collects a stack in scratch memory, since a variable is too small for that.
 * Returns the bytes, 0 if there is no stack.
 */
static unsigned int stack_room(const struct hist_var_assign *set,
			       unsigned int nr)
{
	for (; nr--; set++)
		if (set->op.code == HIST_OP_STACK)
			return HIST_STACK_WORDS * sizeof(u64);
	return 0;
}

/*
 * Returns the bytes of scratch memory that a hit needs. Assignments and actions run
 * one after another, so the largest counts; a long key needs more.
 */
static unsigned int count_room(const struct hist_spec *spec)
{
	struct hist_interevent *inter = spec->program.interevent;
	unsigned int i, texts;

	texts = max(stack_room(inter->var_assigns, inter->nr_var_assigns),
		    stack_room(inter->saves, inter->nr_saves));
	for (i = 0; i < inter->nr_actions; i++) {
		struct hist_action *action = inter->actions[i];

		if (action->kind != HIST_ACTION_TRACE)
			continue;
		texts = max(texts, place_texts(action));
	}
	if (spec->program.key_words > HIST_SHORT_KEY_WORDS)
		texts += spec->program.key_words * sizeof(u64);
	return texts;
}

int hist_interevent_layout(struct hist_spec *spec, struct hist_report *report)
{
	struct hist_interevent *inter = spec->program.interevent;
	unsigned int room;

	hist_var_bind(spec);
	room = count_room(spec);
	if (room > RECORD_SIZE_MAX) {
		hist_report(report, HIST_ERROR_TOO_MANY_FIELD_VARS, NULL);
		return -EINVAL;
	}
	inter->room = room;
	inter->assign_bits = BIT_ULL(inter->nr_var_assigns) - 1;
	if (hist_is_number_hit(&spec->program))
		spec->program.hit_form = HIST_HIT_INTEREVENT_NUMBER;
	return 0;
}
