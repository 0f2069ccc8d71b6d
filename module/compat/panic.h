/* SPDX-License-Identifier: GPL-2.0 */
/* Panic notifiers, which have a separate header since 5.14. */
#ifndef HISTRIG_COMPAT_PANIC_H
#define HISTRIG_COMPAT_PANIC_H

#include "gen/features.h"

#ifdef HAVE_PANIC_NOTIFIER
#include <linux/panic_notifier.h>
#else
#include <linux/kernel.h>
#endif

#endif /* HISTRIG_COMPAT_PANIC_H */
