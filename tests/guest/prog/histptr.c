// SPDX-License-Identifier: GPL-2.0
/*
 * Fires suspend_resume with a pointer to a string. The string's last byte is the
 * last byte of a page, and the next page is not mapped.
 *
 *   histptr TEXT	the string ends with its NUL
 *   histptr -u TEXT	the string has no NUL
 *   histptr -x ADDRESS	fires with this address instead
 */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE	4096

static void fire(unsigned long address)
{
	char command[128];
	int fd = open("/sys/kernel/debug/histrig_fire", O_WRONLY);
	int len;

	if (fd < 0)	/* see kmod/test_file.h */
		fd = open("/proc/histrig_fire", O_WRONLY);
	len = snprintf(command, sizeof(command),
		       "fire power suspend_resume base=%ld", (long)address);
	if (fd < 0 || write(fd, command, len) != len)
		err(1, "%s", command);
	close(fd);
}

int main(int argc, char **argv)
{
	const char *text = argv[argc - 1];
	size_t size = strlen(text);
	char *memory;

	if (argc == 3 && !strcmp(argv[1], "-x")) {
		fire(strtoul(text, NULL, 0));
		return 0;
	}
	if (argc != 2 && strcmp(argv[1], "-u"))
		errx(2, "usage: histptr [-u] TEXT");
	if (argc == 2)
		size++;
	memory = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED || mprotect(memory + 2 * PAGE, PAGE, PROT_NONE))
		err(1, "mmap");
	memcpy(memory + 2 * PAGE - size, text, size);
	fire((unsigned long)memory + 2 * PAGE - size);
	return 0;
}
