// SPDX-License-Identifier: GPL-2.0
/* Printing calls, as lines of the trace file that look like C. */
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/math64.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "../event/registry.h"
#include "../print/trace_iter.h"
#include "../event/symbol.h"
#include "../record/saved_cmdlines.h"
#include "../tracer/tracer.h"
#include "graph.h"

/* Spaces of indentation for each level of calls. */
#define INDENT		2

#define TASK_WIDTH	14

/**
 * struct graph_cpu - state of a CPU after the lines printed so far
 * @pid: the task of the CPU's last line, -1 if there is none
 * @depth: the call depth that put_comment() indents by
 * @irq_depth: depth of an interrupt's first call while that interrupt's calls are left out
 *	of the output, else -1
 * @entered: the last function at each depth, 0 if it has ended
 */
struct graph_cpu {
	int pid;
	int depth;
	int irq_depth;
	unsigned long entered[CALLS_DEPTH];
};

/**
 * struct graph_view - state of an iterator that prints calls
 * @saved: the current CPU's state before the current line
 * @cpus: state of each CPU
 */
struct graph_view {
	struct graph_cpu saved;
	struct graph_cpu cpus[];
};

/* Bounds of the kernel's section .irqentry.text: the functions that interrupts call first. */
static unsigned long irq_text, irq_text_end;

static bool graph_option(const struct trace_iter *iter,
			 enum instance_option option)
{
	return instance_option(iter->instance, option);
}

static struct graph_cpu *this_view(struct trace_iter *iter)
{
	struct graph_view *view = iter->tracer_data;

	return &view->cpus[iter->at];
}

static int pid_of(const struct trace_iter *iter)
{
	return ((const struct record_header *)iter->record)->common_pid;
}

static void put_spaces(struct trace_seq *s, int n)
{
	while (n-- > 0)
		trace_seq_putc(s, ' ');
}

static void put_cpu_nr(struct trace_iter *iter)
{
	int width = 1;
	unsigned int last;

	for (last = nr_cpu_ids - 1; last > 9; last /= 10)
		width++;
	trace_seq_printf(&iter->seq, " %*d) ", width, iter->at);
}

/* Appends the name and pid of a task, centered in their column. */
static void put_task(struct trace_iter *iter, int pid)
{
	struct trace_seq *s = &iter->seq;
	const unsigned int from = trace_seq_used(s);
	char comm[TASK_COMM_LEN];
	char text[TASK_COMM_LEN + 12];
	int spaces;

	cmdline_find(pid, comm);
	comm[7] = '\0';
	spaces = TASK_WIDTH - snprintf(text, sizeof(text), "%s-%d", comm, pid);
	put_spaces(s, spaces / 2);
	trace_seq_puts(s, text);
	put_spaces(s, spaces - spaces / 2);
	trace_line_hide(iter, from);
}

/* Appends a line if the CPU has switched to another task. */
static void graph_put_switch(struct trace_iter *iter)
{
	struct graph_cpu *cpu = this_view(iter);
	struct trace_seq *s = &iter->seq;
	int before = cpu->pid, pid = pid_of(iter);

	if (before == pid)
		return;
	cpu->pid = pid;
	if (before == -1)
		return;
	trace_seq_puts(s, " ------------------------------------------\n");
	put_cpu_nr(iter);
	put_task(iter, before);
	trace_seq_puts(s, " => ");
	put_task(iter, pid);
	trace_seq_puts(s, "\n ------------------------------------------\n\n");
}

/* Appends the columns before the duration: time, CPU, task and context. */
static void graph_put_context(struct trace_iter *iter)
{
	struct trace_seq *s = &iter->seq;
	u64 seconds;
	u32 ns;

	if (!graph_option(iter, OPTION_CONTEXT_INFO))
		return;
	if (graph_option(iter, OPTION_GRAPH_ABSTIME)) {
		seconds = div_u64_rem(iter->ts, NSEC_PER_SEC, &ns);
		trace_seq_printf(s, "%5lu.%06u |  ", (unsigned long)seconds,
				 ns / 1000);
	}
	if (graph_option(iter, OPTION_GRAPH_CPU))
		put_cpu_nr(iter);
	if (graph_option(iter, OPTION_GRAPH_PROC)) {
		put_task(iter, pid_of(iter));
		trace_seq_puts(s, " | ");
	}
	if (graph_option(iter, OPTION_LATENCY_FORMAT)) {
		trace_seq_putc(s, ' ');
		trace_line_put_flags(iter);
		trace_seq_puts(s, " | ");
	}
}

static bool has_durations(const struct trace_iter *iter)
{
	return graph_option(iter, OPTION_GRAPH_DURATION) &&
	       graph_option(iter, OPTION_CONTEXT_INFO);
}

