/* SPDX-License-Identifier: GPL-2.0 */
/* Writing to a ring, inlined into the code that records hits. */
#ifndef HISTRIG_WRITE_H
#define HISTRIG_WRITE_H

#include <linux/percpu.h>
#include <linux/trace_clock.h>

#include "../layout.h"
#include "../ring.h"

/**
 * ring_next_page() - reserve room on the next page, for ring_reserve()
 * @ring: the ring
 * @cpu_buffer: the calling CPU's buffer, with @nest raised
 * @length: bytes of the entry
 *
 * Context: any, preemption off.
 * Return: the room, or NULL. If NULL, this function has counted the loss and
 * ended the write.
 */
struct ring_slot *ring_next_page(struct ring *ring, struct ring_cpu *cpu_buffer,
				 unsigned int length);

/**
 * ring_count_dropped() - count a record that could not even be built
 * @ring: the ring
 *
 * Context: any, preemption off.
 */
static __always_inline void ring_count_dropped(struct ring *ring)
{
	local_inc(&this_cpu_ptr(ring->cpus)->dropped);
}

/* Calls the default clock directly, which is cheaper than an indirect call. */
static __always_inline u64 ring_stamp(const struct ring *ring)
{
	typeof(ring->now) now = READ_ONCE(ring->now);

	if (likely(now == trace_clock_local))
		return trace_clock_local();
	return now();
}

/* Shows finished entries to readers, unless an outer writer will do so. */
static __always_inline void ring_end_write(struct ring_cpu *cpu_buffer)
{
	unsigned long head;

again:
	head = local_read(&cpu_buffer->head);
	if (likely(local_read(&cpu_buffer->nest) == 1))
		/* A reader that sees the position sees the entries before it. */
		smp_store_release(&cpu_buffer->commit,
				  RING_POS(((struct ring_page *)
					    (head & PAGE_MASK))->index,
					   offset_in_page(head)));
	local_dec(&cpu_buffer->nest);
	barrier();
	/*
	 * A writer that interrupted us after we read @head may have left it to
	 * us to move @commit.
	 */
	if (unlikely(local_read(&cpu_buffer->head) != head) &&
	    !local_read(&cpu_buffer->nest)) {
		local_inc(&cpu_buffer->nest);
		goto again;
	}
}

/**
 * ring_reserve() - reserve room for a record
 * @ring: the ring
 * @size: bytes of the record
 *
 * Context: any, preemption off until ring_commit().
 * Return: the room, aligned to 4 bytes, or NULL if the ring has none. If NULL,
 * this function has counted the loss; do not call ring_commit().
 */
static __always_inline void *ring_reserve(struct ring *ring, unsigned int size)
{
	struct ring_cpu *cpu_buffer = this_cpu_ptr(ring->cpus);
	unsigned int length = ring_slot_length(size);
	u64 ts = ring_stamp(ring);
	struct ring_slot *slot;
	unsigned long head;

	/*
	 * Pairs with switch_on(): a writer that sees @off clear sees the pages.
	 */
	if (unlikely(smp_load_acquire(&cpu_buffer->off))) {
		local_inc(&cpu_buffer->dropped);
		return NULL;
	}
	local_inc(&cpu_buffer->nest);
	barrier();
	do {
		head = local_read(&cpu_buffer->head);
		slot = (void *)head;
		if (unlikely(offset_in_page(head) + length >= PAGE_SIZE)) {
			slot = ring_next_page(ring, cpu_buffer, length);
			if (!slot)
				return NULL;
			break;
		}
	} while (unlikely(local_cmpxchg(&cpu_buffer->head, head,
					head + length) != head));
	local_inc(&cpu_buffer->written);
	slot->length = length;
	slot->ts = ts;
	return slot->record;
}

/**
 * ring_commit() - show a record to readers
 * @ring: the ring of the last ring_reserve(), whose record is complete
 *
 * Context: any, preemption still off.
 */
static __always_inline void ring_commit(struct ring *ring)
{
	barrier();
	ring_end_write(this_cpu_ptr(ring->cpus));
}

#endif /* HISTRIG_WRITE_H */
