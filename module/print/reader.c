// SPDX-License-Identifier: GPL-2.0
/* Readers, see reader.h. */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../ring/clock.h"
#include "reader.h"

static bool has_overruns(struct reader *reader)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (ring_overrun(reader->ring, cpu))
			return true;
	return false;
}

struct reader *reader_make(struct instance *instance, struct ring *ring,
			   int cpu)
{
	struct reader *reader;

	lockdep_assert_held(&event_mutex);
	reader = kvzalloc(struct_size(reader, cpus, nr_cpu_ids), GFP_KERNEL);
	if (!reader) {
		ring_put(ring);
		return NULL;
	}
	reader->ring = ring;
	reader->instance = instance;
	reader->cpu = cpu;
	reader->mask = cpu == RING_ALL ? cpu_possible_mask : cpumask_of(cpu);
	reader->latency = instance_option(instance, OPTION_LATENCY_FORMAT);
	reader->in_ns = instance->clock->in_ns;
	trace_seq_init(&reader->seq);
	return reader;
}

static void stop(struct reader *reader)
{
	int cpu;

	for_each_cpu(cpu, reader->mask) {
		struct reader_cpu *of = &reader->cpus[cpu];

		if (of->iter)
			ring_iter_end(of->iter);
		memset(of, 0, sizeof(*of));
	}
}

void reader_free(struct reader *reader)
{
	stop(reader);
	ring_put(reader->ring);
	kvfree(reader);
}

void reader_use(struct reader *reader, struct ring *ring)
{
	ring_put(reader->ring);
	reader->ring = ring;
}

int reader_start(struct reader *reader)
{
	int cpu;

	stop(reader);
	reader->nr = 0;
	if (!reader->ring)
		return 0;
	reader->annotate = has_overruns(reader);
	for_each_cpu(cpu, reader->mask) {
		struct reader_cpu *of = &reader->cpus[cpu];

		/* A CPU that was never there has no buffer. */
		of->iter = ring_iter_start(reader->ring, cpu);
		if (!of->iter && ring_size(reader->ring, cpu))
			return -ENOMEM;
	}
	return 0;
}

static bool consumes(const struct reader *reader)
{
	int cpu;

	for_each_cpu(cpu, reader->mask)
		if (reader->cpus[cpu].iter)
			return false;
	return true;
}

void reader_lock(struct reader *reader)
{
	bool again = false;
	int cpu;

	event_ids_lock();
	if (reader->ring) {
		ring_lock(reader->ring, reader->cpu);
		again = reader->ring->start != reader->start;
		reader->start = reader->ring->start;
	}
	for_each_cpu(cpu, reader->mask) {
		reader->cpus[cpu].there = false;
		if (again)
			reader->cpus[cpu].last = 0;
	}
}

void reader_unlock(struct reader *reader)
{
	if (reader->ring)
		ring_unlock(reader->ring, reader->cpu);
	event_ids_unlock();
}

/*
 * An interrupt between reading the clock and reserving the room makes entries
 * change places. Time does not run backwards on a CPU, so the later entry is
 * shown with the time of the one before, as in pages (ring/page.c).
 */
static bool look(struct reader *reader, int cpu)
{
	struct reader_cpu *of = &reader->cpus[cpu];

	if (of->there)
		return true;
	if (of->iter) {
		of->there = ring_iter_peek(of->iter, &of->next);
		of->lost |= of->there && of->next.lost;
	} else {
		of->there = ring_peek(reader->ring, cpu, &of->next);
	}
	if (of->there && of->next.ts < of->last)
		of->next.ts = of->last;
	return of->there;
}

/* The CPU with the oldest entry, or -1. */
static int oldest(struct reader *reader)
{
	int cpu, found = -1;

	if (!reader->ring)
		return -1;
	for_each_cpu(cpu, reader->mask)
		if (look(reader, cpu) &&
		    (found < 0 ||
		     reader->cpus[cpu].next.ts < reader->cpus[found].next.ts))
			found = cpu;
	return found;
}

bool reader_next(struct reader *reader)
{
	int cpu = oldest(reader);
	struct reader_cpu *of;

	if (cpu < 0)
		return false;
	of = &reader->cpus[cpu];
	reader->at = cpu;
	reader->ts = of->next.ts;
	of->last = of->next.ts;
	reader->size = min_t(unsigned int, of->next.size,
			     sizeof(reader->record));
	memcpy(reader->record, of->next.record, reader->size);
	reader->nr++;
	if (of->iter) {
		reader->lost = of->lost ? READER_LOST_SOME : 0;
		of->lost = false;
		of->there = false;
		ring_iter_next(of->iter);
	} else {
		reader->lost = of->next.lost;
	}
	if (reader->latency) {
		cpu = oldest(reader);
		reader->next_ts = cpu < 0 ? reader->ts :
				  reader->cpus[cpu].next.ts;
	}
	return true;
}

void reader_consume(struct reader *reader)
{
	reader->cpus[reader->at].there = false;
	ring_consume(reader->ring, reader->at);
}

bool reader_empty(const struct reader *reader)
{
	int cpu;

	if (!reader->ring)
		return true;
	if (consumes(reader))
		return ring_empty(reader->ring, reader->cpu);
	for_each_cpu(cpu, reader->mask)
		if (reader->cpus[cpu].iter &&
		    !ring_iter_empty(reader->cpus[cpu].iter))
			return false;
	return true;
}
