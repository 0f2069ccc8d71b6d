/* SPDX-License-Identifier: GPL-2.0 */
/* The workqueue for work that is not bound to a CPU. */
#ifndef HISTRIG_COMPAT_WORKQUEUE_H
#define HISTRIG_COMPAT_WORKQUEUE_H

#include <linux/workqueue.h>

#include "gen/features.h"

static inline void queue_unbound_work(struct work_struct *work)
{
#ifdef HAVE_SYSTEM_DFL_WQ
	queue_work(system_dfl_wq, work);
#else
	queue_work(system_unbound_wq, work);
#endif
}

#endif /* HISTRIG_COMPAT_WORKQUEUE_H */
