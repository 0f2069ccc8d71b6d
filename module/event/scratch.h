/* SPDX-License-Identifier: GPL-2.0 */
/* The per-CPU memory that hot/scratch.h hands out. */
#ifndef HISTRIG_EVENT_SCRATCH_H
#define HISTRIG_EVENT_SCRATCH_H

#include <linux/percpu.h>

#include <asm/local.h>

#include "hot/scratch.h"
#include "record.h"

/*
 * A task, a softirq, a hardirq and an NMI may each have a record and a key of the
 * maximum size at the same time. A probe inside another probe of the same context
 * shares this memory, and may get none.
 */
#define SCRATCH_SIZE	(4 * (RECORD_SIZE_MAX + RECORD_KEY_MAX + 24))

/* The scratch memory of a CPU: SCRATCH_SIZE bytes, of which @used are taken. */
struct scratch {
	char *room;
	local_t used;
};

DECLARE_PER_CPU(struct scratch, scratches);

/* scratch_init() - allocate all scratch memory, before any probe runs; 0 or -ENOMEM */
int scratch_init(void);

/* scratch_exit() - free the scratch memory, after the last hit has ended */
void scratch_exit(void);

#endif /* HISTRIG_EVENT_SCRATCH_H */
