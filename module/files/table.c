// SPDX-License-Identifier: GPL-2.0
/* The table of the tree; see table.h. */
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../compat/parts.h"
#include "../event/event_file.h"
#include "../instance/instance.h"
#include "../instance/system.h"
#include "files.h"
#include "table.h"

/* Permissions, as in tracefs. */
#define MODE_READ	0440
/* For hist_take: reading resets counts for all readers, so the file's group must not read. */
#define MODE_TAKE	0400
#define MODE_WRITE	0640
#define MODE_FREE	0200
#define MODE_MARK	0220

static bool is_other(const void *object)
{
	return object != &main_instance;
}

static bool is_main(const void *object)
{
	return object == &main_instance;
}

/* The events of the system ftrace can be neither enabled nor filtered. */
static bool has_switches(const void *object)
{
	const struct event_system *system = object;

	return strcmp(system->name, "ftrace");
}

static bool table_has_triggers(const void *object)
{
	const struct event_file *file = object;

	return file->event->role != EVENT_SHOWN;
}

static bool is_recorded(const void *object)
{
	const struct event_file *file = object;

	return file->event->role == EVENT_FULL;
}

#define FOLDER(_in, _name, _dir, _when) \
	{ .in = _in, .name = _name, .owner = TREE_OF_INSTANCE, .dir = _dir, \
	  .when = _when }
#define FILE(_in, _name, _mode, _owner, _fops, _when, ...) \
	{ .in = _in, .name = _name, .mode = _mode, .owner = _owner, \
	  .fops = &(_fops), .when = _when, __VA_ARGS__ }

#define TOP(name, mode, fops) \
	FILE(TREE_INSTANCE, name, mode, TREE_OF_TREE, fops, is_main)
#define MAIN(name, mode, fops) \
	FILE(TREE_INSTANCE, name, mode, TREE_OF_INSTANCE, fops, is_main)
#define OTHER(name, mode, fops) \
	FILE(TREE_INSTANCE, name, mode, TREE_OF_INSTANCE, fops, is_other)
#define INSTANCE(name, mode, fops) \
	FILE(TREE_INSTANCE, name, mode, TREE_OF_INSTANCE, fops, NULL)
#define ALL_CPUS(name, mode, fops) \
	FILE(TREE_INSTANCE, name, mode, TREE_OF_CPU, fops, NULL)
#define CPU(name, mode, fops) \
	FILE(TREE_CPU, name, mode, TREE_OF_CPU, fops, NULL)
#define SYSTEM(name, mode, fops, when) \
	FILE(TREE_SYSTEM, name, mode, TREE_OF_SYSTEM, fops, when)
#define EVENT(name, mode, fops, when) \
	FILE(TREE_EVENT, name, mode, TREE_OF_EVENT, fops, when)

/* format and id can be opened even if the kernel is locked down, as in tracefs. */
#define EVENT_PUBLIC(name, mode, fops, when) \
	FILE(TREE_EVENT, name, mode, TREE_OF_EVENT, fops, when, .public = true)

/*
 * The rows are in the order in which tracefs lists files, the reverse of the order in which
 * it creates them. Rows in IF_*() belong to parts that some kernels do not get, see parts.h.
 */
