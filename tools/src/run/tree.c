// SPDX-License-Identifier: GPL-2.0
/* Finds the module's tree, and reads and writes its files; see tree.h. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "../stop.h"
#include "../text.h"
#include "module.h"
#include "tree.h"

/* The filesystem's magic number, HISTRIG_MAGIC in module/fs/super.c. */
#define TREE_MAGIC	0x68697374

/* Opens a directory if the tree is mounted there. */
static int open_at(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct statfs fs;

	if (fd >= 0 && (fstatfs(fd, &fs) || fs.f_type != TREE_MAGIC)) {
		close(fd);
		errno = ENODEV;
		return -1;
	}
	return fd;
}

/* Mounts the tree without a mount point, only for this process. */
static int mount_nowhere(void)
{
	int fs, fd = -1, error;

	fs = fsopen("histrig", FSOPEN_CLOEXEC);
	if (fs < 0)
		return -1;
	if (!fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		fd = fsmount(fs, FSMOUNT_CLOEXEC, 0);
	error = errno;
	close(fs);
	errno = error;
	return fd;
}

static void no_tree(int error, struct text *why)
{
	switch (error) {
	case ENODEV:
		text_puts(why, "the module histrig is not loaded. As root: modprobe histrig");
		break;
	case EPERM:
	case EACCES:
		if (geteuid())
			text_puts(why, "only root may do this. Run it with sudo");
		else
			text_puts(why, "root may not mount the tree here, probably because this is "
				  "a container. Let the host mount it: mount -t histrig nodev "
				  "/sys/kernel/histrig");
		break;
	default:
		text_printf(why, "cannot mount the tree: %s. histrig doctor may know why",
			    strerror(error));
	}
}

bool tree_try(struct tree *tree, struct text *why)
{
	static const char * const places[] = {
		"/sys/kernel/histrig", "/sys/kernel/debug/histrig",
	};
	const char *named = getenv("HISTRIG_TREE");
	int error;

	tree->path = named;
	if (named && *named) {
		tree->fd = open_at(named);
		if (tree->fd < 0)
			text_printf(why, "HISTRIG_TREE=%s is not a tree of histrig: %s. Unset it to "
				    "use the usual places", named, strerror(errno));
		return tree->fd >= 0;
	}
	tree->path = places[0];
	tree->fd = open_at(places[0]);
	if (tree->fd >= 0)
		return true;
	if (!module_loaded() && !module_load(why))
		return false;
	tree->path = NULL;
	tree->fd = mount_nowhere();
	if (tree->fd >= 0)
		return true;
	error = errno;
	tree->path = places[1];
	tree->fd = open_at(places[1]);
	if (tree->fd < 0)
		no_tree(error, why);
	return tree->fd >= 0;
}

void tree_open(struct tree *tree)
{
	struct text why = {};

	if (!tree_try(tree, &why))
		die("%s", why.at);
	text_free(&why);
}

void tree_close(struct tree *tree)
{
	if (tree->fd >= 0)
		close(tree->fd);
	tree->fd = -1;
}

int tree_read(const struct tree *tree, const char *path, struct text *text)
{
	static char part[65536];
	int fd = openat(tree->fd, path, O_RDONLY | O_CLOEXEC), error = 0;
	ssize_t n;

	if (fd < 0)
		return -errno;
	for (;;) {
		n = read(fd, part, sizeof(part));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		text_add(text, part, n);
	}
	if (n < 0)
		error = -errno;
	close(fd);
	return error;
}

char *tree_next_event(char **events)
{
	char *event, *colon;

	while ((event = strsep(events, "\n"))) {
		colon = strchr(event, ':');
		if (colon) {
			*colon = '/';
			return event;
		}
	}
	return NULL;
}

int tree_write(const struct tree *tree, const char *path, const char *command)
{
	int fd = openat(tree->fd, path, O_WRONLY | O_APPEND | O_CLOEXEC), error = 0;
	size_t len = strlen(command);
	ssize_t n;

	if (fd < 0)
		return -errno;
	/* set_ftrace_filter accepts one word per write; other files accept all at once. */
	while (len && !error) {
		if (stop_interrupts()) {
			error = -EINTR;
			break;
		}
		n = write(fd, command, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			error = n ? -errno : -EIO;
		} else {
			command += n;
			len -= n;
		}
	}
	/* Some files take effect when they are closed. */
	if (close(fd) && !error)
		error = -errno;
	return error;
}

bool tree_has(const struct tree *tree, const char *path)
{
	return !faccessat(tree->fd, path, F_OK, 0);
}

bool tree_clock_is_unstable(const struct tree *tree)
{
	struct text text = {};
	bool unstable = !tree_read(tree, "clock_state", &text) && text.at &&
			!strncmp(text.at, "unstable", 8);

	text_free(&text);
	return unstable;
}

/* Tests whether a string contains the words of another one; spaces may differ. */
static bool has_words(const char *text, const char *words)
{
	const char *a, *b;

	for (; *text; text++) {
		for (a = text, b = words; *b;) {
			while (isspace((unsigned char)*a))
				a++;
			while (isspace((unsigned char)*b))
				b++;
			if (!*b || *a != *b)
				break;
			a++;
			b++;
		}
		if (!*b)
			return true;
	}
	return false;
}

/* Is an entry about a command? An entry about the command's filter shows only the filter. */
static bool is_about(const char *entry, const char *command)
{
	const char *filter = strstr(command, " if ");

	if (has_words(entry, command))
		return true;
	return filter && has_words(entry, filter + 4) && has_words(filter + 4, entry);
}

#define LOG_COMMAND	"\n  Command: "

/*
 * Finds the last entry for a command in an error log:
 *	[   27.698292] hist:sched:sched_switch: error: Couldn't find field
 *	  Command: hist:keys=nosuch
 *	                     ^
 */
static bool find_entry(char *log, const char *command, char **place, char **text, char **shown,
		       long *column)
{
	char *at, *start, *end, *caret, *reason;
	bool found = false;

	for (at = strstr(log, LOG_COMMAND); at; at = strstr(end, LOG_COMMAND)) {
		*at = '\0';
		start = strrchr(log, '\n');
		start = strstr(start ? start + 1 : log, "] ");
		log = at + 1;
		at += strlen(LOG_COMMAND);
		end = strchr(at, '\n');
		if (!end)
			break;
		caret = end + 1;
		*end = '\0';
		end = strchr(caret, '\n');
		if (!end)
			break;
		log = end;
		if (!start || !is_about(at, command))
			continue;
		reason = strstr(start, ": error: ");
		if (!reason)
			continue;
		*reason = '\0';
		*text = reason + strlen(": error: ");
		*place = start + 2;
		*shown = at;
		*column = (long)strspn(caret, " ") - (long)strlen(LOG_COMMAND) + 1;
		found = true;
	}
	return found;
}

void tree_why(const struct tree *tree, const char *dir, const char *command, int error,
	      struct text *why)
{
	char *place, *reason, *shown, name[PATH_MAX];
	struct text log = {};
	long column;

	snprintf(name, sizeof(name), "%s/error_log", dir);
	if (!tree_read(tree, name, &log) && log.at &&
	    find_entry(log.at, command, &place, &reason, &shown, &column)) {
		text_printf(why, "%s (%s)\n  %s\n", reason, strerror(-error), shown);
		text_pad(why, 2 + column);
		text_puts(why, "^");
	} else {
		text_printf(why, "%s\n  %s", strerror(-error), command);
	}
	text_free(&log);
}
