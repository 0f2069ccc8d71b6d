// SPDX-License-Identifier: GPL-2.0
/*
 * walk PATH...: print each path and all paths below it, like find. Fails if a
 * folder cannot be read to its end. Busybox's find does not fail then, because it
 * takes an error of readdir() for the end.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
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

int main(int argc, char **argv)
{
	/* Without memory, the C library may wait for one of its locks without end. */
	alarm(60);
	for (int i = 1; i < argc; i++)
		walk(argv[i]);
	return failed || fflush(stdout);
}
