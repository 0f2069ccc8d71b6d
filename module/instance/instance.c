// SPDX-License-Identifier: GPL-2.0
/* Instances, see instance.h. */
#include <linux/atomic.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../ring/clock.h"
#include "../ring/ring.h"
#include "enable.h"
#include "hot/state.h"
#include "instance.h"
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
#define OPTION(option, name)	name,
#include "options.h"
#undef OPTION
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

bool instance_look_later(struct instance *instance, unsigned long *delay)
{
	schedule_delayed_work(&instance->look_work, *delay);
	*delay = HZ;
	return false;
}

int instance_init(struct instance *instance, unsigned long ring_size)
{
	int cpu;

	INIT_LIST_HEAD(&instance->link);
	INIT_LIST_HEAD(&instance->files);
	INIT_LIST_HEAD(&instance->later);
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
	INIT_LIST_HEAD(&instance->errors.entries);
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
	instance_forget_later(instance);
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
