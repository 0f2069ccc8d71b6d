// SPDX-License-Identifier: GPL-2.0
/* Computes and prints statistics, see sort.h. */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "../../compat/memory.h"
#include "../../compat/wide.h"
#include "../interevent.h"
#include "../object/map.h"
#include "../parse/parser.h"
#include "../sketch.h"
#include "sort.h"

/*
 * Number of buckets that hits may add while memory for a copy is allocated; in
 * the next try, SPARE_GROWTH times as many.
 */
#define SPARE		4096
#define SPARE_GROWTH	4

/**
 * struct hist_sketch_copy - a sketch, sorted
 * @buckets: the buckets of each entry in turn, sorted by value
 * @first: for each index of an entry the index in @buckets of its first bucket;
 *	in the element after these, the number of buckets
 * @unsorted: the buckets in the order of the map, while they are copied
 * @max: number of buckets that fit into @buckets and @unsorted
 * @spare: the part of @max for buckets that hits add during the copy, see SPARE
 */
struct hist_sketch_copy {
	struct hist_bucket *buckets;
	u32 *first;
	struct hist_bucket *unsorted;
	u32 max;
	u32 spare;
};

/*
 * @words are the sum of the squares, low word first, and a word that is not 0 if that sum is
 * unknown, because a hit was interrupted before its carry.
 */
static u64 stats_deviation(const struct hist_stat *stat, u64 nr, u64 sum, const u64 *words)
{
	unsigned __int128 squares = words[1];
	u64 left;

	if (!nr || words[2])
		return 0;
	squares = squares << 64 | words[0];
	/* Negating all values does not change the result. */
	if (stat->is_signed && (s64)sum < 0)
		sum = -sum;
	return wide_root(wide_divide(wide_spread(nr, sum, squares), nr, &left));
}

static u64 stats_average(const struct hist_stat *stat, u64 nr, u64 sum)
{
	if (!nr)
		return 0;
	if (stat->is_signed && (s64)sum < 0)
		return -div64_u64(-sum, nr);
	return div64_u64(sum, nr);
}

void hist_stats_totals(const struct hist_sorted *s, u32 index, u64 *values)
{
	const struct hist *hist = s->hist;
	const struct hist_stats *stats = hist_stats_of(&hist->spec);
	u64 sums[(1 + HIST_WIDE_SUMS) * HIST_VALS_MAX];
	unsigned int i;

	hist_sums_totals(&s->map->sums, index, sums);
	for (i = 0; i < hist->spec.program.nr_vals; i++) {
		const struct hist_stat *stat = &stats->of[i];

		values[i] = sums[i];
		switch (stat->kind) {
		case HIST_STAT_AVG:
			values[i] = stats_average(stat, sums[0], sums[i]);
			break;
		case HIST_STAT_STDDEV:
			values[i] = stats_deviation(stat, sums[0], sums[i],
						    &sums[stat->square]);
			break;
		case HIST_STAT_MIN:
		case HIST_STAT_MAX:
			values[i] = hist_stat_ungrade(stat, sums[i]);
			break;
		}
	}
}

static int by_key(const void *left, const void *right)
{
	const struct hist_bucket *a = left, *b = right;

	return a->key < b->key ? -1 : a->key > b->key;
}

/* Copies the buckets of a sketch. Returns false if they do not all fit. */
static bool read_buckets(const struct hist_map *sketch, struct hist_bucket *to,
			 u32 max, u32 *nr)
{
	const u64 *key;
	u32 pos = 0;
	long index;
	u64 word;

	for (*nr = 0; ; ++*nr) {
		index = hist_map_next(sketch, &pos, &key, &word);
		if (index < 0)
			return true;
		if (*nr < max) {
			to[*nr].key = *key;
			hist_sums_totals(&sketch->sums, index, &to[*nr].count);
		}
		hist_map_put(sketch, index);
		if (*nr == max)
			return false;
		if (!(*nr % 1024))
			cond_resched();
	}
}

