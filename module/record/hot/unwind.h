/* SPDX-License-Identifier: GPL-2.0 */
/* One step of a walk of a user stack: from the frame of a function to its caller's. */
#ifndef HISTRIG_RECORD_HOT_UNWIND_H
#define HISTRIG_RECORD_HOT_UNWIND_H

#include <linux/hash.h>
#include <linux/list.h>
#include <linux/types.h>

#include "../../compat/user_stack.h"
#include "../unwind_tables.h"
#include "../user_frames.h"

#define UNWIND_HASH_BITS	10

/* Stands for an address where the third register was, if a function has not kept it. */
#define UNWIND_THIRD_LOST	U64_MAX

/* The tables by hash; changed under unwind_mutex. */
extern struct hlist_head unwind_tables[1 << UNWIND_HASH_BITS];

/* unwind_tables_like() - the tables with the hash of a file */
static inline struct hlist_head *unwind_tables_like(u64 state)
{
	return &unwind_tables[hash_64(state, UNWIND_HASH_BITS)];
}

static inline const u32 *unwind_starts(const struct unwind_table *table)
{
	return (const u32 *)&table->rules[table->head.nr_rules];
}

static inline const u16 *unwind_numbers(const struct unwind_table *table)
{
	return (const u16 *)(unwind_starts(table) + table->head.nr_rows);
}

/**
 * struct user_place - where a walk is
 * @ip: the instruction that is next when the function goes on
 * @sp: the stack pointer
 * @fp: the frame pointer, if the function has one
 * @link: the link register in the innermost function, on architectures that have one; else 0
 * @third_at: where the third register of histrig_unwind.h is stored; 0 if it is still in its
 *	register; or UNWIND_THIRD_LOST. It is read only where it is needed, which is rare
 * @inner: the function is the innermost one, so its registers are those of the task
 * @interrupted: the function was interrupted at @ip; otherwise, a call precedes @ip
 */
struct user_place {
	u64 ip;
	u64 sp;
	u64 fp;
	u64 link;
	u64 third_at;
	bool inner;
	bool interrupted;
};

/**
 * user_place_by_rule() - go to the caller by a rule
 * @at: the place
 * @rule: how to find the caller
 *
 * Context: any but NMI, preemption off, in a task with a user stack, between
 * memory_reading_begin() and memory_reading_end().
 * Return: USER_STACK_WHOLE if @at is in the caller now, or if there is no caller, in which case
 * @at->ip is 0. Otherwise why the caller was not found.
 */
enum user_stack_end user_place_by_rule(struct user_place *at,
				       const struct histrig_unwind_rule *rule);

/*
 * user_place_by_link() - the same by the link register. Code that a file says nothing about has no
 * frame, such as entries of procedure linkage tables
 */
static __always_inline enum user_stack_end user_place_by_link(struct user_place *at)
{
	at->ip = user_code_address(at->link);
	at->link = 0;
	at->inner = false;
	at->interrupted = false;
	return USER_STACK_WHOLE;
}

/* user_place_by_pointer() - the same by the frame pointer; frames grow from caller to caller */
static __always_inline enum user_stack_end user_place_by_pointer(struct user_place *at)
{
	unsigned long record[2];

	if (!at->fp) {
		at->ip = 0;
		return USER_STACK_WHOLE;
	}
	if (at->fp < at->sp || at->fp >= TASK_SIZE_MAX)
		return USER_STACK_LOST;
	if (!user_stack_read(record, at->fp, sizeof(record)))
		return USER_STACK_FAULT;
	at->sp = at->fp + sizeof(record);
	at->link = 0;
	at->fp = record[0];
	at->ip = user_code_address(record[1]);
	at->third_at = UNWIND_THIRD_LOST;
	at->inner = false;
	at->interrupted = false;
	return USER_STACK_WHOLE;
}

#endif /* HISTRIG_RECORD_HOT_UNWIND_H */
