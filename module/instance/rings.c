// SPDX-License-Identifier: GPL-2.0
/* The two rings of an instance; see rings.h. */
#include <linux/irqflags.h>
#include <linux/oom.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>

#include "../compat/order.h"
#include "../compat/probe.h"
#include "../event/registry.h"
#include "../ring/clock.h"
#include "../ring/ring.h"
#include "instance.h"
#include "rings.h"

/*
 * Keeps hits, including those in interrupts, from exchanging the rings. Interrupts are off
 * until unlock_swap().
 */
static void lock_swap(struct instance *instance)
{
	local_irq_disable();
	while (cmpxchg(&instance->swapping, 0, 1))
		cpu_relax();
}

static void unlock_swap(struct instance *instance)
{
	/* Pairs with the next cmpxchg() of @swapping, in lock_swap() or begin_exchange(). */
	smp_store_release(&instance->swapping, 0);
	local_irq_enable();
}

/*
 * Reads both rings; the second may be NULL. Hits may exchange the rings at any
 * time, but only commands make or free one.
 */
static void both_rings(struct instance *instance, struct ring *rings[2])
{
	lockdep_assert_held(&event_mutex);
	lock_swap(instance);
	rings[0] = instance->ring;
	rings[1] = instance->snapshot;
	unlock_swap(instance);
}

/* Gives one ring the sizes of another, including those for CPUs that are offline. */
static int copy_sizes(struct ring *to, struct ring *from)
{
	unsigned long size;
	int cpu, ret = 0;

	if (ring_size(to, RING_ALL) != ring_size(from, RING_ALL))
		ret = ring_resize(to, ring_size(from, RING_ALL), RING_ALL);
	for_each_possible_cpu(cpu) {
		if (ret)
			break;
		/* 0: the CPU has not been online since @from was made. */
		size = ring_size(from, cpu);
		if (size && ring_size(to, cpu) != size)
			ret = ring_resize(to, size, cpu);
	}
	return ret;
}

/* Resizes the snapshot ring first: if that fails, the recording ring keeps its records. */
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

void instance_set_clock(struct instance *instance,
			const struct histrig_clock *clock)
{
	struct ring *rings[2];

	both_rings(instance, rings);
	/* Before the rings are reset: a reader that sees a reset then reads the new clock. */
	WRITE_ONCE(instance->clock, clock);
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

void instance_clear(struct instance *instance)
{
	struct ring *rings[2];

	both_rings(instance, rings);
	ring_reset(rings[0], RING_ALL);
}

int instance_resize(struct instance *instance, unsigned long size, int cpu)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	/* If memory runs out, make the OOM killer kill this task. */
	set_current_oom_origin();
	ret = resize_both(instance, size, cpu);
	clear_current_oom_origin();
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
	/* Pairs with instance_alloc_snapshot() and instance_exchange(). */
	ring = READ_DEPENDENT(*(snapshot ? &instance->snapshot : &instance->ring));
	if (ring && !ring_get_unless_zero(ring))
		ring = NULL;
	rcu_read_unlock();
	return ring;
}

struct ring *instance_get_snapshot(struct instance *instance,
				   struct instance_max_trace *worst, bool view)
{
	struct ring *ring;

	lockdep_assert_held(&event_mutex);
	lock_swap(instance);
	ring = instance->snapshot;
	if (ring && !ring_get_unless_zero(ring))
		ring = NULL;
	*worst = instance->worst;
	if (view)
		atomic_inc(&instance->viewers);
	unlock_swap(instance);
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
		/* Pairs with instance_exchange() and instance_get_ring(): the ring is complete. */
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
	/* A probe that read ->ring before the last exchange may still write to this ring. */
	hits_synchronize();
	ring_put(ring);
}
