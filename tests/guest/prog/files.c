// SPDX-License-Identifier: GPL-2.0
/*
 * files [KNOB NUMBER] [in FOLDER] COMMAND [ARGUMENT]...: do a command. With a knob, which is
 * fail-nth or make-it-fail, write the number to /proc/self/KNOB before, so that the command's
 * memory allocations fail. The commands are:
 *
 *   walk PATH...	print each path and all paths below it, like find, but fail if a
 *			folder cannot be read to its end. Busybox's find takes an error of
 *			readdir() for the end.
 *   cat FILE...	print files
 *   mkdir FOLDER, rmdir FOLDER, chmod MODE FILE
 *   mount FOLDER	mount our filesystem
 *   umount FOLDER
 *
 * Do not run other programs while allocations fail, because exec() may start one with wrong
 * memory: Linux 6.1 goes on if it cannot clear the rest of the page in which a program's data
 * ends. Then there are bytes of the program's file in place of zeros, and the C library may
 * wait without end for a lock that seems to be held.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

static int failed;

static void walk(const char *path)
{
	char below[PATH_MAX];
	struct dirent *entry;
	struct stat st;
	DIR *dir;

	puts(path);
	if (lstat(path, &st)) {
		failed = 1;
		return;
	}
	if (!S_ISDIR(st.st_mode))
		return;
	dir = opendir(path);
	if (!dir) {
		failed = 1;
		return;
	}
	while (errno = 0, entry = readdir(dir)) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		snprintf(below, sizeof(below), "%s/%s", path, entry->d_name);
		walk(below);
	}
	if (errno)
		failed = 1;
	closedir(dir);
}

static void cat(const char *path)
{
	static char text[65536];
	int fd = open(path, O_RDONLY);
	ssize_t n;

	if (fd < 0) {
		failed = 1;
		return;
	}
	while ((n = read(fd, text, sizeof(text))) > 0)
		if (write(STDOUT_FILENO, text, n) != n)
			failed = 1;
	if (n)
		failed = 1;
	close(fd);
}

static void each(void (*action)(const char *), char **path)
{
	for (; *path; path++)
		action(*path);
}

static int command(char **word)
{
	const char *name = word[0];

	if (!strcmp(name, "walk")) {
		each(walk, word + 1);
		return failed || fflush(stdout) || ferror(stdout);
	}
	if (!strcmp(name, "cat")) {
		each(cat, word + 1);
		return failed;
	}
	if (!strcmp(name, "mkdir"))
		return mkdir(word[1], 0755) != 0;
	if (!strcmp(name, "rmdir"))
		return rmdir(word[1]) != 0;
	if (!strcmp(name, "chmod"))
		return chmod(word[2], strtol(word[1], NULL, 8)) != 0;
	if (!strcmp(name, "mount"))
		return mount("nodev", word[1], "histrig", 0, NULL) != 0;
	if (!strcmp(name, "umount"))
		return umount(word[1]) != 0;
	return 2;
}

static int begin_to_fail(const char *knob, const char *number)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/self/%s", knob);
	fd = open(path, O_WRONLY);
	return fd < 0 || write(fd, number, strlen(number)) < 0;
}

int main(int argc, char **argv)
{
	char **word = argv + 1;

	if (argc > 3 && (!strcmp(word[0], "fail-nth") || !strcmp(word[0], "make-it-fail"))) {
		if (begin_to_fail(word[0], word[1]))
			return 2;
		word += 2;
	}
	if (argc > 3 && !strcmp(word[0], "in")) {
		if (chdir(word[1]))
			return 1;
		word += 2;
	}
	return !word[0] || command(word);
}
