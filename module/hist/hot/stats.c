// SPDX-License-Identifier: GPL-2.0
/* Adds hits to statistics, see run.h. */
#include "../hist.h"
#include "../interevent.h"
#include "../sketch.h"
#include "chains.h"
#include "load.h"
#include "run.h"
#include "search.h"

static __always_inline void stats_add(struct hist_entry_sums at,
				      unsigned int i, u64 value)
{
	if (at.own)
		local_add(value, at.own + i);
	else
		atomic64_add(value, at.shared + i);
}

static __always_inline void add_square(struct hist_entry_sums at,
				       unsigned int i, u64 value)
{
	const unsigned __int128 square = (unsigned __int128)value * value;

	if (hist_digit_add(at, i, (u32)square))
		hist_digit_carry(at, i, i + 2);
	if (!(square >> 32))
		return;
	if (hist_digit_add(at, i + 1, (u32)(square >> 32)))
		hist_digit_carry(at, i + 1, i + 2);
	if (square >> 64)
		stats_add(at, i + 2, square >> 64);
}

static __always_inline void raise_own(local_t *at, u64 grade)
{
	long seen = local_read(at), now;

	while ((u64)seen < grade) {
		now = local_cmpxchg(at, seen, grade);
		if (now == seen)
			break;
		seen = now;
	}
}

static __always_inline void stats_raise(struct hist_entry_sums at, unsigned int i,
					u64 grade)
{
	if (at.own)
		raise_own(at.own + i, grade);
	else
		hist_sums_raise(at.shared + i, grade);
}

static __always_inline void add_value(const struct hist_stat *stat,
				      struct hist_entry_sums at, unsigned int i,
				      u64 value)
{
	switch (stat->kind) {
	case HIST_STAT_STDDEV:
		add_square(at, stat->square,
			   stat->is_signed && (s64)value < 0 ? -value : value);
		fallthrough;
	case HIST_STAT_SUM:
	case HIST_STAT_AVG:
		stats_add(at, i, value);
		break;
	case HIST_STAT_MIN:
	case HIST_STAT_MAX:
		stats_raise(at, i, hist_stat_grade(stat, value));
		break;
	}
}

static __always_inline void stats_add_to_sketch(struct hist_map *sketch,
						long index, u32 bucket)
{
	const long at = hist_map_find_word(sketch, sketch_key(index, bucket));
	u64 offset;
	local_t *own;

	if (unlikely(at < 0)) {
		hist_map_drop(sketch);
		return;
	}
	offset = hist_sums_offset(&sketch->sums, at);
	own = hist_sums_at(&sketch->sums, offset);
	if (likely(own))
		local_inc(own);
	else
		atomic64_inc(hist_sums_shared(&sketch->sums, offset));
}

/*
 * Counts a hit in a bucket of a sketch with chains. The caller pins the entry at @index,
 * so none of the entry's buckets is freed.
 */
static void add_to_chains(struct hist_map *sketch, long index, u32 bucket)
{
	const u64 key = sketch_key(index, bucket);
	bool made = false;
	u64 offset;
	long at;

	at = hist_chains_find(sketch, &key, 1, &made);
	if (unlikely(at < 0)) {
		hist_map_drop(sketch);
		return;
	}
	if (made)
		hist_chains_add_bucket(sketch, index, at);
	offset = hist_sums_offset(&sketch->sums, at);
	atomic64_inc(hist_sums_common(&sketch->sums, offset));
	hist_chains_unpin(sketch, at);
}

/*
 * Loads a value once for its sum and again for its sketch: these loads need no call, and
 * take fewer instructions than an array of values.
 */
void hist_hit_stats(struct hist_trigger *trigger, const void *record)
{
	const struct hist_program *program = &trigger->program;
	const struct hist_stats *stats = &program->interevent->stats;
	struct hist_map *map = hist_map_now(trigger->hist);
	struct hist_entry_sums at = {};
	unsigned int i, value;
	u64 offset, number;
	long index;

	index = hist_map_find_word(map, hist_load_number(program->ops_keys, record));
	if (unlikely(index < 0)) {
		hist_map_drop(map);
		return;
	}
	offset = hist_sums_offset(&map->sums, index);
	at.own = hist_sums_at(&map->sums, offset);
	if (unlikely(!at.own))
		at.shared = hist_sums_shared(&map->sums, offset);
	stats_add(at, 0, 1);
	for (i = 1; i < program->nr_vals; i++)
		add_value(&stats->of[i], at, i,
			  hist_load_number(&program->ops_vals[i - 1], record));
	for (i = 0; i < stats->nr_sketches; i++) {
		value = stats->sketched[i];
		number = hist_load_number(&program->ops_vals[value - 1], record);
		stats_add_to_sketch(&map->sketches[i], index,
				    sketch_bucket(number, stats->of[value].is_signed));
	}
}

void hist_stats_add(struct hist_map *map, const struct hist_stats *stats,
		    unsigned int nr_vals, long index, local_t *own,
		    atomic64_t *shared, const u64 *values, bool chains)
{
	const struct hist_entry_sums at = { own, shared };
	unsigned int i;

	for (i = 1; i < nr_vals; i++)
		add_value(&stats->of[i], at, i, values[i]);
	for (i = 0; i < stats->nr_sketches; i++) {
		const unsigned int value = stats->sketched[i];
		const u32 bucket = sketch_bucket(values[value],
						 stats->of[value].is_signed);

		if (chains)
			add_to_chains(&map->sketches[i], index, bucket);
		else
			stats_add_to_sketch(&map->sketches[i], index, bucket);
	}
}
