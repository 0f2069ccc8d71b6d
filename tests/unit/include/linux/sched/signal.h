/* SPDX-License-Identifier: GPL-2.0 */
/* Signals, of which there are none. */
#ifndef SHIM_SCHED_SIGNAL_H
#define SHIM_SCHED_SIGNAL_H

#include "../sched.h"

#define fatal_signal_pending(task)	((void)(task), false)

#endif /* SHIM_SCHED_SIGNAL_H */
