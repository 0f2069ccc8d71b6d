// SPDX-License-Identifier: GPL-2.0
/* The files README, error_log, and printk_formats, which is always empty. */
#include <linux/module.h>
#include <linux/seq_file.h>

#include "../instance/instance.h"
#include "files.h"
#include "open.h"

static int error_log_open(struct inode *inode, struct file *file)
{
	struct instance *instance = inode->i_private;
	int ret;

	ret = instance_get(instance);
	if (ret)
		return ret;
	if (tree_truncates(file))
		error_log_clear(&instance->errors);
	if (!(file->f_mode & FMODE_READ))
		return 0;
	ret = seq_open(file, &error_log_seq_ops);
	if (ret)
		instance_put(instance);
	else
		((struct seq_file *)file->private_data)->private =
			&instance->errors;
	return ret;
}

static ssize_t error_log_write(struct file *file, const char __user *from,
			       size_t count, loff_t *pos)
{
	return count;
}

static int error_log_release(struct inode *inode, struct file *file)
{
	instance_put(inode->i_private);
	return file->f_mode & FMODE_READ ? seq_release(inode, file) : 0;
}

const struct file_operations error_log_fops = {
	.owner = THIS_MODULE,
	.open = error_log_open,
	.read = seq_read,
	.write = error_log_write,
	.llseek = tree_lseek,
	.release = error_log_release,
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
 * Tools search this text for features, so it uses the kernel's wording for everything
 * that is supported, and mentions nothing else.
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
