// SPDX-License-Identifier: GPL-2.0
/* Lines of the trace file, see trace_line.h. */
#include <linux/kallsyms.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/trace_seq.h>

#include "../compat/context.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "../record/internal_events.h"
#include "../record/saved_cmdlines.h"
#include "trace_iter.h"
#include "trace_line.h"
#include "user_stack.h"

static bool option(const struct trace_iter *iter, enum instance_option option)
{
	return instance_option(iter->instance, option);
}

static const struct record_header *header(const struct trace_iter *iter)
{
	return (const struct record_header *)iter->record;
}

/*
 * Appends letters for the context of the hit: interrupts, rescheduling, depths.
 */
static void put_flags(struct trace_seq *s, const struct record_header *hdr)
{
	bool irqs_off = hdr->common_flags & TRACE_FLAG_IRQS_OFF;
	bool bh_off = hdr->common_flags & TRACE_FLAG_BH_OFF;
	bool nmi = hdr->common_flags & TRACE_FLAG_NMI;
	bool hard = hdr->common_flags & TRACE_FLAG_HARDIRQ;
	bool soft = hdr->common_flags & TRACE_FLAG_SOFTIRQ;
	bool need = hdr->common_flags & TRACE_FLAG_NEED_RESCHED;
	bool lazy = hdr->common_flags & RECORD_FLAG_LAZY;
	bool preempt = hdr->common_flags & TRACE_FLAG_PREEMPT_RESCHED;
	unsigned int depth = hdr->common_preempt_count & 0xf;
	unsigned int migration = hdr->common_preempt_count >> 4;
	static const char digits[] = ".123456789abcdef";
	static const char reschedule[] = ".pnNlLbB";

	trace_seq_putc(s, irqs_off ? (bh_off ? 'D' : 'd') : bh_off ? 'b' : '.');
	trace_seq_putc(s, reschedule[lazy << 2 | need << 1 | preempt]);
	trace_seq_putc(s, nmi ? (hard ? 'Z' : 'z') :
			  hard ? (soft ? 'H' : 'h') : soft ? 's' : '.');
	trace_seq_putc(s, digits[depth]);
	trace_seq_putc(s, digits[migration]);
}

static void put_context(struct trace_iter *iter)
{
	const struct record_header *hdr = header(iter);
	struct trace_seq *s = &iter->seq;
	char comm[TASK_COMM_LEN];
	u32 ns;
	int tgid;

	cmdline_find(hdr->common_pid, comm);
	trace_seq_printf(s, "%16s-%-7d ", comm, hdr->common_pid);
	if (option(iter, OPTION_RECORD_TGID)) {
		tgid = tgid_find(hdr->common_pid);
		if (tgid)
			trace_seq_printf(s, "(%7d) ", tgid);
		else
			trace_seq_puts(s, "(-------) ");
	}
	trace_seq_printf(s, "[%03d] ", iter->at);
	if (option(iter, OPTION_IRQ_INFO))
		put_flags(s, hdr);
	if (iter->in_ns) {
		u64 seconds = div_u64_rem(iter->ts + 500, NSEC_PER_SEC, &ns);

		trace_seq_printf(s, " %5llu.%06u: ", seconds, ns / 1000);
	} else {
		trace_seq_printf(s, " %12llu: ", iter->ts);
	}
}

/* Returns the mark for the delay until the next entry. */
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

static void put_latency_time(struct trace_iter *iter)
{
	bool verbose = option(iter, OPTION_VERBOSE);
	u64 since = iter->ts - iter->ring->start;
	u64 delay = iter->next_ts - iter->ts;
	struct trace_seq *s = &iter->seq;
	u32 since_us, delay_us;

	if (!iter->in_ns) {
		if (verbose)
			trace_seq_printf(s, "[%016llx] %lld (+%lld): ",
					 iter->ts, since, delay);
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
				 to_us(iter->ts), since, since_us, delay,
				 delay_us);
	} else {
		trace_seq_printf(s, " %4lldus%c: ", since,
				 delay_mark(delay * NSEC_PER_USEC));
	}
}

