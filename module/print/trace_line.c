// SPDX-License-Identifier: GPL-2.0
/* Lines of the trace file, see trace_iter.h. */
#include <linux/kallsyms.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched/mm.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/trace_seq.h>

#include "../compat/context.h"
#include "../event/digits.h"
#include "../event/registry.h"
#include "../event/symbol.h"
#include "../instance/instance.h"
#include "../record/internal_events.h"
#include "../record/saved_cmdlines.h"
#include "../tracer/tracer.h"
#include "trace_iter.h"

static bool trace_line_option(const struct trace_iter *iter,
			      enum instance_option option)
{
	return instance_option(iter->instance, option);
}

static const struct record_header *
trace_line_header(const struct trace_iter *iter)
{
	return (const struct record_header *)iter->record;
}

void trace_line_hide(struct trace_iter *iter, unsigned int from)
{
	if (trace_line_option(iter, OPTION_HIDE_CONTROLS))
		event_hide_controls(&iter->seq, from);
}

/* Writes a nesting depth of any size, of up to two digits. */
static char *depth_write(char *at, unsigned int depth)
{
	static const char digits[] = "0123456789abcdef";

	if (depth > 0xf)
		*at++ = digits[depth >> 4 & 0xf];
	*at++ = depth ? digits[depth & 0xf] : '.';
	return at;
}

/* Maximum number of bytes that flags_write() writes. */
#define FLAGS_MAX	10

static char *flags_write(char *at, const struct record_header *hdr)
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
	static const char reschedule[] = ".pnNlLbB";

	*at++ = irqs_off ? (bh_off ? 'D' : 'd') : bh_off ? 'b' : '.';
	if (LAZY_COUNT_FIELDS) {
		*at++ = reschedule[need << 1 | preempt];
		*at++ = lazy ? 'L' : '.';
	} else {
		*at++ = reschedule[lazy << 2 | need << 1 | preempt];
	}
	*at++ = nmi ? (hard ? 'Z' : 'z') : hard ? (soft ? 'H' : 'h') : soft ? 's' : '.';
	at = depth_write(at, depth);
	IF_LAZY_COUNT(at = depth_write(at, hdr->common_preempt_lazy_count);)
	return depth_write(at, migration);
}

void trace_line_put_flags(struct trace_iter *iter)
{
	char flags[FLAGS_MAX];

	trace_seq_putmem(&iter->seq, flags,
			 flags_write(flags, trace_line_header(iter)) - flags);
}

/* Maximum number of bytes that time_write() writes. */
#define TIME_MAX	(1 + DIGITS_MAX + 1 + 6)

/* Writes a time with a space before it. */
static char *time_write(char *at, const struct trace_iter *iter, u64 ts)
{
	u64 seconds;
	u32 ns;

	*at++ = ' ';
	if (iter->in_ns) {
		seconds = div_u64_rem(ts + 500, NSEC_PER_SEC, &ns);
		at = digits_put(at, seconds, 5, ' ');
		*at++ = '.';
		return digits_put(at, ns / 1000, 6, '0');
	}
	return digits_put(at, ts, 12, ' ');
}

/* Maximum number of bytes that task_write() writes. */
#define TASK_MAX	(TASK_COMM_LEN + 1 + DIGITS_MAX + 1)

/* Writes "%16s-%-7d ". */
static char *task_write(char *at, pid_t pid)
{
	char comm[TASK_COMM_LEN];
	unsigned int len;

	cmdline_find(pid, comm);
	len = strlen(comm);
	memset(at, ' ', TASK_COMM_LEN - len);
	at += TASK_COMM_LEN - len;
	memcpy(at, comm, len);
	at += len;
	*at++ = '-';
	/* A damaged record may have any number. */
	if (pid < 0)
		at += sprintf(at, "%-7d", pid);
	else
		at = digits_put_left(at, pid, 7);
	*at++ = ' ';
	return at;
}

static void trace_line_put_tgid(struct trace_seq *s, pid_t pid)
{
	int tgid = tgid_find(pid);

	if (tgid)
		trace_seq_printf(s, "(%7d) ", tgid);
	else
		trace_seq_puts(s, "(-------) ");
}

