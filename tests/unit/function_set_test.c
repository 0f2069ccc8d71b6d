// SPDX-License-Identifier: GPL-2.0
/* Tests sets of functions. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "../../module/function/set.h"
#include "test.h"

#define STEPS	200000
#define RANGE	512

static unsigned int walked(const struct function_set *set)
{
	const unsigned long *slot;
	unsigned int nr = 0;

	for_each_function_in(slot, set)
		nr++;
	return nr;
}

static void test_grows(void)
{
	struct function_set *set = function_set_copy(NULL), *copy;
	unsigned long ip;

	CHECK(function_set_empty(NULL) && function_set_empty(set));
	for (ip = 16; ip <= 16 * 5000; ip += 16)
		CHECK_EQ(function_set_add(&set, ip), 0);
	CHECK_EQ(function_set_add(&set, 16), 0);
	CHECK_EQ(set->nr, 5000);
	CHECK_EQ(walked(set), 5000);
	copy = function_set_copy(set);
	function_set_free(set);
	for (ip = 16; ip <= 16 * 5000; ip += 16)
		CHECK(function_set_has(copy, ip) &&
		      !function_set_has(copy, ip + 1));
	function_set_free(copy);
}

/* Removing a function must not hide others that follow it in the table. */
static void test_removes(void)
{
	struct function_set *set = function_set_copy(NULL);
	unsigned long ip, state = 1;
	bool has[RANGE] = {};
	unsigned int i, nr = 0;

	for (i = 0; i < STEPS; i++) {
		state = state * 6364136223846793005UL + 1442695040888963407UL;
		ip = (state >> 40) % (RANGE - 1) + 1;
		if (state >> 63) {
			CHECK_EQ(function_set_add(&set, ip), 0);
			nr += !has[ip];
			has[ip] = true;
		} else {
			CHECK_EQ(function_set_remove(set, ip), has[ip]);
			nr -= has[ip];
			has[ip] = false;
		}
		CHECK_EQ(set->nr, nr);
		if (i % 1000)
			continue;
		for (ip = 1; ip < RANGE; ip++)
			CHECK_EQ(function_set_has(set, ip), has[ip]);
		CHECK_EQ(walked(set), nr);
	}
	function_set_free(set);
}

const struct test tests[] = {
	{ "a set of functions can grow, and its copy has the same functions", test_grows },
	{ "removing a function leaves all others in the set", test_removes },
	{}
};
