/* SPDX-License-Identifier: GPL-2.0 */
/* Attributes that not every compiler or kernel has. */
#ifndef HISTRIG_COMPILER_H
#define HISTRIG_COMPILER_H

/*
 * Keeps CONFIG_INIT_STACK_ALL_ZERO from clearing a local variable. Use it for
 * variables of the hot path that are written before they are read.
 */
#if defined(__has_attribute) && __has_attribute(__uninitialized__)
#define __uninitialized	__attribute__((__uninitialized__))
#else
#define __uninitialized
#endif

#endif /* HISTRIG_COMPILER_H */
