// SPDX-License-Identifier: GPL-2.0
/* Writes tables by which user stacks are walked; see follow.h. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "../stop.h"
#include "../text.h"
#include "../unwind/apart.h"
#include "../unwind/table.h"
#include "follow.h"

#define TABLES	"unwind_tables"

/* What the kernel appends to the path of a removed file. */
#define DELETED	" (deleted)"

/* How often the module is asked which files have no table, in nanoseconds. */
#define FOLLOW_EACH	1000000000ull

/* How long tables are written before a recipe is armed, and later at a time, in nanoseconds. */
#define FOLLOW_FIRST	20000000000ull
#define FOLLOW_LATER	1000000000ull

/* How long processes are searched for a file, in nanoseconds. */
#define FOLLOW_SEARCH	2000000000ull

/* Maximum number of paths, and of files, that are remembered; users can make more. */
#define FOLLOW_KNOWN	100000

/* Maximum number of files that are open at a time. */
#define FOLLOW_OPEN	64

/* A file that a table was made of, or that has none. */
struct follow_file {
	uint64_t dev;
	uint64_t inode;
	struct timespec changed;
};

/* A path at which processes have mapped a file, or several: each container may have its own. */
struct follow_path {
	char *path;
	uint64_t inode;
	bool several;
};

/* Entries of a tree of tsearch(), and their number. */
struct follow_known {
	void *root;
	size_t nr;
};

/**
 * struct follow - the state of the program
 * @begun: follow_begin() was called
 * @tree: the tree
 * @fd: unwind_tables, open for writing; -1 if no tables are written
 * @files: files that were tried
 * @paths: paths that were tried
 * @mapped: paths at which files were mapped when processes were scanned
 * @without: number of files without a table that the module has listed last
 * @removed: number of tables that the module had removed before
 * @next: when to ask the module again
 * @until: when to interrupt a scan of processes
 * @last: pid of the process at which a scan was interrupted, where the next one goes on; or 0
 * @unfinished: a scan was interrupted
 * @told: a warning was printed
 * @told_removed: the warning about removed tables was printed
 */
struct follow {
	bool begun;
	struct tree tree;
	int fd;
	struct follow_known files;
	struct follow_known paths;
	struct follow_known mapped;
	size_t without;
	unsigned long removed;
	uint64_t next;
	uint64_t until;
	long last;
	bool unfinished;
	bool told;
	bool told_removed;
};

static struct follow follow = { .tree.fd = -1, .fd = -1 };

/* ---- what was tried */

static int follow_compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct follow_file));
}

