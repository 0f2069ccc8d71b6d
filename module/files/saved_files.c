// SPDX-License-Identifier: GPL-2.0
/*
 * The files saved_cmdlines, saved_cmdlines_size and saved_tgids, printk_formats,
 * which has nothing to show, and README.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/threads.h>
#include <linux/uaccess.h>

#include "../event/registry.h"
#include "../record/comm.h"
#include "saved_files.h"

static int cmdlines_show(struct seq_file *m, void *v)
{
	mutex_lock(&event_mutex);
	comm_print(m);
	mutex_unlock(&event_mutex);
	return 0;
}

static int cmdlines_open(struct inode *inode, struct file *filp)
{
	return single_open(filp, cmdlines_show, NULL);
}

const struct file_operations saved_cmdlines_fops = {
	.owner = THIS_MODULE,
	.open = cmdlines_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

static ssize_t size_read(struct file *filp, char __user *to, size_t count,
			 loff_t *pos)
{
	char text[16];
	int len = scnprintf(text, sizeof(text), "%u\n", comm_size());

	return simple_read_from_buffer(to, count, pos, text, len);
}

static ssize_t size_write(struct file *filp, const char __user *from,
			  size_t count, loff_t *pos)
{
	unsigned long value;
	int ret;

	ret = kstrtoul_from_user(from, count, 10, &value);
	if (ret)
		return ret;
	if (!value || value > PID_MAX_DEFAULT)
		return -EINVAL;
	mutex_lock(&event_mutex);
	ret = comm_resize(value);
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

const struct file_operations saved_cmdlines_size_fops = {
	.owner = THIS_MODULE,
	.read = size_read,
	.write = size_write,
	.llseek = generic_file_llseek,
};

/* The place in the file is the number of the task. */
static void *tgids_start(struct seq_file *m, loff_t *pos)
{
	int pid = tgid_next(*pos);

	if (pid < 0)
		return NULL;
	*pos = pid;
	return pos;
}

static void *tgids_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return tgids_start(m, pos);
}

static void tgids_stop(struct seq_file *m, void *v)
{
}

static int tgids_show(struct seq_file *m, void *v)
{
	int pid = *(loff_t *)v;

	seq_printf(m, "%d %d\n", pid, tgid_find(pid));
	return 0;
}

static const struct seq_operations tgids_seq_ops = {
	.start = tgids_start,
	.next = tgids_next,
	.stop = tgids_stop,
	.show = tgids_show,
};

static int tgids_open(struct inode *inode, struct file *filp)
{
	return seq_open(filp, &tgids_seq_ops);
}

const struct file_operations saved_tgids_fops = {
	.owner = THIS_MODULE,
	.open = tgids_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release,
};

static ssize_t nothing_read(struct file *filp, char __user *to, size_t count,
			    loff_t *pos)
{
	return 0;
}

const struct file_operations printk_formats_fops = {
	.owner = THIS_MODULE,
	.read = nothing_read,
	.llseek = generic_file_llseek,
};

/*
 * Clients look for features in this text; it has theirs words for all that is
 * there, and for nothing that is not.
 */
