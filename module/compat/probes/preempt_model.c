// SPDX-License-Identifier: GPL-2.0
/* Chosen on the command line since 5.18. */
#include <linux/preempt.h>
#include <linux/sched.h>

bool probe(void);
bool probe(void)
{
	return preempt_model_none() || preempt_model_rt();
}
