/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The layout of a ring: its pages, and the state of each CPU's buffer.
 *
 * Each CPU has pages that its writers fill in turn, over and over. A page gets
 * a new index each time a writer starts to fill it; index % nr_pages selects
 * the page. A position combines an index with an offset in the page, so
 * positions only grow.
 *
 * Writers are hits on the CPU itself, with preemption off. A writer may
 * interrupt another one, and ends before the interrupted one continues. Each
 * writer reserves space by moving @head, and the outermost writer moves @commit
 * past all finished entries.
 *
 * Readers run on any CPU. A consuming reader copies the entries between @tail
 * and @commit from a page, then moves @tail past them. A writer that needs the
 * page of @tail first moves @tail to the next page. Both use
 * compare-and-exchange: if the reader succeeds, no writer took the page while
 * the reader copied, so each entry is either read or counted as overrun.
 *
 * A reader of whole pages does not copy a full page. It exchanges the page for
 * a spare one in @places, and then moves @tail. A writer that takes a page
 * marks its place with the new index. Both change the place by
 * compare-and-exchange: if the reader succeeds, no writer has taken the page.
 * If a writer moves @tail before the reader does, the entries of the page count
 * as overrun, and the reader keeps the page without its entries.
 *
 * Overwriting the header of a page and the times of its entries turns it into a
 * page of trace_pipe_raw, see page.h.
 */
#ifndef HISTRIG_LAYOUT_H
#define HISTRIG_LAYOUT_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/kconfig.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/ring_buffer.h>

#include <asm/local.h>

#include "../compat/order.h"

/**
 * struct ring_page - a page
 * @bias: the difference between a position on the page and its address. Set
 *	when writers start to fill the page
 * @before: low bits of the number of entries written before the page's first
 * @alone: @before is right; false if the writer that started the page had
 *	interrupted another one
 * @large: low bits of the index that the page had when it last got a record of
 *	more than RING_SMALL bytes
 * @nr: number of entries, 0 if it is not known. Set when writers have left the
 *	page
 * @end: offset after the last entry. Set when writers have left the page
 * @slots: entries, one after the other
 */
struct ring_page {
	unsigned long bias;
	u16 before;
	u8 alone;
	u8 large;
	u16 nr;
	u16 end;
	u8 slots[];
};

#define RING_FIRST	offsetof(struct ring_page, slots)
#define RING_POS(index, offset)	((index) << PAGE_SHIFT | (offset))
#define RING_INDEX(pos)	((pos) >> PAGE_SHIFT)

static inline unsigned long ring_position(unsigned long address)
{
	const struct ring_page *page = (void *)(address & PAGE_MASK);

	return address + READ_ONCE(page->bias);
}

static inline void ring_note_large(unsigned long address)
{
	struct ring_page *page = (void *)(address & PAGE_MASK);

	page->large = RING_INDEX(ring_position(address));
}

static inline void ring_set_index(struct ring_page *page, unsigned long index)
{
	WRITE_ONCE(page->bias, RING_POS(index, 0UL) - (unsigned long)page);
}

/*
 * The place of a page: its page frame number, and the low bits of the index
 * that the page has there or will get next. These bits do not repeat while a
 * reader looks at a place, because writers would first have to fill 64 GB.
 */
#define RING_TAG_BITS	24
#define RING_TAG_MASK	(BIT(RING_TAG_BITS) - 1)

static inline unsigned long ring_place(const void *page, unsigned long index)
{
	return __pa(page) >> PAGE_SHIFT << RING_TAG_BITS |
	       (index & RING_TAG_MASK);
}

static inline struct ring_page *ring_place_page(unsigned long place)
{
	return __va(place >> RING_TAG_BITS << PAGE_SHIFT);
}

/**
 * struct ring_slot - an entry
 * @ts: its time stamp; on a page of trace_pipe_raw, replaced by an entry that
 *	contains the time since the previous record
 * @head: first word of a struct ring_buffer_event whose @time_delta is 0, as on
 *	pages of trace_pipe_raw, see ring_slot_words()
 * @array: the record. If it has more than RING_SMALL bytes, @head is 0, and
 *	the first word of @array is the number of bytes in @array, that word
 *	included
 */
struct ring_slot {
	u64 ts;
	u32 head;
	u32 array[];
} __packed __aligned(4);

/* Size in bytes of the largest record whose length fits into @head. */
#define RING_SMALL	(RINGBUF_TYPE_DATA_TYPE_LEN_MAX * 4)

/* @type_len is in the high bits of @head on big-endian CPUs only. */
#define RING_HEAD_SHIFT	(IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) ? 27 : 0)

