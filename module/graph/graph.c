// SPDX-License-Identifier: GPL-2.0
/* The tracer function_graph, see graph.h. */
#include <linux/err.h>
#include <linux/slab.h>

#include "../compat/log.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "../function/functions.h"
#include "../record/internal_events.h"
#include "../ring/ring.h"
#include "../tracer/tracer.h"
#include "graph.h"

unsigned int graph_max_depth;

static struct instance_graph *graph_of(struct instance *instance)
{
	struct instance_functions *functions = functions_of(instance);
	struct instance_graph *graph = instance->graph;

	lockdep_assert_held(&event_mutex);
	if (graph || !functions)
		return graph;
	graph = kzalloc(sizeof(*graph), GFP_KERNEL);
	if (!graph)
		return NULL;
	graph->instance = instance;
	graph->functions = functions;
	graph->calls.enter = graph_call_begins;
	graph->calls.entered = graph_call_begun;
	graph->calls.selects = graph_task_selected;
	graph->calls.leave = graph_call_ended;
	instance->graph = graph;
	return graph;
}

void graph_free(struct instance *instance)
{
	lockdep_assert_held(&event_mutex);
	if (instance->graph && !instance->graph->calls.hook.kept)
		kfree(instance->graph);
	instance->graph = NULL;
}

static int graph_follow_functions(struct instance_graph *graph)
{
	graph->calls.sleep_time = instance_option(graph->instance,
						  OPTION_SLEEP_TIME);
	return calls_follow(&graph->calls, graph->instance);
}

/* Starts following calls if the tracer or the event wants them, else stops it. */
static int graph_follow(struct instance_graph *graph)
{
	if (!graph->traced && !graph->file) {
		calls_stop(&graph->calls);
		return 0;
	}
	return calls_started(&graph->calls) ? 0 : graph_follow_functions(graph);
}

static void follow_again(struct instance_graph *graph)
{
	int ret;

	if (!graph->traced && !graph->file)
		return;
	calls_stop(&graph->calls);
	ret = graph_follow_functions(graph);
	if (!ret)
		return;
	error_log_add(&graph->instance->errors, "function_graph",
		      "function_graph",
		      "function_graph stopped; write other functions to set_ftrace_filter",
		      0);
	pr_warn("function_graph and ftrace/funcgraph_exit stopped, because the calls of the selected functions cannot be followed (%pe); write other functions to set_ftrace_filter\n",
		ERR_PTR(ret));
}

static void graph_filter_changed(struct instance *instance)
{
	if (instance->graph)
		follow_again(instance->graph);
}

static bool graph_follows_list(const struct instance *instance)
{
	return RETURNS_LEAVE_MODULES && instance->graph &&
	       calls_started(&instance->graph->calls) &&
	       instance->graph->calls.all_functions;
}

static unsigned int graph_show_user(const struct instance *instance,
				    unsigned long ip, struct seq_file *m)
{
	if (!instance->graph || !calls_follows(&instance->graph->calls, ip))
		return 0;
	function_user_show(m, "function_graph", instance);
	return 1;
}

static int graph_count_sleep(struct instance *instance, bool on)
{
	return instance->graph ?
	       calls_count_sleep(&instance->graph->calls, on) : 0;
}

static struct function_user graph_user = {
	.changed = graph_filter_changed,
	.follows_list = graph_follows_list,
	.show = graph_show_user,
	.count_sleep = graph_count_sleep,
};

static void set_traced(struct instance_graph *graph, bool traced)
{
	WRITE_ONCE(graph->calls.untraced,
		   traced ? &graph->functions->cpus->untraced : NULL);
	WRITE_ONCE(graph->traced, traced);
}

static int graph_start(struct instance *instance, const struct tracer *tracer)
{
	struct instance_graph *graph = graph_of(instance);
	int ret;

	if (!graph)
		return -ENOMEM;
	if (instance_option(instance, OPTION_GRAPH_ARGS))
		function_args_expect();
	functions_forget_untraced(instance, RING_ALL);
	set_traced(graph, true);
	ret = graph_follow(graph);
	if (!ret)
		return 0;
	set_traced(graph, false);
	graph_follow(graph);
	return ret;
}

static void graph_stop(struct instance *instance)
{
	set_traced(instance->graph, false);
	graph_follow(instance->graph);
	functions_forget_untraced(instance, RING_ALL);
}

