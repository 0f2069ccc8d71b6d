// SPDX-License-Identifier: GPL-2.0
/* Runs functions that read files of users in a child process; see apart.h. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../stop.h"
#include "apart.h"

/* The user and group nobody. */
#define NOBODY		65534

/* FUSE_SUPER_MAGIC of the kernel. */
#define FUSE_MAGIC	0x65735546

/* How often a parent checks whether to stop, in milliseconds. */
#define APART_CHECK	100

void *apart_memory(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void apart_free(void *memory, size_t size)
{
	munmap(memory, size);
}

static void apart_limit(int which, rlim_t limit)
{
	setrlimit(which, &(struct rlimit){ .rlim_cur = limit, .rlim_max = limit });
}

/* Gives up the privileges of root. */
static bool apart_drop(void)
{
	return geteuid() || (!setgroups(0, NULL) && !setresgid(NOBODY, NOBODY, NOBODY) &&
			     !setresuid(NOBODY, NOBODY, NOBODY));
}

/* Leaves the terminal, and closes all files but one. */
static void apart_close(int fd)
{
	setsid();
#ifdef __SANITIZE_ADDRESS__
	/* The sanitizer needs a file for its messages. */
	close_range(fd < 2 ? 3 : fd + 1, ~0U, 0);
#else
	if (fd > 0)
		close_range(0, fd - 1, 0);
	close_range(fd + 1, ~0U, 0);
#endif
}

static void apart_child(bool (*work)(void *data), void *data, int fd, rlim_t seconds,
			pid_t parent)
{
	stop_release();
	apart_close(fd);
	apart_limit(RLIMIT_CPU, seconds);
	apart_limit(RLIMIT_CORE, 0);
	apart_limit(RLIMIT_FSIZE, 0);
	apart_limit(RLIMIT_NPROC, 0);
#ifndef __SANITIZE_ADDRESS__
	/* The sanitizer reserves terabytes. */
	apart_limit(RLIMIT_AS, APART_MEMORY);
#endif
	if (!apart_drop() || prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent)
		_exit(2);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	_exit(!work(data));
}

/* Waits for a child. Returns true if it has ended. */
static bool apart_ended(int child, unsigned int seconds)
{
	const uint64_t until = stop_clock() + seconds * 1000000000ull;
	struct pollfd wanted = { .fd = child, .events = POLLIN };
	const int asked = stop_asked();

	while (stop_asked() == asked && stop_clock() < until)
		if (poll(&wanted, 1, APART_CHECK) > 0)
			return true;
	return false;
}

/* Waits for a child, and kills it after a time. Returns true if it has succeeded. */
static bool apart_wait(pid_t child, unsigned int seconds)
{
	struct pollfd wanted = { .fd = pidfd_open(child, 0), .events = POLLIN };
	int status = -1;

	if (wanted.fd < 0 || !apart_ended(wanted.fd, seconds))
		kill(child, SIGKILL);
	/* A child that waits for a broken file system may not die. */
	if (wanted.fd < 0 || poll(&wanted, 1, 1000) > 0)
		waitpid(child, &status, 0);
	if (wanted.fd >= 0)
		close(wanted.fd);
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

/* Others must not make root wait for long by many files. */
static unsigned int apart_seconds(int fd)
{
	struct stat status;

	return fd < 0 || (!fstat(fd, &status) && !status.st_uid) ? APART_CPU : APART_CPU_OTHERS;
}

bool apart_run(bool (*work)(void *data), void *data, int fd)
{
	const unsigned int seconds = apart_seconds(fd);
	const pid_t parent = getpid(), child = fork();

	if (!child)
		apart_child(work, data, fd, seconds, parent);
	return child > 0 && apart_wait(child, seconds + seconds / 2);
}

/* What a child tells its parent about an open file. */
struct apart_file {
	int fd;
	struct stat status;
};

/* Opens a file in a child that shares the fds of its parent. */
static bool apart_open_file(const char *path, struct apart_file *file)
{
	char link[64];
	struct statfs fs;
	int fd, place;

	/* Opening a device may do something, so look first. */
	place = open(path, O_PATH | O_CLOEXEC);
	if (place < 0)
		return false;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", place);
	fd = fstat(place, &file->status) || !S_ISREG(file->status.st_mode) ?
		     -1 : open(link, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	close(place);
	if (fd < 0)
		return false;
	if (fstatfs(fd, &fs) || fs.f_type == FUSE_MAGIC) {
		close(fd);
		return false;
	}
	file->fd = fd;
	return true;
}

int apart_open(const char *path, struct stat *status)
{
	static struct apart_file *file;
	pid_t child;

	if (!file)
		file = apart_memory(sizeof(*file));
	if (!file)
		return -1;
	file->fd = -1;
	child = syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
	if (!child)
		_exit(!apart_open_file(path, file));
	if (child < 0 || !apart_wait(child, APART_OPEN))
		return -1;
	*status = file->status;
	return file->fd;
}
