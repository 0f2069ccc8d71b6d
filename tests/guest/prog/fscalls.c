// SPDX-License-Identifier: GPL-2.0
/*
 * fscalls TREE GROUP: make system calls on a tree that is laid out like tracefs
 * and print a line for each: directory or file, call, result or errno. The outputs
 * for two trees show where they differ.
 *
 * GROUP is one of
 *	names		create, rename, remove and find names in directories
 *	files		operations of files, except reading and writing
 *	directories	read directories and seek in them
 *	instances	create and remove instances, and use removed ones
 *
 * Leaves the tree as it was, apart from the times of files.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>

/* The directory or file that the following lines are about. */
static const char *about;

static void tell(const char *call, long result)
{
	if (result < 0)
		printf("%s: %s: %s\n", about, call, strerrorname_np(errno));
	else
		printf("%s: %s: %ld\n", about, call, result);
}

/*
 * Prints 0 for a call that returns a file descriptor: the number of the
 * descriptor says nothing about the tree.
 */
static void tell_fd(const char *call, int fd)
{
	tell(call, fd < 0 ? fd : 0);
	if (fd >= 0)
		close(fd);
}

/* Returns an allocated path. No caller frees it, because the program soon ends. */
static const char *path(const char *dir, const char *name)
{
	char *to;

	if (asprintf(&to, "%s/%s", dir, name) < 0)
		err(1, "asprintf");
	return to;
}

static const char *long_name(unsigned int len)
{
	static char name[512];

	memset(name, 'x', len);
	name[len] = '\0';
	return name;
}

struct dir {
	const char *path;
	const char *file;	/* a file and a folder in @path, or NULL */
	const char *folder;
};

static const struct dir dirs[] = {
	{ ".", "tracing_on", "options" },
	{ "events", "enable", "sched" },
	{ "events/sched", "filter", "sched_switch" },
	{ "events/sched/sched_switch", "format", NULL },
	{ "options", "overwrite", NULL },
	{ "per_cpu", NULL, "cpu0" },
	{ "per_cpu/cpu0", "stats", NULL },
	{ "instances", NULL, "one" },
	{}
};

static void make_names(const char *dir)
{
	const char *new = path(dir, "new");

	tell_fd("open O_CREAT", open(new, O_CREAT | O_WRONLY, 0600));
	tell_fd("open O_CREAT|O_EXCL", open(new, O_CREAT | O_EXCL | O_RDWR, 0600));
	tell_fd("open O_CREAT of a long name",
		open(path(dir, long_name(256)), O_CREAT | O_WRONLY, 0600));
	tell_fd("open O_TMPFILE", open(dir, O_TMPFILE | O_RDWR, 0600));
	tell("symlink", symlink("target", new));
	tell("mknod of a file", mknod(new, S_IFREG | 0600, 0));
	tell("mknod of a FIFO", mknod(new, S_IFIFO | 0600, 0));
	tell("mknod of a socket", mknod(new, S_IFSOCK | 0600, 0));
	tell("mknod of a device", mknod(new, S_IFCHR | 0600, makedev(1, 3)));
	tell("mkdir of .", mkdir(path(dir, "."), 0700));
	tell("mkdir of ..", mkdir(path(dir, ".."), 0700));
	tell("mkdir of a long name", mkdir(path(dir, long_name(256)), 0700));
	if (strcmp(dir, "instances"))
		tell("mkdir", mkdir(new, 0700));
}

static void miss_names(const char *dir)
{
	const char *missing = path(dir, "missing");
	struct stat st;

	tell("stat of a missing name", stat(missing, &st));
	tell("stat of a name of 255 bytes", stat(path(dir, long_name(255)), &st));
	tell("stat of a name of 256 bytes", stat(path(dir, long_name(256)), &st));
	tell_fd("open of a missing name", open(missing, O_RDONLY));
	tell("unlink of a missing name", unlink(missing));
	tell("rmdir of a missing name", rmdir(missing));
	tell("rename of a missing name", rename(missing, path(dir, "new")));
	tell("link of a missing name", link(missing, path(dir, "new")));
	tell("rmdir of .", rmdir(path(dir, ".")));
	tell("rmdir of ..", rmdir(path(dir, "..")));
	tell("unlink of .", unlink(path(dir, ".")));
}

