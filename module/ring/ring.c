// SPDX-License-Identifier: GPL-2.0
/* Creates, resizes and empties rings, see ring.h and layout.h. */
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "../compat/probe.h"
#include "../event/hold.h"
#include "layout.h"
#include "page.h"
#include "ring.h"

/* Like the kernel, buffer_size_kb counts only these bytes of each page. */
#define PAGE_DATA_SIZE	(PAGE_SIZE - PAGE_HEADER_SIZE)
#define PAGES_MIN	2

/* How often ring_count() looks for a moment at which no entry is overwritten. */
#define COUNT_TRIES	10

/* In this hotplug state, a CPU that will be plugged in gets its buffers. */
static int hotplug_state;

static struct ring_cpu *ring_cpu_of(const struct ring *ring, int cpu)
{
	return per_cpu_ptr(ring->cpus, cpu);
}

static unsigned long pages_for(unsigned long size)
{
	return max_t(unsigned long, DIV_ROUND_UP(size, PAGE_DATA_SIZE), PAGES_MIN);
}

/* A list of unused pages; each starts with the address of the next. */
struct page_list {
	void *first;
};

static void push_page(struct page_list *list, void *page)
{
	*(void **)page = list->first;
	list->first = page;
}

static void *pop_page(struct page_list *list)
{
	void *page = list->first;

	list->first = *(void **)page;
	*(void **)page = NULL;
	return page;
}

static void free_pages_of(struct page_list *list)
{
	while (list->first) {
		free_page((unsigned long)pop_page(list));
		cond_resched();
	}
}

/**
 * struct ring_change - a change of a CPU's number of pages
 * @places: the new array of places, or NULL for no change
 * @nr: the new number of pages
 * @spare: before the change, the pages to add; after the change, the pages that
 *	were removed
 */
struct ring_change {
	unsigned long *places;
	unsigned long nr;
	struct page_list spare;
};

static void drop_change(struct ring_change *change)
{
	free_pages_of(&change->spare);
	kvfree(change->places);
	change->places = NULL;
}

/*
 * Fails at once if the pages need more memory than is available, so that a
 * trace does not drive the system out of memory.
 */
static int prepare_change(const struct ring_cpu *cpu_buffer,
			  struct ring_change *change, unsigned long nr, int cpu)
{
	const gfp_t flags = GFP_KERNEL | __GFP_ZERO | __GFP_RETRY_MAYFAIL |
			    __GFP_NOWARN;
	unsigned long add = nr - min(nr, cpu_buffer->nr_pages);
	struct page *page;

	if (add > si_mem_available())
		return -ENOMEM;
	change->nr = nr;
	change->places = kvmalloc_array(nr, sizeof(*change->places),
					GFP_KERNEL | __GFP_NOWARN);
	if (!change->places)
		return -ENOMEM;
	for (; add; add--) {
		page = alloc_pages_node(cpu_to_node(cpu), flags, 0);
		if (!page) {
			drop_change(change);
			return -ENOMEM;
		}
		push_page(&change->spare, page_address(page));
		cond_resched();
	}
	return 0;
}

/* Drops the oldest entries until the rest fits on @nr pages. */
static void ring_drop_oldest(struct ring_cpu *cpu_buffer, unsigned long nr)
{
	unsigned long tail = atomic_long_read(&cpu_buffer->tail), lost;
	const struct ring_page *page;

	while (RING_INDEX(cpu_buffer->commit) - RING_INDEX(tail) >= nr) {
		page = ring_page_at(cpu_buffer, RING_INDEX(tail));
		lost = ring_count_rest(page, offset_in_page(tail));
		local_add(lost, &cpu_buffer->overrun);
		tail = RING_POS(RING_INDEX(tail) + 1, RING_FIRST);
	}
	atomic_long_set(&cpu_buffer->tail, tail);
}

static void start_at_first_page(struct ring_cpu *cpu_buffer)
{
	struct ring_page *page = ring_take_page(cpu_buffer, 0);

	local_set(&cpu_buffer->head, (unsigned long)page->slots);
	cpu_buffer->commit = RING_POS(0UL, RING_FIRST);
	atomic_long_set(&cpu_buffer->tail, cpu_buffer->commit);
}

/*
 * Adds or removes pages while no hit writes to the buffer. The remaining
 * entries keep their positions. The page being written is the newest, so it is
 * never removed.
 */
