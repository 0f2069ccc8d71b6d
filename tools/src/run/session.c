// SPDX-License-Identifier: GPL-2.0
/* What a run has in the tree; see session.h. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../stop.h"
#include "../text.h"
#include "session.h"

/* Triggers may refer to each other, so removing all of them may need several passes. */
#define ROUNDS	10

/* The inode of the first pid namespace: PROC_PID_INIT_INO of the kernel. */
#define FIRST_PID_NS	0xeffffffcul

struct session_defined {
	const char *file;
	char *line;
};

/* Maximum number of sessions of a process; see session_identity(). */
#define SESSIONS_MAX	(26 * 26)

static struct session *sessions;

/* ---- identities */

/* Reads the state and the start time of a process, fields 3 and 22 of /proc/PID/stat. */
static bool read_stat(const char *proc, pid_t pid, char *state, unsigned long long *start)
{
	char name[PATH_MAX], line[1024], *at;
	FILE *file;
	size_t len;

	snprintf(name, sizeof(name), "%s/%d/stat", proc, (int)pid);
	file = fopen(name, "re");
	if (!file)
		return false;
	len = fread(line, 1, sizeof(line) - 1, file);
	fclose(file);
	line[len] = '\0';
	/* The task's name may contain parentheses, so look for the last one. */
	at = strrchr(line, ')');
	return at && sscanf(at, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d "
			    "%*d %*d %*d %*d %llu", state, start) == 2;
}

bool session_alive(const char *proc, pid_t pid, unsigned long long start)
{
	unsigned long long its_start;
	char state;

	if (read_stat(proc, pid, &state, &its_start))
		return its_start == start && state != 'Z' && state != 'X';
	/* /proc may hide processes of other users. */
	return !kill(pid, 0) || errno != ESRCH;
}

static bool session_read_number(const char **at, unsigned long long *value)
{
	char *end;

	if (**at < '0' || **at > '9')
		return false;
	errno = 0;
	*value = strtoull(*at, &end, 10);
	*at = end;
	return !errno;
}

bool session_identity(const char *name, pid_t *pid, unsigned long long *start,
		      unsigned long *ns)
{
	const char *at, *next = strstr(name, "tool");
	unsigned long long value;
	char sep;

	/* A user may name an event "tool", so use the last match. */
	do {
		at = next;
		next = at ? strstr(at + 1, "tool") : NULL;
	} while (next);
	if (!at || (at > name && at[-1] != '_'))
		return false;
	at += strlen("tool");
	sep = *at++;
	if ((sep != '-' && sep != '_') || !session_read_number(&at, &value) || !value ||
	    value > INT_MAX)
		return false;
	*pid = value;
	if (*at++ != sep || !session_read_number(&at, start))
		return false;
	*ns = 0;
	if (*at == sep && at[1] >= '0' && at[1] <= '9') {
		at++;
		if (!session_read_number(&at, &value))
			return false;
		*ns = value;
	}
	if (*at == sep && at[1] >= 'a' && at[1] <= 'z')
		at += at[2] >= 'a' && at[2] <= 'z' ? 3 : 2;
	return !*at;
}

/* Returns the pid namespace of this process, 0 for the first one. */
static unsigned long pid_namespace(void)
{
	struct stat st;

	if (stat("/proc/self/ns/pid", &st) || st.st_ino == FIRST_PID_NS)
		return 0;
	return st.st_ino;
}

/* Tests whether a pid namespace has processes. Returns true if /proc does not say. */
static bool has_processes(unsigned long ns)
{
	DIR *proc = opendir("/proc");
	char path[PATH_MAX];
	struct dirent *entry;
	struct stat st;
	bool found = !proc;

	while (!found && (entry = readdir(proc))) {
		if (*entry->d_name < '0' || *entry->d_name > '9')
			continue;
		snprintf(path, sizeof(path), "/proc/%.20s/ns/pid", entry->d_name);
		if (stat(path, &st))
			found = errno != ENOENT && errno != ESRCH;
		else
			found = st.st_ino == ns;
	}
	if (proc)
		closedir(proc);
	return found;
}

/*
 * Is the process of the session with this name dead? If the process was in another pid
 * namespace, only a process in the first namespace can know: it sees whether the other
 * namespace has processes.
 */
static bool left_behind(const char *name)
{
	unsigned long long start;
	unsigned long ns;
	pid_t pid;

	if (!session_identity(name, &pid, &start, &ns))
		return false;
	if (ns == pid_namespace())
		return !session_alive("/proc", pid, start);
	return !pid_namespace() && !has_processes(ns);
}

