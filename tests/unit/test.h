/* SPDX-License-Identifier: GPL-2.0 */
/* The tests of a program. It prints KTAP, and continues after a failure. */
#ifndef UNIT_TEST_H
#define UNIT_TEST_H

#include <linux/types.h>

/**
 * struct test - one test
 * @name: the behaviour that it checks, as a sentence
 * @run: runs the test
 * @known: why it cannot pass at present, or NULL; a failure is then reported as
 *	skipped
 */
struct test {
	const char *name;
	void (*run)(void);
	const char *known;
};

/* Each program defines its tests. An entry without a name ends the array. */
extern const struct test tests[];

void check_failed(const char *file, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* A failed check does not end the test, so that one run shows all failures. */
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

/* @about identifies the case in a loop. */
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
