// SPDX-License-Identifier: GPL-2.0
/*
 * tcppieces PORT: receive 5,000 bytes over IPv6, which a child sends in pieces of 1,000: look at
 * 500 of them, receive 4,000 by a call that must wait for each piece, and splice the last piece.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <err.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static char data[4000];

static void check(int failed, const char *what)
{
	if (failed)
		err(1, "%s", what);
}

static void send_pieces(const struct sockaddr_in6 *addr)
{
	int i, s = socket(AF_INET6, SOCK_STREAM, 0);

	check(connect(s, (const struct sockaddr *)addr, sizeof(*addr)), "connect");
	for (i = 0; i < 5; i++) {
		check(write(s, data, 1000) != 1000, "write");
		usleep(100000);
	}
}

int main(int argc, char **argv)
{
	struct sockaddr_in6 addr = {
		.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT,
		.sin6_port = htons(argc > 1 ? atoi(argv[1]) : 0),
	};
	int s = socket(AF_INET6, SOCK_STREAM, 0), fds[2], status;

	check(bind(s, (struct sockaddr *)&addr, sizeof(addr)) || listen(s, 1), "listen");
	if (!fork()) {
		send_pieces(&addr);
		return 0;
	}
	s = accept(s, NULL, NULL);
	check(s < 0, "accept");
	check(recv(s, data, 500, MSG_PEEK) != 500, "peek");
	check(recv(s, data, 4000, MSG_WAITALL) != 4000, "recv");
	check(pipe(fds), "pipe");
	check(splice(s, NULL, fds[1], NULL, 1000, 0) != 1000, "splice");
	return wait(&status) < 0 || status;
}
