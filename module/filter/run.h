/* SPDX-License-Identifier: GPL-2.0 */
/* The hot path of filters: does a hit pass? */
#ifndef HISTRIG_FILTER_RUN_H
#define HISTRIG_FILTER_RUN_H

#include "filter.h"

/* Of filter_try(): neither FILTER_NO nor FILTER_YES is known yet. */
#define FILTER_GO_ON	1

/**
 * filter_match() - does a hit pass?
 * @filter: the filter
 * @record: the record of the hit; its common fields are not looked at, what
 *	they say is taken from the task and the CPU
 *
 * Context: any, NMI too, preemption off.
 */
bool filter_match(const struct filter *filter, const void *record);

/**
 * filter_match_from() - filter_match(), from where filter_try() stopped
 * @op: the operation
 */
bool filter_match_from(const struct filter_op *op, const void *record);

/**
 * filter_try() - filter_match() as far as it goes without a call
 * @op: where to start; set to where it stopped
 *
 * For callers who count instructions: what they have in registers stays
 * there. Most filters are decided by it.
 *
 * Context: any, NMI too, preemption off.
 * Return: FILTER_NO, FILTER_YES, or FILTER_GO_ON when filter_match_from() is
 * to do so from @op.
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
		/* The answer of most filters most of the time. */
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

#endif /* HISTRIG_FILTER_RUN_H */
