// SPDX-License-Identifier: GPL-2.0
/*
 * Workloads that recipes may take for others:
 *
 *	oddwork COMM COMMAND ARGUMENTS...
 *
 * runs the command as a task of this name:
 *	alarm N			N signals of a timer
 *	mptcp PORT N		N MPTCP connections over loopback
 *	aio N BYTES FILE	read N parts of the file past the page cache, by AIO
 *	dsync N BYTES FILE	write N parts of the file past the page cache, each
 *				with a flush
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <err.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#define MPTCP	262

static char data[65536] __attribute__((aligned(4096)));
static volatile int alarms;

static void check(int failed, const char *what)
{
	if (failed)
		err(1, "%s", what);
}

static void on_alarm(int sig)
{
	(void)sig;
	alarms++;
}

static void do_alarm(char **args)
{
	struct itimerval soon = { .it_value.tv_usec = 1000 };
	int i;

	signal(SIGALRM, on_alarm);
	for (i = 1; i <= atoi(args[0]); i++) {
		check(setitimer(ITIMER_REAL, &soon, NULL), "setitimer");
		while (alarms < i)
			;
	}
}

static void do_mptcp(char **args)
{
	struct sockaddr_in addr = {
		.sin_family = AF_INET, .sin_port = htons(atoi(args[0])),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int accepting = socket(AF_INET, SOCK_STREAM, MPTCP), here, there, i;

	check(bind(accepting, (struct sockaddr *)&addr, sizeof(addr)) || listen(accepting, 5),
	      "listen");
	for (i = atoi(args[1]); i; i--) {
		here = socket(AF_INET, SOCK_STREAM, MPTCP);
		check(connect(here, (struct sockaddr *)&addr, sizeof(addr)), "connect");
		there = accept(accepting, NULL, NULL);
		check(there < 0, "accept");
		/* The kernel may begin the connection as TCP, until data come. */
		check(write(here, data, 100) != 100 || read(there, data, 100) != 100, "data");
		close(there);
		close(here);
	}
}

static void do_aio(char **args)
{
	int i, fd = open(args[2], O_RDONLY | O_DIRECT), len = atoi(args[1]);
	aio_context_t aio = 0;
	struct io_event event;

	check(fd < 0 || syscall(SYS_io_setup, 1, &aio), args[2]);
	for (i = 0; i < atoi(args[0]); i++) {
		struct iocb part = {
			.aio_lio_opcode = IOCB_CMD_PREAD, .aio_fildes = fd,
			.aio_buf = (unsigned long)data, .aio_nbytes = len,
			.aio_offset = (long long)i * len,
		}, *parts = &part;

		check(syscall(SYS_io_submit, aio, 1, &parts) != 1, "io_submit");
		check(syscall(SYS_io_getevents, aio, 1, 1, &event, NULL) != 1, "io_getevents");
		check(event.res != len, "read");
	}
}

static void do_dsync(char **args)
{
	int i, fd = open(args[2], O_WRONLY | O_DIRECT | O_DSYNC), len = atoi(args[1]);

	check(fd < 0, args[2]);
	for (i = 1; i <= atoi(args[0]); i++)
		check(pwrite(fd, data, len, (off_t)i * len) != len, "write");
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int args;
		void (*run)(char **args);
	} commands[] = {
		{ "alarm", 1, do_alarm },
		{ "mptcp", 2, do_mptcp },
		{ "aio", 3, do_aio },
		{ "dsync", 3, do_dsync },
	};
	size_t i;

	if (argc < 3)
		errx(2, "usage: oddwork COMM COMMAND ARGUMENTS...");
	prctl(PR_SET_NAME, argv[1]);
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(commands[i].name, argv[2]) || commands[i].args != argc - 3)
			continue;
		commands[i].run(argv + 3);
		return 0;
	}
	errx(2, "unknown command %s with %d arguments", argv[2], argc - 3);
}