/* Groups the buckets by entry, and sorts the buckets of each entry by value. */
static void stats_order(struct hist_sketch_copy *copy,
			const struct hist_bucket *from, u32 nr, u32 nr_indexes)
{
	u32 *end = copy->first + 1;
	u32 i;

	/*
	 * Counting sort: end[I] is first the start of the buckets of entry I,
	 * then their end.
	 */
	for (i = 0; i < nr; i++)
		end[sketch_key_index(from[i].key) + 1]++;
	for (i = 1; i <= nr_indexes; i++)
		end[i] += end[i - 1];
	for (i = 0; i < nr; i++)
		copy->buckets[end[sketch_key_index(from[i].key)]++] = from[i];
	for (i = 0; i < nr_indexes; i++) {
		sort(copy->buckets + copy->first[i],
		     copy->first[i + 1] - copy->first[i],
		     sizeof(*copy->buckets), by_key, NULL);
		if (!(i % 1024))
			cond_resched();
	}
}

static void free_buckets(struct hist_sketch_copy *copy)
{
	kvfree(copy->buckets);
	kvfree(copy->unsorted);
	copy->buckets = NULL;
	copy->unsorted = NULL;
}

static int alloc_buckets(struct hist_sketch_copy *copy,
			 const struct hist_map *sketch)
{
	const size_t size = sizeof(*copy->buckets);

	/* A sketch has at most one bucket for each index. */
	copy->max = min(hist_map_used(sketch) + copy->spare,
			sketch->nr_indexes);
	copy->unsorted = memory_alloc(copy->max, size);
	copy->buckets = memory_alloc(copy->max, size);
	return copy->unsorted && copy->buckets ? 0 : -ENOMEM;
}

static int alloc_copy(struct hist_sketch_copy *copy,
		      const struct hist_map *sketch, u32 nr_indexes)
{
	copy->spare = SPARE;
	copy->first = memory_zalloc(nr_indexes + 2, sizeof(*copy->first));
	return copy->first ? alloc_buckets(copy, sketch) : -ENOMEM;
}

/*
 * Allocates before anything is copied, because an allocation may itself be a hit of the
 * histogram's event.
 */
int hist_stats_alloc_copies(struct hist_sorted *s)
{
	const struct hist *hist = s->hist;
	unsigned int i;
	int ret = 0;

	s->sketches = kvcalloc(hist->nr_sketches, sizeof(*s->sketches),
			       GFP_KERNEL);
	if (!s->sketches)
		return -ENOMEM;
	for (i = 0; !ret && i < hist->nr_sketches; i++)
		ret = alloc_copy(&s->sketches[i], &s->map->sketches[i],
				 s->map->nr_indexes);
	return ret;
}

static int copy_sketch(struct hist_sketch_copy *copy,
		       const struct hist_map *sketch, u32 nr_indexes)
{
	u32 nr;

	while (!read_buckets(sketch, copy->unsorted, copy->max, &nr)) {
		free_buckets(copy);
		copy->spare *= SPARE_GROWTH;
		if (alloc_buckets(copy, sketch))
			return -ENOMEM;
	}
	stats_order(copy, copy->unsorted, nr, nr_indexes);
	return 0;
}

int hist_stats_copy_sketches(struct hist_sorted *s)
{
	const struct hist *hist = s->hist;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < hist->nr_sketches; i++)
		ret = copy_sketch(&s->sketches[i], &s->map->sketches[i],
				  s->map->nr_indexes);
	return ret;
}

void hist_stats_free_copies(struct hist_sorted *s)
{
	unsigned int i;

	for (i = 0; s->sketches && i < s->hist->nr_sketches; i++) {
		free_buckets(&s->sketches[i]);
		kvfree(s->sketches[i].first);
	}
	kvfree(s->sketches);
	s->sketches = NULL;
}

static u64 count_all(const struct hist_bucket *b, const struct hist_bucket *end)
{
	u64 count = 0;

	for (; b < end; b++)
		count += b->count;
	return count;
}

/* Returns the bucket of a percentile, or NULL if there are no values. */
static const struct hist_bucket *stats_quantile(const struct hist_bucket *b,
						const struct hist_bucket *end,
						u32 parts)
{
	u64 count = count_all(b, end), rank, rest;

	if (!count)
		return NULL;
	/* rank = count * parts / whole, rounded up, without an overflow. */
	rank = div64_u64_rem(count, HIST_STAT_WHOLE, &rest) * parts;
	rank += DIV_ROUND_UP(rest * parts, HIST_STAT_WHOLE);
	for (; b < end - 1 && b->count < rank; b++)
		rank -= b->count;
	return b;
}

