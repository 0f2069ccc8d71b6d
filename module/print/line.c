// SPDX-License-Identifier: GPL-2.0
/* Lines of the trace file, see line.h. */
#include <linux/kallsyms.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/trace_seq.h>

#include "../compat/context.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "../record/comm.h"
#include "../record/kinds.h"
#include "line.h"
#include "reader.h"
#include "user_stack.h"

static bool option(const struct reader *reader, enum instance_option option)
{
	return instance_option(reader->instance, option);
}

static const struct record_header *header(const struct reader *reader)
{
	return (const struct record_header *)reader->record;
}

/* Letters for what a CPU was doing, and how deep. */
static void put_flags(struct trace_seq *s, const struct record_header *of)
{
	bool irqs_off = of->common_flags & TRACE_FLAG_IRQS_OFF;
	bool bh_off = of->common_flags & TRACE_FLAG_BH_OFF;
	bool nmi = of->common_flags & TRACE_FLAG_NMI;
	bool hard = of->common_flags & TRACE_FLAG_HARDIRQ;
	bool soft = of->common_flags & TRACE_FLAG_SOFTIRQ;
	bool need = of->common_flags & TRACE_FLAG_NEED_RESCHED;
	bool lazy = of->common_flags & RECORD_FLAG_LAZY;
	bool preempt = of->common_flags & TRACE_FLAG_PREEMPT_RESCHED;
	unsigned int depth = of->common_preempt_count & 0xf;
	unsigned int migration = of->common_preempt_count >> 4;
	static const char digits[] = ".123456789abcdef";
	static const char reschedule[] = ".pnNlLbB";

	trace_seq_putc(s, irqs_off ? (bh_off ? 'D' : 'd') : bh_off ? 'b' : '.');
	trace_seq_putc(s, reschedule[lazy << 2 | need << 1 | preempt]);
	trace_seq_putc(s, nmi ? (hard ? 'Z' : 'z') :
			  hard ? (soft ? 'H' : 'h') : soft ? 's' : '.');
	trace_seq_putc(s, digits[depth]);
	trace_seq_putc(s, digits[migration]);
}

static void put_context(struct reader *reader)
{
	const struct record_header *of = header(reader);
	struct trace_seq *s = &reader->seq;
	char comm[TASK_COMM_LEN];
	u32 ns;
	int tgid;

	comm_find(of->common_pid, comm);
	trace_seq_printf(s, "%16s-%-7d ", comm, of->common_pid);
	if (option(reader, OPTION_RECORD_TGID)) {
		tgid = tgid_find(of->common_pid);
		if (tgid)
			trace_seq_printf(s, "(%7d) ", tgid);
		else
			trace_seq_puts(s, "(-------) ");
	}
	trace_seq_printf(s, "[%03d] ", reader->at);
	if (option(reader, OPTION_IRQ_INFO))
		put_flags(s, of);
	if (reader->in_ns) {
		u64 seconds = div_u64_rem(reader->ts + 500, NSEC_PER_SEC, &ns);

		trace_seq_printf(s, " %5llu.%06u: ", seconds, ns / 1000);
	} else {
		trace_seq_printf(s, " %12llu: ", reader->ts);
	}
}

/* A sign for how long the next entry was in coming. */
static char delay_mark(u64 ns)
{
	static const char marks[] = { '+', '!', '#', '*', '@', '$' };
	u64 limit = 10000;
	char mark = ' ';
	int i;

	for (i = 0; i < ARRAY_SIZE(marks) && ns > limit; i++, limit *= 10)
		mark = marks[i];
	return mark;
}

static u64 to_us(u64 ns)
{
	return div_u64(ns + 500, NSEC_PER_USEC);
}

static void put_latency_time(struct reader *reader)
{
	bool verbose = option(reader, OPTION_VERBOSE);
	u64 since = reader->ts - reader->ring->start;
	u64 delay = reader->next_ts - reader->ts;
	struct trace_seq *s = &reader->seq;
	u32 since_us, delay_us;

	if (!reader->in_ns) {
		if (verbose)
			trace_seq_printf(s, "[%016llx] %lld (+%lld): ",
					 reader->ts, since, delay);
		else
			trace_seq_printf(s, " %4lld: ", since);
		return;
	}
	since = to_us(since);
	delay = to_us(delay);
	if (verbose) {
		since = div_u64_rem(since, USEC_PER_MSEC, &since_us);
		delay = div_u64_rem(delay, USEC_PER_MSEC, &delay_us);
		trace_seq_printf(s, "[%08llx] %lld.%03ums (+%lld.%03ums): ",
				 to_us(reader->ts), since, since_us, delay,
				 delay_us);
	} else {
		trace_seq_printf(s, " %4lldus%c: ", since,
				 delay_mark(delay * NSEC_PER_USEC));
	}
}

