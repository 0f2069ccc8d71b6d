/* SPDX-License-Identifier: GPL-2.0 */
/* Builds the record of a probe's hit, and hits the event. */
#ifndef HISTRIG_PROBE_HOT_HIT_H
#define HISTRIG_PROBE_HOT_HIT_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/string.h>

#include "../../compat/compiler.h"
#include "../../event/event_file.h"
#include "../../event/hit.h"
#include "../../event/hot/scratch.h"
#include "../../ring/hot/clock.h"
#include "../probe.h"
#include "fetch.h"

/*
 * Returns the time since @began in nanoseconds. @began may be slightly later
 * than now, if it is from another CPU or an NMI.
 */
static __always_inline u64 probe_duration(u64 began)
{
	const u64 now = histrig_clock_cpu();

	return now > began ? now - began : 0;
}

/* The addresses in a record before its arguments, see struct probe_shape. */
struct probe_addresses {
	unsigned long address[2];
	unsigned int nr;
};

/*
 * Clears the padding between the header and the addresses. There is some where
 * the header has common_preempt_lazy_count and so ends at 12 bytes.
 */
static __always_inline void probe_clear_gap(void *record)
{
	memset(record + sizeof(struct record_header), 0,
	       PROBE_HEAD - sizeof(struct record_header));
}

/**
 * struct probe_buf - a record on the stack
 * @from: where its values come from. Its last member must be directly before
 *	the record, where record_regs() reads it
 * @record: the record
 *
 * Initialize it with probe_buf_begin(), because setting all of it is too slow.
 */
struct probe_buf {
	struct fetch_source from;
	char record[RECORD_ON_STACK_MAX] __aligned(8);
};

static_assert(offsetof(struct fetch_source, regs) + RECORD_PREFIX ==
	      offsetof(struct probe_buf, record));

/* The caller sets the members of @from that only its kind of probe needs. */
static __always_inline void probe_buf_begin(struct probe_buf *buf,
					    struct pt_regs *regs)
{
	buf->from.regs = regs;
	buf->from.wait_end = NULL;
}

static __always_inline void probe_fill(const struct probe *probe,
				       const struct fetch_source *from,
				       const struct probe_addresses *at,
				       struct event_file *only, void *record)
{
	const struct probe_args *args = probe->args;
	unsigned int size = probe->head + args->size, i;
	unsigned long *to = record + PROBE_HEAD;

	if (likely(args->plain))
		fetch_plain(args, from, record + probe->head);
	else
		size = fetch_args(args, from, record, probe->head,
				  probe->record_size);
	if (at->nr)
		probe_clear_gap(record);
	for (i = 0; i < at->nr; i++)
		to[i] = at->address[i];
	event_hit_files(&probe->event->event, only, record, size);
}

/* Handles a hit whose record is too long for the stack. */
static __always_inline void probe_hit_long(const struct probe *probe,
					   const struct fetch_source *from,
					   const struct probe_addresses *at,
					   struct event_file *only)
{
	const unsigned int size = probe->record_size + RECORD_PREFIX;
	struct pt_regs **regs = scratch_alloc(size);

	if (unlikely(!regs)) {
		event_lose_files(&probe->event->event, only);
		return;
	}
	*regs = from->regs;
	probe_fill(probe, from, at, only, regs + 1);
	scratch_free(size);
}

/**
 * probe_hit() - handle a hit
 * @probe: the definition that was hit
 * @buf: the sources of its arguments, and the buffer for the record
 * @at: the addresses in the record
 * @only: the event file to hit, NULL for all that want hits
 *
 * If no scratch memory is left for a long record, the hit counts as dropped.
 *
 * Context: any, NMI too; preemption off.
 */
static __always_inline void probe_hit(const struct probe *probe,
				      struct probe_buf *buf,
				      const struct probe_addresses *at,
				      struct event_file *only)
{
	/*
	 * An event has no active file until all its probes are armed. Do not
	 * count hits before that.
	 */
	if (unlikely(!only && hlist_empty(&probe->event->event.active)))
		return;
	this_cpu_inc(*probe->hits);
	if (likely(probe->record_size <= sizeof(buf->record)))
		probe_fill(probe, &buf->from, at, only, buf->record);
	else
		probe_hit_long(probe, &buf->from, at, only);
}

#endif /* HISTRIG_PROBE_HOT_HIT_H */
