/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the pages of a ring look like inside, and what is kept for each CPU.
 *
 * Each CPU has pages that are filled one after the other, and then again from
 * the first one. Every filling of a page has an index that never comes again;
 * index % nr_pages says which page it is. A position is an index and an offset
 * in the page, so positions only grow, and comparing them says what is older.
 *
 * Writers are hits on the CPU itself, with preemption off: they interrupt each
 * other, but like on a stack. They take room by moving @head, one after the
 * other, and the outermost one moves @commit behind all that is finished.
 *
 * Readers are on any CPU. They copy what is between @tail and @commit from a
 * page, and then move @tail behind it. A writer that wants the page of @tail
 * moves @tail on before it writes there. Whoever moves @tail does so by
 * compare-and-exchange: so a reader that succeeds knows that no writer came
 * while it copied, and each entry is either read or counted as overrun.
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
 * @index: of the filling that is on it
 * @slots: entries, one after the other, ended by a length of 0 when the next
 *	one did not fit
 */
struct ring_page {
	unsigned long index;
	u8 slots[];
};

/* Where the first entry of a page is, and positions. */
#define RING_FIRST	offsetof(struct ring_page, slots)
#define RING_POS(index, offset)	((index) << PAGE_SHIFT | (offset))
#define RING_INDEX(pos)	((pos) >> PAGE_SHIFT)

/**
 * struct ring_slot - an entry
 * @length: bytes of all of it, a multiple of 4
 * @ts: when it was made
 * @record: the record
 */
struct ring_slot {
	u32 length;
	u64 ts;
	u8 record[];
} __packed __aligned(4);

/* Records up to here have 4 bytes before them on clients' pages, others 8. */
#define RING_SMALL	(RINGBUF_TYPE_DATA_TYPE_LEN_MAX * 4)

/* The length of an entry; large ones have room for those other 4 bytes. */
static inline unsigned int ring_slot_length(unsigned int size)
{
	size = ALIGN(size, 4);
	return sizeof(struct ring_slot) + size + (size > RING_SMALL ? 4 : 0);
}

/* How much of an entry is its record, rounded up to 4. */
static inline unsigned int ring_slot_size(const struct ring_slot *slot)
{
	unsigned int size = slot->length - sizeof(*slot);

	return size > RING_SMALL ? size - 4 : size;
}

/* The longest entry: behind it on its page is room for the end. */
#define RING_LENGTH_MAX	(PAGE_SIZE - RING_FIRST - 4)

/**
 * struct ring_part - a copy of a part of a page, for a reader
 * @page: PAGE_SIZE bytes, entries where they were on the page
 * @at: offset of the next entry
 * @end: offset of the end
 * @index: of the page's filling
 */
struct ring_part {
	void *page;
	unsigned int at;
	unsigned int end;
	unsigned long index;
};

/**
 * struct ring_cpu - what a ring keeps for a CPU
 * @head: address of the room for the next entry
 * @nest: writers that have not finished
 * @commit: position behind the last entry that is finished
 * @written: entries
 * @overrun: those of them that were overwritten unread
 * @commit_overrun: entries that would have overwritten an unfinished one
 * @dropped: entries that there was no room for otherwise
 * @off: nothing may be written; also without pages
 * @wake_at: when so many pages have entries, who waits for them is woken
 * @tail: position of the oldest entry that nobody has taken
 * @pages: the pages
 * @nr_pages: how many
 * @taken: entries that are not on the pages any more, and not consumed
 * @consumed: entries that were
 * @lost: what was overrun before @taken, until somebody is told
 * @seen: those of @overrun that readers know of
 * @last_ts: the time that the last page for clients ended with
 * @read_lock: held by who consumes from this CPU alone
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
	/* only one reader may move a CPU's oldest entry on */
	struct mutex read_lock;
};

static inline struct ring_page *ring_page_at(const struct ring_cpu *of,
					     unsigned long index)
{
	return of->pages[index % of->nr_pages];
}

/**
 * ring_count_slots() - walk over entries
 * @page: a page, or a copy
 * @at: offset of the first
 * @end: offset to stop at; moved to where they really end
 *
 * A writer walks over a page that one which interrupts it may take and fill. It
 * throws away what it counted then, but has to come to an end, and on the page:
 * no length leads back, as @at is wider than it, and none is read that the end
 * cuts.
 *
 * Return: how many there are.
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
