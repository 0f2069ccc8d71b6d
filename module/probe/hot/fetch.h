/* SPDX-License-Identifier: GPL-2.0 */
/* Runs the programs of a probe's arguments, see ../fetch.h. */
#ifndef HISTRIG_PROBE_HOT_FETCH_H
#define HISTRIG_PROBE_HOT_FETCH_H

#include <linux/compiler.h>
#include <linux/ptrace.h>
#include <linux/types.h>

#include "../../compat/unaligned.h"
#include "../fetch.h"

struct event;

/**
 * struct fetch_source - where a hit's values come from
 * @entry: for return probes, the words saved at the function's entry
 * @duration: for return probes, the time since the function's entry in ns
 * @record: for probes on events, the event's record
 * @tp_args: for probes on tracepoints, the tracepoint's arguments
 * @stack: for probes on tracepoints, the stack pointer
 * @file_base: for probes in user code, the address of offset 0 of the file
 * @wait_end: in hits that may sleep (user code), the time to stop faulting in
 *	memory, in jiffies; 0 before the first wait. NULL in other hits, which
 *	read only memory that is present
 * @regs: registers; NULL for probes on events and tracepoints. Must be the last
 *	member, see struct probe_buf
 */
struct fetch_source {
	const unsigned long *entry;
	u64 duration;
	const void *record;
	const unsigned long *tp_args;
	unsigned long stack;
	unsigned long file_base;
	unsigned long *wait_end;
	struct pt_regs *regs;
};

/**
 * fetch_args() - fill in the fields of a record
 * @args: the arguments
 * @from: where their values come from
 * @record: the record
 * @head: offset of the first argument's field in @record
 * @space: size of @record in bytes; at least @head plus args->size
 *
 * Stores 0 for a value that cannot be read. A string that cannot be read
 * becomes an empty one, which is printed as "(fault)". Cuts strings that do not
 * fit.
 *
 * Context: any, NMI too; preemption off. With @wait_end in @from: a task that
 *	may sleep.
 * Return: length of the record in bytes.
 */
unsigned int fetch_args(const struct probe_args *args,
			const struct fetch_source *from, void *record,
			unsigned int head, unsigned int space);

static __always_inline u64 fetch_load_register(const struct pt_regs *regs,
					       unsigned int offset)
{
	return *(const unsigned long *)((const void *)regs + offset);
}

static __always_inline void fetch_store_number(void *to, u64 value, u8 size)
{
	if (likely(size == sizeof(u64)))
		put_unaligned(value, (u64 *)to);
	else if (size == sizeof(u32))
		put_unaligned((u32)value, (u32 *)to);
	else if (size == sizeof(u16))
		put_unaligned((u16)value, (u16 *)to);
	else
		*(u8 *)to = value;
}

/* fetch_args() if args->plain is set, without a call; @fields is the first argument's field */
static __always_inline void fetch_plain(const struct probe_args *args,
					const struct fetch_source *from, void *fields)
{
	const struct fetch_op *op;
	u64 value;

	for (op = args->ops; op->code != FETCH_END; op += 2) {
		value = likely(op->code == FETCH_REG) ?
				fetch_load_register(from->regs, op->param) : from->duration;
		fetch_store_number(fields + op[1].param, value, op[1].size);
	}
}

/*
 * Saves args->entry_words words at a function's entry, for a return probe.
 * Context: any, NMI too; preemption off.
 */
void fetch_entry(const struct probe_args *args, struct pt_regs *regs,
		 unsigned long *words);

#endif /* HISTRIG_PROBE_HOT_FETCH_H */
