// SPDX-License-Identifier: GPL-2.0
/*
 * Stands for a program that recipes set uprobes in: calls its own functions, which
 * have the names of those in the C library and in bash.
 *
 *	asks N HOST LINE	getaddrinfo(HOST), which takes 20 ms, and readline(), which
 *				returns LINE, N times
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

static char *line;

/* Recipes look these names up among the symbols of this program. */
__attribute__((noinline, used)) int getaddrinfo(const char *host)
{
	usleep(20000);
	return *host;
}

__attribute__((noinline, used)) char *readline(const char *prompt)
{
	return *prompt ? line : NULL;
}

int main(int argc, char **argv)
{
	volatile int sum = 0;
	int i;

	if (argc < 4)
		return 2;
	prctl(PR_SET_NAME, "t_asks");
	line = argv[3];
	for (i = atoi(argv[1]); i; i--) {
		sum += getaddrinfo(argv[2]);
		sum += *readline("> ");
	}
	return 0;
}
