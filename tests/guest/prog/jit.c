// SPDX-License-Identifier: GPL-2.0
/*
 * jit COUNT MS [USER]: calls chdir() COUNT times, each MS milliseconds, from a function that it has
 * put into memory of no file, as compilers at run time do. Names it in /tmp/perf-PID.map; if USER
 * is given, the file then belongs to this user.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#pragma GCC optimize("no-omit-frame-pointer", "no-optimize-sibling-calls")

#define SIZE	256

static __attribute__((noinline, noclone)) int code(int (*call)(const char *path), const char *path)
{
	return call(path) + 1;
}

int main(int argc, char **argv)
{
	int (*made)(int (*call)(const char *path), const char *path);
	int count = argc > 1 ? atoi(argv[1]) : 1, ms = argc > 2 ? atoi(argv[2]) : 0, i, sum = 0;
	char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char name[64];
	FILE *file;

	snprintf(name, sizeof(name), "/tmp/perf-%d.map", getpid());
	file = fopen(name, "w");
	if (memory == MAP_FAILED || !file)
		return 1;
	memcpy(memory, (char *)code, SIZE);
	__builtin___clear_cache(memory, memory + SIZE);
	made = (void *)memory;
	fprintf(file, "%lx %x first name\n%lx %x made at run time\n", (long)memory, SIZE,
		(long)memory, SIZE);
	fclose(file);
	if (argc > 3 && chown(name, atoi(argv[3]), -1))
		return 1;
	for (i = 0; i < count; i++) {
		sum += made(chdir, "/");
		usleep(ms * 1000);
	}
	return sum < 0;
}
