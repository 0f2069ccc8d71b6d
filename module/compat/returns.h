/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Entries and returns of many functions.
 *
 * Kernels with fprobes hook all functions at once. On others, a callback of function tracing
 * sees the calls of all functions, and one kretprobe hooks their returns: registering it stores
 * in ->kp.pre_handler the kernel's function that hooks a return. The callback calls that
 * function from within another kprobe of ours, the gate. So the kernel handles a kprobe, and
 * does not handle others, which might wait for locks that the function holds.
 */
#ifndef HISTRIG_COMPAT_RETURNS_H
#define HISTRIG_COMPAT_RETURNS_H

#include "parts.h"

#if HISTRIG_CALLS

#include <linux/kconfig.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>

#include "ftrace.h"
#include "kretprobe.h"

/* fprobes that store no data for a call are not usable. */
#if defined(CONFIG_FPROBE) && defined(HAVE_FPROBE_CALL_DATA)
#define RETURNS_BY_FPROBES
#include <linux/fprobe.h>
#endif

/*
 * 1 if hooks must be restarted without a module's functions before the module is
 * unloaded. Otherwise the kernel would later fail to stop a hook, and keep
 * calling its handlers for the hook's other functions.
 */
#ifdef HAVE_FPROBE_GRAPH
#define RETURNS_LEAVE_MODULES	1
#else
#define RETURNS_LEAVE_MODULES	0
#endif

/*
 * Levels of disabled preemption around our handlers, but not around the kernel's own
 * tracer. Records leave them out.
 */
#ifdef HAVE_FPROBE_GRAPH
#define ENTER_LEVELS	1
#define LEAVE_LEVELS	1
#elif defined(RETURNS_BY_FPROBES)
#define ENTER_LEVELS	0
#define LEAVE_LEVELS	2
#else
/*
 * Where callbacks get arguments, the kernel's own tracer is a callback, and its records of
 * entries show a level for that. Ours show the level of traced_enter(), which records leave
 * out otherwise.
 */
#define ENTER_LEVELS	(-(IS_ENABLED(CONFIG_PREEMPTION) && \
			   IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_ARGS)))
#define LEAVE_LEVELS	IS_ENABLED(CONFIG_PREEMPT_COUNT)
#endif

/* Is preemption possibly on when return_hooks.enter() is called? */
#ifdef RETURNS_BY_FPROBES
#define ENTER_PREEMPTIBLE	1
#else
#define ENTER_PREEMPTIBLE	TRACED_PREEMPTIBLE
#endif

/* 1 if return_probe_hook() may refuse a call. */
#ifdef HAVE_FPROBE_GRAPH
#define RETURNS_REFUSE	0
#else
#define RETURNS_REFUSE	1
#endif

/* Maximum number of words that a hook stores with each pending call. */
#define RETURN_WORDS_MAX	10

struct return_probe;

/**
 * struct return_exit - a hooked function returns
 * @ip: the function
 * @retval: its return value
 * @words: the words that were stored when it began
 * @regs: the registers, for return_regs()
 * @parent: for return_parent(), with fprobes
 * @ri: the same, with kretprobes
 * @irqs_masked: interrupts are masked now, but were not when the function returned
 */
struct return_exit {
	unsigned long ip;
	unsigned long retval;
	const unsigned long *words;
	void *regs;
#ifdef RETURNS_BY_FPROBES
	unsigned long parent;
#else
	const struct kretprobe_instance *ri;
#endif
	bool irqs_masked;
};

/**
 * struct return_hooks - what a hook calls, in any context
 * @masks_irqs: interrupts are masked during @leave on kernels without fprobes. Otherwise returns
 *	of functions that interrupt @leave cannot be hooked there
 * @enter: called when function @ip begins; it returns to @parent, @sp is its stack pointer, and of
 *	@regs, those that pass arguments are valid. Sets @words, which are stored until it returns,
 *	and calls return_probe_hook() if RETURNS_REFUSE. Returns false if the return need not be
 *	hooked
 * @leave: called when the function returns, with preemption off
 */
struct return_hooks {
	bool masks_irqs;
	bool (*enter)(struct return_probe *hook, unsigned long ip, unsigned long parent,
		      unsigned long sp, struct pt_regs *regs, unsigned long *words);
	void (*leave)(struct return_probe *hook, const struct return_exit *exit);
};

/**
 * struct return_probe - the entries and returns of some functions
 * @hooks: what is called
 * @words: number of words to store with each pending call, 1 to RETURN_WORDS_MAX
 * @fprobe: hooks all functions, on kernels with fprobes
 * @ops: on other kernels, the callback of their entries
 * @rp: hooks their returns
 * @ips: the functions, sorted, if the callback is called for others, too; else NULL
 * @nr: number of @ips
 * @started: return_probe_start() has succeeded, and return_probe_stop() was not called since
 * @kept: the kernel has refused to stop calling the hook, see stuck_hooks.h; its memory
 *	stays, and it cannot be started again
 */