static void apply_change(struct ring_cpu *cpu_buffer,
			 struct ring_change *change)
{
	unsigned long nr = change->nr, nr_old = cpu_buffer->nr_pages;
	unsigned long *old = cpu_buffer->places, first = 0, i;
	void *page;

	if (nr_old) {
		ring_drop_oldest(cpu_buffer, nr);
		first = RING_INDEX(atomic_long_read(&cpu_buffer->tail));
	}
	for (i = 0; i < max(nr, nr_old); i++) {
		page = i < nr_old ? ring_place_page(old[(first + i) % nr_old]) :
				    pop_page(&change->spare);
		if (i < nr)
			change->places[(first + i) % nr] =
				ring_place(page, first + i);
		else
			push_page(&change->spare, page);
	}
	cpu_buffer->places = change->places;
	cpu_buffer->nr_pages = nr;
	change->places = old;
	if (!nr_old)
		start_at_first_page(cpu_buffer);
}

static void switch_off(struct ring *ring, int cpu)
{
	int each;

	for_each_possible_cpu(each)
		if (cpu == RING_ALL || cpu == each)
			WRITE_ONCE(ring_cpu_of(ring, each)->off, true);
	/* Wait for the writers that have read @off before it was set. */
	hits_synchronize();
}

static void switch_on(struct ring *ring, int cpu)
{
	int each;

	for_each_possible_cpu(each)
		if ((cpu == RING_ALL || cpu == each) &&
		    ring_cpu_of(ring, each)->nr_pages)
			/* Pairs with ring_reserve(), which then uses the pages. */
			smp_store_release(&ring_cpu_of(ring, each)->off, false);
}

/* Gives a CPU a buffer before it is plugged in for the first time. */
static int prepare_cpu(unsigned int cpu, struct hlist_node *node)
{
	struct ring *ring = hlist_entry(node, struct ring, node);
	struct ring_cpu *cpu_buffer = ring_cpu_of(ring, cpu);
	struct ring_change change = { };
	int ret;

	if (cpu_buffer->nr_pages)
		return 0;
	cpu_buffer->taken.page = (void *)__get_free_page(GFP_KERNEL);
	if (!cpu_buffer->taken.page)
		return -ENOMEM;
	ret = prepare_change(cpu_buffer, &change, READ_ONCE(ring->nr_pages),
			     cpu);
	if (ret) {
		free_page((unsigned long)cpu_buffer->taken.page);
		cpu_buffer->taken.page = NULL;
		return ret;
	}
	/* Excludes ring_reset(), ring_resize() and readers that consume. */
	ring_lock(ring, RING_ALL);
	apply_change(cpu_buffer, &change);
	switch_on(ring, cpu);
	ring_unlock(ring, RING_ALL);
	return 0;
}

static void free_ring(struct ring *ring)
{
	unsigned long i;
	int cpu;

	for_each_possible_cpu(cpu) {
		struct ring_cpu *cpu_buffer = ring_cpu_of(ring, cpu);

		for (i = 0; i < cpu_buffer->nr_pages; i++)
			free_page((unsigned long)ring_page_at(cpu_buffer, i));
		kvfree(cpu_buffer->places);
		free_page((unsigned long)cpu_buffer->taken.page);
		mutex_destroy(&cpu_buffer->read_lock);
	}
	free_percpu(ring->cpus);
	kfree(ring);
}

struct ring *ring_create(unsigned long size, bool overwrite,
			 const struct histrig_clock *clock,
			 struct irq_work *waker)
{
	struct ring *ring;
	int cpu;

	ring = kzalloc(sizeof(*ring), GFP_KERNEL);
	if (!ring)
		return NULL;
	ring->cpus = alloc_percpu(struct ring_cpu);
	if (!ring->cpus) {
		kfree(ring);
		return NULL;
	}
	kref_init(&ring->refs);
	init_rwsem(&ring->all);
	ring->now = clock->read;
	ring->overwrite = overwrite;
	ring->waker = waker;
	ring->nr_pages = pages_for(size);
	for_each_possible_cpu(cpu) {
		mutex_init(&ring_cpu_of(ring, cpu)->read_lock);
		ring_cpu_of(ring, cpu)->off = true;
	}
	/* Calls prepare_cpu() for the CPUs that are already plugged in. */
	if (cpuhp_state_add_instance(hotplug_state, &ring->node)) {
		free_ring(ring);
		return NULL;
	}
	return ring;
}

