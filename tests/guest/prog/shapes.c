// SPDX-License-Identifier: GPL-2.0
/*
 * shapes SHAPE COUNT: make COUNT system calls write(), whose lengths are
 * distributed by the shape:
 *
 *	even		all lengths up to 100,000 equally often
 *	long-tail	half of them short; the longer, the fewer
 *	two-peaks	around 200 and around 3,000,000
 *	constant	the same length, except for one call in a hundred
 *	powers		from 1 to 2^33, each power of two equally often
 *
 * Writes go to /dev/null, which does not read the data. The lengths are the same
 * in each run.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long long state = 88172645463325252ULL;

/* Marsaglia's xorshift with 64 bits of state. */
static unsigned long long next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static unsigned long long even(void)
{
	return next() % 100000 + 1;
}

static unsigned long long long_tail(void)
{
	unsigned long long limit = 100;

	while (limit < 1ULL << 31 && next() & 1)
		limit *= 4;
	return next() % limit + 1;
}

static unsigned long long two_peaks(void)
{
	unsigned long long sum = 0, i;

	for (i = 0; i < 8; i++)
		sum += next() % 50;
	return next() % 3 ? sum + 1 : 3000000 + sum * 1000;
}

static unsigned long long constant(void)
{
	return next() % 100 ? 4096 : next() % 1000000 + 1;
}

static unsigned long long powers(void)
{
	unsigned long long power = 1ULL << next() % 33;

	return power + next() % power;
}

static const struct {
	const char *name;
	unsigned long long (*value)(void);
} shapes[] = {
	{ "even", even },
	{ "long-tail", long_tail },
	{ "two-peaks", two_peaks },
	{ "constant", constant },
	{ "powers", powers },
};

/*
 * All writes pass this address. From the stack, gigabytes would exceed the end
 * of user memory, and the kernel would refuse such a write.
 */
static const char source[1];

int main(int argc, char **argv)
{
	int fd = open("/dev/null", O_WRONLY);
	unsigned long i, count;
	unsigned int shape;

	if (argc != 3 || fd < 0)
		return 2;
	count = strtoul(argv[2], NULL, 0);
	for (shape = 0; shape < sizeof(shapes) / sizeof(*shapes); shape++)
		if (!strcmp(argv[1], shapes[shape].name))
			break;
	if (shape == sizeof(shapes) / sizeof(*shapes))
		return 2;
	for (i = 0; i < count; i++) {
		unsigned long long length = shapes[shape].value();

		if (write(fd, source, length) < 0)
			return 1;
	}
	return 0;
}
