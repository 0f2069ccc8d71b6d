// SPDX-License-Identifier: GPL-2.0
/*
 * Hits of triggers that do more than count, see ../interevent.h.
 *
 * A hit builds its key, reads the variables that it refers to from the entries
 * that have the same key, counts in its own entry, sets the variables there and
 * runs the actions. As in the kernel, a hit stops before it counts if a
 * variable that it reads is not set or if no entry has the key.
 *
 * This code runs in any context, NMI included, see run.c. All CPUs share the
 * variables. A number is one word, so a hit never reads half of it. If a CPU
 * reads a string while another CPU writes it, the reader may get a mixture of
 * the old and the new text, but the text always ends within its memory.
 */
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/sched/clock.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "../../compat/compiler.h"
#include "../../event/hot/scratch.h"
#include "../../filter/hot/run.h"
#include "../../instance/hot/state.h"
#include "../../instance/instance.h"
#include "../../ring/hot/clock.h"
#include "hit.h"
#include "load.h"
#include "run.h"
#include "search.h"
#include "stats.h"

/* Maximum operands of an expression: OPERATORS_MAX in expr.c, plus one. */
#define OPERANDS_MAX	4

/* Reads the clock once, so that all time stamps of a hit are equal. */
static __always_inline u64 hit_time(struct hist_hit *hit,
				    const struct hist_op *op)
{
	const struct hist_program *program = hit_program(hit);

	if (!hit->time) {
		/* Most triggers use the default clock, which is inlined. */
		if (likely(program->clock == histrig_clock_global)) {
			hit->time = histrig_clock_order(local_clock());
			if (program->usecs)
				hit->time = div_u64(hit->time, NSEC_PER_USEC);
		} else {
			hit->time = hist_load_rare(program, op);
		}
	}
	return hit->time;
}

static __always_inline u64 load_as_is(struct hist_hit *hit,
				      const struct hist_op *op)
{
	if (op->code <= HIST_OP_NUMBER_LAST)
		return hist_load_number(op, hit->record);
	if (op->code == HIST_OP_TIME)
		return hit_time(hit, op);
	if (op->code == HIST_OP_VAR_REF)
		return hit->var_refs[op->offset];
	if (op->code == HIST_OP_OWN_VAR)
		return hit->own_vars[op->offset];
	return hist_load_rare(hit_program(hit), op);
}

static __always_inline u64 load_operand(struct hist_hit *hit,
					const struct hist_op *op)
{
	u64 value;

	/* A reference cannot have a modifier, so its value is final. */
	if (op->code == HIST_OP_VAR_REF)
		return hit->var_refs[op->offset];
	value = load_as_is(hit, op);
	if (unlikely(op->modifier != HIST_MODIFIER_AS_IS))
		value = hist_modify(op, value);
	return value;
}

static u64 divide(u64 value, u64 divisor)
{
	if (!divisor)
		return -1;
	return div64_u64(value, divisor);
}

/* Applies a unary operator, or a division by a constant. */
static __always_inline u64 apply_one(const struct hist_op *op, u64 value)
{
	switch (op->code) {
	case HIST_OP_NEGATE:
		return -value;
	case HIST_OP_DIVIDE_SHIFT:
		return value >> op->number;
	case HIST_OP_DIVIDE_SMALL:
		return hist_divide_small(value, op->number);
	default:
		return div64_u64(value, op->number);
	}
}

static __always_inline u64 apply_two(const struct hist_op *op, u64 a, u64 b)
{
	if (likely(op->code == HIST_OP_MINUS))
		return a - b;
	if (op->code == HIST_OP_PLUS)
		return a + b;
	if (op->code == HIST_OP_TIMES)
		return a * b;
	return divide(a, b);
}

static noinline u64 run_code(struct hist_hit *hit,
			     const struct hist_op *op,
			     const struct hist_op *end)
{
	u64 values[OPERANDS_MAX] __uninitialized;
	unsigned int nr = 0;

	for (; op < end; op++) {
		if (hist_op_is_operand(op)) {
			values[nr++] = load_operand(hit, op);
		} else if (op->code < HIST_OP_PLUS || op->code > HIST_OP_DIVIDE) {
			values[nr - 1] = apply_one(op, values[nr - 1]);
		} else {
			nr--;
			values[nr - 1] = apply_two(op, values[nr - 1],
						   values[nr]);
		}
	}
	return values[0];
}