static void change_file(const char *dir, const char *name)
{
	const char *file = path(dir, name), *new = path(dir, "new");
	struct stat st;
	char text[16];

	tell_fd("open O_CREAT of a file", open(file, O_CREAT | O_RDONLY, 0600));
	tell_fd("open O_CREAT|O_EXCL of a file",
		open(file, O_CREAT | O_EXCL | O_RDONLY, 0600));
	tell("link of a file", link(file, new));
	tell("link of a file to itself", link(file, file));
	tell("rename of a file", rename(file, new));
	tell("rename of a file to itself", rename(file, file));
	tell("rename RENAME_NOREPLACE", renameat2(AT_FDCWD, file, AT_FDCWD, new,
						  RENAME_NOREPLACE));
	tell("rename RENAME_WHITEOUT", renameat2(AT_FDCWD, file, AT_FDCWD, new,
						 RENAME_WHITEOUT));
	tell("rename to another filesystem", rename(file, "/tmp/fscalls"));
	tell("link to another filesystem", link(file, "/tmp/fscalls"));
	tell("rename from another filesystem", rename("/tmp", new));
	tell("symlink over a file", symlink("target", file));
	tell("mknod over a file", mknod(file, S_IFREG | 0600, 0));
	tell("mkdir over a file", mkdir(file, 0700));
	tell("unlink of a file", unlink(file));
	tell("rmdir of a file", rmdir(file));
	tell("readlink of a file", readlink(file, text, sizeof(text)));
	tell("stat below a file", stat(path(file, "x"), &st));
	tell("stat of a file with a slash", stat(path(file, ""), &st));
	tell("chdir to a file", chdir(file));
	tell("stat of a file after all", stat(file, &st));
}

static void change_folder(const char *dir, const char *name)
{
	const char *folder = path(dir, name), *new = path(dir, "new");
	struct stat st;

	tell_fd("open O_CREAT of a folder", open(folder, O_CREAT | O_RDONLY, 0600));
	tell("mkdir over a folder", mkdir(folder, 0700));
	tell("mkdir over a folder with a slash", mkdir(path(folder, ""), 0700));
	tell("link of a folder", link(folder, new));
	tell("rename of a folder", rename(folder, new));
	tell("rename of a folder into itself", rename(folder, path(folder, "x")));
	tell("rename of a folder to another filesystem",
	     rename(folder, "/tmp/fscalls"));
	tell("unlink of a folder", unlink(folder));
	if (strcmp(dir, "instances"))
		tell("rmdir of a folder", rmdir(folder));
	tell("stat of a folder after all", stat(folder, &st));
}

static void names(void)
{
	const struct dir *dir;

	if (mkdir("instances/one", 0700))
		err(1, "instances/one");
	for (dir = dirs; dir->path; dir++) {
		about = dir->path;
		make_names(dir->path);
		miss_names(dir->path);
		if (dir->file)
			change_file(dir->path, dir->file);
		if (dir->folder)
			change_folder(dir->path, dir->folder);
		if (dir->file && dir->folder)
			tell("rename RENAME_EXCHANGE",
			     renameat2(AT_FDCWD, path(dir->path, dir->file),
				       AT_FDCWD, path(dir->path, dir->folder),
				       RENAME_EXCHANGE));
	}
	rmdir("instances/one");
}