static u64 stats_lesser(const struct hist_stat *stat, u64 a, u64 b)
{
	return hist_stat_rank(stat, a) < hist_stat_rank(stat, b) ? a : b;
}

static u64 stats_greater(const struct hist_stat *stat, u64 a, u64 b)
{
	return stats_lesser(stat, a, b) == a ? b : a;
}

bool hist_stats_band(const struct hist_sorted *s,
		     const struct hist_sorted_entry *entry, unsigned int i,
		     struct hist_band *band)
{
	const struct hist_stats *stats = hist_stats_of(&s->hist->spec);
	const struct hist_stat *stat = &stats->of[i];
	const u64 *values = s->words + entry->at;
	const struct hist_bucket *b, *end;
	u64 least, most;
	u32 bucket;

	if (stat->kind != HIST_STAT_QUANTILE)
		return false;
	b = hist_stats_buckets(s, entry, i, &end);
	b = stats_quantile(b, end, stat->parts);
	if (!b)
		return false;
	bucket = sketch_key_bucket(b->key);
	band->value = sketch_middle(bucket);
	band->low = sketch_range(bucket, &band->high);
	least = stats->least[i] ? values[stats->least[i]] : band->low;
	most = stats->most[i] ? values[stats->most[i]] : band->high;
	/*
	 * The minimum and the maximum were copied before the buckets, so the minimum
	 * may be above this bucket, and the maximum below it.
	 */
	if (stats_lesser(stat, least, band->high) == least)
		band->low = stats_greater(stat, band->low, least);
	if (stats_greater(stat, most, band->low) == most)
		band->high = stats_lesser(stat, band->high, most);
	band->value = stats_greater(stat, band->value, band->low);
	band->value = stats_lesser(stat, band->value, band->high);
	return true;
}

void hist_stats_fill(struct hist_sorted *s, struct hist_sorted_entry *entry)
{
	const struct hist_stats *stats = hist_stats_of(&s->hist->spec);
	u64 *values = s->words + entry->at;
	const struct hist_bucket *b, *end;
	struct hist_band band;
	unsigned int i;

	for (i = 1; i < s->hist->spec.program.nr_vals; i++) {
		if (stats->of[i].kind == HIST_STAT_QUANTILE) {
			values[i] = hist_stats_band(s, entry, i, &band) ?
					    band.value : 0;
		} else if (stats->of[i].kind == HIST_STAT_DIST) {
			b = hist_stats_buckets(s, entry, i, &end);
			values[i] = count_all(b, end);
		}
	}
}

const struct hist_bucket *hist_stats_buckets(const struct hist_sorted *s,
					     const struct hist_sorted_entry *entry,
					     unsigned int i,
					     const struct hist_bucket **end)
{
	const struct hist_stats *stats = hist_stats_of(&s->hist->spec);
	const struct hist_sketch_copy *copy = &s->sketches[stats->of[i].sketch];

	*end = copy->buckets + copy->first[entry->index + 1];
	return copy->buckets + copy->first[entry->index];
}

/* Width of a distribution's bars. */
#define STATS_BAR_WIDTH	40

/*
 * A distribution has a row for each power of two. Row ROW_ZERO counts 0, and
 * row ROW_ZERO + 1 + I counts the numbers from 2^I to 2^(I + 1) - 1. A negative
 * number N is in row ROW_ZERO - 1 - I if ~N is in row ROW_ZERO + I.
 */
#define ROW_ZERO	65
#define ROWS		(ROW_ZERO + 65)

/* Suffixes of numbers, ended by NULL, and the factor from one to the next. */
struct unit {
	const char *const *names;
	unsigned int step;
};

static const char *const plain_names[] = { "", "K", "M", "G", "T", "P", "E", NULL };
static const char *const time_names[] = { "us", "ms", "s", NULL };

static const struct unit plain = { plain_names, 1024 };
static const struct unit usecs = { time_names, 1000 };

