// SPDX-License-Identifier: GPL-2.0
/*
 * Newer kernels call system_unbound_wq system_dfl_wq, and deprecate the old
 * name.
 */
#include <linux/workqueue.h>

struct workqueue_struct *probe(void);
struct workqueue_struct *probe(void)
{
	return system_dfl_wq;
}
