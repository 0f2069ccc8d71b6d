/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_PROCESSOR_H
#define SHIM_PROCESSOR_H

#include <linux/compiler.h>

/* Yields the CPU: a spinning thread may keep the lock's holder from running. */
void shim_relax(void);

/* How often this thread has done so. */
extern __thread unsigned int shim_relaxed;

#define cpu_relax()	shim_relax()

#endif /* SHIM_PROCESSOR_H */
