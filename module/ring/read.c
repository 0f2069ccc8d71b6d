// SPDX-License-Identifier: GPL-2.0
/* Reading a ring, see ring.h and layout.h. */
#include <linux/errno.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "layout.h"
#include "page.h"
#include "ring.h"

/**
 * struct ring_iter - a reader that takes nothing away
 * @of: the CPU
 * @part: what it has copied
 * @next: position behind that
 * @lost: entries went before it could copy them
 */
struct ring_iter {
	struct ring_cpu *of;
	struct ring_part part;
	unsigned long next;
	bool lost;
};

static struct ring_cpu *cpu_of(const struct ring *ring, int cpu)
{
	return per_cpu_ptr(ring->cpus, cpu);
}

/*
 * Copies what is finished on the page of position @pos, up to @commit. Returns
 * the position behind it. What was copied is worth nothing until the caller has
 * seen that no writer wanted the page.
 */
static unsigned long copy_part(const struct ring_cpu *of, struct ring_part *to,
			       unsigned long pos, unsigned long commit)
{
	unsigned long next = RING_POS(RING_INDEX(pos) + 1, RING_FIRST);

	to->index = RING_INDEX(pos);
	to->at = offset_in_page(pos);
	to->end = PAGE_SIZE;
	if (RING_INDEX(pos) == RING_INDEX(commit)) {
		to->end = offset_in_page(commit);
		next = commit;
	}
	memcpy(to->page + to->at,
	       (void *)ring_page_at(of, to->index) + to->at, to->end - to->at);
	return next;
}

/* Lets @taken have the oldest entries; false when there are none. */
static bool take(struct ring_cpu *of)
{
	struct ring_part *part = &of->taken;
	unsigned long commit, tail, next, overrun;

	while (part->at >= part->end) {
		/* What stands before it has been written. */
		commit = smp_load_acquire(&of->commit);
		tail = atomic_long_read(&of->tail);
		if (tail == commit)
			return false;
		/* A writer has moved the tail since the commit was read. */
		if (unlikely((long)(commit - tail) < 0))
			continue;
		next = copy_part(of, part, tail, commit);
		if (atomic_long_cmpxchg(&of->tail, tail, next) != tail) {
			part->end = part->at;
			continue;
		}
		ring_count_slots(part->page, part->at, &part->end);
		overrun = local_read(&of->overrun);
		of->lost += overrun - of->seen;
		of->seen = overrun;
	}
	return true;
}

static void fill_entry(struct ring_entry *entry, const struct ring_part *part)
{
	const struct ring_slot *slot = part->page + part->at;

	entry->ts = slot->ts;
	entry->record = slot->record;
	entry->size = ring_slot_size(slot);
}

static void step(struct ring_part *part)
{
	const struct ring_slot *slot = part->page + part->at;

	part->at += slot->length;
}

bool ring_peek(struct ring *ring, int cpu, struct ring_entry *entry)
{
	struct ring_cpu *of = cpu_of(ring, cpu);

	if (!take(of))
		return false;
	fill_entry(entry, &of->taken);
	entry->lost = of->lost;
	return true;
}

void ring_consume(struct ring *ring, int cpu)
{
	struct ring_cpu *of = cpu_of(ring, cpu);

	if (!take(of))
		return;
	step(&of->taken);
	of->consumed++;
	of->lost = 0;
}

static bool cpu_empty(struct ring_cpu *of)
{
	return READ_ONCE(of->taken.at) >= READ_ONCE(of->taken.end) &&
	       atomic_long_read(&of->tail) == READ_ONCE(of->commit);
}

bool ring_empty(struct ring *ring, int cpu)
{
	int each;

	if (cpu != RING_ALL)
		return cpu_empty(cpu_of(ring, cpu));
	for_each_possible_cpu(each)
		if (!cpu_empty(cpu_of(ring, each)))
			return false;
	return true;
}

/* Pages that have entries which nobody has taken, the one in use counted. */
static unsigned long pages_used(struct ring_cpu *of)
{
	return RING_INDEX(READ_ONCE(of->commit)) -
	       RING_INDEX(atomic_long_read(&of->tail)) + 1;
}

static unsigned long pages_of(const struct ring_cpu *of, unsigned int percent)
{
	return DIV_ROUND_UP(percent * READ_ONCE(of->nr_pages), 100);
}

