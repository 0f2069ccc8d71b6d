// SPDX-License-Identifier: GPL-2.0
/* Splits a hist command into its parts, see attrs.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "attrs.h"

/* Returns NULL if @text does not start with @prefix. */
static char *attrs_after(char *text, const char *prefix)
{
	size_t len = str_has_prefix(text, prefix);

	return len ? text + len : NULL;
}

static char *after_any(char *text, const char *const *prefixes)
{
	char *rest;

	for (; *prefixes; prefixes++) {
		rest = attrs_after(text, *prefixes);
		if (rest)
			return rest;
	}
	return NULL;
}

static const char *const keys_words[] = { "key=", "keys=", NULL };
static const char *const vals_words[] = { "val=", "vals=", "values=", NULL };
static const char *const handler_prefixes[] = {
	"onmatch(", "onmax(", "onchange(", NULL
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

/* Returns a time from 1 ms to a day in ns, or 0 for any other text. */
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
	char *rest;

	rest = after_any(text, keys_words);
	if (rest) {
		attrs->keys = rest;
		return 0;
	}
	rest = after_any(text, vals_words);
	if (rest) {
		attrs->vals = rest;
		return 0;
	}
	rest = attrs_after(text, "sort=");
	if (rest) {
		attrs->sort = rest;
		return 0;
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
	char *value = strchr(text, '=');

	if (value) {
		if (value[1])
			return parse_assignment(attrs, text, report);
		hist_report(report, HIST_ERROR_EMPTY_ASSIGNMENT, text);
		return -EINVAL;
	}
	if (!strcmp(text, "pause")) {
		attrs->pause = true;
		return 0;
	}
	if (!strcmp(text, "cont") || !strcmp(text, "continue")) {
		attrs->cont = true;
		return 0;
	}
	if (!strcmp(text, "clear")) {
		attrs->clear = true;
		return 0;
	}
	if (!strcmp(text, "nohitcount") || !strcmp(text, "NOHC")) {
		attrs->nohitcount = true;
		return 0;
	}
	if (!after_any(text, handler_prefixes) ||
	    attrs->nr_actions == HIST_ACTIONS_MAX)
		return -EINVAL;
	attrs->actions[attrs->nr_actions++] = text;
	return 0;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/*
 * The filter begins with an "if" between spaces or tabs. Fails if @text starts with
 * "if", or if nothing follows the "if".
 */
static int cut_filter(char *text, char **filter)
{
	size_t len = strlen(text);
	char *p;

	*filter = NULL;
	for (p = text; (p = strstr(p, "if")); p++) {
		if (p == text)
			return -EINVAL;
		if (!is_blank(p[-1]))
			continue;
		if (p + 3 >= text + len)
			return -EINVAL;
		if (!is_blank(p[2]))
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
