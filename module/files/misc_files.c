// SPDX-License-Identifier: GPL-2.0
/* The files README, error_log, clock_state and printk_formats. */
#include <linux/module.h>
#include <linux/seq_file.h>

#include <generated/utsrelease.h>

#include "../compat/clock.h"
#include "../compat/left_out.h"
#include "../compat/lines.h"
#include "../compat/parts.h"
#include "../instance/instance.h"
#include "../ring/clock.h"
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
	ret = tree_seq_open(file, &error_log_seq_ops, &instance->errors);
	if (ret)
		instance_put(instance);
	return ret;
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
	.write = tree_ignore_write,
	.llseek = tree_lseek,
	.release = error_log_release,
};

static int show_line(void *m, char *line)
{
	seq_printf(m, "%s\n", line);
	return seq_has_overflowed(m);
}

/*
 * Shows the kernel's own file, because our records refer to the same strings.
 * Empty if tracefs is missing.
 */
static int printk_formats_show(struct seq_file *m, void *v)
{
	int ret = read_kernel_lines("tracefs", "printk_formats", show_line, m);

	return ret < 0 && ret != -ENODEV && ret != -ENOENT ? ret : 0;
}

TREE_SHOW_FILE(printk_formats_fops, tree, printk_formats_show, NULL, seq_lseek);

#if HISTRIG_FUNCTIONS
#define FUNCTIONS_LINES \
	"  available_filter_functions - list of functions that can be filtered on\n" \
	"  set_ftrace_filter\t- echo function name in here to only trace these\n" \
	"\t\t\t  functions\n" \
	"\t     accepts: func_full_name or glob-matching-pattern\n" \
	"\t     modules: Can select a group via module\n" \
	"\t      Format: :mod:<module-name>\n" \
	"\t     example: echo :mod:ext3 > set_ftrace_filter\n" \
	"\t    triggers: a command to perform when function is hit\n" \
	"\t      Format: <function>:<trigger>[:count]\n" \
	"\t     trigger: traceon, traceoff\n" \
	"\t\t      enable_event:<system>:<event>\n" \
	"\t\t      disable_event:<system>:<event>\n" \
	"\t\t      stacktrace\n" \
	"\t\t      snapshot\n" \
	"\t\t      dump\n" \
	"\t\t      cpudump\n" \
	"  set_ftrace_notrace\t- echo function name in here to never trace.\n" \
	"\t    accepts: func_full_name, *func_end, func_begin*, *func_middle*\n" \
	"\t    modules: Can select a group via module command :mod:\n" \
	"\t    Does not accept triggers\n" \
	"  set_ftrace_pid\t- Write pid(s) to only function trace those pids\n" \
	"\t\t    (function)\n" \
	"  set_ftrace_notrace_pid\t- Write pid(s) to not function trace those pids\n" \
	"\t\t    (function)\n"
#define STACK_LINES \
	"  stack_trace\t\t- Shows the max stack trace when active\n" \
	"  stack_max_size\t- Shows current max stack size that was traced\n" \
	"\t\t\t  Write into this file to reset the max size (trigger a\n" \
	"\t\t\t  new trace)\n" \
	"  stack_trace_filter\t- Like set_ftrace_filter but limits what stack_trace\n" \
	"\t\t\t  traces\n"
#else
#define FUNCTIONS_LINES
#define STACK_LINES
#endif

#if HISTRIG_CALLS
#define CALLS_LINES \
	"  set_graph_function\t- Trace the nested calls of a function (function_graph)\n" \
	"  set_graph_notrace\t- Do not trace the nested calls of a function (function_graph)\n" \
	"  max_graph_depth\t- Trace a limited depth of nested calls (0 is unlimited)\n"
#else
#define CALLS_LINES
#endif

/*
 * Tools search the README for features, so it uses the kernel's wording for each feature
 * that histrig supports, and mentions no other feature. readme_hist has the hist triggers.
 */