/* Tests first for two operands and an operator, the most common expression. */
static __always_inline u64 load_expr(struct hist_hit *hit,
				     const struct hist_interevent *inter,
				     const struct hist_op *expr)
{
	const struct hist_op *op = inter->code + expr->offset;
	u64 first;

	if (unlikely(!expr->number))
		return run_code(hit, op, op + expr->size);
	first = load_operand(hit, op);
	return apply_two(op + 2, first, load_operand(hit, op + 1));
}

static noinline u64 load_any_expr(struct hist_hit *hit,
				  const struct hist_op *expr)
{
	return load_expr(hit, hit_interevent(hit), expr);
}

static __always_inline u64 load_value(struct hist_hit *hit,
				      const struct hist_op *op)
{
	if (op->code == HIST_OP_EXPR)
		return load_any_expr(hit, op);
	return load_operand(hit, op);
}

/* Loads the new value of a variable, which cannot have .log2 or .buckets. */
static __always_inline u64 load_set(struct hist_hit *hit,
				    const struct hist_interevent *inter,
				    const struct hist_op *op)
{
	if (op->code == HIST_OP_EXPR)
		return load_expr(hit, inter, op);
	return load_as_is(hit, op);
}

static __always_inline u64 load_key_word(void *hit, const struct hist_op *op,
					 const void *record)
{
	return load_value(hit, op);
}

static noinline void build_key(struct hist_hit *hit)
{
	hit->key_words = hist_load_key(hit_program(hit), hit->key,
				       hit->trigger->trigger.file->event,
				       hit->record, load_key_word, hit);
}

/*
 * Reads a variable that is a number; returns false if it is not set. With
 * @once, only one hit may get the value, so cmpxchg() clears the variable's
 * bit. The cmpxchg() fails if another hit has set the variable since @value was
 * read, because mark_set() has then incremented the count above the bits.
 */
static __always_inline bool read_var(struct hist_entry_vars *vars,
				     unsigned long slot, bool once, u64 *value)
{
	u64 set = READ_ONCE(vars->set), seen;

	while (likely(set & BIT_ULL(slot))) {
		/* Pairs with the smp_wmb() of mark_set(). */
		smp_rmb();
		*value = READ_ONCE(vars->values[slot]);
		if (!once)
			return true;
		/* The bit is set, so subtracting it clears it. */
		seen = cmpxchg(&vars->set, set, set - BIT_ULL(slot));
		if (likely(seen == set))
			return true;
		set = seen;
	}
	return false;
}

/*
 * Sets up hit->key, which only rare paths need. If the key is one number, the
 * fast path does without hit->key.
 */
static __always_inline struct hist_hit *whole_key(struct hist_hit *hit,
						  bool number)
{
	if (number) {
		hit->key = hit->short_key;
		hit->key_words = 1;
	}
	return hit;
}

/* Reads all references; returns false if a variable is missing or not set. */
static __always_inline bool read_refs(struct hist_hit *hit,
				      const struct hist_interevent *inter,
				      u64 first_key, bool number)
{
	unsigned int i, nr = inter->nr_var_refs;
	struct hist_map *map;
	long index = -1;
	struct hist_entry_vars *vars;

	for (i = 0; i < nr; i++) {
		const struct hist_var_ref *ref = &inter->var_refs[i];
		unsigned long slot = ref->slot;

		map = hist_map_now(ref->hist);
		if (likely(ref->form == HIST_REF_NUMBER))
			index = hist_map_peek_word(map, first_key);
		else if (ref->form != HIST_REF_SAME)
			index = hist_find_entry(whole_key(hit, number), ref);
		if (index < 0)
			return false;
		vars = hist_map_vars(map, index);
		if (unlikely(ref->text != HIST_NO_TEXT)) {
			if (!(READ_ONCE(vars->set) & BIT_ULL(slot)))
				return false;
			hit->var_refs[i] = (unsigned long)
				hist_map_text(map, index, ref->text);
		} else if (!read_var(vars, slot, ref->read_once,
				     &hit->var_refs[i])) {
			return false;
		}
	}
	return true;
}

/*
 * Clears the bits before the hit rewrites the variables, so that a read-once
 * reader cannot take a half-written value for the old one.
 */
