// SPDX-License-Identifier: GPL-2.0
/* Parts of an instance that hits change; see state.h. */
#include <linux/bitops.h>
#include <linux/irqflags.h>

#include "state.h"

void instance_set_state(struct instance *instance, unsigned int bit, bool on)
{
	set_mask_bits(&instance->state, bit, on ? bit : 0);
}

void instance_wake_all(struct instance *instance)
{
	WRITE_ONCE(instance->nr_wakes, READ_ONCE(instance->nr_wakes) + 1);
	irq_work_queue(&instance->wake_work);
}

void instance_set_on(struct instance *instance, bool on)
{
	instance_set_state(instance, INSTANCE_ON, on);
	if (!on)
		instance_wake_all(instance);
}

bool instance_take_snapshot(struct instance *instance)
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
	/*
	 * Pairs with the cmpxchg() that next sets @swapping, here or in
	 * lock_swap().
	 */
	smp_store_release(&instance->swapping, 0);
	local_irq_restore(flags);
	return ring;
}
