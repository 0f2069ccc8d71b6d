// SPDX-License-Identifier: GPL-2.0
/* Steps of a walk of a user stack, see unwind.h. */
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/ptrace.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
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
	const u32 *starts = unwind_starts(table), *row, *block;
	u32 nr, half;
	u16 number;

	if (offset < starts[0] || offset > U32_MAX)
		return NULL;
	block = &table->blocks[(offset - starts[0]) >> table->block_shift];
	if (block >= table->blocks + table->nr_blocks)
		block = &table->blocks[table->nr_blocks - 1];
	row = &starts[block[0]];
	nr = block[1] - block[0] + 1;
	/*
	 * The row is among the @nr rows from @row. No branch depends on what is compared, because
	 * none could be predicted.
	 */
	for (; nr > 1; nr -= half) {
		half = nr / 2;
		row += row[half] <= (u32)offset ? half : 0;
	}
	number = unwind_numbers(table)[row - starts];
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
	case HISTRIG_UNWIND_MOVED:
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

/*
 * Reads a register of the function that a walk has come to, other than those in struct
 * user_place. Returns why it is not known there, or USER_STACK_WHOLE.
 */
static noinline enum user_stack_end user_register_read(u64 *to, unsigned int number,
						       const struct user_place *at)
{
	if (!at->inner) {
		if (number != USER_THIRD_REGISTER || at->third_at == UNWIND_THIRD_LOST)
			return USER_STACK_LOST;
		if (at->third_at)
			return user_word_read(to, at->third_at) ? USER_STACK_WHOLE :
								  USER_STACK_FAULT;
	}
	*to = user_register(task_pt_regs(current), number);
	return USER_STACK_WHOLE;
}

/* Notes where the third register of the caller is. */
static __always_inline void user_third_find(struct user_place *at,
					    const struct histrig_unwind_rule *rule, u64 frame)
{
	if (rule->third == HISTRIG_UNWIND_KEPT)
		return;
	if (likely(rule->third == HISTRIG_UNWIND_FRAME))
		at->third_at = frame + rule->third_offset;
	else if (rule->third == HISTRIG_UNWIND_STACK)
		at->third_at = at->sp + rule->third_offset;
	else if (rule->third == HISTRIG_UNWIND_POINTER)
		at->third_at = at->fp + rule->third_offset;
	else
		at->third_at = UNWIND_THIRD_LOST;
}

enum user_stack_end user_place_by_rule(struct user_place *at,
				       const struct histrig_unwind_rule *rule)
{
	const bool by_fp = rule->base == HISTRIG_UNWIND_FP || rule->base == HISTRIG_UNWIND_AT_FP;
	u64 frame = (by_fp ? at->fp : at->sp) + rule->offset;
	unsigned long record[2];
	enum user_stack_end end;
	u64 link = at->link;
	u64 ip, fp, value;

	if (rule->base == HISTRIG_UNWIND_REGISTER) {
		end = user_register_read(&value, rule->number, at);
		if (end != USER_STACK_WHOLE)
			return end;
		frame = value + rule->offset;
	} else if (rule->base >= HISTRIG_UNWIND_AT_SP) {
		if (!user_word_read(&frame, frame))
			return USER_STACK_FAULT;
		frame += rule->added;
	}
	if (unlikely(rule->address == HISTRIG_UNWIND_MOVED)) {
		end = user_register_read(&value, rule->number, at);
		if (end != USER_STACK_WHOLE)
			return end;
		link = value;
	}
	if (rule->address == HISTRIG_UNWIND_KEPT && !link)
		return USER_STACK_LOST;
	/*
	 * A handler may have a stack elsewhere. A function that is a leaf, or the outermost one,
	 * may have no frame.
	 */
	if (!rule->signal && (frame < at->sp || (frame == at->sp && !link)) &&
	    rule->address != HISTRIG_UNWIND_NONE)
		return USER_STACK_LOST;
	/* Functions that save the frame pointer store it next to the address. */
	if (rule->address == HISTRIG_UNWIND_FRAME && rule->fp == HISTRIG_UNWIND_FRAME &&
	    rule->address_offset == rule->fp_offset + (s64)sizeof(long)) {
		if (!user_stack_read(record, frame + rule->fp_offset, sizeof(record)))
			return USER_STACK_FAULT;
		fp = record[0];
		ip = record[1];
	} else if (!user_register_find(&ip, link, rule->address, rule->address_offset, at,
				       frame) ||
		   !user_register_find(&fp, at->fp, rule->fp, rule->fp_offset, at, frame)) {
		return USER_STACK_FAULT;
	}
	user_third_find(at, rule, frame);
	at->ip = user_code_address(ip);
	at->fp = fp;
	at->sp = frame;
	at->link = 0;
	at->inner = false;
	at->interrupted = rule->signal;
	return USER_STACK_WHOLE;
}