/* Changes and restores the owner, permissions and times of a file or directory. */
static void change_attributes(const char *name)
{
	const struct timespec times[2] = { { 1000, 5 }, { 2000, 7 } };
	struct stat was, st;

	if (stat(name, &was))
		err(1, "%s", name);
	tell("chmod", chmod(name, 0604));
	tell("chmod of the set-id bits", chmod(name, 07604));
	tell("mode after chmod", stat(name, &st) ? -1 : st.st_mode);
	tell("chown", chown(name, 11, 12));
	tell("mode after chown", stat(name, &st) ? -1 : st.st_mode);
	tell("owner after chown", st.st_uid);
	tell("group after chown", st.st_gid);
	tell("chown to nobody", chown(name, -1, -1));
	chown(name, was.st_uid, was.st_gid);
	chmod(name, was.st_mode & 07777);
	tell("mode in the end", stat(name, &st) ? -1 : st.st_mode);
	tell("utimensat", utimensat(AT_FDCWD, name, times, 0));
	tell("time of access", stat(name, &st) ? -1 : st.st_atime);
	tell("time of change", st.st_mtime);
	tell("nanoseconds", st.st_mtim.tv_nsec);
	tell("utimes to now", utimes(name, NULL));
}

static void extended_attributes(const char *name)
{
	static const char * const attrs[] = {
		"user.x", "trusted.x", "security.x", "system.posix_acl_access",
		"bad.x", "x",
	};
	char call[64], value[64];
	size_t i;

	for (i = 0; i < sizeof(attrs) / sizeof(attrs[0]); i++) {
		snprintf(call, sizeof(call), "setxattr %s", attrs[i]);
		tell(call, setxattr(name, attrs[i], "v", 1, 0));
		snprintf(call, sizeof(call), "getxattr %s", attrs[i]);
		tell(call, getxattr(name, attrs[i], value, sizeof(value)));
		snprintf(call, sizeof(call), "removexattr %s", attrs[i]);
		tell(call, removexattr(name, attrs[i]));
	}
	tell("listxattr", listxattr(name, value, sizeof(value)));
}

/* Prints what statfs() and stat() say. */
static void facts(const char *name)
{
	union {
		struct file_handle handle;
		char buf[sizeof(struct file_handle) + 128];
	} u = { .handle.handle_bytes = 128 };
	struct statfs fs;
	struct stat st;
	int mount, fd;

	tell("statfs", statfs(name, &fs));
	tell("statfs: size of a block", fs.f_bsize);
	tell("statfs: blocks", fs.f_blocks);
	tell("statfs: files", fs.f_files);
	tell("statfs: length of a name", fs.f_namelen);
	tell("stat", stat(name, &st));
	tell("size of a block", st.st_blksize);
	tell("blocks", st.st_blocks);
	tell("size", st.st_size);
	tell("major number of the device", major(st.st_dev));
	if (!S_ISDIR(st.st_mode))
		tell("links", st.st_nlink);
	tell("name_to_handle_at", name_to_handle_at(AT_FDCWD, name, &u.handle,
						    &mount, 0));
	fd = inotify_init();
	tell("inotify_add_watch", inotify_add_watch(fd, name, IN_OPEN) > 0 ? 0 : -1);
	close(fd);
}

static const char * const files[] = {
	"available_events", "tracing_on", "set_event", "trace", "trace_marker",
	"options/overwrite", "per_cpu/cpu0/stats", "events/enable",
	"events/sched/filter", "events/sched/sched_switch/format",
	"events/sched/sched_switch/filter", "events/sched/sched_switch/enable",
	NULL
};

static void truncate_file(const char *file)
{
	struct stat st;

	tell("truncate to 0", truncate(file, 0));
	tell("truncate to 100", truncate(file, 100));
	tell("size after truncate", stat(file, &st) ? -1 : st.st_size);
	tell("blocks after truncate", st.st_blocks);
	tell("truncate to -1", truncate(file, -1));
	tell_fd("open O_TRUNC", open(file, O_WRONLY | O_TRUNC));
	tell("size after O_TRUNC", stat(file, &st) ? -1 : st.st_size);
	truncate(file, 0);
}

