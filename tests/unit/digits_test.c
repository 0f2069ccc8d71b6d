// SPDX-License-Identifier: GPL-2.0
/* Numbers in text, compared with those of printf(). */
#include <stdio.h>
#include <string.h>

#include "../../module/event/digits.h"
#include "test.h"

static void compare(u64 number, unsigned int width)
{
	char wanted[64], got[64], *end;

	snprintf(wanted, sizeof(wanted), "%*llu", (int)width, (unsigned long long)number);
	end = digits_put(got, number, width, ' ');
	*end = '\0';
	CHECK_STR(got, wanted, "a number");
	snprintf(wanted, sizeof(wanted), "%0*llu", (int)width, (unsigned long long)number);
	end = digits_put(got, number, width, '0');
	*end = '\0';
	CHECK_STR(got, wanted, "a number");
	snprintf(wanted, sizeof(wanted), "%-*llu", (int)width, (unsigned long long)number);
	end = digits_put_left(got, number, width);
	*end = '\0';
	CHECK_STR(got, wanted, "a number");
}

static void test_numbers(void)
{
	unsigned int width;
	u64 number;
	int i;

	for (width = 0; width < 24; width++) {
		compare(0, width);
		compare(U64_MAX, width);
		for (i = 0, number = 1; i < 20; i++, number *= 10) {
			compare(number - 1, width);
			compare(number, width);
			compare(number + 7, width);
		}
	}
}

const struct test tests[] = {
	{ "numbers of any width are those of printf()", test_numbers },
	{}
};
