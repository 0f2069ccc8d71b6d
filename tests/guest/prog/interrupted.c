// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupts a program like a user at a terminal.
 *
 *	interrupted PROGRAM ARGUMENTS...	presses ^C when the program says that it counts
 *	interrupted -t PROGRAM ARGUMENTS...	closes the terminal instead
 *
 * The program gets a pseudo terminal, whose output is copied to the standard
 * output. Exits with the program's status.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int terminal(char *name, size_t size)
{
	int fd = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (fd < 0 || grantpt(fd) || unlockpt(fd) || ptsname_r(fd, name, size))
		err(2, "cannot open a pseudo terminal");
	return fd;
}

static void child(const char *name, char **argv)
{
	int fd;

	setsid();
	fd = open(name, O_RDWR);
	if (fd < 0 || ioctl(fd, TIOCSCTTY, 0))
		err(2, "%s", name);
	dup2(fd, 0);
	dup2(fd, 1);
	dup2(fd, 2);
	signal(SIGINT, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	execv(argv[0], argv);
	err(2, "%s", argv[0]);
}

int main(int argc, char **argv)
{
	int closing = argc > 1 && !strcmp(argv[1], "-t"), fd, status, done = 0;
	char name[64], all[65536] = "";
	size_t len = 0;
	ssize_t n;
	pid_t pid;

	if (argc < 2 + closing)
		return 2;
	fd = terminal(name, sizeof(name));
	pid = fork();
	if (!pid)
		child(name, argv + 1 + closing);
	while (len < sizeof(all) - 1) {
		n = read(fd, all + len, sizeof(all) - 1 - len);
		/* EIO: the program has exited, or has not opened its terminal yet. */
		if (n < 0 && errno == EIO && !waitpid(pid, &status, WNOHANG)) {
			usleep(10000);
			continue;
		}
		if (n <= 0)
			break;
		len += n;
		all[len] = '\0';
		if (done || !strstr(all, "; ^C ends it"))
			continue;
		done = 1;
		usleep(300000);
		if (closing)
			break;
		if (write(fd, "\003", 1) != 1)
			err(2, "^C");
	}
	close(fd);
	fputs(all, stdout);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return done ? 0 : 1;
}
