// SPDX-License-Identifier: GPL-2.0
/* Instances, see instance.h. */
#include <linux/atomic.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../ring/clock.h"
#include "../ring/ring.h"
#include "hot/state.h"
#include "instance.h"
#include "pids.h"
#include "rings.h"

/* Options that are set in a new instance, as in the kernel. */
#define OPTIONS_AT_START						\
	(BIT(OPTION_PRINT_PARENT) | BIT(OPTION_TRACE_PRINTK) |		\
	 BIT(OPTION_ANNOTATE) | BIT(OPTION_CONTEXT_INFO) |		\
	 BIT(OPTION_RECORD_CMD) | BIT(OPTION_OVERWRITE) |		\
	 BIT(OPTION_IRQ_INFO) | BIT(OPTION_MARKERS) |			\
	 BIT(OPTION_HASH_PTR) | BIT(OPTION_FUNCTION_TRACE))

/* Options that only the main instance has in its folder options. */
#define MAIN_OPTIONS	(BIT(OPTION_TRACE_PRINTK) |			\
			 BIT(OPTION_PRINTK_MSGONLY) |			\
			 BIT(OPTION_RECORD_CMD))

const char *const instance_option_names[OPTIONS] = {
	[OPTION_PRINT_PARENT] = "print-parent",
	[OPTION_SYM_OFFSET] = "sym-offset",
	[OPTION_SYM_ADDR] = "sym-addr",
	[OPTION_VERBOSE] = "verbose",
	[OPTION_RAW] = "raw",
	[OPTION_HEX] = "hex",
	[OPTION_BIN] = "bin",
	[OPTION_BLOCK] = "block",
	[OPTION_FIELDS] = "fields",
	[OPTION_TRACE_PRINTK] = "trace_printk",
	[OPTION_ANNOTATE] = "annotate",
	[OPTION_USERSTACKTRACE] = "userstacktrace",
	[OPTION_SYM_USEROBJ] = "sym-userobj",
	[OPTION_PRINTK_MSGONLY] = "printk-msg-only",
	[OPTION_CONTEXT_INFO] = "context-info",
	[OPTION_LATENCY_FORMAT] = "latency-format",
	[OPTION_RECORD_CMD] = "record-cmd",
	[OPTION_RECORD_TGID] = "record-tgid",
	[OPTION_OVERWRITE] = "overwrite",
	[OPTION_STOP_ON_FREE] = "disable_on_free",
	[OPTION_IRQ_INFO] = "irq-info",
	[OPTION_MARKERS] = "markers",
	[OPTION_EVENT_FORK] = "event-fork",
	[OPTION_PAUSE_ON_TRACE] = "pause-on-trace",
	[OPTION_HASH_PTR] = "hash-ptr",
	[OPTION_FUNCTION_TRACE] = "function-trace",
	[OPTION_FUNCTION_FORK] = "function-fork",
	[OPTION_DISPLAY_GRAPH] = "display-graph",
	[OPTION_STACKTRACE] = "stacktrace",
	[OPTION_HIDE_CONTROLS] = "hide-control-chars",
	[OPTION_TEST_NOP_ACCEPT] = "test_nop_accept",
	[OPTION_TEST_NOP_REFUSE] = "test_nop_refuse",
	[OPTION_FUNC_STACK_TRACE] = "func_stack_trace",
	[OPTION_FUNC_NO_REPEATS] = "func-no-repeats",
	[OPTION_FUNC_ARGS] = "func-args",
	[OPTION_GRAPH_OVERRUN] = "funcgraph-overrun",
	[OPTION_GRAPH_CPU] = "funcgraph-cpu",
	[OPTION_GRAPH_OVERHEAD] = "funcgraph-overhead",
	[OPTION_GRAPH_PROC] = "funcgraph-proc",
	[OPTION_GRAPH_DURATION] = "funcgraph-duration",
	[OPTION_GRAPH_ABSTIME] = "funcgraph-abstime",
	[OPTION_GRAPH_IRQS] = "funcgraph-irqs",
	[OPTION_GRAPH_TAIL] = "funcgraph-tail",
	[OPTION_GRAPH_RETVAL] = "funcgraph-retval",
	[OPTION_GRAPH_RETVAL_HEX] = "funcgraph-retval-hex",
	[OPTION_GRAPH_ARGS] = "funcgraph-args",
	[OPTION_SLEEP_TIME] = "sleep-time",
	[OPTION_GRAPH_TIME] = "graph-time",
};

/* Options are bits of one word. */
static_assert(OPTIONS <= BITS_PER_LONG);

unsigned long instance_options_known = OPTIONS_OF_ALL;

LIST_HEAD(instance_list);

DECLARE_RWSEM(tree_lock);

struct instance main_instance;

bool instance_has_option(const struct instance *instance,
			 enum instance_option option)
{
	return BIT(option) & instance_options_known &&
	       (instance == &main_instance || !(BIT(option) & MAIN_OPTIONS));
}

void instance_set_option(struct instance *instance,
			 enum instance_option option, bool on)
{
	lockdep_assert_held(&event_mutex);
	WRITE_ONCE(instance->options, on ? instance->options | BIT(option) :
					   instance->options & ~BIT(option));
	if (option == OPTION_OVERWRITE)
		instance_set_overwrite(instance, on);
}

