// SPDX-License-Identifier: GPL-2.0
/* Instances, see instance.h. */
#include <linux/atomic.h>
#include <linux/slab.h>

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

int instance_init(struct instance *instance, unsigned long ring_size)
{
	INIT_LIST_HEAD(&instance->link);
	INIT_LIST_HEAD(&instance->files);
	INIT_LIST_HEAD(&instance->systems);
	init_irq_work(&instance->wake_work, wake_readers);
	init_waitqueue_head(&instance->readers);
	instance->options = OPTIONS_AT_START;
	instance->clock = trace_clocks;
	instance->ring_size = RING_SIZE_USED;
	instance->state = INSTANCE_ON;

	if (!zalloc_cpumask_var(&instance->cpus, GFP_KERNEL))
		return -ENOMEM;
	cpumask_setall(instance->cpus);
	instance->ring = ring_create(ring_size, true, instance->clock);
	if (!instance->ring) {
		free_cpumask_var(instance->cpus);
		return -ENOMEM;
	}
	instance->ring_used = ring_size >= RING_SIZE_USED;
	return 0;
}

void instance_exit(struct instance *instance)
{
	irq_work_sync(&instance->wake_work);
	ring_free(instance->ring);
	ring_free(instance->snapshot);
	free_cpumask_var(instance->cpus);
}

int instance_get(struct instance *instance)
{
	int ret = 0;

	mutex_lock(&event_mutex);
	if (instance->gone)
		ret = -ENODEV;
	else
		instance->users++;
	mutex_unlock(&event_mutex);
	return ret;
}

void instance_put(struct instance *instance)
{
	mutex_lock(&event_mutex);
	instance->users--;
	mutex_unlock(&event_mutex);
}

int instance_use_ring(struct instance *instance)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	if (instance->ring_used)
		return 0;
	ret = ring_resize(instance->ring, instance->ring_size, RING_ALL);
	if (!ret)
		instance->ring_used = true;
	return ret;
}

void instance_set_on(struct instance *instance, bool on)
{
	unsigned int old, new;

	do {
		old = READ_ONCE(instance->state);
		new = on ? old | INSTANCE_ON : old & ~INSTANCE_ON;
	} while (cmpxchg(&instance->state, old, new) != old);
}