static void put_no_duration(struct trace_iter *iter)
{
	if (has_durations(iter))
		trace_seq_puts(&iter->seq, "              |  ");
}

/* Prints as many decimals of the microseconds as fit into seven digits in all, at most three. */
void graph_duration_text(char text[GRAPH_DURATION_SIZE], u64 duration)
{
	char fraction[5] = "";
	int len, left;
	u32 ns;

	len = snprintf(text, GRAPH_DURATION_SIZE, "%llu",
		       div_u64_rem(duration, NSEC_PER_USEC, &ns));
	if (len < 7) {
		left = min_t(int, sizeof(fraction), 8 - len);
		scnprintf(fraction, left, "%03u", ns);
		len += snprintf(text + len, GRAPH_DURATION_SIZE - len, ".%s",
				fraction);
	}
	snprintf(text + len, GRAPH_DURATION_SIZE - len, " us %*s",
		 max(8 - len, 0), "");
}

static void put_duration(struct trace_iter *iter, u64 duration)
{
	char text[GRAPH_DURATION_SIZE];
	struct trace_seq *s = &iter->seq;

	if (!has_durations(iter))
		return;
	if (graph_option(iter, OPTION_GRAPH_OVERHEAD))
		trace_seq_printf(s, "%c ", trace_line_delay_mark(duration));
	else
		trace_seq_puts(s, "  ");
	graph_duration_text(text, duration);
	trace_seq_puts(s, text);
	trace_seq_puts(s, "|  ");
}

static bool is_irq_text(unsigned long func)
{
	return func >= irq_text && func < irq_text_end;
}

/*
 * If @func is the first call of an interrupt, appends a line with the arrow before or after
 * it.
 */
static void put_irq(struct trace_iter *iter, unsigned long func,
		    const char *arrow)
{
	struct trace_seq *s = &iter->seq;

	if (!is_irq_text(func))
		return;
	graph_put_context(iter);
	if (has_durations(iter))
		trace_seq_puts(s, "  ");
	trace_seq_puts(s, arrow);
	if (has_durations(iter))
		trace_seq_puts(s, " |");
	trace_seq_putc(s, '\n');
}

/*
 * Should a call of an interrupt be left out? Such calls are in the ring if funcgraph-irqs
 * was switched off after they were recorded.
 */
static bool hides_entry(struct trace_iter *iter, unsigned long func, int depth)
{
	struct graph_cpu *cpu = this_view(iter);

	if (graph_option(iter, OPTION_GRAPH_IRQS))
		return false;
	if (cpu->irq_depth >= 0)
		return true;
	if (!is_irq_text(func))
		return false;
	cpu->irq_depth = depth;
	return true;
}

/*
 * Like hides_entry(), for the end of a call. An interrupt ends with its first call, at
 * cpu->irq_depth, or at a lower depth if records were lost.
 */
static bool hides_exit(struct trace_iter *iter, int depth)
{
	struct graph_cpu *cpu = this_view(iter);

	if (graph_option(iter, OPTION_GRAPH_IRQS) || cpu->irq_depth == -1)
		return false;
	if (cpu->irq_depth >= depth)
		cpu->irq_depth = -1;
	return true;
}

static void note_entered(struct trace_iter *iter, int depth, unsigned long func)
{
	if (depth >= 0 && depth < CALLS_DEPTH)
		this_view(iter)->entered[depth] = func;
}

/* Appends a negative errno in decimal, unless funcgraph-retval-hex is set; others in hex. */
static void graph_put_value(struct trace_iter *iter, unsigned long value)
{
	long number = value;

	/* A function that returns an int may clear the register's upper half. */
	if (value && !(value >> 32) && value & BIT(31))
		number = (s32)value;
	if (graph_option(iter, OPTION_GRAPH_RETVAL_HEX) ||
	    !IS_ERR_VALUE(number))
		trace_seq_printf(&iter->seq, " ret=0x%lx", value);
	else
		trace_seq_printf(&iter->seq, " ret=%ld", number);
}

/* Returns the number of words after the struct graph_entry_record. */
static unsigned int graph_words(const struct trace_iter *iter)
{
	const unsigned int size = sizeof(struct graph_entry_record);

	return iter->size < size ? 0 : (iter->size - size) / sizeof(unsigned long);
}

/*
 * Returns the address to which a call returns; 0 if it is not known or not wanted, or if another
 * function has jumped to this one at its end.
 */
