/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writing to a ring, inlined into the code that records hits.
 *
 * Context of all functions: any, NMI too, preemption off.
 */
#ifndef HISTRIG_WRITE_H
#define HISTRIG_WRITE_H

#include <linux/percpu.h>
#include <linux/trace_clock.h>

#include "../layout.h"
#include "../ring.h"

/*
 * ring_next_page() - ring_reserve() on the next page; if that fails, ends the
 * write and returns NULL
 */
struct ring_slot *ring_next_page(struct ring *ring, struct ring_cpu *cpu_buffer,
				 unsigned int length);

/* ring_count_dropped() - count a record that could not be built */
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

/* Publishes finished entries, unless an interrupted writer will do so. */
static __always_inline void ring_end_write(struct ring_cpu *cpu_buffer)
{
	unsigned long head;

again:
	head = local_read(&cpu_buffer->head);
	if (likely(local_read(&cpu_buffer->nest) == 1))
		/*
		 * Pairs with ring_read_take(): a reader that sees the position
		 * sees the entries before it.
		 */
		smp_store_release(&cpu_buffer->commit, ring_position(head));
	local_dec(&cpu_buffer->nest);
	barrier();
	/* A writer may have interrupted us since, and left @commit to us. */
	if (unlikely(local_read(&cpu_buffer->head) != head) &&
	    !local_read(&cpu_buffer->nest)) {
		local_inc(&cpu_buffer->nest);
		goto again;
	}
}

/**
 * ring_reserve() - reserve space for a record
 * @ring: the ring
 * @cpu_buffer: the calling CPU's buffer
 * @size: bytes of the record, not 0
 * @ts: its time, from ring_stamp()
 *
 * Context: preemption off until ring_commit().
 * Return: the space, aligned to 4 bytes. NULL if there is none, or if
 * @cpu_buffer is switched off; the loss is then counted, and the caller must
 * not call ring_commit().
 */
static __always_inline void *ring_reserve(struct ring *ring,
					  struct ring_cpu *cpu_buffer,
					  unsigned int size, u64 ts)
{
	const unsigned int words = DIV_ROUND_UP(size, 4);
	const bool small = words <= RINGBUF_TYPE_DATA_TYPE_LEN_MAX;
	const unsigned int length = sizeof(struct ring_slot) + 4 * words +
				    (small ? 0 : 4);
	struct ring_slot *slot;
	unsigned long head;

	/* Pairs with switch_on(): if @off is clear, the pages are there. */
	if (unlikely(smp_load_acquire(&cpu_buffer->off))) {
		local_inc(&cpu_buffer->dropped);
		return NULL;
	}
	local_inc(&cpu_buffer->nest);
	barrier();
	do {
		head = local_read(&cpu_buffer->head);
		slot = (void *)head;
		if (unlikely(offset_in_page(head) + length > RING_END)) {
			slot = ring_next_page(ring, cpu_buffer, length);
			if (!slot)
				return NULL;
			break;
		}
	} while (unlikely(local_cmpxchg(&cpu_buffer->head, head,
					head + length) != head));
	local_inc(&cpu_buffer->written);
	slot->ts = ts;
	slot->head = words << RING_HEAD_SHIFT;
	if (likely(small))
		return slot->array;
	ring_note_large((unsigned long)slot);
	slot->head = 0;
	slot->array[0] = 4 * words + 4;
	return slot->array + 1;
}

/* ring_commit() - publish a complete record of ring_reserve() to readers */
static __always_inline void ring_commit(struct ring_cpu *cpu_buffer)
{
	barrier();
	ring_end_write(cpu_buffer);
}

#endif /* HISTRIG_WRITE_H */
