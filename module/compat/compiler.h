/* SPDX-License-Identifier: GPL-2.0 */
/* What compilers and kernels differ in about the compiler itself. */
#ifndef HISTRIG_COMPILER_H
#define HISTRIG_COMPILER_H

/*
 * Keeps CONFIG_INIT_STACK_ALL_ZERO from clearing a local of the hot path that
 * is written before it is read.
 */
#if defined(__has_attribute) && __has_attribute(__uninitialized__)
#define __uninitialized	__attribute__((__uninitialized__))
#else
#define __uninitialized
#endif

#endif /* HISTRIG_COMPILER_H */
