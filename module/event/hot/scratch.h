/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scratch memory for probes: room for a record, a key or a text while one hit
 * is handled.
 *
 * Probes keep small records of a fixed size on their stack. They build all
 * other records in the scratch memory of their CPU. Probes nest strictly (task,
 * softirq, hardirq, NMI, and probes inside probes). So a bump pointer serves as
 * allocator: scratch_alloc() moves the pointer forward and scratch_free() moves
 * it back. A hit that finds no room counts as dropped, see event_hit_lost().
 *
 * Context: any, NMI too. The caller must not migrate between scratch_alloc()
 * and scratch_free(): tracepoints call their probes with preemption off.
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
 * Return: memory aligned to 8 bytes, not cleared. NULL if no room is left or
 * @size is over RECORD_SIZE_MAX + RECORD_PREFIX.
 */
void *scratch_alloc(unsigned int size);

/**
 * scratch_free() - give back the memory of the last scratch_alloc()
 * @size: the @size passed to scratch_alloc()
 *
 * Context: the same as for scratch_alloc().
 */
void scratch_free(unsigned int size);

#endif /* HISTRIG_SCRATCH_H */
