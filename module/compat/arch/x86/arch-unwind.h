/* SPDX-License-Identifier: GPL-2.0 */
/* The ORC unwinder, see compat/unwind.h. */
#ifndef HISTRIG_ARCH_UNWIND_H
#define HISTRIG_ARCH_UNWIND_H

#ifdef CONFIG_UNWINDER_ORC
#include <linux/compiler.h>

#include <asm/unwind.h>

#define STACK_HAS_STEPS	1

static __always_inline unsigned long
stack_step_address(struct unwind_state *state)
{
	/* Check addresses that are unreliable or not in the kernel. */
	if (unlikely(state->error || (long)state->ip >= 0))
		return unwind_get_return_address(state);
	return state->ip;
}
#else
#define STACK_HAS_STEPS	0
#endif

#endif /* HISTRIG_ARCH_UNWIND_H */
