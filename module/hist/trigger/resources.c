// SPDX-License-Identifier: GPL-2.0
/* Resources that triggers need, see resources.h. */
#include "../../compat/probe.h"
#include "../../event/event_file.h"
#include "../../event/registry.h"
#include "../../instance/instance.h"
#include "../../record/cgroups.h"
#include "../../record/user_frames.h"
#include "../../synth/synth.h"
#include "../object/hist.h"
#include "../read/names.h"
#include "hist_trigger.h"
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

u8 hist_needs_of(const struct hist_spec *spec)
{
	const struct hist_program *program = &spec->program;
	const struct hist_field *key = hist_key_field(spec, 0);
	unsigned int i;
	u8 needs = 0;

	for (i = 0; i < program->nr_keys; i++) {
		if (hist_field_has_frames(&key[i]))
			needs |= HIST_NEEDS_FRAMES;
		if (key[i].style == HIST_DISPLAY_PATH)
			needs |= HIST_NEEDS_CGROUPS;
	}
	for (i = 0; i < spec->nr_vars; i++)
		if (hist_field_has_frames(&spec->vars[i]))
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
 * Gets references to the histograms that hits of a complete trigger read or forget in; users
 * cannot remove the triggers of these histograms from now on. @own is the histogram that the
 * trigger feeds. Returns true if @inter is the first that unsets variables of a histogram by
 * reading them. Hits that began before may set these variables without @once of
 * hist_mark_set().
 */
static bool take_refs(struct hist_interevent *inter, const struct hist *own)
{
	bool first = false;
	unsigned int i;

	if (!inter)
		return false;
	inter->hist = own;
	for (i = 0; i < inter->nr_var_refs; i++) {
		struct hist *hist = inter->var_refs[i].hist;

		hist_get(hist);
		if (hist != own)
			hist->nr_var_refs++;
		if (inter->var_refs[i].read_once) {
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
		if (inter->var_refs[i].read_once)
			WRITE_ONCE(hist->nr_read_once, hist->nr_read_once - 1);
		hist_put(hist);
	}
	inter->nr_var_refs = 0;
}

/* Removes the trigger that feeds @hist, unless other triggers read its variables. */
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
		event_file_drop(var->file);
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

bool hist_forget_pins(const struct hist_trigger *trigger)
{
	const struct hist_interevent *inter = trigger->program.interevent;
	unsigned int i;

	if (hist_has_chains(trigger->hist))
		return true;
	if (!inter)
		return false;
	for (i = 0; i < inter->nr_var_refs; i++)
		if (hist_has_chains(inter->var_refs[i].hist))
			return true;
	return inter->nr_forgets;
}

/* Sets the form of all triggers whose hits now have to pin entries. */
static void set_forms(void)
{
	struct hist_trigger *trigger;
	struct hist *hist;

	list_for_each_entry(hist, &hist_list, in_list)
		list_for_each_entry(trigger, &hist->triggers, in_hist)
			if (hist_forget_pins(trigger))
				hist_trigger_set_pinned(trigger);
}

static int forget_prepare(struct hist *hist)
{
	int ret;

	if (hist_has_chains(hist))
		return 0;
	ret = hist_add_chains(hist);
	if (ret)
		return ret;
	set_forms();
	/* After this, no hit inserts keys in the tables. */
	hits_synchronize();
	hist_use_chains(hist);
	/* After this, no hit searches the tables. */
	hits_synchronize();
	hist_end_tables(hist);
	return 0;
}

/* Prepares the histograms whose entries a trigger forgets. Returns 0 or -ENOMEM. */
static int prepare_forgets(const struct hist_interevent *inter)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; inter && !ret && i < inter->nr_forgets; i++)
		ret = forget_prepare(inter->forgets[i].hist);
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

/* Undoes take_condition(), unless another trigger of the instance feeds the histogram. */
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
	ret = prepare_forgets(inter);
	if (ret)
		goto err_drop;
	trigger->needs = needs;
	/*
	 * If triggers unset a variable by reading it, hits that set it increment a
	 * count, see hist_mark_set(). Wait for hits that began before nr_read_once
	 * counted this trigger, because they do not.
	 */
	if (take_refs(inter, trigger->hist))
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