static const char readme[] =
	"histrig: event tracing and histograms, laid out like tracefs\n\n"
	"  built for " UTS_RELEASE "\n"
	LEFT_OUT_LINES "\n"
	"  trace\t\t\t- the recorded events; opening it to truncate it (>) clears them\n"
	"  trace_pipe\t\t- the same; a read consumes events, and waits for more\n"
	"  per_cpu/cpuN/\t\t- these files and others for each CPU\n"
	"  tracing_on\t\t- 0 stops recording, 1 continues\n"
	"  current_tracer\t- the tracer, one of available_tracers\n"
	"  available_tracers\t- list of configured tracers for current_tracer\n"
	"\t    lateness: keeps the trace of the timer that ran latest after it was\n"
	"\t              due. Sections without interrupts that are longer than\n"
	"\t              lateness_us are sure to be seen; shorter ones may be missed.\n"
	"\t              Pauses of a virtual machine look like such sections\n"
	FUNCTIONS_LINES CALLS_LINES STACK_LINES
	"  error_log\t\t- why the last commands were refused\n"
	"  buffer_size_kb\t- size of the buffer of each CPU\n"
	"  buffer_total_size_kb\t- size of the buffers of all CPUs together\n"
	"  free_buffer\t\t- closing it frees the buffers\n"
	"  free_instance\t\t- in an instance: closing it removes the instance\n"
	"  snapshot\t\t- a second buffer; 1 exchanges it with the first\n"
	"  trace_clock\t\t- the clock that stamps events:\n"
	"      local: of each CPU, global: of all, counter: counts events,\n"
	"      uptime: jiffies, perf: as perf uses it, mono, mono_raw, boot, tai"
	ARCH_CLOCK_HELP "\n"
	"  timestamp_mode\t- how time stamps are stored\n"
	"  trace_marker\t\t- records the text written to it, as event ftrace/print\n"
	"  trace_marker_raw\t- records the bytes written to it, which begin with a number\n"
	"  tracing_cpumask\t- CPUs that record\n"
	"  instances\t\t- mkdir makes another tree with its own buffer\n"
	"  trace_options\t\t- how to record and print; 'no' in front clears one\n"
	"  options/\t\t- the same, a file for each\n"
	"      hide-control-chars: print control characters in names as '?'\n"
	"  saved_cmdlines\t- names of tasks\n"
	"  saved_cmdlines_size\t- how many names are stored\n"
	"  saved_tgids\t\t- thread groups of tasks\n"
	"  synthetic_events\t- defines events from fields; '!' removes one\n"
	"\t    Example: echo 'slow u64 lat; char name[]' >> synthetic_events\n"
	"\t             echo 'blocked u64 lat; long[] stack' >> synthetic_events\n"
	"\t    Types: s8/16/32/64, u8/16/32/64, char, int, long, bool, pid_t,\n"
	"\t           gfp_t, unsigned, strings char x[n], char x[],\n"
	"\t           stacks unsigned long x[]\n"
	"  kprobe_events\t\t- Create/append/remove/show events in the kernel's code\n"
	"  uprobe_events\t\t- Create/append/remove/show events in programs\n"
	"  kprobe_profile, uprobe_profile\n"
	"\t\t\t- hits of these events, and hits that they missed\n"
	"  dynamic_events\t- Create/append/remove/show all of these events\n"
	"\t    Format: p[:[<group>/][<event>]] <place> [<args>]\n"
	"\t            r[maxactive][:[<group>/][<event>]] <place> [<args>]\n"
	"\t            f[:[<group>/][<event>]] <func-name>[%return] [<args>]\n"
	"\t            t[:[<group>/][<event>]] <tracepoint> [<args>]\n"
	"\t            e[:[<group>/][<event>]] <attached-group>.<attached-event> [<args>] [if <filter>]\n"
	"\t            s:[synthetic/]<event> <type> <field>[;<type> <field>]...\n"
	"\t            -:[<group>/][<event>]\n"
	"\t    place: [<module>:]<symbol>[+<offset>]|<memaddr>\n"
	"\t    place (kretprobe): [<module>:]<symbol>[+<offset>]%return|<memaddr>\n"
	"\t    place (uprobe): <path>:<offset>[%return][(ref_ctr_offset)]\n"
	"\t    args: [<name>=]<fetcharg>[:<type>]\n"
	"\t    fetcharg: %<register>, @<address>, @<symbol>[+|-<offset>],\n"
	"\t              $stack<index>, $stack, $retval, $comm, $current, $arg<N>, $arg*,\n"
	"\t              [(structname[,field])]<argname>[->field[->field|.field...]],\n"
	"\t              this_cpu_read(<fetcharg>), this_cpu_ptr(<fetcharg>),\n"
	"\t              +|-[u]<offset>(<fetcharg>), \\imm-value, \\\"imm-string\",\n"
	"\t              $duration: time in the function, in ns, where it returns\n"
	"\t    kernel return probes support: $retval, $arg<N>, $comm, $duration\n"
	"\t    event probes (e) support: $<field> of the event, $comm, @<address>\n"
	"\t    type: s8/16/32/64, u8/16/32/64, x8/16/32/64, char, string, symbol,\n"
	"\t          b<bit-width>@<bit-offset>/<container-size>, ustring,\n"
	"\t          symstr, %pd/%pD, <type>\\[<array-size>\\]\n"
	"  set_event\t\t- events that are recorded\n"
	"\t    Format: [!][<system>:]<event>[:mod:<module>]\n"
	"  show_event_filters\t- events with filters\n"
	"  show_event_triggers\t- events with triggers\n"
	"  set_event_pid\t\t- tasks whose events are recorded\n"
	"  set_event_notrace_pid\t- tasks whose events are not recorded\n"
	"  events/enable, events/<system>/enable\n"
	"\t\t\t- 0 or 1: record all events, or those of a system\n"
	"  events/<system>/<event>/\n"
	"      enable\t\t- 0 or 1: record it\n"
	"      filter\t\t- records only hits that pass\n"
	"      format\t\t- its fields, and how it is printed\n"
	"      hist\t\t- its histograms\n"
	"      trigger\t\t- what else a hit does\n"
	"\t    Format: <trigger>[:count][if <filter>]\n"
	"\t    trigger: traceon, traceoff\n"
	"\t             enable_event:<system>:<event>\n"
	"\t             disable_event:<system>:<event>\n"
	"\t             enable_hist:<system>:<event>\n"
	"\t             disable_hist:<system>:<event>\n"
	"\t             stacktrace\n"
	"\t             snapshot\n"
	"\t             hist (see below)\n";

