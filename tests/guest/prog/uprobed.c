// SPDX-License-Identifier: GPL-2.0
/*
 * A program for tests to set uprobes in: uprobed WHAT [ARGUMENT].
 *
 *	call N		calls probed_add(i, 2 * i) for i from 1 to N
 *	text TEXT	calls probed_text() with TEXT in a mapped file that nothing has read
 *	stuck		calls probed_text() with memory whose page faults are never served
 *	served TEXT	calls probed_text() with memory whose page faults a thread
 *			serves with TEXT
 *	file FILE	calls probed_text() with the start of FILE, which is mapped for
 *			reads in random order
 *	counter		prints the reference counter of the marker "mark"
 *	mark N		passes the marker "mark" N times at each of two places
 *	args N TEXT	passes the marker "args" at two places, which have their
 *			arguments in different locations, and markers with odd arguments
 *	nest N		calls probed_nest(), which calls itself N times and sleeps
 *	jump N		leaves probed_jump() N times by longjmp(), then returns from it
 *	flood		leaves probed_jump() by longjmp() at ever other stack pointers, until
 *			it is killed
 *	pause MS	returns from probed_jump() three times, each after MS milliseconds
 *	fork		returns twice from probed_fork(), once in a child
 *	time N		prints the nanoseconds of N calls of probed_add()
 *	lease FILE	keeps a write lease on a file, until it is killed
 *	loop		does all of this in two threads until it is killed
 */
#define _GNU_SOURCE
#include <alloca.h>
#include <err.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PROBED	__attribute__((noinline, noclone, used))

/* The reference counter of the marker "mark": the kernel counts the uprobes on it here. */
__attribute__((section(".probes"), used)) volatile unsigned short mark_semaphore;

/* A marker, like those of sys/sdt.h. */
#define NOTE(name, semaphore, arguments)				\
		"990: nop\n"						\
		".pushsection .note.stapsdt,\"\",\"note\"\n"		\
		".balign 4\n.4byte 992f-991f, 994f-993f, 3\n"		\
		"991: .asciz \"stapsdt\"\n992: .balign 4\n"		\
		"993: .8byte 990b, _.stapsdt.base, " semaphore "\n"	\
		".asciz \"uprobed\"\n.asciz \"" name "\"\n"		\
		".asciz \"" arguments "\"\n"				\
		"994: .balign 4\n.popsection\n"				\
		".ifndef _.stapsdt.base\n"				\
		".pushsection .stapsdt.base,\"aG\",\"progbits\",.stapsdt.base,comdat\n" \
		".weak _.stapsdt.base\n.hidden _.stapsdt.base\n"	\
		"_.stapsdt.base: .space 1\n"				\
		".size _.stapsdt.base, 1\n.popsection\n.endif\n"

/* Passes the marker "mark" with its argument in the register of a function's first argument. */
#ifdef __aarch64__
#define MARK(argument)							\
	do {								\
		register int in asm("x0") = (argument);			\
		asm volatile(NOTE("mark", "mark_semaphore", "-4@w0")	\
			     : : "r"(in));				\
	} while (0)
#else
#define MARK(argument)							\
	asm volatile(NOTE("mark", "mark_semaphore", "-4@%%edi")		\
		     : : "D"(argument))
#endif

PROBED long probed_add(long a, long b)
{
	asm volatile("" : "+r"(a));
	return a + b;
}

PROBED const char *probed_text(const char *text)
{
	asm volatile("" : "+r"(text));
	return text;
}

PROBED void probed_mark(int i)
{
	MARK(i);
	asm volatile("" : : : "memory");
	MARK(i + 1000);
}

/* Contains an argument of the marker "args". No other code refers to it. */
__attribute__((used)) volatile long mark_counter[2] = { 1000, 2000 };

/*
 * Sets other bits above the arguments in their registers. A probe that ignored the
 * size of an argument would record them.
 */
