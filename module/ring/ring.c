// SPDX-License-Identifier: GPL-2.0
/* Making, resizing and clearing rings, see ring.h and layout.h. */
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "../compat/probe.h"
#include "layout.h"
#include "page.h"
#include "ring.h"

/* Bytes that a page counts as where users give or see sizes, as natively. */
#define PAGE_ROOM	(PAGE_SIZE - PAGE_HEADER_SIZE)
#define PAGES_MIN	2

/* Prepares rings for a CPU that comes. */
static int hotplug_state;

static struct ring_cpu *cpu_of(const struct ring *ring, int cpu)
{
	return per_cpu_ptr(ring->cpus, cpu);
}

static unsigned long pages_for(unsigned long size)
{
	return max_t(unsigned long, DIV_ROUND_UP(size, PAGE_ROOM), PAGES_MIN);
}

/* Pages that belong nowhere, each with the address of the next one. */
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
 * struct ring_change - other pages for a CPU
 * @pages: room for the addresses of all that it shall have, or NULL
 * @nr: how many
 * @spare: those that it does not have yet, and then those it has no use for
 */
struct ring_change {
	struct ring_page **pages;
	unsigned long nr;
	struct page_list spare;
};

static void drop_change(struct ring_change *change)
{
	free_pages_of(&change->spare);
	kvfree(change->pages);
	change->pages = NULL;
}

/* Nothing of the system is to be squeezed out for the sake of a trace. */
static int prepare_change(const struct ring_cpu *of, struct ring_change *change,
			  unsigned long nr, int cpu)
{
	const gfp_t flags = GFP_KERNEL | __GFP_ZERO | __GFP_RETRY_MAYFAIL |
			    __GFP_NOWARN;
	unsigned long add = nr > of->nr_pages ? nr - of->nr_pages : 0;
	struct page *page;

	if (add > si_mem_available())
		return -ENOMEM;
	change->nr = nr;
	change->pages = kvmalloc_array(nr, sizeof(*change->pages),
				       GFP_KERNEL | __GFP_NOWARN);
	if (!change->pages)
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

/* Moves the tail on until @nr pages hold all that is left. */
static void drop_oldest(struct ring_cpu *of, unsigned long nr)
{
	unsigned long tail = atomic_long_read(&of->tail), lost;
	unsigned int end;

	while (RING_INDEX(of->commit) - RING_INDEX(tail) >= nr) {
		end = PAGE_SIZE;
		lost = ring_count_slots(ring_page_at(of, RING_INDEX(tail)),
					offset_in_page(tail), &end);
		local_add(lost, &of->overrun);
		tail = RING_POS(RING_INDEX(tail) + 1, RING_FIRST);
	}
	atomic_long_set(&of->tail, tail);
}

static void start_at_first_page(struct ring_cpu *of)
{
	struct ring_page *page = of->pages[0];

	page->index = 0;
	local_set(&of->head, (unsigned long)page->slots);
	of->commit = RING_POS(0UL, RING_FIRST);
	atomic_long_set(&of->tail, of->commit);
}

/*
 * Gives the pages of @change to a CPU that nothing is written on, and takes its
 * own: what they hold stays, and its indexes and positions. The page that is
 * written to is the last one that holds something, so it is not taken.
 */
static void apply_change(struct ring_cpu *of, struct ring_change *change)
{
	unsigned long nr = change->nr, nr_old = of->nr_pages, first = 0, i;
	struct ring_page **old = of->pages, *page;

	if (nr_old) {
		drop_oldest(of, nr);
		first = RING_INDEX(atomic_long_read(&of->tail));
	}
	for (i = 0; i < max(nr, nr_old); i++) {
		page = i < nr_old ? old[(first + i) % nr_old] :
				    pop_page(&change->spare);
		if (i < nr)
			change->pages[(first + i) % nr] = page;
		else
			push_page(&change->spare, page);
	}
	of->pages = change->pages;
	of->nr_pages = nr;
	change->pages = old;
	if (!nr_old)
		start_at_first_page(of);
}

static void switch_off(struct ring *ring, int cpu)
{
	int each;

	for_each_possible_cpu(each)
		if (cpu == RING_ALL || cpu == each)
			WRITE_ONCE(cpu_of(ring, each)->off, true);
	/* Whoever has not seen it is done then. */
	hits_synchronize();
}

static void switch_on(struct ring *ring, int cpu)
{
	int each;

	for_each_possible_cpu(each)
		if ((cpu == RING_ALL || cpu == each) &&
		    cpu_of(ring, each)->nr_pages)
			/* Whoever sees it sees the pages. */
			smp_store_release(&cpu_of(ring, each)->off, false);
}

/* A CPU that comes; one that has been there keeps what it has. */
static int cpu_comes(unsigned int cpu, struct hlist_node *node)
{
	struct ring *ring = hlist_entry(node, struct ring, node);
	struct ring_cpu *of = cpu_of(ring, cpu);
	struct ring_change change = { };
	int ret;

	if (of->nr_pages)
		return 0;
	of->taken.page = (void *)__get_free_page(GFP_KERNEL);
	if (!of->taken.page)
		return -ENOMEM;
	ret = prepare_change(of, &change, READ_ONCE(ring->nr_pages), cpu);
	if (ret) {
		free_page((unsigned long)of->taken.page);
		of->taken.page = NULL;
		return ret;
	}
	/* Others forget entries, or give it other pages, before or after. */
	ring_lock(ring, RING_ALL);
	apply_change(of, &change);
	switch_on(ring, cpu);
	ring_unlock(ring, RING_ALL);
	return 0;
}

static void free_ring(struct ring *ring)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct ring_cpu *of = cpu_of(ring, cpu);

		while (of->nr_pages)
			free_page((unsigned long)of->pages[--of->nr_pages]);
		kvfree(of->pages);
		free_page((unsigned long)of->taken.page);
		mutex_destroy(&of->read_lock);
	}
	free_percpu(ring->cpus);
	kfree(ring);
}

