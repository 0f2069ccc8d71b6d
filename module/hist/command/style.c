// SPDX-License-Identifier: GPL-2.0
/* Modifiers that only say how a number or an array is printed, see style.h. */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/string.h>

#include "../../event/field.h"
#include "../../event/record.h"
#include "style.h"

/* Bytes of an Ethernet address. */
#define MAC_SIZE	6

static const char *const words[] = {
	[HIST_STYLE_OCT] = "oct",
	[HIST_STYLE_SIGNED] = "signed",
	[HIST_STYLE_DEV] = "dev",
	[HIST_STYLE_IPV4] = "ipv4",
	[HIST_STYLE_PATH] = "path",
	[HIST_STYLE_FLAGS] = "flags",
	[HIST_STYLE_IPV6] = "ipv6",
	[HIST_STYLE_MAC] = "mac",
};

enum hist_style hist_style_find(const char *word)
{
	unsigned int i;

	for (i = HIST_STYLE_OCT; i < ARRAY_SIZE(words); i++)
		if (!strcmp(word, words[i]))
			return i;
	return HIST_STYLE_NONE;
}

const char *hist_style_word(enum hist_style style)
{
	return style < ARRAY_SIZE(words) ? words[style] : NULL;
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

bool hist_style_is_array(const struct event_field *field)
{
	const char *array = strchr(field->type, '[');

	if (!array || is_located(field) || !field->size ||
	    field->size > HIST_ARRAY_MAX)
		return false;
	/* Without a known length, u8[N] and __u8[N] tell by their names. */
	return field->len == field->size ||
	       (array - field->type >= 2 && array[-1] == '8' &&
		!isdigit(array[-2]));
}

bool hist_style_suits(const struct hist_field *f,
		      const struct event_field *field)
{
	enum event_field_kind kind = event_field_kind(field);

	if (f->style > HIST_STYLE_NUMBER_LAST &&
	    field->offset < sizeof(struct record_header))
		return false;
	if (is_located(field) || (kind != EVENT_FIELD_NUMBER &&
				  kind != EVENT_FIELD_STATIC_STRING))
		return false;
	switch (f->style) {
	case HIST_STYLE_IPV4:
		return field->size == sizeof(u32);
	case HIST_STYLE_IPV6:
		return field->size == HIST_ARRAY_MAX && f->flags & HIST_KEY;
	case HIST_STYLE_MAC:
		return field->size == MAC_SIZE && f->flags & HIST_KEY;
	case HIST_STYLE_PATH:
		return kind == EVENT_FIELD_NUMBER && !is_array(field) &&
		       field->size == sizeof(u64) && f->flags & HIST_KEY;
	case HIST_STYLE_FLAGS:
		/* Which print format has names is known when it is parsed. */
		return kind == EVENT_FIELD_NUMBER && !is_array(field) &&
		       field->size <= sizeof(u64) &&
		       is_power_of_2(field->size) && f->flags & HIST_KEY;
	case HIST_STYLE_DEV:
		return kind == EVENT_FIELD_NUMBER &&
		       (field->size == sizeof(u32) ||
			field->size == sizeof(u64));
	default:
		return kind == EVENT_FIELD_NUMBER &&
		       field->size <= sizeof(u64) && is_power_of_2(field->size);
	}
}
