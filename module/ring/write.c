// SPDX-License-Identifier: GPL-2.0
/* Going on to the next page, see write.h and layout.h. */
#include <linux/irq_work.h>

#include "write.h"

/*
 * Moves the tail off the page that @index is to fill, if there is anything on
 * it. False if that may not be.
 */
static notrace bool make_room(struct ring *ring, struct ring_cpu *of,
			      unsigned long index)
{
	unsigned int end = PAGE_SIZE;
	unsigned long tail, nr, next;

	for (;;) {
		tail = atomic_long_read(&of->tail);
		if (index - RING_INDEX(tail) < of->nr_pages)
			return true;
		if (!READ_ONCE(ring->overwrite)) {
			local_inc(&of->dropped);
			return false;
		}
		/* A hit that was interrupted still writes there. */
		if (index - RING_INDEX(READ_ONCE(of->commit)) >= of->nr_pages) {
			local_inc(&of->commit_overrun);
			return false;
		}
		nr = ring_count_slots(ring_page_at(of, RING_INDEX(tail)),
				      offset_in_page(tail), &end);
		end = PAGE_SIZE;
		next = RING_POS(RING_INDEX(tail) + 1, RING_FIRST);
		if (atomic_long_cmpxchg(&of->tail, tail, next) == tail)
			local_add(nr, &of->overrun);
	}
}

static notrace void wake_readers(struct ring *ring, struct ring_cpu *of,
				 unsigned long index)
{
	unsigned long wake_at = READ_ONCE(of->wake_at);

	if (likely(!wake_at) ||
	    index - RING_INDEX(atomic_long_read(&of->tail)) + 1 < wake_at)
		return;
	WRITE_ONCE(of->wake_at, 0);
	irq_work_queue(ring->waker);
}

/*
 * An interrupt may come anywhere in here and do the same. It cannot come so far
 * that the page behind @head's gets another index, as nothing overtakes the
 * commit, and that stays here or before until this writer is done. So whatever
 * is prepared twice is prepared alike.
 */
notrace struct ring_slot *ring_next_page(struct ring *ring,
					 struct ring_cpu *of,
					 unsigned int length)
{
	struct ring_page *page, *next;
	unsigned long head, index;

	if (unlikely(length > RING_LENGTH_MAX)) {
		local_inc(&of->dropped);
		goto fail;
	}
	for (;;) {
		head = local_read(&of->head);
		if (offset_in_page(head) + length < PAGE_SIZE) {
			if (local_cmpxchg(&of->head, head, head + length) ==
			    head)
				return (void *)head;
			continue;
		}
		page = (void *)(head & PAGE_MASK);
		index = READ_ONCE(page->index) + 1;
		if (!make_room(ring, of, index))
			goto fail;
		next = ring_page_at(of, index);
		WRITE_ONCE(next->index, index);
		if (local_cmpxchg(&of->head, head,
				  (unsigned long)next + RING_FIRST + length) ==
		    head)
			break;
	}
	((struct ring_slot *)head)->length = 0;
	wake_readers(ring, of, index);
	return (void *)next + RING_FIRST;
fail:
	ring_end_write(of);
	return NULL;
}