const struct tree_entry tree_table[] = {
	IF_UPROBES(TOP("uprobe_profile", MODE_READ, uprobe_profile_fops))
	IF_UPROBES(TOP("uprobe_events", MODE_WRITE, uprobes_events_fops))
	TOP("unwind_tables", MODE_WRITE, unwind_tables_fops),
	TOP("dynamic_events", MODE_WRITE, dynamic_events_fops),
	FOLDER(TREE_INSTANCE, "instances", TREE_INSTANCES, is_main),
	TOP("saved_tgids", MODE_READ, saved_tgids_fops),
	TOP("saved_cmdlines_size", MODE_WRITE, saved_cmdlines_size_fops),
	TOP("saved_cmdlines", MODE_READ, saved_cmdlines_fops),
	TOP("README", MODE_READ, readme_fops),
	TOP("clock_state", MODE_READ, clock_state_fops),
	TOP("tracing_thresh", MODE_WRITE, tracing_thresh_fops),
	IF_CALLS(TOP("function_profile_enabled", MODE_WRITE,
		     function_profile_enabled_fops))
	IF_CALLS(FOLDER(TREE_INSTANCE, "trace_stat", TREE_STATS, is_main))
	IF_CALLS(TOP("set_graph_notrace", MODE_WRITE, set_graph_notrace_fops))
	IF_CALLS(TOP("set_graph_function", MODE_WRITE,
		     set_graph_function_fops))
	IF_FUNCTIONS(MAIN("set_ftrace_notrace", MODE_WRITE,
			  set_ftrace_notrace_fops))
	IF_FUNCTIONS(MAIN("set_ftrace_filter", MODE_WRITE,
			  set_ftrace_filter_fops))
	IF_FUNCTIONS(TOP("enabled_functions", MODE_READ,
			 enabled_functions_fops))
	IF_FUNCTIONS(TOP("available_filter_functions", MODE_READ,
			 available_filter_functions_fops))
	IF_FUNCTIONS(INSTANCE("set_ftrace_notrace_pid", MODE_WRITE,
			      set_ftrace_notrace_pid_fops))
	IF_FUNCTIONS(INSTANCE("set_ftrace_pid", MODE_WRITE,
			      set_ftrace_pid_fops))
	FOLDER(TREE_INSTANCE, "per_cpu", TREE_CPUS, NULL),
	INSTANCE("error_log", MODE_WRITE, error_log_fops),
	ALL_CPUS("snapshot", MODE_WRITE, snapshot_fops),
	IF_FUNCTIONS(OTHER("set_ftrace_notrace", MODE_WRITE,
			   set_ftrace_notrace_fops))
	IF_FUNCTIONS(OTHER("set_ftrace_filter", MODE_WRITE,
			   set_ftrace_filter_fops))
	INSTANCE("tracing_max_latency", MODE_WRITE, tracing_max_latency_fops),
	FOLDER(TREE_INSTANCE, "options", TREE_OPTIONS, NULL),
	INSTANCE("buffer_percent", MODE_WRITE, buffer_percent_fops),
	INSTANCE("timestamp_mode", MODE_READ, timestamp_mode_fops),
	INSTANCE("tracing_on", MODE_WRITE, tracing_on_fops),
	INSTANCE("trace_clock", MODE_WRITE, trace_clock_fops),
	INSTANCE("trace_marker_raw", MODE_MARK, trace_marker_raw_fops),
	INSTANCE("trace_marker", MODE_MARK, trace_marker_fops),
	OTHER("free_instance", MODE_FREE, free_instance_fops),
	INSTANCE("free_buffer", MODE_FREE, free_buffer_fops),
	INSTANCE("buffer_total_size_kb", MODE_READ, buffer_total_fops),
	INSTANCE("buffer_size_kb", MODE_WRITE, buffer_size_fops),
	ALL_CPUS("trace_pipe", MODE_READ, trace_pipe_fops),
	ALL_CPUS("trace", MODE_WRITE, trace_fops),
	INSTANCE("trace_options", MODE_WRITE, trace_options_fops),
	INSTANCE("tracing_cpumask", MODE_WRITE, tracing_cpumask_fops),
	INSTANCE("current_tracer", MODE_WRITE, current_tracer_fops),
	INSTANCE("available_tracers", MODE_READ, available_tracers_fops),
	IF_FUNCTIONS(MAIN("stack_trace_filter", MODE_WRITE,
			  stack_trace_filter_fops))
	IF_FUNCTIONS(TOP("stack_trace", MODE_READ, stack_trace_fops))
	IF_FUNCTIONS(TOP("stack_max_size", MODE_WRITE, stack_max_size_fops))
	IF_CALLS(TOP("max_graph_depth", MODE_WRITE, max_graph_depth_fops))
	IF_KPROBES(TOP("kprobe_profile", MODE_READ, kprobe_profile_fops))
	IF_KPROBES(TOP("kprobe_events", MODE_WRITE, kprobes_events_fops))
	INSTANCE("set_event_notrace_pid", MODE_WRITE, set_event_notrace_pid_fops),
	INSTANCE("set_event_pid", MODE_WRITE, set_event_pid_fops),
	FOLDER(TREE_INSTANCE, "events", TREE_EVENTS, NULL),
	INSTANCE("show_event_triggers", MODE_READ, all_triggers_fops),
	INSTANCE("show_event_filters", MODE_READ, all_filters_fops),
	INSTANCE("set_event", MODE_WRITE, set_event_fops),
	TOP("available_events", MODE_READ, available_events_fops),
	TOP("synthetic_events", MODE_WRITE, synthetic_events_fops),
	TOP("printk_formats", MODE_READ, printk_formats_fops),

	CPU("snapshot_raw", MODE_READ, snapshot_raw_fops),
	CPU("snapshot", MODE_WRITE, snapshot_fops),
	CPU("buffer_size_kb", MODE_WRITE, cpu_buffer_size_fops),
	CPU("stats", MODE_READ, cpu_stats_fops),
	CPU("trace_pipe_raw", MODE_READ, trace_pipe_raw_fops),
	CPU("trace", MODE_WRITE, trace_fops),
	CPU("trace_pipe", MODE_READ, trace_pipe_fops),

	FILE(TREE_OPTIONS, NULL, MODE_WRITE, TREE_OF_OPTION, option_fops, NULL),

	FILE(TREE_EVENTS, "header_event", MODE_READ, TREE_OF_INSTANCE,
	     header_event_fops, NULL),
	FILE(TREE_EVENTS, "header_page", MODE_READ, TREE_OF_INSTANCE,
	     header_page_fops, NULL),
	FILE(TREE_EVENTS, "enable", MODE_WRITE, TREE_OF_INSTANCE, all_enable_fops,
	     NULL),

	SYSTEM("enable", MODE_WRITE, system_enable_fops, has_switches),
	SYSTEM("filter", MODE_WRITE, system_filter_fops, has_switches),

	EVENT_PUBLIC("format", MODE_READ, event_format_fops, NULL),
	EVENT("hist", MODE_READ, event_hist_fops, NULL),
	EVENT("hist_json", MODE_READ, event_hist_json_fops, NULL),
	EVENT("hist_last", MODE_READ, event_hist_last_fops, NULL),
	EVENT("hist_last_json", MODE_READ, event_hist_last_json_fops, NULL),
	EVENT("hist_take", MODE_TAKE, event_hist_take_fops, NULL),
	EVENT("hist_take_json", MODE_TAKE, event_hist_take_json_fops, NULL),
	EVENT("hist_totals", MODE_READ, event_hist_totals_fops, NULL),
	EVENT("trigger", MODE_WRITE, event_trigger_fops, table_has_triggers),
	EVENT("filter", MODE_WRITE, event_filter_fops, is_recorded),
	EVENT_PUBLIC("id", MODE_READ, event_id_fops, table_has_triggers),
	EVENT("enable", MODE_WRITE, event_enable_fops, is_recorded),
	{}
};

static_assert(TREE_INO(ARRAY_SIZE(tree_table)) <= TREE_OPTION_INO);
static_assert(TREE_OPTION_INO + OPTIONS <= TREE_STAT_INO);

const struct tree_entry tree_instance_dir = {
	.owner = TREE_OF_INSTANCE, .dir = TREE_INSTANCE,
};

const struct tree_entry tree_system_dir = {
	.owner = TREE_OF_SYSTEM, .dir = TREE_SYSTEM,
};

const struct tree_entry tree_event_dir = {
	.owner = TREE_OF_EVENT, .dir = TREE_EVENT,
};

const struct tree_entry tree_cpu_dir = {
	.owner = TREE_OF_CPU, .dir = TREE_CPU,
};

const struct tree_entry tree_cpu_stat = {
	.owner = TREE_OF_CPU, .mode = MODE_WRITE,
	IF_CALLS(.fops = &function_stat_fops)
};
