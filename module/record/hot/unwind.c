// SPDX-License-Identifier: GPL-2.0
/* Steps of a walk of a user stack, see unwind.h. */
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#include "../../compat/user_stack.h"
#include "unwind.h"

struct hlist_head unwind_tables[1 << UNWIND_HASH_BITS];

const struct unwind_table *unwind_table_find(u64 state)
{
	const struct unwind_table *table;

	/* Preemption is off, or the caller changes the tables. */
	hlist_for_each_entry_rcu_notrace(table, unwind_tables_like(state), link)
		if (table->state == state)
			return table;
	return NULL;
}

const struct histrig_unwind_rule *unwind_rule_find(const struct unwind_table *table, u64 offset)
{
	const u32 *starts = unwind_starts(table);
	u32 low = 0, high = table->head.nr_rows, middle;
	u16 number;

	if (offset < starts[0] || offset > U32_MAX)
		return NULL;
	/* starts[low] <= offset, and offset is less than starts[high] if there is one. */
	while (high - low > 1) {
		middle = (low + high) / 2;
		if (starts[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	number = unwind_numbers(table)[low];
	return number == HISTRIG_UNWIND_NO_RULE ? NULL : &table->rules[number];
}

static __always_inline bool user_word_read(u64 *word, u64 at)
{
	unsigned long read;

	if (!user_stack_read(&read, at, sizeof(read)))
		return false;
	*word = read;
	return true;
}

/* Finds a register of the caller. Returns false if its memory cannot be read. */
static __always_inline bool user_register_find(u64 *to, u64 now, u8 saved, s32 offset,
					       const struct user_place *at, u64 frame)
{
	switch (saved) {
	case HISTRIG_UNWIND_KEPT:
		*to = now;
		return true;
	case HISTRIG_UNWIND_FRAME:
		return user_word_read(to, frame + offset);
	case HISTRIG_UNWIND_STACK:
		return user_word_read(to, at->sp + offset);
	case HISTRIG_UNWIND_POINTER:
		return user_word_read(to, at->fp + offset);
	}
	*to = 0;
	return true;
}

enum user_stack_end user_place_by_rule(struct user_place *at,
				       const struct histrig_unwind_rule *rule)
{
	const bool by_fp = rule->base == HISTRIG_UNWIND_FP || rule->base == HISTRIG_UNWIND_AT_FP;
	u64 frame = (by_fp ? at->fp : at->sp) + rule->offset;
	u64 ip, fp;

	if (rule->base >= HISTRIG_UNWIND_AT_SP) {
		if (!user_word_read(&frame, frame))
			return USER_STACK_FAULT;
		frame += rule->added;
	}
	/* A handler may have a stack elsewhere. A function that is a leaf may have no frame. */
	if (!rule->signal && (frame < at->sp || (frame == at->sp && !at->link)))
		return USER_STACK_LOST;
	if (!user_register_find(&ip, at->link, rule->address, rule->address_offset, at, frame) ||
	    !user_register_find(&fp, at->fp, rule->fp, rule->fp_offset, at, frame))
		return USER_STACK_FAULT;
	at->ip = user_code_address(ip);
	at->fp = fp;
	at->sp = frame;
	at->link = 0;
	at->interrupted = rule->signal;
	return USER_STACK_WHOLE;
}