static void use_file(const char *file, const char *how, int flags)
{
	char call[64];
	int fd = open(file, flags), value;
	void *map;

	snprintf(call, sizeof(call), "open %s", how);
	tell(call, fd < 0 ? -1 : 0);
	if (fd < 0)
		return;
	about = path(file, how);
	tell("ftruncate", ftruncate(fd, 0));
	tell("fsync", fsync(fd));
	tell("fdatasync", fdatasync(fd));
	tell("syncfs", syncfs(fd));
	tell("flock", flock(fd, LOCK_EX));
	tell("F_SETLEASE", fcntl(fd, F_SETLEASE, F_RDLCK));
	tell("F_SETLK", fcntl(fd, F_SETLK, &(struct flock){ .l_type = F_RDLCK }));
	tell("fallocate", fallocate(fd, 0, 0, 100));
	tell("posix_fadvise", (errno = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED)) ? -1 : 0);
	tell("readahead", readahead(fd, 0, 100));
	tell("FIGETBSZ", ioctl(fd, FIGETBSZ, &value));
	tell("FIBMAP", ioctl(fd, FIBMAP, &value));
	tell("FS_IOC_GETFLAGS", ioctl(fd, FS_IOC_GETFLAGS, &value));
	tell("F_SETFL O_DIRECT", fcntl(fd, F_SETFL, O_DIRECT));
	tell("getdents", syscall(SYS_getdents64, fd, call, sizeof(call)));
	map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	tell("mmap", map == MAP_FAILED ? -1 : 0);
	tell("lseek to 0", lseek(fd, 0, SEEK_SET));
	tell("lseek to -1", lseek(fd, -1, SEEK_SET));
	tell("lseek to the end", lseek(fd, 0, SEEK_END));
	tell("lseek to data", lseek(fd, 0, SEEK_DATA));
	tell("lseek to a hole", lseek(fd, 0, SEEK_HOLE));
	close(fd);
	about = file;
}

static void on_files(void)
{
	const char * const *file;

	for (file = files; *file; file++) {
		about = *file;
		facts(*file);
		truncate_file(*file);
		change_attributes(*file);
		extended_attributes(*file);
		tell("access", access(*file, F_OK));
		tell("access to execute", access(*file, X_OK));
		tell_fd("open O_DIRECTORY", open(*file, O_RDONLY | O_DIRECTORY));
		tell_fd("open O_PATH", open(*file, O_PATH));
		tell_fd("open O_DIRECT", open(*file, O_RDONLY | O_DIRECT));
		tell_fd("open O_NOFOLLOW", open(*file, O_RDONLY | O_NOFOLLOW));
		tell_fd("open O_NOATIME", open(*file, O_RDONLY | O_NOATIME));
		tell("execve", execl(*file, *file, NULL));
		use_file(*file, "O_RDONLY", O_RDONLY);
		use_file(*file, "O_WRONLY", O_WRONLY);
		use_file(*file, "O_RDWR", O_RDWR);
		use_file(*file, "O_WRONLY|O_APPEND", O_WRONLY | O_APPEND);
	}
}

/* The names in a directory, in the order of readdir(). */
struct names {
	char *name[4096];
	long place[4096];	/* telldir() after reading the name */
	long n;
};

static void read_names(DIR *dir, struct names *names)
{
	struct dirent *entry;

	for (names->n = 0; (entry = readdir(dir)); names->n++) {
		names->name[names->n] = strdup(entry->d_name);
		names->place[names->n] = telldir(dir);
	}
}

/*
 * Tests whether readdir() returns the rest of @names, beginning with number @from, and
 * then ends.
 */
static int goes_on(DIR *dir, const struct names *names, long from)
{
	struct dirent *entry;

	for (; (entry = readdir(dir)); from++)
		if (from >= names->n || strcmp(entry->d_name, names->name[from]))
			return 0;
	return from == names->n;
}

