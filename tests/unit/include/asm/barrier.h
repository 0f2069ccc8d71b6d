/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/atomic.h>

/* The tests' clocks are no counters of CPUs. */
#define rmb()	barrier()