static int follow_compare_paths(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Remembers an entry. Returns false if it was known. */
static bool follow_is_new(struct follow_known *known, const void *entry, size_t size,
			  int (*compare)(const void *, const void *))
{
	void *copy;

	if (tfind(entry, &known->root, compare) || known->nr == FOLLOW_KNOWN)
		return false;
	copy = memcpy(xalloc(1, size), entry, size);
	if (!tsearch(copy, &known->root, compare))
		die("out of memory; end other programs and try again");
	known->nr++;
	return true;
}

static int follow_compare_mapped(const void *a, const void *b)
{
	const struct follow_path *one = a, *other = b;

	return strcmp(one->path, other->path);
}

/* Returns what is known of a path, or NULL. */
static struct follow_path *follow_path_find(char *path)
{
	const struct follow_path wanted = { .path = path };
	void *found = tfind(&wanted, &follow.mapped.root, follow_compare_mapped);

	return found ? *(struct follow_path **)found : NULL;
}

/* Remembers which file is mapped at a path. */
static void follow_path_add(const struct follow_map *map)
{
	struct follow_path mapped = { .path = xstrdup(map->path), .inode = map->inode }, *known;
	const size_t len = strlen(mapped.path), less = strlen(DELETED);

	if (len > less && !strcmp(mapped.path + len - less, DELETED))
		mapped.path[len - less] = '\0';
	known = follow_path_find(mapped.path);
	if (known)
		known->several |= known->inode != map->inode;
	if (known || !follow_is_new(&follow.mapped, &mapped, sizeof(mapped), follow_compare_mapped))
		free(mapped.path);
}

/* ---- writing */

/* Warns once. */
static void follow_failed(const char *path, int error)
{
	static const char lost[] = "user stacks of code without frame pointers may lack callers";

	if (follow.told)
		return;
	follow.told = true;
	if (error == ENOENT)
		warn("%s, because the module is older than this program; load a newer module",
		     lost);
	else if (error == EINVAL)
		warn("%s, because the module refuses the table of %s; the module and this program "
		     "must have the same version", lost, path);
	else
		warn("%s, because the table of %s cannot be written: %s", lost, path,
		     strerror(error));
}

/* Writes the table of a file, if it has one. Returns false if no more can be written. */
static bool follow_write(int fd, const char *path)
{
	struct stat before = { 0 }, after = { 0 };
	const void *bytes;
	size_t len;
	ssize_t n;

	fstat(fd, &before);
	len = table_of(fd, &bytes);
	fstat(fd, &after);
	/* The module takes the table for one of the file as it is now. */
	if (!len || memcmp(&before.st_mtim, &after.st_mtim, sizeof(after.st_mtim)) ||
	    before.st_size != after.st_size)
		return true;
	n = write(follow.fd, bytes, len);
	if (n == (ssize_t)len)
		return true;
	follow_failed(path, n < 0 ? errno : EINVAL);
	return n >= 0 || errno == EINVAL;
}

/* Writes no more tables. */
static void follow_stop(void)
{
	if (follow.fd >= 0)
		close(follow.fd);
	follow.fd = -1;
}

/*
 * Files that are open, and whose tables are still to be written. A table takes long, and its
 * process may end by then.
 */
static struct {
	int fd;
	struct follow_file file;
	char *shown;
} follow_opened[FOLLOW_OPEN];

static size_t follow_nr_opened;

/* Writes the tables of open files while there is time. The next scan opens the others again. */
static void follow_write_opened(void)
{
	size_t i;

	for (i = 0; i < follow_nr_opened; i++) {
		if (stop_clock() >= follow.until || stop_asked())
			follow.unfinished = true;
		else if (follow.fd >= 0 &&
			 follow_is_new(&follow.files, &follow_opened[i].file,
				       sizeof(follow_opened[i].file), follow_compare) &&
			 !follow_write(follow_opened[i].fd, follow_opened[i].shown))
			follow_stop();
		close(follow_opened[i].fd);
		free(follow_opened[i].shown);
	}
	follow_nr_opened = 0;
}

/*
 * Opens a file for follow_write_opened(). Returns false if it cannot be opened, or if it was tried
 * before.
 */
static bool follow_file(const char *path, const char *shown)
{
	struct follow_file file = { 0 };
	struct stat status;
	int fd = apart_open(path, &status);

	if (fd < 0)
		return false;
	file.dev = status.st_dev;
	file.inode = status.st_ino;
	file.changed = status.st_mtim;
	if (tfind(&file, &follow.files.root, follow_compare)) {
		close(fd);
		return false;
	}
	if (follow_nr_opened == FOLLOW_OPEN)
		follow_write_opened();
	follow_opened[follow_nr_opened].fd = fd;
	follow_opened[follow_nr_opened].file = file;
	follow_opened[follow_nr_opened++].shown = xstrdup(shown);
	return true;
}

/* ---- processes */

bool follow_map(char *line, struct follow_map *map)
{
	unsigned int major, minor;
	unsigned long long inode;
	char perms[5];
	int path = 0;

	line[strcspn(line, "\n")] = '\0';
	if (sscanf(line, "%lx-%lx %4s %*x %x:%x %llu %n", &map->start, &map->end, perms, &major,
		   &minor, &inode, &path) != 6 || !path || perms[2] != 'x' || !inode)
		return false;
	map->dev = makedev(major, minor);
	map->inode = inode;
	map->path = line + path;
	return true;
}

/* What follow_processes() calls for each mapping. It returns false to end that. */
typedef bool follow_call(const char *pid, const struct follow_map *map, void *data);

/*
 * Calls a function for the code of each file that a process has mapped, until it returns false.
 * Returns false in that case.
 */
static bool follow_process(const char *pid, follow_call *call, void *data)
{
	struct follow_map map;
	char name[PATH_MAX], *line = NULL;
	size_t size = 0;
	bool more = true;
	FILE *file;

	snprintf(name, sizeof(name), "/proc/%s/maps", pid);
	file = fopen(name, "re");
	if (!file)
		return true;
	while (more && getline(&line, &size, file) > 0)
		if (follow_map(line, &map))
			more = call(pid, &map, data);
	free(line);
	fclose(file);
	return more;
}

/*
 * Goes through the processes whose pids are greater than another one, or through the others.
 * Returns the pid of the process that ended that, or 0.
 */
static long follow_part(DIR *proc, long after, bool greater, follow_call *call, void *data)
{
	struct dirent *entry;
	bool more = true;
	long pid = 0;

	rewinddir(proc);
	while (more && (entry = readdir(proc))) {
		pid = atol(entry->d_name);
		if (pid && (greater ? pid > after : pid <= after))
			more = follow_process(entry->d_name, call, data);
		follow_write_opened();
	}
	return more ? 0 : pid;
}

/* Goes through all processes, first through those after a pid. Returns as follow_part() does. */
static long follow_processes(long after, follow_call *call, void *data)
{
	DIR *proc = opendir("/proc");
	long pid = 0;

	if (!proc)
		return 0;
	pid = follow_part(proc, after, true, call, data);
	if (!pid && after)
		pid = follow_part(proc, after, false, call, data);
	closedir(proc);
	return pid;
}

/* The link of a mapping leads to its file even if that was removed. */
static void follow_link(char *name, size_t size, const char *pid, const struct follow_map *map)
{
	snprintf(name, size, "/proc/%s/map_files/%lx-%lx", pid, map->start, map->end);
}

/* Writes the table of a mapping, unless this scan has come across the same file before. */
static bool follow_mapping(const char *pid, const struct follow_map *map, void *data)
{
	const struct follow_file file = { .dev = map->dev, .inode = map->inode };
	char name[PATH_MAX];

	if (stop_clock() >= follow.until || stop_asked()) {
		follow.unfinished = true;
		return false;
	}
	if (!follow_is_new(data, &file, sizeof(file), follow_compare))
		return true;
	follow_path_add(map);
	follow_link(name, sizeof(name), pid, map);
	follow_file(name, map->path);
	return follow.fd >= 0;
}

static void follow_scan(void)
{
	struct follow_known scanned = { NULL };

	follow.unfinished = false;
	follow.last = follow_processes(follow.last, follow_mapping, &scanned);
	tdestroy(scanned.root, free);
}

/* ---- files that hits have seen */

/* Replaces \ooo in a path by the byte. */
static void follow_unescape(char *path)
{
	char *to = path;

	for (; *path; path++, to++) {
		*to = *path;
		if (path[0] == '\\' && path[1] >= '0' && path[1] <= '3' &&
		    isdigit((unsigned char)path[2]) && isdigit((unsigned char)path[3])) {
			*to = (path[1] - '0') << 6 | (path[2] - '0') << 3 | (path[3] - '0');
			path += 3;
		}
	}
	*to = '\0';
}

int follow_parse(char **at, char **path)
{
	char *line, *state, *rows;

	while ((line = strsep(at, "\n"))) {
		if (*line != '/')
			continue;
		*path = line;
		state = strrchr(line, ' ');
		if (!state)
			continue;
		*state = '\0';
		rows = strrchr(line, ' ');
		if (!strcmp(state + 1, "none")) {
			follow_unescape(line);
			return 1;
		}
		if (rows && !strcmp(rows + 1, "rows")) {
			*rows = '\0';
			follow_unescape(line);
			return 0;
		}
	}
	return -1;
}

/* Writes the tables of files that the module has seen without one. */
static void follow_seen(char *list)
{
	size_t without = 0, nr_new = 0;
	bool scan = follow.unfinished;
	char *path;
	int ret;

	while (follow.fd >= 0 && stop_clock() < follow.until && !stop_asked() &&
	       (ret = follow_parse(&list, &path)) >= 0) {
		if (!ret)
			continue;
		without++;
		if (!follow_is_new(&follow.paths, path, strlen(path) + 1, follow_compare_paths))
			continue;
		nr_new++;
		scan |= !follow_file(path, path);
	}
	follow_write_opened();
	/*
	 * A container may have another file of the same path, or the file was replaced, so look
	 * for the file that processes have mapped.
	 */
	if (follow.fd >= 0 && (scan || (without > follow.without && !nr_new)))
		follow_scan();
	follow.without = without;
}

/* Returns the number of tables that the module has removed because they were too many. */
static unsigned long follow_nr_removed(const char *list)
{
	unsigned long nr;

	return sscanf(list, "# %*u tables, %*u bytes, %lu removed", &nr) == 1 ? nr : 0;
}

/* Warns once. */
static void follow_check_removed(const char *list)
{
	if (follow.told_removed || follow_nr_removed(list) <= follow.removed)
		return;
	follow.told_removed = true;
	warn("processes have mapped more code than the module keeps tables for, so user stacks of "
	     "code without frame pointers may lack callers");
}

void follow_more(void)
{
	struct text list = {};
	uint64_t now = stop_clock();

	if (follow.fd < 0 || now < follow.next)
		return;
	follow.until = now + FOLLOW_LATER;
	if (!tree_read(&follow.tree, TABLES, &list) && list.at) {
		follow_check_removed(list.at);
		follow_seen(list.at);
	}
	text_free(&list);
	follow.next = stop_clock() + FOLLOW_EACH;
}

int follow_wait(uint64_t until, int fd)
{
	int ret;

	while (follow.fd >= 0 && follow.next < until) {
		ret = stop_wait(follow.next, fd);
		if (ret)
			return ret;
		follow_more();
	}
	return stop_wait(until, fd);
}

void follow_begin(const struct tree *tree)
{
	struct text list = {};

	if (follow.begun)
		return;
	follow.begun = true;
	/* A run may close its tree before others end. */
	follow.tree.fd = fcntl(tree->fd, F_DUPFD_CLOEXEC, 0);
	follow.fd = openat(tree->fd, TABLES, O_WRONLY | O_CLOEXEC);
	if (follow.fd < 0) {
		follow_failed(TABLES, errno);
		return;
	}
	if (!tree_read(&follow.tree, TABLES, &list) && list.at)
		follow.removed = follow_nr_removed(list.at);
	text_free(&list);
	follow.until = stop_clock() + FOLLOW_FIRST;
	if (!follow_write(HISTRIG_UNWIND_VDSO, "[vdso]"))
		follow_stop();
	else
		follow_scan();
	if (follow.unfinished)
		warn("tables of some programs are still to be made, so their first user stacks may "
		     "lack callers");
	follow.next = stop_clock() + FOLLOW_EACH;
}

/* ---- files by their path */

/**
 * struct follow_search - a search in the processes
 * @wanted: what to look for
 * @inode: that of the file, or 0 if it may be any at the path
 * @of_root: look at files of root only; otherwise at those of others only
 * @until: when to end
 * @tried: files that were looked at
 * @found: the file was found
 */
struct follow_search {
	const struct follow_wanted *wanted;
	uint64_t inode;
	bool of_root;
	uint64_t until;
	struct follow_known tried;
	bool found;
};

static bool follow_try(struct follow_search *search, int fd)
{
	if (fd < 0)
		return false;
	search->found = search->wanted->try(fd, search->wanted->data);
	close(fd);
	return search->found;
}

static bool follow_match(const char *pid, const struct follow_map *map, void *data)
{
	struct follow_search *search = data;
	const char *path = search->wanted->path;
	const struct follow_file file = { .dev = map->dev, .inode = map->inode };
	const size_t len = strlen(path);
	struct stat status;
	char name[PATH_MAX];
	int fd;

	if (!strncmp(map->path, path, len) &&
	    (!map->path[len] || !strcmp(map->path + len, DELETED)) &&
	    (!search->inode || map->inode == search->inode) &&
	    follow_is_new(&search->tried, &file, sizeof(file), follow_compare)) {
		follow_link(name, sizeof(name), pid, map);
		fd = apart_open(name, &status);
		if (fd >= 0 && !status.st_uid != search->of_root)
			close(fd);
		else if (follow_try(search, fd))
			return false;
	}
	return stop_clock() < search->until;
}

/* Warns once. */
static void follow_several(const char *path)
{
	static bool told;

	if (!told)
		warn("different files without build ids are mapped at %s, as in containers; names of "
		     "its functions may be wrong for some of the processes", path);
	told = true;
}

static void follow_search(struct follow_search *search)
{
	follow_processes(0, follow_match, search);
	tdestroy(search->tried.root, free);
	search->tried = (struct follow_known){ NULL };
}

bool follow_find(const struct follow_wanted *wanted)
{
	const struct follow_path *known = follow_path_find((char *)wanted->path);
	struct follow_search search = {
		.wanted = wanted, .until = stop_clock() + FOLLOW_SEARCH,
	};
	struct stat status;
	int fd;

	if (wanted->any && known && known->several)
		follow_several(wanted->path);
	else if (wanted->any && known)
		search.inode = known->inode;
	fd = apart_open(wanted->path, &status);
	/* Programs may have mapped another file, in a container. */
	if (fd >= 0 && search.inode && status.st_ino != search.inode) {
		close(fd);
		fd = -1;
	}
	if (follow_try(&search, fd) || !wanted->search || *wanted->path != '/')
		return search.found;
	/* A user may map a file with the path and build id of root's file, but other names. */
	search.of_root = true;
	follow_search(&search);
	search.of_root = false;
	if (!search.found)
		follow_search(&search);
	return search.found;
}
