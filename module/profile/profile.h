/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The function profiler: how often functions are called on each CPU, and how long the calls
 * that returned on that CPU took.
 *
 * Each CPU has a table of functions that only its own calls write, so counting needs no
 * atomic instruction. A table has space for all functions that can be traced. Entries are
 * claimed, and never freed while the profiler is on, so readers need no lock.
 */
#ifndef HISTRIG_PROFILE_PROFILE_H
#define HISTRIG_PROFILE_PROFILE_H

#include <linux/hash.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <asm/local.h>
#include <asm/local64.h>

#include "../compat/entry.h"
#include "../compat/parts.h"
#include "../function/hook.h"

struct call;
struct calls;
struct ftrace_ops;
struct ftrace_regs;

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
 * @squares_low: sum of the low PROFILE_LOW_BITS bits of the squares of their times
 * @squares_high: sum of the bits above these
 * @ended: number of calls whose time is in all sums
 */
struct profile_time {
	local_t calls;
	local64_t ns;
	local64_t squares_low;
	local64_t squares_high;
	local_t ended;
};

/**
 * struct profile - the profiler
 * @hook: callback for functions
 * @tables: the table of each CPU, kept until the profiler is started again; NULL before the
 *	first start
 * @times: the times of the entries of @tables, in the same order; NULL if the kernel cannot
 *	time the calls
 * @bits: logarithm of the number of entries of a table
 * @full: number of calls not counted because no entry nearby was free
 */
struct profile {
	struct function_ops hook;
	struct profile_entry *__percpu *tables;
	struct profile_time *__percpu *times;
	unsigned int bits;
	atomic_long_t full;
};

/*
 * The squares are added in two parts, so that no carry is needed. The sum of the low parts has
 * space for 2^40 calls, the other for 2^88 square nanoseconds, such as the square of 4 hours.
 */
#define PROFILE_LOW_BITS	24

/* Maximum number of entries that a search for a function tries. */
#define PROFILE_PROBES	64

extern struct profile profile;

/**
 * profile_switch() - start or stop the profiler
 * @on: true to start it, which forgets earlier counts
 *
 * set_ftrace_filter and set_ftrace_notrace of the main instance select the functions.
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or an errno.
 */
int profile_switch(bool on);

/* profile_is_on() - test whether the profiler is on; event_mutex held */
bool profile_is_on(void);

#if HISTRIG_CALLS

/* profile_times_init() - start following changes of function filters and options */
void profile_times_init(void);

/* profile_exit() - stop the profiler and free its tables; event_mutex held */
void profile_exit(void);

#else

static inline void profile_times_init(void)
{
}

static inline void profile_exit(void)
{
}

#endif

/**
 * struct profile_line - a function as trace_stat lists it
 * @ip: the function
 * @hits: number of calls
 * @timed: number of calls that were timed
 * @ns: sum of their times
 * @squares_low: as in struct profile_time
 * @squares_high: as in struct profile_time
 * @torn: the numbers may not belong together
 */
struct profile_line {
	unsigned long ip;
	unsigned long hits;
	unsigned long timed;
	u64 ns;
	u64 squares_low;
	u64 squares_high;
	bool torn;
};

/**
 * profile_list() - list the functions that were called on a CPU
 * @cpu: the CPU
 * @lines: set to the functions, sorted by total time, or by calls if there are no times;
 *	NULL if there are none. The caller frees the array with kvfree()
 * @nr: set to the number of functions
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int profile_list(int cpu, struct profile_line **lines, unsigned int *nr);

/* The callback of @hook of struct profile. */
void profile_callback(unsigned long ip, unsigned long parent_ip,
		      struct ftrace_ops *ops, struct ftrace_regs *regs);

/* The callbacks of the profiler's struct calls, with which it times calls. */
int profile_call_begins(struct calls *calls, unsigned long ip,
			unsigned int depth, unsigned int around);
void profile_call_ended(struct calls *calls, const struct call *call);

#endif /* HISTRIG_PROFILE_PROFILE_H */
