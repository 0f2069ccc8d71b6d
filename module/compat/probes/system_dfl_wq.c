// SPDX-License-Identifier: GPL-2.0
/* system_unbound_wq is called system_dfl_wq later, and its old name deprecated. */
#include <linux/workqueue.h>

struct workqueue_struct *probe(void);
struct workqueue_struct *probe(void)
{
	return system_dfl_wq;
}
