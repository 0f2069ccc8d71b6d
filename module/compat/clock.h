/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clocks that can be read in any context.
 *
 * The architecture's header also defines ARCH_CLOCK_ENTRY, rows for the table in ring/clock.c,
 * and ARCH_CLOCK_HELP, lines that describe these clocks.
 */
#ifndef HISTRIG_COMPAT_CLOCK_H
#define HISTRIG_COMPAT_CLOCK_H

#include <asm/barrier.h>

#include <linux/ktime.h>
#include <linux/sched/clock.h>
#include <linux/smp.h>
#include <linux/trace_clock.h>
#include <linux/types.h>

#include "gen/features.h"

/*
 * The TAI clock, for a table of clocks. Older kernels have no entry, because they read this
 * clock under a sequence lock, on which an NMI could spin forever.
 */
#ifdef HAVE_KTIME_GET_TAI_FAST_NS
#define CLOCK_TAI_ENTRY	{ "tai", ktime_get_tai_fast_ns, true },
#else
#define CLOCK_TAI_ENTRY
#endif

/**
 * cpu_clock_read() - read the CPU's clock
 *
 * Reads sched_clock, the fastest clock that does not drift between CPUs. On kernels that do not
 * export it, the clock of the kernel's own tracing reads it.
 *
 * Context: any, preemption off.
 * Return: nanoseconds.
 */
static __always_inline u64 cpu_clock_read(void)
{
#ifdef HAVE_EXPORT_SCHED_CLOCK_CPU
	return sched_clock_cpu(raw_smp_processor_id());
#else
	return trace_clock_local();
#endif
}

/**
 * cpu_clock_read_in_order() - read the CPU's clock, in the order of all CPUs
 *
 * A CPU that has seen a store which another CPU made after it read its clock reads no earlier time
 * than that CPU, provided that cpu_clocks_in_order().
 *
 * Context: any, preemption off.
 * Return: nanoseconds.
 */
static __always_inline u64 cpu_clock_read_in_order(void)
{
	/* A CPU may read its counter before it completes earlier loads. */
	rmb();
	return cpu_clock_read();
}

/**
 * cpu_clocks_unstable() - check whether the kernel has found the time stamp counter unstable
 *
 * Context: any.
 * Return: true if it has, so that the CPUs' clocks may stand still between ticks.
 */
static inline bool cpu_clocks_unstable(void);

/**
 * cpu_clocks_agree() - check whether the clocks of different CPUs show the same time
 *
 * sched_clock_stable() is not exported, so this tests the conditions under which that clock is
 * stable.
 *
 * Context: any.
 * Return: true if they do.
 */
static inline bool cpu_clocks_agree(void);

/**
 * cpu_clocks_in_order() - check whether all CPUs read one counter
 *
 * Context: any.
 * Return: true if they do, as long as cpu_clocks_unstable() returns false.
 */
static inline bool cpu_clocks_in_order(void);

#include "arch-clock.h"

#endif /* HISTRIG_COMPAT_CLOCK_H */
