// SPDX-License-Identifier: GPL-2.0
/*
 * userstack WHAT [COUNT]: makes system calls from known places. Its functions have
 * frame pointers. WHAT is
 *
 *   calls	chdir() COUNT times from a chain of calls; prints its frames first,
 *		innermost first, as hist prints them
 *   sleeps	the same with nanosleep() of 1 ms
 *   page	chdir() with a frame pointer into memory that was never touched
 *   none	chdir() with an invalid frame pointer
 *   twice	chdir() with a frame that has an invalid pointer and an invalid address;
 *		with COUNT, waits for a signal afterwards
 *   code	chdir() from code that is in no file; prints its address
 *   files	chdir() from COUNT different files
 *   chains	chdir() on forged stacks, whose frames return to code in COUNT
 *		different files
 *   time	prints the nanoseconds of COUNT calls of getppid(), which are made some
 *		functions deep: userstack time COUNT DEPTH
 *   storm	for COUNT ms, threads map, unmap, fault and switch
 *
 * Link with: -Wl,--build-id=none
 */
#define _GNU_SOURCE
#include <err.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#pragma GCC optimize("no-omit-frame-pointer", "no-optimize-sibling-calls")
#ifdef __aarch64__
/* Functions sign the return addresses that they store, if the CPU can do that. */
#pragma GCC target("branch-protection=pac-ret")
#endif

#define PLACES	4
#define MS	1000000
#define CHAIN	30

static void *places[PLACES];
static long number = SYS_chdir;
static const void *argument = "/";

/*
 * Makes a system call. Stores in places[0] the address of the instruction after
 * it, which is the address that stacks contain for the call.
 */
static __attribute__((noinline)) long call(void)
{
	long ret;

#ifdef __aarch64__
	register long nr asm("x8") = number;
	register const void *first asm("x0") = argument;
	register long second asm("x1") = 0;

	asm volatile("adr x9, 1f\n\t"
		     "str x9, %1\n\t"
		     "svc #0\n"
		     "1:"
		     : "+r"(first), "=m"(places[0])
		     : "r"(nr), "r"(second)
		     : "x9", "memory");
	ret = (long)first;
#else
	asm volatile("lea 1f(%%rip), %%rcx\n\t"
		     "mov %%rcx, %1\n\t"
		     "syscall\n"
		     "1:"
		     : "=a"(ret), "=m"(places[0])
		     : "a"(number), "D"(argument), "S"(0L)
		     : "rcx", "r11", "memory");
#endif
	places[1] = __builtin_return_address(0);
	return ret;
}

static __attribute__((noinline)) long inner(void)
{
	long ret = call();

	places[2] = __builtin_return_address(0);
	return ret;
}

static __attribute__((noinline)) long outer(int count)
{
	long ret = 0;

	while (count--)
		ret = inner();
	places[3] = __builtin_return_address(0);
	return ret;
}

/* Prints an address as the file that is mapped there and the offset in the file. */
static void print_place(void *place)
{
	unsigned long at = (unsigned long)place, start, end, offset;
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[4096], path[4096];

	if (!maps)
		err(1, "/proc/self/maps");
	while (fgets(line, sizeof(line), maps)) {
		path[0] = '\0';
		if (sscanf(line, "%lx-%lx %*s %lx %*s %*s %4095s", &start, &end, &offset, path) < 3)
			errx(1, "cannot parse a line of /proc/self/maps: %s", line);
		if (at >= start && at < end)
			printf("         %s+0x%lx\n", path, at - start + offset);
	}
	fclose(maps);
}

/*
 * Makes calls of outer(), which then calls the kernel @count times with the number
 * @real. First makes one getppid() from the same places, to learn and print their
 * addresses.
 */
static void make_calls(int real, int count)
{
	volatile int round;
	int i;

	number = SYS_getppid;
	for (round = 0; round < 2; round++) {
		outer(round ? count : 1);
		for (i = 0; !round && i < PLACES; i++)
			print_place(places[i]);
		fflush(stdout);
		number = real;
	}
}

/* Prints the nanoseconds of @count calls of getppid() from @depth more functions. */
static __attribute__((noinline)) int timed(int depth, int count)
{
	struct timespec from, to;

	if (depth > 1)
		return timed(depth - 1, count) + 1;
	number = SYS_getppid;
	clock_gettime(CLOCK_MONOTONIC, &from);
	while (count--)
		call();
	clock_gettime(CLOCK_MONOTONIC, &to);
	printf("%ld\n", (to.tv_sec - from.tv_sec) * 1000000000L + to.tv_nsec - from.tv_nsec);
	return 0;
}

/* Makes a system call with these stack and frame pointers. */
static void with_frame(void *stack, void *frame)
{
#ifdef __aarch64__
	register long nr asm("x8") = number;
	register const void *first asm("x0") = argument;

	asm volatile("mov x19, x29\n\t"
		     "mov x20, sp\n\t"
		     "mov x29, %3\n\t"
		     "mov sp, %2\n\t"
		     "svc #0\n\t"
		     "mov sp, x20\n\t"
		     "mov x29, x19"
		     : "+r"(first)
		     : "r"(nr), "r"(stack), "r"(frame)
		     : "x19", "x20", "memory");
#else
	long ret;

	asm volatile("mov %%rbp, %%r12\n\t"
		     "mov %%rsp, %%r13\n\t"
		     "mov %4, %%rbp\n\t"
		     "mov %3, %%rsp\n\t"
		     "syscall\n\t"
		     "mov %%r13, %%rsp\n\t"
		     "mov %%r12, %%rbp"
		     : "=a"(ret)
		     : "a"(number), "D"(argument), "r"(stack), "r"(frame)
		     : "rcx", "r11", "r12", "r13", "memory");
#endif
}

