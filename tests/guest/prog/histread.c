// SPDX-License-Identifier: GPL-2.0
/*
 * histread FILE [TIMES]: open FILE, read it to its end or until a read would
 * block, and close it, TIMES times (default 1). Print the time in nanoseconds
 * and the number of bytes.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char buf[1 << 16];

static long long now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

static long long read_file(const char *name)
{
	long long bytes = 0;
	ssize_t n;
	int fd;

	fd = open(name, O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		err(1, "%s", name);
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		bytes += n;
	if (n < 0 && errno != EAGAIN)
		err(1, "cannot read %s", name);
	close(fd);
	return bytes;
}

int main(int argc, char **argv)
{
	long long start, bytes = 0;
	int times;

	if (argc < 2 || argc > 3)
		errx(2, "usage: histread FILE [TIMES]");
	memset(buf, 1, sizeof(buf));
	start = now();
	for (times = argc == 3 ? atoi(argv[2]) : 1; times > 0; times--)
		bytes += read_file(argv[1]);
	printf("%lld %lld\n", now() - start, bytes);
	return 0;
}
