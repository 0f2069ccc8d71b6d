/* SPDX-License-Identifier: GPL-2.0 */
/* The context of a hit: a task, or an NMI if the test sets shim_nmi. */
#ifndef SHIM_PREEMPT_H
#define SHIM_PREEMPT_H

#include <stdbool.h>

extern bool shim_nmi;

#define PREEMPT_MASK		0x000000ffU
#define HARDIRQ_MASK		0x000f0000U
#define NMI_MASK		0x00f00000U
#define SOFTIRQ_SHIFT		8
#define SOFTIRQ_OFFSET		(1U << SOFTIRQ_SHIFT)
#define preempt_count()		0U
#define softirq_count()		0U
#define in_serving_softirq()	false
#define in_nmi()		shim_nmi
#define irqs_disabled()		false
#define test_thread_flag(flag)	false
#define test_preempt_need_resched()	false
#define preempt_disable()	((void)0)
#define preempt_enable()	((void)0)
#define preempt_disable_notrace()	((void)0)
#define preempt_enable_notrace()	((void)0)

#endif /* SHIM_PREEMPT_H */
