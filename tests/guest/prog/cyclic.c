// SPDX-License-Identifier: GPL-2.0
/*
 * Replaces a cyclictest that writes trace marks.
 *
 * cyclic THREADS LOOPS MICROSECONDS [trace_marker...]
 *
 * Each thread sleeps LOOPS times. It writes "start" to the trace_marker files
 * before each sleep and "end" after it.
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MAX_MARKERS	4
#define MAX_THREADS	16

static int markers[MAX_MARKERS], n_markers;
static long loops, usecs;

static void mark(const char *text)
{
	int i;

	for (i = 0; i < n_markers; i++)
		if (write(markers[i], text, strlen(text)) < 0)
			err(1, "trace_marker");
}

static void *run(void *arg)
{
	struct timespec ts = { usecs / 1000000, usecs % 1000000 * 1000 };
	long i;

	for (i = 0; i < loops; i++) {
		mark("start");
		clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, NULL);
		mark("end");
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[MAX_THREADS];
	int i, n;

	if (argc < 4 || argc > 4 + MAX_MARKERS)
		errx(2, "usage: cyclic THREADS LOOPS MICROSECONDS [FILE...]");
	n = atoi(argv[1]);
	loops = atol(argv[2]);
	usecs = atol(argv[3]);
	if (n < 1 || n > MAX_THREADS)
		errx(2, "1 to %d threads", MAX_THREADS);
	for (i = 4; i < argc; i++) {
		markers[n_markers] = open(argv[i], O_WRONLY);
		if (markers[n_markers++] < 0)
			err(1, "%s", argv[i]);
	}
	for (i = 0; i < n; i++)
		if (pthread_create(&threads[i], NULL, run, NULL))
			errx(1, "pthread_create");
	for (i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
