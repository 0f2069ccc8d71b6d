// SPDX-License-Identifier: GPL-2.0
/* Reading a ring, see ring.h and layout.h. */
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/order.h"
#include "layout.h"
#include "page.h"
#include "ring.h"

/*
 * How often await_writer() looks for the end of a write. It spins during the
 * first half of the tries, and sleeps for 50 us in each of the others.
 */
#define WRITER_TRIES	10000

/**
 * struct ring_iter - a reader that does not consume
 * @cpu_buffer: the buffer of the CPU
 * @part: the entries that the iterator has copied
 * @next: position after @part
 * @end: the buffer's @commit at the start. The iterator ends there, so that a
 *	slow reader finishes
 * @lost: entries were overwritten before the iterator could copy them
 */
struct ring_iter {
	struct ring_cpu *cpu_buffer;
	struct ring_part part;
	unsigned long next;
	unsigned long end;
	bool lost;
};

static struct ring_cpu *ring_read_cpu_of(const struct ring *ring, int cpu)
{
	return per_cpu_ptr(ring->cpus, cpu);
}

/*
 * Copies the entries between @pos and @limit that are on the page of @pos.
 * Returns the position after them. A writer may take the page during the copy;
 * the caller checks that.
 */
static unsigned long copy_part(const struct ring_cpu *cpu_buffer,
			       struct ring_part *to, unsigned long pos,
			       unsigned long limit)
{
	unsigned long at = offset_in_page(pos), end = offset_in_page(limit);
	unsigned long next = limit;
	const struct ring_page *page;

	page = ring_page_at(cpu_buffer, RING_INDEX(pos));
	if (RING_INDEX(pos) != RING_INDEX(limit)) {
		/* If a writer takes the page, page->end may be before @at. */
		end = max_t(unsigned long, at, READ_ONCE(page->end));
		next = RING_POS(RING_INDEX(pos) + 1, RING_FIRST);
	}
	to->index = RING_INDEX(pos);
	to->at = RING_FIRST;
	to->end = RING_FIRST + end - at;
	memcpy(to->page + RING_FIRST, (const void *)page + at, end - at);
	return next;
}

/*
 * Returns how many entries were overwritten before those at @tail, which are on @page. The
 * caller then moves the tail; if a writer has moved it first, the number means nothing. @overrun
 * is read before the tail moves, so that entries which are overwritten later do not count.
 *
 * A writer adds to @overrun after it has moved the tail, so @overrun may lack some entries. But
 * all entries before a page are consumed or overwritten, and @before of the page is their sum,
 * unless the writer that started the page had interrupted another. Writers move the tail to
 * the start of a page only, so none are overwritten between two parts of a page.
 */
static unsigned long lost_before(const struct ring_cpu *cpu_buffer,
				 const struct ring_page *page,
				 unsigned long tail)
{
	const unsigned long overrun = local_read(&cpu_buffer->overrun);

	if (offset_in_page(tail) != RING_FIRST || !READ_ONCE(page->alone))
		return overrun;
	return overrun +
	       (s16)(READ_ONCE(page->before) - cpu_buffer->consumed - overrun);
}

/* Counts the entries that were lost before those just taken; @overrun is from lost_before(). */
static void note_lost(struct ring_cpu *cpu_buffer, unsigned long overrun)
{
	/* @overrun may still lack entries that @before of an earlier page has shown. */
	if ((long)(overrun - cpu_buffer->seen) <= 0)
		return;
	cpu_buffer->lost += overrun - cpu_buffer->seen;
	cpu_buffer->seen = overrun;
}

/* Fills an empty @part with the oldest entries; false if there are none. */
static bool ring_read_take(struct ring_cpu *cpu_buffer, struct ring_part *part)
{
	unsigned long commit, tail, next, overrun;

	while (part->at >= part->end) {
		/* Pairs with ring_end_write(): all entries are complete. */
		commit = smp_load_acquire(&cpu_buffer->commit);
		tail = atomic_long_read(&cpu_buffer->tail);
		if (tail == commit)
			return false;
		/* A writer moved the tail past @commit, so read both again. */
		if (unlikely((long)(commit - tail) < 0))
			continue;
		next = copy_part(cpu_buffer, part, tail, commit);
		overrun = lost_before(cpu_buffer,
				      ring_page_at(cpu_buffer, RING_INDEX(tail)),
				      tail);
		/* A full barrier: the copy is complete. Pairs with make_space(). */
		if (atomic_long_cmpxchg(&cpu_buffer->tail, tail, next) !=
		    tail) {
			part->end = part->at;
			continue;
		}
		note_lost(cpu_buffer, overrun);
	}
	return true;
}

