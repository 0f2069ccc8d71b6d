// SPDX-License-Identifier: GPL-2.0
/* Files that the tool, running as root, writes in folders of other users. */
#define _GNU_SOURCE
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../tools/src/export/file.h"
#include "test.h"

/* A user who owns a folder and is not root, like the owner of the node exporter's metrics. */
#define OTHER	1000

static char folder[64];

/* Returns the path of a file in the test's folder. */
static const char *in(const char *name)
{
	static char paths[4][128];
	static int next;
	char *path = paths[next++ % 4];

	snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
	return path;
}

static bool replace(const char *name, const char *text)
{
	return file_replace(in(name), text, strlen(text));
}

static void put(const char *name, const char *text)
{
	FILE *file = fopen(in(name), "w");

	if (!file)
		abort();
	fputs(text, file);
	fclose(file);
}

static const char *get(const char *name)
{
	static char text[64];
	FILE *file = fopen(in(name), "r");

	memset(text, 0, sizeof(text));
	if (!file)
		return NULL;
	if (fread(text, 1, sizeof(text) - 1, file) >= sizeof(text) - 1)
		abort();
	fclose(file);
	return text;
}

/* Makes an empty folder of a user. */
static void begin(uid_t owner, mode_t mode)
{
	strcpy(folder, "/tmp/histrig-file-XXXXXX");
	if (!mkdtemp(folder) || chown(folder, owner, -1) || chmod(folder, mode))
		abort();
}

static void end(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	if (system(command))
		abort();
}

static void test_replace(void)
{
	struct stat st;

	begin(OTHER, 0755);
	CHECK(replace("file", "one"));
	CHECK_STR(get("file"), "one", "new");
	chmod(in("file"), 0640);
	CHECK(replace("file", "two"));
	CHECK_STR(get("file"), "two", "old");
	CHECK(!stat(in("file"), &st));
	CHECK_EQ(st.st_mode & 0777, 0640);
	end();
}

static void test_foreign_link(void)
{
	static const struct {
		uid_t owner;
		mode_t mode;
	} folders[] = { { OTHER, 0755 }, { 0, 0775 }, { 0, 01777 } };
	struct stat st;
	size_t i;

	for (i = 0; i < 3; i++) {
		begin(folders[i].owner, folders[i].mode);
		put("target", "precious");
		if (symlink(in("target"), in("link")) || mkfifo(in("fifo"), 0666) ||
		    symlink(in("fifo"), in("to-fifo")))
			abort();
		CHECK(!replace("link", "new"));
		CHECK_STR(get("target"), "precious", "what a link names");
		CHECK(!lstat(in("link"), &st) && S_ISLNK(st.st_mode));
		/* A write to a FIFO would wait for a reader. */
		CHECK(!replace("fifo", "new"));
		CHECK(!replace("to-fifo", "new"));
		end();
	}
}

static void test_foreign_device(void)
{
	struct stat st;

	begin(OTHER, 0755);
	/* /dev/null stands for a disk, which would be overwritten in the same way. */
	if (symlink("/dev/null", in("device")))
		abort();
	CHECK(!replace("device", "new"));
	CHECK(!lstat(in("device"), &st) && S_ISLNK(st.st_mode));
	end();
}

static void test_own_special(void)
{
	char text[8] = "", path[64];
	int fds[2];

	begin(geteuid(), 0755);
	if (pipe(fds))
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fds[1]);
	CHECK(file_replace(path, "piped", 5));
	CHECK_EQ(read(fds[0], text, sizeof(text)), 5);
	CHECK_STR(text, "piped", "the pipe");
	if (symlink(path, in("link")))
		abort();
	CHECK(replace("link", "again"));
	CHECK_EQ(read(fds[0], text, sizeof(text)), 5);
	CHECK_STR(text, "again", "the pipe");
	close(fds[0]);
	close(fds[1]);
	end();
}

static void test_own_link(void)
{
	struct stat st;

	begin(geteuid(), 0755);
	put("target", "old and longer");
	if (symlink(in("target"), in("link")) || symlink(in("new"), in("to-new")) ||
	    mkfifo(in("fifo"), 0666))
		abort();
	/*
	 * The tool writes through a link and does not replace it: /dev/stdout is a link as
	 * well, and other programs need it.
	 */
	CHECK(replace("link", "new"));
	CHECK(!lstat(in("link"), &st) && S_ISLNK(st.st_mode));
	CHECK_STR(get("target"), "new", "what a link names");
	CHECK(replace("to-new", "made"));
	CHECK_STR(get("new"), "made", "what a link names that was not there");
	/* Opening the FIFO would wait for a reader, and ignore all signals. */
	CHECK(!replace("fifo", "new"));
	end();
}

static void test_killed(void)
{
	const struct rlimit limit = { 4096, 4096 };
	char *text = calloc(1, 65536);
	struct dirent *entry;
	int status, nr = 0;
	pid_t pid;
	DIR *dir;

	begin(OTHER, 0755);
	put("file", "old");
	if (!text)
		abort();
	pid = fork();
	if (!pid) {
		/* The first write beyond the limit kills the process. */
		signal(SIGXFSZ, SIG_DFL);
		setrlimit(RLIMIT_FSIZE, &limit);
		setrlimit(RLIMIT_CORE, &(struct rlimit){});
		file_replace(in("file"), text, 65536);
		_exit(0);
	}
	CHECK(waitpid(pid, &status, 0) == pid && WIFSIGNALED(status));
	CHECK_STR(get("file"), "old", "old");
	dir = opendir(folder);
	while (dir && (entry = readdir(dir)))
		nr += *entry->d_name != '.' || strlen(entry->d_name) > 2;
	CHECK_EQ(nr, 1);
	closedir(dir);
	free(text);
	end();
}

static void test_wrong(void)
{
	char name[300];

	begin(geteuid(), 0755);
	memset(name, 'x', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	CHECK(!file_replace(name, "x", 1));
	CHECK(!replace("no/such/folder", "x"));
	name[250] = '\0';
	CHECK(!chdir(folder));
	CHECK(file_replace(name, "x", 1));
	CHECK(!chdir("/"));
	end();
}

const struct test tests[] = {
	{ "a file is replaced as a whole, and keeps its mode", test_replace, NULL },
	{ "links and FIFOs that other users may have created are not written to", test_foreign_link, NULL },
	{ "in a safe folder, the target of a link is written to, and the link stays", test_own_link, NULL },
	{ "a link to a device in another user's folder is not written to", test_foreign_device,
	  NULL },
	{ "FIFOs in a folder that only the caller can change are written to", test_own_special,
	  NULL },
	{ "a process that is killed while it writes leaves only the old file", test_killed,
	  NULL },
	{ "a file that cannot be created is refused", test_wrong, NULL },
	{}
};
