/* SPDX-License-Identifier: GPL-2.0 */
/* Whether the kernel may preempt a task anywhere. */
#ifndef HISTRIG_COMPAT_PREEMPT_H
#define HISTRIG_COMPAT_PREEMPT_H

#include <linux/kconfig.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "gen/features.h"

/* kernel_preempts() - can a task be preempted while it runs kernel code? */
static inline bool kernel_preempts(void)
{
#ifdef HAVE_PREEMPT_MODEL
	return preempt_model_preemptible();
#else
	return IS_ENABLED(CONFIG_PREEMPTION);
#endif
}

#endif /* HISTRIG_COMPAT_PREEMPT_H */
