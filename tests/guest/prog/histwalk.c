// SPDX-License-Identifier: GPL-2.0
/*
 * histwalk DIR: call stat() for each file and directory below DIR. Print the
 * time in nanoseconds and the number of files and directories.
 */
#define _GNU_SOURCE
#include <err.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

static long entries;

static long long now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

static int count(const char *path, const struct stat *st, int type,
		 struct FTW *ftw)
{
	if (type == FTW_NS || type == FTW_DNR)
		errx(1, "cannot call stat() for %s", path);
	entries++;
	return 0;
}

int main(int argc, char **argv)
{
	long long start;

	if (argc != 2)
		errx(2, "usage: histwalk DIR");
	start = now();
	if (nftw(argv[1], count, 16, FTW_PHYS))
		err(1, "%s", argv[1]);
	printf("%lld %ld\n", now() - start, entries);
	return 0;
}
