// SPDX-License-Identifier: GPL-2.0
/*
 * named COUNT MS [HOW]: calls chdir() COUNT times, each MS milliseconds, from a chain of functions
 * outer(), middle() and inner(). Its functions have no frame pointers. HOW is
 *
 *	vfork	call vfork() instead
 *	thread	in another thread, from the function run()
 *	fork	in a child without exec()
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#pragma GCC optimize("omit-frame-pointer", "no-optimize-sibling-calls")

static int count, ms;
static bool forks;

static __attribute__((noinline, noclone)) int inner(int nr)
{
	if (!forks)
		return chdir("/") + nr;
	if (!vfork())
		_exit(0);
	return wait(NULL) + nr;
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

static __attribute__((noinline, noclone)) void *run(void *data)
{
	long sum = 0;
	int i;

	(void)data;
	for (i = 0; i < count; i++) {
		sum += outer(i);
		usleep(ms * 1000);
	}
	return (void *)sum;
}

int main(int argc, char **argv)
{
	const char *how = argc > 3 ? argv[3] : "";
	pthread_t thread;

	count = argc > 1 ? atoi(argv[1]) : 1;
	ms = argc > 2 ? atoi(argv[2]) : 0;
	forks = !strcmp(how, "vfork");
	if (!strcmp(how, "thread"))
		return pthread_create(&thread, NULL, run, NULL) || pthread_join(thread, NULL);
	if (!strcmp(how, "fork")) {
		if (fork())
			return wait(NULL) < 0;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	}
	return !run(NULL);
}
