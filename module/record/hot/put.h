/* SPDX-License-Identifier: GPL-2.0 */
/*
 * output_record(), inlined for records of a constant size, so that the compiler
 * knows how many words to copy and which header the entry gets.
 */
#ifndef HISTRIG_PUT_H
#define HISTRIG_PUT_H

#include <linux/irq_work.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../../compat/order.h"
#include "../../event/record.h"
#include "../../instance/instance.h"
#include "../../ring/hot/write.h"
#include "../../ring/ring.h"
#include "context.h"
#include "saved_cmdlines.h"

/*
 * records_here() - does an instance with @state record hits on this CPU? Any context,
 * preemption off
 */
bool records_here(const struct instance *instance, unsigned int state);

/*
 * put_record() - output_record(), inlined; with the context @at, or that of this hit if
 * @at is NULL. Any context, preemption off
 */
static __always_inline bool put_record(struct instance *instance, u16 type,
				       void *record, unsigned int size,
				       const struct record_place *at)
{
	unsigned int state = READ_ONCE(instance->state);
	struct record_header *header = record;
	struct ring_cpu *cpu_buffer;
	struct record_place place;
	struct ring *ring;
	void *slot;
	u64 ts;

	if (unlikely(state != INSTANCE_ON) && !records_here(instance, state))
		return false;

	/* Pairs with instance_exchange(). */
	ring = READ_DEPENDENT(instance->ring);
	/* Call the clock first, while there are few registers to save. */
	ts = ring_stamp(ring);
	place = at ? *at : record_here();
	header->common_type = type;
	header->common_flags = place.flags;
	header->common_preempt_count = place.depths;
	header->common_pid = current->pid;
	IF_LAZY_COUNT(header->common_preempt_lazy_count = lazy_count();
		      memset(header->pad, 0, sizeof(header->pad));)

	cpu_buffer = this_cpu_ptr(ring->cpus);
	slot = ring_reserve(ring, cpu_buffer, size, ts);
	if (unlikely(!slot))
		return false;
	memcpy(slot, record, size);
	ring_commit(cpu_buffer);

	if (likely(instance_option(instance, OPTION_RECORD_CMD)))
		cmdline_save();
	if (unlikely(READ_ONCE(instance->wake)) && xchg(&instance->wake, 0))
		irq_work_queue(&instance->wake_work);
	return true;
}

#endif /* HISTRIG_PUT_H */