struct irq_work instance_max_trace_news;

static void instance_wake_readers(struct irq_work *work)
{
	wake_up_all(&container_of(work, struct instance, wake_work)->readers);
}

static void look_again(struct work_struct *work)
{
	wake_up_all(&container_of(work, struct instance,
				  look_work.work)->readers);
}

void instance_poll_later(struct instance *instance)
{
	schedule_delayed_work(&instance->look_work, HZ / 10);
}

int instance_init(struct instance *instance, unsigned long ring_size)
{
	int cpu;

	INIT_LIST_HEAD(&instance->link);
	INIT_LIST_HEAD(&instance->files);
	INIT_LIST_HEAD(&instance->systems);
	kref_init(&instance->refs);
	instance->serial = tree_next_serials(1 + nr_cpu_ids);
	if (!instance->serial)
		return -ENOSPC;
	atomic_set(&instance->users, -1);
	init_irq_work(&instance->wake_work, instance_wake_readers);
	init_waitqueue_head(&instance->readers);
	INIT_DELAYED_WORK(&instance->look_work, look_again);
	instance->options = OPTIONS_AT_START & OPTIONS_OF_ALL;
	if (instance == &main_instance) {
		instance->clock = histrig_clock_default();
	} else {
		instance->clock = histrig_clocks;
		instance->options = main_instance.options &
				    ~(BIT(OPTION_EVENT_FORK) |
				      BIT(OPTION_FUNCTION_FORK));
		instance->tracer = tracer_nop;
	}
	instance->ring_size = RING_SIZE_USED;
	instance->buffer_percent = 50;
	error_log_init(&instance->errors);
	instance->state = INSTANCE_ON;

	instance->per_cpu = kcalloc(nr_cpu_ids, sizeof(*instance->per_cpu),
				    GFP_KERNEL);
	if (!instance->per_cpu)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		instance->per_cpu[cpu].instance = instance;
		instance->per_cpu[cpu].cpu = cpu;
	}
	instance->all.instance = instance;
	instance->all.cpu = RING_ALL;
	if (!zalloc_cpumask_var(&instance->cpus, GFP_KERNEL))
		goto err_per_cpu;
	if (!zalloc_cpumask_var(&instance->pipes, GFP_KERNEL))
		goto err_cpus;
	cpumask_setall(instance->cpus);
	instance->ring = ring_create(ring_size,
				     instance_option(instance,
						     OPTION_OVERWRITE),
				     instance->clock, &instance->wake_work);
	if (!instance->ring)
		goto err_pipes;
	instance->ring_used = ring_size >= RING_SIZE_USED;
	return 0;

err_pipes:
	free_cpumask_var(instance->pipes);
err_cpus:
	free_cpumask_var(instance->cpus);
err_per_cpu:
	kfree(instance->per_cpu);
	return -ENOMEM;
}

void instance_exit(struct instance *instance)
{
	mutex_lock(&event_mutex);
	pid_filter_free(&instance->pids);
	mutex_unlock(&event_mutex);
	error_log_clear(&instance->errors);
	irq_work_sync(&instance->wake_work);
	cancel_delayed_work_sync(&instance->look_work);
	ring_put(instance->ring);
	ring_put(instance->snapshot);
	free_cpumask_var(instance->pipes);
	free_cpumask_var(instance->cpus);
	instance_drop(instance);
}

static void free_instance(struct kref *refs)
{
	struct instance *instance = container_of(refs, struct instance, refs);

	/* A path walk under RCU may still read @per_cpu, to see whether a CPU is removed. */
	kfree_rcu(instance->per_cpu, rcu);
	if (instance == &main_instance)
		return;
	kfree(instance->name);
	kfree_rcu(instance, rcu);
}

void instance_drop(struct instance *instance)
{
	kref_put(&instance->refs, free_instance);
}

void instance_publish(struct instance *instance)
{
	lockdep_assert_held(&event_mutex);
	down_write(&tree_lock);
	list_add_tail(&instance->link, &instance_list);
	atomic_set_release(&instance->users, 0);
	up_write(&tree_lock);
}

bool instance_close(struct instance *instance)
{
	lockdep_assert_held(&event_mutex);
	if (atomic_cmpxchg(&instance->users, 0, -1))
		return false;
	down_write(&tree_lock);
	list_del_init(&instance->link);
	up_write(&tree_lock);
	return true;
}

void instance_pause(struct instance *instance, bool pause)
{
	lockdep_assert_held(&event_mutex);
	if (pause && !instance->pauses++)
		instance_set_state(instance, INSTANCE_PAUSED, true);
	else if (!pause && !--instance->pauses)
		instance_set_state(instance, INSTANCE_PAUSED, false);
}

void instance_set_cpus(struct instance *instance, const struct cpumask *cpus)
{
	lockdep_assert_held(&event_mutex);
	/* Make hits check the mask before a CPU is removed from it. */
	instance_set_state(instance, INSTANCE_SOME_CPUS, true);
	cpumask_copy(instance->cpus, cpus);
	if (cpumask_subset(cpu_possible_mask, cpus))
		instance_set_state(instance, INSTANCE_SOME_CPUS, false);
}
