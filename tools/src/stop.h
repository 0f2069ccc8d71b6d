/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When to stop: signals, and the end of the program that reads our output. No function except
 * die() exits, so the normal end of the program removes what is armed.
 */
#ifndef TOOL_STOP_H
#define TOOL_STOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Turns SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGXCPU into requests to stop. Ignores SIGPIPE,
 * so that writes to a closed pipe fail instead. Child processes must call stop_release().
 */
void stop_catch(void);

/**
 * stop_open() - let signals interrupt system calls, or block them again
 * @open: true before a call that may take long and can be interrupted safely; a signal makes
 *	it fail with EINTR
 */
void stop_open(bool open);

/* Tests whether an interruptible call should end, because an unblocked signal has come. */
bool stop_interrupts(void);

/* Undoes stop_catch(), for child processes that run another program. */
void stop_release(void);

/* Returns how many times a signal or another event has asked the program to stop. */
int stop_asked(void);

/* Asks the program to stop, as a signal does. */
void stop_now(void);

/*
 * Lets the program continue if the standard output loses its reader. Services that write
 * files need this, because their standard output is the journal, which may be restarted.
 */
void stop_ignore_output(void);

/**
 * stop_wait() - wait for a time, a signal, input, or the end of our reader
 * @until: nanoseconds of CLOCK_MONOTONIC; UINT64_MAX for no limit
 * @fd: file whose input to wait for, or -1
 *
 * Return: 1 if there is input, 0 if the time has come, -1 if the program should stop.
 */
int stop_wait(uint64_t until, int fd);

/* Returns the time of stop_wait(): nanoseconds of CLOCK_MONOTONIC. */
uint64_t stop_clock(void);

/**
 * out_write() - write to the standard output
 * @bytes: what to write
 * @len: number of bytes
 *
 * If the reader has ended, asks to stop and returns. After a signal, the reader has three
 * seconds to read the rest, or until a second signal comes.
 *
 * Return: true if all was written.
 */
bool out_write(const char *bytes, size_t len);

/**
 * out_try() - write output that may be dropped
 * @fd: the file; must not block, or a slow terminal would delay signals
 * @bytes: what to write
 * @len: number of bytes
 * @until: nanoseconds of CLOCK_MONOTONIC; UINT64_MAX for no limit
 *
 * Returns early if a signal comes, if the time has come, or if the reader has ended.
 *
 * Return: true if all was written.
 */
bool out_try(int fd, const char *bytes, size_t len, uint64_t until);

/**
 * out_end() - end the output of a command
 * @status: exit status of the command
 *
 * Prints a message if output could not be written, unless the reader has ended.
 *
 * Return: @status, or 1 if output could not be written.
 */
int out_end(int status);

/* Sets a function that runs before a message is printed, to leave full-screen mode. */
void stop_before_message(void (*prepare)(void));

/**
 * die() - print a message and end the program
 * @format: like printf(): one clear sentence; escaped, except for line feeds
 *
 * Sessions are removed at exit.
 */
void die(const char *format, ...)
	__attribute__((format(printf, 1, 2), noreturn));

/* Prints a message like die(), and continues. */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* TOOL_STOP_H */
