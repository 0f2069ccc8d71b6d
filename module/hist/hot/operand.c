// SPDX-License-Identifier: GPL-2.0
/* Runs the expressions that hit.h does not run inline, builds keys and computes variables. */
#include "hit.h"
#include "run.h"

/* Maximum operands of an expression: OPERATORS_MAX of expr.c plus one. */
#define OPERANDS_MAX	4

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

u64 hist_run_code(struct hist_hit *hit, const struct hist_op *op,
		  const struct hist_op *end)
{
	u64 values[OPERANDS_MAX] __uninitialized;
	unsigned int nr = 0;

	for (; op < end; op++) {
		if (hist_op_is_operand(op)) {
			values[nr++] = operand_load(hit, op);
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

u64 hist_load_any_expr(struct hist_hit *hit, const struct hist_op *expr)
{
	return load_expr(hit, hit_interevent(hit), expr);
}

static __always_inline u64 operand_load_key_word(void *hit,
						 const struct hist_op *op,
						 const void *record)
{
	return operand_load_value(hit, op);
}

void hist_build_key(struct hist_hit *hit)
{
	hit->key_words = hist_load_key(hit_program(hit), hit->key,
				       hit->trigger->trigger.file->event,
				       hit->record, operand_load_key_word, hit);
}

void hist_load_own_vars(struct hist_hit *hit,
			const struct hist_interevent *inter)
{
	const struct hist_var_assign *set;
	unsigned int i;

	for (i = 0; i < inter->nr_var_assigns; i++) {
		set = &inter->var_assigns[i];
		if (set->text == HIST_NO_TEXT)
			hit->own_vars[i] = load_set(hit, inter, &set->op);
	}
}

bool hist_variables_pass(struct hist_hit *hit,
			 const struct hist_interevent *inter)
{
	u64 values[HIST_CONDS_MAX] __uninitialized;
	unsigned int i;
	int answer;

	hist_load_own_vars(hit, inter);
	for (i = 0; i < inter->nr_conds; i++)
		values[i] = load_as_is(hit, &inter->conds[i]);
	answer = filter_match_vars(hit->trigger->trigger.filter, hit->record,
				   values);
	if (unlikely(answer == FILTER_NO_MEM))
		hist_lose(hit->trigger, hit->map);
	return answer == FILTER_YES;
}
