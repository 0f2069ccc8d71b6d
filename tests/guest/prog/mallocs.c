// SPDX-License-Identifier: GPL-2.0
/*
 * mallocs: on SIGUSR1, takes memory in several ways, and gives a part of it back. Prints when it is
 * ready for the signal, and when it has done so. Waits for another signal then.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#pragma GCC optimize("omit-frame-pointer", "no-optimize-sibling-calls")

static void *volatile kept[8];

static __attribute__((noinline, noclone)) int lose_malloc(void)
{
	kept[0] = malloc(1000);
	kept[1] = malloc(1000);
	kept[2] = malloc(1000);
	free(kept[1]);
	return kept[0] ? 1 : 0;
}

static __attribute__((noinline, noclone)) int lose_calloc(void)
{
	kept[3] = calloc(7, 100);
	return kept[3] ? 1 : 0;
}

static __attribute__((noinline, noclone)) int lose_realloc(void)
{
	kept[4] = malloc(3000);
	kept[4] = realloc(kept[4], 100000);
	return kept[4] ? 1 : 0;
}

static __attribute__((noinline, noclone)) int lose_old(void)
{
	kept[5] = malloc(4000);
	return !realloc(kept[5], 1UL << 60);
}

static __attribute__((noinline, noclone)) int lose_nothing(void)
{
	void *volatile p = aligned_alloc(64, 6400);

	free(p);
	p = malloc(500);
	return !realloc(p, 0);
}

int main(void)
{
	sigset_t set;
	int sum, nr;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	if (write(1, "ready\n", 6) != 6 || sigwait(&set, &nr))
		return 1;
	sum = lose_malloc() + lose_calloc() + lose_realloc() + lose_old() +
	      lose_nothing();
	if (write(1, "done\n", 5) != 5)
		return 1;
	pause();
	return sum;
}