static void put_latency_context(struct trace_iter *iter)
{
	const struct record_header *hdr = header(iter);
	struct trace_seq *s = &iter->seq;
	char comm[TASK_COMM_LEN];

	cmdline_find(hdr->common_pid, comm);
	if (option(iter, OPTION_VERBOSE)) {
		trace_seq_printf(s, "%16s %7d %3d %d %08x %08lx ", comm,
				 hdr->common_pid, iter->at, hdr->common_flags,
				 hdr->common_preempt_count & 0xf, iter->nr - 1);
	} else {
		trace_seq_printf(s, "%8.8s-%-7d %3d", comm, hdr->common_pid,
				 iter->at);
		put_flags(s, hdr);
	}
	put_latency_time(iter);
}

static void put_symbol(struct trace_iter *iter, unsigned long ip)
{
	struct trace_seq *s = &iter->seq;
	char text[KSYM_SYMBOL_LEN], *module;

	if (!ip) {
		trace_seq_putc(s, '0');
		return;
	}
	/*
	 * Prints the name of a module only after an offset, as the kernel does.
	 * Never prints the name of our own module: its only address in a trace
	 * is the origin of a write to trace_marker, and the kernel's tools
	 * expect no module there.
	 */
	if (option(iter, OPTION_SYM_OFFSET)) {
		sprint_symbol(text, ip);
		module = strstr(text, " [" KBUILD_MODNAME "]");
	} else {
		sprint_symbol_no_offset(text, ip);
		module = strstr(text, " [");
	}
	if (module)
		*module = '\0';
	trace_seq_puts(s, text);
	if (option(iter, OPTION_SYM_ADDR))
		trace_seq_printf(s, " <%0*lx>", (int)sizeof(ip) * 2, ip);
}

static const char *print_text(struct trace_iter *iter)
{
	const struct print_record *print = (void *)iter->record;

	/* The text should end with a zero, but make sure that it does. */
	iter->record[min_t(size_t, iter->size,
			     sizeof(iter->record) - 1)] = '\0';
	return print->text;
}

static void put_print(struct trace_iter *iter)
{
	const struct print_record *print = (void *)iter->record;

	put_symbol(iter, print->ip);
	trace_seq_printf(&iter->seq, ": %s", print_text(iter));
}

static void put_raw_data(struct trace_iter *iter)
{
	const struct raw_data_record *raw = (void *)iter->record;
	const u8 *at = raw->data, *end = iter->record + iter->size;

	trace_seq_printf(&iter->seq, "# %x buf:", raw->id);
	while (at < end)
		trace_seq_printf(&iter->seq, " %02x", *at++);
	trace_seq_putc(&iter->seq, '\n');
}

static void put_stack(struct trace_iter *iter)
{
	const struct stack_record *stack = (void *)iter->record;
	const unsigned long *at = stack->caller;
	const void *end = iter->record + iter->size;

	trace_seq_puts(&iter->seq, "<stack trace>\n");
	for (; (void *)(at + 1) <= end && *at != ULONG_MAX &&
	     !trace_seq_has_overflowed(&iter->seq); at++) {
		trace_seq_puts(&iter->seq, " => ");
		put_symbol(iter, *at);
		trace_seq_putc(&iter->seq, '\n');
	}
}

static void put_event(struct trace_iter *iter, const struct event *event)
{
	struct trace_seq *s = &iter->seq;

	if (!event->class->no_name || option(iter, OPTION_FIELDS))
		trace_seq_printf(s, "%s: ", event->name);
	iter->print.plain_pointers = !option(iter, OPTION_HASH_PTR);
	iter->print.verbose = option(iter, OPTION_VERBOSE);
	iter->print.addresses = option(iter, OPTION_SYM_ADDR);
	if (option(iter, OPTION_FIELDS))
		event_print_fields(&iter->print, s, event, iter->record,
				   iter->size);
	else
		event_print(&iter->print, s, event, iter->record,
			    iter->size);
	trace_seq_putc(s, '\n');
}

/* Prints a line before a CPU's first entry if older entries were lost. */
static void put_start(struct trace_iter *iter)
{
	struct trace_iter_cpu *pos = &iter->cpus[iter->at];

	if (!iter->annotate || !option(iter, OPTION_ANNOTATE) ||
	    pos->started)
		return;
	pos->started = true;
	/* As in the kernel, the first lines of a trace get no such line. */
	if (iter->nr > 2)
		trace_seq_printf(&iter->seq,
				 "##### CPU %u buffer started ####\n",
				 iter->at);
}

