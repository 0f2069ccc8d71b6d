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
#include <linux/bits.h>
#include <linux/irq_work.h>
#include <linux/llist.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <asm/local.h>

struct hist;
struct hist_map;

/* Limit of the arrays of all CPUs, in multiples of the shared sums' memory. */
#define HIST_SUMS_SHARE		8

/*
 * If arrays for all sums on all CPUs need fewer bytes than this, the first arrays contain all
 * sums.
 */
#define HIST_SUMS_FIRST		(2U << 20)

/* The arrays of all CPUs may have this many bytes even if HIST_SUMS_SHARE allows fewer. */
#define HIST_SUMS_BYTES		(4U << 20)

/*
 * Losses: hits, values and actions that are missing in a histogram.
 *
 * Each loss has a number in enum hist_loss and a row in hist_losses[]; the
 * totals of hist, hist_totals and hist_json print the rows in this order. A hit
 * counts a loss in the sums of its map with hist_map_lose(). The row's @more
 * adds the losses that are counted elsewhere.
 */

/**
 * enum hist_loss - what hits have lost
 * @HIST_LOST_HITS: hits that were not counted, for any reason
 * @HIST_LOST_MISSED: those of HIST_LOST_HITS that no trigger has seen
 * @HIST_LOST_ARMING: those of HIST_LOST_HITS that had new keys while the map
 *	got chains
 * @HIST_LOST_BUCKETS: values that a full sketch has not counted
 * @HIST_LOST_ACTIONS: actions that were not run
 * @HIST_LOST_BEGINNINGS: dropped hits of the histograms whose variables this
 *	one reads
 * @HIST_LOST_FILES: user stacks with code in files that did not fit into the
 *	table of files, see record/user_frames.h
 * @HIST_LOST_SHARES: user stacks with code in files beyond their user's share
 *	of that table
 * @HIST_LOSSES: number of losses
 */
enum hist_loss {
	HIST_LOST_HITS,
	HIST_LOST_MISSED,
	HIST_LOST_ARMING,
	HIST_LOST_BUCKETS,
	HIST_LOST_ACTIONS,
	HIST_LOST_BEGINNINGS,
	HIST_LOST_FILES,
	HIST_LOST_SHARES,
	HIST_LOSSES,
};

/**
 * struct hist_loss_kind - how a loss is printed
 * @text: its line in the totals
 * @member: its member in a JSON document
 * @more: returns a number to add to the map's count; NULL if there is none
 */
struct hist_loss_kind {
	const char *text;
	const char *member;
	u64 (*more)(const struct hist *hist, const struct hist_map *map);
};

extern const struct hist_loss_kind hist_losses[HIST_LOSSES];

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

/*
 * A wide sum, of numbers with 128 bits, has three sums: of their bits 0 to 31, 32 to 63, and 64
 * to 127. So a hit has to carry only if it makes one of the first two reach HIST_CARRY, which
 * takes at least 2^31 hits. Until the hit has carried, that sum is not below HIST_CARRY, so
 * readers see that a carry is missing.
 */
#define HIST_WIDE_SUMS	3
#define HIST_CARRY	BIT_ULL(63)

/* An entry has at most nine sums, and a wide sum for each of eight standard deviations. */
#define HIST_SUMS_MAX	33U

/**
 * struct hist_sums - the sums of a map
 * @cpu: each CPU's part
 * @shared: the sums that all CPUs share
 * @nr_sums: number of sums of an entry
 * @greatest: bit I is 1 if sum I of an entry is a maximum instead of a sum
 * @wide: bit I is 1 if sum I is the first of the HIST_WIDE_SUMS of a wide sum
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
