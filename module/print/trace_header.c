// SPDX-License-Identifier: GPL-2.0
/* The top of the trace file, see trace_header.h. */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>

#include <generated/utsrelease.h>

#include "../compat/context.h"
#include "../instance/instance.h"
#include "trace_header.h"
#include "trace_iter.h"

static void count(const struct trace_iter *iter, unsigned long *entries,
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
		*entries += nr;
		*written += nr + ring_overrun(iter->ring, cpu);
	}
}

static const char *preemption(void)
{
	if (preempt_model_none())
		return "server";
	if (preempt_model_voluntary())
		return "desktop";
	if (preempt_model_full())
		return "preempt";
	return preempt_model_rt() ? "preempt_rt" : "unknown";
}

/*
 * A latency tracer would describe its worst case here. We have no such tracer,
 * so this function prints the numbers that the kernel prints for "nop".
 */
static void print_latency(struct seq_file *m, const struct trace_iter *iter)
{
	unsigned long entries, written;

	count(iter, &entries, &written);
	seq_printf(m, "# nop latency trace v1.1.5 on %s\n", UTS_RELEASE);
	seq_puts(m, "# --------------------------------------------------------------------\n");
	seq_printf(m, "# latency: 0 us, #%lu/%lu, CPU#0 | (M:%s VP:0, KP:0, SP:0 HP:0",
		   entries, written, preemption());
	if (IS_ENABLED(CONFIG_SMP))
		seq_printf(m, " #P:%d", num_online_cpus());
	seq_puts(m, ")\n"
		    "#    -----------------\n"
		    "#    | task: -0 (uid:0 nice:0 policy:0 rt_prio:0)\n"
		    "#    -----------------\n"
		    "#\n");
}

/*
 * The kernel ends some of these lines with blanks, and clients may rely on the
 * blanks.
 */
static void print_latency_columns(struct seq_file *m)
{
	static const char *const lines[] = {
		"                  _------=> CPU#            ",
		"                 / _-----=> irqs-off/BH-disabled",
		"                | / _----=> need-resched    ",
		"                || / _---=> hardirq/softirq ",
		"                ||| / _--=> preempt-depth   ",
		"                |||| / _-=> migrate-disable ",
		"                ||||| /     delay           ",
		"cmd     pid     |||||| time  |   caller     ",
		"   \\   /        ||||||  \\    |    /       ",
	};
	int i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		seq_printf(m, "#  %s\n", lines[i]);
}

static void print_columns(struct seq_file *m, const struct trace_iter *iter)
{
	bool tgid = instance_option(iter->instance, OPTION_RECORD_TGID);
	const char *gap = tgid ? "            " : "  ";
	unsigned long entries, written;

	count(iter, &entries, &written);
	seq_printf(m, "# entries-in-buffer/entries-written: %lu/%lu   #P:%d\n#\n",
		   entries, written, num_online_cpus());
	if (!instance_option(iter->instance, OPTION_IRQ_INFO)) {
		seq_printf(m, "#           TASK-PID    %s CPU#     TIMESTAMP  FUNCTION\n",
			   tgid ? "   TGID   " : "");
		seq_printf(m, "#              | |      %s   |         |         |\n",
			   tgid ? "     |    " : "");
		return;
	}
	seq_printf(m, "#                            %s  _-----=> irqs-off/BH-disabled\n", gap);
	seq_printf(m, "#                            %s / _----=> need-resched\n", gap);
	seq_printf(m, "#                            %s| / _---=> hardirq/softirq\n", gap);
	seq_printf(m, "#                            %s|| / _--=> preempt-depth\n", gap);
	seq_printf(m, "#                            %s||| / _-=> migrate-disable\n", gap);
	seq_printf(m, "#                            %s|||| /     delay\n", gap);
	seq_printf(m, "#           TASK-PID  %s CPU#  |||||  TIMESTAMP  FUNCTION\n",
		   tgid ? "     TGID   " : "  ");
	seq_printf(m, "#              | |    %s   |   |||||     |         |\n",
		   tgid ? "       |    " : "  ");
}

void trace_header_print(struct seq_file *m, const struct trace_iter *iter)
{
	bool verbose = instance_option(iter->instance, OPTION_VERBOSE);

	seq_puts(m, "# tracer: nop\n#\n");
	if (!instance_option(iter->instance, OPTION_CONTEXT_INFO))
		return;
	if (!iter->latency) {
		if (!verbose)
			print_columns(m, iter);
		return;
	}
	if (trace_iter_empty(iter))
		return;
	print_latency(m, iter);
	if (!verbose)
		print_latency_columns(m);
}
