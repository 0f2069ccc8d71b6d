// SPDX-License-Identifier: GPL-2.0
/* Pages in the layout of trace_pipe_raw, see page.h. */
#include <linux/build_bug.h>
#include <linux/kconfig.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "layout.h"
#include "page.h"

/* Number of bits for the type and the time in the first word of an entry. */
#define TYPE_BITS	5
#define DELTA_BITS	27

struct page_header {
	u64 ts;
	unsigned long used;
};

static_assert(sizeof(struct page_header) == PAGE_HEADER_SIZE);
static_assert(RING_FIRST == PAGE_HEADER_SIZE);

/*
 * Overwrites the time stamp of an entry with an entry for the time since the
 * previous record. On little-endian CPUs, the two words of that entry form one
 * number: the type in the low bits, the time above them.
 */
static void put_delta(struct ring_slot *slot, u64 delta)
{
	struct ring_buffer_event *time = (void *)&slot->ts;

	if (!IS_ENABLED(CONFIG_CPU_BIG_ENDIAN)) {
		slot->ts = delta << TYPE_BITS | RINGBUF_TYPE_TIME_EXTEND;
		return;
	}
	time->type_len = RINGBUF_TYPE_TIME_EXTEND;
	time->time_delta = delta;
	time->array[0] = delta >> DELTA_BITS;
}

/*
 * Overwrites the time stamps of all entries. Returns the time of the last one.
 *
 * A hit may be interrupted between reading the clock and reserving space; the
 * interrupt's hit then has a later time but comes first. Both entries get the
 * later time, because clients expect that time does not go back on a CPU.
 */
static __always_inline u64 put_deltas(void *at, const void *behind, bool small,
				      u64 now)
{
	struct ring_slot *slot;
	u64 ts;

	for (; at < behind; at += small ? ring_small_length(slot) :
					  ring_slot_length(slot)) {
		slot = at;
		ts = slot->ts;
		if (unlikely((s64)(ts - now) < 0))
			ts = now;
		put_delta(slot, ts - now);
		now = ts;
	}
	return now;
}

void page_make(void *page, unsigned int end, bool small, unsigned long lost,
	       u64 *last)
{
	struct page_header *header = page;
	void *at = page + PAGE_HEADER_SIZE, *behind = page + end;
	u64 now = max(*last, ((struct ring_slot *)at)->ts);

	header->ts = now;
	header->used = end - PAGE_HEADER_SIZE;
	/* Pages without large records are common, and take a faster loop. */
	if (likely(small))
		*last = put_deltas(at, behind, true, now);
	else
		*last = put_deltas(at, behind, false, now);

	if (lost)
		header->used |= PAGE_MISSED_EVENTS;
	/* The number of missed entries follows the entries, if it fits. */
	if (lost && end <= RING_END) {
		header->used |= PAGE_MISSED_STORED;
		memcpy(behind, &lost, sizeof(lost));
		behind += sizeof(lost);
	}
	memset(behind, 0, page + PAGE_SIZE - behind);
}