/* ring_slot_words() - the length of a record in words, 0 for a large one */
static inline unsigned long ring_slot_words(const struct ring_slot *slot)
{
	return slot->head >> RING_HEAD_SHIFT;
}

/* Length in bytes of the shortest entry, whose record has 4 bytes. */
#define RING_LENGTH_MIN	(sizeof(struct ring_slot) + 4)

/*
 * Entries end at RING_END, which leaves space for the number of lost entries on
 * a page of trace_pipe_raw. Only an entry that is alone on its page may use
 * more, but not the last 4 bytes: @head, the address after it, must be on the
 * page.
 */
#define RING_END	(PAGE_SIZE - sizeof(long))
#define RING_LENGTH_MAX	(PAGE_SIZE - RING_FIRST - 4)

/* ring_small_length() - ring_slot_length() of an entry that is not large */
static inline unsigned long ring_small_length(const struct ring_slot *slot)
{
	return sizeof(*slot) + 4 * ring_slot_words(slot);
}

/* ring_slot_length() - the number of bytes of an entry */
static inline unsigned long ring_slot_length(const struct ring_slot *slot)
{
	const unsigned long words = ring_slot_words(slot);

	return sizeof(*slot) + (words ? 4 * words : slot->array[0]);
}

/* ring_slot_size() - the size of a record in bytes, rounded up to 4 */
static inline unsigned int ring_slot_size(const struct ring_slot *slot)
{
	const unsigned int words = ring_slot_words(slot);

	return words ? 4 * words : slot->array[0] - 4;
}

static inline const void *ring_slot_record(const struct ring_slot *slot)
{
	return &slot->array[!slot->head];
}

/**
 * struct ring_part - a reader's copy of a part of a page
 * @page: PAGE_SIZE bytes, with the entries from RING_FIRST on
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
 * @head: address of the next entry
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
 * @places: the places of the pages, see ring_place()
 * @nr_pages: number of @places
 * @tail: position of the oldest entry that no consuming reader has copied
 * @taken: entries that a reader has copied from the pages and has still to
 *	consume
 * @consumed: number of entries consumed
 * @lost: number of entries that were overwritten before @taken was filled, and
 *	that have not been reported to a reader
 * @seen: number of overwritten entries that have been added to @lost
 * @last_ts: time of the last entry that ring_read_page() has returned
 * @read_lock: serializes readers that consume from this CPU only
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
	unsigned long *places;
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

static inline unsigned long *ring_place_of(const struct ring_cpu *cpu_buffer,
					   unsigned long index)
{
	return &cpu_buffer->places[index % cpu_buffer->nr_pages];
}

static inline struct ring_page *ring_page_at(const struct ring_cpu *cpu_buffer,
					     unsigned long index)
{
	/* Pairs with swap_page(), which gives the new page its header first. */
	return ring_place_page(READ_DEPENDENT(*ring_place_of(cpu_buffer, index)));
}

/**
 * ring_take_page() - get a page to write to
 * @cpu_buffer: the buffer
 * @index: its new index; no reader and no unfinished writer needs the page
 *
 * Context: that of a writer, or writing is switched off.
 * Return: the page; readers cannot exchange it from now on.
 */
static inline struct ring_page *
ring_take_page(struct ring_cpu *cpu_buffer, unsigned long index)
{
	unsigned long *place = ring_place_of(cpu_buffer, index), old, new;
	struct ring_page *page;

	do {
		old = READ_DEPENDENT(*place);
		page = ring_place_page(old);
		new = ring_place(page, index);
	} while (old != new && cmpxchg(place, old, new) != old);
	ring_set_index(page, index);
	return page;
}

/**
 * ring_count_slots() - count the entries of a page
 * @page: a page, or a copy of one
 * @at: offset of the first entry
 * @end: offset after the last one
 *
 * Another writer may refill the page during the count, so the loop may read
 * arbitrary lengths; the caller then discards the count. The loop still ends
 * and stays on the page: @at cannot wrap, and no length beyond @end is read.
 *
 * Context: any.
 * Return: the number of entries.
 */
static inline unsigned long ring_count_slots(const void *page, unsigned long at,
					     unsigned long end)
{
	unsigned long nr = 0;

	for (; at + RING_LENGTH_MIN <= end; nr++)
		at += ring_slot_length(page + at);
	return nr;
}

static inline unsigned long ring_count_rest(const struct ring_page *page,
					    unsigned long at)
{
	const unsigned long nr = READ_ONCE(page->nr);

	if (likely(nr && at == RING_FIRST))
		return nr;
	return ring_count_slots(page, at, READ_ONCE(page->end));
}

#endif /* HISTRIG_LAYOUT_H */
