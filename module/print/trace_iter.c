// SPDX-License-Identifier: GPL-2.0
/* Trace iterators, see trace_iter.h. */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../ring/clock.h"
#include "../ring/ring.h"
#include "trace_iter.h"

static bool has_overruns(struct trace_iter *iter)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (ring_overrun(iter->ring, cpu))
			return true;
	return false;
}

struct trace_iter *trace_iter_create(struct instance *instance,
				     struct ring *ring, int cpu)
{
	struct trace_iter *iter;

	lockdep_assert_held(&event_mutex);
	iter = kvzalloc(struct_size(iter, cpus, nr_cpu_ids), GFP_KERNEL);
	if (!iter) {
		ring_put(ring);
		return NULL;
	}
	iter->ring = ring;
	iter->instance = instance;
	iter->cpu = cpu;
	iter->mask = cpu == RING_ALL ? cpu_possible_mask : cpumask_of(cpu);
	iter->latency = instance_option(instance, OPTION_LATENCY_FORMAT);
	iter->in_ns = instance->clock->in_ns;
	trace_seq_init(&iter->seq);
	return iter;
}

static void stop(struct trace_iter *iter)
{
	int cpu;

	for_each_cpu(cpu, iter->mask) {
		struct trace_iter_cpu *pos = &iter->cpus[cpu];

		if (pos->iter)
			ring_iter_end(pos->iter);
		memset(pos, 0, sizeof(*pos));
	}
}

void trace_iter_free(struct trace_iter *iter)
{
	stop(iter);
	ring_put(iter->ring);
	kvfree(iter);
}

void trace_iter_set_ring(struct trace_iter *iter, struct ring *ring)
{
	ring_put(iter->ring);
	iter->ring = ring;
}

int trace_iter_start(struct trace_iter *iter)
{
	int cpu;

	stop(iter);
	iter->nr = 0;
	if (!iter->ring)
		return 0;
	iter->annotate = has_overruns(iter);
	for_each_cpu(cpu, iter->mask) {
		struct trace_iter_cpu *pos = &iter->cpus[cpu];

		/* A CPU that was never plugged in has no buffer. */
		pos->iter = ring_iter_start(iter->ring, cpu);
		if (!pos->iter && ring_size(iter->ring, cpu))
			return -ENOMEM;
	}
	return 0;
}

static bool consumes(const struct trace_iter *iter)
{
	int cpu;

	for_each_cpu(cpu, iter->mask)
		if (iter->cpus[cpu].iter)
			return false;
	return true;
}

void trace_iter_lock(struct trace_iter *iter)
{
	bool again = false;
	int cpu;

	event_ids_lock();
	if (iter->ring) {
		ring_lock(iter->ring, iter->cpu);
		again = iter->ring->start != iter->start;
		iter->start = iter->ring->start;
	}
	for_each_cpu(cpu, iter->mask) {
		iter->cpus[cpu].peeked = false;
		if (again)
			iter->cpus[cpu].last = 0;
	}
}

void trace_iter_unlock(struct trace_iter *iter)
{
	if (iter->ring)
		ring_unlock(iter->ring, iter->cpu);
	event_ids_unlock();
}

/*
 * Looks at the next entry of a CPU. If a hit is interrupted between reading the
 * clock and reserving room, a hit of the interrupt gets a later time but an
 * earlier place. Lines must not go back in time, so the second of two such
 * entries is shown with the time of the first, as on pages of trace_pipe_raw
 * (ring/page.c).
 */
static bool peek(struct trace_iter *iter, int cpu)
{
	struct trace_iter_cpu *pos = &iter->cpus[cpu];

	if (pos->peeked)
		return true;
	if (pos->iter) {
		pos->peeked = ring_iter_peek(pos->iter, &pos->next);
		pos->lost |= pos->peeked && pos->next.lost;
	} else {
		pos->peeked = ring_peek(iter->ring, cpu, &pos->next);
	}
	if (pos->peeked && pos->next.ts < pos->last)
		pos->next.ts = pos->last;
	return pos->peeked;
}

/* Returns the CPU with the oldest entry, or -1 if there is none. */
static int next_event(struct trace_iter *iter)
{
	int cpu, found = -1;

	if (!iter->ring)
		return -1;
	for_each_cpu(cpu, iter->mask)
		if (peek(iter, cpu) &&
		    (found < 0 ||
		     iter->cpus[cpu].next.ts < iter->cpus[found].next.ts))
			found = cpu;
	return found;
}

bool trace_iter_next(struct trace_iter *iter)
{
	int cpu = next_event(iter);
	struct trace_iter_cpu *pos;

	if (cpu < 0)
		return false;
	pos = &iter->cpus[cpu];
	iter->at = cpu;
	iter->ts = pos->next.ts;
	pos->last = pos->next.ts;
	iter->size = min_t(unsigned int, pos->next.size, sizeof(iter->record));
	memcpy(iter->record, pos->next.record, iter->size);
	iter->nr++;
	if (pos->iter) {
		iter->lost = pos->lost ? TRACE_ITER_LOST_SOME : 0;
		pos->lost = false;
		pos->peeked = false;
		ring_iter_next(pos->iter);
	} else {
		iter->lost = pos->next.lost;
	}
	if (iter->latency) {
		cpu = next_event(iter);
		iter->next_ts = cpu < 0 ? iter->ts : iter->cpus[cpu].next.ts;
	}
	return true;
}

void trace_iter_consume(struct trace_iter *iter)
{
	iter->cpus[iter->at].peeked = false;
	ring_consume(iter->ring, iter->at);
}

bool trace_iter_empty(const struct trace_iter *iter)
{
	int cpu;

	if (!iter->ring)
		return true;
	if (consumes(iter))
		return ring_empty(iter->ring, iter->cpu);
	for_each_cpu(cpu, iter->mask)
		if (iter->cpus[cpu].iter &&
		    !ring_iter_empty(iter->cpus[cpu].iter))
			return false;
	return true;
}