static void ring_read_fill_entry(struct ring_entry *entry,
				 const struct ring_part *part)
{
	const struct ring_slot *slot = part->page + part->at;

	entry->ts = slot->ts;
	entry->record = ring_slot_record(slot);
	entry->size = ring_slot_size(slot);
}

static void ring_read_step(struct ring_part *part)
{
	const struct ring_slot *slot = part->page + part->at;

	part->at += ring_slot_length(slot);
}

bool ring_peek(struct ring *ring, int cpu, struct ring_entry *entry)
{
	struct ring_cpu *cpu_buffer = ring_read_cpu_of(ring, cpu);

	if (!ring_read_take(cpu_buffer, &cpu_buffer->taken))
		return false;
	ring_read_fill_entry(entry, &cpu_buffer->taken);
	entry->lost = cpu_buffer->lost;
	return true;
}

void ring_consume(struct ring *ring, int cpu)
{
	struct ring_cpu *cpu_buffer = ring_read_cpu_of(ring, cpu);

	if (!ring_read_take(cpu_buffer, &cpu_buffer->taken))
		return;
	ring_read_step(&cpu_buffer->taken);
	cpu_buffer->consumed++;
	cpu_buffer->lost = 0;
}

static unsigned long pages_used(struct ring_cpu *cpu_buffer)
{
	return RING_INDEX(READ_ONCE(cpu_buffer->commit)) -
	       RING_INDEX(atomic_long_read(&cpu_buffer->tail)) + 1;
}

unsigned long ring_skip(struct ring *ring, int cpu, unsigned long keep)
{
	struct ring_cpu *cpu_buffer = ring_read_cpu_of(ring, cpu);
	struct ring_part *part = &cpu_buffer->taken;
	const unsigned long before = cpu_buffer->consumed;
	unsigned long nr;

	while (ring_read_take(cpu_buffer, part)) {
		nr = ring_count_slots(part->page, part->at, part->end);
		if (ring_entries(ring, cpu) < keep + nr)
			break;
		cpu_buffer->consumed += nr;
		part->at = part->end;
	}
	return cpu_buffer->consumed - before;
}

static bool cpu_empty(struct ring_cpu *cpu_buffer)
{
	const struct ring_part *part = &cpu_buffer->taken;

	return READ_ONCE(part->at) >= READ_ONCE(part->end) &&
	       atomic_long_read(&cpu_buffer->tail) ==
	       READ_ONCE(cpu_buffer->commit);
}

bool ring_empty(struct ring *ring, int cpu)
{
	int each;

	if (cpu != RING_ALL)
		return cpu_empty(ring_read_cpu_of(ring, cpu));
	for_each_possible_cpu(each)
		if (!cpu_empty(ring_read_cpu_of(ring, each)))
			return false;
	return true;
}

static unsigned long pages_of(const struct ring_cpu *cpu_buffer,
			      unsigned int percent)
{
	return DIV_ROUND_UP(percent * READ_ONCE(cpu_buffer->nr_pages), 100);
}

/* Are @wanted pages in use? If not, asks hits to wake readers. */
static bool pages_are_used(struct ring_cpu *cpu_buffer, unsigned long wanted)
{
	if (pages_used(cpu_buffer) >= wanted)
		return true;
	WRITE_ONCE(cpu_buffer->wake_at, wanted);
	return false;
}

bool ring_filled(struct ring *ring, int cpu, unsigned int percent)
{
	struct ring_cpu *cpu_buffer = ring_read_cpu_of(ring, cpu);
	/* Also 0 if the CPU has no buffer. */
	const unsigned long wanted = pages_of(cpu_buffer, percent);

	if (!wanted)
		return !cpu_empty(cpu_buffer);
	return pages_are_used(cpu_buffer, wanted);
}

