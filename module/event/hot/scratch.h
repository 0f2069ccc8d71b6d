/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scratch memory for probes: for a record, a key or a string while one hit is
 * handled.
 *
 * Probes keep small records of a fixed size on their stack, and build all others in the
 * scratch memory of their CPU. Probes nest strictly (task, softirq, hardirq, NMI, and
 * probes inside probes), so scratch_alloc() only moves a pointer forward, and
 * scratch_free() moves it back. A hit that gets no memory counts as dropped, see
 * event_hit_lost().
 *
 * Context: any, including NMI. The caller must not migrate between scratch_alloc()
 * and scratch_free(). Probes cannot, because tracepoints call them with preemption off.
 */
#ifndef HISTRIG_SCRATCH_H
#define HISTRIG_SCRATCH_H

#include <linux/percpu.h>

#include <asm/local.h>

#include "../record.h"

/* Longest key that a hit builds beside its record, in bytes. */
#define RECORD_KEY_MAX		2048

/*
 * A task, a softirq, a hardirq and an NMI may each have a record and a key of the
 * maximum size at the same time. A probe inside another probe of the same context
 * shares this memory, and may get none.
 */
#define SCRATCH_SIZE	(4 * (RECORD_SIZE_MAX + RECORD_KEY_MAX + 24))

/* Scratch memory of a CPU: SCRATCH_SIZE bytes at @memory; the first @used are in use. */
struct scratch {
	char *memory;
	local_t used;
};

DECLARE_PER_CPU(struct scratch, scratches);

/**
 * scratch_alloc() - take scratch memory of the calling CPU
 * @size: bytes; for a record, its header included
 *
 * Context: any. Pair it with scratch_free() of the same @size, in the same
 * context and in reverse order.
 * Return: memory aligned to 8 bytes, not cleared. NULL if too little is left or
 * @size is over RECORD_SIZE_MAX + RECORD_PREFIX.
 */
void *scratch_alloc(unsigned int size);

/* scratch_free() - free the memory of the last scratch_alloc(), of the same @size */
void scratch_free(unsigned int size);

/* scratch_init() - allocate all scratch memory, before any probe runs; 0 or -ENOMEM */
int scratch_init(void);

/* scratch_exit() - free the scratch memory, after the last hit has ended */
void scratch_exit(void);

#endif /* HISTRIG_SCRATCH_H */