static void put_latency_context(struct reader *reader)
{
	const struct record_header *of = header(reader);
	struct trace_seq *s = &reader->seq;
	char comm[TASK_COMM_LEN];

	comm_find(of->common_pid, comm);
	if (option(reader, OPTION_VERBOSE)) {
		trace_seq_printf(s, "%16s %7d %3d %d %08x %08lx ", comm,
				 of->common_pid, reader->at, of->common_flags,
				 of->common_preempt_count & 0xf, reader->nr - 1);
	} else {
		trace_seq_printf(s, "%8.8s-%-7d %3d", comm, of->common_pid,
				 reader->at);
		put_flags(s, of);
	}
	put_latency_time(reader);
}

static void put_symbol(struct reader *reader, unsigned long ip)
{
	struct trace_seq *s = &reader->seq;
	char text[KSYM_SYMBOL_LEN], *module;

	if (!ip) {
		trace_seq_putc(s, '0');
		return;
	}
	/*
	 * The name of a module stands behind an offset only, and ours nowhere:
	 * all there is of us in a trace is that trace_marker was written to.
	 */
	if (option(reader, OPTION_SYM_OFFSET)) {
		sprint_symbol(text, ip);
		module = strstr(text, " [" KBUILD_MODNAME "]");
	} else {
		sprint_symbol_no_offset(text, ip);
		module = strstr(text, " [");
	}
	if (module)
		*module = '\0';
	trace_seq_puts(s, text);
	if (option(reader, OPTION_SYM_ADDR))
		trace_seq_printf(s, " <%0*lx>", (int)sizeof(ip) * 2, ip);
}

static const char *print_text(struct reader *reader)
{
	const struct print_record *print = (void *)reader->record;

	/* The record ends in a zero, but what is read is not trusted. */
	reader->record[min_t(size_t, reader->size,
			     sizeof(reader->record) - 1)] = '\0';
	return print->text;
}

static void put_print(struct reader *reader)
{
	const struct print_record *print = (void *)reader->record;

	put_symbol(reader, print->ip);
	trace_seq_printf(&reader->seq, ": %s", print_text(reader));
}

static void put_raw_data(struct reader *reader)
{
	const struct raw_data_record *raw = (void *)reader->record;
	const u8 *at = raw->data, *end = reader->record + reader->size;

	trace_seq_printf(&reader->seq, "# %x buf:", raw->id);
	while (at < end)
		trace_seq_printf(&reader->seq, " %02x", *at++);
	trace_seq_putc(&reader->seq, '\n');
}

static void put_stack(struct reader *reader)
{
	const struct stack_record *stack = (void *)reader->record;
	const unsigned long *at = stack->caller;
	const void *end = reader->record + reader->size;

	trace_seq_puts(&reader->seq, "<stack trace>\n");
	for (; (void *)(at + 1) <= end && *at != ULONG_MAX &&
	     !trace_seq_has_overflowed(&reader->seq); at++) {
		trace_seq_puts(&reader->seq, " => ");
		put_symbol(reader, *at);
		trace_seq_putc(&reader->seq, '\n');
	}
}

static void put_event(struct reader *reader, const struct event *event)
{
	struct trace_seq *s = &reader->seq;

	if (!event->class->no_name || option(reader, OPTION_FIELDS))
		trace_seq_printf(s, "%s: ", event->name);
	reader->print.plain_pointers = !option(reader, OPTION_HASH_PTR);
	reader->print.verbose = option(reader, OPTION_VERBOSE);
	if (option(reader, OPTION_FIELDS))
		event_print_fields(&reader->print, s, event, reader->record,
				   reader->size);
	else
		event_print(&reader->print, s, event, reader->record,
			    reader->size);
	trace_seq_putc(s, '\n');
}

