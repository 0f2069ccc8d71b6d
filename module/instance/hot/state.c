// SPDX-License-Identifier: GPL-2.0
/* Parts of an instance that hits change; see state.h. */
#include <linux/bitops.h>
#include <linux/irqflags.h>

#include "state.h"

bool instance_set_state(struct instance *instance, unsigned int bit, bool on)
{
	const unsigned int old = set_mask_bits(&instance->state, bit, on ? bit : 0);

	return !(old & bit) == on;
}

void instance_wake_all(struct instance *instance)
{
	/* Pairs with raw_splice_read(), which then sees what the caller has changed. */
	smp_mb__before_atomic();
	atomic_inc(&instance->nr_wakes);
	irq_work_queue(&instance->wake_work);
}

bool instance_set_on(struct instance *instance, bool on)
{
	const bool changed = instance_set_state(instance, INSTANCE_ON, on);

	if (!on)
		instance_wake_all(instance);
	return changed;
}

unsigned long tracing_thresh;

/*
 * Maximum number of attempts to set @swapping, because an NMI must not wait for a holder
 * that it has interrupted.
 */
#define SWAP_TRIES	1000

/* Sets @swapping. Returns false if it stays set by another holder. Interrupts are off. */
static bool begin_exchange(struct instance *instance)
{
	unsigned int tries;

	for (tries = 0; tries < SWAP_TRIES; tries++) {
		if (!cmpxchg(&instance->swapping, 0, 1))
			return true;
		cpu_relax();
	}
	return false;
}

/* Exchanges the rings, with @swapping held. Returns false if there is only one. */
static bool instance_exchange(struct instance *instance,
			      const struct instance_max_trace *worst)
{
	struct ring *ring = instance->snapshot;

	if (!ring)
		return false;
	/*
	 * Pairs with put_record() and instance_get_ring(), on CPUs that have not
	 * seen instance_alloc_snapshot() publish @ring.
	 */
	smp_store_release(&instance->snapshot, instance->ring);
	/* Pairs with the same functions. */
	smp_store_release(&instance->ring, ring);
	instance->worst = *worst;
	return true;
}

static void end_exchange(struct instance *instance)
{
	/* Pairs with the next cmpxchg() of @swapping, in begin_exchange() or lock_swap(). */
	smp_store_release(&instance->swapping, 0);
}

bool instance_take_snapshot(struct instance *instance)
{
	struct instance_max_trace worst;
	unsigned long flags;
	bool done = false;

	if (!READ_ONCE(instance->snapshot))
		return false;
	local_irq_save(flags);
	memset(&worst, 0, sizeof(worst));
	instance_describe(&worst, current);
	worst.latency = READ_ONCE(instance->max_latency);
	if (begin_exchange(instance)) {
		done = instance_exchange(instance, &worst);
		end_exchange(instance);
	}
	local_irq_restore(flags);
	return done;
}

bool instance_keep_worst(struct instance *instance,
			 const struct instance_max_trace *worst)
{
	bool done = false;

	if (!begin_exchange(instance))
		return false;
	if (!(READ_ONCE(instance->state) & INSTANCE_PAUSED) &&
	    !atomic_read(&instance->viewers))
		done = instance_exchange(instance, worst);
	if (done) {
		WRITE_ONCE(instance->max_latency, worst->latency);
		WRITE_ONCE(instance->nr_worst, instance->nr_worst + 1);
		irq_work_queue(&instance_max_trace_news);
	}
	end_exchange(instance);
	return done;
}
