/* SPDX-License-Identifier: GPL-2.0 */
/* Writing into a ring, for the one who does it with every hit. */
#ifndef HISTRIG_WRITE_H
#define HISTRIG_WRITE_H

#include <linux/percpu.h>
#include <linux/trace_clock.h>

#include "layout.h"
#include "ring.h"

/* ring_next_page() - room on the next page, or NULL and the loss is counted */
struct ring_slot *ring_next_page(struct ring *ring, struct ring_cpu *of,
				 unsigned int length);

/* The clock that nearly everybody uses is called without a detour. */
static __always_inline u64 ring_stamp(const struct ring *ring)
{
	typeof(ring->now) now = READ_ONCE(ring->now);

	if (likely(now == trace_clock_local))
		return trace_clock_local();
	return now();
}

/* Lets readers see what is finished, unless an outer writer will. */
static __always_inline void ring_end_write(struct ring_cpu *of)
{
	unsigned long head;

again:
	head = local_read(&of->head);
	if (likely(local_read(&of->nest) == 1))
		/* Who sees the position sees what stands before it. */
		smp_store_release(&of->commit,
				  RING_POS(((struct ring_page *)
					    (head & PAGE_MASK))->index,
					   offset_in_page(head)));
	local_dec(&of->nest);
	barrier();
	/* One that came since @head was read has left it to this one. */
	if (unlikely(local_read(&of->head) != head) &&
	    !local_read(&of->nest)) {
		local_inc(&of->nest);
		goto again;
	}
}

/**
 * ring_reserve() - room for a record
 * @ring: the ring
 * @size: bytes of the record
 *
 * Context: any, preemption off until ring_commit().
 * Return: the room, aligned to 4 bytes, or NULL; then the loss is counted and
 * there is nothing to commit.
 */
static __always_inline void *ring_reserve(struct ring *ring, unsigned int size)
{
	struct ring_cpu *of = this_cpu_ptr(ring->cpus);
	unsigned int length = ring_slot_length(size);
	u64 ts = ring_stamp(ring);
	struct ring_slot *slot;
	unsigned long head;

	/* Who sees it on sees the pages that it has. */
	if (unlikely(smp_load_acquire(&of->off))) {
		local_inc(&of->dropped);
		return NULL;
	}
	local_inc(&of->nest);
	barrier();
	do {
		head = local_read(&of->head);
		slot = (void *)head;
		if (unlikely(offset_in_page(head) + length >= PAGE_SIZE)) {
			slot = ring_next_page(ring, of, length);
			if (!slot)
				return NULL;
			break;
		}
	} while (unlikely(local_cmpxchg(&of->head, head, head + length) !=
			  head));
	local_inc(&of->written);
	slot->length = length;
	slot->ts = ts;
	return slot->record;
}

/* ring_commit() - let readers see a record that has been written */
static __always_inline void ring_commit(struct ring *ring)
{
	barrier();
	ring_end_write(this_cpu_ptr(ring->cpus));
}

#endif /* HISTRIG_WRITE_H */
