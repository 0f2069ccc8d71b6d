/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Statistics: values that are more than sums.
 *
 * A value with a modifier like .max, .avg or .p99 is a statistic of the field's
 * values. Each statistic has one sum in an entry, in the order of the values. A
 * standard deviation has two more sums for the squares, after the sums of all
 * values. Percentiles and distributions come from a sketch (sketch.h), one for
 * each field.
 *
 * Hits of triggers that have only a number as the key and such values run hist_hit_stats();
 * those of others run hot/interevent.c.
 */
#ifndef HISTRIG_STATS_H
#define HISTRIG_STATS_H

#include <linux/bits.h>
#include <linux/types.h>

#include "program.h"

enum hist_stat_kind {
	HIST_STAT_SUM,
	HIST_STAT_AVG,
	HIST_STAT_STDDEV,
	HIST_STAT_MIN,
	HIST_STAT_MAX,
	HIST_STAT_QUANTILE,
	HIST_STAT_DIST,
};

/* Number of parts in a whole, for hist_stat.parts. */
#define HIST_STAT_WHOLE		1000000U

/**
 * struct hist_stat - how one value of a histogram combines the numbers of hits
 * @kind: enum hist_stat_kind
 * @is_signed: whether the numbers are signed
 * @sketch: index of the sketch, for a quantile or a distribution
 * @square: index of the lower of the two sums of squares
 * @parts: for a quantile, its fraction in parts of HIST_STAT_WHOLE
 */
struct hist_stat {
	u8 kind;
	bool is_signed;
	u8 sketch;
	u8 square;
	u32 parts;
};

/**
 * struct hist_stats - the statistics of a trigger
 * @of: for each value its statistic
 * @any: whether any value is not just a sum
 * @nr_sums: number of sums in an entry
 * @nr_sketches: number of sketches
 * @sketched: for each sketch the index of a value whose numbers it counts
 * @least: for each quantile, the index of a value that is the minimum of the
 *	same numbers, or 0
 * @most: for each quantile, the index of a value that is the maximum of the
 *	same numbers, or 0
 */
struct hist_stats {
	struct hist_stat of[HIST_VALS_MAX];
	bool any;
	u8 nr_sums;
	u8 nr_sketches;
	u8 sketched[HIST_VALS_MAX];
	u8 least[HIST_VALS_MAX];
	u8 most[HIST_VALS_MAX];
};

/* hist_stat_rank() - a u64 that compares like the signed or unsigned number */
static __always_inline u64 hist_stat_rank(const struct hist_stat *stat,
					  u64 value)
{
	return stat->is_signed ? value ^ BIT_ULL(63) : value;
}

/*
 * hist_stat_grade() - what a minimum or maximum stores in place of a number. The number
 * with the greatest grade is the result. No grade is below 0, so sums start at 0.
 */
static __always_inline u64 hist_stat_grade(const struct hist_stat *stat,
					   u64 value)
{
	value = hist_stat_rank(stat, value);
	return stat->kind == HIST_STAT_MIN ? ~value : value;
}

/* hist_stat_ungrade() - undo hist_stat_grade() */
static inline u64 hist_stat_ungrade(const struct hist_stat *stat, u64 grade)
{
	return hist_stat_rank(stat, stat->kind == HIST_STAT_MIN ? ~grade :
								  grade);
}

#endif /* HISTRIG_STATS_H */