static void seek(const char *name)
{
	static struct names names;
	DIR *dir = opendir(name);
	long i, wrong = 0;

	tell("opendir", dir ? 0 : -1);
	if (!dir)
		return;
	read_names(dir, &names);
	rewinddir(dir);
	tell("rewinddir lists the same names", goes_on(dir, &names, 0));
	for (i = names.n - 1; i >= 0; i -= 1 + names.n / 50) {
		seekdir(dir, names.place[i]);
		wrong += !goes_on(dir, &names, i + 1);
	}
	tell("seekdir goes on elsewhere", wrong);
	for (i = 0; i < names.n; i++)
		free(names.name[i]);
	closedir(dir);
}

static long count_entries(int fd)
{
	char buf[4096];
	struct dirent64 *entry;
	long n = 0, at, len;

	while ((len = syscall(SYS_getdents64, fd, buf, sizeof(buf))) > 0)
		for (at = 0; at < len; at += entry->d_reclen, n++)
			entry = (struct dirent64 *)(buf + at);
	return len < 0 ? len : n;
}

static void offsets(const char *name)
{
	int fd = open(name, O_RDONLY | O_DIRECTORY);
	char buf[64];

	tell("lseek to 0", lseek(fd, 0, SEEK_SET));
	tell("lseek to -1", lseek(fd, -1, SEEK_SET));
	tell("lseek to 1", lseek(fd, 1, SEEK_SET));
	tell("lseek by 1", lseek(fd, 1, SEEK_CUR));
	tell("lseek by 0", lseek(fd, 0, SEEK_CUR));
	tell("lseek to the end", lseek(fd, 0, SEEK_END));
	tell("lseek to data", lseek(fd, 0, SEEK_DATA));
	tell("lseek to a hole", lseek(fd, 0, SEEK_HOLE));
	tell("lseek far away", lseek(fd, 1L << 30, SEEK_SET));
	tell("entries far away", count_entries(fd));
	tell("lseek further away", lseek(fd, 1L << 50, SEEK_SET));
	tell("entries further away", count_entries(fd));
	lseek(fd, 0, SEEK_SET);
	tell("getdents without space", syscall(SYS_getdents64, fd, buf, 0));
	tell("getdents with space for a name",
	     syscall(SYS_getdents64, fd, buf, 24) > 0 ? 0 : -1);
	tell("getdents to a bad address", syscall(SYS_getdents64, fd, 1, 4096));
	close(fd);
}

/* Compares the inode and type that readdir() reports with those of stat(). */
static void compare_entries(const char *name)
{
	DIR *dir = opendir(name);
	struct dirent *entry;
	long types = 0, numbers = 0;
	struct stat st;

	while (dir && (entry = readdir(dir))) {
		/* At the root of a mount, ".." is in another filesystem. */
		if (!strcmp(entry->d_name, "..") ||
		    fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW))
			continue;
		types += entry->d_type != IFTODT(st.st_mode);
		numbers += entry->d_ino != st.st_ino;
	}
	tell("types that readdir and stat do not agree on", types);
	tell("inode numbers that readdir and stat do not agree on", numbers);
	if (dir)
		closedir(dir);
}

static void use_directory(const char *name)
{
	int fd = open(name, O_RDONLY), value;
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char byte;
	void *map;

	tell_fd("open O_WRONLY", open(name, O_WRONLY));
	tell_fd("open O_RDWR", open(name, O_RDWR));
	tell_fd("open O_TRUNC", open(name, O_RDONLY | O_TRUNC));
	tell_fd("open O_CREAT", open(name, O_RDONLY | O_CREAT, 0600));
	tell_fd("open O_DIRECT", open(name, O_RDONLY | O_DIRECT));
	tell_fd("open O_PATH", open(name, O_PATH));
	tell("truncate", truncate(name, 0));
	tell("read", read(fd, &byte, 1));
	tell("pread", pread(fd, &byte, 1, 0));
	tell("write", write(fd, "", 1));
	tell("ftruncate", ftruncate(fd, 0));
	tell("fsync", fsync(fd));
	tell("fdatasync", fdatasync(fd));
	tell("syncfs", syncfs(fd));
	tell("flock", flock(fd, LOCK_EX));
	tell("fallocate", fallocate(fd, 0, 0, 100));
	tell("FIGETBSZ", ioctl(fd, FIGETBSZ, &value));
	tell("FS_IOC_GETFLAGS", ioctl(fd, FS_IOC_GETFLAGS, &value));
	tell("poll", poll(&p, 1, 0));
	map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	tell("mmap", map == MAP_FAILED ? -1 : 0);
	tell("access to execute", access(name, X_OK));
	close(fd);
}