static unsigned long graph_parent(const struct trace_iter *iter,
				  const struct graph_entry_more_record *record)
{
	const unsigned int nr = graph_words(iter);
	unsigned long parent;

	if (!graph_option(iter, OPTION_GRAPH_RETADDR) ||
	    (nr != GRAPH_RETADDR && nr < GRAPH_WORDS))
		return 0;
	parent = record->words[0];
	return parent == calls_trampoline ? 0 : parent;
}

static void graph_put_parent(struct trace_iter *iter, unsigned long parent)
{
	trace_seq_puts(&iter->seq, " <-");
	trace_line_put_place(iter, parent);
}

static void put_call(struct trace_iter *iter,
		     const struct graph_entry_record *entry)
{
	const struct graph_entry_more_record *record = (void *)entry;
	const unsigned int nr = graph_words(iter);
	unsigned long args[FUNCTION_ARGS];

	trace_seq_printf(&iter->seq, "%ps", (void *)entry->func);
	if (nr < FUNCTION_ARGS || !iter->args) {
		trace_seq_puts(&iter->seq, "()");
		return;
	}
	memcpy(args, &record->words[nr >= GRAPH_WORDS], sizeof(args));
	iter->args->put(iter, entry->func, args);
}

/* Appends a call without calls within it, on one line. */
static void put_leaf(struct trace_iter *iter,
		     const struct graph_entry_record *entry,
		     const struct graph_exit_record *exit)
{
	const unsigned long parent = graph_parent(iter, (void *)entry);
	const bool retval = graph_option(iter, OPTION_GRAPH_RETVAL);
	struct trace_seq *s = &iter->seq;

	this_view(iter)->depth = entry->depth - 1;
	note_entered(iter, entry->depth, 0);
	put_duration(iter, exit->rettime - exit->calltime);
	put_spaces(s, entry->depth * INDENT);
	put_call(iter, entry);
	trace_seq_putc(s, ';');
	if (retval || parent)
		trace_seq_puts(s, " /*");
	if (parent)
		graph_put_parent(iter, parent);
	if (retval)
		graph_put_value(iter, exit->retval);
	if (retval || parent)
		trace_seq_puts(s, " */");
	trace_seq_putc(s, '\n');
	put_irq(iter, exit->func, "<==========");
}

/* Returns the CPU's next record if that is the end of the call of @entry, else NULL. */
static const struct graph_exit_record *
return_of(struct trace_iter *iter, const struct graph_entry_record *entry)
{
	const struct graph_exit_record *exit;
	unsigned int size;

	exit = trace_iter_following(iter, &size);
	if (!exit || size < sizeof(*exit) ||
	    exit->header.common_type != EVENT_ID_GRAPH_EXIT ||
	    exit->header.common_pid != entry->header.common_pid ||
	    exit->func != entry->func)
		return NULL;
	return exit;
}

static void graph_put_entry(struct trace_iter *iter)
{
	const struct graph_entry_record *entry = (void *)iter->record;
	const struct graph_exit_record *exit;
	struct trace_seq *s = &iter->seq;
	unsigned long parent;

	if (hides_entry(iter, entry->func, entry->depth))
		return;
	graph_put_switch(iter);
	put_irq(iter, entry->func, "==========>");
	graph_put_context(iter);
	exit = return_of(iter, entry);
	if (exit) {
		put_leaf(iter, entry, exit);
		trace_iter_take(iter);
		return;
	}
	this_view(iter)->depth = entry->depth;
	note_entered(iter, entry->depth, entry->func);
	put_no_duration(iter);
	put_spaces(s, entry->depth * INDENT);
	put_call(iter, entry);
	trace_seq_puts(s, " {");
	parent = graph_parent(iter, (void *)entry);
	if (parent) {
		trace_seq_puts(s, " /*");
		graph_put_parent(iter, parent);
		trace_seq_puts(s, " */");
	}
	trace_seq_putc(s, '\n');
}

static void put_exit(struct trace_iter *iter)
{
	const struct graph_exit_record *exit = (void *)iter->record;
	struct graph_cpu *cpu = this_view(iter);
	struct trace_seq *s = &iter->seq;
	bool known = true;

	if (hides_exit(iter, exit->depth))
		return;
	cpu->depth = exit->depth - 1;
	if (exit->depth >= 0 && exit->depth < CALLS_DEPTH)
		known = cpu->entered[exit->depth] == exit->func;
	note_entered(iter, exit->depth, 0);
	graph_put_switch(iter);
	graph_put_context(iter);
	put_duration(iter, exit->rettime - exit->calltime);
	put_spaces(s, exit->depth * INDENT);
	trace_seq_putc(s, '}');
	if (graph_option(iter, OPTION_GRAPH_RETVAL)) {
		trace_seq_printf(s, " /* %ps", (void *)exit->func);
		graph_put_value(iter, exit->retval);
		trace_seq_puts(s, " */");
	} else if (!known || graph_option(iter, OPTION_GRAPH_TAIL)) {
		trace_seq_printf(s, " /* %ps */", (void *)exit->func);
	}
	trace_seq_putc(s, '\n');
	if (graph_option(iter, OPTION_GRAPH_OVERRUN))
		trace_seq_printf(s, " (Overruns: %u)\n", exit->overrun);
	put_irq(iter, exit->func, "<==========");
}

