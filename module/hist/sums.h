/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sums: what the hits of a hist map have counted.
 *
 * An entry of a map has an index and a fixed number of sums. Each CPU adds to its
 * own array with one instruction, which neither an interrupt nor an NMI can split.
 * So CPUs share only memory that they read.
 *
 * A CPU's array contains the sums of the lowest indexes; entries get their indexes
 * in the order of their first hits. The array starts with one page, or with all sums
 * if those of all CPUs fit into HIST_SUMS_FIRST bytes. A hit on an entry beyond the
 * array adds atomically to sums that all CPUs share, and asks for a longer array. An
 * irq_work and a worker allocate it, because hits cannot. The new array starts with
 * zeros, the old one remains, and readers add all arrays up, so nothing is copied
 * while hits run.
 *
 * All arrays in use together may need HIST_SUMS_SHARE times the memory of the shared
 * sums, and replaced arrays up to two thirds of that in addition. On a machine with
 * many CPUs, only the first entries have sums for each CPU; usually these are hit
 * most. Longer arrays are not charged to the memory cgroup of the user who added the
 * trigger.
 *
 * hist_sums_at() and hist_sums_shared() may be called in any context, NMI
 * included, with preemption off, and all others in process context.
 */
#ifndef HISTRIG_SUMS_H
#define HISTRIG_SUMS_H

#include <linux/atomic.h>
#include <linux/irq_work.h>
#include <linux/llist.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <asm/local.h>

#include "loss.h"

/* Limit of the arrays of all CPUs, in multiples of the shared sums' memory. */
#define HIST_SUMS_SHARE		8

/*
 * If arrays for all sums on all CPUs need fewer bytes than this, the first arrays contain all
 * sums.
 */
#define HIST_SUMS_FIRST		(2U << 20)

/* The arrays of all CPUs may have this many bytes even if HIST_SUMS_SHARE allows fewer. */
#define HIST_SUMS_BYTES		(4U << 20)

/**
 * struct hist_sums_array - sums of one CPU
 * @older: the array that the CPU used before, or NULL
 * @bytes: length of @sums
 * @sums: the sums of each index in turn
 */
struct hist_sums_array {
	struct hist_sums_array *older;
	u64 bytes;
	local_t sums[];
};

/**
 * struct hist_sums_cpu - one CPU's part of the sums of a map
 * @array: the array that its hits add to
 * @wanted: length in bytes that hits have asked for, because @array is too
 *	short; 0 if they have not asked
 * @lost: what hits have lost, see hist_map_lose()
 */
struct hist_sums_cpu {
	struct hist_sums_array *array;
	u32 wanted;
	local_t lost[HIST_LOSSES];
};

/**
 * struct hist_sums - the sums of a map
 * @cpu: each CPU's part
 * @shared: the sums that all CPUs share
 * @nr_sums: number of sums of an entry
 * @greatest: bit I is 1 if sum I of an entry is a maximum instead of a sum
 * @wide: bit I is 1 if sum I is the lower word of a number whose upper word is
 *	sum I + 1
 * @bytes: length of @shared
 * @max_bytes: length that a CPU's array may grow to
 * @asked: true while @link is in hist_sums_asked
 * @link: link in hist_sums_asked
 */
struct hist_sums {
	struct hist_sums_cpu __percpu *cpu;
	atomic64_t *shared;
	u32 nr_sums;
	u32 greatest;
	u32 wide;
	u32 bytes;
	u32 max_bytes;
	bool asked;
	struct llist_node link;
};

/* Sums whose hits have asked for longer arrays, and the irq_work that starts the worker. */
extern struct llist_head hist_sums_asked;
extern struct irq_work hist_sums_irq;

/* hist_sums_offset() - offset of an entry's sums in an array, in bytes */
static __always_inline u64 hist_sums_offset(const struct hist_sums *sums,
					    u64 index)
{
	return index * sums->nr_sums * sizeof(local_t);
}

#endif /* HISTRIG_SUMS_H */
