/* SPDX-License-Identifier: GPL-2.0 */
/* How hits run actions. See operand.h for which files include this. */
#ifndef HISTRIG_HOT_ACTION_H
#define HISTRIG_HOT_ACTION_H

#include "operand.h"

/* hist_generate_long() - generate a synthetic event that is not short; see struct synth_event */
void hist_generate_long(struct hist_hit *hit, const struct hist_action *action);

/*
 * hist_act_beyond() - run an onmax() or onchange() action
 *
 * @value is beyond the value that the action tracks in the entry.
 */
void hist_act_beyond(struct hist_hit *hit, const struct hist_action *action,
		     struct hist_entry_vars *vars, u64 value);

static __always_inline u64 action_load_param(struct hist_hit *hit,
					     const struct hist_op *op)
{
	if (likely(hist_op_is_plain(op)))
		return hist_load_number(op, hit->record);
	if (likely(op->code == HIST_OP_OWN_VAR))
		return hit->own_vars[op->offset];
	if (hist_op_is_word(op))
		return operand_load_value(hit, op);
	return hist_param_address(hit, op);
}

/*
 * A short event has only a few fields, all of them numbers, so its record is
 * built on the stack.
 */
static __always_inline void action_generate(struct hist_hit *hit,
					    const struct hist_action *action)
{
	const struct synth_event *synth = action->synth;
	const struct hist_op *op = action->ops;
	u64 *record = hit->record_buf;
	u64 *to = record + SYNTH_HEAD_WORDS;
	unsigned long i, nr = synth->short_nr;

	if (!synth_event_wanted(synth))
		return;
	if (unlikely(!nr)) {
		hist_generate_long(hit, action);
		return;
	}
	synth_head_clear(record);
	for (i = 0; i < nr; i++, op++)
		to[i] = synth_event_word(synth, i, action_load_param(hit, op));
	synth_event_hit_record(synth, record);
}

static __always_inline bool handler_fires(const struct hist_action *action,
					  u64 value, u64 before)
{
	return action->handler == HIST_ONMAX ? value > before : value != before;
}

static __always_inline void run_actions(struct hist_hit *hit,
					const struct hist_interevent *inter,
					struct hist_entry_vars *vars,
					bool number)
{
	unsigned int i;

	for (i = 0; i < inter->nr_hit_actions; i++) {
		const struct hist_action *action = inter->actions[i];
		u64 value, before;

		if (action->handler == HIST_ONMATCH) {
			action_generate(hit, action);
			continue;
		}
		value = hit->own_vars[action->tracked];
		before = READ_ONCE(vars->values[action->slot]);
		if (handler_fires(action, value, before))
			hist_act_beyond(whole_key(hit, number), action, vars,
					value);
	}
}

#endif /* HISTRIG_HOT_ACTION_H */