static void directories(void)
{
	const struct dir *dir;

	if (mkdir("instances/one", 0700))
		err(1, "instances/one");
	for (dir = dirs; dir->path; dir++) {
		about = dir->path;
		facts(dir->path);
		seek(dir->path);
		offsets(dir->path);
		compare_entries(dir->path);
		use_directory(dir->path);
		/* The mode of the root is compared in another test. */
		if (strcmp(dir->path, "."))
			change_attributes(dir->path);
		extended_attributes(dir->path);
	}
	rmdir("instances/one");
}

static void make_instances(void)
{
	static const char * const odd[] = { "a b", "a\nb", "\xff", "*", "-", "..." };
	const char *longest = path("instances", long_name(255));
	char call[64];
	struct stat st;
	size_t i;

	about = "making";
	tell("mkdir", mkdir("instances/a", 0700));
	tell("mkdir of the same name", mkdir("instances/a", 0700));
	tell("mkdir of the same name with a slash", mkdir("instances/a/", 0700));
	tell("mkdir of a name of 255 bytes", mkdir(longest, 0700));
	tell("rmdir of a name of 255 bytes", rmdir(longest));
	tell("mkdir of a name of 256 bytes",
	     mkdir(path("instances", long_name(256)), 0700));
	tell("mkdir with a slash", mkdir("instances/b/", 0));
	tell("mode of an instance made with mode 0",
	     stat("instances/b", &st) ? -1 : st.st_mode);
	tell("rmdir with a slash", rmdir("instances/b/"));
	tell("mkdir in an instance", mkdir("instances/a/x", 0700));
	tell("mkdir of instances in an instance", mkdir("instances/a/instances", 0700));
	tell("mkdir in events of an instance", mkdir("instances/a/events/x", 0700));
	tell("rmdir in an instance", rmdir("instances/a/events"));
	tell("rmdir of .", rmdir("instances/a/."));
	tell("rmdir of ..", rmdir("instances/a/.."));
	tell("rmdir of instances", rmdir("instances"));
	for (i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		snprintf(call, sizeof(call), "mkdir of odd name %zu", i);
		tell(call, mkdir(path("instances", odd[i]), 0700));
		snprintf(call, sizeof(call), "rmdir of odd name %zu", i);
		tell(call, rmdir(path("instances", odd[i])));
	}
	tell("unlink", unlink("instances/a"));
	tell("rename", rename("instances/a", "instances/b"));
	tell("rmdir", rmdir("instances/a"));
	tell("rmdir again", rmdir("instances/a"));
}