static void ring_free(struct kref *refs)
{
	struct ring *ring = container_of(refs, struct ring, refs);

	cpuhp_state_remove_instance_nocalls(hotplug_state, &ring->node);
	free_ring(ring);
}

void ring_get(struct ring *ring)
{
	kref_get(&ring->refs);
}

bool ring_get_unless_zero(struct ring *ring)
{
	return kref_get_unless_zero(&ring->refs);
}

void ring_put(struct ring *ring)
{
	if (ring)
		kref_put(&ring->refs, ring_free);
}

void ring_lock(struct ring *ring, int cpu)
{
	if (cpu == RING_ALL) {
		down_write(&ring->all);
		hold_wait(&ring->held);
		return;
	}
	down_read(&ring->all);
	hold_wait(&ring->held);
	mutex_lock(&ring_cpu_of(ring, cpu)->read_lock);
}

void ring_unlock(struct ring *ring, int cpu)
{
	if (cpu == RING_ALL) {
		up_write(&ring->all);
		return;
	}
	mutex_unlock(&ring_cpu_of(ring, cpu)->read_lock);
	up_read(&ring->all);
}

bool ring_hold(struct ring *ring)
{
	hold_begin(&ring->held);
	if (!rwsem_is_locked(&ring->all)) {
		/* Pairs with up_write() in ring_unlock(): sees what the last holder has changed. */
		smp_rmb();
		return true;
	}
	hold_end(&ring->held);
	return false;
}

void ring_release(struct ring *ring)
{
	hold_end(&ring->held);
}

/*
 * On return, @changes contains what the caller has to free. The caller holds
 * cpus_read_lock() and ring_lock() of all CPUs.
 */
static int ring_resize_pages(struct ring *ring, struct ring_change *changes,
			     unsigned long nr, int cpu)
{
	int each, ret = 0;

	for_each_possible_cpu(each) {
		struct ring_cpu *cpu_buffer = ring_cpu_of(ring, each);

		if ((cpu != RING_ALL && cpu != each) || !cpu_buffer->nr_pages ||
		    cpu_buffer->nr_pages == nr)
			continue;
		ret = prepare_change(cpu_buffer, &changes[each], nr, each);
		if (ret)
			return ret;
	}
	switch_off(ring, cpu);
	for_each_possible_cpu(each)
		if (changes[each].places)
			apply_change(ring_cpu_of(ring, each), &changes[each]);
	switch_on(ring, cpu);
	if (cpu == RING_ALL)
		WRITE_ONCE(ring->nr_pages, nr);
	return 0;
}

int ring_resize(struct ring *ring, unsigned long size, int cpu)
{
	struct ring_change *changes;
	int each, ret;

	changes = kcalloc(nr_cpu_ids, sizeof(*changes), GFP_KERNEL);
	if (!changes)
		return -ENOMEM;
	cpus_read_lock();
	ring_lock(ring, RING_ALL);
	ret = ring_resize_pages(ring, changes, pages_for(size), cpu);
	ring_unlock(ring, RING_ALL);
	cpus_read_unlock();
	for (each = 0; each < nr_cpu_ids; each++)
		drop_change(&changes[each]);
	kfree(changes);
	return ret;
}

unsigned long ring_size(struct ring *ring, int cpu)
{
	if (cpu == RING_ALL)
		return READ_ONCE(ring->nr_pages) * PAGE_DATA_SIZE;
	return READ_ONCE(ring_cpu_of(ring, cpu)->nr_pages) * PAGE_DATA_SIZE;
}

/*
 * Starts a new page, so that the tail can skip all entries at once. Writing is
 * switched off.
 */
static void go_to_next_page(struct ring_cpu *cpu_buffer)
{
	unsigned long index = RING_INDEX(cpu_buffer->commit) + 1;
	struct ring_page *page;

	if (!cpu_buffer->nr_pages ||
	    offset_in_page(cpu_buffer->commit) == RING_FIRST)
		return;
	page = ring_take_page(cpu_buffer, index);
	local_set(&cpu_buffer->head, (unsigned long)page->slots);
	cpu_buffer->commit = RING_POS(index, RING_FIRST);
}

