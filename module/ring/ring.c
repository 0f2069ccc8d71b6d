// SPDX-License-Identifier: GPL-2.0
/* A shim over the kernel's ring buffer, see ring.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/trace_clock.h>
#include <linux/tracepoint.h>

#include "page.h"
#include "ring.h"

struct ring *ring_create(unsigned long size, bool overwrite,
			 const struct trace_clock *clock)
{
	struct ring *ring;
	int cpu;

	ring = kzalloc(sizeof(*ring), GFP_KERNEL);
	if (!ring)
		return NULL;
	kref_init(&ring->refs);
	ring->now = clock->read;
	init_rwsem(&ring->all);
	ring->cpus = alloc_percpu(struct ring_cpu);
	if (!ring->cpus)
		goto fail;
	for_each_possible_cpu(cpu)
		mutex_init(&per_cpu_ptr(ring->cpus, cpu)->read_lock);
	ring->buffer = ring_buffer_alloc(size, overwrite ? RB_FL_OVERWRITE : 0);
	if (!ring->buffer)
		goto fail;
	return ring;
fail:
	free_percpu(ring->cpus);
	kfree(ring);
	return NULL;
}

static void free_ring(struct kref *refs)
{
	struct ring *ring = container_of(refs, struct ring, refs);

	ring_buffer_free(ring->buffer);
	free_percpu(ring->cpus);
	kfree(ring);
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
		kref_put(&ring->refs, free_ring);
}

/* The clock that nearly everybody uses is called without a detour. */
static __always_inline u64 stamp(const struct ring *ring)
{
	typeof(ring->now) now = READ_ONCE(ring->now);

	if (likely(now == trace_clock_local))
		return trace_clock_local();
	return now();
}

notrace void *ring_reserve(struct ring *ring, unsigned int size,
			   struct ring_buffer_event **slot)
{
	u64 ts = stamp(ring), *data;

	*slot = ring_buffer_lock_reserve(ring->buffer, sizeof(ts) + size);
	if (unlikely(!*slot)) {
		ring_count_failed(ring);
		return NULL;
	}
	data = ring_buffer_event_data(*slot);
	*data = ts;
	return data + 1;
}

notrace void ring_count_failed(struct ring *ring)
{
	local_inc(&this_cpu_ptr(ring->cpus)->failed);
}

notrace void ring_commit(struct ring *ring, struct ring_buffer_event *slot)
{
	ring_buffer_unlock_commit(ring->buffer, slot);
}

notrace void ring_discard(struct ring *ring, struct ring_buffer_event *slot)
{
	ring_buffer_discard_commit(ring->buffer, slot);
}

void ring_lock(struct ring *ring, int cpu)
{
	if (cpu == RING_ALL) {
		down_write(&ring->all);
		return;
	}
	down_read(&ring->all);
	mutex_lock(&per_cpu_ptr(ring->cpus, cpu)->read_lock);
}

void ring_unlock(struct ring *ring, int cpu)
{
	if (cpu == RING_ALL) {
		up_write(&ring->all);
		return;
	}
	mutex_unlock(&per_cpu_ptr(ring->cpus, cpu)->read_lock);
	up_read(&ring->all);
}

static bool fill_entry(struct ring_entry *entry, struct ring_buffer_event *slot)
{
	const u64 *data;

	if (!slot)
		return false;
	data = ring_buffer_event_data(slot);
	entry->ts = data[0];
	entry->record = data + 1;
	entry->size = ring_buffer_event_length(slot) - sizeof(u64);
	return true;
}

bool ring_peek(struct ring *ring, int cpu, struct ring_entry *entry)
{
	u64 ts;

	entry->lost = 0;
	return fill_entry(entry, ring_buffer_peek(ring->buffer, cpu, &ts,
						  &entry->lost));
}

void ring_consume(struct ring *ring, int cpu)
{
	unsigned long lost;
	u64 ts;

	ring_buffer_consume(ring->buffer, cpu, &ts, &lost);
}

