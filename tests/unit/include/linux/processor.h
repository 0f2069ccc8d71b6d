/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_PROCESSOR_H
#define SHIM_PROCESSOR_H

#include <linux/compiler.h>

/* Yields the CPU, so that the owner of a lock can run while a thread spins. */
void shim_relax(void);

/* Number of calls of shim_relax() by this thread. */
extern __thread unsigned int shim_relaxed;

#define cpu_relax()	shim_relax()

#endif /* SHIM_PROCESSOR_H */