/* If not, a hit is told to wake. */
static bool pages_are_used(struct ring_cpu *of, unsigned long wanted)
{
	if (pages_used(of) >= wanted)
		return true;
	WRITE_ONCE(of->wake_at, wanted);
	return false;
}

bool ring_filled(struct ring *ring, int cpu, unsigned int percent)
{
	struct ring_cpu *of = cpu_of(ring, cpu);

	if (!percent)
		return !cpu_empty(of);
	return pages_are_used(of, pages_of(of, percent));
}

bool ring_page_filled(struct ring *ring, int cpu, unsigned int percent)
{
	struct ring_cpu *of = cpu_of(ring, cpu);

	/* One that is full, and the one in use. */
	return pages_are_used(of, max(pages_of(of, percent), 2UL));
}

struct ring_iter *ring_iter_start(struct ring *ring, int cpu)
{
	struct ring_cpu *of = cpu_of(ring, cpu);
	struct ring_iter *iter;

	if (!READ_ONCE(of->nr_pages))
		return NULL;
	iter = kzalloc(sizeof(*iter), GFP_KERNEL);
	if (!iter)
		return NULL;
	iter->part.page = (void *)__get_free_page(GFP_KERNEL);
	if (!iter->part.page) {
		kfree(iter);
		return NULL;
	}
	iter->of = of;
	ring_lock(ring, cpu);
	iter->part.at = of->taken.at;
	iter->part.end = of->taken.end;
	if (of->taken.at < of->taken.end)
		memcpy(iter->part.page + of->taken.at,
		       of->taken.page + of->taken.at,
		       of->taken.end - of->taken.at);
	iter->next = atomic_long_read(&of->tail);
	ring_unlock(ring, cpu);
	return iter;
}

void ring_iter_end(struct ring_iter *iter)
{
	free_page((unsigned long)iter->part.page);
	kfree(iter);
}

/* As take(), but leaves everything as it is. */
static bool copy_next(struct ring_iter *iter)
{
	struct ring_part *part = &iter->part;
	unsigned long commit, tail, next;
	struct ring_cpu *of = iter->of;

	while (part->at >= part->end) {
		/* What stands before it has been written. */
		commit = smp_load_acquire(&of->commit);
		tail = atomic_long_read(&of->tail);
		if ((long)(tail - iter->next) > 0) {
			iter->next = tail;
			iter->lost = true;
		}
		if (iter->next == commit)
			return false;
		if (unlikely((long)(commit - iter->next) < 0))
			continue;
		next = copy_part(of, part, iter->next, commit);
		/* Copied before it is asked whether that was in time. */
		smp_rmb();
		tail = atomic_long_read(&of->tail);
		if (RING_INDEX(tail) != part->index &&
		    (long)(tail - iter->next) > 0) {
			part->end = part->at;
			continue;
		}
		iter->next = next;
		ring_count_slots(part->page, part->at, &part->end);
	}
	return true;
}

bool ring_iter_peek(struct ring_iter *iter, struct ring_entry *entry)
{
	if (!copy_next(iter))
		return false;
	fill_entry(entry, &iter->part);
	entry->lost = iter->lost ? -1UL : 0;
	iter->lost = false;
	return true;
}

void ring_iter_next(struct ring_iter *iter)
{
	if (copy_next(iter))
		step(&iter->part);
}

bool ring_iter_empty(struct ring_iter *iter)
{
	return iter->part.at >= iter->part.end &&
	       (long)(READ_ONCE(iter->of->commit) - iter->next) <= 0;
}

/* Is the oldest page not the one that is being written; the lock is held. */
static bool page_is_full(struct ring_cpu *of)
{
	/* What stands before it has been written. */
	unsigned long commit = smp_load_acquire(&of->commit);
	unsigned long index = RING_INDEX(atomic_long_read(&of->tail));

	if (of->taken.at < of->taken.end)
		index = of->taken.index;
	return RING_INDEX(commit) != index;
}

int ring_read_page(struct ring *ring, int cpu, void *to, bool full)
{
	struct ring_cpu *of = cpu_of(ring, cpu);
	struct ring_part *part = &of->taken;
	int ret = -EAGAIN;

	ring_lock(ring, cpu);
	if ((!full || page_is_full(of)) && take(of)) {
		of->consumed += page_make(to, part->page, part->at, part->end,
					  of->lost, &of->last_ts);
		of->lost = 0;
		part->at = part->end;
		ret = 0;
	}
	ring_unlock(ring, cpu);
	return ret;
}
