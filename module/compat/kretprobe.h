/* SPDX-License-Identifier: GPL-2.0 */
/* The probe and the return address of a pending return. */
#ifndef HISTRIG_COMPAT_KRETPROBE_H
#define HISTRIG_COMPAT_KRETPROBE_H

#include <linux/ftrace.h>
#include <linux/kconfig.h>
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/stddef.h>

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

/* The location of a call's return address on the stack. */
static __always_inline unsigned long
kretprobe_slot(const struct kretprobe_instance *ri)
{
#ifdef CONFIG_KRETPROBE_ON_RETHOOK
	return ri->node.frame;
#else
	return (unsigned long)ri->fp;
#endif
}

/*
 * The address to which a call returns after all kretprobes. A kretprobe may have saved the
 * address of a trampoline; before the kernel calls the handlers, it replaces that by this
 * address.
 */
static __always_inline unsigned long
kretprobe_saved(const struct kretprobe_instance *ri, struct pt_regs *regs)
{
#ifdef CONFIG_KRETPROBE_ON_RETHOOK
	return instruction_pointer(regs);
#else
	return (unsigned long)ri->ret_addr;
#endif
}

#if defined(CONFIG_FUNCTION_GRAPH_TRACER) && defined(HAVE_RET_STACK_RETP)

/*
 * Limits of graphed_caller(): words of current->ret_stack that it searches, and by how
 * many bytes the address of the hooked call may differ from @func.
 */
#define RET_STACK_DEPTH	64
#define RET_STACK_NEAR	16

/*
 * Returns the address to which a call of @func returns. If the kernel's graph tracer hooked the
 * call before the kretprobe did, @saved is the graph tracer's trampoline; then the address is
 * in current->ret_stack, in the struct whose @retp is @slot. On newer kernels, other words
 * follow each struct. Returns @saved if there is no such struct.
 */
static __always_inline unsigned long graphed_caller(unsigned long slot,
						    unsigned long func,
						    unsigned long saved)
{
	const unsigned long *words = (const unsigned long *)current->ret_stack;
	const size_t size = sizeof(*current->ret_stack) / sizeof(*words);
	const int first = offsetof(struct ftrace_ret_stack, retp) /
			  sizeof(*words);
	const struct ftrace_ret_stack *call;
	int at, end;

	if (likely(!words || current->curr_ret_stack < 0))
		return saved;
	at = current->curr_ret_stack * size + (size > 1 ? size : 0);
	end = max(at - RET_STACK_DEPTH, first);
	while (--at >= end) {
		if (words[at] != slot)
			continue;
		call = (const struct ftrace_ret_stack *)&words[at - first];
		if (call->func - func + RET_STACK_NEAR <= 2 * RET_STACK_NEAR)
			return call->ret;
	}
	return saved;
}

#else

static __always_inline unsigned long graphed_caller(unsigned long slot,
						    unsigned long func,
						    unsigned long saved)
{
	return saved;
}

#endif

/* kretprobe_caller() - the address to which function @func returns after all trampolines */
static __always_inline unsigned long
kretprobe_caller(const struct kretprobe_instance *ri, unsigned long func,
		 struct pt_regs *regs)
{
	return graphed_caller(kretprobe_slot(ri), func, kretprobe_saved(ri, regs));
}

#ifdef HAVE_FPROBE_GRAPH
#ifdef CONFIG_KRETPROBE_ON_RETHOOK
#define PENDING_KRETPROBES	(current->rethooks.first)
#define pending_kretprobe	rethook_node
#define pending_frame		frame
#else
#define PENDING_KRETPROBES	(current->kretprobe_instances.first)
#define pending_kretprobe	kretprobe_instance
#define pending_frame		fp
#endif

/**
 * kretprobes_end() - get the address to which a call returns after its kretprobes
 * @frame: entry_return_frame() of the call
 * @parent: where it returns to first
 *
 * If kretprobes hooked the call before another hook did, the other hook was given their
 * trampoline as @parent.
 *
 * Context: any.
 * Return: the address that the last of the call's kretprobes has saved, or @parent if it has none.
 */
static __always_inline unsigned long kretprobes_end(unsigned long frame, unsigned long parent)
{
	const struct llist_node *link = READ_ONCE(PENDING_KRETPROBES);
	const struct pending_kretprobe *call;

	for (; link; link = link->next) {
		call = container_of(link, struct pending_kretprobe, llist);
		if ((unsigned long)call->pending_frame != frame)
			break;
		parent = (unsigned long)call->ret_addr;
	}
	return parent;
}
#endif

/*
 * kretprobe_place() - make registers point to where the function returns, as later kernels
 * do; stack traces begin there
 */
static __always_inline void kretprobe_place(unsigned long caller,
					    struct pt_regs *regs)
{
	if (!IS_ENABLED(CONFIG_KRETPROBE_ON_RETHOOK))
		instruction_pointer_set(regs, caller);
}

#endif /* HISTRIG_COMPAT_KRETPROBE_H */
