// SPDX-License-Identifier: GPL-2.0
/* Runs the actions that hit.h does not run inline. */
#include <linux/string.h>

#include "../../compat/compiler.h"
#include "../../event/hot/scratch.h"
#include "../../instance/hot/state.h"
#include "../../instance/instance.h"
#include "hit.h"

void hist_generate_long(struct hist_hit *hit, const struct hist_action *action)
{
	unsigned int size = action->nr_params * sizeof(u64), i;
	u64 *params = scratch_alloc(size);

	if (!params) {
		hist_map_lose_action(hit->map);
		return;
	}
	for (i = 0; i < action->nr_params; i++)
		params[i] = action_load_param(hit, &action->ops[i]);
	synth_event_hit(action->synth, params);
	scratch_free(size);
}

/*
 * Stores @value in @tracked, the greatest (onmax) or last (onchange) value of
 * the entry. Returns false if another hit has stored a value since, and @value
 * is no longer greater or different.
 */
static bool action_take_value(const struct hist_action *action, u64 *tracked,
			      u64 value)
{
	u64 before = READ_ONCE(*tracked);

	while (handler_fires(action, value, before))
		if (try_cmpxchg(tracked, &before, value))
			return true;
	return false;
}

static void save_fields(struct hist_hit *hit, struct hist_entry_vars *vars)
{
	const struct hist_interevent *inter = hit_interevent(hit);
	unsigned int i;

	for (i = 0; i < inter->nr_saves; i++) {
		const struct hist_var_assign *save = &inter->saves[i];
		u64 value = 1;

		if (save->text == HIST_NO_TEXT)
			value = operand_load_value(hit, &save->op);
		else
			hist_put_text(hit,
				      hist_map_text(hit->map, hit->index,
						    save->text),
				      &save->op);
		/* For a stored string or stack, the variable is 1. */
		WRITE_ONCE(vars->values[save->slot], value);
	}
}

/*
 * Changes the tracked value and the fields of save() under one guard, so that
 * both are of the same hit. A hit that does not get the guard is already
 * counted, so only its action is lost.
 */
static void save_beyond(struct hist_hit *hit, const struct hist_action *action,
			struct hist_entry_vars *vars, u64 value)
{
	u64 *tracked = &vars->values[action->slot];

	if (!hist_guard_lock(&vars->guard)) {
		hist_map_lose_action(hit->map);
		return;
	}
	if (handler_fires(action, value, *tracked)) {
		WRITE_ONCE(*tracked, value);
		save_fields(hit, vars);
	}
	hist_guard_unlock(&vars->guard);
}

/*
 * Takes a snapshot and stores its cause in @track. Returns false if no snapshot can be
 * taken now. The caller holds @track->guard.
 */
static bool action_take_snapshot(struct hist_hit *hit, struct hist_track *track,
				 u64 value)
{
	if (!instance_take_snapshot(hit->trigger->trigger.file->instance))
		return false;
	WRITE_ONCE(track->value, value);
	memcpy(track->key, hit->key, hit->key_words * sizeof(u64));
	if (hit->map->comms)
		memcpy(track->comm, hit->map->comms[hit->index], TASK_COMM_LEN);
	track->taken = true;
	return true;
}

/*
 * Takes a snapshot if @value is greater than the value of the last snapshot
 * (onmax), or differs from it (onchange). Compares before it takes the guard, so
 * that a hit that would take no snapshot does not count a lost action.
 */
static void action_snapshot(struct hist_hit *hit,
			    const struct hist_action *action, u64 value)
{
	struct hist_track *track = hit->trigger->hist->track;

	if (!handler_fires(action, value, READ_ONCE(track->value)))
		return;
	if (!hist_guard_lock(&track->guard)) {
		hist_map_lose_action(hit->map);
		return;
	}
	/* Another hit may have stored its value since. */
	if (handler_fires(action, value, track->value) &&
	    !action_take_snapshot(hit, track, value))
		hist_map_lose_action(hit->map);
	hist_guard_unlock(&track->guard);
}

void hist_act_beyond(struct hist_hit *hit, const struct hist_action *action,
		     struct hist_entry_vars *vars, u64 value)
{
	if (action->kind == HIST_ACTION_SAVE)
		save_beyond(hit, action, vars, value);
	else if (!action_take_value(action, &vars->values[action->slot], value))
		return;
	else if (action->kind == HIST_ACTION_TRACE)
		action_generate(hit, action);
	else
		action_snapshot(hit, action, value);
}
