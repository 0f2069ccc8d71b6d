/* SPDX-License-Identifier: GPL-2.0 */
/* Runs the programs of a probe's arguments, see ../fetch.h. */
#ifndef HISTRIG_PROBE_HOT_FETCH_H
#define HISTRIG_PROBE_HOT_FETCH_H

#include <linux/types.h>

struct event;
struct probe_args;
struct pt_regs;

/**
 * struct fetch_source - where a hit's values come from
 * @entry: what was kept when the function began, for return probes
 * @duration: time since then in nanoseconds
 * @event: for probes on events: the event
 * @record: for probes on events: its record
 * @tp_args: for probes on tracepoints: the tracepoint's arguments
 * @stack: for probes on tracepoints: the stack pointer
 * @file_base: for probes on user code: the address of offset 0 of the file
 * @wait_end: for probes on user code, whose hits may sleep: until when to wait for
 *	user memory that is not present, in jiffies; 0 before the first wait.
 *	NULL: such a value cannot be read
 * @regs: registers; NULL for probes on events and tracepoints. The last member,
 *	see struct probe_buf
 */
struct fetch_source {
	const unsigned long *entry;
	u64 duration;
	const struct event *event;
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
 * @room: bytes of @record; at least @head plus args->size
 *
 * A value that cannot be read is stored as 0, a string as an empty one, which
 * is printed as "(fault)"; a string for which there is no room is cut.
 *
 * Context: any, NMI too; preemption off. If @from has @wait_end: a task that may
 *	sleep.
 * Return: length of the record in bytes.
 */
unsigned int fetch_args(const struct probe_args *args,
			const struct fetch_source *from, void *record,
			unsigned int head, unsigned int room);

/**
 * fetch_entry() - keep what a return's record shows of the function's beginning
 * @args: the arguments
 * @regs: registers where the function begins
 * @words: room for args->entry_words words
 *
 * Context: any, NMI too; preemption off.
 */
void fetch_entry(const struct probe_args *args, struct pt_regs *regs,
		 unsigned long *words);

#endif /* HISTRIG_PROBE_HOT_FETCH_H */
