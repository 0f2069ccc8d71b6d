// SPDX-License-Identifier: GPL-2.0
/*
 * crowd THREADS: start threads that call getppid() once and then sleep, print how many
 * have done so, and sleep until a signal.
 */
#include <err.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static sem_t called;

static void *sleeper(void *unused)
{
	syscall(SYS_getppid);
	sem_post(&called);
	for (;;)
		pause();
	return unused;
}

int main(int argc, char **argv)
{
	int i, nr = argc > 1 ? atoi(argv[1]) : 1;
	pthread_attr_t small;
	pthread_t thread;

	sem_init(&called, 0, 0);
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 1 << 14);
	for (i = 0; i < nr; i++)
		if (pthread_create(&thread, &small, sleeper, NULL))
			err(1, "thread %d", i);
	for (i = 0; i < nr; i++)
		sem_wait(&called);
	printf("%d\n", nr);
	fflush(stdout);
	pause();
	return 0;
}