static int graph_set_option(struct instance *instance,
			    enum instance_option option, bool on)
{
	if (on && option == OPTION_GRAPH_ARGS)
		function_args_expect();
	return 0;
}

static struct tracer graph_tracer = {
	.name = "function_graph",
	.in_instances = true,
	.options = BIT(OPTION_GRAPH_OVERRUN) | BIT(OPTION_GRAPH_CPU) |
		   BIT(OPTION_GRAPH_OVERHEAD) | BIT(OPTION_GRAPH_PROC) |
		   BIT(OPTION_GRAPH_DURATION) | BIT(OPTION_GRAPH_ABSTIME) |
		   BIT(OPTION_GRAPH_IRQS) | BIT(OPTION_GRAPH_TAIL) |
		   BIT(OPTION_GRAPH_RETVAL) | BIT(OPTION_GRAPH_RETVAL_HEX) |
		   BIT(OPTION_GRAPH_RETADDR) |
		   BIT(OPTION_SLEEP_TIME) | BIT(OPTION_GRAPH_TIME) |
		   (IS_ENABLED(CONFIG_HAVE_FUNCTION_ARG_ACCESS_API) ?
		    BIT(OPTION_GRAPH_ARGS) : 0),
	.options_at_start = BIT(OPTION_GRAPH_CPU) | BIT(OPTION_GRAPH_OVERHEAD) |
			    BIT(OPTION_GRAPH_DURATION) | BIT(OPTION_GRAPH_IRQS) |
			    BIT(OPTION_SLEEP_TIME) | BIT(OPTION_GRAPH_TIME),
	.start = graph_start,
	.stop = graph_stop,
	.set_option = graph_set_option,
};

static int graph_feed(struct event_file *file, bool wanted)
{
	struct instance_graph *graph = graph_of(file->instance);
	int ret;

	if (!graph)
		return -ENOMEM;
	/* Pairs with graph_call_ended(). */
	smp_store_release(&graph->file, wanted ? file : NULL);
	ret = graph_follow(graph);
	if (ret)
		graph->file = NULL;
	return ret;
}

static u64 graph_missed(const struct event_file *file)
{
	const struct instance_graph *graph = file->instance->graph;

	lockdep_assert_held(&event_mutex);
	return graph ? calls_missed(&graph->calls) : 0;
}

/* Like in the kernel, these records are packed. */
#define FIELD(type, name)	EVENT_FIELD_AT(type, name, 1)

static struct event_field entry_fields[] = {
	FIELD(unsigned long, func),
	FIELD(int, depth),
};

static const struct event_class entry_class = {
	.fields = entry_fields,
	.nr_fields = ARRAY_SIZE(entry_fields),
	.record_size = sizeof(struct graph_entry_record),
	.print_fmt = "\"--> %ps (%d)\", (void *)REC->func, REC->depth",
};

static struct event entry_event =
	INTERNAL_EVENT(entry_event.files, funcgraph_entry, entry_class, EVENT_SHOWN);

static struct event_field exit_fields[] = {
	FIELD(unsigned long, func),
	FIELD(int, depth),
	FIELD(unsigned int, overrun),
	FIELD(unsigned long long, calltime),
	FIELD(unsigned long long, rettime),
	FIELD(unsigned long long, duration),
	FIELD(unsigned long, retval),
};

#define EXIT_FMT							\
	"\"<-- %ps (%d) (start: %llx  end: %llx) over: %d\", "		\
	"(void *)REC->func, REC->depth, REC->calltime, REC->rettime, "	\
	"REC->depth"

static const struct event_class exit_class = {
	.fields = exit_fields,
	.nr_fields = ARRAY_SIZE(exit_fields),
	.record_size = sizeof(struct graph_exit_record),
	.print_fmt = EXIT_FMT,
	.feed = graph_feed,
	.missed = graph_missed,
};

static struct event exit_event =
	INTERNAL_EVENT(exit_event.files, funcgraph_exit, exit_class, EVENT_TRIGGERED);

int graph_tracer_init(void)
{
	function_user_register(&graph_user);
	graph_set_print(&graph_tracer);
	tracer_register(&graph_tracer);
	return internal_event_add(&entry_event, EVENT_ID_GRAPH_ENTRY) ?:
	       internal_event_add(&exit_event, EVENT_ID_GRAPH_EXIT);
}
