// SPDX-License-Identifier: GPL-2.0
/* Since 5.18 functions return the preemption model in use. */
#include <linux/preempt.h>
#include <linux/sched.h>

bool probe(void);
bool probe(void)
{
	return preempt_model_none() || preempt_model_rt();
}
