// SPDX-License-Identifier: GPL-2.0
/* The table of system calls, see call.h. */
#include <linux/kernel.h>
#include <linux/trace_seq.h>

#include "../event/print.h"
#include "call.h"

/* Prints the name of the call, because event_class.no_name is set. */
static void syscall_print_enter(struct event_print *print, const void *record)
{
	const struct syscall *call =
		container_of(print->event, struct syscall, enter);
	const struct event_field *args = call->class.fields + 1;
	const struct syscall_enter_record *enter = record;
	struct trace_seq *seq = print->seq;
	unsigned int i, nr = call->class.nr_fields - 1;

	trace_seq_printf(seq, "%s(", call->name);
	for (i = 0; i < nr; i++) {
		if (i)
			trace_seq_puts(seq, ", ");
		if (print->verbose)
			trace_seq_printf(seq, "%s ", args[i].type);
		trace_seq_printf(seq, "%s: %lx", args[i].name, enter->args[i]);
	}
	trace_seq_putc(seq, ')');
}

static void syscall_print_exit(struct event_print *print, const void *record)
{
	const struct syscall *call =
		container_of(print->event, struct syscall, exit);
	const struct syscall_exit_record *exit = record;

	trace_seq_printf(print->seq, "%s -> 0x%lx", call->name, exit->ret);
}

static const struct event_header header = {
	.system = "syscalls",
};

#define NR_FIELD							\
	{								\
		.type = "int",						\
		.name = "__syscall_nr",					\
		.offset = offsetof(struct syscall_enter_record, nr),	\
		.size = sizeof(int),					\
		.align = __alignof__(int),				\
		.is_signed = true,					\
	}

static struct event_field exit_fields[] = {
	NR_FIELD,
	{
		.type = "long",
		.name = "ret",
		.offset = offsetof(struct syscall_exit_record, ret),
		.size = sizeof(long),
		.align = __alignof__(long),
		.is_signed = true,
	},
};

static const struct event_class exit_class = {
	.fields = exit_fields,
	.nr_fields = ARRAY_SIZE(exit_fields),
	.record_size = sizeof(struct syscall_exit_record),
	.print_fmt = "\"0x%lx\", REC->ret",
	.print = syscall_print_exit,
	.feed = syscalls_feed_exit,
	.no_name = true,
};

/* An argument. As in the kernel, every argument fills an unsigned long. */
#define FIELD(nr, ctype, arg)						\
	{								\
		.type = ctype,						\
		.name = arg,						\
		.offset = offsetof(struct syscall_enter_record, args[nr]), \
		.size = sizeof(unsigned long),				\
		.align = __alignof__(unsigned long),			\
	}

#define SYSCALL(nr, call, nr_args, format, ...)				\
	[nr] = &(struct syscall) {					\
		.name = "sys_" #call,					\
		.class = {						\
			.fields = (struct event_field []) {		\
				NR_FIELD, ##__VA_ARGS__			\
			},						\
			.nr_fields = 1 + (nr_args),			\
			.print_fmt = format,				\
			.print = syscall_print_enter,			\
			.feed = syscalls_feed_enter,			\
			.no_name = true,					\
		},							\
		.enter = {						\
			.name = "sys_enter_" #call,			\
			.header = &header,				\
		},							\
		.exit = {						\
			.name = "sys_exit_" #call,			\
			.class = &exit_class,				\
			.header = &header,				\
		},							\
	},

struct syscall *const syscall_table[NR_syscalls] = {
#include "calls.h"
};
