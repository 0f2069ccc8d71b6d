// SPDX-License-Identifier: GPL-2.0
/*
 * histread FILE: open FILE, read it to its end or until a read would block;
 * print the nanoseconds that this took and the number of bytes.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
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

int main(int argc, char **argv)
{
	long long start, ns, bytes = 0;
	ssize_t n;
	int fd;

	if (argc != 2)
		errx(2, "usage: histread FILE");
	memset(buf, 1, sizeof(buf));
	start = now();
	fd = open(argv[1], O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		err(1, "%s", argv[1]);
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		bytes += n;
	ns = now() - start;
	if (n < 0 && errno != EAGAIN)
		err(1, "read %s", argv[1]);
	printf("%lld %lld\n", ns, bytes);
	return 0;
}
