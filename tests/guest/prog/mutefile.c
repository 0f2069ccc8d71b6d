// SPDX-License-Identifier: GPL-2.0
/*
 * mutefile FILE [PROGRAM ARGUMENT...]: mount on FILE a file of a file system in
 * user space (FUSE) that never answers a read, and start PROGRAM. Serves the
 * file until mutefile is killed or PROGRAM has exited. If the user is not root,
 * mounts it in a user namespace, which only PROGRAM sees.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int fd;

static void answer(const struct fuse_in_header *in, int error, void *body, size_t len)
{
	struct fuse_out_header head = {
		.len = sizeof(head) + len, .error = -error, .unique = in->unique,
	};
	struct iovec parts[] = { { &head, sizeof(head) }, { body, len } };

	if (writev(fd, parts, len ? 2 : 1) < 0 && errno != ENOENT)
		err(1, "/dev/fuse");
}

static void serve(const struct fuse_in_header *in)
{
	struct fuse_init_out init = {
		.major = FUSE_KERNEL_VERSION, .minor = 31, .max_readahead = 65536, .max_write = 65536,
	};
	struct fuse_attr_out attr = {
		.attr = { .ino = FUSE_ROOT_ID, .size = 4096, .mode = S_IFREG | 0644, .nlink = 1 },
		.attr_valid = 1000,
	};
	struct fuse_open_out opened = { .fh = 1 };

	switch (in->opcode) {
	case FUSE_INIT:
		answer(in, 0, &init, sizeof(init));
		break;
	case FUSE_GETATTR:
		answer(in, 0, &attr, sizeof(attr));
		break;
	case FUSE_OPEN:
		answer(in, 0, &opened, sizeof(opened));
		break;
	case FUSE_READ:
	case FUSE_FORGET:
	case FUSE_INTERRUPT:
		break;
	case FUSE_FLUSH:
	case FUSE_RELEASE:
		answer(in, 0, NULL, 0);
		break;
	default:
		answer(in, ENOSYS, NULL, 0);
	}
}

static void write_file(const char *name, const char *text)
{
	int file = open(name, O_WRONLY);

	if (file < 0 || write(file, text, strlen(text)) < 0)
		err(1, "%s", name);
	close(file);
}

static void become_root_of_namespace(void)
{
	const int uid = getuid(), gid = getgid();
	char map[40];

	if (unshare(CLONE_NEWUSER | CLONE_NEWNS))
		err(1, "unshare");
	snprintf(map, sizeof(map), "0 %d 1", uid);
	write_file("/proc/self/uid_map", map);
	write_file("/proc/self/setgroups", "deny");
	snprintf(map, sizeof(map), "0 %d 1", gid);
	write_file("/proc/self/gid_map", map);
}

int main(int argc, char **argv)
{
	static char request[1 << 18] __attribute__((aligned(8)));
	char options[80];

	if (argc < 2)
		errx(1, "mutefile FILE [PROGRAM ARGUMENT...]");
	if (getuid())
		become_root_of_namespace();
	fd = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	if (fd < 0)
		err(1, "/dev/fuse");
	snprintf(options, sizeof(options), "fd=%d,rootmode=100644,user_id=0,group_id=0", fd);
	if (mount("mutefile", argv[1], "fuse", 0, options))
		err(1, "mount");
	if (argc > 2 && fork()) {
		execv(argv[2], argv + 2);
		err(1, "%s", argv[2]);
	}
	if (argc > 2)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	puts("mounted");
	fflush(stdout);
	while (read(fd, request, sizeof(request)) > 0)
		serve((const void *)request);
	return 0;
}
