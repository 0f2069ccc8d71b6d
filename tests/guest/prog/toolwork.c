// SPDX-License-Identifier: GPL-2.0
/*
 * Workloads with known results, for tests of the tool's recipes.
 *
 *	toolwork COMM COMMAND ARGUMENTS...
 *
 * runs the command as a task of this name:
 *	exec N FILE		run FILE N times
 *	open N FILE		open FILE N times; print the last result
 *	call N NAME		make a system call N times, see calls[]
 *	open2 N FILE		the same by openat2
 *	threads N		N threads, one after the other, make a call
 *	stat N FILE		call stat() for FILE N times
 *	cold N FILE		open FILE and call stat() N times, by a name
 *				that is not cached yet
 *	kill N SIGNAL		send a signal to a child N times
 *	sleep N MS		sleep N times
 *	burn N MS		use the CPU N times, and sleep in between
 *	wake N MS NAME		sleep, then wake a child of this name, N times
 *	queue N MS NAME		wake a child of this name N times, which has to
 *				wait for the CPU each time; print its PID
 *	early N MS		N times: wake up before the sleep begins, use the CPU
 *				for MS, and lose it for a moment
 *	runnable N MS		N children compete for CPU 0
 *	mount FOLDER		mount a ramfs there without mount()
 *	pipes N			make N pipes
 *	read N BYTES FILE	read N consecutive parts of the file
 *	direct N BYTES FILE	read N parts of the file past the page cache
 *	slowread N MS FILE	read FILE N times; each read takes MS
 *	slowwrite MS FILE	two tasks write to FILE at the same time
 *	touch MB		allocate MB megabytes of memory
 *	tcp PORT N TURNS BYTES MS	N connections over loopback, on which
 *				both ends write in turn, then wait MS;
 *				print the round trip time of the last one
 *	backlog PORT		a connection whose request must be sent twice
 *	fill PORT		send until the buffers are full; print the
 *				number of bytes
 *	unread N		close a socket with N unread messages
 *	udp PORT N		send N datagrams to a port
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char data[1 << 20] __attribute__((aligned(4096)));

static void check(int failed, const char *what)
{
	if (failed)
		err(1, "%s", what);
}

static void call_me(const char *name)
{
	prctl(PR_SET_NAME, name);
}

static void sleep_ms(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&t, &t))
		;
}

static long now_ms(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Uses the CPU for @ms of this task's CPU time. */
static void burn_ms(long ms)
{
	long end = now_ms(CLOCK_THREAD_CPUTIME_ID) + ms;

	while (now_ms(CLOCK_THREAD_CPUTIME_ID) < end)
		;
}

static void on_cpu_0(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	check(sched_setaffinity(0, sizeof(set), &set), "affinity");
}

static void real_time(int priority)
{
	struct sched_param param = { .sched_priority = priority };

	check(sched_setscheduler(0, SCHED_FIFO, &param), "FIFO");
}

static void reap(void)
{
	int status;

	while (wait(&status) > 0)
		if (status)
			errx(1, "a child ended with status 0x%x", status);
}

static void take(int fd, size_t len)
{
	ssize_t n;

	for (; len; len -= n) {
		n = read(fd, data, len < sizeof(data) ? len : sizeof(data));
		check(n <= 0, "read");
	}
}

static void give(int fd, size_t len)
{
	check(write(fd, data, len) != (ssize_t)len, "write");
}

/* ---- system calls */

static void do_exec(char **args)
{
	int i;

	for (i = atoi(args[0]); i; i--) {
		if (!fork()) {
			execl(args[1], args[1], NULL);
			_exit(1);
		}
		reap();
	}
}

static void do_open(char **args)
{
	int i, fd = -1, error = 0;

	for (i = atoi(args[0]); i; i--) {
		fd = open(args[1], O_RDONLY);
		error = errno;
		if (fd >= 0)
			close(fd);
	}
	printf("%d\n", fd < 0 ? -error : fd);
}

static void do_open2(char **args)
{
	unsigned long long how[3] = { O_RDONLY };
	int i, fd;

	for (i = atoi(args[0]); i; i--) {
		fd = syscall(SYS_openat2, AT_FDCWD, args[1], how, sizeof(how));
		check(fd < 0, args[1]);
		close(fd);
	}
}

static void *ask_priority(void *arg)
{
	getpriority(PRIO_PROCESS, 0);
	return arg;
}

static void do_threads(char **args)
{
	pthread_t thread;
	int i;

	for (i = atoi(args[0]); i; i--)
		if (pthread_create(&thread, NULL, ask_priority, NULL) ||
		    pthread_join(thread, NULL))
			errx(1, "thread");
}