static const char readme[] =
	"histrig: event tracing and histograms, laid out like tracefs\n\n"
	"  trace\t\t\t- what was recorded; writing clears it\n"
	"  trace_pipe\t\t- the same, taken away by reading; waits for more\n"
	"  per_cpu/cpuN/\t\t- these files and others for each CPU\n"
	"  tracing_on\t\t- 0 to record nothing, 1 to go on\n"
	"  current_tracer\t- nop\n"
	"  available_tracers\t- nop\n"
	"  error_log\t\t- why commands were refused\n"
	"  buffer_size_kb\t- size of the buffer of each CPU\n"
	"  buffer_total_size_kb\t- size of all of them\n"
	"  free_buffer\t\t- closing it makes the buffers small\n"
	"  snapshot\t\t- a second buffer that 1 exchanges with the first\n"
	"  trace_clock\t\t- where times come from:\n"
	"      local: of each CPU, global: of all, counter: a count of entries,\n"
	"      uptime: jiffies, perf: as perf has it, mono, mono_raw, boot, tai,\n"
	"      x86-tsc: cycles\n"
	"  timestamp_mode\t- how times are stored\n"
	"  trace_marker\t\t- what is written is recorded, as event ftrace/print\n"
	"  trace_marker_raw\t- the same for bytes, behind a number\n"
	"  tracing_cpumask\t- CPUs that record\n"
	"  instances\t\t- mkdir makes another tree with a buffer of its own\n"
	"  trace_options\t\t- how to record and print; 'no' in front unsets one\n"
	"  options/\t\t- the same, a file for each\n"
	"  saved_cmdlines\t- names of tasks\n"
	"  saved_cmdlines_size\t- how many are kept\n"
	"  saved_tgids\t\t- thread groups of tasks\n"
	"  synthetic_events\t- events of your own, made of fields; '!' removes one\n"
	"\t    Example: echo 'slow u64 lat; char name[]' >> synthetic_events\n"
	"\t    Types: s8/16/32/64, u8/16/32/64, char, int, long, bool, pid_t,\n"
	"\t           gfp_t, unsigned, strings char x[n], char x[],\n"
	"\t           stacks unsigned long x[]\n"
	"  dynamic_events\t- the same events, written in another way\n"
	"\t    Format: s:[synthetic/]<event> <type> <field>[;<type> <field>]...\n"
	"\t            -:[synthetic/]<event>\n"
	"  set_event\t\t- events that are recorded\n"
	"  set_event_pid\t\t- tasks whose events are recorded\n"
	"  events/enable, events/<system>/enable\n"
	"\t\t\t- 0 or 1: record all events, or those of a system\n"
	"  events/<system>/<event>/\n"
	"      enable\t\t- 0 or 1: record it\n"
	"      filter\t\t- only what passes is recorded\n"
	"      format\t\t- its fields and how it is printed\n"
	"      trigger\t\t- what else a hit does\n"
	"\t    Format: <trigger>[:count][if <filter>]\n"
	"      hist trigger\t- hits counted in a table\n"
	"\t    Format: hist:keys=<field1[,field2,...]>\n"
	"\t            [:<var1>=<field|var_ref|numeric_literal>[,<var2>=...]]\n"
	"\t            [:values=<field1[,field2,...]>]\n"
	"\t            [:sort=<field1[,field2,...]>]\n"
	"\t            [:size=#entries]\n"
	"\t            [:pause][:continue][:clear]\n"
	"\t            [:name=histname1]\n"
	"\t            [:clock=<trace_clock>]\n"
	"\t            [:nohitcount]\n"
	"\t            [:<handler>.<action>]\n"
	"\t            [if <filter>]\n"
	"\t    Modifiers of fields:\n"
	"\t            .hex        in hexadecimal\n"
	"\t            .sym        as a symbol\n"
	"\t            .sym-offset as a symbol and what is added to it\n"
	"\t            .execname   a task's number as its name\n"
	"\t            .syscall    the name of a system call\n"
	"\t            .log2       by powers of two\n"
	"\t            .buckets=size  by steps of that size\n"
	"\t            .usecs      a time in microseconds\n"
	"\t            .percent    a value as a share of its total\n"
	"\t            .graph      a value as a bar\n"
	"\t    A variable <var1> keeps a field, a number or what +, -, * and / make\n"
	"\t    of them; $<var1> is its value for all hits with equal keys.\n"
	"\t    Handlers decide when an action is taken:\n"
	"\t        onmatch(matching.event)  at each hit\n"
	"\t        onmax(var)               when var is greater than before\n"
	"\t        onchange(var)            when var is not what it was\n"
	"\t    Actions:\n"
	"\t        trace(<synthetic_event>,param list)  generate that event\n"
	"\t        save(field,...)          keep fields of this hit\n"
	"\t        snapshot()               take a snapshot\n";

static ssize_t readme_read(struct file *filp, char __user *to, size_t count,
			   loff_t *pos)
{
	return simple_read_from_buffer(to, count, pos, readme,
				       sizeof(readme) - 1);
}

const struct file_operations readme_fops = {
	.owner = THIS_MODULE,
	.read = readme_read,
	.llseek = generic_file_llseek,
};
