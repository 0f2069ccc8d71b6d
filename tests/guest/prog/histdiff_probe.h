/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cases that define probes: which files are read after them, and the workloads
 * that hit the probes.
 */
#ifndef HISTDIFF_PROBE_H
#define HISTDIFF_PROBE_H

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define CALLED_FILE	"/sys/kernel/debug/histrig_called"
#define SCRATCH_FILE	"/tmp/histdiff.scratch"

/* Returns the definition of a probe in a step, or NULL. */
static const char *definition(const char *step)
{
	static const char *const words[] = {
		"to kprobe_events ", "over kprobe_events ",
		"to uprobe_events ", "over uprobe_events ",
		"to dynamic_events ", "over dynamic_events ",
	};
	size_t i, len;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		len = strlen(words[i]);
		if (!strncmp(step, words[i], len))
			return step + len;
	}
	return NULL;
}

/* Tests whether a case defines events other than synthetic ones. */
static bool defines_probes(const struct one_case *c)
{
	const char *s;
	int i;

	for (i = 0; i < c->n_steps; i++) {
		s = definition(c->steps[i]);
		if (s && (strchr("preft", *s) || c->steps[i][3] == 'k'))
			return true;
	}
	return false;
}

/*
 * Reads the files that list probes, and the format of each event that the first
 * tree lists.
 */
static void read_probes(const struct one_case *c)
{
	static struct text list;
	char *line, *next, event[256], name[320];

	read_file("dynamic_events", c);
	read_file("kprobe_events", c);
	read_file("kprobe_profile", c);
	read_file("uprobe_events", c);
	read_file("uprobe_profile", c);
	read_whole(sides[0].root, "dynamic_events", &list);
	for (line = list.s; *line; line = next) {
		next = (char *)after_line(line);
		if (*line == 's' ||
		    sscanf(line, "%*[^:]:%255[^ \n]", event) != 1)
			continue;
		snprintf(name, sizeof(name), "events/%s/format", event);
		read_file(name, c);
	}
}

static int load_module(const char *name)
{
	char path[128];
	int fd, ret;

	snprintf(path, sizeof(path), "/tests/kmod/%s.ko", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	ret = syscall(SYS_finit_module, fd, "", 0) ? errno : 0;
	close(fd);
	return ret;
}

static int unload_module(const char *name)
{
	return syscall(SYS_delete_module, name, O_NONBLOCK) ? errno : 0;
}

static void fallocate_scratch(const char *args)
{
	int fd = open(SCRATCH_FILE, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	long mode = 0, offset = 0, len = 0;

	sscanf(args, "%li %li %li", &mode, &offset, &len);
	syscall(SYS_fallocate, fd, mode, offset, len);
	close(fd);
	unlink(SCRATCH_FILE);
}

/* Makes the system calls of a step "do NAME ARGUMENTS". */
static int make_calls(const char *what)
{
	char name[64];

	if (!strncmp(what, "fallocate ", 10)) {
		fallocate_scratch(what + 10);
	} else if (sscanf(what, "rename %63s", name) == 1) {
		prctl(PR_SET_NAME, name);
		prctl(PR_SET_NAME, "histdiff");
	} else if (!strncmp(what, "user ", 5)) {
		return call_user(what + 5);
	} else {
		return EINVAL;
	}
	return 0;
}

#endif