static noinline void mark_unset(struct hist_entry_vars *vars, u64 bits)
{
	u64 set = READ_ONCE(vars->set), seen;

	while (set & bits) {
		seen = cmpxchg(&vars->set, set, set & ~bits);
		if (seen == set)
			break;
		set = seen;
	}
}

/*
 * Sets the bits after the hit has written all variables. With @once, also
 * increments the count above the bits, so that the cmpxchg() of a read-once
 * reader in read_var() fails if the reader may hold an old value.
 */
static __always_inline void mark_set(struct hist_entry_vars *vars, u64 bits,
				     bool once)
{
	u64 set, seen;

	if (!once) {
		/* Pairs with the smp_rmb() of read_var(). */
		smp_wmb();
		atomic64_or(bits, (atomic64_t *)&vars->set);
		return;
	}
	set = READ_ONCE(vars->set);
	/* A full barrier; pairs with the smp_rmb() of read_var(). */
	while ((seen = cmpxchg(&vars->set, set,
			       (set | bits) + HIST_MAP_SET_STEP)) != set)
		set = seen;
}

/*
 * Sets the variables of an entry. The code indexes the words of the whole entry
 * instead of vars->values, because gcc needs fewer instructions for that.
 */
static __always_inline void set_vars(struct hist_hit *hit,
				     const struct hist_interevent *inter,
				     struct hist_entry_vars *vars)
{
	unsigned int i, nr = inter->nr_var_assigns;
	struct hist_map *map = hit->map;
	u64 *words = (u64 *)vars;
	bool once;

	if (!nr)
		return;
	once = READ_ONCE(hit->trigger->hist->nr_read_once);
	if (once && unlikely(READ_ONCE(vars->set) & inter->assign_bits))
		mark_unset(vars, inter->assign_bits);
	for (i = 0; i < nr; i++) {
		const struct hist_var_assign *set = &inter->var_assigns[i];

		if (unlikely(set->text != HIST_NO_TEXT)) {
			hist_put_text(hit, hist_map_text(map, hit->index,
							 set->text), &set->op);
			continue;
		}
		hit->own_vars[i] = load_set(hit, inter, &set->op);
		WRITE_ONCE(words[HIST_ENTRY_VARS_HEAD + i], hit->own_vars[i]);
	}
	mark_set(vars, inter->assign_bits, once);
}

static __always_inline u64 load_param(struct hist_hit *hit,
				      const struct hist_op *op)
{
	if (likely(hist_op_is_plain(op)))
		return hist_load_number(op, hit->record);
	if (likely(op->code == HIST_OP_OWN_VAR))
		return hit->own_vars[op->offset];
	if (hist_op_is_word(op))
		return load_value(hit, op);
	return hist_param_address(hit, op);
}

static noinline void generate_long(struct hist_hit *hit,
				   const struct hist_action *action)
{
	unsigned int size = action->nr_params * sizeof(u64), i;
	u64 *params = scratch_alloc(size);

	if (!params) {
		hist_map_lose_action(hit->map);
		return;
	}
	for (i = 0; i < action->nr_params; i++)
		params[i] = load_param(hit, &action->ops[i]);
	synth_event_hit(action->synth, params);
	scratch_free(size);
}

/*
 * Generates a synthetic event. If the event is short, which means that it has
 * only a few fields and all are numbers, builds its record here on the stack.
 */
static __always_inline void generate(struct hist_hit *hit,
				     const struct hist_action *action)
{
	const struct synth_event *synth = action->synth;
	const struct hist_op *op = action->ops;
	u64 *record = hit->record_room;
	u64 *to = record + SYNTH_HEAD_WORDS;
	unsigned long i, nr = synth->short_nr;

	if (!synth_event_wanted(synth))
		return;
	if (unlikely(!nr)) {
		generate_long(hit, action);
		return;
	}
	synth_head_clear(record);
	for (i = 0; i < nr; i++, op++)
		to[i] = synth_event_word(synth, i, load_param(hit, op));
	synth_event_hit_record(synth, record);
}

static __always_inline bool goes_beyond(const struct hist_action *action,
					u64 value, u64 before)
{
	return action->handler == HIST_ONMAX ? value > before : value != before;
}

/*
 * Stores @value if it is greater than the tracked value (onmax) or differs from
 * it (onchange). Otherwise returns false, for example because another hit has
 * stored a greater value since the caller compared.
 */
