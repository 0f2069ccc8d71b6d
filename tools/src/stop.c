// SPDX-License-Identifier: GPL-2.0
/* When to stop, and output whose reader may have ended; see stop.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "stop.h"
#include "text.h"

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU };

#define NR_SIGNALS	ARRAY_SIZE(signals)

static volatile sig_atomic_t asked;
static struct sigaction before[NR_SIGNALS], pipe_before;
static sigset_t mask_before, mask_blocked;
static bool caught, opened, output_unused;

/* The errno of a failed write to the standard output, or 0. */
static int failed;

/* How long a reader may take to accept output after a signal, in nanoseconds. */
#define READER_PATIENCE	3000000000ull

static void on_signal(int nr)
{
	(void)nr;
	if (asked < 1000)
		asked++;
}

/*
 * Blocks the signals, so that they do not interrupt a step in the tree. Only stop_wait(),
 * stop_open() and writing output let them in. Under nohup, SIGHUP stays ignored.
 */
void stop_catch(void)
{
	struct sigaction action = { .sa_handler = on_signal };
	size_t i;

	if (caught)
		return;
	caught = true;
	sigemptyset(&mask_blocked);
	for (i = 0; i < NR_SIGNALS; i++) {
		sigaction(signals[i], NULL, &before[i]);
		if (before[i].sa_handler == SIG_IGN)
			continue;
		sigaction(signals[i], &action, NULL);
		sigaddset(&mask_blocked, signals[i]);
	}
	sigprocmask(SIG_BLOCK, &mask_blocked, &mask_before);
	sigaction(SIGPIPE, &(struct sigaction){ .sa_handler = SIG_IGN }, &pipe_before);
}

void stop_open(bool open)
{
	if (!caught)
		return;
	opened = open;
	if (open)
		sigprocmask(SIG_SETMASK, &mask_before, NULL);
	else
		sigprocmask(SIG_BLOCK, &mask_blocked, NULL);
}

bool stop_interrupts(void)
{
	return opened && asked;
}

void stop_release(void)
{
	size_t i;

	/* main() has made the program ignore this signal. */
	signal(SIGXFSZ, SIG_DFL);
	if (!caught)
		return;
	for (i = 0; i < NR_SIGNALS; i++)
		sigaction(signals[i], &before[i], NULL);
	sigaction(SIGPIPE, &pipe_before, NULL);
	sigprocmask(SIG_SETMASK, &mask_before, NULL);
	caught = false;
}

int stop_asked(void)
{
	sigset_t pending;
	size_t i;
	int more = 0;

	if (!caught)
		return asked;
	sigpending(&pending);
	for (i = 0; i < NR_SIGNALS; i++)
		if (sigismember(&pending, signals[i]) == 1)
			more = 1;
	return asked + more;
}

void stop_now(void)
{
	asked++;
}

uint64_t stop_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* The mask for waiting, in which the signals are not blocked. */
static const sigset_t *open_mask(void)
{
	return caught ? &mask_before : NULL;
}

void stop_ignore_output(void)
{
	output_unused = true;
}

int stop_wait(uint64_t until, int fd)
{
	/* A closed pipe or terminal reports an error even if no events are requested. */
	struct pollfd wanted[] = {
		{ .fd = output_unused ? -1 : STDOUT_FILENO },
		{ .fd = fd, .events = POLLIN },
	};
	struct timespec left, *limit = NULL;
	uint64_t now;
	int ret;

	for (;;) {
		if (stop_asked())
			return -1;
		now = stop_clock();
		if (now >= until)
			return 0;
		if (until != UINT64_MAX) {
			left.tv_sec = (until - now) / 1000000000;
			left.tv_nsec = (until - now) % 1000000000;
			limit = &left;
		}
		ret = ppoll(wanted, 2, limit, open_mask());
		if (ret < 0 && errno != EINTR)
			return -1;
		if (ret <= 0)
			continue;
		if (wanted[0].revents & POLLNVAL)
			wanted[0].fd = -1;
		else if (wanted[0].revents)
			stop_now();
		else if (wanted[1].revents & (POLLIN | POLLHUP | POLLERR))
			return 1;
	}
}

/*
 * Writes until @signals signals have come or the time @until has passed. After a first
 * signal, only READER_PATIENCE is left.
 */
static bool write_until(int fd, const char *bytes, size_t len, int signals, uint64_t until)
{
	struct pollfd out = { .fd = fd, .events = POLLOUT };
	struct timespec left, *limit = NULL;
	uint64_t now;
	ssize_t n;
	int ret;

	while (len) {
		now = stop_clock();
		if (until != UINT64_MAX) {
			left.tv_sec = now < until ? (until - now) / 1000000000 : 0;
			left.tv_nsec = now < until ? (until - now) % 1000000000 : 0;
			limit = &left;
		}
		/* A stopped terminal may accept nothing for hours; let signals end this. */
		ret = ppoll(&out, 1, limit, open_mask());
		if (ret < 0 && errno == EINTR && stop_asked() < signals) {
			until = stop_clock() + READER_PATIENCE;
			continue;
		}
		if (ret <= 0)
			return false;
		n = write(fd, bytes, len > 4096 ? 4096 : len);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0) {
			/* It is no error if the reader or the terminal has ended. */
			if (fd == STDOUT_FILENO && errno != EPIPE && errno != EIO)
				failed = errno;
			stop_now();
			return false;
		}
		bytes += n;
		len -= n;
	}
	return true;
}

bool out_write(const char *bytes, size_t len)
{
	int asked_before = stop_asked();

	return write_until(STDOUT_FILENO, bytes, len, asked_before ? asked_before + 1 : 2,
			   asked_before ? stop_clock() + READER_PATIENCE : UINT64_MAX);
}

bool out_try(int fd, const char *bytes, size_t len, uint64_t until)
{
	return write_until(fd, bytes, len, stop_asked() + 1, until);
}

int out_end(int status)
{
	if (fflush(stdout) && errno != EPIPE && errno != EIO)
		failed = errno;
	if (!failed)
		return status;
	warn("the output cannot be written: %s", strerror(failed));
	return 1;
}

static void (*before_message)(void);

void stop_before_message(void (*prepare)(void))
{
	before_message = prepare;
}

/* Writes a message with a single call. Escapes each line separately. */
static void message(const char *format, va_list args)
{
	struct text raw = {}, line = {};
	char *at, *end;

	if (before_message)
		before_message();
	text_vprintf(&raw, format, args);
	text_puts(&line, "histrig: ");
	for (at = raw.at; at; at = end) {
		end = strchr(at, '\n');
		if (end)
			*end++ = '\0';
		text_escape(&line, at);
		text_puts(&line, "\n");
	}
	fputs(line.at, stderr);
	text_free(&raw);
	text_free(&line);
}

void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	message(format, args);
	va_end(args);
	exit(1);
}

void warn(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	message(format, args);
	va_end(args);
}
