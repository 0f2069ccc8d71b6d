// SPDX-License-Identifier: GPL-2.0
/*
 * as UID GID COMMAND...: run a command as a user without capabilities, and with
 * GID as the only group.
 */
#include <err.h>
#include <grp.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	gid_t gid;

	if (argc < 4)
		errx(2, "usage: as UID GID COMMAND...");
	gid = atoi(argv[2]);
	if (setgroups(1, &gid) || setgid(gid) || setuid(atoi(argv[1])))
		err(1, "user %s, group %s", argv[1], argv[2]);
	execvp(argv[3], argv + 3);
	err(1, "%s", argv[3]);
}