PROBED void probed_args(int i, const char *text)
{
	volatile struct {
		const char *text;
		int number[4];
	} memory = { text, { 1, 2, 3, -i } };
	const long above = 0x7700000000;
#ifdef __aarch64__
	register long first asm("x1") = above | (unsigned int)i;
	register const void *second asm("x2") = text;
	register long third asm("x3") = above | 0x41;
	register volatile long *fourth asm("x4") = mark_counter;
	register long fifth asm("x5") = above | 17;

	asm volatile(NOTE("args", "0", "-4@w1 8@x2 1@w3 8@[x4] -4@-17")
		     : : "r"(first), "r"(second), "r"(third), "r"(fourth)
		     : "memory");
	first = 5;
	second = (const void *)&memory;
	third = above | 0x42;
	asm volatile(NOTE("args", "0", "-4@[x2, x1, lsl 2] 8@[x2] 1@w3 8@[x4, 8] -4@w5")
		     : : "r"(first), "r"(second), "r"(third), "r"(fourth), "r"(fifth)
		     : "memory");
	first = i;
	asm volatile(NOTE("odd", "0", "8f@d0 8@no_such_symbol 4@[d1] what? -8@x1")
		     : : "r"(first));
	asm volatile(NOTE("sizes", "0", "-4@w1") : : "r"(first));
	first = 10L * i;
	asm volatile(NOTE("sizes", "0", "-8@x1") : : "r"(first));
#else
	register long eighth asm("r8") = above | 17;

	asm volatile(NOTE("args", "0", "-4@%%ecx 8@%%rbx 1@%%ah "
			  "8@mark_counter(%%rip) -4@$-17")
		     : : "c"(above | (unsigned int)i), "b"(text), "a"(above | 0x4100)
		     : "memory");
	asm volatile(NOTE("args", "0", "-4@8(%%rbx,%%rcx,4) 8@(%%rbx) 1@%%sil "
			  "8@mark_counter+8(%%rip) -4@%%r8d")
		     : : "c"(3L), "b"(&memory), "S"(above | 0x42), "r"(eighth)
		     : "memory");
	asm volatile(NOTE("odd", "0", "8f@%%xmm0 8@no_such_symbol(%%rip) "
			  "4@%%fs:-4 what? -8@%%rcx")
		     : : "c"((long)i));
	asm volatile(NOTE("sizes", "0", "-4@%%ecx") : : "c"((long)i));
	asm volatile(NOTE("sizes", "0", "-8@%%rcx") : : "c"(10L * i));
#endif
}

PROBED long probed_nest(long n)
{
	if (n)
		n += probed_nest(n - 1);
	usleep(20000);
	return n;
}

static __thread jmp_buf out;

PROBED long probed_jump(long n)
{
	asm volatile("" : "+r"(n));
	if (n > 0)
		longjmp(out, 1);
	if (n < 0)
		usleep(-n * 1000);
	return n;
}

PROBED pid_t probed_fork(void)
{
	return fork();
}

static void leave(long times)
{
	volatile long left = times + 1;

	setjmp(out);
	left--;
	if (left >= 0)
		probed_jump(left);
}

static PROBED void leave_below(size_t bytes)
{
	volatile char *space = alloca(bytes);

	space[0] = 0;
	probed_jump(1);
	space[1] = 0;
}

static void flood(void)
{
	static volatile size_t bytes;

	for (;;)
		for (bytes = 1 << 20; bytes > 64; bytes -= 16)
			if (!setjmp(out))
				leave_below(bytes);
}

/* Maps a file that contains the text. Its page is not in the page table, as nothing read it. */
static void text(const char *what)
{
	char name[] = "/tmp/uprobed.XXXXXX";
	int fd = mkstemp(name);
	const char *page;

	if (fd < 0 || write(fd, what, strlen(what) + 1) < 0)
		err(1, "%s", name);
	page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	if (page == MAP_FAILED)
		err(1, "mmap");
	close(fd);
	unlink(name);
	probed_text(page);
	munmap((void *)page, 4096);
}

/* Maps a page whose page faults are reported to @fd. */
static char *own_page(int *fd)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	*fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	range.range.start = (unsigned long)page;
	range.range.len = 4096;
	if (*fd < 0 || page == MAP_FAILED || ioctl(*fd, UFFDIO_API, &api) ||
	    ioctl(*fd, UFFDIO_REGISTER, &range))
		err(1, "userfaultfd");
	return page;
}

static void stuck(void)
{
	int fd;

	probed_text(own_page(&fd));
	puts("passed");
}

static int faults;

