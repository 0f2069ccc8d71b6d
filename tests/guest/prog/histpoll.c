// SPDX-License-Identifier: GPL-2.0
/*
 * histpoll FILE SECONDS: read FILE to its end, poll() for more, and print
 * ready, timeout or the error.
 *
 * histpoll -p FILE SECONDS: poll() for POLLPRI without reading FILE before.
 *
 * histpoll -u FILE SECONDS: poll() after reading only a part of FILE.
 *
 * histpoll -r FILE SECONDS FIRE COMMAND: read FILE, write COMMAND to FIRE,
 * poll(), read FILE again and print the increase of Hits.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long read_hits(int fd)
{
	static char buf[1 << 16];
	size_t len = 0;
	char *hits;
	ssize_t n;

	if (lseek(fd, 0, SEEK_SET))
		err(1, "lseek");
	while ((n = read(fd, buf + len, sizeof(buf) - 1 - len)) > 0)
		len += n;
	if (n < 0)
		err(1, "read");
	buf[len] = '\0';
	hits = strstr(buf, "Hits: ");
	return hits ? atol(hits + 6) : 0;
}

static void write_once(const char *name, const char *text)
{
	int fd = open(name, O_WRONLY);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		err(1, "%s", name);
	close(fd);
}

int main(int argc, char **argv)
{
	struct pollfd p = { .events = POLLIN };
	int again, n;
	char how = 0, byte;
	long before = 0;

	if (argc > 1 && argv[1][0] == '-') {
		how = argv[1][1];
		argc--;
		argv++;
	}
	again = how == 'r';
	if (argc != (again ? 5 : 3))
		errx(2, "usage: histpoll [-p|-u|-r] FILE SECONDS [FIRE COMMAND]");
	p.fd = open(argv[1], O_RDONLY);
	if (p.fd < 0)
		err(1, "%s", argv[1]);
	if (how == 'p')
		p.events = POLLPRI;
	else if (how == 'u')
		n = read(p.fd, &byte, 1);
	else
		before = read_hits(p.fd);
	if (again)
		write_once(argv[3], argv[4]);
	n = poll(&p, 1, atoi(argv[2]) * 1000);
	if (n < 0)
		err(1, "poll");
	if (!n)
		puts("timeout");
	else if (again)
		printf("ready %ld\n", read_hits(p.fd) - before);
	else if (p.revents & p.events)
		puts("ready");
	else
		printf("revents %x\n", p.revents);
	return 0;
}
