// SPDX-License-Identifier: GPL-2.0
/* Resources that triggers need, see resources.h. */
#include "../../compat/probe.h"
#include "../../event/event_file.h"
#include "../../event/registry.h"
#include "../../instance/instance.h"
#include "../../record/cgroups.h"
#include "../../record/user_frames.h"
#include "../object/hist.h"
#include "../object/interevent.h"
#include "../read/frames.h"
#include "forget.h"
#include "interevent.h"
#include "resources.h"

static bool needs_walks(const struct hist_op *op, unsigned int nr)
{
	for (; nr--; op++)
		if (op->code == HIST_OP_USER_STACK)
			return true;
	return false;
}

static bool assigns_walk(const struct hist_var_assign *set, unsigned int nr)
{
	for (; nr--; set++)
		if (set->user || needs_walks(&set->op, 1))
			return true;
	return false;
}

/* Do hits with an interevent walk user stacks, or save user stacks of other events? */
static bool inter_walks(const struct hist_interevent *inter)
{
	unsigned int i;

	for (i = 0; i < inter->nr_actions; i++)
		if (inter->actions[i]->ops &&
		    needs_walks(inter->actions[i]->ops,
				inter->actions[i]->nr_params))
			return true;
	return assigns_walk(inter->var_assigns, inter->nr_var_assigns) ||
	       assigns_walk(inter->saves, inter->nr_saves);
}

/* Does a field contain user stacks, even if hits of another event saved them? */
static bool has_frames(const struct hist_field *f)
{
	return f->flags & HIST_STACKTRACE && f->flags & HIST_USER;
}

u8 hist_needs_of(const struct hist_spec *spec)
{
	const struct hist_program *program = &spec->program;
	const struct hist_field *key = &spec->fields[program->nr_vals];
	unsigned int i;
	u8 needs = 0;

	for (i = 0; i < program->nr_keys; i++) {
		if (has_frames(&key[i]))
			needs |= HIST_NEEDS_FRAMES;
		if (key[i].style == HIST_DISPLAY_PATH)
			needs |= HIST_NEEDS_CGROUPS;
	}
	for (i = 0; i < spec->nr_vars; i++)
		if (has_frames(&spec->vars[i]))
			needs |= HIST_NEEDS_FRAMES;
	if (needs_walks(program->ops_keys, program->nr_keys) ||
	    (program->interevent && inter_walks(program->interevent)))
		needs |= HIST_NEEDS_FRAMES;
	return needs;
}

int hist_needs_keep(u8 needs)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	if (needs & HIST_NEEDS_CGROUPS) {
		ret = cgroups_remember();
		if (ret)
			return ret;
	}
	if (!(needs & HIST_NEEDS_FRAMES))
		return 0;
	ret = user_frames_want(hist_frames_mark);
	if (ret)
		hist_needs_drop(needs & ~HIST_NEEDS_FRAMES);
	return ret;
}

/*
 * A trigger with snapshot() makes its histogram the only one that decides when the instance
 * takes snapshots.
 */
static void take_condition(const struct hist_trigger *trigger)
{
	if (hist_snapshot_action(trigger->program.interevent))
		trigger->trigger.file->instance->condition = trigger->hist;
}

/* Drops the condition, unless another trigger of the instance feeds the histogram. */
static void drop_condition(const struct hist_trigger *trigger)
{
	struct instance *instance = trigger->trigger.file->instance;
	const struct hist_trigger *other;

	if (instance->condition != trigger->hist)
		return;
	list_for_each_entry(other, &trigger->hist->triggers, in_hist)
		if (other != trigger && other->trigger.file->instance == instance)
			return;
	instance->condition = NULL;
}

int hist_needs_take(struct hist_trigger *trigger, const struct hist_spec *spec)
{
	struct hist_interevent *inter = trigger->program.interevent;
	const u8 needs = hist_needs_of(spec);
	int ret;

	ret = hist_needs_keep(needs);
	if (ret)
		goto err_release;
	ret = hist_forget_prepare(inter);
	if (ret)
		goto err_drop;
	trigger->needs = needs;
	/*
	 * Hits set a variable differently if triggers unset it by reading it.
	 * So wait for hits that began before nr_read_once counted this trigger.
	 */
	if (hist_interevent_take(inter, trigger->hist))
		hits_synchronize();
	take_condition(trigger);
	return 0;

err_drop:
	hist_needs_drop(needs);
err_release:
	hist_interevent_release(inter);
	return ret;
}

void hist_needs_give(struct hist_trigger *trigger)
{
	lockdep_assert_held(&event_mutex);
	drop_condition(trigger);
	hist_interevent_release(trigger->program.interevent);
	hist_needs_drop(trigger->needs);
	trigger->needs = 0;
}

static bool saves_fit(const struct hist_interevent *inter,
		      const struct hist_interevent *first)
{
	unsigned int i;

	if (inter->nr_saves != first->nr_saves)
		return false;
	for (i = 0; i < inter->nr_saves; i++)
		if (inter->saves[i].slot != first->saves[i].slot ||
		    inter->saves[i].text != first->saves[i].text ||
		    inter->saves[i].stack != first->saves[i].stack ||
		    inter->saves[i].user != first->saves[i].user)
			return false;
	return true;
}

/*
 * Do both interevents store their variables in the same way? save() may store a
 * number of one event and a string of another.
 */
static bool vars_fit(const struct hist_interevent *inter,
		     const struct hist_interevent *first)
{
	unsigned int i;

	if (!inter)
		return !first || !first->nr_slots;
	if (!first)
		return !inter->nr_slots;
	if (inter->nr_slots != first->nr_slots ||
	    inter->nr_texts != first->nr_texts ||
	    inter->nr_var_assigns != first->nr_var_assigns)
		return false;
	for (i = 0; i < inter->nr_var_assigns; i++)
		if (inter->var_assigns[i].text != first->var_assigns[i].text)
			return false;
	return saves_fit(inter, first);
}

static bool stats_fit(const struct hist_spec *spec, const struct hist_spec *first)
{
	const struct hist_stats *stats = hist_stats_of(spec);
	const struct hist_stats *other = hist_stats_of(first);

	if (!stats || !other)
		return !stats && !other;
	return stats->nr_sums == other->nr_sums &&
	       stats->nr_sketches == other->nr_sketches;
}

bool hist_needs_fit(const struct hist_spec *spec, const struct hist *hist)
{
	const struct hist_spec *first = &hist->spec;

	return vars_fit(spec->program.interevent, first->program.interevent) &&
	       stats_fit(spec, first) &&
	       spec->program.key_words == first->program.key_words &&
	       spec->wants_comm == first->wants_comm;
}