static void *map(int prot, int flags, int fd)
{
	void *at = mmap(NULL, 8192, prot, flags, fd, 0);

	if (at == MAP_FAILED)
		err(1, "mmap");
	return at;
}

/*
 * Code that makes the system call and returns. The return instruction is the last
 * RETURN bytes.
 */
#ifdef __aarch64__
/* mov x8, #SYS_chdir; svc #0; ret */
static const unsigned int code[] = { 0xd2800008 | SYS_chdir << 5, 0xd4000001, 0xd65f03c0 };
#define RETURN	4
#else
/* mov $SYS_chdir, %eax; syscall; ret */
static const unsigned char code[] = { 0xb8, SYS_chdir, 0, 0, 0, 0x0f, 0x05, 0xc3 };
#define RETURN	1
#endif

static void run(void *at)
{
	((long (*)(const char *))at)("/");
}

static void call_nowhere(void)
{
	unsigned char *at = map(PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	memcpy(at, code, sizeof(code));
	__builtin___clear_cache((char *)at, (char *)at + sizeof(code));
	printf("         0x%lx\n", (unsigned long)at + sizeof(code) - RETURN);
	fflush(stdout);
	run(at);
}

static void call_files(int count)
{
	void *at;
	int fd;

	while (count--) {
		fd = memfd_create("code", 0);
		if (fd < 0 || write(fd, code, sizeof(code)) != sizeof(code))
			err(1, "memfd");
		at = map(PROT_READ | PROT_EXEC, MAP_PRIVATE, fd);
		run(at);
		munmap(at, 8192);
		close(fd);
	}
}

/* Maps code from a new file. */
static void *map_code(void)
{
	int fd = memfd_create("\033[2J\n{ code", 0);
	void *at;

	if (fd < 0 || write(fd, code, sizeof(code)) != sizeof(code))
		err(1, "memfd");
	at = map(PROT_READ | PROT_EXEC, MAP_PRIVATE, fd);
	close(fd);
	return at;
}

/*
 * Makes calls on stacks whose frames this program has written itself. Each frame returns
 * to code in another file. The chain of frames begins at the stack pointer.
 */
static void call_chains(int count)
{
	struct {
		void *next;
		void *caller;
	} *frames = map(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
	int i, nr;

	for (; count > 0; count -= nr) {
		nr = count < CHAIN ? count : CHAIN;
		for (i = 0; i < nr; i++) {
			frames[i].next = i + 1 < nr ? &frames[i + 1] : NULL;
			frames[i].caller = map_code();
		}
		with_frame(frames, frames);
		for (i = 0; i < nr; i++)
			munmap(frames[i].caller, 8192);
	}
}

static atomic_bool stop;

static void *maps_and_faults(void *unused)
{
	volatile char *at;

	while (!stop) {
		at = map(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
		*at = 1;
		mprotect((void *)at, 4096, PROT_READ);
		munmap((void *)at, 8192);
	}
	return NULL;
}

static void *sleeps(void *unused)
{
	static const struct timespec ms = { 0, MS / 10 };

	while (!stop)
		nanosleep(&ms, NULL);
	return NULL;
}

static void storm(int count)
{
	struct timespec time = { count / 1000, count % 1000 * MS };
	pthread_t threads[6];
	int i;

	for (i = 0; i < 6; i++)
		if (pthread_create(&threads[i], NULL, i % 2 ? sleeps : maps_and_faults, NULL))
			err(1, "pthread_create");
	nanosleep(&time, NULL);
	stop = true;
	for (i = 0; i < 6; i++)
		pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
	static const struct timespec ms = { 0, MS };
	const char *what = argc > 1 ? argv[1] : "";
	int count = argc > 2 ? atoi(argv[2]) : 1;

	if (!strcmp(what, "calls")) {
		make_calls(SYS_chdir, count);
	} else if (!strcmp(what, "sleeps")) {
		argument = &ms;
		make_calls(SYS_nanosleep, count);
	} else if (!strcmp(what, "page")) {
		char *stack = map(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);

		with_frame(stack, stack + 4096);
	} else if (!strcmp(what, "none")) {
		with_frame(&count, (void *)1);
	} else if (!strcmp(what, "twice")) {
		void *frame[] = { (void *)5, (void *)0x1234 };

		with_frame(frame, frame);
		if (argc > 2)
			pause();
	} else if (!strcmp(what, "code")) {
		call_nowhere();
	} else if (!strcmp(what, "files")) {
		call_files(count);
	} else if (!strcmp(what, "chains")) {
		call_chains(count);
	} else if (!strcmp(what, "time")) {
		timed(argc > 3 ? atoi(argv[3]) : 1, count);
	} else if (!strcmp(what, "storm")) {
		storm(count);
	} else {
		errx(2, "usage: userstack calls|sleeps|page|none|twice|code|files|chains|time|storm [COUNT]");
	}
	return 0;
}
