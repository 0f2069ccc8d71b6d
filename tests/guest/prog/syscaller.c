// SPDX-License-Identifier: GPL-2.0
/*
 * Makes system calls whose arguments and results are the same each time.
 *
 *	syscaller work		make one call for each number of arguments
 *	syscaller 32 N		make N 32-bit calls of number 39: mkdir(). As a
 *				64-bit call, 39 is getppid(). Only on x86
 *	syscaller 32 N 162	the same, of nanosleep(). As a 64-bit call, 162 is sync()
 *	syscaller loop		call getppid() and openat() until killed
 *	syscaller time N	print the nanoseconds of N calls of getppid()
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A call with two arguments, and one that the kernel does not implement. */
#ifdef SYS_access
#define CALL_OF_TWO	SYS_access
#define CALL_OF_NONE	SYS_tuxcall
#else
#define CALL_OF_TWO	SYS_umount2
#define CALL_OF_NONE	SYS_nfsservctl
#endif

static void work(void)
{
	static const char path[] = "/no/such/file";
	int i;

	for (i = 0; i < 10; i++) {
		syscall(SYS_getppid);
		syscall(SYS_close, 1000 + i);
		syscall(CALL_OF_TWO, path, i);
		syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0644);
		syscall(SYS_lseek, -1, 0x123456789aUL * i, SEEK_SET);
		syscall(SYS_pread64, -1, path, 16, i);
		syscall(SYS_splice, -1, NULL, -1, NULL, i, 0);
		syscall(SYS_mmap, NULL, 0, PROT_READ, MAP_PRIVATE, -1, 0);
		syscall(SYS_umask, 022);
		/* The kernel implements neither of these calls. */
		syscall(CALL_OF_NONE, i);
		syscall(5000 + i, i);
	}
}

static long call32(long nr)
{
	long ret = -ENOSYS;

#ifdef __x86_64__
	ret = nr;

	/* The arguments are invalid addresses, so no folder is created. */
	asm volatile("int $0x80" : "+a" (ret) : "b" (0L), "c" (0L), "d" (0L)
		     : "memory", "cc", "r8", "r9", "r10", "r11");
#endif
	return ret;
}

static long ns_of(long nr)
{
	struct timespec from, to;
	long i;

	clock_gettime(CLOCK_MONOTONIC, &from);
	for (i = 0; i < nr; i++)
		syscall(SYS_getppid);
	clock_gettime(CLOCK_MONOTONIC, &to);
	return (to.tv_sec - from.tv_sec) * 1000000000L + to.tv_nsec - from.tv_nsec;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	long i, nr = argc > 2 ? atol(argv[2]) : 0;

	if (!strcmp(what, "work")) {
		work();
	} else if (!strcmp(what, "32")) {
		for (i = 0; i < nr; i++)
			if (call32(argc > 3 ? atol(argv[3]) : 39) != -EFAULT)
				return 1;
	} else if (!strcmp(what, "loop")) {
		for (;;) {
			syscall(SYS_getppid);
			syscall(SYS_openat, AT_FDCWD, "/", O_RDONLY, 0);
			syscall(SYS_close, 3);
		}
	} else if (!strcmp(what, "time")) {
		printf("%ld\n", ns_of(nr));
	} else {
		return 2;
	}
	return 0;
}
