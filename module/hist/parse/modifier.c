// SPDX-License-Identifier: GPL-2.0
/* The modifiers of fields, see modifier.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/string.h>

#include "../../event/field.h"
#include "../../event/record.h"
#include "modifier.h"

/* Bytes of an Ethernet address. */
#define MAC_SIZE	6

/* Modifiers without a parameter, after hist_attrs_hide_dash(). */
static const struct {
	const char *word;
	u32 flag;
} modifiers[] = {
	{ "hex", HIST_HEX },
	{ "sym", HIST_SYM },
	{ "symXoffset", HIST_SYM_OFFSET },
	{ "syscall", HIST_SYSCALL },
	{ "log2", HIST_LOG2 },
	{ "usecs", HIST_USECS },
	{ "string", HIST_TEXT },
	{ "ustring", HIST_TEXT | HIST_USER },
	{ "stacktrace", HIST_STACKTRACE },
	{ "ustacktrace", HIST_STACKTRACE | HIST_USER },
};

/*
 * Modifiers as printed. Like in the kernel, a field with several of these flags has the
 * modifier of the first one.
 */
static const struct {
	u32 flag;
	const char *word;
} modifier_words[] = {
	{ HIST_HEX, "hex" },
	{ HIST_SYM, "sym" },
	{ HIST_SYM_OFFSET, "sym-offset" },
	{ HIST_EXECNAME, "execname" },
	{ HIST_SYSCALL, "syscall" },
	{ HIST_LOG2, "log2" },
	{ HIST_BUCKET, "buckets" },
	{ HIST_USECS, "usecs" },
	{ HIST_PERCENT, "percent" },
	{ HIST_GRAPH, "graph" },
	{ HIST_USER, "ustring" },
	{ HIST_TEXT, "string" },
	{ HIST_BYTES, "bytes" },
};

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
	if (flags & HIST_STACKTRACE)
		return flags & HIST_USER ? "ustacktrace" : "stacktrace";
	for (i = 0; i < ARRAY_SIZE(modifier_words); i++)
		if (flags & modifier_words[i].flag)
			return modifier_words[i].word;
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
	/* A reference to a time has .usecs from the variable. */
	return modifier_of(f, f->flags & HIST_TIMESTAMP ?
			      f->flags & ~HIST_USECS : f->flags);
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

int hist_parse_modifier(struct hist_parser *p, struct hist_field *f,
			const char *name, char *text)
{
	size_t len = str_has_prefix(text, "bucket");
	enum hist_display style = HIST_DISPLAY_NONE;
	unsigned int i;
	u32 flag = 0;

	for (i = 0; i < ARRAY_SIZE(modifiers); i++)
		if (!strcmp(text, modifiers[i].word))
			flag = modifiers[i].flag;
	if (!strcmp(text, "execname") && !strcmp(name, "common_pid"))
		flag = HIST_EXECNAME;
	if (len)
		return parse_buckets(p, f, text + len);
	len = str_has_prefix(text, "log2=");
	if (len)
		return parse_log2(p, f, text + len);
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

static bool is_located(const struct event_field *field)
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

	if (!array || is_located(field) || !field->size ||
	    field->size > HIST_ARRAY_MAX)
		return false;
	/* If the number of elements is unknown, accept only u8[N] and __u8[N]. */
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
	if (is_located(field) || (kind != EVENT_FIELD_NUMBER &&
				  kind != EVENT_FIELD_STATIC_STRING))
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
