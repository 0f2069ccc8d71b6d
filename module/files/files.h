/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Operations of all files of the tree, by subject. table.c maps each file to its
 * operations; an inode's i_private is the file's owner, see enum tree_owner.
 *
 * An open file keeps its inode, and the inode keeps its owner from being freed. Most
 * open files also count as users of their instance, which cannot be removed while it
 * has any. A user can stall a read or write forever (userfaultfd), so nothing waits
 * for files to be closed.
 */
#ifndef HISTRIG_FILES_H
#define HISTRIG_FILES_H

#include <linux/fs.h>

/* enable_files.c: which events are recorded */
extern const struct file_operations event_enable_fops;
extern const struct file_operations system_enable_fops;
extern const struct file_operations all_enable_fops;
extern const struct file_operations available_events_fops;
extern const struct file_operations set_event_fops;

/* pid_files.c: which tasks' hits and calls are recorded */
extern const struct file_operations set_event_pid_fops;
extern const struct file_operations set_event_notrace_pid_fops;
extern const struct file_operations set_ftrace_pid_fops;
extern const struct file_operations set_ftrace_notrace_pid_fops;

/* function_list_files.c, function_filter_files.c: which functions are traced */
extern const struct file_operations available_filter_functions_fops;
extern const struct file_operations enabled_functions_fops;
extern const struct file_operations set_ftrace_filter_fops;
extern const struct file_operations set_ftrace_notrace_fops;
extern const struct file_operations set_graph_function_fops;
extern const struct file_operations set_graph_notrace_fops;

/* profile_files.c: how often functions are called, and which calls are graphed */
extern const struct file_operations function_profile_enabled_fops;
extern const struct file_operations function_stat_fops;
extern const struct file_operations max_graph_depth_fops;

/* event_files.c: an event's or a system's own files */
extern const struct file_operations event_filter_fops;
extern const struct file_operations all_filters_fops;
extern const struct file_operations all_triggers_fops;
extern const struct file_operations event_format_fops;
extern const struct file_operations event_id_fops;
extern const struct file_operations event_trigger_fops;
extern const struct file_operations system_filter_fops;

/* hist_files.c */
extern const struct file_operations event_hist_fops;
extern const struct file_operations event_hist_json_fops;
extern const struct file_operations event_hist_last_fops;
extern const struct file_operations event_hist_last_json_fops;
extern const struct file_operations event_hist_take_fops;
extern const struct file_operations event_hist_take_json_fops;
extern const struct file_operations event_hist_totals_fops;

/* dynamic_files.c */
extern const struct file_operations dynamic_events_fops;
extern const struct file_operations kprobes_events_fops;
extern const struct file_operations kprobe_profile_fops;
extern const struct file_operations uprobes_events_fops;
extern const struct file_operations uprobe_profile_fops;
extern const struct file_operations synthetic_events_fops;

/* free_files.c: an instance that is removed when a file is closed */
extern const struct file_operations free_instance_fops;

/*
 * free_instance_run_last() - run and free the lines written to free_instance; @run_last of
 * struct instance_hooks
 */
void free_instance_run_last(struct llist_node *last);

/* trace_files.c: the recorded entries as text */
extern const struct file_operations snapshot_fops;
extern const struct file_operations trace_fops;

/* pipe_files.c */
extern const struct file_operations trace_pipe_fops;

/* raw_files.c: the recorded entries as pages */
extern const struct file_operations snapshot_raw_fops;
extern const struct file_operations trace_pipe_raw_fops;

/* marker_files.c */
extern const struct file_operations trace_marker_fops;
extern const struct file_operations trace_marker_raw_fops;

/* buffer_files.c: size, statistics and layout of the ring */
extern const struct file_operations buffer_percent_fops;
extern const struct file_operations buffer_size_fops;
extern const struct file_operations buffer_total_fops;
extern const struct file_operations cpu_buffer_size_fops;
extern const struct file_operations cpu_stats_fops;
extern const struct file_operations free_buffer_fops;
extern const struct file_operations header_event_fops;
extern const struct file_operations header_page_fops;

/* control_files.c: how an instance records and prints */
extern const struct file_operations available_tracers_fops;
extern const struct file_operations current_tracer_fops;
extern const struct file_operations option_fops;
extern const struct file_operations timestamp_mode_fops;
extern const struct file_operations clock_state_fops;
extern const struct file_operations trace_clock_fops;
extern const struct file_operations trace_options_fops;
extern const struct file_operations tracing_cpumask_fops;
extern const struct file_operations tracing_on_fops;

/* latency_files.c */
extern const struct file_operations tracing_max_latency_fops;
extern const struct file_operations tracing_thresh_fops;

/* stack_files.c, function_filter_files.c */
extern const struct file_operations stack_max_size_fops;
extern const struct file_operations stack_trace_fops;
extern const struct file_operations stack_trace_filter_fops;

/* unwind_files.c: tables by which user stacks are walked */
extern const struct file_operations unwind_tables_fops;

/* saved_files.c: names and thread groups of tasks */
extern const struct file_operations saved_cmdlines_fops;
extern const struct file_operations saved_cmdlines_size_fops;
extern const struct file_operations saved_tgids_fops;

/* misc_files.c */
extern const struct file_operations error_log_fops;
extern const struct file_operations printk_formats_fops;
extern const struct file_operations readme_fops;

#endif /* HISTRIG_FILES_H */
