// SPDX-License-Identifier: GPL-2.0
/* Pages in the layout of tracefs, see page.h. */
#include <linux/minmax.h>
#include <linux/ring_buffer.h>
#include <linux/string.h>

#include "page.h"

/* Bits of time in the first word of an entry. */
#define DELTA_BITS	27
#define DELTA_MAX	((1ULL << DELTA_BITS) - 1)

/* What both kinds of page start with. */
struct page_header {
	u64 ts;
	unsigned long used;
};

/* The page that is being made. */
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
 * An interrupt between reading the clock and reserving the room makes entries
 * change places. Time does not run backwards in a page, so the later entry gets
 * the time of the one before.
 */
static void put_record(struct page_writer *w, u64 ts, const void *record,
		       unsigned int size)
{
	struct ring_buffer_event *entry;
	u64 delta = 0;

	if (!w->any) {
		w->any = true;
		w->first = ts;
		w->last = ts;
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

/*
 * Length of an entry with its first word, and where its data starts; no data,
 * then @data is NULL. 0 at the end of what is in use.
 */
static unsigned int entry_length(const struct ring_buffer_event *entry,
				 const void **data)
{
	*data = NULL;
	switch (entry->type_len) {
	case RINGBUF_TYPE_PADDING:
		/* One that was discarded has a time, the rest of a page not. */
		return entry->time_delta ? entry->array[0] + 4 : 0;
	case RINGBUF_TYPE_TIME_EXTEND:
	case RINGBUF_TYPE_TIME_STAMP:
		return 8;
	case 0:
		*data = &entry->array[1];
		return entry->array[0] + 4;
	default:
		*data = &entry->array[0];
		return entry->type_len * 4 + 4;
	}
}

unsigned int page_make_over(void *to, const void *from, unsigned int size)
{
	const struct page_header *header = from;
	unsigned long flags = header->used & (PAGE_MISSED_EVENTS |
					      PAGE_MISSED_STORED);
	const void *at = from + PAGE_HEADER_SIZE, *end, *data;
	struct page_writer w = { .at = to + PAGE_HEADER_SIZE };
	struct page_header *made = to;
	unsigned int length, used, room = size - PAGE_HEADER_SIZE;

	used = header->used & ~(PAGE_MISSED_EVENTS | PAGE_MISSED_STORED);
	end = at + min(used, room);
	for (; at + 8 <= end; at += length) {
		length = entry_length(at, &data);
		if (!length || length > end - at)
			break;
		if (!data || at + length <= data + sizeof(u64))
			continue;
		put_record(&w, *(const u64 *)data, data + sizeof(u64),
			   at + length - (data + sizeof(u64)));
	}

	used = w.at - to - PAGE_HEADER_SIZE;
	/* How many were missed stands behind the entries. */
	if (flags & PAGE_MISSED_STORED && end + 8 <= from + size) {
		memcpy(w.at, end, sizeof(unsigned long));
		w.at += sizeof(unsigned long);
	}
	made->ts = w.first;
	made->used = used | flags;
	memset(w.at, 0, to + size - w.at);
	return w.at - to;
}
