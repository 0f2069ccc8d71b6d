/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records: where a probe builds what it saw.
 *
 * A record has the layout that the event's format file declares, the common
 * header included. The header is room only: what a trigger wants
 * of it (pid, flags) is computed where it is wanted.
 *
 * A record whose size is known when the module is built lies on the stack of
 * its probe. One with dynamic arrays is taken from a per-CPU arena: probes
 * nest strictly (task, softirq, hardirq, NMI, and probes inside probes), so
 * a bump pointer that each gives back when it ends is all the allocator there
 * is. A hit whose record does not fit counts as dropped, see event_hit_lost().
 *
 * Context: any, NMI too. The caller must not migrate: tracepoints call their
 * probes with preemption off.
 */
#ifndef HISTRIG_RECORD_H
#define HISTRIG_RECORD_H

#include <linux/types.h>

#include "../compat/context.h"

/* The common fields that every record starts with. */
struct record_header {
	u16 common_type;
	u8 common_flags;
	u8 common_preempt_count;
	int common_pid;

	IF_LAZY_COUNT(u8 common_preempt_lazy_count; u8 pad[3];)
};

/* Largest record, as in the kernel's own ring buffer: what a page takes. */
#define RECORD_SIZE_MAX		4080

/* Longest key that is built beside a record, see hist/run.c. */
#define RECORD_KEY_MAX		2048

/* Largest record that a probe keeps on its stack. */
#define RECORD_STACK_MAX	256

/**
 * record_push() - take room for one record of the calling CPU
 * @size: bytes, the header included
 *
 * Context: any. Must be paired with record_pop() of the same @size in the
 * same context.
 * Return: the room, aligned to 8 bytes, or NULL when there is none left or
 * @size is over RECORD_SIZE_MAX.
 */
void *record_push(unsigned int size);

/**
 * record_pop() - give back what record_push() gave
 * @size: as it was asked for
 */
void record_pop(unsigned int size);

int record_init(void);
void record_exit(void);

#endif /* HISTRIG_RECORD_H */