/* Tests which open files of an instance prevent its removal. */
static void busy_instances(void)
{
	static const struct {
		const char *name;
		int flags;
	} held[] = {
		{ "trace", O_RDONLY }, { "trace", O_WRONLY },
		{ "trace_pipe", O_RDONLY }, { "trace_marker", O_WRONLY },
		{ "tracing_on", O_RDONLY }, { "tracing_on", O_RDWR },
		{ "buffer_size_kb", O_RDONLY }, { "set_event", O_RDONLY },
		{ "events/enable", O_RDONLY }, { "events/sched/enable", O_RDONLY },
		{ "per_cpu/cpu0/stats", O_RDONLY },
		{ "per_cpu/cpu0/trace_pipe_raw", O_RDONLY },
		{ "options/overwrite", O_RDONLY }, { "trace_options", O_RDONLY },
		{ "trace_clock", O_RDONLY },
		{ "events", O_PATH }, { ".", O_RDONLY }, { "events", O_RDONLY },
		{ "trace", O_PATH },
	};
	char call[64];
	size_t i;
	int fd;

	for (i = 0; i < sizeof(held) / sizeof(held[0]); i++) {
		about = held[i].name;
		mkdir("instances/a", 0700);
		fd = open(path("instances/a", held[i].name), held[i].flags);
		snprintf(call, sizeof(call), "rmdir while open, flags %d", held[i].flags);
		if (fd < 0)
			tell("open", fd);
		else
			tell(call, rmdir("instances/a"));
		close(fd);
		rmdir("instances/a");
	}
}

/* Uses a directory of a removed instance by its file descriptor. */
static void use_removed(const char *name, const char *file, const char *folder)
{
	const char *dir = path("instances/a", name);
	char cwd[256], link[64], target[256];
	struct stat st;
	int fd, len;

	about = dir;
	mkdir("instances/a", 0700);
	fd = open(dir, O_RDONLY | O_DIRECTORY);
	/* Look up both names before they are removed, so that the kernel caches them. */
	fstatat(fd, file, &st, 0);
	fstatat(fd, folder, &st, 0);
	tell("rmdir of the instance", rmdir("instances/a"));
	tell("stat of the removed", fstat(fd, &st));
	tell("open in the removed", openat(fd, file, O_RDONLY));
	tell("stat in the removed", fstatat(fd, file, &st, 0));
	tell("open of a folder in the removed", openat(fd, folder, O_RDONLY));
	tell("stat of .", fstatat(fd, ".", &st, 0));
	tell("open of .", openat(fd, ".", O_RDONLY) < 0 ? -1 : 0);
	tell("getdents", count_entries(fd));
	tell("mkdir", mkdirat(fd, "x", 0700));
	tell("rmdir of a folder in the removed", unlinkat(fd, folder, AT_REMOVEDIR));
	tell("unlink in the removed", unlinkat(fd, file, 0));
	tell("open O_CREAT", openat(fd, "x", O_CREAT | O_RDWR, 0600));
	tell("chdir", fchdir(fd));
	tell("getcwd", syscall(SYS_getcwd, cwd, sizeof(cwd)) < 0 ? -1 : 0);
	tell("open by the working directory", open(file, O_RDONLY));
	/* The path to the parent contains a removed directory. */
	tell("stat of ..", stat("..", &st));
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, target, sizeof(target) - 1);
	target[len < 0 ? 0 : len] = '\0';
	tell("named as deleted in /proc", !!strstr(target, " (deleted)"));
	close(fd);
}

static void instances(const char *tree)
{
	make_instances();
	busy_instances();
	use_removed(".", "trace", "events");
	chdir(tree);
	use_removed("events", "enable", "sched");
	chdir(tree);
	use_removed("events/sched", "filter", "sched_switch");
	chdir(tree);
	use_removed("events/sched/sched_switch", "format", "none");
	chdir(tree);
	use_removed("per_cpu/cpu0", "stats", "none");
	chdir(tree);
	use_removed("options", "overwrite", "none");
}

int main(int argc, char **argv)
{
	if (argc != 3)
		errx(2, "usage: fscalls TREE GROUP");
	if (chdir(argv[1]))
		err(1, "%s", argv[1]);
	umask(0);
	if (!strcmp(argv[2], "names"))
		names();
	else if (!strcmp(argv[2], "files"))
		on_files();
	else if (!strcmp(argv[2], "directories"))
		directories();
	else if (!strcmp(argv[2], "instances"))
		instances(argv[1]);
	else
		errx(2, "unknown group %s", argv[2]);
	return 0;
}
