// SPDX-License-Identifier: GPL-2.0
/* Prints distributions as bars, see stats.h. */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../interevent.h"
#include "../sketch.h"
#include "stats.h"

#define BAR_WIDTH	40

/*
 * Rows: one for each power of two. Row ROW_ZERO is that of 0; row ROW_ZERO + 1 + I
 * has the numbers from 2^I on, and those below ROW_ZERO have negative numbers in
 * the same way, the first of them -1.
 */
#define ROW_ZERO	65
#define ROWS		(ROW_ZERO + 65)

/**
 * struct unit - how numbers are printed
 * @names: what follows a number, ended by NULL
 * @step: how many of a name make one of the next
 */
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
	char label[56], bar[BAR_WIDTH + 1];
	unsigned int length;

	/* Without an overflow, a bit of a large count does not matter. */
	length = max >> 32 ? div64_u64(count, div64_u64(max, BAR_WIDTH)) :
			     div64_u64(count * BAR_WIDTH, max);
	length = min_t(unsigned int, length, BAR_WIDTH);
	memset(bar, '#', length);
	memset(bar + length, ' ', BAR_WIDTH - length);
	bar[BAR_WIDTH] = '\0';
	write_row(label, sizeof(label), unit, row);
	seq_printf(m, "    %-20s %10llu |%s|\n", label, count, bar);
}

static void dist_show(struct seq_file *m, const struct unit *unit,
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

void hist_dist_show(struct seq_file *m, const struct hist_field *f,
		    const struct hist_bucket *b, const struct hist_bucket *end)
{
	u64 rows[ROWS] = {};

	for (; b < end; b++)
		rows[row_of(sketch_key_bucket(b->key))] += b->count;
	dist_show(m, f->flags & HIST_USECS ? &usecs : &plain, rows);
}
