// SPDX-License-Identifier: GPL-2.0
/* The top of the trace file, see trace_iter.h. */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/time64.h>
#include <linux/trace_seq.h>
#include <linux/uidgid.h>

#include <generated/utsrelease.h>

#include "../compat/context.h"
#include "../instance/instance.h"
#include "../tracer/tracer.h"
#include "trace_iter.h"

static void header_count(const struct trace_iter *iter, unsigned long *entries,
			 unsigned long *written)
{
	unsigned long nr;
	int cpu;

	*entries = 0;
	*written = 0;
	if (!iter->ring)
		return;
	for_each_possible_cpu(cpu) {
		nr = ring_entries(iter->ring, cpu);
		/* The ring may have been reset after entries were skipped. */
		nr -= min(nr, iter->cpus[cpu].skipped);
		*entries += nr;
		*written += nr;
		if (!iter->cpus[cpu].skipped)
			*written += ring_overrun(iter->ring, cpu);
	}
}

static const char *header_preemption(void)
{
	if (preempt_model_none())
		return "server";
	if (preempt_model_voluntary())
		return "desktop";
	if (preempt_model_full())
		return "preempt";
	return preempt_model_rt() ? "preempt_rt" : "unknown";
}

static void put_place(struct seq_file *m, struct trace_iter *iter,
		      const char *what, unsigned long ip)
{
	seq_printf(m, "#  => %s", what);
	trace_seq_init(&iter->seq);
	trace_line_put_symbol(iter, ip);
	seq_write(m, iter->seq.buffer, trace_seq_used(&iter->seq));
	seq_putc(m, '\n');
}

/*
 * Without a snapshot, @iter->worst is all zeros. The kernel prints these zeros
 * for the tracer nop.
 */
void trace_header_print_latency(struct seq_file *m, struct trace_iter *iter)
{
	const struct instance_max_trace *worst = &iter->worst;
	unsigned long entries, written;

	header_count(iter, &entries, &written);
	seq_printf(m, "# %s latency trace v1.1.5 on %s\n", iter->tracer->name,
		   UTS_RELEASE);
	seq_puts(m, "# --------------------------------------------------------------------\n");
	seq_printf(m, "# latency: %lu us, #%lu/%lu, CPU#%d | (M:%s VP:0, KP:0, SP:0 HP:0",
		   worst->latency / NSEC_PER_USEC, entries, written, worst->cpu,
		   header_preemption());
	if (IS_ENABLED(CONFIG_SMP))
		seq_printf(m, " #P:%d", num_online_cpus());
	seq_puts(m, ")\n"
		    "#    -----------------\n");
	trace_seq_init(&iter->seq);
	trace_seq_printf(&iter->seq, "%.16s", worst->comm);
	trace_line_hide(iter, 0);
	seq_puts(m, "#    | task: ");
	seq_write(m, iter->seq.buffer, trace_seq_used(&iter->seq));
	seq_printf(m, "-%d (uid:%d nice:%d policy:%u rt_prio:%u)\n", worst->pid,
		   from_kuid_munged(seq_user_ns(m), worst->uid), worst->nice,
		   worst->policy, worst->rt_priority);
	seq_puts(m, "#    -----------------\n");
	if (worst->began_at)
		put_place(m, iter, "started at: ", worst->began_at);
	if (worst->ended_at) {
		put_place(m, iter, "ended at:   ", worst->ended_at);
		seq_puts(m, "#\n");
	}
	seq_puts(m, "#\n");
}

/* What the columns of flags show, from left to right. Only latency-format has the first. */
static const char *const flag_names[] = {
	"CPU#",
	"irqs-off/BH-disabled",
	"need-resched" IF_LAZY_COUNT(, "need-resched-lazy"),
	"hardirq/softirq",
	"preempt-depth" IF_LAZY_COUNT(, "preempt-lazy-depth"),
	"migrate-disable",
};

static const char bars[] = "||||||||";
static_assert(sizeof(bars) > ARRAY_SIZE(flag_names));

/*
 * Prints the heading of the last @nr flags: lines lead from the flags' names down to
 * their columns. The first column follows "#" and @at spaces. Pads names to @width,
 * because some lines of the kernel's heading end with spaces.
 */
static void put_flag_names(struct seq_file *m, int at, int nr, int width)
{
	static const char dashes[] = "--------";
	const char *const *names = flag_names + ARRAY_SIZE(flag_names) - nr;
	int i;

	for (i = 0; i < nr; i++)
		seq_printf(m, "#%*s%.*s%s%.*s=> %-*s\n", at, "",
			   max(i - 1, 0), bars, i ? " / _" : "  _", nr - i,
			   dashes, width, names[i]);
	seq_printf(m, "#%*s%.*s /     %-*s\n", at, "", nr - 1, bars, width,
		   "delay");
}

static void header_print_latency_columns(struct seq_file *m)
{
	const int nr = ARRAY_SIZE(flag_names);

	put_flag_names(m, 18, nr, 16);
	seq_printf(m, "#  cmd     pid     %.*s time  |   caller%5s\n", nr, bars, "");
	seq_printf(m, "#     \\   /        %.*s  \\    |    /%7s\n", nr, bars, "");
}

static void print_columns(struct seq_file *m, const struct trace_iter *iter)
{
	bool tgid = instance_option(iter->instance, OPTION_RECORD_TGID);
	const int nr = ARRAY_SIZE(flag_names) - 1;
	unsigned long entries, written;

	header_count(iter, &entries, &written);
	seq_printf(m, "# entries-in-buffer/entries-written: %lu/%lu   #P:%d\n#\n",
		   entries, written, num_online_cpus());
	if (!instance_option(iter->instance, OPTION_IRQ_INFO)) {
		seq_printf(m, "#           TASK-PID    %s CPU#     TIMESTAMP  FUNCTION\n",
			   tgid ? "   TGID   " : "");
		seq_printf(m, "#              | |      %s   |         |         |\n",
			   tgid ? "     |    " : "");
		return;
	}
	put_flag_names(m, tgid ? 40 : 30, nr, 0);
	seq_printf(m, "#           TASK-PID  %s CPU#  %.*s  TIMESTAMP  FUNCTION\n",
		   tgid ? "     TGID   " : "  ", nr, bars);
	seq_printf(m, "#              | |    %s   |   %.*s%s     |         |\n",
		   tgid ? "       |    " : "  ", nr, bars,
		   LAZY_COUNT_FIELDS ? " " : "");
}

void trace_header_print(struct seq_file *m, struct trace_iter *iter)
{
	bool verbose = instance_option(iter->instance, OPTION_VERBOSE);

	seq_printf(m, "# tracer: %s\n#\n", iter->tracer->name);
	if (iter->tracer->print_header) {
		iter->tracer->print_header(m, iter);
		return;
	}
	if (!instance_option(iter->instance, OPTION_CONTEXT_INFO))
		return;
	if (!iter->latency) {
		if (!verbose)
			print_columns(m, iter);
		return;
	}
	if (trace_iter_empty(iter))
		return;
	trace_header_print_latency(m, iter);
	if (!verbose)
		header_print_latency_columns(m);
}