static bool take_value(const struct hist_action *action, u64 *tracked,
		       u64 value)
{
	u64 before = READ_ONCE(*tracked), seen;

	while (goes_beyond(action, value, before)) {
		seen = cmpxchg(tracked, before, value);
		if (seen == before)
			return true;
		before = seen;
	}
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
			value = load_value(hit, &save->op);
		else
			hist_put_text(hit,
				      hist_map_text(hit->map, hit->index,
						    save->text),
				      &save->op);
		/* For a string or stack, 1 says that save() has stored it. */
		WRITE_ONCE(vars->values[save->slot], value);
	}
}

/*
 * Changes the tracked value and the fields of save() together, under the
 * entry's guard. If a hit does not get the guard, only its action is lost. The
 * sums already contain the hit, so do not count the hit as dropped.
 */
static void save_beyond(struct hist_hit *hit, const struct hist_action *action,
			struct hist_entry_vars *vars, u64 value)
{
	u64 *tracked = &vars->values[action->slot];

	if (!hist_guard_lock(&vars->guard)) {
		hist_map_lose_action(hit->map);
		return;
	}
	if (goes_beyond(action, value, *tracked)) {
		WRITE_ONCE(*tracked, value);
		save_fields(hit, vars);
	}
	hist_guard_unlock(&vars->guard);
}

/*
 * Takes a snapshot if @value is greater than the value that triggered the last
 * snapshot (onmax) or differs from that value (onchange). All entries of the
 * histogram share that value.
 */
static void snapshot(struct hist_hit *hit, const struct hist_action *action,
		     u64 value)
{
	struct hist *hist = hit->trigger->hist;
	struct hist_track *track = hist->track;

	if (!hist_guard_lock(&track->guard)) {
		hist_map_lose_action(hit->map);
		return;
	}
	if (goes_beyond(action, value, track->value) &&
	    instance_take_snapshot(hit->trigger->trigger.file->instance)) {
		track->value = value;
		memcpy(track->key, hit->key, hit->key_words * sizeof(u64));
		if (hit->map->comms)
			memcpy(track->comm, hit->map->comms[hit->index],
			       TASK_COMM_LEN);
		track->taken = true;
	}
	hist_guard_unlock(&track->guard);
}

static noinline void act_beyond(struct hist_hit *hit,
				const struct hist_action *action,
				struct hist_entry_vars *vars, u64 value)
{
	if (action->kind == HIST_ACTION_SAVE)
		save_beyond(hit, action, vars, value);
	else if (!take_value(action, &vars->values[action->slot], value))
		return;
	else if (action->kind == HIST_ACTION_TRACE)
		generate(hit, action);
	else
		snapshot(hit, action, value);
}

static __always_inline void run_actions(struct hist_hit *hit,
					const struct hist_interevent *inter,
					struct hist_entry_vars *vars,
					bool number)
{
	unsigned int i;

	for (i = 0; i < inter->nr_actions; i++) {
		const struct hist_action *action = inter->actions[i];
		u64 value, before;

		if (action->handler == HIST_ONMATCH) {
			generate(hit, action);
			continue;
		}
		value = hit->own_vars[action->tracked];
		before = READ_ONCE(vars->values[action->slot]);
		if (goes_beyond(action, value, before))
			act_beyond(whole_key(hit, number), action, vars,
				   value);
	}
}

static noinline void add_stats(struct hist_hit *hit, local_t *own,
			       atomic64_t *shared)
{
	const struct hist_program *program = hit_program(hit);
	u64 values[HIST_VALS_MAX] __uninitialized;
	unsigned int i;

	for (i = 1; i < program->nr_vals; i++)
		values[i] = load_value(hit, &program->ops_vals[i - 1]);
	hist_stats_add(hit->map, &program->interevent->stats,
		       program->nr_vals, hit->index, own, shared, values);
}

/* Counts a hit in the sums that all CPUs share. */
static noinline void count_shared(struct hist_hit *hit, u64 offset)
{
	const struct hist_program *program = hit_program(hit);
	atomic64_t *sums = hist_sums_shared(&hit->map->sums, offset);
	unsigned int i;

	atomic64_inc(sums);
	if (program->interevent->stats.any) {
		add_stats(hit, NULL, sums);
		return;
	}
	for (i = 1; i < program->nr_vals; i++)
		atomic64_add(load_value(hit, &program->ops_vals[i - 1]),
			     sums + i);
}

