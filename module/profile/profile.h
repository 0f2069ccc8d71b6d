/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The function profiler: how often functions are called on each CPU, and how
 * long the calls took that returned on that CPU.
 *
 * Each CPU has a table of functions, which only its own calls write, so a call
 * is counted without an atomic instruction. A table has slots for all functions
 * that can be traced. Entries are claimed and never freed while the profiler is
 * on, so readers need no lock.
 */
#ifndef HISTRIG_PROFILE_PROFILE_H
#define HISTRIG_PROFILE_PROFILE_H

#include <linux/hash.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <asm/local.h>
#include <asm/local64.h>

#include "../function/hook.h"

/**
 * struct profile_entry - the calls of a function on a CPU
 * @ip: the function, 0 in a free entry
 * @hits: number of calls
 */
struct profile_entry {
	unsigned long ip;
	local_t hits;
};

/**
 * struct profile_time - the times of a function on a CPU
 * @calls: number of calls that were timed
 * @ns: sum of their times
 * @squares: sum of the squares of their times
 */
struct profile_time {
	local_t calls;
	local64_t ns;
	local64_t squares;
};

/**
 * struct profile - the profiler
 * @hook: calls us at functions
 * @tables: the table of each CPU, kept until the profiler is started again;
 *	NULL before it was ever started
 * @times: the times of its entries, in the same places; NULL if the kernel
 *	cannot time the calls
 * @bits: logarithm of the number of entries of a table
 * @full: calls that were not counted because no entry was free nearby
 */
struct profile {
	struct function_ops hook;
	struct profile_entry *__percpu *tables;
	struct profile_time *__percpu *times;
	unsigned int bits;
	atomic_long_t full;
};

/* How many entries a search for a function tries at most. */
#define PROFILE_PROBES	64

extern struct profile profile;

/**
 * profile_switch() - start or stop the profiler
 * @on: true to start it, which forgets what was counted
 *
 * set_ftrace_filter and set_ftrace_notrace of the main instance say which
 * functions are counted.
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or an errno.
 */
int profile_switch(bool on);

/* profile_is_on() - test whether the profiler is on; event_mutex held */
bool profile_is_on(void);

/* profile_has_times() - test whether calls were timed; event_mutex held */
static inline bool profile_has_times(void)
{
	return profile.times;
}

/* profile_exit() - stop the profiler and free its tables; event_mutex held */
void profile_exit(void);

/**
 * struct profile_line - a function in a listing
 * @ip: the function
 * @hits: number of calls
 * @timed: number of calls that were timed
 * @ns: sum of their times
 * @squares: sum of the squares of their times
 */
struct profile_line {
	unsigned long ip;
	unsigned long hits;
	unsigned long timed;
	u64 ns;
	u64 squares;
};

/**
 * profile_list() - list the functions that were called on a CPU
 * @cpu: the CPU
 * @lines: set to the functions, those that took longest first, or without times
 *	those called most often; set to NULL if there are none. The caller
 *	passes the array to kvfree()
 * @nr: set to the number of functions
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int profile_list(int cpu, struct profile_line **lines, unsigned int *nr);

#endif /* HISTRIG_PROFILE_PROFILE_H */
