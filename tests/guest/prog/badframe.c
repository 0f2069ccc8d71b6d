// SPDX-License-Identifier: GPL-2.0
/*
 * badframe SECONDS: make system calls for that long, with a frame pointer to memory that is
 * not mapped, so that every reading of the user stack takes a page fault.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long call(long nr, long a, long b, long c)
{
#ifdef __x86_64__
	register long nowhere asm("r15") = 0x7fffffffd000;
	long result;

	asm volatile("push %%rbp; mov %%r15, %%rbp; syscall; pop %%rbp"
		     : "=a"(result) : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(nowhere)
		     : "rcx", "r11", "memory");
	return result;
#else
	return syscall(nr, a, b, c);
#endif
}

int main(int argc, char **argv)
{
	time_t end = time(NULL) + (argc > 1 ? atoi(argv[1]) : 1);
	char text[256];
	long fd;

	while (time(NULL) < end) {
		call(SYS_getppid, 0, 0, 0);
		fd = call(SYS_openat, AT_FDCWD, (long)"/proc/self/stat", O_RDONLY);
		call(SYS_read, fd, (long)text, sizeof(text));
		call(SYS_close, fd, 0, 0);
		call(SYS_sched_yield, 0, 0, 0);
	}
	return 0;
}
