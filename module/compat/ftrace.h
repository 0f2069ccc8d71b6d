/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Callbacks of function tracing: how they read registers and are protected from recursion.
 *
 * A callback runs in any context, even while RCU is idle, and calls functions that may also
 * be traced.
 */
#ifndef HISTRIG_COMPAT_FTRACE_H
#define HISTRIG_COMPAT_FTRACE_H

#include <linux/ftrace.h>
#include <linux/kconfig.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>

#include "entry.h"
#include "gen/features.h"
#include "parts.h"
#include "stuck_hooks.h"

#if defined(HAVE_CT_RCU_WATCHING) || defined(HAVE_RCU_DYNTICKS_IDX)
#include <linux/context_tracking_state.h>
#endif

#if HISTRIG_FUNCTIONS

/**
 * struct traced_copy - where traced_regs() copies registers to
 * @regs: the registers, if struct ftrace_regs does not contain a struct pt_regs
 */
struct traced_copy {
#ifdef ENTRY_COPIES_REGS
	struct pt_regs regs;
#endif
};

/**
 * traced_regs() - get a callback's registers
 * @regs: the registers that the callback gets
 * @copy: memory that may be used for the result
 *
 * Context: any.
 * Return: the registers. Without TRACED_ALL_REGS, only the stack pointer, the instruction
 * pointer and the registers that pass arguments are valid. The instruction pointer is the
 * address after the call of function tracing.
 */
static __always_inline struct pt_regs *traced_regs(struct ftrace_regs *regs,
						   struct traced_copy *copy)
{
#if !defined(HAVE_FTRACE_REGS)
	return regs;
#elif defined(ENTRY_COPIES_REGS)
	return entry_copy_regs(regs, &copy->regs);
#elif defined(HAVE_OPAQUE_FTRACE_REGS)
	return &arch_ftrace_regs(regs)->regs;
#else
	return &regs->regs;
#endif
}

/**
 * traced_argument() - read an argument of the function that was called
 * @regs: the registers at its entry; those that pass arguments must be valid
 * @n: the argument's number from 0, if each argument takes one register
 *
 * Context: any.
 * Return: the argument, or 0 if it is not passed in a register.
 */
static __always_inline unsigned long traced_argument(struct pt_regs *regs,
						     unsigned int n)
{
#ifdef CONFIG_HAVE_FUNCTION_ARG_ACCESS_API
	return regs_get_kernel_argument(regs, n);
#else
	return 0;
#endif
}

/*
 * Flags of callbacks: pass all registers, which some architectures cannot, or only those of
 * arguments, which can be faster.
 */
#define TRACED_HAS_ALL_REGS	IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_REGS)
#define TRACED_ALL_REGS		FTRACE_OPS_FL_SAVE_REGS
#if defined(HAVE_FTRACE_REGS) && \
	defined(CONFIG_HAVE_DYNAMIC_FTRACE_WITH_ARGS)
#define TRACED_ARGUMENTS	0
#else
#define TRACED_ARGUMENTS	FTRACE_OPS_FL_SAVE_REGS
#endif

/*
 * Flag of callbacks that protect themselves from recursion, so that the kernel calls them
 * directly. The wrapper by which it calls others would skip hits without counting them.
 */
#ifdef HAVE_FTRACE_REGS
#define TRACED_DIRECTLY		0
#else
#define TRACED_DIRECTLY		FTRACE_OPS_FL_RECURSION_SAFE
#endif

#endif /* HISTRIG_FUNCTIONS */

/* traced_rcu_watching() - rcu_is_watching(), without a call if possible; any context */
static __always_inline bool traced_rcu_watching(void)
{
#if defined(HAVE_CT_RCU_WATCHING)
	return raw_cpu_read(context_tracking.state.counter) & CT_RCU_WATCHING;
#elif defined(HAVE_RCU_DYNTICKS_IDX)
	return raw_cpu_read(context_tracking.state.counter) & RCU_DYNTICKS_IDX;
#else
	return rcu_is_watching();
#endif
}

/*
 * traced_preempt_count() - preempt_count() without the level that ftrace_ops_list_func() adds,
 * on architectures where it calls all our callbacks; call before traced_begin(), any context
 */
static __always_inline unsigned int traced_preempt_count(void)
{
	return preempt_count() -
	       (IS_ENABLED(CONFIG_PREEMPT_COUNT) && !TRACED_PREEMPTIBLE);
}

/* Contexts that can interrupt each other: task, softirq, hardirq, NMI. */
#define TRACED_CONTEXTS		4

/* Per CPU, the contexts in which a callback is running. */
DECLARE_PER_CPU(bool [TRACED_CONTEXTS], traced_contexts);

/**
 * traced_enter() - begin code that must not be nested in one context
 * @preemptible: preemption may be on
 *
 * For callbacks of function tracing there is traced_begin().
 *
 * Context: any, but RCU must be watching. Preemption is off until traced_leave().
 * Return: value for traced_leave(); negative if such code is already running on this CPU in
 * the same context. The caller must then do nothing.
 */
static __always_inline int traced_enter(const bool preemptible)
{
	const unsigned int count = preempt_count();
	int context = 0;

	if (unlikely(count & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET)))
		context = count & NMI_MASK ? 3 : count & HARDIRQ_MASK ? 2 : 1;
	if (preemptible)
		preempt_disable_notrace();
	if (unlikely(raw_cpu_read(traced_contexts[context]))) {
		if (preemptible)
			preempt_enable_notrace();
		return -1;
	}
	raw_cpu_write(traced_contexts[context], true);
	barrier();
	return context;
}

/* traced_leave() - end what traced_enter() began; @context is its result */
static __always_inline void traced_leave(int context, const bool preemptible)
{
	barrier();
	raw_cpu_write(traced_contexts[context], false);
	if (preemptible)
		preempt_enable_notrace();
}

/**
 * traced_begin() - begin a callback of function tracing
 *
 * Protects the callback from recursion. The kernel's own protection lets a callback interrupt
 * itself once, and then drops hits without counting them. In the callback, preemption is disabled
 * once, by us or by ftrace_ops_list_func(); records do not count this level.
 *
 * Context: any, but RCU must be watching. Preemption is off until traced_end().
 * Return: value for traced_end(); negative if a callback is already running on this CPU in
 * the same context. The new callback must then do nothing.
 */
static __always_inline int traced_begin(void)
{
	return traced_enter(TRACED_PREEMPTIBLE);
}

/* traced_end() - end a callback; @context is the result of traced_begin() */
static __always_inline void traced_end(int context)
{
	traced_leave(context, TRACED_PREEMPTIBLE);
}

/*
 * traced_synchronize() - wait for all callbacks that have begun, also for those that run while
 * RCU is idle or were preempted before they disabled preemption; sleeps for tenths of a second
 */
static inline void traced_synchronize(void)
{
#ifdef CONFIG_TASKS_RUDE_RCU
	synchronize_rcu_tasks_rude();
#endif
#ifdef CONFIG_TASKS_RCU
	synchronize_rcu_tasks();
#endif
	synchronize_rcu();
}

#endif /* HISTRIG_COMPAT_FTRACE_H */
