/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Entries and returns of many functions.
 *
 * Kernels with fprobes can hook all functions at once. Other kernels only have
 * kretprobes, which are registered one by one, so hooking some hundred functions
 * takes seconds, and each call costs more.
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

/* Maximum number of functions that can be hooked; 0 for any number. */
#ifdef RETURNS_BY_FPROBES
#define RETURN_HOOKS_MAX	0
#else
#define RETURN_HOOKS_MAX	500
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
#define ENTER_LEVELS	0
#define LEAVE_LEVELS	IS_ENABLED(CONFIG_PREEMPT_COUNT)
#endif

/* 1 if interrupts are always off in the handler of entries; see kprobed_irqs_off(). */
#ifdef RETURNS_BY_FPROBES
#define ENTRIES_MASK_IRQS	0
#else
#define ENTRIES_MASK_IRQS	KPROBES_MASK_IRQS
#endif

struct return_kretprobe;

/**
 * struct return_probe - the entries and returns of some functions
 * @fprobe: hooks all functions, on kernels with fprobes
 * @probes: one for each function, on other kernels
 * @list: pointers to @probes
 * @nr: number of @probes
 * @started: return_probe_start() has succeeded, and return_probe_stop() was not called since
 * @kept: the kernel has refused to stop calling the hook, see stuck_hooks.h; its memory
 *	stays, and it cannot be started again
 */
struct return_probe {
#ifdef RETURNS_BY_FPROBES
	struct fprobe fprobe;
#else
	struct return_kretprobe *probes;
	struct kretprobe **list;
	unsigned int nr;
#endif
	bool started;
	bool kept;
};

#ifndef RETURNS_BY_FPROBES
/**
 * struct return_kretprobe - one function
 * @rp: its probe
 * @hook: the hook that it belongs to
 * @ip: its address in function tracing
 */
struct return_kretprobe {
	struct kretprobe rp;
	struct return_probe *hook;
	unsigned long ip;
};
#endif

/**
 * return_probe_start() - hook functions
 * @hook: the hook; zeros, or stopped
 * @ips: addresses of functions in function tracing; on success, those that are hooked come
 *	first
 * @nr: number of @ips, not 0; set to the number of functions that are hooked
 * @pending: estimated number of calls that may be pending (not returned) at once
 *
 * Context: process, sleeps, for seconds with many functions.
 * Return: 0; -EINVAL if there are too many or none of them can be hooked; or
 * another errno.
 */
int return_probe_start(struct return_probe *hook, unsigned long *ips,
		       unsigned int *nr, unsigned int pending);

/* return_probe_stop() - stop hooking, and wait for handlers for some tenths of a second */
void return_probe_stop(struct return_probe *hook);

/* return_probe_missed() - calls that could not be hooked since the hook was started */
unsigned long return_probe_missed(const struct return_probe *hook);

/* returns_exit() - unregister the anchor; no hook is started after that */
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
 * Keeps the slot of all fprobes in the kernel's graph tracer. Without the anchor, the next
 * hook could get the slot of a former user. Pending calls of that user would return to our
 * fprobe, and the kernel would warn that their data is missing. Slot 0 is not suitable,
 * because its user sees all returns.
 */
struct fprobe_slot_anchor {
	struct fprobe fprobe;
	int slot;
	bool started;
};

/* fprobe_slot_anchor_prepare() - set the handlers of an anchor, which set its @slot */
void fprobe_slot_anchor_prepare(struct fprobe_slot_anchor *anchor);
#endif

/* return_probe_prepare() - set the handlers of a probe; in hot/returns.c */
#ifdef RETURNS_BY_FPROBES
void return_probe_prepare(struct fprobe *fprobe);
#else
void return_probe_prepare(struct kretprobe *rp);
#endif

/**
 * return_probe_enter() - called when a hooked function begins
 * @hook: the hook
 * @ip: the function
 * @parent: the address to which it returns
 * @sp: its stack pointer
 * @regs: the registers at its entry; those that pass arguments are valid
 * @data: a word that the kernel stores until the function returns
 *
 * Implemented in graph/hot/calls.c.
 *
 * Context: any.
 * Return: false if its return need not be hooked.
 */
bool return_probe_enter(struct return_probe *hook, unsigned long ip,
			unsigned long parent, unsigned long sp,
			struct pt_regs *regs, unsigned long *data);

/**
 * return_probe_leave() - called when a hooked function returns
 * @hook: the hook
 * @ip: the function
 * @retval: its return value
 * @data: the word from return_probe_enter()
 *
 * Implemented in graph/hot/calls.c.
 *
 * Context: any.
 */
void return_probe_leave(struct return_probe *hook, unsigned long ip,
			unsigned long retval, unsigned long data);

#else

static inline void returns_exit(void)
{
}

#endif

#endif /* HISTRIG_COMPAT_RETURNS_H */
