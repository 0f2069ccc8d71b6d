// SPDX-License-Identifier: GPL-2.0
/* Numbers with their units; see amount.h. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "../text.h"
#include "amount.h"

struct scale {
	double factor;	/* relative to the previous unit */
	const char *name;
};

static const struct scale times[] = {
	{ 1, "ns" }, { 1000, "us" }, { 1000, "ms" }, { 1000, "s" }, { 60, "min" }, { 60, "h" },
	{ 24, "d" }, {}
};

static const struct scale sizes[] = {
	{ 1, "" }, { 1024, "Ki" }, { 1024, "Mi" }, { 1024, "Gi" }, { 1024, "Ti" }, { 1024, "Pi" },
	{ 1024, "Ei" }, {}
};

static const struct scale counts[] = {
	{ 1, "" }, { 1000, "k" }, { 1000, "M" }, { 1000, "G" }, { 1000, "T" }, { 1000, "P" },
	{ 1000, "E" }, {}
};

/* Prints three significant digits, never with an exponent. */
static void digits(char *text, double number, const char *name)
{
	double size = fabs(number);
	int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;

	if (number == rint(number) && !*name)
		decimals = 0;
	snprintf(text, AMOUNT_MAX, "%.*f%s", decimals, number, name);
}

/* Numbers below about 1,000 keep their unit, also those of times: 90.0s, not 1.50min. */
static bool fits(double number, const struct scale *scale)
{
	double limit = scale[1].factor < 1000 ? 999.5 : scale[1].factor * 0.9995;

	return !scale[1].name || fabs(number) < limit;
}

void amount_text(char *text, double number, const char *unit)
{
	static const struct {
		const char *unit;
		double factor;
	} clocks[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };
	const struct scale *scale = counts;
	bool time = false;
	size_t i;

	for (i = 0; unit && i < ARRAY_SIZE(clocks); i++) {
		if (!strcmp(unit, clocks[i].unit)) {
			number *= clocks[i].factor;
			scale = times;
			time = true;
		}
	}
	if (unit && !strcmp(unit, "bytes"))
		scale = sizes;
	if (scale == counts && fabs(number) < 1e7 &&
	    (number == rint(number) || fabs(number) >= 1000)) {
		snprintf(text, AMOUNT_MAX, "%.0f", number);
		return;
	}
	/* Fractions of a nanosecond or a byte are noise. */
	if (scale != counts && fabs(number) < scale[1].factor)
		number = rint(number);
	while (!fits(number, scale))
		number /= (++scale)->factor;
	if (time && number == rint(number))
		snprintf(text, AMOUNT_MAX, "%.0f%s", number, scale->name);
	else
		digits(text, number, scale->name);
}