/* Appends a record that is not of a call, as a comment. */
static void put_comment(struct trace_iter *iter)
{
	const int depth = this_view(iter)->depth;
	struct trace_seq *s = &iter->seq;

	graph_put_switch(iter);
	graph_put_context(iter);
	put_no_duration(iter);
	if (depth > 0)
		put_spaces(s, (depth + 1) * INDENT);
	trace_seq_puts(s, "/* ");
	trace_line_put_text(iter);
	if (!trace_seq_has_overflowed(s) && s->buffer[s->seq.len - 1] == '\n')
		s->seq.len--;
	trace_seq_puts(s, " */\n");
}

static bool print_line(struct trace_iter *iter)
{
	const struct record_header *header = (void *)iter->record;
	struct graph_view *view = iter->tracer_data;

	view->saved = *this_view(iter);
	switch (header->common_type) {
	case EVENT_ID_GRAPH_ENTRY:
		graph_put_entry(iter);
		break;
	case EVENT_ID_GRAPH_EXIT:
		put_exit(iter);
		break;
	case EVENT_ID_STACK:
	case EVENT_ID_FUNCTION:
		return false;
	default:
		put_comment(iter);
	}
	/* If the line did not fit, it is printed again; restore the CPU's state before it. */
	if (trace_seq_has_overflowed(&iter->seq))
		*this_view(iter) = view->saved;
	return true;
}

static void graph_print_latency_columns(struct seq_file *m, int width)
{
	/* The kernel ends these lines with spaces. */
	static const char *const lines[] = {
		"  _-----=> irqs-off        ",
		" / _----=> need-resched    ",
		"| / _---=> hardirq/softirq ",
		"|| / _--=> preempt-depth   ",
		"||| /                      ",
	};
	int i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		seq_printf(m, "#%*s%s\n", width, "", lines[i]);
}

static void print_header(struct seq_file *m, struct trace_iter *iter)
{
	const bool latency = graph_option(iter, OPTION_LATENCY_FORMAT);
	const bool abstime = graph_option(iter, OPTION_GRAPH_ABSTIME);
	const bool cpu = graph_option(iter, OPTION_GRAPH_CPU);
	const bool task = graph_option(iter, OPTION_GRAPH_PROC);
	const bool duration = graph_option(iter, OPTION_GRAPH_DURATION);

	if (!graph_option(iter, OPTION_CONTEXT_INFO))
		return;
	if (latency) {
		if (trace_iter_empty(iter))
			return;
		trace_header_print_latency(m, iter);
		graph_print_latency_columns(m,
					    abstime * 16 + cpu * 4 + task * 17);
	}
	seq_printf(m, "#%s%s%s%s%s               FUNCTION CALLS\n",
		   abstime ? "     TIME       " : "", cpu ? " CPU" : "",
		   task ? "  TASK/PID       " : "", latency ? "||||   " : "",
		   duration ? "  DURATION   " : "");
	seq_printf(m, "#%s%s%s%s%s               |   |   |   |\n",
		   abstime ? "      |         " : "", cpu ? " |  " : "",
		   task ? "   |    |        " : "", latency ? "||||   " : "",
		   duration ? "   |   |      " : "");
}

static int print_open(struct trace_iter *iter)
{
	struct graph_view *view =
		kvzalloc(struct_size(view, cpus, nr_cpu_ids), GFP_KERNEL);
	unsigned int i;

	if (!view)
		return -ENOMEM;
	for (i = 0; i < nr_cpu_ids; i++) {
		view->cpus[i].pid = -1;
		view->cpus[i].irq_depth = -1;
	}
	iter->tracer_data = view;
	lockdep_assert_held(&event_mutex);
	if (!irq_text) {
		irq_text_end = symbol_start("__irqentry_text_end");
		irq_text = symbol_start("__irqentry_text_start");
	}
	return 0;
}

static void print_close(struct trace_iter *iter)
{
	kvfree(iter->tracer_data);
}

void graph_set_print(struct tracer *tracer)
{
	tracer->print_open = print_open;
	tracer->print_close = print_close;
	tracer->print_header = print_header;
	tracer->print_line = print_line;
}
