// SPDX-License-Identifier: GPL-2.0
/* The tracer "function" and the event ftrace/function. */
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/trace_events.h>

#include "../compat/ftrace.h"
#include "../compat/stuck_hooks.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "../instance/rings.h"
#include "../print/trace_iter.h"
#include "../record/internal_events.h"
#include "../ring/ring.h"
#include "../tracer/tracer.h"
#include "command.h"
#include "functions.h"

struct instance_functions *functions_of(struct instance *instance)
{
	struct instance_functions *functions = instance->functions;

	lockdep_assert_held(&event_mutex);
	if (functions)
		return functions;
	functions = kzalloc(sizeof(*functions), GFP_KERNEL);
	if (!functions)
		return NULL;
	functions->cpus = alloc_percpu(struct function_cpu);
	if (!functions->cpus) {
		kfree(functions);
		return NULL;
	}
	function_filter_init(&functions->filter);
	functions->hook.name = "function";
	functions->hook.ops.func = function_callback;
	functions->hook.ops.flags = TRACED_DIRECTLY | TRACED_ARGUMENTS;
	instance->functions = functions;
	return functions;
}

void functions_free(struct instance *instance)
{
	struct instance_functions *functions = instance->functions;

	lockdep_assert_held(&event_mutex);
	if (!functions)
		return;
	if (functions->commands)
		function_commands_forget(functions->commands, false);
	if (functions->commands && !callback_is_kept(&functions->commands->ops))
		kvfree(functions->commands);
	function_filter_exit(&functions->filter);
	pid_filter_free(&functions->pids);
	free_percpu(functions->cpus);
	if (!callback_is_kept(&functions->hook.ops))
		kfree(functions);
	instance->functions = NULL;
}

int functions_follow_forks(struct instance *instance, bool on)
{
	struct instance_functions *functions = functions_of(instance);

	return functions ? pid_filter_follow(&functions->pids, on) : -ENOMEM;
}

unsigned long functions_untraced(const struct instance *instance, int cpu)
{
	const struct function_cpu *counts;

	lockdep_assert_held(&event_mutex);
	if (!instance->functions)
		return 0;
	counts = per_cpu_ptr(instance->functions->cpus, cpu);
	return READ_ONCE(counts->untraced) - counts->forgotten;
}

void functions_forget_untraced(struct instance *instance, int cpu)
{
	struct function_cpu *counts;
	int each;

	lockdep_assert_held(&event_mutex);
	if (!instance->functions)
		return;
	for_each_possible_cpu(each) {
		if (cpu != RING_ALL && cpu != each)
			continue;
		counts = per_cpu_ptr(instance->functions->cpus, each);
		counts->forgotten = READ_ONCE(counts->untraced);
		/* Count no call as a repeat of one that is not in the buffer any more. */
		WRITE_ONCE(counts->repeats, 0);
		WRITE_ONCE(counts->ip, 0);
	}
}

/* Starts the hook if the tracer or the event wants calls, else stops it. */
static int function_follow(struct instance *instance)
{
	struct instance_functions *functions = instance->functions;
	bool wanted = functions->traced || functions->file;

	if (wanted && !functions->hook.instance)
		return function_ops_start(&functions->hook, instance);
	if (!wanted)
		function_ops_stop(&functions->hook);
	return 0;
}

/* Like in the kernel, func-args excludes the other options of the tracer. */
static bool options_clash(unsigned long options)
{
	return options & BIT(OPTION_FUNC_ARGS) &&
	       options & (BIT(OPTION_FUNC_STACK_TRACE) |
			  BIT(OPTION_FUNC_NO_REPEATS));
}

static int function_start(struct instance *instance,
			  const struct tracer *tracer)
{
	struct instance_functions *functions = functions_of(instance);
	int ret;

	if (!functions)
		return -ENOMEM;
	if (options_clash(instance->options))
		return -EINVAL;
	if (instance->options & BIT(OPTION_FUNC_ARGS))
		function_args_expect();
	functions_forget_untraced(instance, RING_ALL);
	WRITE_ONCE(functions->traced, true);
	ret = function_follow(instance);
	if (ret)
		functions->traced = false;
	return ret;
}

static void function_stop(struct instance *instance)
{
	WRITE_ONCE(instance->functions->traced, false);
	function_follow(instance);
	functions_forget_untraced(instance, RING_ALL);
}

/* Like in the kernel, switching recording on again empties the buffer. */
static void function_switched(struct instance *instance, bool on)
{
	if (!on)
		return;
	instance_clear(instance);
	functions_forget_untraced(instance, RING_ALL);
}

static int function_set_option(struct instance *instance,
			       enum instance_option option, bool on)
{
	if (on && options_clash(instance->options | BIT(option)))
		return -EINVAL;
	if (on && option == OPTION_FUNC_ARGS)
		function_args_expect();
	return 0;
}

static struct tracer function_tracer = {
	.name = "function",
	.in_instances = true,
	.options = BIT(OPTION_FUNC_STACK_TRACE) | BIT(OPTION_FUNC_NO_REPEATS) |
		   (IS_ENABLED(CONFIG_HAVE_FUNCTION_ARG_ACCESS_API) ?
		    BIT(OPTION_FUNC_ARGS) : 0),
	.start = function_start,
	.stop = function_stop,
	.switched = function_switched,
	.set_option = function_set_option,
};

static u64 function_missed(const struct event_file *file)
{
	const struct instance_functions *functions = file->instance->functions;
	u64 sum = 0;
	int cpu;

	lockdep_assert_held(&event_mutex);
	if (functions)
		for_each_possible_cpu(cpu)
			sum += READ_ONCE(per_cpu_ptr(functions->cpus,
						     cpu)->missed);
	return sum;
}

static int function_feed(struct event_file *file, bool wanted)
{
	struct instance_functions *functions = functions_of(file->instance);
	int ret;

	if (!functions)
		return -ENOMEM;
	/* Pairs with function_take_hit(). */
	smp_store_release(&functions->file, wanted ? file : NULL);
	ret = function_follow(file->instance);
	if (ret)
		functions->file = NULL;
	return ret;
}

static struct event_field function_fields[] = {
	EVENT_FIELD(unsigned long, ip, .filter_type = FILTER_TRACE_FN),
	EVENT_FIELD(unsigned long, parent_ip, .filter_type = FILTER_TRACE_FN),
};

static const struct event_class function_class = {
	.fields = function_fields,
	.nr_fields = ARRAY_SIZE(function_fields),
	.record_size = sizeof(struct function_record),
	.print_fmt = "\" %ps <-- %ps\", (void *)REC->ip, (void *)REC->parent_ip",
	.feed = function_feed,
	.missed = function_missed,
	.has_regs = true,
};

static struct event function_event =
	INTERNAL_EVENT(function_event.files, function, function_class, EVENT_TRIGGERED);

int function_tracer_init(void)
{
	tracer_register(&function_tracer);
	return internal_event_add(&function_event, EVENT_ID_FUNCTION);
}