/* Names a session; @nr distinguishes the sessions of this process. */
static void session_set_id(struct session *session, unsigned int nr)
{
	unsigned long ns = pid_namespace();
	unsigned long long start = 0;
	struct text id = {};
	char state, *at;

	if (!read_stat("/proc", getpid(), &state, &start))
		die("/proc is not mounted: mount -t proc none /proc");
	text_printf(&id, "tool-%d-%llu", (int)getpid(), start);
	if (ns)
		text_printf(&id, "-%lu", ns);
	if (nr)
		text_printf(&id, "-%c%c", 'a' + nr / 26, 'a' + nr % 26);
	snprintf(session->id, sizeof(session->id), "%s", id.at);
	snprintf(session->word, sizeof(session->word), "%s", id.at);
	snprintf(session->dir, sizeof(session->dir), "instances/%s", id.at);
	for (at = session->word; *at; at++)
		if (*at == '-')
			*at = '_';
	text_free(&id);
}

/* ---- removing */

/* Calls a function for each line of a file, except comments. */
static void each_line(const struct tree *tree, const char *file,
		      void (*what)(const struct tree *tree, char *line, void *data), void *data)
{
	struct text text = {};
	char *line, *save;

	if (!tree_read(tree, file, &text) && text.at)
		for (line = strtok_r(text.at, "\n", &save); line;
		     line = strtok_r(NULL, "\n", &save))
			if (*line != '#')
				what(tree, line, data);
	text_free(&text);
}

/* Removes a trigger. @line is a line of @file, such as "hist:keys=pid [active]". */
static void remove_trigger(const struct tree *tree, char *line, const char *file)
{
	char *state = strrchr(line, '['), command[4200];

	if (state > line)
		state[-1] = '\0';
	snprintf(command, sizeof(command), "!%s", line);
	tree_write(tree, file, command);
}

/*
 * Disarms the event in @line, SYSTEM:EVENT. Removes the last trigger of an event first,
 * because it may read variables of earlier ones.
 */
static void disarm_event(const struct tree *tree, char *line, void *data)
{
	char *colon = strchr(line, ':'), path[PATH_MAX], *end;
	const char *dir = data;
	struct text text = {};

	if (!colon)
		return;
	*colon = '/';
	snprintf(path, sizeof(path), "%.512s/events/%.512s/enable", dir, line);
	tree_write(tree, path, "0");
	snprintf(path, sizeof(path), "%.512s/events/%.512s/trigger", dir, line);
	if (!tree_read(tree, path, &text) && text.at) {
		text.at[strcspn(text.at, "#")] = '\0';
		while ((end = strrchr(text.at, '\n'))) {
			*end = '\0';
			if (end[1])
				remove_trigger(tree, end + 1, path);
		}
		if (*text.at)
			remove_trigger(tree, text.at, path);
	}
	text_free(&text);
}

/*
 * Removes an instance. If one of its files is open, only removes its triggers; the next
 * sweep tries again.
 */
static bool remove_instance(const struct tree *tree, const char *name)
{
	char dir[512], file[PATH_MAX];
	int round;

	snprintf(dir, sizeof(dir), "instances/%.256s", name);
	if (!unlinkat(tree->fd, dir, AT_REMOVEDIR) || errno == ENOENT)
		return true;
	snprintf(file, sizeof(file), "%s/set_event", dir);
	for (round = 0; round < ROUNDS; round++) {
		each_line(tree, file, disarm_event, dir);
		if (!unlinkat(tree->fd, dir, AT_REMOVEDIR) || errno == ENOENT)
			return true;
	}
	return false;
}

/*
 * Removes an event if its name has the identity of a dead process. @line is like
 * "s:synthetic/NAME FIELDS" or "r4:GROUP/NAME PLACE".
 */
static void sweep_event(const struct tree *tree, char *line, void *data)
{
	char *name = strchr(line, ':'), *slash, *event;
	unsigned int *removed = data;
	char command[256];
	bool dead;

	if (!name)
		return;
	name++;
	name[strcspn(name, " \t")] = '\0';
	slash = strchr(name, '/');
	if (!slash)
		return;
	*slash = '\0';
	event = slash + 1;
	dead = left_behind(strcmp(name, "synthetic") ? name : event);
	*slash = '/';
	if (!dead)
		return;
	snprintf(command, sizeof(command), "-:%s", name);
	if (!tree_write(tree, "dynamic_events", command))
		++*removed;
}

