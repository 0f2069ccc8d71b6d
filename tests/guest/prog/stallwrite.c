// SPDX-License-Identifier: GPL-2.0
/*
 * stallwrite FILE: print "stalled", then write to FILE from memory whose page
 * fault is never served. Ends when it is killed.
 */
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register area = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	int file, faults;
	void *page;

	if (argc != 2)
		return 2;
	file = open(argv[1], O_WRONLY | O_APPEND);
	faults = syscall(SYS_userfaultfd, O_CLOEXEC);
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	area.range.start = (unsigned long)page;
	area.range.len = 4096;
	if (file < 0 || faults < 0 || page == MAP_FAILED ||
	    ioctl(faults, UFFDIO_API, &api) ||
	    ioctl(faults, UFFDIO_REGISTER, &area)) {
		perror(argv[1]);
		return 1;
	}
	printf("stalled\n");
	fflush(stdout);
	write(file, page, 10);
	return 3;
}
