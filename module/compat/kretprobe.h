/* SPDX-License-Identifier: GPL-2.0 */
/* What a pending return of a return probe tells. */
#ifndef HISTRIG_COMPAT_KRETPROBE_H
#define HISTRIG_COMPAT_KRETPROBE_H

#include <linux/kconfig.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>

#include "gen/features.h"

/* kretprobe_of() - the probe of a return, NULL if it is being unregistered */
static __always_inline struct kretprobe *
kretprobe_of(struct kretprobe_instance *ri)
{
#ifdef HAVE_GET_KRETPROBE
	return get_kretprobe(ri);
#else
	return ri->rp;
#endif
}

/* kretprobe_caller() - the address that the function returns to */
static __always_inline unsigned long
kretprobe_caller(struct kretprobe_instance *ri)
{
#ifdef HAVE_GET_KRETPROBE
	return get_kretprobe_retaddr(ri);
#else
	return (unsigned long)ri->ret_addr;
#endif
}

/*
 * kretprobe_place() - let registers point to where the function returns to, as
 * later kernels do; stack traces begin there
 */
static __always_inline void kretprobe_place(struct kretprobe_instance *ri,
					    struct pt_regs *regs)
{
	if (!IS_ENABLED(CONFIG_KRETPROBE_ON_RETHOOK))
		instruction_pointer_set(regs, kretprobe_caller(ri));
}

#endif /* HISTRIG_COMPAT_KRETPROBE_H */
