/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Signals: a test sets whether one is pending (shim_signal), and whether that
 * one is fatal (shim_killed).
 */
#ifndef SHIM_SCHED_SIGNAL_H
#define SHIM_SCHED_SIGNAL_H

#include "../sched.h"

extern bool shim_signal, shim_killed;

#define fatal_signal_pending(task)	((void)(task), shim_signal && shim_killed)
#define signal_pending(task)		((void)(task), shim_signal)

#endif /* SHIM_SCHED_SIGNAL_H */