static noinline void add_values(struct hist_hit *hit, local_t *sums)
{
	const struct hist_program *program = hit_program(hit);
	unsigned int i;

	if (program->interevent->stats.any) {
		add_stats(hit, sums, NULL);
		return;
	}
	for (i = 1; i < program->nr_vals; i++)
		local_add(load_value(hit, &program->ops_vals[i - 1]), sums + i);
}

/* Counts a hit in its entry, sets variables and runs actions. */
static __always_inline void count(struct hist_hit *hit,
				  const struct hist_interevent *inter,
				  bool number)
{
	struct hist_map *map = hit->map;
	struct hist_entry_vars *vars;
	local_t *sums;
	u64 offset;

	if (unlikely(hit->index < 0)) {
		hist_map_drop(map);
		return;
	}
	offset = hist_sums_offset(&map->sums, hit->index);
	sums = hist_sums_at(&map->sums, offset);
	if (likely(sums)) {
		local_inc(sums);
		if (unlikely(hit_program(hit)->nr_vals > 1))
			add_values(hit, sums);
	} else {
		count_shared(hit, offset);
	}
	vars = hist_map_vars(map, hit->index);
	set_vars(hit, inter, vars);
	run_actions(hit, inter, vars, number);
}

/*
 * Allocates scratch memory for texts and a long key, which would take too much
 * of the traced task's stack. If none is left, counts the hit as dropped and
 * returns false.
 */
static noinline bool take_room(struct hist_hit *hit)
{
	const struct hist_program *program = hit_program(hit);

	hit->texts = scratch_alloc(program->interevent->room);
	if (unlikely(!hit->texts)) {
		hist_map_drop(hit->map);
		return false;
	}
	if (program->key_words > HIST_SHORT_KEY_WORDS) {
		hit->key = hit->texts;
		hit->texts += program->key_words;
	}
	return true;
}

/*
 * Runs a filter that names variables. Works out the hit's own before it has an
 * entry; set_vars() does so again.
 */
static noinline bool passes(struct hist_hit *hit,
			    const struct hist_interevent *inter)
{
	u64 values[HIST_CONDS_MAX] __uninitialized;
	const struct hist_var_assign *set;
	unsigned int i;
	int answer;

	for (i = 0; i < inter->nr_var_assigns; i++) {
		set = &inter->var_assigns[i];
		if (set->text == HIST_NO_TEXT)
			hit->own_vars[i] = load_set(hit, inter, &set->op);
	}
	for (i = 0; i < inter->nr_conds; i++)
		values[i] = load_as_is(hit, &inter->conds[i]);
	answer = filter_match_vars(hit->trigger->trigger.filter, hit->record,
				   values);
	if (unlikely(answer == FILTER_LOST))
		hist_map_drop(hit->map);
	return answer == FILTER_YES;
}

void hist_hit_interevent(struct hist_trigger *trigger, const void *record)
{
	const struct hist_interevent *inter = trigger->program.interevent;
	struct hist_map *map = hist_map_now(trigger->hist);
	struct hist_hit hit __uninitialized;

	hit.trigger = trigger;
	hit.map = map;
	hit.record = record;
	hit.time = 0;
	hit.key = hit.short_key;
	if (inter->room && !take_room(&hit))
		return;
	build_key(&hit);
	if (read_refs(&hit, inter, hit.key[0], false) &&
	    (likely(!inter->nr_conds) || passes(&hit, inter))) {
		hit.index = map->key_words ?
				    hist_map_find(map, hit.key, hit.key_words) :
				    hist_map_find_word(map, hit.key[0]);
		count(&hit, inter, false);
	}
	if (inter->room)
		scratch_free(inter->room);
}

void hist_hit_interevent_number(struct hist_trigger *trigger,
				const void *record)
{
	const struct hist_interevent *inter = trigger->program.interevent;
	struct hist_hit hit __uninitialized;
	u64 key;

	key = hist_load_number(trigger->program.ops_keys, record);
	hit.trigger = trigger;
	hit.map = hist_map_now(trigger->hist);
	hit.record = record;
	hit.time = 0;
	hit.short_key[0] = key;
	if (!read_refs(&hit, inter, key, true))
		return;
	hit.index = hist_map_find_word(hit.map, key);
	count(&hit, inter, true);
}
