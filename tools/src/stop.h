/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When to stop: signals, and the end of the program that reads our output. Nothing here
 * exits, so that the normal end of the program removes what is armed.
 */
#ifndef TOOL_STOP_H
#define TOOL_STOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * stop_catch() - turn SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGXCPU into requests to stop
 *
 * SIGPIPE is ignored: writes to a closed pipe fail instead. Child processes must not
 * inherit this, see stop_release().
 */
void stop_catch(void);

/**
 * stop_open() - let signals interrupt system calls, or let them wait again
 * @open: true before a call that may take long and can be interrupted safely; it fails
 *	with EINTR then
 */
void stop_open(bool open);

/**
 * stop_interrupts() - test whether a call that can be interrupted should end
 *
 * Return: true if signals are open, and one of them has come.
 */
bool stop_interrupts(void);

/**
 * stop_release() - treat signals as they were treated before stop_catch()
 *
 * For children that run another program.
 */
void stop_release(void);

/**
 * stop_asked() - test whether something wants the program to stop
 *
 * Return: how many times.
 */
int stop_asked(void);

/**
 * stop_now() - behave as if a signal had come
 */
void stop_now(void);

/**
 * stop_ignore_output() - go on if the standard output loses its reader
 *
 * For programs that write to files. The standard output of a service is the journal,
 * which may be restarted.
 */
void stop_ignore_output(void);

/**
 * stop_wait() - wait until a time, a signal, input, or the end of our reader
 * @until: nanoseconds of CLOCK_MONOTONIC; UINT64_MAX to wait without a limit
 * @fd: file to wait for input of, or -1
 *
 * Return: 1 if there is input, 0 if the time has come, -1 if the program should stop.
 */
int stop_wait(uint64_t until, int fd);

/**
 * stop_clock() - read the clock of stop_wait()
 *
 * Return: nanoseconds of CLOCK_MONOTONIC.
 */
uint64_t stop_clock(void);

/**
 * out_write() - write to the standard output
 * @bytes: what to write
 * @len: how many bytes
 *
 * Ends early if nobody reads the output any more, which also asks to stop. After a
 * signal, the reader has three seconds to read the rest, or until a second signal comes.
 *
 * Return: true if all was written.
 */
bool out_write(const char *bytes, size_t len);

/**
 * out_try() - write output that may be dropped
 * @fd: file to write to; must not block, or a slow terminal would delay signals
 * @bytes: what to write
 * @len: how many bytes
 * @until: nanoseconds of CLOCK_MONOTONIC; UINT64_MAX to wait without a limit
 *
 * Ends early if a signal comes, if it is late, or if nobody reads the output any more.
 *
 * Return: true if all was written.
 */
bool out_try(int fd, const char *bytes, size_t len, uint64_t until);

/**
 * out_end() - end the output of a command
 * @status: what the command returns
 *
 * If output could not be written, and not because the reader has ended, prints why.
 *
 * Return: @status, or 1.
 */
int out_end(int status);

/**
 * stop_before_message() - let a function run before a message is printed
 * @prepare: the function, which leaves the full-screen mode of the terminal
 */
void stop_before_message(void (*prepare)(void));

/**
 * die() - end the program with a message
 * @format: one clear sentence, as of printf(); it is escaped except for line feeds
 *
 * Sessions are removed at exit.
 */
void die(const char *format, ...)
	__attribute__((format(printf, 1, 2), noreturn));

/**
 * warn() - print such a message, and continue
 * @format: as of die()
 */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* TOOL_STOP_H */
