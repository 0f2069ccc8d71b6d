/* SPDX-License-Identifier: GPL-2.0 */
/* Building the record of a probe's hit, and handing it on. */
#ifndef HISTRIG_PROBE_HOT_HIT_H
#define HISTRIG_PROBE_HOT_HIT_H

#include <linux/compiler.h>
#include <linux/percpu.h>

#include "../../compat/compiler.h"
#include "../../event/event_file.h"
#include "../../event/hit.h"
#include "../../event/hot/scratch.h"
#include "../probe.h"
#include "fetch.h"

/* The addresses that a record has before its arguments. */
struct probe_addresses {
	unsigned long address[2];
	unsigned int nr;
};

static __always_inline void probe_fill(const struct probe *probe,
				       const struct fetch_source *from,
				       const struct probe_addresses *at,
				       void *record)
{
	unsigned long *to = record + PROBE_HEAD;
	const unsigned int size = fetch_args(probe->args, from, record,
					     probe->head, probe->room);
	struct event_file *file;
	unsigned int i;

	for (i = 0; i < at->nr; i++)
		to[i] = at->address[i];
	for_each_active_file(file, &probe->event->event)
		event_hit(file, record, size);
}

/**
 * probe_hit() - handle a hit
 * @probe: the definition that was hit
 * @from: where the values of its arguments come from
 * @at: the addresses in the record
 *
 * If no scratch memory is left for a long record, the hit counts as dropped.
 *
 * Context: any, NMI too; preemption off.
 */
static __always_inline void probe_hit(const struct probe *probe,
				      const struct fetch_source *from,
				      const struct probe_addresses *at)
{
	char room[RECORD_ON_STACK_MAX] __aligned(8) __uninitialized;
	struct event_file *file;
	void *record;

	raw_cpu_inc(*probe->hits);
	if (likely(probe->room <= sizeof(room))) {
		probe_fill(probe, from, at, room);
		return;
	}
	record = scratch_alloc(probe->room);
	if (likely(record)) {
		probe_fill(probe, from, at, record);
		scratch_free(probe->room);
		return;
	}
	for_each_active_file(file, &probe->event->event)
		event_hit_lost(file);
}

#endif /* HISTRIG_PROBE_HOT_HIT_H */