/* Where the entries of a CPU start, when others before them were lost. */
static void put_start(struct reader *reader)
{
	struct reader_cpu *of = &reader->cpus[reader->at];

	if (!reader->annotate || !option(reader, OPTION_ANNOTATE) ||
	    of->started)
		return;
	of->started = true;
	/* The first lines of a trace need no such hint. */
	if (reader->nr > 2)
		trace_seq_printf(&reader->seq,
				 "##### CPU %u buffer started ####\n",
				 reader->at);
}

static void put_plain(struct reader *reader)
{
	u16 type = header(reader)->common_type;
	const struct event *event;

	put_start(reader);
	if (option(reader, OPTION_CONTEXT_INFO)) {
		if (reader->latency)
			put_latency_context(reader);
		else
			put_context(reader);
	}
	switch (type) {
	case RECORD_STACK:
		put_stack(reader);
		break;
	case RECORD_USER_STACK:
		user_stack_print(reader);
		break;
	case RECORD_PRINT:
		put_print(reader);
		break;
	case RECORD_RAW_DATA:
		put_raw_data(reader);
		break;
	default:
		event = event_by_id(type);
		if (event)
			put_event(reader, event);
		else
			trace_seq_printf(&reader->seq, "Unknown type %d\n",
					 type);
	}
}

static void put_raw(struct reader *reader)
{
	const struct record_header *of = header(reader);
	const struct print_record *print = (void *)reader->record;
	struct trace_seq *s = &reader->seq;

	if (option(reader, OPTION_CONTEXT_INFO))
		trace_seq_printf(s, "%d %d %llu ", of->common_pid, reader->at,
				 reader->ts);
	if (of->common_type == RECORD_PRINT)
		trace_seq_printf(s, "# %lx %s", print->ip, print_text(reader));
	else if (of->common_type == RECORD_RAW_DATA)
		put_raw_data(reader);
	else if (event_by_id(of->common_type))
		trace_seq_printf(s, "type: %d\n", of->common_type);
	else
		trace_seq_printf(s, "%d ?\n", of->common_type);
}

/* The kernel has no text in hexadecimal for events either. */
static void put_hex(struct reader *reader)
{
	const struct record_header *of = header(reader);
	struct trace_seq *s = &reader->seq;

	if (option(reader, OPTION_CONTEXT_INFO)) {
		trace_seq_putmem_hex(s, &of->common_pid,
				     sizeof(of->common_pid));
		trace_seq_putmem_hex(s, &reader->at, sizeof(reader->at));
		trace_seq_putmem_hex(s, &reader->ts, sizeof(reader->ts));
	}
	if (event_by_id(of->common_type))
		trace_seq_printf(s, "type: %d\n", of->common_type);
	trace_seq_putc(s, '\n');
}

static void put_binary(struct reader *reader)
{
	const struct record_header *of = header(reader);
	struct trace_seq *s = &reader->seq;

	if (option(reader, OPTION_CONTEXT_INFO)) {
		trace_seq_putmem(s, &of->common_pid, sizeof(of->common_pid));
		trace_seq_putmem(s, &reader->at, sizeof(reader->at));
		trace_seq_putmem(s, &reader->ts, sizeof(reader->ts));
	}
	if (event_by_id(of->common_type))
		trace_seq_printf(s, "type: %d\n", of->common_type);
}

bool line_print(struct reader *reader)
{
	struct trace_seq *s = &reader->seq;

	if (reader->lost == READER_LOST_SOME)
		trace_seq_printf(s, "CPU:%d [LOST EVENTS]\n", reader->at);
	else if (reader->lost)
		trace_seq_printf(s, "CPU:%d [LOST %lu EVENTS]\n", reader->at,
				 reader->lost);

	if (header(reader)->common_type == RECORD_PRINT &&
	    option(reader, OPTION_TRACE_PRINTK) &&
	    option(reader, OPTION_PRINTK_MSGONLY))
		trace_seq_puts(s, print_text(reader));
	else if (option(reader, OPTION_BIN))
		put_binary(reader);
	else if (option(reader, OPTION_HEX))
		put_hex(reader);
	else if (option(reader, OPTION_RAW))
		put_raw(reader);
	else
		put_plain(reader);
	return !trace_seq_has_overflowed(s);
}