bool ring_page_filled(struct ring *ring, int cpu, unsigned int percent)
{
	struct ring_cpu *cpu_buffer = ring_read_cpu_of(ring, cpu);

	unsigned long wanted = pages_of(cpu_buffer, percent);

	/* A full page is needed besides the current one. */
	return pages_are_used(cpu_buffer, max(wanted, 2UL));
}

struct ring_iter *ring_iter_start(struct ring *ring, int cpu)
{
	struct ring_cpu *cpu_buffer = ring_read_cpu_of(ring, cpu);
	struct ring_iter *iter;

	if (!READ_ONCE(cpu_buffer->nr_pages))
		return NULL;
	iter = kzalloc(sizeof(*iter), GFP_KERNEL);
	if (!iter)
		return NULL;
	iter->part.page = (void *)__get_free_page(GFP_KERNEL);
	if (!iter->part.page) {
		kfree(iter);
		return NULL;
	}
	iter->cpu_buffer = cpu_buffer;
	ring_lock(ring, cpu);
	iter->part.at = cpu_buffer->taken.at;
	iter->part.end = cpu_buffer->taken.end;
	if (cpu_buffer->taken.at < cpu_buffer->taken.end)
		memcpy(iter->part.page + cpu_buffer->taken.at,
		       cpu_buffer->taken.page + cpu_buffer->taken.at,
		       cpu_buffer->taken.end - cpu_buffer->taken.at);
	/* Read the tail first, so that it is not past the commit. */
	iter->next = atomic_long_read_acquire(&cpu_buffer->tail);
	/* Pairs with ring_end_write(): entries before @commit are complete. */
	iter->end = smp_load_acquire(&cpu_buffer->commit);
	ring_unlock(ring, cpu);
	return iter;
}

void ring_iter_end(struct ring_iter *iter)
{
	free_page((unsigned long)iter->part.page);
	kfree(iter);
}

/* Copies the next entries like ring_read_take(), but does not move the tail. */
static bool copy_next(struct ring_iter *iter)
{
	struct ring_cpu *cpu_buffer = iter->cpu_buffer;
	struct ring_part *part = &iter->part;
	unsigned long tail, next;

	while (part->at >= part->end) {
		tail = atomic_long_read(&cpu_buffer->tail);
		if ((long)(tail - iter->next) > 0) {
			iter->next = tail;
			iter->lost = true;
		}
		if ((long)(iter->end - iter->next) <= 0)
			return false;
		next = copy_part(cpu_buffer, part, iter->next, iter->end);
		/*
		 * Read the tail last: it shows whether the copy is stale. Pairs
		 * with the cmpxchg() of make_space(), which comes before a
		 * writer overwrites the page.
		 */
		smp_rmb();
		tail = atomic_long_read(&cpu_buffer->tail);
		if (RING_INDEX(tail) != part->index &&
		    (long)(tail - iter->next) > 0) {
			part->end = part->at;
			continue;
		}
		iter->next = next;
	}
	return true;
}

bool ring_iter_peek(struct ring_iter *iter, struct ring_entry *entry)
{
	if (!copy_next(iter))
		return false;
	ring_read_fill_entry(entry, &iter->part);
	entry->lost = iter->lost ? -1UL : 0;
	iter->lost = false;
	return true;
}

void ring_iter_next(struct ring_iter *iter)
{
	if (copy_next(iter))
		ring_read_step(&iter->part);
}

bool ring_iter_empty(struct ring_iter *iter)
{
	return iter->part.at >= iter->part.end &&
	       (long)(iter->end - iter->next) <= 0;
}

/* Have writers left the oldest page? The caller holds the CPU's lock. */
static bool page_is_full(struct ring_cpu *cpu_buffer)
{
	/* Pairs with ring_end_write(): entries before @commit are complete. */
	unsigned long commit = smp_load_acquire(&cpu_buffer->commit);
	unsigned long index = RING_INDEX(atomic_long_read(&cpu_buffer->tail));
	const struct ring_part *part = &cpu_buffer->taken;

	if (part->at < part->end)
		index = part->index;
	return RING_INDEX(commit) != index;
}

static void move_taken(struct ring_cpu *cpu_buffer, struct ring_part *to)
{
	struct ring_part *part = &cpu_buffer->taken;
	unsigned int size = part->end - part->at;

	to->at = RING_FIRST;
	to->end = RING_FIRST + size;
	memcpy(to->page + RING_FIRST, part->page + part->at, size);
	part->at = part->end;
}

