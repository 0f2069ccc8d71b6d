// SPDX-License-Identifier: GPL-2.0
/* The modifiers of fields, see parser.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/string.h>

#include "../../event/field.h"
#include "../../event/record.h"
#include "../sums.h"
#include "parser.h"

/* Bytes of an Ethernet address. */
#define MAC_SIZE	6

/*
 * Modifiers. Like in the kernel, a field with the flags of several of them is printed with
 * the first one. BY_RULE are those that need more than the word: another spelling, a number
 * after it, or a place where they are allowed.
 */
static const struct {
	const char *word;
	u32 flags;
} modifiers[] = {
	{ "ustacktrace", HIST_STACKTRACE | HIST_USER },
	{ "stacktrace", HIST_STACKTRACE },
	{ "hex", HIST_HEX },
	{ "sym", HIST_SYM },
	{ "sym-offset", HIST_SYM_OFFSET },
	{ "execname", HIST_EXECNAME },
	{ "syscall", HIST_SYSCALL },
	{ "log2", HIST_LOG2 },
	{ "buckets", HIST_BUCKET },
	{ "usecs", HIST_USECS },
	{ "percent", HIST_PERCENT },
	{ "graph", HIST_GRAPH },
	{ "ustring", HIST_TEXT | HIST_USER },
	{ "string", HIST_TEXT },
	{ "bytes", HIST_BYTES },
};

#define BY_RULE	(HIST_SYM_OFFSET | HIST_EXECNAME | HIST_BUCKET | HIST_PERCENT |	\
		 HIST_GRAPH | HIST_BYTES)

/* Modifiers that only change how a number or an array is printed. */
static const char *const style_words[] = {
	[HIST_DISPLAY_OCT] = "oct",
	[HIST_DISPLAY_SIGNED] = "signed",
	[HIST_DISPLAY_DEV] = "dev",
	[HIST_DISPLAY_IPV4] = "ipv4",
	[HIST_DISPLAY_PATH] = "path",
	[HIST_DISPLAY_FLAGS] = "flags",
	[HIST_DISPLAY_IPV6] = "ipv6",
	[HIST_DISPLAY_MAC] = "mac",
};

static enum hist_display style_find(const char *word)
{
	unsigned int i;

	for (i = HIST_DISPLAY_OCT; i < ARRAY_SIZE(style_words); i++)
		if (!strcmp(word, style_words[i]))
			return i;
	return HIST_DISPLAY_NONE;
}

const char *hist_display_word(enum hist_display style)
{
	return style < ARRAY_SIZE(style_words) ? style_words[style] : NULL;
}

static const char *modifier_of(const struct hist_field *f, u32 flags)
{
	unsigned int i;

	if (flags & HIST_STACKTRACE && !f->field)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(modifiers); i++)
		if ((flags & modifiers[i].flags) == modifiers[i].flags)
			return modifiers[i].word;
	return hist_display_word(f->style);
}

const char *hist_modifier(const struct hist_field *f)
{
	return modifier_of(f, f->flags);
}

const char *hist_modifier_shown(const struct hist_field *f)
{
	if (!(f->flags & (HIST_VAR_REF | HIST_EXPR)))
		return hist_modifier(f);
	if (!f->stat[0])
		return NULL;
	return modifier_of(f, f->usecs_of_var ? f->flags & ~HIST_USECS : f->flags);
}

static int parse_buckets(struct hist_parser *p, struct hist_field *f,
			 char *text)
{
	if (*text == 's')
		text++;
	if (*text != '=')
		return hist_refuse(p, HIST_ERROR_MODIFIER, text);
	text++;
	if (kstrtoul(text, 0, &f->buckets) || !f->buckets) {
		f->buckets = 0;
		return hist_refuse(p, HIST_ERROR_MODIFIER, text);
	}
	f->flags |= HIST_BUCKET;
	return 0;
}

/* Parses K of .log2=K, which cuts each power of two into 2^K buckets. */
static int parse_log2(struct hist_parser *p, struct hist_field *f, char *text)
{
	if (kstrtoul(text, 0, &f->buckets) || !f->buckets ||
	    f->buckets > HIST_LOG2_MAX) {
		f->buckets = 0;
		return hist_refuse(p, HIST_ERROR_MODIFIER, text);
	}
	f->flags |= HIST_LOG2;
	return 0;
}

/* Parses N of .depth=N. Less than two frames of a user stack may be none but the reason. */
static int parse_depth(struct hist_parser *p, struct hist_field *f, const char *name, char *text)
{
	const bool is_stack = !strcmp(name, "common_stacktrace") ||
			      !strcmp(name, "common_ustacktrace");
	unsigned long depth;

	if (!is_stack || !(f->flags & HIST_KEY) || kstrtoul(text, 0, &depth) ||
	    depth < 2 || depth > HIST_STACK_DEPTH_MAX)
		return hist_refuse(p, HIST_ERROR_MODIFIER, text);
	f->depth = depth;
	return 0;
}