struct ring *ring_create(unsigned long size, bool overwrite,
			 const struct trace_clock *clock,
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
		mutex_init(&cpu_of(ring, cpu)->read_lock);
		cpu_of(ring, cpu)->off = true;
	}
	/* Those that are there come now. */
	if (cpuhp_state_add_instance(hotplug_state, &ring->node)) {
		free_ring(ring);
		return NULL;
	}
	return ring;
}

static void release_ring(struct kref *refs)
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
		kref_put(&ring->refs, release_ring);
}

notrace void ring_count_failed(struct ring *ring)
{
	local_inc(&this_cpu_ptr(ring->cpus)->dropped);
}

void ring_lock(struct ring *ring, int cpu)
{
	if (cpu == RING_ALL) {
		down_write(&ring->all);
		return;
	}
	down_read(&ring->all);
	mutex_lock(&cpu_of(ring, cpu)->read_lock);
}

void ring_unlock(struct ring *ring, int cpu)
{
	if (cpu == RING_ALL) {
		up_write(&ring->all);
		return;
	}
	mutex_unlock(&cpu_of(ring, cpu)->read_lock);
	up_read(&ring->all);
}

/* No CPU comes, and nobody reads. */
static int resize(struct ring *ring, struct ring_change *changes,
		  unsigned long nr, int cpu)
{
	int each, ret = 0;

	for_each_possible_cpu(each) {
		struct ring_cpu *of = cpu_of(ring, each);

		if ((cpu != RING_ALL && cpu != each) || !of->nr_pages ||
		    of->nr_pages == nr)
			continue;
		ret = prepare_change(of, &changes[each], nr, each);
		if (ret)
			return ret;
	}
	switch_off(ring, cpu);
	for_each_possible_cpu(each)
		if (changes[each].pages)
			apply_change(cpu_of(ring, each), &changes[each]);
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
	ret = resize(ring, changes, pages_for(size), cpu);
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
		return READ_ONCE(ring->nr_pages) * PAGE_ROOM;
	return READ_ONCE(cpu_of(ring, cpu)->nr_pages) * PAGE_ROOM;
}

/* Nothing is written, so the next page is as free as any. */
static void go_to_next_page(struct ring_cpu *of)
{
	unsigned long index = RING_INDEX(of->commit) + 1;
	struct ring_page *page;

	if (!of->nr_pages || offset_in_page(of->commit) == RING_FIRST)
		return;
	page = ring_page_at(of, index);
	page->index = index;
	local_set(&of->head, (unsigned long)page->slots);
	of->commit = RING_POS(index, RING_FIRST);
}

static void forget(struct ring_cpu *of)
{
	go_to_next_page(of);
	atomic_long_set(&of->tail, of->commit);
	of->taken.at = 0;
	of->taken.end = 0;
	of->consumed = 0;
	of->lost = 0;
	of->seen = 0;
	of->last_ts = 0;
	local_set(&of->written, 0);
	local_set(&of->overrun, 0);
	local_set(&of->commit_overrun, 0);
	local_set(&of->dropped, 0);
}

void ring_reset(struct ring *ring, int cpu)
{
	int each;

	ring_lock(ring, RING_ALL);
	switch_off(ring, cpu);
	for_each_possible_cpu(each)
		if (cpu == RING_ALL || cpu == each)
			forget(cpu_of(ring, each));
	if (cpu == RING_ALL)
		ring->start = ring->now();
	switch_on(ring, cpu);
	ring_unlock(ring, RING_ALL);
}

void ring_set_clock(struct ring *ring, const struct trace_clock *clock)
{
	WRITE_ONCE(ring->now, clock->read);
	/* Who has read the clock before has recorded it when this is done. */
	ring_reset(ring, RING_ALL);
}

void ring_set_overwrite(struct ring *ring, bool overwrite)
{
	WRITE_ONCE(ring->overwrite, overwrite);
}

unsigned long ring_entries(struct ring *ring, int cpu)
{
	struct ring_cpu *of = cpu_of(ring, cpu);

	return local_read(&of->written) - local_read(&of->overrun) -
	       READ_ONCE(of->consumed);
}

unsigned long ring_overrun(struct ring *ring, int cpu)
{
	return local_read(&cpu_of(ring, cpu)->overrun);
}

void ring_get_stats(struct ring *ring, int cpu, struct ring_stats *stats)
{
	struct ring_cpu *of = cpu_of(ring, cpu);
	unsigned long tail;

	ring_lock(ring, cpu);
	/* It never passes a commit that is read later. */
	tail = atomic_long_read_acquire(&of->tail);
	stats->entries = ring_entries(ring, cpu);
	stats->overrun = local_read(&of->overrun);
	stats->commit_overrun = local_read(&of->commit_overrun);
	stats->dropped = local_read(&of->dropped);
	stats->read = of->consumed;
	/* Ends of pages that stay unused are few bytes each. */
	stats->bytes = READ_ONCE(of->commit) - tail +
		       of->taken.end - of->taken.at;
	ring_unlock(ring, cpu);
}

int ring_init(void)
{
	int ret;

	BUILD_BUG_ON(BITS_PER_LONG < 64);
	ret = cpuhp_setup_state_multi(CPUHP_BP_PREPARE_DYN,
				      "trace/histrig:prepare", cpu_comes, NULL);
	if (ret < 0)
		return ret;
	hotplug_state = ret;
	return 0;
}

void ring_exit(void)
{
	cpuhp_remove_multi_state(hotplug_state);
}
