// SPDX-License-Identifier: GPL-2.0
/*
 * Opens a TCP connection over loopback. Both ends write in turn.
 *
 * tcpturns PORT TURNS BYTES
 */
#include <arpa/inet.h>
#include <err.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static char data[65536];

static void loopback_up(void)
{
	struct ifreq ifr = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	int s = socket(AF_INET, SOCK_DGRAM, 0);

	if (s < 0 || ioctl(s, SIOCSIFFLAGS, &ifr))
		err(1, "lo");
	close(s);
}

static void take(int s, size_t len)
{
	ssize_t n;

	for (; len; len -= n) {
		n = read(s, data, len < sizeof(data) ? len : sizeof(data));
		if (n <= 0)
			err(1, "read");
	}
}

static void give(int s, size_t len)
{
	if (write(s, data, len) != (ssize_t)len)
		err(1, "write");
}

int main(int argc, char **argv)
{
	struct sockaddr_in addr = { .sin_family = AF_INET };
	int one = 1, turns, i, here, there, accepting;
	size_t bytes;

	if (argc != 4)
		errx(2, "usage: tcpturns PORT TURNS BYTES");
	turns = atoi(argv[2]);
	bytes = atoi(argv[3]);
	if (bytes > sizeof(data))
		errx(2, "at most %zu bytes", sizeof(data));
	addr.sin_port = htons(atoi(argv[1]));
	addr.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	loopback_up();

	accepting = socket(AF_INET, SOCK_STREAM, 0);
	setsockopt(accepting, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(accepting, (struct sockaddr *)&addr, sizeof(addr)) ||
	    listen(accepting, 1))
		err(1, "listen");
	here = socket(AF_INET, SOCK_STREAM, 0);
	if (connect(here, (struct sockaddr *)&addr, sizeof(addr)))
		err(1, "connect");
	there = accept(accepting, NULL, NULL);
	if (there < 0)
		err(1, "accept");
	for (i = 0; i < turns; i++) {
		give(here, bytes);
		take(there, bytes);
		give(there, bytes);
		take(here, bytes);
	}
	return 0;
}
