// SPDX-License-Identifier: GPL-2.0
/* Parses the modifiers of statistics, see stats.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../sketch.h"
#include "modifier.h"
#include "stats.h"

static const struct {
	const char *word;
	enum hist_stat_kind kind;
} words[] = {
	{ "avg", HIST_STAT_AVG },
	{ "stddev", HIST_STAT_STDDEV },
	{ "min", HIST_STAT_MIN },
	{ "max", HIST_STAT_MAX },
	{ "dist", HIST_STAT_DIST },
};

/*
 * Parses N of the modifier pN, a percentage: 100, or one or two digits, then perhaps
 * decimals, with or without a "_" before them. Returns false if N is invalid.
 */
static bool parse_parts(const char *text, u32 *parts)
{
	u32 unit = HIST_STAT_WHOLE / 100, value = 0;
	unsigned int i;

	if (!strcmp(text, "100")) {
		*parts = HIST_STAT_WHOLE;
		return true;
	}
	for (i = 0; i < 2 && isdigit(*text); i++)
		value = value * 10 + *text++ - '0';
	value *= unit;
	if (!i)
		return false;
	if (*text == '_' && isdigit(text[1]))
		text++;
	for (; isdigit(*text) && unit > 1; text++) {
		unit /= 10;
		value += (*text - '0') * unit;
	}
	*parts = value;
	return !*text;
}

static bool parse_word(const char *word, struct hist_stat *stat)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(word, words[i].word)) {
			stat->kind = words[i].kind;
			return true;
		}
	stat->kind = HIST_STAT_QUANTILE;
	return word[0] == 'p' && parse_parts(word + 1, &stat->parts);
}

/* Is one of the modifiers in @text the modifier of a statistic? */
static bool has_stat(const char *text)
{
	char word[sizeof(((struct hist_field *)0)->stat)];
	struct hist_stat stat;
	size_t len;

	for (; text; text = text[len] ? text + len + 1 : NULL) {
		len = strcspn(text, ".");
		if (len < sizeof(word)) {
			strscpy(word, text, len + 1);
			if (parse_word(word, &stat))
				return true;
		}
	}
	return false;
}

bool hist_stats_follow(const struct hist_parser *p, const char *text)
{
	return p->in_values && !strstr(text, ".$") && has_stat(text);
}

int hist_stats_modifiers(struct hist_parser *p, struct hist_field *f,
			 const char *name, char *text)
{
	struct hist_stat stat;
	char *word;
	int ret;

	if (!p->in_values || !has_stat(text))
		return hist_parse_modifier(p, f, name, text);
	while (text) {
		word = strsep(&text, ".");
		if (!f->stat[0] && parse_word(word, &stat)) {
			strscpy(f->stat, word, sizeof(f->stat));
		} else if (!strcmp(word, "bytes")) {
			f->flags |= HIST_BYTES;
		} else {
			ret = hist_parse_modifier(p, f, name, word);
			if (ret)
				return ret;
		}
	}
	return 0;
}

/* Values of the same numbers share a sketch. */
static u8 find_sketch(struct hist_parser *p, unsigned int i)
{
	const struct hist_op *ops = p->spec->program.ops_vals;
	struct hist_stats *stats = &p->interevent->stats;
	unsigned int k;

	for (k = 0; k < stats->nr_sketches; k++) {
		const unsigned int other = stats->sketched[k];

		if (!memcmp(&ops[other - 1], &ops[i - 1], sizeof(*ops)) &&
		    stats->of[other].is_signed == stats->of[i].is_signed)
			return k;
	}
	stats->sketched[stats->nr_sketches] = i;
	return stats->nr_sketches++;
}

int hist_stats_plan(struct hist_parser *p, struct hist_field *f,
		    unsigned int i)
{
	struct hist_stats *stats = &p->interevent->stats;
	struct hist_stat *stat = &stats->of[i];
	const size_t len = strlen(f->name);

	if (!f->stat[0])
		return 0;
	if (f->flags & (HIST_HITCOUNT | HIST_CONST) ||
	    len + 1 + strlen(f->stat) >= sizeof(f->name))
		return hist_refuse(p, HIST_ERROR_MODIFIER, f->stat);
	parse_word(f->stat, stat);
	stat->is_signed = f->is_signed;
	stats->any = true;
	if (stat->kind == HIST_STAT_QUANTILE || stat->kind == HIST_STAT_DIST)
		stat->sketch = find_sketch(p, i);
	strcpy(f->name + len, ".");
	strcpy(f->name + len + 1, f->stat);
	return 0;
}

/*
 * The values .min and .max of the same numbers as value @i, a percentile, narrow the range
 * of the percentile.
 */
static void find_limits(struct hist_parser *p, unsigned int i)
{
	const struct hist_op *ops = p->spec->program.ops_vals;
	struct hist_stats *stats = &p->interevent->stats;
	unsigned int j;

	for (j = 1; j < p->spec->program.nr_vals; j++) {
		if (memcmp(&ops[j - 1], &ops[i - 1], sizeof(*ops)) ||
		    stats->of[j].is_signed != stats->of[i].is_signed)
			continue;
		if (stats->of[j].kind == HIST_STAT_MIN)
			stats->least[i] = j;
		else if (stats->of[j].kind == HIST_STAT_MAX)
			stats->most[i] = j;
	}
}

void hist_stats_finish(struct hist_parser *p)
{
	struct hist_stats *stats = &p->interevent->stats;
	unsigned int i;

	stats->nr_sums = p->spec->program.nr_vals;
	for (i = 1; i < p->spec->program.nr_vals; i++) {
		if (stats->of[i].kind == HIST_STAT_STDDEV) {
			stats->of[i].square = stats->nr_sums;
			stats->nr_sums += 2;
		} else if (stats->of[i].kind == HIST_STAT_QUANTILE) {
			find_limits(p, i);
		}
	}
}
