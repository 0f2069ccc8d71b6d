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
	bool holds;
	int next;

	for (;;) {
		const void *from = record + (*op)->offset;

		if ((*op)->code == FILTER_OP_U64)
			holds = *(const u64 *)from - (*op)->low <= (*op)->span;
		else if ((*op)->code == FILTER_OP_U32)
			holds = *(const u32 *)from - (u32)(*op)->low <=
				(u32)(*op)->span;
		else
			return FILTER_GO_ON;
		next = holds ? (*op)->yes : (*op)->no;
		if (next <= FILTER_NO)
			return next;
		*op = (const void *)*op + next;
	}
}

#endif /* HISTRIG_FILTER_RUN_H */