/* Writes a number with at most two decimals, like "4K" or "1.02ms". */
static void write_number(char *to, size_t size, const struct unit *unit,
			 u64 value)
{
	const char *const *name = unit->names;
	unsigned int len, decimals;
	u64 part = 1;

	while (name[1] && div64_u64(value, part) >= unit->step) {
		part *= unit->step;
		name++;
	}
	decimals = div64_u64((value - div64_u64(value, part) * part) * 100,
			     part);
	len = scnprintf(to, size, "%llu", div64_u64(value, part));
	if (decimals && div64_u64(value, part) < 100)
		len += scnprintf(to + len, size - len,
				 decimals % 10 ? ".%02u" : ".%u",
				 decimals % 10 ? decimals : decimals / 10);
	scnprintf(to + len, size - len, "%s", *name);
}

static unsigned int row_of(u32 bucket)
{
	unsigned int shift, row;
	u64 low = sketch_low(bucket, &shift);

	row = low ? ilog2(low) + 1 : 0;
	return sketch_negative(bucket) ? ROW_ZERO - 1 - row : ROW_ZERO + row;
}

static void write_limit(char *to, size_t size, const struct unit *unit,
			unsigned int power, bool negative)
{
	if (negative)
		*to++ = '-';
	if (power < 64)
		write_number(to, size - negative, unit, 1ULL << power);
	else
		strscpy(to, "2^64", size - negative);
}

static void write_row(char *to, size_t size, const struct unit *unit,
		      unsigned int row)
{
	const bool negative = row < ROW_ZERO;
	const unsigned int i = negative ? ROW_ZERO - 1 - row : row - ROW_ZERO;
	char from[24], end[24];

	if (!i) {
		snprintf(to, size, negative ? "[-1]" : "[0]");
		return;
	}
	write_limit(from, sizeof(from), unit, i - !negative, negative);
	write_limit(end, sizeof(end), unit, i - negative, negative);
	if (i == 1)
		snprintf(to, size, "[%s]", from);
	else
		snprintf(to, size, "[%s, %s)", from, end);
}

static void show_row(struct seq_file *m, const struct unit *unit,
		     unsigned int row, u64 count, u64 max)
{
	char label[56], bar[STATS_BAR_WIDTH + 1];
	unsigned int length;

	/* If the product could overflow, divide twice instead, which rounds the length more. */
	length = max >> 32 ? div64_u64(count, div64_u64(max, STATS_BAR_WIDTH)) :
			     div64_u64(count * STATS_BAR_WIDTH, max);
	length = min_t(unsigned int, length, STATS_BAR_WIDTH);
	memset(bar, '#', length);
	memset(bar + length, ' ', STATS_BAR_WIDTH - length);
	bar[STATS_BAR_WIDTH] = '\0';
	write_row(label, sizeof(label), unit, row);
	seq_printf(m, "    %-20s %10llu |%s|\n", label, count, bar);
}

static void show_rows(struct seq_file *m, const struct unit *unit,
		      const u64 *rows)
{
	unsigned int first = ROWS, last = 0, i;
	u64 max = 0;

	for (i = 0; i < ROWS; i++) {
		if (!rows[i])
			continue;
		first = min(first, i);
		last = i;
		max = max(max, rows[i]);
	}
	for (i = first; i <= last; i++)
		show_row(m, unit, i, rows[i], max);
}

static void dist_show(struct seq_file *m, const struct unit *unit,
		      const struct hist_bucket *b, const struct hist_bucket *end)
{
	u64 rows[ROWS] = {};

	for (; b < end; b++)
		rows[row_of(sketch_key_bucket(b->key))] += b->count;
	show_rows(m, unit, rows);
}

void hist_stats_show(struct seq_file *m, const struct hist_sorted *s,
		     const struct hist_sorted_entry *entry)
{
	const struct hist_spec *spec = &s->hist->spec;
	const struct hist_stats *stats = hist_stats_of(spec);
	const struct hist_bucket *b, *end;
	enum hist_time time;
	unsigned int i;

	for (i = 1; i < spec->program.nr_vals; i++) {
		if (stats->of[i].kind != HIST_STAT_DIST)
			continue;
		b = hist_stats_buckets(s, entry, i, &end);
		time = hist_time_of(spec, &spec->fields[i]);
		dist_show(m, time == HIST_TIME_US ? &usecs : &plain, b, end);
	}
}
