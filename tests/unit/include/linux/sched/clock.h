/* SPDX-License-Identifier: GPL-2.0 */
/* The CPU's clock. */
#ifndef SHIM_SCHED_CLOCK_H
#define SHIM_SCHED_CLOCK_H

#include "../module.h"

#define local_clock	shim_clock
#define sched_clock_cpu(cpu)	((void)(cpu), shim_clock())

#endif /* SHIM_SCHED_CLOCK_H */