/* Mounts with the calls that libmount uses since 2.39, instead of mount(). */
static void do_mount(char **args)
{
	int fs = syscall(SYS_fsopen, "ramfs", 0), fd;

	check(fs < 0, "fsopen");
	check(syscall(SYS_fsconfig, fs, 6 /* create */, NULL, NULL, 0), "fsconfig");
	fd = syscall(SYS_fsmount, fs, 0, 0);
	check(fd < 0, "fsmount");
	check(syscall(SYS_move_mount, fd, "", AT_FDCWD, args[0],
		      4 /* the source is the file itself */), "move_mount");
}

static void read_folder(void)
{
	static int fd = -1;

	if (fd < 0)
		fd = open("/", O_RDONLY);
	read(fd, data, 1);
}

static void read_unreadable(void)
{
	static int fd = -1;

	if (fd < 0)
		fd = open("/dev/null", O_WRONLY);
	read(fd, data, 1);
}

static void do_call(char **args)
{
	int i;

	for (i = atoi(args[0]); i; i--) {
		if (!strcmp(args[1], "getpriority"))
			getpriority(PRIO_PROCESS, 0);
		else if (!strcmp(args[1], "close"))
			close(1000);
		else if (!strcmp(args[1], "chroot"))
			chroot("/");
		else if (!strcmp(args[1], "sync"))
			sync();
		else if (!strcmp(args[1], "statx"))
			syscall(SYS_statx, AT_FDCWD, "/etc/passwd", 0, 0, data);
		else if (!strcmp(args[1], "read-folder"))
			read_folder();
		else if (!strcmp(args[1], "read-unreadable"))
			read_unreadable();
		else
			errx(2, "unknown call %s", args[1]);
	}
}

static void do_stat(char **args)
{
	struct stat st;
	int i;

	for (i = atoi(args[0]); i; i--)
		syscall(SYS_newfstatat, AT_FDCWD, args[1], &st, 0);
}

static void do_cold(char **args)
{
	int i, fd = memfd_create("name", MFD_CLOEXEC);
	struct stat st;
	char *name;

	check(write(fd, args[1], strlen(args[1]) + 1) < 0, "write");
	for (i = atoi(args[0]) * 2; i; i--) {
		name = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
		check(name == MAP_FAILED, "mmap");
		if (i % 2)
			close(open(name, O_RDONLY));
		else
			syscall(SYS_newfstatat, AT_FDCWD, name, &st, 0);
	}
}

static void do_kill(char **args)
{
	pid_t child = fork();
	int i;

	if (!child) {
		for (;;)
			pause();
	}
	for (i = atoi(args[0]); i; i--)
		kill(child, atoi(args[1]));
	kill(child, SIGKILL);
	wait(NULL);
}

static void do_pipes(char **args)
{
	int i, fds[2];

	for (i = atoi(args[0]); i; i--) {
		check(pipe(fds), "pipe");
		close(fds[0]);
		close(fds[1]);
	}
}