unsigned int session_sweep(const struct tree *tree)
{
	int fd = openat(tree->fd, "instances", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	unsigned int removed = 0, before;
	struct dirent *entry;
	int round;

	while (dir && (entry = readdir(dir)))
		if (left_behind(entry->d_name) && remove_instance(tree, entry->d_name))
			removed++;
	if (dir)
		closedir(dir);
	/* An event may be used by another one that is removed later in the list. */
	for (round = 0; round < ROUNDS; round++) {
		before = removed;
		each_line(tree, "dynamic_events", sweep_event, &removed);
		if (removed == before)
			break;
	}
	return removed;
}

/* Removes all of a session. Returns false if a part is in use by another program. */
static bool remove_all(struct session *session)
{
	bool gone;
	struct session_defined *defined;
	int ret;

	/* Closing this file makes the tree remove the session, except what is in use. */
	if (session->keeper >= 0)
		close(session->keeper);
	gone = remove_instance(session->tree, session->id);
	while (session->nr_defined) {
		defined = &session->defined[--session->nr_defined];
		ret = tree_write(session->tree, defined->file, defined->line);
		if (ret && ret != -ENOENT)
			gone = false;
		free(defined->line);
	}
	return gone;
}

void session_end(struct session *session)
{
	struct session **at;

	for (at = &sessions; *at && *at != session; at = &(*at)->next)
		;
	if (*at)
		*at = session->next;
	if (!remove_all(session))
		warn("%s is still in use; the next run of histrig removes it", session->dir);
	free(session->defined);
	free(session);
}

static void end_all(void)
{
	while (sessions)
		session_end(sessions);
}

/* ---- making */

/* Creates an instance with an unused name. Returns 0 or a negative errno. */
static int make_instance(struct session *session)
{
	unsigned int nr;

	for (nr = 0; nr < SESSIONS_MAX; nr++) {
		session_set_id(session, nr);
		if (!mkdirat(session->tree->fd, session->dir, 0700))
			return 0;
		if (errno != EEXIST)
			return -errno;
	}
	return -EEXIST;
}

/* The least number of a session's file free_instance, see open_keeper(). */
#define KEEPER_FD	500

/*
 * Ties the instance to this process. The kernel closes the files of a killed process in the
 * order of their numbers. This one must be closed last, so it gets a high number.
 */
static int open_keeper(const struct session *session)
{
	char path[SESSION_ID_MAX + 32];
	int fd, high;

	snprintf(path, sizeof(path), "%s/free_instance", session->dir);
	fd = openat(session->tree->fd, path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	high = fcntl(fd, F_DUPFD_CLOEXEC, KEEPER_FD);
	if (high < 0)
		return fd;
	close(fd);
	return high;
}

struct session *session_begin(const struct tree *tree)
{
	struct session *session = xalloc(1, sizeof(*session));
	static bool begun;
	int error;

	session_sweep(tree);
	session->tree = tree;
	/* From here on, signals do not interrupt steps in the tree. */
	stop_catch();
	if (!begun)
		atexit(end_all);
	begun = true;
	error = make_instance(session);
	if (error) {
		free(session);
		if (error == -EACCES || error == -EPERM)
			warn("only root may trace events. Run this with sudo");
		else if (error == -EINVAL)
			warn("this kernel is locked down (confidentiality), so nobody can trace; boot without lockdown=confidentiality");
		else if (error == -EEXIST)
			warn("too many recipes in one run; start another histrig for the rest");
		else
			warn("cannot create a folder for this run in instances: %s. histrig doctor may know why",
			     strerror(-error));
		return NULL;
	}
	session->keeper = open_keeper(session);
	session->next = sessions;
	sessions = session;
	return session;
}

/* Makes the tree remove an event if this process is killed. */
static void session_guard_event(const struct session *session, const char *group, const char *name)
{
	struct text line = {};

	text_printf(&line, "-:%s%s\n", group, name);
	if (session->keeper >= 0 && write(session->keeper, line.at, line.len) < 0)
		warn("if this run is killed, its event %s%s stays until the next run removes it, because free_instance did not take it (%s)",
		     group, name, strerror(errno));
	text_free(&line);
}

static void session_remember(struct session *session, const char *file, const char *format,
			     const char *name)
{
	struct session_defined *defined;
	struct text line = {};

	defined = realloc(session->defined, (session->nr_defined + 1) * sizeof(*defined));
	if (!defined)
		die("out of memory; end other programs and try again");
	session->defined = defined;
	text_puts(&line, format);
	text_puts(&line, name);
	defined[session->nr_defined++] = (struct session_defined){ file, line.at };
}

int session_synthetic(struct session *session, const char *name, const char *fields)
{
	struct text line = {};
	int ret;

	text_printf(&line, "%s %s", name, fields);
	ret = tree_write(session->tree, "synthetic_events", line.at);
	text_free(&line);
	if (!ret) {
		session_remember(session, "synthetic_events", "!", name);
		session_guard_event(session, "synthetic/", name);
	}
	return ret;
}

int session_probe(struct session *session, const char *line, const char *name)
{
	int ret = tree_write(session->tree, "dynamic_events", line);

	if (!ret) {
		session_remember(session, "dynamic_events", "-:", name);
		session_guard_event(session, "", name);
	}
	return ret;
}

int session_write(struct session *session, const char *file, const char *command)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", session->dir, file);
	return tree_write(session->tree, path, command);
}

int session_read(struct session *session, const char *file, struct text *text)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", session->dir, file);
	return tree_read(session->tree, path, text);
}
