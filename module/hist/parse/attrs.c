// SPDX-License-Identifier: GPL-2.0
/* Splits a hist command into its parts, and reports errors, see attrs.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "../../instance/error_log.h"
#include "attrs.h"

static const char *const error_texts[] = {
#define HIST_ERROR(name, text)	text,
#include "errors.h"
};

int hist_report(struct hist_report *report, enum hist_error error,
		const char *part)
{
	const char *found = report && part ? strstr(report->command, part) : NULL;

	if (report)
		error_log_add(report->log, report->place, report->command,
			      error_texts[error], found ? found - report->command : 0);
	return -EINVAL;
}

/* Returns NULL if @text does not start with @prefix. */
static char *attrs_after(char *text, const char *prefix)
{
	size_t len = str_has_prefix(text, prefix);

	return len ? text + len : NULL;
}

/* Assignments whose values are stored as strings in struct hist_attrs. */
static const struct {
	const char *prefix;
	size_t member;
} plain_values[] = {
	{ "key=", offsetof(struct hist_attrs, keys) },
	{ "keys=", offsetof(struct hist_attrs, keys) },
	{ "val=", offsetof(struct hist_attrs, vals) },
	{ "vals=", offsetof(struct hist_attrs, vals) },
	{ "values=", offsetof(struct hist_attrs, vals) },
	{ "sort=", offsetof(struct hist_attrs, sort) },
};

static const struct {
	const char *word;
	size_t member;
} switches[] = {
	{ "pause", offsetof(struct hist_attrs, pause) },
	{ "cont", offsetof(struct hist_attrs, cont) },
	{ "continue", offsetof(struct hist_attrs, cont) },
	{ "clear", offsetof(struct hist_attrs, clear) },
	{ "nohitcount", offsetof(struct hist_attrs, nohitcount) },
	{ "NOHC", offsetof(struct hist_attrs, nohitcount) },
};

static int attrs_parse_size(struct hist_attrs *attrs, const char *text)
{
	unsigned long size;
	unsigned int bits;
	int ret;

	ret = kstrtoul(text, 0, &size);
	if (ret)
		return ret;
	if (!size || size > 1UL << HIST_BITS_MAX)
		return -EINVAL;
	bits = ilog2(roundup_pow_of_two(size));
	if (bits < HIST_BITS_MIN)
		return -EINVAL;
	attrs->bits = bits;
	return 0;
}

/* Returns an interval, which is from 1 ms to a day, in ns; or 0 if @text is none. */
static u64 parse_interval(const char *text)
{
	static const struct { const char *unit; u64 ns; } units[] = {
		{ "ms", NSEC_PER_MSEC }, { "s", NSEC_PER_SEC },
		{ "m", 60 * NSEC_PER_SEC }, { "h", 3600 * NSEC_PER_SEC },
	};
	size_t len = strspn(text, "0123456789");
	char digits[12];
	unsigned int i;
	u32 number;

	if (len >= sizeof(digits))
		return 0;
	strscpy(digits, text, len + 1);
	if (kstrtouint(digits, 10, &number))
		return 0;
	for (i = 0; i < ARRAY_SIZE(units); i++)
		if (!strcmp(text + len, units[i].unit) &&
		    number <= 24 * 3600 * NSEC_PER_SEC / units[i].ns)
			return number * units[i].ns;
	return 0;
}

static int parse_assignment(struct hist_attrs *attrs, char *text,
			    struct hist_report *report)
{
	unsigned int i;
	char *rest;

	for (i = 0; i < ARRAY_SIZE(plain_values); i++) {
		rest = attrs_after(text, plain_values[i].prefix);
		if (rest) {
			*(char **)((void *)attrs + plain_values[i].member) = rest;
			return 0;
		}
	}
	if (attrs_after(text, "name=")) {
		attrs->name = text;
		return 0;
	}
	rest = attrs_after(text, "clock=");
	if (rest) {
		attrs->clock = strstrip(rest);
		return 0;
	}
	rest = attrs_after(text, "size=");
	if (rest)
		return attrs_parse_size(attrs, rest);
	rest = attrs_after(text, "top=");
	if (rest && !kstrtouint(rest, 0, &attrs->top) && attrs->top)
		return 0;
	rest = attrs_after(text, "interval=");
	if (rest)
		attrs->interval = parse_interval(rest);
	if (rest && attrs->interval)
		return 0;

	if (attrs->nr_assignments == HIST_VARS_MAX)
		return hist_report(report, HIST_ERROR_TOO_MANY_VARS, text);
	attrs->assignments[attrs->nr_assignments++] = text;
	return 0;
}

static int parse_part(struct hist_attrs *attrs, char *text,
		      struct hist_report *report)
{
	const char *value = strchr(text, '=');
	unsigned int i;

	if (value && value[1])
		return parse_assignment(attrs, text, report);
	if (value)
		return hist_report(report, HIST_ERROR_EMPTY_ASSIGNMENT, text);
	for (i = 0; i < ARRAY_SIZE(switches); i++)
		if (!strcmp(text, switches[i].word)) {
			*(bool *)((void *)attrs + switches[i].member) = true;
			return 0;
		}
	if ((!str_has_prefix(text, "onmatch(") && !str_has_prefix(text, "onmax(") &&
	     !str_has_prefix(text, "onchange(")) ||
	    attrs->nr_actions == HIST_ACTIONS_MAX)
		return -EINVAL;
	attrs->actions[attrs->nr_actions++] = text;
	return 0;
}

static bool attrs_is_space(char c)
{
	return c == ' ' || c == '\t';
}

/*
 * Cuts off the filter, which begins with an "if" between spaces or tabs. Fails if @text
 * starts with "if", or if nothing follows the "if".
 */
static int cut_filter(char *text, char **filter)
{
	size_t len = strlen(text);
	char *p;

	*filter = NULL;
	for (p = text; (p = strstr(p, "if")); p++) {
		if (p == text)
			return -EINVAL;
		if (!attrs_is_space(p[-1]))
			continue;
		if (p + 3 >= text + len)
			return -EINVAL;
		if (!attrs_is_space(p[2]))
			continue;
		p[-1] = '\0';
		*filter = strstrip(p);
		return 0;
	}
	return 0;
}

void hist_attrs_hide_dash(char *text)
{
	while ((text = strstr(text, ".sym-offset"))) {
		text[4] = 'X';
		text += strlen(".sym-offset");
	}
}

int hist_attrs_parse(struct hist_attrs *attrs, char *text,
		     struct hist_report *report)
{
	int ret;

	memset(attrs, 0, sizeof(*attrs));
	attrs->bits = HIST_BITS_DEFAULT;

	ret = cut_filter(text, &attrs->filter);
	if (ret)
		return ret;
	if (attrs->filter)
		text = strstrip(text);
	hist_attrs_hide_dash(text);

	while (text) {
		ret = parse_part(attrs, strsep(&text, ":"), report);
		if (ret)
			return ret;
	}
	return attrs->keys ? 0 : -EINVAL;
}
