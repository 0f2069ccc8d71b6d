// SPDX-License-Identifier: GPL-2.0
/* Files that the tool writes; see file.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../stop.h"
#include "file.h"

/* How many names of temporary files are tried; collisions are not expected. */
#define TRIES	16

static bool write_out(int fd, const char *text, size_t len)
{
	ssize_t n;

	while (len) {
		n = write(fd, text, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		text += n;
		len -= n;
	}
	return true;
}

static bool not_written(const char *path)
{
	int error = errno;

	warn("cannot write the file %s: %s", path, strerror(error));
	errno = error;
	return false;
}

/*
 * Opens the folder of a file, so that later changes of the path have no effect. Returns the
 * file's name in the folder.
 */
static const char *file_open_folder(const char *path, int *folder)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	char part[PATH_MAX] = ".";

	*folder = -1;
	if (name - path >= (ptrdiff_t)sizeof(part) || strlen(name) > NAME_MAX) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	if (slash)
		snprintf(part, sizeof(part), "%.*s", (int)(name - path), path);
	*folder = open(part, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return *folder < 0 ? NULL : name;
}

/* Tests whether only root and the caller can create files in a folder. */
static bool is_safe(int folder)
{
	struct stat st;

	return !fstat(folder, &st) && (!st.st_uid || st.st_uid == geteuid()) &&
	       !(st.st_mode & 022);
}

/*
 * Writes into a file that must not be replaced: a device, a FIFO, a socket or the target of
 * a link. Fails if a FIFO has no reader.
 */
static bool write_special(int folder, const char *name, const char *text, size_t len)
{
	int fd = openat(folder, name,
			O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0666);
	bool good = fd >= 0 && !fcntl(fd, F_SETFL, 0) && write_out(fd, text, len);
	int error = errno;

	if (fd >= 0)
		close(fd);
	errno = error;
	return good;
}

/* Returns the mode of a file or, if there is none, the mode that the shell would give it. */
static mode_t mode_of(const struct stat *st)
{
	mode_t mask;

	if (st)
		return st->st_mode & 0777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/*
 * Gives the file @fd a temporary name that collectors of metrics ignore. If @fd is negative,
 * creates a file with such a name. Returns the file, or -1.
 */
static int make_name(int folder, const char *name, char *temporary, size_t size, int fd)
{
	char self[32];
	uint64_t number;
	int i, made;

	snprintf(self, sizeof(self), "/proc/self/fd/%d", fd);
	for (i = 0; i < TRIES; i++) {
		if (getrandom(&number, sizeof(number), 0) != sizeof(number))
			break;
		snprintf(temporary, size, ".%.200s.%016llx", name, (unsigned long long)number);
		if (fd < 0)
			made = openat(folder, temporary,
				      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
		else
			made = linkat(AT_FDCWD, self, folder, temporary,
				      AT_SYMLINK_FOLLOW) ? -1 : fd;
		if (made >= 0)
			return made;
		if (errno != EEXIST)
			break;
	}
	return -1;
}

/*
 * Writes a new file and renames it over the old one. The new file has no name until it is
 * complete, so a killed program leaves nothing. On a filesystem that does not support unnamed
 * files, the new file has a temporary name from the start.
 */
static bool replace(int folder, const char *name, mode_t mode, const char *text, size_t len)
{
	int error, fd = openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
	char temporary[NAME_MAX + 1];
	bool named = fd < 0, good;

	if (named)
		fd = make_name(folder, name, temporary, sizeof(temporary), -1);
	if (fd < 0)
		return false;
	good = !fchmod(fd, mode) && write_out(fd, text, len) && !fsync(fd);
	if (good && !named) {
		named = make_name(folder, name, temporary, sizeof(temporary), fd) >= 0;
		good = named;
	}
	good = good && !renameat(folder, temporary, folder, name);
	error = errno;
	if (!good && named)
		unlinkat(folder, temporary, 0);
	close(fd);
	errno = error;
	return good;
}

bool file_replace(const char *path, const char *text, size_t len)
{
	struct stat st;
	bool exists, good;
	const char *name;
	int folder;

	name = file_open_folder(path, &folder);
	if (!name)
		return not_written(path);
	exists = !fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW);
	if (exists && !S_ISREG(st.st_mode) && !is_safe(folder)) {
		close(folder);
		warn("%s is not a regular file, and other users can change its folder; use another folder",
		     path);
		errno = EINVAL;
		return false;
	}
	if (exists && !S_ISREG(st.st_mode))
		good = write_special(folder, name, text, len);
	else
		good = replace(folder, name, mode_of(exists ? &st : NULL), text, len);
	close(folder);
	return good || not_written(path);
}
