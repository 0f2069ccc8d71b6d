// SPDX-License-Identifier: GPL-2.0
/* Newer kernels have renamed system_unbound_wq. */
#include <linux/workqueue.h>

struct workqueue_struct *probe(void);
struct workqueue_struct *probe(void)
{
	return system_dfl_wq;
}
