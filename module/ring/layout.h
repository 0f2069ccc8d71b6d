/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The layout of a ring: its pages, and the state of each CPU's buffer.
 *
 * Each CPU has pages that its writers fill in turn, over and over. A page gets
 * a new index each time a writer starts to fill it, and index % nr_pages
 * selects the page. A position combines an index with an offset in the page. So
 * positions only grow, and the older of two positions is the smaller one.
 *
 * Writers are hits on the CPU itself, with preemption off. A writer may
 * interrupt another writer, and ends before the interrupted one continues. Each
 * writer reserves room by moving @head, and the outermost writer moves @commit
 * past all finished entries.
 *
 * Readers run on any CPU. A consuming reader copies the entries between @tail
 * and @commit from a page, then moves @tail past them. A writer that needs the
 * page of @tail moves @tail to the next page before it writes. Both the reader
 * and the writer move @tail by compare-and-exchange. If the reader succeeds, no
 * writer took the page while the reader copied, so each entry is either read or
 * counted as overrun.
 */
#ifndef HISTRIG_LAYOUT_H
#define HISTRIG_LAYOUT_H

#include <linux/atomic.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/ring_buffer.h>

#include <asm/local.h>

/**
 * struct ring_page - a page
 * @index: index that the page got when writers last started to fill it
 * @slots: entries, one after the other. If the next entry did not fit, a length
 *	of 0 ends them
 */
struct ring_page {
	unsigned long index;
	u8 slots[];
};

/* The offset of a page's first entry, and conversions of positions. */
#define RING_FIRST	offsetof(struct ring_page, slots)
#define RING_POS(index, offset)	((index) << PAGE_SHIFT | (offset))
#define RING_INDEX(pos)	((pos) >> PAGE_SHIFT)

/**
 * struct ring_slot - an entry
 * @length: bytes of the whole entry, a multiple of 4
 * @ts: its time stamp
 * @record: the record
 */
struct ring_slot {
	u32 length;
	u64 ts;
	u8 record[];
} __packed __aligned(4);

/*
 * Records up to this size get 4 bytes of header on the pages of trace_pipe_raw,
 * larger ones 8.
 */
#define RING_SMALL	(RINGBUF_TYPE_DATA_TYPE_LEN_MAX * 4)

/*
 * The length of an entry. A large record's entry has 4 bytes more, because its
 * header on the pages of trace_pipe_raw is larger, see page_make().
 */
static inline unsigned int ring_slot_length(unsigned int size)
{
	size = ALIGN(size, 4);
	return sizeof(struct ring_slot) + size + (size > RING_SMALL ? 4 : 0);
}

/* The size of an entry's record, rounded up to 4 bytes. */
static inline unsigned int ring_slot_size(const struct ring_slot *slot)
{
	unsigned int size = slot->length - sizeof(*slot);

	return size > RING_SMALL ? size - 4 : size;
}

/* The longest entry. It leaves 4 bytes of its page for a length of 0. */
#define RING_LENGTH_MAX	(PAGE_SIZE - RING_FIRST - 4)

/**
 * struct ring_part - a reader's copy of a part of a page
 * @page: PAGE_SIZE bytes, with the entries at the same offsets as on the page
 * @at: offset of the next entry
 * @end: offset of the end of the last entry
 * @index: index that the page had when it was copied
 */
struct ring_part {
	void *page;
	unsigned int at;
	unsigned int end;
	unsigned long index;
};

/**
 * struct ring_cpu - a ring's buffer of one CPU
 * @head: address where the next entry goes
 * @nest: number of writers that have not finished
 * @commit: position after the last entry that readers may see
 * @written: number of entries written
 * @overrun: number of entries overwritten unread
 * @commit_overrun: number of entries lost because they would have overwritten
 *	an unfinished one
 * @dropped: number of entries lost for any other reason
 * @off: writers must drop their entries; also true until the buffer has pages
 * @wake_at: number of pages in use at which a writer wakes readers, 0 to wake
 *	none
 * @pages: the pages
 * @nr_pages: number of @pages
 * @tail: position of the oldest entry that no reader has taken
 * @taken: entries that a reader has taken off the pages but not consumed yet
 * @consumed: number of entries consumed
 * @lost: number of entries that were overwritten before @taken was filled, and
 *	that have not been reported to a reader
 * @seen: value of @overrun when @lost was last updated
 * @last_ts: time of the last entry that ring_read_page() has returned
 * @read_lock: held by a reader that consumes from this CPU only
 */
struct ring_cpu {
	local_t head;
	local_t nest;
	unsigned long commit;
	local_t written;
	local_t overrun;
	local_t commit_overrun;
	local_t dropped;
	bool off;
	unsigned long wake_at;
	struct ring_page **pages;
	unsigned long nr_pages;

	atomic_long_t tail ____cacheline_aligned;
	struct ring_part taken;
	unsigned long consumed;
	unsigned long lost;
	unsigned long seen;
	u64 last_ts;
	/* Serializes readers that consume from this CPU. */
	struct mutex read_lock;
};

static inline struct ring_page *ring_page_at(const struct ring_cpu *cpu_buffer,
					     unsigned long index)
{
	return cpu_buffer->pages[index % cpu_buffer->nr_pages];
}

/**
 * ring_count_slots() - count the entries of a page
 * @page: a page, or a copy of one
 * @at: offset of the first entry
 * @end: offset to stop at; set to the offset where the entries really end
 *
 * A writer that counts may be interrupted by another writer, which takes the
 * page and refills it. The outer writer then discards its count. Until it does,
 * it may read arbitrary lengths. The loop still ends and stays on the page: @at
 * cannot wrap, because it is wider than a length, and the loop reads no length
 * that crosses @end.
 *
 * Context: any.
 * Return: the number of entries.
 */
static inline unsigned long ring_count_slots(const void *page, unsigned long at,
					     unsigned int *end)
{
	const unsigned long last = *end - sizeof(u32);
	unsigned long nr = 0;
	u32 length;

	while (at <= last) {
		length = READ_ONCE(((const struct ring_slot *)
				    (page + at))->length);
		if (!length)
			break;
		at += length;
		nr++;
	}
	*end = at;
	return nr;
}

#endif /* HISTRIG_LAYOUT_H */