/* Parses one modifier of the field @name into @f. Returns 0 or -EINVAL. */
static int parse_modifier(struct hist_parser *p, struct hist_field *f,
			  const char *name, char *text)
{
	size_t len = str_has_prefix(text, "bucket");
	enum hist_display style = HIST_DISPLAY_NONE;
	unsigned int i;
	u32 flag = 0;

	for (i = 0; i < ARRAY_SIZE(modifiers); i++)
		if (!(modifiers[i].flags & BY_RULE) && !strcmp(text, modifiers[i].word))
			flag = modifiers[i].flags;
	/* See hist_attrs_hide_dash(). */
	if (!strcmp(text, "symXoffset"))
		flag = HIST_SYM_OFFSET;
	if (!strcmp(text, "execname") && !strcmp(name, "common_pid"))
		flag = HIST_EXECNAME;
	if (len)
		return parse_buckets(p, f, text + len);
	len = str_has_prefix(text, "log2=");
	if (len)
		return parse_log2(p, f, text + len);
	len = str_has_prefix(text, "depth=");
	if (len)
		return parse_depth(p, f, name, text + len);
	if (!(f->flags & (HIST_KEY | HIST_VAR))) {
		if (str_has_prefix(text, "percent"))
			flag = HIST_PERCENT;
		else if (str_has_prefix(text, "graph"))
			flag = HIST_GRAPH;
	}
	if (!flag && !f->style)
		style = style_find(text);
	if (!flag && !style)
		return hist_refuse(p, HIST_ERROR_MODIFIER, text);
	f->flags |= flag;
	if (style)
		f->style = style;
	return 0;
}

bool hist_display_is_located(const struct event_field *field)
{
	return str_has_prefix(field->type, "__data_loc ") ||
	       str_has_prefix(field->type, "__rel_loc ");
}

static bool is_array(const struct event_field *field)
{
	return strchr(field->type, '[');
}

bool hist_display_is_array(const struct event_field *field)
{
	const char *array = strchr(field->type, '[');

	if (!array || hist_display_is_located(field) || !field->size ||
	    field->size > HIST_ARRAY_MAX)
		return false;
	/* If @len, the number of elements, is unknown, accept only u8[N] and __u8[N]. */
	return field->len == field->size ||
	       (array - field->type >= 2 && array[-1] == '8' &&
		!isdigit(array[-2]));
}

bool hist_display_suits(const struct hist_field *f,
			const struct event_field *field)
{
	enum event_field_kind kind = event_field_kind(field);

	if (f->style > HIST_DISPLAY_NUMBER_LAST &&
	    field->offset < sizeof(struct record_header))
		return false;
	if (hist_display_is_located(field) ||
	    (kind != EVENT_FIELD_NUMBER && kind != EVENT_FIELD_STATIC_STRING))
		return false;
	switch (f->style) {
	case HIST_DISPLAY_IPV4:
		return field->size == sizeof(u32);
	case HIST_DISPLAY_IPV6:
		return field->size == HIST_ARRAY_MAX && f->flags & HIST_KEY;
	case HIST_DISPLAY_MAC:
		return field->size == MAC_SIZE && f->flags & HIST_KEY;
	case HIST_DISPLAY_PATH:
		return kind == EVENT_FIELD_NUMBER && !is_array(field) &&
		       field->size == sizeof(u64) && f->flags & HIST_KEY;
	case HIST_DISPLAY_FLAGS:
		/* check_names() also tests whether the print format has names for the field. */
		return kind == EVENT_FIELD_NUMBER && !is_array(field) &&
		       field->size <= sizeof(u64) &&
		       is_power_of_2(field->size) && f->flags & HIST_KEY;
	case HIST_DISPLAY_DEV:
		return kind == EVENT_FIELD_NUMBER &&
		       (field->size == sizeof(u32) ||
			field->size == sizeof(u64));
	default:
		return kind == EVENT_FIELD_NUMBER &&
		       field->size <= sizeof(u64) && is_power_of_2(field->size);
	}
}

static const struct {
	const char *word;
	enum hist_stat_kind kind;
} stat_words[] = {
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

	for (i = 0; i < ARRAY_SIZE(stat_words); i++)
		if (!strcmp(word, stat_words[i].word)) {
			stat->kind = stat_words[i].kind;
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
		return parse_modifier(p, f, name, text);
	while (text) {
		word = strsep(&text, ".");
		if (!f->stat[0] && parse_word(word, &stat)) {
			strscpy(f->stat, word, sizeof(f->stat));
		} else if (!strcmp(word, "bytes")) {
			f->flags |= HIST_BYTES;
		} else {
			ret = parse_modifier(p, f, name, word);
			if (ret)
				return ret;
		}
	}
	return 0;
}

/* Returns the sketch of value @i. Values of the same numbers share one. */
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
 * Finds the values .min and .max of the same numbers as value @i, a percentile. They narrow
 * the range of the percentile.
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
			stats->nr_sums += HIST_WIDE_SUMS;
		} else if (stats->of[i].kind == HIST_STAT_QUANTILE) {
			find_limits(p, i);
		}
	}
}
