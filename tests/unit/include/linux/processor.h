/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_PROCESSOR_H
#define SHIM_PROCESSOR_H

#include <linux/compiler.h>

/* A thread that spins may keep the one that it waits for from running. */
void shim_relax(void);

#define cpu_relax()	shim_relax()

#endif /* SHIM_PROCESSOR_H */
