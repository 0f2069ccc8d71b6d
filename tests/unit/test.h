/* SPDX-License-Identifier: GPL-2.0 */
/* Tests of one program, which prints them as KTAP and goes on after a failure. */
#ifndef UNIT_TEST_H
#define UNIT_TEST_H

#include <linux/types.h>

/**
 * struct test - one test
 * @name: what it shows
 * @run: shows it
 * @known: why it cannot pass yet; a failure is then a skip
 */
struct test {
	const char *name;
	void (*run)(void);
	const char *known;
};

/* Each program defines its own; a test without a name ends it. */
extern const struct test tests[];

void check_failed(const char *file, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The test goes on, so that one run shows all that is wrong. */
#define CHECK(c)							\
	((c) ? (void)0 : check_failed(__FILE__, __LINE__, "%s", #c))

#define CHECK_EQ(got, wanted)						\
do {									\
	long long __got = (got), __wanted = (wanted);			\
									\
	if (__got != __wanted)						\
		check_failed(__FILE__, __LINE__, "%s: %lld, not %lld",	\
			     #got, __got, __wanted);			\
} while (0)

/* @about says which of many cases it was. */
#define CHECK_STR(got, wanted, about)					\
do {									\
	const char *__got = (got), *__wanted = (wanted);		\
									\
	if (!__got != !__wanted || (__got && strcmp(__got, __wanted)))	\
		check_failed(__FILE__, __LINE__, "%s: \"%s\", not \"%s\"", \
			     about, __got ? __got : "(null)",		\
			     __wanted ? __wanted : "(null)");		\
} while (0)

#endif /* UNIT_TEST_H */
