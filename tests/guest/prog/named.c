// SPDX-License-Identifier: GPL-2.0
/*
 * named COUNT MS: calls chdir() COUNT times, each MS milliseconds, from a chain of functions
 * outer(), middle() and inner(). Its functions have no frame pointers.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

#pragma GCC optimize("omit-frame-pointer", "no-optimize-sibling-calls")

static __attribute__((noinline, noclone)) int inner(int nr)
{
	return chdir("/") + nr;
}

static __attribute__((noinline, noclone)) int middle(int nr)
{
	char name[64] = "";

	/* The frame has an odd size. */
	asm volatile("" : : "r"(name) : "memory");
	return inner(nr) + name[nr % 64];
}

static __attribute__((noinline, noclone)) int outer(int nr)
{
	return middle(nr + 1) + 1;
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 1, ms = argc > 2 ? atoi(argv[2]) : 0, i, sum = 0;

	for (i = 0; i < count; i++) {
		sum += outer(i);
		usleep(ms * 1000);
	}
	return sum < 0;
}
