// SPDX-License-Identifier: GPL-2.0
/* watch FILE: wait until inotify reports that the file was modified, at most a minute. */
#include <poll.h>
#include <stdio.h>
#include <sys/inotify.h>

int main(int argc, char **argv)
{
	struct pollfd poller = { .fd = inotify_init(), .events = POLLIN };

	if (argc != 2 || inotify_add_watch(poller.fd, argv[1], IN_MODIFY) < 0) {
		perror("watch");
		return 2;
	}
	return poll(&poller, 1, 60000) == 1 ? 0 : 1;
}
