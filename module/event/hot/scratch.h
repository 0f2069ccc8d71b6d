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

/* Longest key that a hit builds beside its record, in bytes. */
#define RECORD_KEY_MAX		2048

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

#endif /* HISTRIG_SCRATCH_H */