static void put_plain(struct trace_iter *iter)
{
	u16 type = header(iter)->common_type;
	const struct event *event;

	put_start(iter);
	if (option(iter, OPTION_CONTEXT_INFO)) {
		if (iter->latency)
			put_latency_context(iter);
		else
			put_context(iter);
	}
	switch (type) {
	case EVENT_ID_STACK:
		put_stack(iter);
		break;
	case EVENT_ID_USER_STACK:
		user_stack_print(iter);
		break;
	case EVENT_ID_PRINT:
		put_print(iter);
		break;
	case EVENT_ID_RAW_DATA:
		put_raw_data(iter);
		break;
	default:
		event = event_by_id(type);
		if (event)
			put_event(iter, event);
		else
			trace_seq_printf(&iter->seq, "Unknown type %d\n",
					 type);
	}
}

static void put_raw(struct trace_iter *iter)
{
	const struct record_header *hdr = header(iter);
	const struct print_record *print = (void *)iter->record;
	struct trace_seq *s = &iter->seq;

	if (option(iter, OPTION_CONTEXT_INFO))
		trace_seq_printf(s, "%d %d %llu ", hdr->common_pid, iter->at,
				 iter->ts);
	if (hdr->common_type == EVENT_ID_PRINT)
		trace_seq_printf(s, "# %lx %s", print->ip, print_text(iter));
	else if (hdr->common_type == EVENT_ID_RAW_DATA)
		put_raw_data(iter);
	else if (event_by_id(hdr->common_type))
		trace_seq_printf(s, "type: %d\n", hdr->common_type);
	else
		trace_seq_printf(s, "%d ?\n", hdr->common_type);
}

/* Prints only the common fields in hexadecimal, as the kernel does. */
static void put_hex(struct trace_iter *iter)
{
	const struct record_header *hdr = header(iter);
	struct trace_seq *s = &iter->seq;

	if (option(iter, OPTION_CONTEXT_INFO)) {
		trace_seq_putmem_hex(s, &hdr->common_pid,
				     sizeof(hdr->common_pid));
		trace_seq_putmem_hex(s, &iter->at, sizeof(iter->at));
		trace_seq_putmem_hex(s, &iter->ts, sizeof(iter->ts));
	}
	if (event_by_id(hdr->common_type))
		trace_seq_printf(s, "type: %d\n", hdr->common_type);
	trace_seq_putc(s, '\n');
}

static void put_binary(struct trace_iter *iter)
{
	const struct record_header *hdr = header(iter);
	struct trace_seq *s = &iter->seq;

	if (option(iter, OPTION_CONTEXT_INFO)) {
		trace_seq_putmem(s, &hdr->common_pid, sizeof(hdr->common_pid));
		trace_seq_putmem(s, &iter->at, sizeof(iter->at));
		trace_seq_putmem(s, &iter->ts, sizeof(iter->ts));
	}
	if (event_by_id(hdr->common_type))
		trace_seq_printf(s, "type: %d\n", hdr->common_type);
}

bool trace_line_print(struct trace_iter *iter)
{
	struct trace_seq *s = &iter->seq;

	if (iter->lost == TRACE_ITER_LOST_SOME)
		trace_seq_printf(s, "CPU:%d [LOST EVENTS]\n", iter->at);
	else if (iter->lost)
		trace_seq_printf(s, "CPU:%d [LOST %lu EVENTS]\n", iter->at,
				 iter->lost);

	if (header(iter)->common_type == EVENT_ID_PRINT &&
	    option(iter, OPTION_TRACE_PRINTK) &&
	    option(iter, OPTION_PRINTK_MSGONLY))
		trace_seq_puts(s, print_text(iter));
	else if (option(iter, OPTION_BIN))
		put_binary(iter);
	else if (option(iter, OPTION_HEX))
		put_hex(iter);
	else if (option(iter, OPTION_RAW))
		put_raw(iter);
	else
		put_plain(iter);
	return !trace_seq_has_overflowed(s);
}
