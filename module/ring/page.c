// SPDX-License-Identifier: GPL-2.0
/* Pages in the layout of trace_pipe_raw, see page.h. */
#include <linux/build_bug.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "layout.h"
#include "page.h"

/* Number of bits for the time in the first word of an entry. */
#define DELTA_BITS	27
#define DELTA_MAX	((1ULL << DELTA_BITS) - 1)

/* The header of a page; its size is PAGE_HEADER_SIZE. */
struct page_header {
	u64 ts;
	unsigned long used;
};

static_assert(sizeof(struct page_header) == PAGE_HEADER_SIZE);

/* The page being made; @any is set once it has an entry. */
struct page_writer {
	void *at;
	u64 first;	/* time of the first entry */
	u64 last;	/* time of the last one */
	bool any;
};

static void put_extension(struct page_writer *w, u64 delta)
{
	struct ring_buffer_event *entry = w->at;

	entry->type_len = RINGBUF_TYPE_TIME_EXTEND;
	entry->time_delta = delta & DELTA_MAX;
	entry->array[0] = delta >> DELTA_BITS;
	w->at += 8;
}

/*
 * If a hit is interrupted between reading the clock and reserving room, a hit
 * of the interrupt gets a later time but an earlier place. Clients expect that
 * time does not go backwards on a CPU, so the second of two such entries gets
 * the time of the first, which may be on the previous page.
 */
static void put_record(struct page_writer *w, u64 ts, const void *record,
		       unsigned int size)
{
	struct ring_buffer_event *entry;
	u64 delta = 0;

	if (!w->any) {
		w->any = true;
		w->last = max(w->last, ts);
		w->first = w->last;
	} else if (ts > w->last) {
		delta = ts - w->last;
		w->last = ts;
	}
	if (delta > DELTA_MAX) {
		put_extension(w, delta);
		delta = 0;
	}

	entry = w->at;
	entry->time_delta = delta;
	w->at += 4;
	if (size && size <= RINGBUF_TYPE_DATA_TYPE_LEN_MAX * 4) {
		entry->type_len = size / 4;
	} else {
		entry->type_len = 0;
		entry->array[0] = size + 4;
		w->at += 4;
	}
	memcpy(w->at, record, size);
	w->at += size;
}

unsigned long page_make(void *to, const void *from, unsigned int at,
			unsigned int end, unsigned long lost, u64 *last)
{
	struct page_writer w = { .at = to + PAGE_HEADER_SIZE, .last = *last };
	struct page_header *made = to;
	const struct ring_slot *slot;
	unsigned long nr = 0, flags = 0;
	void *behind = to + PAGE_SIZE;

	for (; at < end; at += slot->length, nr++) {
		slot = from + at;
		put_record(&w, slot->ts, slot->record, ring_slot_size(slot));
	}
	made->used = w.at - to - PAGE_HEADER_SIZE;
	if (lost)
		flags = PAGE_MISSED_EVENTS;
	/* The number of missed entries follows the entries, if there is room. */
	if (lost && behind - w.at >= sizeof(lost)) {
		flags |= PAGE_MISSED_STORED;
		memcpy(w.at, &lost, sizeof(lost));
		w.at += sizeof(lost);
	}
	*last = w.last;
	made->ts = w.first;
	made->used |= flags;
	memset(w.at, 0, behind - w.at);
	return nr;
}
