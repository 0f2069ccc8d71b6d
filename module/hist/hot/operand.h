/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How hits load the operands of expressions, variables and keys. Only
 * interevent.c and the files of its out-of-line parts include this header; the
 * compiler optimizes the inline functions for each of these files.
 */
#ifndef HISTRIG_OPERAND_H
#define HISTRIG_OPERAND_H

#include <linux/math64.h>
#include <linux/sched/clock.h>
#include <linux/time64.h>

#include "../../compat/compiler.h"
#include "../../ring/hot/clock.h"
#include "hit.h"
#include "load.h"
#include "search.h"
#include "stats.h"

/* hist_run_code() - the value of an expression whose operations end at @end */
u64 hist_run_code(struct hist_hit *hit, const struct hist_op *op,
		  const struct hist_op *end);

/* hist_load_any_expr() - load_expr(), not inlined */
u64 hist_load_any_expr(struct hist_hit *hit, const struct hist_op *expr);

/* hist_build_key() - set @key_words of a hit and the words at its @key */
void hist_build_key(struct hist_hit *hit);

/* hist_load_own_vars() - compute the variables that the hit sets to numbers */
void hist_load_own_vars(struct hist_hit *hit,
			const struct hist_interevent *inter);

/*
 * hist_variables_pass() - does a hit pass a filter that names variables?
 *
 * Computes the variables that the hit sets to numbers, because they have no entry
 * yet; set_vars() computes them again. If the filter gets no memory, counts the
 * hit as dropped and returns false.
 */
bool hist_variables_pass(struct hist_hit *hit,
			 const struct hist_interevent *inter);

/* Reads the clock once per hit, so that all its time stamps are equal. */
static __always_inline u64 hit_time(struct hist_hit *hit,
				    const struct hist_op *op)
{
	const struct hist_program *program = hit_program(hit);

	if (!hit->time) {
		/* Most triggers use the default clock, which is inlined. */
		if (likely(program->clock == histrig_clock_global)) {
			hit->time = histrig_clock_order(histrig_clock_cpu());
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

static __always_inline u64 operand_load(struct hist_hit *hit,
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

static u64 operand_divide(u64 value, u64 divisor)
{
	if (!divisor)
		return -1;
	return div64_u64(value, divisor);
}

static __always_inline u64 apply_two(const struct hist_op *op, u64 a, u64 b)
{
	if (likely(op->code == HIST_OP_MINUS))
		return a - b;
	if (op->code == HIST_OP_PLUS)
		return a + b;
	if (op->code == HIST_OP_TIMES)
		return a * b;
	return operand_divide(a, b);
}

/*
 * If @number of @expr is 1, the expression has the most common form: two operands
 * and an operator.
 */
static __always_inline u64 load_expr(struct hist_hit *hit,
				     const struct hist_interevent *inter,
				     const struct hist_op *expr)
{
	const struct hist_op *op = inter->code + expr->offset;
	u64 first;

	if (unlikely(!expr->number))
		return hist_run_code(hit, op, op + expr->size);
	first = operand_load(hit, op);
	return apply_two(op + 2, first, operand_load(hit, op + 1));
}

static __always_inline u64 operand_load_value(struct hist_hit *hit,
					      const struct hist_op *op)
{
	if (op->code == HIST_OP_EXPR)
		return hist_load_any_expr(hit, op);
	return operand_load(hit, op);
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

/*
 * The fast path for keys of one number (@number) does not set hit->key, so set
 * it for rare paths.
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

#endif /* HISTRIG_OPERAND_H */