static void do_touch(char **args)
{
	size_t len = (size_t)atoi(args[0]) << 20;
	char *p = mmap(NULL, len, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	check(p == MAP_FAILED, "mmap");
	memset(p, 1, len);
}

/* ---- tasks */

static void do_sleep(char **args)
{
	int i;

	for (i = atoi(args[0]); i; i--)
		sleep_ms(atoi(args[1]));
}

static void do_burn(char **args)
{
	int i;

	real_time(10);
	for (i = atoi(args[0]); i; i--) {
		burn_ms(atoi(args[1]));
		sleep_ms(50); /* one of 1 ms may be over before this has left the CPU */
	}
}

static void do_wake(char **args)
{
	int i, fds[2], n = atoi(args[0]);
	char c;

	check(pipe(fds), "pipe");
	if (!fork()) {
		call_me(args[2]);
		for (i = n; i; i--)
			check(read(fds[0], &c, 1) != 1, "read");
		_exit(0);
	}
	for (i = n; i; i--) {
		sleep_ms(atoi(args[1]));
		check(write(fds[1], "x", 1) != 1, "write");
	}
	reap();
}

/*
 * The child has a lower priority, so after it is woken it waits for the CPU
 * until the parent sleeps.
 */
static void do_queue(char **args)
{
	int i, there[2], back[2], n = atoi(args[0]);
	pid_t child;
	char c;

	check(pipe(there) || pipe(back), "pipe");
	on_cpu_0();
	real_time(20);
	child = fork();
	if (!child) {
		call_me(args[2]);
		real_time(10);
		for (i = n; i; i--) {
			check(write(back[1], "x", 1) != 1, "write");
			check(read(there[0], &c, 1) != 1, "read");
		}
		_exit(0);
	}
	for (i = n; i; i--) {
		check(read(back[0], &c, 1) != 1, "read");
		sleep_ms(20); /* until the child sleeps, too */
		check(write(there[1], "x", 1) != 1, "write");
		burn_ms(atoi(args[1]));
	}
	reap();
	printf("%d\n", child);
}

/* Sleeps, but a wakeup comes before the sleep, so this task does not leave the CPU. */
static void wake_early(void)
{
	struct timespec none = { 0, 1 };
	struct rusage before, after;
	int tries = 1000;

	do {
		getrusage(RUSAGE_SELF, &before);
		nanosleep(&none, NULL);
		getrusage(RUSAGE_SELF, &after);
	} while (after.ru_nvcsw != before.ru_nvcsw && --tries);
}

static void do_early(char **args)
{
	int i, there[2];
	char c;

	on_cpu_0();
	prctl(PR_SET_TIMERSLACK, 1);
	check(pipe(there), "pipe");
	if (!fork()) {
		call_me("taker");
		real_time(2);
		close(there[1]);
		while (read(there[0], &c, 1) == 1)
			;
		_exit(0);
	}
	real_time(1); /* no other task shall take the CPU */
	for (i = atoi(args[0]); i; i--) {
		sleep_ms(20); /* until the child sleeps, too */
		wake_early();
		burn_ms(atoi(args[1]));
		give(there[1], 1);
	}
	close(there[1]);
	reap();
}

static void do_runnable(char **args)
{
	int i;

	on_cpu_0();
	for (i = atoi(args[0]); i; i--)
		if (!fork()) {
			burn_ms(atoi(args[1]));
			_exit(0);
		}
	reap();
}

/* ---- files */

static void do_read(char **args)
{
	int i, fd = open(args[2], O_RDONLY), len = atoi(args[1]);

	check(fd < 0, args[2]);
	for (i = 0; i < atoi(args[0]); i++)
		check(pread(fd, data, len, (off_t)i * len) < 0, "read");
}

static void do_direct(char **args)
{
	int i, fd = open(args[2], O_RDONLY | O_DIRECT), len = atoi(args[1]);

	check(fd < 0, args[2]);
	for (i = 0; i < atoi(args[0]); i++)
		check(pread(fd, data, len, (off_t)i << 20) != len, "read");
}

/* A page whose page fault is served late, so that a task which touches it sleeps. */
struct late_page {
	char *page;
	int faults;
	long ms;
};

static void *bring_page(void *arg)
{
	struct late_page *late = arg;
	struct uffdio_zeropage zero = {};
	struct uffd_msg msg;

	call_me("pager");
	while (read(late->faults, &msg, sizeof(msg)) == sizeof(msg)) {
		sleep_ms(late->ms);
		zero.range.start = (unsigned long)late->page;
		zero.range.len = 4096;
		zero.mode = 0;
		check(ioctl(late->faults, UFFDIO_ZEROPAGE, &zero), "page");
	}
	return NULL;
}

static char *late_page(long ms)
{
	static struct late_page late;
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register area = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	pthread_t thread;

	late.ms = ms;
	late.faults = syscall(SYS_userfaultfd, O_CLOEXEC);
	late.page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	area.range.start = (unsigned long)late.page;
	area.range.len = 4096;
	check(late.faults < 0 || late.page == MAP_FAILED ||
	      ioctl(late.faults, UFFDIO_API, &api) ||
	      ioctl(late.faults, UFFDIO_REGISTER, &area), "userfaultfd");
	if (pthread_create(&thread, NULL, bring_page, &late))
		errx(1, "thread");
	return late.page;
}

static void do_slowread(char **args)
{
	const char *name = args[2];
	char *page = late_page(atoi(args[1]));
	int i, fd = open(name, O_RDONLY);

	check(fd < 0, name);
	for (i = atoi(args[0]); i; i--) {
		check(pread(fd, page, 4096, 0) != 4096, "read");
		madvise(page, 4096, MADV_DONTNEED);
	}
}

static void do_slowwrite(char **args)
{
	pid_t child = fork();
	int fd = open(args[1], O_WRONLY | O_CREAT, 0600);

	check(fd < 0, args[1]);
	if (!child) {
		call_me("holder");
		check(write(fd, late_page(atoi(args[0])), 10) != 10, "write");
		_exit(0);
	}
	sleep_ms(atoi(args[0]) / 2);
	give(fd, 10);
	reap();
}

/* ---- sockets */

static int listener(struct sockaddr_in *addr, const char *port, int backlog)
{
	int s = socket(AF_INET, SOCK_STREAM, 0), one = 1;

	addr->sin_family = AF_INET;
	addr->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	addr->sin_port = htons(atoi(port));
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	check(bind(s, (struct sockaddr *)addr, sizeof(*addr)) ||
	      listen(s, backlog), "listen");
	return s;
}

static int connected(struct sockaddr_in *addr)
{
	int s = socket(AF_INET, SOCK_STREAM, 0);

	check(connect(s, (struct sockaddr *)addr, sizeof(*addr)), "connect");
	return s;
}

static unsigned int round_trip(int s)
{
	struct tcp_info info;
	socklen_t len = sizeof(info);

	check(getsockopt(s, IPPROTO_TCP, TCP_INFO, &info, &len), "TCP_INFO");
	return info.tcpi_rtt;
}

static void do_tcp(char **args)
{
	struct sockaddr_in addr = {};
	int accepting = listener(&addr, args[0], 5), here, there, i, j;
	size_t len = atoi(args[3]);

	for (i = atoi(args[1]); i; i--) {
		here = connected(&addr);
		there = accept(accepting, NULL, NULL);
		check(there < 0, "accept");
		for (j = atoi(args[2]); j; j--) {
			give(here, len);
			take(there, len);
			give(there, len);
			take(here, len);
		}
		if (i == 1)
			printf("%u\n", round_trip(here));
		sleep_ms(atoi(args[4]));
		close(there); /* sends a FIN to the client */
		close(here);
	}
}

static void do_backlog(char **args)
{
	struct sockaddr_in addr = {};
	int accepting = listener(&addr, args[0], 0), first = connected(&addr);

	if (!fork()) {
		connected(&addr); /* dropped: one connection waits already */
		_exit(0);
	}
	sleep_ms(300);
	check(accept(accepting, NULL, NULL) < 0, "accept");
	check(accept(accepting, NULL, NULL) < 0, "accept");
	reap();
	close(first);
}

static void do_fill(char **args)
{
	struct sockaddr_in addr = {};
	ssize_t n;
	long sum = 0;
	int s;

	listener(&addr, args[0], 1);
	s = connected(&addr);
	while ((n = send(s, data, sizeof(data), MSG_DONTWAIT)) > 0)
		sum += n;
	check(errno != EAGAIN, "send");
	printf("%ld\n", sum);
}

static void do_unread(char **args)
{
	int i, pair[2];

	check(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair), "socketpair");
	for (i = atoi(args[0]); i; i--)
		give(pair[0], 1);
	close(pair[0]);
	close(pair[1]);
}

