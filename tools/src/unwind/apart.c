// SPDX-License-Identifier: GPL-2.0
/* Runs functions that read files of users in a child process; see apart.h. */
#define _GNU_SOURCE
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../stop.h"
#include "apart.h"

/* The user and group nobody. */
#define NOBODY		65534

/* How often a parent checks whether to stop, in milliseconds. */
#define APART_CHECK	100

void *apart_memory(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		die("out of memory; end other programs and try again");
	return memory;
}

void apart_free(void *memory, size_t size)
{
	munmap(memory, size);
}

static void apart_limit(int which, rlim_t limit)
{
	setrlimit(which, &(struct rlimit){ .rlim_cur = limit, .rlim_max = limit });
}

/* Gives up privileges. A user who is not root has none. */
static bool apart_drop(void)
{
	return geteuid() || (!setgroups(0, NULL) && !setresgid(NOBODY, NOBODY, NOBODY) &&
			     !setresuid(NOBODY, NOBODY, NOBODY));
}

static void apart_child(bool (*work)(void *data), void *data, pid_t parent)
{
	stop_release();
	apart_limit(RLIMIT_CPU, APART_CPU);
	apart_limit(RLIMIT_CORE, 0);
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
static bool apart_ended(int child)
{
	const uint64_t until = stop_clock() + APART_TIME * 1000000000ull;
	struct pollfd wanted = { .fd = child, .events = POLLIN };
	const int asked = stop_asked();

	while (stop_asked() == asked && stop_clock() < until)
		if (poll(&wanted, 1, APART_CHECK) > 0)
			return true;
	return false;
}

bool apart_run(bool (*work)(void *data), void *data)
{
	const pid_t parent = getpid();
	struct pollfd wanted = { .events = POLLIN };
	int status = -1;
	pid_t child;

	child = fork();
	if (child < 0)
		return false;
	if (!child)
		apart_child(work, data, parent);
	wanted.fd = pidfd_open(child, 0);
	if (wanted.fd < 0 || !apart_ended(wanted.fd))
		kill(child, SIGKILL);
	/* A child that waits for a broken file system may not die. */
	if (wanted.fd < 0 || poll(&wanted, 1, 1000) > 0)
		waitpid(child, &status, 0);
	if (wanted.fd >= 0)
		close(wanted.fd);
	return WIFEXITED(status) && !WEXITSTATUS(status);
}
