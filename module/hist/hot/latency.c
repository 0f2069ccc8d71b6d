// SPDX-License-Identifier: GPL-2.0
/*
 * Hits of the two triggers that together measure a latency:
 *
 *	hist:keys=KEY:VAR=common_timestamp
 *	hist:keys=KEY:LAT=common_timestamp-$VAR:onmatch(EVENT).SYNTH($LAT,...)
 *
 * KEY and all parameters of SYNTH are numbers, and there are no values.
 * hist_hit_variant() recognizes these triggers. interevent.c gives the same
 * results for them, but takes longer, because it can run any operation.
 *
 * If something is missing, for example because the entry is new, a hit starts
 * again in hist_hit_interevent_number(). It has changed nothing until then.
 */

#include "../../compat/compiler.h"
#include "../../synth/synth.h"
#include "../hist.h"
#include "../interevent.h"
#include "load.h"
#include "run.h"
#include "search.h"

struct place {
	local_t *sums;
	struct hist_entry_vars *vars;
};

/*
 * Finds the entry of @key. Returns false if the key has no entry, is stored as 0, or has no
 * sums on this CPU.
 */
static __always_inline bool latency_find_place(const struct hist_map *map,
					       u64 key, struct place *place)
{
	u64 stored = key ^ map->mix, slot = hist_map_slot(map, key);
	const struct hist_slot *found;
	u32 offset;

	if (unlikely(!stored) ||
	    unlikely(!hist_map_search_word(map, stored, &slot)))
		return false;
	found = &map->words[slot];
	/* Pairs with put_offset(): if the offset is set, so is the index. */
	offset = smp_load_acquire(&found->offset);
	place->sums = hist_sums_at(&map->sums, offset);
	if (unlikely(!place->sums))
		return false;
	place->vars = hist_map_vars(map, READ_ONCE(found->index));
	return true;
}

/* Sets the trigger's only variable. With @once, hits that read the variable unset it. */
static __always_inline void set_var(struct hist_entry_vars *vars, u64 value,
				    bool once)
{
	const u64 bit = BIT_ULL(0);

	if (once && unlikely(READ_ONCE(vars->set) & bit))
		hist_mark_unset(vars, bit);
	WRITE_ONCE(vars->values[0], value);
	hist_mark_set(vars, bit, once);
}

static __always_inline bool is_read_once(const struct hist_trigger *trigger)
{
	return READ_ONCE(trigger->hist->nr_read_once);
}

void hist_hit_stamp(struct hist_trigger *trigger, const void *record)
{
	const struct hist_program *program = &trigger->program;
	struct place place;
	u64 key, now;

	key = hist_load_int(program->ops_keys, record);
	if (unlikely(!latency_find_place(hist_map_now(trigger->hist), key,
					 &place))) {
		hist_hit_interevent_number(trigger, record);
		return;
	}
	local_inc(place.sums);
	now = hist_time_now(program);
	if (likely(is_read_once(trigger)))
		set_var(place.vars, now, true);
	else
		set_var(place.vars, now, false);
}

static __always_inline u64 latency_load_param(const struct hist_op *op,
					      const void *record, u64 latency)
{
	if (likely(op->code == HIST_OP_S32))
		return *(const s32 *)(record + op->offset);
	if (likely(op->code == HIST_OP_OWN_VAR))
		return latency;
	/* See hist_load_int(). */
	OPTIMIZER_HIDE_VAR(op);
	return hist_load_number(op, record);
}

static __always_inline void latency_generate(const struct hist_action *action,
					     const void *record, u64 latency)
{
	u64 buf[SYNTH_HEAD_WORDS + SYNTH_SHORT_MAX] __uninitialized;
	const struct synth_event *synth = action->synth;
	const struct hist_op *op = action->ops;
	unsigned long i = 0, nr = synth->short_nr;

	if (!synth_event_wanted(synth))
		return;
	synth_head_clear(buf);
	do {
		buf[SYNTH_HEAD_WORDS + i] =
			synth_event_word(synth, i, latency_load_param(op, record, latency));
		op++;
	} while (++i < nr);
	synth_event_hit_record(synth, buf);
}

void hist_hit_latency(struct hist_trigger *trigger, const void *record)
{
	const struct hist_program *program = &trigger->program;
	const struct hist_interevent *inter;
	struct hist_map *map;
	struct place place;
	u64 key, now, since;
	long index;

	map = hist_map_now(program->interevent->var_refs[0].hist);
	key = hist_load_int(program->ops_keys, record);
	index = hist_map_peek_word(map, key);
	if (index < 0)
		return;
	if (unlikely(!latency_find_place(hist_map_now(trigger->hist), key, &place))) {
		hist_hit_interevent_number(trigger, record);
		return;
	}
	/*
	 * is_latency() accepts only a reference that reads and unsets the other
	 * trigger's first variable: slot 0, true.
	 */
	if (!hist_read_var(hist_map_vars(map, index), 0, true, &since))
		return;
	local_inc(place.sums);
	/* Makes gcc keep the address instead of computing it again. */
	OPTIMIZER_HIDE_VAR(place.vars);
	now = histrig_clock_now();
	since = (likely(program->usecs) ? div_u64(now, NSEC_PER_USEC) : now) - since;
	if (unlikely(is_read_once(trigger)))
		set_var(place.vars, since, true);
	else
		set_var(place.vars, since, false);
	/* Loading the pointer again is cheaper than saving a register. */
	inter = READ_ONCE(program->interevent);
	latency_generate(inter->actions[0], record, since);
}
