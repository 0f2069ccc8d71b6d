// SPDX-License-Identifier: GPL-2.0
/* Instances, see instance.h. */
#include <linux/atomic.h>
#include <linux/irqflags.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "../ring/clock.h"
#include "../ring/ring.h"
#include "instance.h"

/* Options that are set from the start, as natively. */
#define OPTIONS_AT_START						\
	(BIT(OPTION_PRINT_PARENT) | BIT(OPTION_TRACE_PRINTK) |		\
	 BIT(OPTION_ANNOTATE) | BIT(OPTION_CONTEXT_INFO) |		\
	 BIT(OPTION_RECORD_CMD) | BIT(OPTION_OVERWRITE) |		\
	 BIT(OPTION_IRQ_INFO) | BIT(OPTION_MARKERS) |			\
	 BIT(OPTION_HASH_PTR))

LIST_HEAD(instance_list);

struct instance main_instance;

static void wake_readers(struct irq_work *work)
{
	wake_up_all(&container_of(work, struct instance, wake_work)->readers);
}

static void look_again(struct work_struct *work)
{
	wake_up_all(&container_of(work, struct instance,
				  look_work.work)->readers);
}

void instance_look_again(struct instance *instance)
{
	schedule_delayed_work(&instance->look_work, HZ / 10);
}

int instance_init(struct instance *instance, unsigned long ring_size)
{
	int cpu;

	INIT_LIST_HEAD(&instance->link);
	INIT_LIST_HEAD(&instance->files);
	INIT_LIST_HEAD(&instance->systems);
	atomic_set(&instance->users, -1);
	init_irq_work(&instance->wake_work, wake_readers);
	init_waitqueue_head(&instance->readers);
	INIT_DELAYED_WORK(&instance->look_work, look_again);
	instance->options = OPTIONS_AT_START;
	instance->clock = trace_clocks;
	if (instance == &main_instance)
		instance->clock = trace_clock_default();
	else
		instance->options = main_instance.options &
				    ~BIT(OPTION_EVENT_FORK);
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
	pid_filter_exit(instance);
	error_log_clear(&instance->errors);
	irq_work_sync(&instance->wake_work);
	cancel_delayed_work_sync(&instance->look_work);
	ring_put(instance->ring);
	ring_put(instance->snapshot);
	free_cpumask_var(instance->pipes);
	free_cpumask_var(instance->cpus);
	kfree(instance->per_cpu);
}

/* Holds off who takes snapshots, also in interrupts; nobody does so for long. */
static void lock_swap(struct instance *instance)
{
	local_irq_disable();
	while (cmpxchg(&instance->swapping, 0, 1))
		cpu_relax();
}

static void unlock_swap(struct instance *instance)
{
	/* Whoever comes next sees the rings as they were left. */
	smp_store_release(&instance->swapping, 0);
	local_irq_enable();
}

/*
 * Both rings, whichever of them records: they may change places at any time, but
 * only users make or free one. The second may be NULL.
 */
static void both_rings(struct instance *instance, struct ring *rings[2])
{
	lockdep_assert_held(&event_mutex);
	lock_swap(instance);
	rings[0] = instance->ring;
	rings[1] = instance->snapshot;
	unlock_swap(instance);
}

/* Gives one ring the sizes of another, also for CPUs that are yet to come. */
static int copy_sizes(struct ring *to, struct ring *from)
{
	int cpu, ret = 0;

	if (ring_size(to, RING_ALL) != ring_size(from, RING_ALL))
		ret = ring_resize(to, ring_size(from, RING_ALL), RING_ALL);
	for_each_possible_cpu(cpu) {
		if (ret)
			break;
		if (ring_size(to, cpu) != ring_size(from, cpu))
			ret = ring_resize(to, ring_size(from, cpu), cpu);
	}
	return ret;
}

/* The one that records comes last: what it holds is not lost for nothing. */
static int resize_both(struct instance *instance, unsigned long size, int cpu)
{
	struct ring *rings[2];
	int ret = 0;

	both_rings(instance, rings);
	if (rings[1])
		ret = ring_resize(rings[1], size, cpu);
	if (ret)
		return ret;
	ret = ring_resize(rings[0], size, cpu);
	if (ret && rings[1])
		copy_sizes(rings[1], rings[0]);
	return ret;
}

int instance_use_ring(struct instance *instance)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	if (instance->ring_used)
		return 0;
	ret = resize_both(instance, instance->ring_size, RING_ALL);
	if (!ret)
		instance->ring_used = true;
	return ret;
}

void instance_ready(struct instance *instance)
{
	lockdep_assert_held(&event_mutex);
	list_add_tail(&instance->link, &instance_list);
	atomic_set_release(&instance->users, 0);
}

