// SPDX-License-Identifier: GPL-2.0
/* Trace iterators, see trace_iter.h. */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../ring/clock.h"
#include "../ring/ring.h"
#include "../tracer/tracer.h"
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
	iter->tracer = instance->tracer;
	if (iter->tracer->print_open && iter->tracer->print_open(iter)) {
		ring_put(ring);
		kvfree(iter);
		return NULL;
	}
	return iter;
}

static void trace_iter_stop(struct trace_iter *iter)
{
	int cpu;

	for_each_cpu(cpu, iter->mask) {
		struct trace_iter_cpu *pos = &iter->cpus[cpu];

		if (pos->iter)
			ring_iter_end(pos->iter);
		memset(pos, 0, sizeof(*pos));
	}
}

void trace_iter_forget_tracer(struct trace_iter *iter)
{
	if (iter->tracer->print_close)
		iter->tracer->print_close(iter);
	iter->tracer_data = NULL;
	iter->tracer = tracer_nop;
}

void trace_iter_free(struct trace_iter *iter)
{
	trace_iter_stop(iter);
	trace_iter_forget_tracer(iter);
	ring_put(iter->ring);
	kvfree(iter);
}

int trace_iter_start(struct trace_iter *iter)
{
	int cpu;

	trace_iter_stop(iter);
	iter->keeps = true;
	iter->nr = 0;
	if (!iter->ring)
		return 0;
	iter->annotate = has_overruns(iter);
	for_each_cpu(cpu, iter->mask) {
		struct trace_iter_cpu *pos = &iter->cpus[cpu];

		/*
		 * NULL is no error if the CPU was never plugged in, as it has
		 * no buffer then.
		 */
		pos->iter = ring_iter_start(iter->ring, cpu);
		if (!pos->iter && ring_size(iter->ring, cpu))
			return -ENOMEM;
	}
	/* After the iterators, because they show nothing that is recorded by a later clock. */
	iter->in_ns = READ_ONCE(iter->instance->clock)->in_ns;
	return 0;
}

static void trace_iter_skip_cpu(struct trace_iter *iter, int cpu)
{
	bool all = iter->worst.one_cpu && cpu != iter->worst.cpu;
	struct trace_iter_cpu *pos = &iter->cpus[cpu];
	struct ring_entry entry;

	while (ring_iter_peek(pos->iter, &entry) &&
	       (all || entry.ts < iter->worst.start)) {
		pos->skipped++;
		ring_iter_next(pos->iter);
	}
}

void trace_iter_skip(struct trace_iter *iter)
{
	int cpu;

	if (!iter->ring || !iter->worst.start)
		return;
	for_each_cpu(cpu, iter->mask)
		if (iter->cpus[cpu].iter)
			trace_iter_skip_cpu(iter, cpu);
}

void trace_iter_set_ring(struct trace_iter *iter, struct ring *ring)
{
	int cpu;

	iter->ring = ring;
	iter->in_ns = READ_ONCE(iter->instance->clock)->in_ns;
	for_each_cpu(cpu, iter->mask)
		iter->cpus[cpu].last = 0;
}

/* Makes trace_iter_peek() look at the ring again, which may have changed. */
static void forget_next(struct trace_iter *iter)
{
	bool again = false;
	int cpu;

	if (iter->ring) {
		again = iter->ring->start != iter->start;
		iter->start = iter->ring->start;
	}
	/* The ring may have got another clock. */
	if (again && !iter->keeps)
		iter->in_ns = READ_ONCE(iter->instance->clock)->in_ns;
	for_each_cpu(cpu, iter->mask) {
		iter->cpus[cpu].peeked = false;
		if (again)
			iter->cpus[cpu].last = 0;
	}
}

void trace_iter_lock(struct trace_iter *iter)
{
	iter->args = READ_ONCE(trace_line_args);
	if (iter->args)
		iter->args->lock();
	event_ids_lock();
	if (iter->ring)
		ring_lock(iter->ring, iter->cpu);
	forget_next(iter);
}

void trace_iter_unlock(struct trace_iter *iter)
{
	if (iter->ring)
		ring_unlock(iter->ring, iter->cpu);
	event_ids_unlock();
	if (iter->args)
		iter->args->unlock();
	iter->args = NULL;
}

bool trace_iter_hold(struct trace_iter *iter)
{
	if (!event_ids_hold())
		return false;
	if (!ring_hold(iter->ring)) {
		event_ids_release();
		return false;
	}
	forget_next(iter);
	return true;
}

void trace_iter_release(struct trace_iter *iter)
{
	ring_release(iter->ring);
	event_ids_release();
}

/*
 * Looks at the next entry of a CPU. A hit may be interrupted between reading
 * the clock and reserving space; the interrupt's hit then has a later time but
 * comes first. Lines must not go back in time, so the second entry is shown
 * with the time of the first, as on pages of trace_pipe_raw (ring/page.c).
 */
static bool trace_iter_peek(struct trace_iter *iter, int cpu)
{
	struct trace_iter_cpu *pos = &iter->cpus[cpu];

	if (pos->peeked)
		return true;
	if (pos->iter) {
		pos->peeked = ring_iter_peek(pos->iter, &pos->next);
		pos->lost |= pos->peeked && pos->next.lost;
	} else if (!iter->keeps) {
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
		if (trace_iter_peek(iter, cpu) &&
		    (found < 0 ||
		     iter->cpus[cpu].next.ts < iter->cpus[found].next.ts))
			found = cpu;
	return found;
}

bool trace_iter_next(struct trace_iter *iter)
{
	struct trace_iter_cpu *pos;
	int cpu;

	iter->taken = false;
	if (iter->ahead)
		return true;
	cpu = next_event(iter);
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

const void *trace_iter_following(struct trace_iter *iter, unsigned int *size)
{
	struct trace_iter_cpu *pos = &iter->cpus[iter->at];

	/*
	 * A consuming iterator sees only the oldest entry, so remove the
	 * current one to see the next.
	 */
	if (!pos->iter && !iter->ahead) {
		trace_iter_consume(iter);
		iter->ahead = true;
	}
	/* A loss is printed with the line of the entry after it, so that entry needs a line. */
	if (!iter->ring || !trace_iter_peek(iter, iter->at) || pos->next.lost)
		return NULL;
	*size = pos->next.size;
	return pos->next.record;
}

void trace_iter_take(struct trace_iter *iter)
{
	struct trace_iter_cpu *pos = &iter->cpus[iter->at];

	if (!pos->iter) {
		iter->taken = true;
		return;
	}
	pos->last = pos->next.ts;
	pos->peeked = false;
	ring_iter_next(pos->iter);
}

void trace_iter_consume(struct trace_iter *iter)
{
	const bool gone = iter->ahead && !iter->taken;

	iter->ahead = false;
	iter->taken = false;
	if (gone)
		return;
	iter->cpus[iter->at].peeked = false;
	ring_consume(iter->ring, iter->at);
}

bool trace_iter_empty(const struct trace_iter *iter)
{
	int cpu;

	if (iter->ahead)
		return false;
	if (!iter->ring)
		return true;
	if (!iter->keeps)
		return ring_empty(iter->ring, iter->cpu);
	for_each_cpu(cpu, iter->mask)
		if (iter->cpus[cpu].iter &&
		    !ring_iter_empty(iter->cpus[cpu].iter))
			return false;
	return true;
}