static void trace_line_put_context(struct trace_iter *iter)
{
	const struct record_header *hdr = trace_line_header(iter);
	char head[TASK_MAX + 1 + DIGITS_MAX + 2 + FLAGS_MAX + TIME_MAX + 2];
	char *at = task_write(head, hdr->common_pid);

	if (trace_line_option(iter, OPTION_RECORD_TGID)) {
		trace_seq_putmem(&iter->seq, head, at - head);
		trace_line_put_tgid(&iter->seq, hdr->common_pid);
		at = head;
	}
	*at++ = '[';
	at = digits_put(at, iter->at, 3, '0');
	*at++ = ']';
	*at++ = ' ';
	if (trace_line_option(iter, OPTION_IRQ_INFO))
		at = flags_write(at, hdr);
	at = time_write(at, iter, iter->ts);
	*at++ = ':';
	*at++ = ' ';
	trace_seq_putmem(&iter->seq, head, at - head);
}

char trace_line_delay_mark(u64 ns)
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
	bool verbose = trace_line_option(iter, OPTION_VERBOSE);
	u64 since = iter->ts - (iter->is_worst ? iter->worst.start :
						 iter->ring->start);
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
				 trace_line_delay_mark(delay *
						       NSEC_PER_USEC));
	}
}

static void put_latency_context(struct trace_iter *iter)
{
	const struct record_header *hdr = trace_line_header(iter);
	struct trace_seq *s = &iter->seq;
	char comm[TASK_COMM_LEN];

	cmdline_find(hdr->common_pid, comm);
	if (trace_line_option(iter, OPTION_VERBOSE)) {
		trace_seq_printf(s, "%16s %7d %3d %d %08x %08lx ", comm,
				 hdr->common_pid, iter->at, hdr->common_flags,
				 hdr->common_preempt_count & 0xf, iter->nr - 1);
	} else {
		trace_seq_printf(s, "%8.8s-%-7d %3d", comm, hdr->common_pid,
				 iter->at);
		trace_line_put_flags(iter);
	}
	put_latency_time(iter);
}

static void put_symbol(struct trace_iter *iter, unsigned long ip, bool offset)
{
	struct trace_seq *s = &iter->seq;
	char text[KSYM_SYMBOL_LEN], *module;

	if (!ip) {
		trace_seq_putc(s, '0');
		return;
	}
	symbol_text(text, ip, offset);
	/* Tools expect no module in lines of trace_marker. */
	module = strstr(text, " [" KBUILD_MODNAME "]");
	if (module)
		*module = '\0';
	trace_seq_puts(s, text);
	if (trace_line_option(iter, OPTION_SYM_ADDR))
		trace_seq_printf(s, " <%0*lx>", (int)sizeof(ip) * 2, ip);
}

void trace_line_put_symbol(struct trace_iter *iter, unsigned long ip)
{
	put_symbol(iter, ip, trace_line_option(iter, OPTION_SYM_OFFSET));
}

void trace_line_put_place(struct trace_iter *iter, unsigned long ip)
{
	put_symbol(iter, ip, true);
}

static const char *trace_line_print_text(struct trace_iter *iter)
{
	const struct print_record *print = (void *)iter->record;

	/* A damaged record may lack the NUL at the end of its text. */
	iter->record[min_t(size_t, iter->size,
			     sizeof(iter->record) - 1)] = '\0';
	return print->text;
}

/* Appends the text of a marker, which normally ends with a line feed. */
static void put_print_text(struct trace_iter *iter)
{
	const unsigned int from = trace_seq_used(&iter->seq);
	const char *text = trace_line_print_text(iter);
	const size_t len = strlen(text);
	const bool ends = len && text[len - 1] == '\n';

	trace_seq_putmem(&iter->seq, text, len - ends);
	trace_line_hide(iter, from);
	if (ends)
		trace_seq_putc(&iter->seq, '\n');
}