/* Serves a page fault with a page that begins with the text. */
static void *serve(void *text)
{
	static char page[4096] __attribute__((aligned(4096)));
	struct uffdio_copy copy = { .src = (unsigned long)page, .len = sizeof(page) };
	struct uffd_msg fault;

	strncpy(page, text, sizeof(page) - 1);
	if (read(faults, &fault, sizeof(fault)) != sizeof(fault))
		err(1, "userfaultfd");
	copy.dst = fault.arg.pagefault.address & -4096;
	if (ioctl(faults, UFFDIO_COPY, &copy))
		err(1, "UFFDIO_COPY");
	return NULL;
}

static void served(char *text)
{
	char *page = own_page(&faults);
	pthread_t thread;

	if (pthread_create(&thread, NULL, serve, text))
		errx(1, "pthread_create");
	probed_text(page);
	/* If the probe does not read the page, this access causes the page fault. */
	if (*page != *text)
		errx(1, "the page has wrong contents");
	pthread_join(thread, NULL);
}

static void file(const char *name)
{
	int fd = open(name, O_RDONLY);
	char *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	struct stat stat;

	/*
	 * The kernel learns the size of a file on FUSE only when a program asks for it, as
	 * fstat() does. Before that, a page fault fails at once instead of waiting for a read.
	 */
	if (fd < 0 || fstat(fd, &stat) || page == MAP_FAILED || madvise(page, 4096, MADV_RANDOM))
		err(1, "%s", name);
	probed_text(page);
	puts("passed");
}

static long ns_of(long times)
{
	struct timespec from, to;
	long i;

	clock_gettime(CLOCK_MONOTONIC, &from);
	for (i = 0; i < times; i++)
		probed_add(1, 2);
	clock_gettime(CLOCK_MONOTONIC, &to);
	return (to.tv_sec - from.tv_sec) * 1000000000L + to.tv_nsec - from.tv_nsec;
}

/*
 * Takes a write lease and ignores the signal that asks for it. From now on, opening
 * the file waits for as many seconds as /proc/sys/fs/lease-break-time contains.
 */
static void lease(const char *name)
{
	int fd = open(name, O_RDWR);

	signal(SIGIO, SIG_IGN);
	if (fd < 0 || fcntl(fd, F_SETLEASE, F_WRLCK))
		err(1, "%s", name);
	puts("leased");
	fflush(stdout);
	pause();
}

static void *loop(void *unused)
{
	long i;

	for (i = 0;; i++) {
		probed_add(i, 2 * i);
		probed_text("looping");
		probed_mark(i);
		if (i % 64 == 0)
			leave(2);
		if (i % 4096 == 0)
			text("from a file");
	}
	return unused;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	long n = argc > 2 ? atol(argv[2]) : 1, i;
	pthread_t thread;

	if (!strcmp(what, "call")) {
		for (i = 1; i <= n; i++)
			probed_add(i, 2 * i);
	} else if (!strcmp(what, "text")) {
		text(argc > 2 ? argv[2] : "");
	} else if (!strcmp(what, "stuck")) {
		stuck();
	} else if (!strcmp(what, "served") && argc > 2) {
		served(argv[2]);
	} else if (!strcmp(what, "file") && argc > 2) {
		file(argv[2]);
	} else if (!strcmp(what, "counter")) {
		printf("%d\n", mark_semaphore);
	} else if (!strcmp(what, "mark")) {
		for (i = 1; i <= n; i++)
			probed_mark(i);
	} else if (!strcmp(what, "args") && argc > 3) {
		probed_args(n, argv[3]);
	} else if (!strcmp(what, "nest")) {
		probed_nest(n);
	} else if (!strcmp(what, "jump")) {
		leave(n);
	} else if (!strcmp(what, "flood")) {
		flood();
	} else if (!strcmp(what, "pause")) {
		for (i = 0; i < 3; i++)
			probed_jump(-n);
	} else if (!strcmp(what, "fork")) {
		if (!probed_fork())
			_exit(0);
		wait(NULL);
	} else if (!strcmp(what, "time")) {
		ns_of(10);
		printf("%ld\n", ns_of(n));
	} else if (!strcmp(what, "lease") && argc > 2) {
		lease(argv[2]);
	} else if (!strcmp(what, "loop")) {
		if (pthread_create(&thread, NULL, loop, NULL))
			errx(1, "pthread_create");
		loop(NULL);
	} else {
		errx(1, "uprobed call|text|stuck|served|file|counter|mark|args|nest|jump|flood|pause|fork|time|lease|loop [ARGUMENT]");
	}
	return 0;
}
