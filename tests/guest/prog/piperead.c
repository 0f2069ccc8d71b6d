// SPDX-License-Identifier: GPL-2.0
/*
 * piperead HOW FILE [MORE]: read a file that can block, in one of these ways,
 * and print the result in one line.
 *
 *	now		read without waiting: "N bytes" or the errno
 *	poll MS		"ready" or "timeout"
 *	read SECONDS	a blocking read that a signal interrupts: "N bytes" or
 *			the errno. The signal is sent every SECONDS, because
 *			the first may arrive before the read
 *	splice BYTES	splice through a pipe, and print the bytes
 *	small BYTES	read this many bytes at a time until the file is
 *			empty, and print them
 *	write SIZE	one write of SIZE times x: "N bytes" or the errno
 *	fault		a write from an address that is not mapped
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static char buf[1 << 16];

static void say(long n)
{
	if (n < 0)
		printf("%s\n", strerror(errno));
	else
		printf("%ld bytes\n", n);
}

static void on_alarm(int sig)
{
}

static int by_splice(int fd, size_t len)
{
	int pipefd[2];
	long n, m;

	if (pipe(pipefd))
		return 1;
	n = splice(fd, NULL, pipefd[1], NULL, len, 0);
	if (n < 0) {
		say(n);
		return 0;
	}
	close(pipefd[1]);
	while ((m = read(pipefd[0], buf, sizeof(buf))) > 0)
		fwrite(buf, 1, m, stdout);
	return 0;
}

int main(int argc, char **argv)
{
	const char *how = argc > 2 ? argv[1] : "";
	long more = argc > 3 ? atol(argv[3]) : 0, n;
	struct sigaction sa = { .sa_handler = on_alarm };
	struct pollfd p = { .events = POLLIN };
	struct itimerval timer = { { more, 0 }, { more, 0 } };
	void *volatile nowhere = (void *)16;
	int flags = O_RDONLY, fd;

	if (!strcmp(how, "now") || !strcmp(how, "small"))
		flags |= O_NONBLOCK;
	if (!strcmp(how, "write") || !strcmp(how, "fault"))
		flags = O_WRONLY;
	fd = open(argv[2], flags);
	if (fd < 0) {
		say(fd);
		return 1;
	}
	if (!strcmp(how, "now")) {
		say(read(fd, buf, sizeof(buf)));
	} else if (!strcmp(how, "poll")) {
		p.fd = fd;
		puts(poll(&p, 1, more) > 0 ? "ready" : "timeout");
	} else if (!strcmp(how, "read")) {
		sigaction(SIGALRM, &sa, NULL);
		setitimer(ITIMER_REAL, &timer, NULL);
		say(read(fd, buf, sizeof(buf)));
	} else if (!strcmp(how, "splice")) {
		return by_splice(fd, more);
	} else if (!strcmp(how, "small")) {
		while ((n = read(fd, buf, more)) > 0)
			fwrite(buf, 1, n, stdout);
	} else if (!strcmp(how, "write")) {
		memset(buf, 'x', sizeof(buf));
		say(write(fd, buf, more));
	} else if (!strcmp(how, "fault")) {
		say(write(fd, nowhere, 100));
	} else {
		return 2;
	}
	return 0;
}