static const char readme_hist[] =
	"      hist trigger\t- counts hits in a table\n"
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
	"\t    An entry counts the hits with equal keys as 'hitcount', and adds up the\n"
	"\t    values. A key can be any field, or the special string 'common_stacktrace' or\n"
	"\t    'common_ustacktrace'.\n"
	"\t    Modifiers of fields:\n"
	"\t            .hex        in hexadecimal\n"
	"\t            .sym        an address as a symbol\n"
	"\t            .sym-offset an address as a symbol and an offset\n"
	"\t            .execname   a common_pid as the program's name\n"
	"\t            .syscall    the name of a system call\n"
	"\t            .log2       log2 of the value\n"
	"\t            .buckets=size  groups of that size\n"
	"\t            .ipv4 .ipv6 .mac  an address of a network\n"
	"\t            .dev        the major and the minor number of a device\n"
	"\t            .path       a common_cgroup as its path\n"
	"\t            .flags      the names that the event's print format has\n"
	"\t            .oct        in octal\n"
	"\t            .signed     as a signed number\n"
	"\t            .usecs      a common_timestamp in microseconds\n"
	"\t            .percent    a value as a share of its total\n"
	"\t            .graph      a value as a bar\n"
	"\t            .stacktrace a field with a stack, as symbols\n"
	"\t            .ustacktrace a field with a user stack, as files and offsets\n"
	"\t    A variable <var1> keeps a field, a number, or an expression of them\n"
	"\t    with +, -, * and /; $<var1> is its value for hits with equal keys.\n"
	"\t    A handler decides when its action runs:\n"
	"\t        onmatch(matching.event)  at each hit whose variables are all set\n"
	"\t        onmax(var)               when var exceeds its maximum\n"
	"\t        onchange(var)            when var changes\n"
	"\t    Actions:\n"
	"\t        trace(<synthetic_event>,param list)  generate that event\n"
	"\t        save(field,...)          save fields of this hit\n"
	"\t        snapshot()               take a snapshot\n"
	"\t        forget()                 remove the entry of matching.event\n";

static int readme_show(struct seq_file *m, void *v)
{
	seq_puts(m, readme);
	seq_puts(m, readme_hist);
	return 0;
}

TREE_SHOW_FILE(readme_fops, tree, readme_show, NULL, seq_lseek);

static ssize_t clock_state_read(struct file *filp, char __user *to, size_t count,
				loff_t *pos)
{
	const char *text = histrig_clock_is_unstable() ? "unstable\n" : "stable\n";

	return simple_read_from_buffer(to, count, pos, text, strlen(text));
}

TREE_FILE(clock_state_fops, tree, clock_state_read, NULL, generic_file_llseek);
