// SPDX-License-Identifier: GPL-2.0
/* Moving to the next page, see write.h and layout.h. */
#include <linux/irq_work.h>

#include "write.h"

/*
 * Moves the tail off the page that will get @index. Returns false, and counts a
 * lost entry, if that page must not be overwritten.
 */
static bool make_space(struct ring *ring, struct ring_cpu *cpu_buffer,
		       unsigned long index)
{
	unsigned long tail, commit, nr, next;
	const struct ring_page *page;

	for (;;) {
		/*
		 * Pairs with the cmpxchg() of ring_read_take(): the reader has
		 * read the page before the caller overwrites the page.
		 */
		tail = atomic_long_read_acquire(&cpu_buffer->tail);
		if (index - RING_INDEX(tail) < cpu_buffer->nr_pages)
			return true;
		if (!READ_ONCE(ring->overwrite)) {
			local_inc(&cpu_buffer->dropped);
			return false;
		}
		/* Fail while an interrupted hit still writes to the page. */
		commit = READ_ONCE(cpu_buffer->commit);
		if (index - RING_INDEX(commit) >= cpu_buffer->nr_pages) {
			local_inc(&cpu_buffer->commit_overrun);
			return false;
		}
		/*
		 * Pairs with await_writer(): a reader that exchanges the page
		 * sees that @nest is not 0, or we see the reader's page.
		 */
		smp_mb();
		page = ring_page_at(cpu_buffer, RING_INDEX(tail));
		nr = ring_count_rest(page, offset_in_page(tail));
		next = RING_POS(RING_INDEX(tail) + 1, RING_FIRST);
		if (atomic_long_cmpxchg(&cpu_buffer->tail, tail, next) == tail) {
			local_add(nr, &cpu_buffer->overrun);
			continue;
		}
		/*
		 * A cmpxchg() that fails orders nothing. Pairs with
		 * await_writer(): we have read the page before @nest or @commit
		 * shows that we have ended.
		 */
		smp_mb__after_atomic();
	}
}

static void ring_wake_readers(struct ring *ring, struct ring_cpu *cpu_buffer,
			      unsigned long index)
{
	unsigned long wake_at = READ_ONCE(cpu_buffer->wake_at), tail;

	if (likely(!wake_at))
		return;
	tail = atomic_long_read(&cpu_buffer->tail);
	if (index - RING_INDEX(tail) + 1 < wake_at)
		return;
	WRITE_ONCE(cpu_buffer->wake_at, 0);
	irq_work_queue(ring->waker);
}

/*
 * Stores the end and the number of entries of a complete page, and begins
 * @next.
 * @written may lack an entry of a writer that this one has interrupted. The
 * number of entries is then stored as 0, which means unknown.
 */
static void leave_page(struct ring_cpu *cpu_buffer, struct ring_page *next,
		       unsigned long head, unsigned long written)
{
	struct ring_page *page = (void *)(head & PAGE_MASK);
	const bool alone = local_read(&cpu_buffer->nest) == 1;

	WRITE_ONCE(page->nr,
		   alone && page->alone ? (u16)(written - page->before) : 0);
	WRITE_ONCE(page->end, offset_in_page(head));
	WRITE_ONCE(next->before, (u16)written);
	WRITE_ONCE(next->alone, alone);
}

/*
 * Another writer may interrupt this one and also prepare the next page. Both
 * give the page the same index, so preparing it twice is safe. To give it
 * another index, that writer would have to fill all pages and overtake the
 * commit, which does not move until this writer has ended. make_space() prevents
 * that.
 */
struct ring_slot *ring_next_page(struct ring *ring, struct ring_cpu *cpu_buffer,
				 unsigned int length)
{
	unsigned long head, index, written;
	struct ring_page *next;

	if (unlikely(length > RING_LENGTH_MAX)) {
		local_inc(&cpu_buffer->dropped);
		goto fail;
	}
	for (;;) {
		head = local_read(&cpu_buffer->head);
		if (offset_in_page(head) + length <= RING_END) {
			if (local_cmpxchg(&cpu_buffer->head, head,
					  head + length) == head)
				return (void *)head;
			continue;
		}
		written = local_read(&cpu_buffer->written);
		index = RING_INDEX(ring_position(head)) + 1;
		if (!make_space(ring, cpu_buffer, index))
			goto fail;
		next = ring_take_page(cpu_buffer, index);
		if (local_cmpxchg(&cpu_buffer->head, head,
				  (unsigned long)next + RING_FIRST + length) ==
		    head)
			break;
	}
	leave_page(cpu_buffer, next, head, written);
	ring_wake_readers(ring, cpu_buffer, index);
	return (void *)next + RING_FIRST;
fail:
	ring_end_write(cpu_buffer);
	return NULL;
}
