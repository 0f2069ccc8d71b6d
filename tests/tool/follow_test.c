// SPDX-License-Identifier: GPL-2.0
/* Following the files whose code runs, to write their tables: tools/src/run/follow.c. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../include/histrig_unwind.h"

#include "run/follow.h"
#include "test.h"

static void test_maps(void)
{
	struct follow_map map;
	char code[] = "00400000-7f0000001000 r-xp 00001000 fe:01 1234    /usr/bin/a b (deleted)\n";
	char data[] = "00400000-00401000 rw-p 00001000 fe:01 1234    /usr/bin/a\n";
	char stack[] = "7ffd6c2a1000-7ffd6c2a3000 r-xp 00000000 00:00 0    [vdso]\n";
	char nameless[] = "00400000-00401000 r-xp 00001000 fe:01 1234\n";

	CHECK(follow_map(code, &map));
	CHECK_EQ(map.start, 0x400000);
	CHECK_EQ(map.end, 0x7f0000001000);
	CHECK_EQ(map.inode, 1234);
	CHECK_STR(map.path, "/usr/bin/a b (deleted)", "path");
	CHECK(!follow_map(data, &map));
	CHECK(!follow_map(stack, &map));
	CHECK(follow_map(nameless, &map));
	CHECK_STR(map.path, "", "no path");
}

static void test_list(void)
{
	char text[] = "# 2 tables, 1000 bytes, 0 removed\n/usr/bin/a rows 12\n/usr/a\\040b\\134 none\n"
		      "[vdso] rows 3\nwrong\n/usr none/x rows 1\n/last none";
	char *at = text, *path;

	CHECK_EQ(follow_parse(&at, &path), 0);
	CHECK_STR(path, "/usr/bin/a", "with a table");
	CHECK_EQ(follow_parse(&at, &path), 1);
	CHECK_STR(path, "/usr/a b\\", "with escapes");
	CHECK_EQ(follow_parse(&at, &path), 0);
	CHECK_STR(path, "/usr none/x", "with a space");
	CHECK_EQ(follow_parse(&at, &path), 1);
	CHECK_STR(path, "/last", "last");
	CHECK_EQ(follow_parse(&at, &path), -1);
}

/* Returns the size of a file in a folder. */
static off_t size_of(const struct tree *tree, const char *name)
{
	struct stat status;

	return fstatat(tree->fd, name, &status, 0) ? -1 : status.st_size;
}

static bool take_first(int fd, void *data)
{
	++*(int *)data;
	return fd >= 0;
}

static void test_follow(void)
{
	int tried = 0;
	const struct follow_wanted wanted = {
		.path = "/proc/self/exe", .any = true, .try = take_first, .data = &tried,
	};
	char top[] = "/tmp/histrig-follow-XXXXXX", copy[64], list[128], command[160];
	struct histrig_unwind_head head;
	struct tree tree;
	off_t size;
	int fd;

	CHECK(mkdtemp(top));
	tree = (struct tree){ .fd = open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC), .path = top };
	fd = openat(tree.fd, "unwind_tables", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	snprintf(copy, sizeof(copy), "%s/a copy", top);
	snprintf(command, sizeof(command), "cp /bin/true '%s'", copy);
	CHECK(!system(command));
	follow_begin(&tree);
	CHECK_EQ(pread(fd, &head, sizeof(head), 0), sizeof(head));
	CHECK_EQ(head.fd, HISTRIG_UNWIND_VDSO);
	size = size_of(&tree, "unwind_tables");
	/* The program itself and its libraries are more. */
	CHECK(size > 100000);

	/* The file is at its end, where more tables are written. */
	snprintf(list, sizeof(list), "# 0 tables, 0 bytes, 0 removed\n%s/a\\040copy none\n/nonexistent none\n", top);
	CHECK_EQ(pwrite(fd, list, strlen(list), 0), strlen(list));
	follow_more();
	CHECK_EQ(size_of(&tree, "unwind_tables"), size);
	sleep(1);
	follow_more();
	CHECK(size_of(&tree, "unwind_tables") > size);

	close(fd);
	unlinkat(tree.fd, "unwind_tables", 0);
	unlink(copy);
	CHECK(follow_find(&wanted));
	CHECK_EQ(tried, 1);
	close(tree.fd);
	rmdir(top);
}

const struct test tests[] = {
	{ "mappings of processes are parsed", test_maps, NULL },
	{ "the module's list of files is parsed", test_list, NULL },
	{ "tables of mapped files are written, later those of files that were seen", test_follow, NULL },
	{}
};