bool ring_empty(struct ring *ring, int cpu)
{
	if (cpu == RING_ALL)
		return ring_buffer_empty(ring->buffer);
	return ring_buffer_empty_cpu(ring->buffer, cpu);
}

struct ring_buffer_iter *ring_iter_start(struct ring *ring, int cpu)
{
	return ring_buffer_read_start(ring->buffer, cpu, GFP_KERNEL);
}

void ring_iter_end(struct ring_buffer_iter *iter)
{
	ring_buffer_read_finish(iter);
}

bool ring_iter_peek(struct ring_buffer_iter *iter, struct ring_entry *entry)
{
	struct ring_buffer_event *slot;
	u64 ts;

	slot = ring_buffer_iter_peek(iter, &ts);
	entry->lost = slot && ring_buffer_iter_dropped(iter) ? -1UL : 0;
	return fill_entry(entry, slot);
}

void ring_iter_next(struct ring_buffer_iter *iter)
{
	ring_buffer_iter_advance(iter);
}

bool ring_iter_empty(struct ring_buffer_iter *iter)
{
	return ring_buffer_iter_empty(iter);
}

void *ring_spare_page(struct ring *ring, int cpu)
{
	return ring_buffer_alloc_read_page(ring->buffer, cpu);
}

void ring_put_spare_page(struct ring *ring, int cpu, void *spare)
{
	ring_buffer_free_read_page(ring->buffer, cpu, spare);
}

int ring_read_page(struct ring *ring, int cpu, void **spare, void *to,
		   bool full)
{
	int ret;

	ring_lock(ring, cpu);
	ret = ring_buffer_read_page(ring->buffer, spare, PAGE_SIZE, cpu, full);
	ring_unlock(ring, cpu);
	if (ret < 0)
		return -EAGAIN;
	return page_make_over(to, *spare, PAGE_SIZE);
}

int ring_resize(struct ring *ring, unsigned long size, int cpu)
{
	int ret = ring_buffer_resize(ring->buffer, size, cpu);

	return ret < 0 ? ret : 0;
}

unsigned long ring_size(struct ring *ring, int cpu)
{
	return ring_buffer_size(ring->buffer, cpu);
}

static void forget_failed(struct ring *ring, int cpu)
{
	struct ring_cpu *of = per_cpu_ptr(ring->cpus, cpu);

	WRITE_ONCE(of->forgotten, local_read(&of->failed));
}

void ring_reset(struct ring *ring, int cpu)
{
	int each;

	ring_lock(ring, cpu);
	if (cpu == RING_ALL) {
		ring_buffer_reset(ring->buffer);
		ring->start = ring->now();
	} else {
		ring_buffer_reset_cpu(ring->buffer, cpu);
	}
	for_each_possible_cpu(each)
		if (cpu == RING_ALL || cpu == each)
			forget_failed(ring, each);
	ring_unlock(ring, cpu);
}

void ring_set_clock(struct ring *ring, const struct trace_clock *clock)
{
	WRITE_ONCE(ring->now, clock->read);
	/* Who has read the clock before has recorded it after this. */
	tracepoint_synchronize_unregister();
	ring_reset(ring, RING_ALL);
}

void ring_set_overwrite(struct ring *ring, bool overwrite)
{
	ring_buffer_change_overwrite(ring->buffer, overwrite);
}

unsigned long ring_entries(struct ring *ring, int cpu)
{
	return ring_buffer_entries_cpu(ring->buffer, cpu);
}

unsigned long ring_overrun(struct ring *ring, int cpu)
{
	return ring_buffer_overrun_cpu(ring->buffer, cpu);
}

unsigned long ring_dropped(struct ring *ring, int cpu)
{
	struct ring_cpu *of = per_cpu_ptr(ring->cpus, cpu);
	unsigned long failed, overrun;

	failed = local_read(&of->failed) - READ_ONCE(of->forgotten);
	overrun = ring_buffer_commit_overrun_cpu(ring->buffer, cpu);
	return failed > overrun ? failed - overrun : 0;
}
