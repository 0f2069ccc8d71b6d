/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records: where a probe builds what it saw.
 *
 * A record has the layout that the event's format file declares, the common
 * header of 8 bytes included. The header is room only: what a trigger wants
 * of it (pid, flags) is computed where it is wanted.
 *
 * A record whose size is known when the module is built lies on the stack of
 * its probe. One with dynamic arrays is taken from a per-CPU arena: probes
 * nest strictly (task, softirq, hardirq, NMI, and probes inside probes), so
 * a bump pointer that each gives back when it ends is all the allocator there
 * is. A record that does not fit is not built and counts as lost.
 *
 * Context: any, NMI too. The caller must not migrate: tracepoints of kernels
 * up to 6.12 disable preemption, compat does it on later ones.
 */
#ifndef HISTRIG_RECORD_H
#define HISTRIG_RECORD_H

#include <linux/types.h>

struct event_file;

/* The four common fields that every record starts with. */
struct record_header {
	u16 common_type;
	u8 common_flags;
	u8 common_preempt_count;
	int common_pid;
};

/* Largest record, as in the kernel's own ring buffer: what a page takes. */
#define RECORD_SIZE_MAX		4080

/* Largest record that a probe keeps on its stack. */
#define RECORD_STACK_MAX	256

/**
 * record_push() - take room for one record of the calling CPU
 * @file: the event, data of the probe
 * @size: bytes, the header included
 *
 * Context: any. Must be paired with record_pop() of the same @size in the
 * same context.
 * Return: the room, aligned to 8 bytes, or NULL when there is none left or
 * @size is over RECORD_SIZE_MAX; the loss is counted.
 */
void *record_push(struct event_file *file, unsigned int size);

/**
 * record_pop() - give back what record_push() gave
 * @size: as it was asked for
 */
void record_pop(unsigned int size);

/**
 * record_hit() - hand a finished record on: to the ring, to triggers
 * @file: the event, data of the probe
 * @record: the record; valid until the call returns
 * @size: its length in bytes
 *
 * Context: any, preemption off.
 */
void record_hit(struct event_file *file, void *record, unsigned int size);

/**
 * record_lost() - how many records did not fit since the module was loaded
 */
unsigned long record_lost(void);

int record_init(void);
void record_exit(void);

#endif /* HISTRIG_RECORD_H */