/*
 * Waits until no writer counts the entries of @page, which was removed from the
 * ring, see make_space(). If a writer never finishes, because the kernel has
 * died in it, keeps @page for ever.
 */
static void await_writer(const struct ring_cpu *cpu_buffer, void *page)
{
	const unsigned long commit = READ_ONCE(cpu_buffer->commit);
	unsigned int tries = 0;

	/* The outermost writer moves @commit when it finishes. */
	while (local_read(&cpu_buffer->nest) &&
	       READ_ONCE(cpu_buffer->commit) == commit) {
		if (tries++ == WRITER_TRIES) {
			get_page(virt_to_page(page));
			return;
		}
		if (tries < WRITER_TRIES / 2)
			cpu_relax();
		else
			usleep_range(50, 100);
	}
	/* Pairs with make_space(): the writer no longer reads @page. */
	smp_acquire__after_ctrl_dep();
}

/*
 * Exchanges the oldest page of the ring for the empty page of @part. Does nothing if the
 * oldest page is not full, is partly read, or has an unknown number of entries. Returns
 * the number of entries, or 0 if the caller must copy them; even then, @part->page may
 * have changed. Sets @small if the page has no large records.
 */
static unsigned long swap_page(struct ring_cpu *cpu_buffer,
			       struct ring_part *part, bool *small)
{
	/* Pairs with ring_end_write(): entries before @commit are complete. */
	unsigned long commit = smp_load_acquire(&cpu_buffer->commit);
	unsigned long tail = atomic_long_read(&cpu_buffer->tail), *place, old;
	unsigned long index = RING_INDEX(tail), nr, overrun;
	struct ring_page *page;
	bool is_oldest;

	/* A writer may have moved the tail past @commit. */
	if ((long)(RING_INDEX(commit) - index) <= 0 ||
	    offset_in_page(tail) != RING_FIRST)
		return 0;
	place = ring_place_of(cpu_buffer, index);
	old = READ_DEPENDENT(*place);
	page = ring_place_page(old);
	nr = READ_ONCE(page->nr);
	if (!nr || old != ring_place(page, index))
		return 0;
	/*
	 * A writer that moves the tail may now count the entries by the header
	 * of either page, so make both headers equal.
	 */
	*(struct ring_page *)part->page = *page;
	/* A full barrier; pairs with ring_page_at() and ring_take_page(). */
	if (cmpxchg(place, old, ring_place(part->page, index)) != old)
		return 0;
	part->page = page;
	overrun = lost_before(cpu_buffer, page, tail);
	is_oldest = atomic_long_cmpxchg(&cpu_buffer->tail, tail,
					RING_POS(index + 1, RING_FIRST)) ==
		    tail;
	/* cmpxchg() is a full barrier; pairs with the smp_mb() of make_space(). */
	await_writer(cpu_buffer, page);
	if (!is_oldest)
		return 0;
	part->at = RING_FIRST;
	part->end = page->end;
	*small = page->large != (u8)index;
	note_lost(cpu_buffer, overrun);
	return nr;
}

int ring_read_page(struct ring *ring, int cpu, void **page, bool full)
{
	struct ring_cpu *cpu_buffer = ring_read_cpu_of(ring, cpu);
	struct ring_part part = { .page = *page };
	unsigned long nr = 0;
	bool small = false;
	int ret = -EAGAIN;

	ring_lock(ring, cpu);
	if (full && !page_is_full(cpu_buffer))
		goto out;
	if (cpu_buffer->taken.at < cpu_buffer->taken.end)
		move_taken(cpu_buffer, &part);
	else
		nr = swap_page(cpu_buffer, &part, &small);
	*page = part.page;
	if (!ring_read_take(cpu_buffer, &part))
		goto out;
	if (!nr)
		nr = ring_count_slots(part.page, part.at, part.end);
	cpu_buffer->consumed += nr;
	page_make(part.page, part.end, small, cpu_buffer->lost,
		  &cpu_buffer->last_ts);
	cpu_buffer->lost = 0;
	ret = 0;
out:
	ring_unlock(ring, cpu);
	return ret;
}