static void do_udp(char **args)
{
	struct sockaddr_in addr = { .sin_family = AF_INET };
	int i, s = socket(AF_INET, SOCK_DGRAM, 0);

	addr.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	addr.sin_port = htons(atoi(args[0]));
	for (i = atoi(args[1]); i; i--)
		check(sendto(s, data, 100, 0, (struct sockaddr *)&addr,
			     sizeof(addr)) != 100, "sendto");
}

static const struct {
	const char *name;
	int args;
	void (*run)(char **args);
} commands[] = {
	{ "exec", 2, do_exec },
	{ "open", 2, do_open },
	{ "open2", 2, do_open2 },
	{ "mount", 1, do_mount },
	{ "threads", 1, do_threads },
	{ "call", 2, do_call },
	{ "stat", 2, do_stat },
	{ "cold", 2, do_cold },
	{ "kill", 2, do_kill },
	{ "sleep", 2, do_sleep },
	{ "burn", 2, do_burn },
	{ "wake", 3, do_wake },
	{ "queue", 3, do_queue },
	{ "early", 2, do_early },
	{ "runnable", 2, do_runnable },
	{ "pipes", 1, do_pipes },
	{ "read", 3, do_read },
	{ "direct", 3, do_direct },
	{ "slowread", 3, do_slowread },
	{ "slowwrite", 2, do_slowwrite },
	{ "touch", 1, do_touch },
	{ "tcp", 5, do_tcp },
	{ "backlog", 1, do_backlog },
	{ "fill", 1, do_fill },
	{ "unread", 1, do_unread },
	{ "udp", 2, do_udp },
};

int main(int argc, char **argv)
{
	size_t i;

	if (argc < 3)
		errx(2, "usage: toolwork COMM COMMAND ARGUMENTS...");
	call_me(argv[1]);
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(commands[i].name, argv[2]))
			continue;
		if (argc - 3 != commands[i].args)
			errx(2, "%s takes %d arguments", argv[2],
			     commands[i].args);
		commands[i].run(argv + 3);
		return 0;
	}
	errx(2, "unknown command %s", argv[2]);
}
