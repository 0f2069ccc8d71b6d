/* SPDX-License-Identifier: GPL-2.0 */
/* Differences between the kernels that the tests' modules are built for. */
#ifndef HISTRIG_TEST_COMPAT_H
#define HISTRIG_TEST_COMPAT_H

#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/skbuff.h>
#include <linux/version.h>

/* Callers know nothing of such a function but its type. Clang has no noipa. */
#ifdef __clang__
#define CALLED	__attribute__((__noinline__, __optnone__, __used__))
#else
#define CALLED	__attribute__((__noipa__))
#endif

/* The first code of a function that function tracing may change, if no trace is on. */
static inline u8 *traced_code(u8 *function)
{
#ifdef CONFIG_ARM64
	const u32 bti_c = 0xd503245f;

	/* An instruction that saves the return address comes first. */
	return function + (*(u32 *)function == bti_c ? 8 : 4);
#else
	/* On some kernels, an ENDBR precedes the NOP. */
	return function + (*function == 0xf3 ? 4 : 0);
#endif
}

#ifndef IRQ_WORK_INIT_HARD
#define IRQ_WORK_INIT_HARD(f)	(struct irq_work){ .func = (f) }
#endif

#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 17, 0)
#define kthread_complete_and_exit(done, code)				\
	do {								\
		complete_and_exit(done, code);				\
		return 0;						\
	} while (0)

/*
 * On this kernel, probes of skb:kfree_skb get no reason argument. histrig_fire
 * passes one nevertheless, and needs the type.
 */
enum skb_drop_reason { SKB_DROP_REASON_NOT_SPECIFIED };
#endif

#endif