struct return_probe {
	const struct return_hooks *hooks;
	unsigned int words;
#ifdef RETURNS_BY_FPROBES
	struct fprobe fprobe;
#else
	struct ftrace_ops ops;
	struct kretprobe rp;
	const unsigned long *ips;
	unsigned int nr;
#endif
	bool started;
	bool kept;
};

/**
 * return_probe_start() - hook functions
 * @hook: the hook; with @hooks and @words set, otherwise zeros or stopped
 * @ips: addresses of functions in function tracing, sorted; on success, those that are hooked
 *	come first. They stay until the hook is stopped
 * @nr: number of @ips, not 0; set to the number of functions that can be hooked
 * @pending: estimated number of calls that may be pending (not returned) at once
 *
 * Context: process, sleeps, for seconds with many functions.
 * Return: 0; -EINVAL if none of them can be hooked; or another errno.
 */
int return_probe_start(struct return_probe *hook, unsigned long *ips,
		       unsigned int *nr, unsigned int pending);

/*
 * return_probe_check() - test which of @nr functions can be hooked; like return_probe_start(), puts
 * them first and sets @nr. Returns 0, -EINVAL if none can, or another errno.
 */
int return_probe_check(unsigned long *ips, unsigned int *nr);

/* return_probe_stop() - stop hooking, and wait for handlers for some tenths of a second */
void return_probe_stop(struct return_probe *hook);

/* return_probe_missed() - calls that could not be hooked since the hook was started */
unsigned long return_probe_missed(const struct return_probe *hook);

/* return_probe_compare() - order addresses of functions, for sort() and bsearch() */
static inline int return_probe_compare(const void *a, const void *b)
{
	const unsigned long x = *(const unsigned long *)a;
	const unsigned long y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

/* returns_exit() - unregister what hooks share; no hook is started after that */
void returns_exit(void);

/*
 * return_probe_trampoline() - name of the symbol to which hooked functions return, on older
 * kernels if @is_old is set
 */
const char *return_probe_trampoline(bool is_old);

#ifdef HAVE_FPROBE_GRAPH
/**
 * struct fprobe_slot_anchor - an fprobe that stays registered until the module exits
 * @fprobe: the fprobe, at fprobe_slot_anchor()
 * @slot: the slot of all fprobes, -1 if unknown
 * @started: @fprobe is registered
 *
 * Keeps the slot that all fprobes share in the kernel's graph tracer. Without the anchor, the
 * slot is released with the last hook, and the next hook could get that of a former user of the
 * graph tracer. Pending calls of that user would return to our fprobe, and the kernel would warn
 * that their data is missing. Slot 0 is not suitable, because its user sees all returns.
 */
struct fprobe_slot_anchor {
	struct fprobe fprobe;
	int slot;
	bool started;
};

/* fprobe_slot_anchor_prepare() - set the handlers of an anchor, which set its @slot */
void fprobe_slot_anchor_prepare(struct fprobe_slot_anchor *anchor);
#endif

/* return_probe_prepare() - set the handlers of a hook; in hot/returns.c */
void return_probe_prepare(struct return_probe *hook);

#ifndef RETURNS_BY_FPROBES

/* return_gate() - the function with the gate */
void return_gate(void);

/* return_gate_hit() - the handler of the gate, which hooks the return of a call */
int return_gate_hit(struct kprobe *gate, struct pt_regs *regs);
#endif

/**
 * return_probe_hook() - hook the return of a call, if RETURNS_REFUSE
 * @words: that of return_hooks.enter(), which has set them
 * @sp: the stack pointer of the function
 *
 * Fprobes hook the return when return_hooks.enter() has returned true.
 *
 * Context: any; in return_hooks.enter().
 * Return: false if the return cannot be hooked: the call is part of how the kernel handles a
 * kprobe or a return, or too many returns are pending.
 */
bool return_probe_hook(unsigned long *words, unsigned long sp);

/*
 * return_regs() - registers of a return; @copy is memory that may be used for them. Valid are the
 * stack and frame pointers, the register of the return value, and what says that they are of
 * kernel code. Any context.
 */
static __always_inline struct pt_regs *return_regs(const struct return_exit *exit,
						   struct traced_copy *copy)
{
#if defined(RETURNS_BY_FPROBES) && defined(HAVE_FPROBE_GRAPH)
	return entry_return_regs(exit->regs, traced_regs(exit->regs, copy));
#else
	return exit->regs;
#endif
}

/*
 * return_parent() - get the address to which a function returns. @regs are its return_regs(); makes
 * them point to that address, because stack traces begin there. Any context.
 */
static __always_inline unsigned long return_parent(const struct return_exit *exit,
						   struct pt_regs *regs)
{
	unsigned long parent;

#ifdef HAVE_FPROBE_GRAPH
	parent = kretprobes_end(entry_return_frame(regs), exit->parent);
	instruction_pointer_set(regs, parent);
#elif defined(RETURNS_BY_FPROBES)
	parent = exit->parent;
#else
	parent = kretprobe_caller(exit->ri, exit->ip, regs);
	kretprobe_place(parent, regs);
#endif
	return parent;
}

#else

static inline void returns_exit(void)
{
}

#endif

#endif /* HISTRIG_COMPAT_RETURNS_H */