static void ring_empty_cpu(struct ring_cpu *cpu_buffer)
{
	unsigned long index;

	go_to_next_page(cpu_buffer);
	index = RING_INDEX(cpu_buffer->commit);
	/* @written restarts at 0, so the page's @before is wrong. */
	if (cpu_buffer->nr_pages)
		ring_page_at(cpu_buffer, index)->alone = false;
	atomic_long_set(&cpu_buffer->tail, cpu_buffer->commit);
	/* Pairs with ring_count(): if it sees another count reset, it also sees this one reset. */
	local_set(&cpu_buffer->written, 0);
	smp_wmb(); /* @written, then the others */
	cpu_buffer->taken.at = 0;
	cpu_buffer->taken.end = 0;
	WRITE_ONCE(cpu_buffer->consumed, 0);
	cpu_buffer->lost = 0;
	cpu_buffer->seen = 0;
	cpu_buffer->last_ts = 0;
	local_set(&cpu_buffer->overrun, 0);
	local_set(&cpu_buffer->commit_overrun, 0);
	local_set(&cpu_buffer->dropped, 0);
}

void ring_reset(struct ring *ring, int cpu)
{
	int each;

	ring_lock(ring, RING_ALL);
	switch_off(ring, cpu);
	for_each_possible_cpu(each)
		if (cpu == RING_ALL || cpu == each)
			ring_empty_cpu(ring_cpu_of(ring, each));
	if (cpu == RING_ALL)
		ring->start = ring->now();
	switch_on(ring, cpu);
	ring_unlock(ring, RING_ALL);
}

void ring_set_clock(struct ring *ring, const struct histrig_clock *clock)
{
	WRITE_ONCE(ring->now, clock->read);
	/*
	 * Waits for hits that have read the old clock, and removes their
	 * entries and all others.
	 */
	ring_reset(ring, RING_ALL);
}

void ring_set_overwrite(struct ring *ring, bool overwrite)
{
	WRITE_ONCE(ring->overwrite, overwrite);
}

/*
 * Fills in @entries, @overrun and @read. If ring_lock() is held, their sum is the number of entries
 * written, and @entries is right for one moment, unless writers overwrote entries during each try.
 */
static void ring_count(const struct ring_cpu *cpu_buffer,
		       struct ring_stats *stats)
{
	unsigned int tries = COUNT_TRIES;

	do {
		stats->overrun = local_read(&cpu_buffer->overrun);
		stats->read = READ_ONCE(cpu_buffer->consumed);
		/*
		 * Entries that are overwritten or consumed have been counted in @written.
		 * Pairs with the cmpxchg() of make_space(), ring_read_take() and swap_page().
		 */
		smp_rmb();
		stats->entries = local_read(&cpu_buffer->written) -
				 stats->overrun - stats->read;
		/* Pairs with the cmpxchg() of make_space(): then read @overrun once more. */
		smp_rmb();
	} while (local_read(&cpu_buffer->overrun) != stats->overrun && --tries);
	/* Without ring_lock(), the ring may have been reset before @written was read. */
	if ((long)stats->entries < 0)
		stats->entries = 0;
}

unsigned long ring_entries(struct ring *ring, int cpu)
{
	struct ring_stats stats;

	ring_count(ring_cpu_of(ring, cpu), &stats);
	return stats.entries;
}

unsigned long ring_overrun(struct ring *ring, int cpu)
{
	return local_read(&ring_cpu_of(ring, cpu)->overrun);
}

void ring_get_stats(struct ring *ring, int cpu, struct ring_stats *stats)
{
	struct ring_cpu *cpu_buffer = ring_cpu_of(ring, cpu);
	unsigned long tail;

	ring_lock(ring, cpu);
	/* Read the tail first, so that it is not past the commit. */
	tail = atomic_long_read_acquire(&cpu_buffer->tail);
	ring_count(cpu_buffer, stats);
	stats->commit_overrun = local_read(&cpu_buffer->commit_overrun);
	stats->dropped = local_read(&cpu_buffer->dropped);
	/* @bytes includes unused bytes at the ends of pages. */
	stats->bytes = READ_ONCE(cpu_buffer->commit) - tail +
		       cpu_buffer->taken.end - cpu_buffer->taken.at;
	ring_unlock(ring, cpu);
}

int ring_init(void)
{
	int ret;

	BUILD_BUG_ON(BITS_PER_LONG < 64);
	ret = cpuhp_setup_state_multi(CPUHP_BP_PREPARE_DYN,
				      "trace/histrig:prepare", prepare_cpu,
				      NULL);
	if (ret < 0)
		return ret;
	hotplug_state = ret;
	return 0;
}

void ring_exit(void)
{
	cpuhp_remove_multi_state(hotplug_state);
}
