/* SPDX-License-Identifier: GPL-2.0 */
/* Runs a filter: from a record to an answer. */
#ifndef HISTRIG_FILTER_HOT_RUN_H
#define HISTRIG_FILTER_HOT_RUN_H

#include "../filter.h"

/* filter_try() stopped at an operation that needs a function call. */
#define FILTER_GO_ON	1

/* No scratch memory is left for a string. The caller counts a dropped hit. */
#define FILTER_NO_MEM	2

/**
 * filter_match() - test whether a hit passes a filter
 * @filter: the filter
 * @record: record of the hit. The record's header is not read, because common
 *	fields are loaded from the task and the CPU
 *
 * Context: any, NMI too, preemption off.
 * Return: FILTER_NO, FILTER_YES or FILTER_NO_MEM.
 */
int filter_match(const struct filter *filter, const void *record);

/* Continues where filter_try() stopped. Returns like filter_match(). */
int filter_match_from(const struct filter_op *op, const void *record);

/* Like filter_match(). @vars contains the values of variables, by number. */
int filter_match_vars(const struct filter *filter, const void *record,
		      const u64 *vars);

/**
 * filter_try() - run a filter as far as possible without a function call
 * @op: first operation; set to the operation that it stopped at
 * @record: as for filter_match()
 *
 * Decides most filters, inlined so that the caller need not save registers.
 *
 * Context: any, NMI too, preemption off.
 * Return: FILTER_NO, FILTER_YES, or FILTER_GO_ON if the caller must call
 * filter_match_from() with @op.
 */
static __always_inline int filter_try(const struct filter_op **op,
				      const void *record)
{
	int next;

	for (;; *op = (const void *)*op + next) {
		if (likely((*op)->code == FILTER_OP_U64)) {
			if (*(const u64 *)(record + (*op)->offset) -
			    (*op)->low <= (*op)->span)
				goto yes;
		} else if (likely((*op)->code == FILTER_OP_U32)) {
			if (*(const u32 *)(record + (*op)->offset) -
			    (u32)(*op)->low <= (u32)(*op)->span)
				goto yes;
		} else {
			return FILTER_GO_ON;
		}
		/* Most filters refuse most hits, so test FILTER_NO first. */
		next = (*op)->no;
		if (next == FILTER_NO)
			return FILTER_NO;
		if (next == FILTER_YES)
			return FILTER_YES;
		continue;
yes:
		next = (*op)->yes;
		if (next <= FILTER_NO)
			return next;
	}
}

#endif /* HISTRIG_FILTER_HOT_RUN_H */
