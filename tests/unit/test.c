// SPDX-License-Identifier: GPL-2.0
/* Runs the tests of a program; see test.h. */
#include <stdarg.h>

#include "test.h"

static unsigned int failures;

void check_failed(const char *file, int line, const char *format, ...)
{
	va_list args;

	/* A failing loop must not flood the log. */
	if (failures++ > 20)
		return;
	printf("# %s:%d: ", file, line);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
}

int main(void)
{
	const struct test *test;
	unsigned int n = 0;
	bool good = true;

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (test = tests; test->name; test++) {
		failures = 0;
		test->run();
		if (failures && test->known) {
			printf("ok %u - %s # SKIP known: %s\n", ++n, test->name,
			       test->known);
			continue;
		}
		printf("%s %u - %s\n", failures ? "not ok" : "ok", ++n,
		       test->name);
		good = good && !failures;
	}
	return good ? 0 : 1;
}
