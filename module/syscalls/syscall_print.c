// SPDX-License-Identifier: GPL-2.0
/* Prints the records of system calls, see syscall_print.h. */
#include <linux/kernel.h>
#include <linux/trace_seq.h>

#include "../event/print.h"
#include "call.h"
#include "syscall_print.h"

void syscall_print_enter(struct event_print *print, const void *record)
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

void syscall_print_exit(struct event_print *print, const void *record)
{
	const struct syscall *call =
		container_of(print->event, struct syscall, exit);
	const struct syscall_exit_record *exit = record;

	trace_seq_printf(print->seq, "%s -> 0x%lx", call->name, exit->ret);
}