bool instance_close(struct instance *instance)
{
	lockdep_assert_held(&event_mutex);
	if (atomic_cmpxchg(&instance->users, 0, -1))
		return false;
	list_del_init(&instance->link);
	return true;
}

/* Sets or clears one bit of @state. */
static void set_state(struct instance *instance, unsigned int bit, bool on)
{
	set_mask_bits(&instance->state, bit, on ? bit : 0);
}

void instance_let_go(struct instance *instance)
{
	WRITE_ONCE(instance->let_go, READ_ONCE(instance->let_go) + 1);
	irq_work_queue(&instance->wake_work);
}

void instance_set_on(struct instance *instance, bool on)
{
	set_state(instance, INSTANCE_ON, on);
	/* Who waits for entries learns that there will be none. */
	if (!on)
		instance_let_go(instance);
}

void instance_pause(struct instance *instance, bool pause)
{
	lockdep_assert_held(&event_mutex);
	if (pause && !instance->pauses++)
		set_state(instance, INSTANCE_PAUSED, true);
	else if (!pause && !--instance->pauses)
		set_state(instance, INSTANCE_PAUSED, false);
}

void instance_set_cpus(struct instance *instance, const struct cpumask *cpus)
{
	lockdep_assert_held(&event_mutex);
	/* Hits look at the mask from before the first CPU leaves it. */
	set_state(instance, INSTANCE_SOME_CPUS, true);
	cpumask_copy(instance->cpus, cpus);
	if (cpumask_subset(cpu_possible_mask, cpus))
		set_state(instance, INSTANCE_SOME_CPUS, false);
}

void instance_set_clock(struct instance *instance,
			const struct trace_clock *clock)
{
	struct ring *rings[2];

	both_rings(instance, rings);
	instance->clock = clock;
	ring_set_clock(rings[0], clock);
	if (rings[1])
		ring_set_clock(rings[1], clock);
}

void instance_set_overwrite(struct instance *instance, bool on)
{
	struct ring *rings[2];

	both_rings(instance, rings);
	ring_set_overwrite(rings[0], on);
	if (rings[1])
		ring_set_overwrite(rings[1], on);
}

void instance_reset(struct instance *instance)
{
	struct ring *rings[2];

	both_rings(instance, rings);
	ring_reset(rings[0], RING_ALL);
	if (rings[1])
		ring_reset(rings[1], RING_ALL);
}

int instance_resize(struct instance *instance, unsigned long size, int cpu)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	ret = resize_both(instance, size, cpu);
	if (ret)
		return ret;
	if (cpu == RING_ALL)
		instance->ring_size = size;
	instance->ring_used = true;
	return 0;
}

struct ring *instance_get_ring(struct instance *instance, bool snapshot)
{
	struct ring *ring;

	rcu_read_lock();
	ring = READ_ONCE(*(snapshot ? &instance->snapshot : &instance->ring));
	if (ring && !ring_get_unless_zero(ring))
		ring = NULL;
	rcu_read_unlock();
	return ring;
}

int instance_alloc_snapshot(struct instance *instance)
{
	struct ring *ring = instance->snapshot;
	int ret;

	lockdep_assert_held(&event_mutex);
	if (ring)
		return copy_sizes(ring, instance->ring);

	ring = ring_create(RING_SIZE_MIN, instance_option(instance,
							  OPTION_OVERWRITE),
			   instance->clock, &instance->wake_work);
	if (!ring)
		return -ENOMEM;
	ret = copy_sizes(ring, instance->ring);
	if (ret)
		ring_put(ring);
	else
		/* Who finds it finds it complete. */
		smp_store_release(&instance->snapshot, ring);
	return ret;
}

void instance_free_snapshot(struct instance *instance)
{
	struct ring *ring;

	lockdep_assert_held(&event_mutex);
	lock_swap(instance);
	ring = instance->snapshot;
	WRITE_ONCE(instance->snapshot, NULL);
	unlock_swap(instance);
	/* A hit may have read it while it was the other one. */
	hits_synchronize();
	ring_put(ring);
}

notrace bool instance_take_snapshot(struct instance *instance)
{
	unsigned long flags;
	struct ring *ring;

	if (!READ_ONCE(instance->snapshot))
		return false;
	local_irq_save(flags);
	if (cmpxchg(&instance->swapping, 0, 1)) {
		local_irq_restore(flags);
		return false;
	}
	ring = instance->snapshot;
	if (ring) {
		WRITE_ONCE(instance->snapshot, instance->ring);
		WRITE_ONCE(instance->ring, ring);
	}
	/* As in unlock_swap(). */
	smp_store_release(&instance->swapping, 0);
	local_irq_restore(flags);
	return ring;
}