static void put_print(struct trace_iter *iter)
{
	const struct print_record *print = (void *)iter->record;

	trace_line_put_symbol(iter, print->ip);
	trace_seq_puts(&iter->seq, ": ");
	put_print_text(iter);
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

static void trace_line_put_stack(struct trace_iter *iter)
{
	const struct stack_record *stack = (void *)iter->record;
	const unsigned long *at = stack->caller;
	const void *end = iter->record + iter->size;

	trace_seq_puts(&iter->seq, "<stack trace>\n");
	for (; (void *)(at + 1) <= end && *at != ULONG_MAX &&
	     !trace_seq_has_overflowed(&iter->seq); at++) {
		trace_seq_puts(&iter->seq, " => ");
		trace_line_put_symbol(iter, *at);
		trace_seq_putc(&iter->seq, '\n');
	}
}

/*
 * Takes a reference on the mm of a process, even if the thread that was
 * recorded has exited. Returns NULL if the whole process has exited.
 */
static struct mm_struct *get_mm(unsigned int tgid)
{
	struct mm_struct *mm = NULL;
	struct task_struct *task;

	rcu_read_lock();
	/* The record has the pid of the initial namespace, and the reader may be in another one. */
	task = pid_task(find_pid_ns(tgid, &init_pid_ns), PIDTYPE_PID);
	if (task)
		mm = get_task_mm(task);
	rcu_read_unlock();
	return mm;
}

/* Prints the file mapped at an address. Returns false if there is none. */
static bool put_object(struct trace_seq *s, struct mm_struct *mm,
		       unsigned long ip)
{
	const struct vm_area_struct *area;
	bool found = false;

	mmap_read_lock(mm);
	/* The first area that ends after @ip. */
	area = find_vma(mm, ip);
	if (area && ip >= area->vm_start && area->vm_file) {
		found = true;
		if (trace_seq_path(s, &area->vm_file->f_path))
			trace_seq_printf(s, "[+0x%lx]", ip - area->vm_start);
	}
	mmap_read_unlock(mm);
	return found;
}

/* Prints addresses or, with the option sym-userobj, the files that the task has mapped there. */
static void user_stack_print(struct trace_iter *iter)
{
	const struct user_stack_record *stack = (void *)iter->record;
	bool with_address = instance_option(iter->instance, OPTION_SYM_ADDR);
	const void *end = iter->record + iter->size;
	const unsigned long *at = stack->caller;
	unsigned int from;
	struct trace_seq *s = &iter->seq;
	struct mm_struct *mm = NULL;

	trace_seq_puts(s, "<user stack trace>\n");
	if (instance_option(iter->instance, OPTION_SYM_USEROBJ) &&
	    !iter->atomic)
		mm = get_mm(stack->tgid);
	for (; (void *)(at + 1) <= end && *at &&
	     !trace_seq_has_overflowed(s); at++) {
		from = trace_seq_used(s);
		trace_seq_puts(s, " => ");
		if (!mm || !put_object(s, mm, *at) || with_address)
			trace_seq_printf(s, " <%0*lx>", (int)sizeof(*at) * 2,
					 *at);
		trace_line_hide(iter, from);
		trace_seq_putc(s, '\n');
	}
	if (mm)
		mmput(mm);
}

const struct trace_line_args *trace_line_args;

static void put_parent(struct trace_iter *iter, unsigned long parent_ip)
{
	if (!trace_line_option(iter, OPTION_PRINT_PARENT) || !parent_ip)
		return;
	trace_seq_puts(&iter->seq, " <-");
	trace_line_put_symbol(iter, parent_ip);
}

static void put_function(struct trace_iter *iter)
{
	const struct function_args_record *record = (void *)iter->record;

	trace_line_put_symbol(iter, record->call.ip);
	if (iter->size >= sizeof(*record) && iter->args)
		iter->args->put(iter, record->call.ip, record->args);
	put_parent(iter, record->call.parent_ip);
	trace_seq_putc(&iter->seq, '\n');
}

static char state_letter(const struct switch_record *record, bool next)
{
	return task_index_to_char(next ? record->next_state :
					 record->prev_state);
}

static void trace_line_put_switch(struct trace_iter *iter)
{
	const struct switch_record *record = (void *)iter->record;
	bool wakeup = record->header.common_type == EVENT_ID_WAKEUP;
	const unsigned int from = trace_seq_used(&iter->seq);
	char comm[TASK_COMM_LEN];

	cmdline_find(record->next_pid, comm);
	trace_seq_printf(&iter->seq, " %7d:%3d:%c %s [%03d] %7d:%3d:%c %s",
			 record->prev_pid, record->prev_prio,
			 state_letter(record, false), wakeup ? "  +" : "==>",
			 record->next_cpu, record->next_pid, record->next_prio,
			 state_letter(record, true), comm);
	trace_line_hide(iter, from);
	trace_seq_putc(&iter->seq, '\n');
}

static char switch_letter(const struct switch_record *record)
{
	return record->header.common_type == EVENT_ID_WAKEUP ?
		       '+' : state_letter(record, false);
}

static void put_raw_switch(struct trace_iter *iter)
{
	const struct switch_record *record = (void *)iter->record;

	trace_seq_printf(&iter->seq, "%d %d %c %d %d %d %c\n",
			 record->prev_pid, record->prev_prio,
			 switch_letter(record), record->next_cpu,
			 record->next_pid, record->next_prio,
			 state_letter(record, true));
}

static bool is_switch(const struct trace_iter *iter)
{
	const u16 type = trace_line_header(iter)->common_type;

	return type == EVENT_ID_SWITCH || type == EVENT_ID_WAKEUP;
}

/* A function that appends memory, in hexadecimal or as bytes. */
typedef void put_memory_fn(struct trace_seq *s, const void *mem, unsigned int len);

#define PUT(put, s, value) put(s, &(value), sizeof(value))

/* In hexadecimal, the states are letters. */
static void put_memory_switch(struct trace_iter *iter, put_memory_fn *put, bool hex)
{
	const struct switch_record *record = (void *)iter->record;
	const char from = switch_letter(record);
	const int to = state_letter(record, true);
	struct trace_seq *s = &iter->seq;

	PUT(put, s, record->prev_pid);
	PUT(put, s, record->prev_prio);
	if (hex)
		PUT(put, s, from);
	else
		PUT(put, s, record->prev_state);
	PUT(put, s, record->next_cpu);
	PUT(put, s, record->next_pid);
	PUT(put, s, record->next_prio);
	if (hex)
		PUT(put, s, to);
	else
		PUT(put, s, record->next_state);
}

static u64 repeats_delta(const struct repeats_record *record)
{
	return (u64)record->delta_high << 32 | record->delta_low;
}

static void put_repeats(struct trace_iter *iter)
{
	const struct repeats_record *record = (void *)iter->record;
	char time[TIME_MAX];

	trace_line_put_symbol(iter, record->ip);
	put_parent(iter, record->parent_ip);
	trace_seq_printf(&iter->seq, " (repeats: %u, last_ts:", record->count);
	trace_seq_putmem(&iter->seq, time,
			 time_write(time, iter, iter->ts - repeats_delta(record)) - time);
	trace_seq_puts(&iter->seq, ")\n");
}

static void trace_line_put_event(struct trace_iter *iter,
				 const struct event *event)
{
	struct trace_seq *s = &iter->seq;

	if (!event->class->no_name || trace_line_option(iter, OPTION_FIELDS)) {
		trace_seq_puts(s, event->name);
		trace_seq_puts(s, ": ");
	}
	iter->print.plain_pointers = !trace_line_option(iter, OPTION_HASH_PTR);
	iter->print.verbose = trace_line_option(iter, OPTION_VERBOSE);
	iter->print.addresses = trace_line_option(iter, OPTION_SYM_ADDR);
	iter->print.atomic = iter->atomic;
	iter->print.hide_controls =
		trace_line_option(iter, OPTION_HIDE_CONTROLS);
	if (trace_line_option(iter, OPTION_FIELDS))
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

	if (!iter->annotate || !trace_line_option(iter, OPTION_ANNOTATE) ||
	    pos->started)
		return;
	pos->started = true;
	/* Like the kernel, omit this line near the start of a trace. */
	if (iter->nr > 2)
		trace_seq_printf(&iter->seq,
				 "##### CPU %u buffer started ####\n",
				 iter->at);
}

static void put_body(struct trace_iter *iter)
{
	u16 type = trace_line_header(iter)->common_type;
	const struct event *event;

	switch (type) {
	case EVENT_ID_FUNCTION:
		put_function(iter);
		break;
	case EVENT_ID_REPEATS:
		put_repeats(iter);
		break;
	case EVENT_ID_SWITCH:
	case EVENT_ID_WAKEUP:
		trace_line_put_switch(iter);
		break;
	case EVENT_ID_STACK:
		trace_line_put_stack(iter);
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
			trace_line_put_event(iter, event);
		else
			trace_seq_printf(&iter->seq, "Unknown type %d\n",
					 type);
	}
}

void trace_line_put_text(struct trace_iter *iter)
{
	if (trace_line_header(iter)->common_type == EVENT_ID_PRINT)
		put_print_text(iter);
	else
		put_body(iter);
}

static void put_plain(struct trace_iter *iter)
{
	unsigned int from;

	put_start(iter);
	from = trace_seq_used(&iter->seq);
	if (trace_line_option(iter, OPTION_CONTEXT_INFO)) {
		if (iter->latency)
			put_latency_context(iter);
		else
			trace_line_put_context(iter);
	}
	trace_line_hide(iter, from);
	put_body(iter);
}

static void put_raw(struct trace_iter *iter)
{
	const struct record_header *hdr = trace_line_header(iter);
	const struct function_record *call = (void *)iter->record;
	const struct repeats_record *repeats = (void *)iter->record;
	const struct print_record *print = (void *)iter->record;
	struct trace_seq *s = &iter->seq;

	if (trace_line_option(iter, OPTION_CONTEXT_INFO))
		trace_seq_printf(s, "%d %d %llu ", hdr->common_pid, iter->at,
				 iter->ts);
	if (hdr->common_type == EVENT_ID_PRINT) {
		trace_seq_printf(s, "# %lx ", print->ip);
		put_print_text(iter);
		return;
	}
	if (hdr->common_type == EVENT_ID_RAW_DATA)
		put_raw_data(iter);
	else if (hdr->common_type == EVENT_ID_FUNCTION)
		trace_seq_printf(s, "%lx %lx\n", call->ip, call->parent_ip);
	else if (hdr->common_type == EVENT_ID_REPEATS)
		trace_seq_printf(s, "%lu %lu %u %llu\n", repeats->ip,
				 repeats->parent_ip, repeats->count,
				 repeats_delta(repeats));
	else if (is_switch(iter))
		put_raw_switch(iter);
	else if (event_by_id(hdr->common_type))
		trace_seq_printf(s, "type: %d\n", hdr->common_type);
	else
		trace_seq_printf(s, "%d ?\n", hdr->common_type);
}

/*
 * Like the kernel, prints only the common fields and the fields of calls,
 * context switches and wakeups, in hexadecimal or as bytes.
 */
static void put_memory(struct trace_iter *iter, bool hex)
{
	put_memory_fn *const put = hex ? trace_seq_putmem_hex : trace_seq_putmem;
	const struct record_header *hdr = trace_line_header(iter);
	const struct function_record *call = (void *)iter->record;
	struct trace_seq *s = &iter->seq;

	if (trace_line_option(iter, OPTION_CONTEXT_INFO)) {
		PUT(put, s, hdr->common_pid);
		PUT(put, s, iter->at);
		PUT(put, s, iter->ts);
	}
	if (hdr->common_type == EVENT_ID_FUNCTION) {
		PUT(put, s, call->ip);
		PUT(put, s, call->parent_ip);
	} else if (is_switch(iter)) {
		put_memory_switch(iter, put, hex);
	} else if (event_by_id(hdr->common_type)) {
		trace_seq_printf(s, "type: %d\n", hdr->common_type);
	}
	if (hex)
		trace_seq_putc(s, '\n');
}

bool trace_line_print(struct trace_iter *iter)
{
	struct trace_seq *s = &iter->seq;

	if (iter->lost == TRACE_ITER_LOST_SOME)
		trace_seq_printf(s, "CPU:%d [LOST EVENTS]\n", iter->at);
	else if (iter->lost)
		trace_seq_printf(s, "CPU:%d [LOST %lu EVENTS]\n", iter->at,
				 iter->lost);

	if (iter->tracer->print_line && iter->tracer->print_line(iter))
		return !trace_seq_has_overflowed(s);
	if (trace_line_header(iter)->common_type == EVENT_ID_PRINT &&
	    trace_line_option(iter, OPTION_TRACE_PRINTK) &&
	    trace_line_option(iter, OPTION_PRINTK_MSGONLY))
		put_print_text(iter);
	else if (trace_line_option(iter, OPTION_BIN))
		put_memory(iter, false);
	else if (trace_line_option(iter, OPTION_HEX))
		put_memory(iter, true);
	else if (trace_line_option(iter, OPTION_RAW))
		put_raw(iter);
	else
		put_plain(iter);
	return !trace_seq_has_overflowed(s);
}
