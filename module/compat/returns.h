/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Entries and returns of many functions.
 *
 * Kernels with fprobes can hook all functions at once. Others have kretprobes
 * only, which are registered one by one, so that hooking some hundred takes
 * seconds and costs each call more.
 */
#ifndef HISTRIG_COMPAT_RETURNS_H
#define HISTRIG_COMPAT_RETURNS_H

#include <linux/kconfig.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>

#include "ftrace.h"
#include "kretprobe.h"

#ifdef CONFIG_FPROBE
#include <linux/fprobe.h>
#endif

/* How many functions can be hooked, 0 for any number. */
#ifdef CONFIG_FPROBE
#define RETURNS_MAX	0
#else
#define RETURNS_MAX	500
#endif

/*
 * Must hooks be without functions whose module has gone? If they have one, the
 * kernel goes on calling all their functions when they are stopped.
 */
#ifdef HAVE_FPROBE_FTRACE_REGS
#define RETURNS_LEAVE_MODULES	1
#else
#define RETURNS_LEAVE_MODULES	0
#endif

/*
 * Levels of disabled preemption that the kernel adds to call handlers, and does not
 * add to call its own tracer.
 */
#ifdef HAVE_FPROBE_FTRACE_REGS
#define ENTER_LEVELS	1
#define LEAVE_LEVELS	1
#elif defined(CONFIG_FPROBE)
#define ENTER_LEVELS	0
#define LEAVE_LEVELS	2
#else
#define ENTER_LEVELS	0
#define LEAVE_LEVELS	IS_ENABLED(CONFIG_PREEMPT_COUNT)
#endif

struct return_probe;

/**
 * struct return_hook - the entries and returns of some functions
 * @fprobe: hooks them all
 * @probes: hook one of them each
 * @list: pointers to @probes
 * @nr: number of @probes
 * @started: between return_hook_start() and return_hook_stop()
 */
struct return_hook {
#ifdef CONFIG_FPROBE
	struct fprobe fprobe;
#else
	struct return_probe *probes;
	struct kretprobe **list;
	unsigned int nr;
#endif
	bool started;
};

#ifndef CONFIG_FPROBE
/**
 * struct return_probe - one function
 * @rp: its probe
 * @hook: the hook that it belongs to
 */
struct return_probe {
	struct kretprobe rp;
	struct return_hook *hook;
};
#endif

/**
 * return_hook_start() - begin to hook
 * @hook: the hook; zeros, or stopped
 * @ips: addresses of functions, as function tracing has them
 * @nr: number of @ips, not 0
 * @pending: about how many calls may wait for their return at once
 *
 * Context: process, sleeps, for seconds with many functions.
 * Return: 0; -EINVAL if that many cannot be hooked; or
 * another errno.
 */
int return_hook_start(struct return_hook *hook, unsigned long *ips,
		      unsigned int nr, unsigned int pending);

/**
 * return_hook_stop() - end it
 * @hook: the hook; nothing happens if it is not started
 *
 * No handler runs any more when this returns.
 *
 * Context: process, sleeps, for some tenths of a second.
 */
void return_hook_stop(struct return_hook *hook);

/**
 * return_hook_missed() - count the calls that the kernel could not hook
 * @hook: the hook, started or not
 *
 * Context: process.
 * Return: their number since the hook was started.
 */
unsigned long return_hook_missed(const struct return_hook *hook);

/* returns_exit() - end what hooks have left in use; no hook is started any more */
void returns_exit(void);

/* return_hook_trampoline() - the name of what hooked functions return to */
const char *return_hook_trampoline(void);

#ifdef HAVE_FPROBE_FTRACE_REGS
/**
 * struct return_anchor - a hook of return_anchor() that stays until the module exits
 * @fprobe: the hook
 * @slot: its slot, -1 if not known
 * @started: it is registered
 *
 * All fprobes share a slot among the users of the kernel's graph tracer. If the slot
 * were given back with each hook, calls that are still pending from another user
 * of that slot would return to fprobes, which then warn that they miss their data.
 * Slot 0 cannot be used: all returns go there, also those that others hooked.
 */
struct return_anchor {
	struct fprobe fprobe;
	int slot;
	bool started;
};

/* return_anchor_prepare() - set its handlers, which find out its @slot */
void return_anchor_prepare(struct return_anchor *anchor);
#endif

/* return_hook_prepare() - set the handlers of a probe; in hot/returns.c */
#ifdef CONFIG_FPROBE
void return_hook_prepare(struct fprobe *fprobe);
#else
void return_hook_prepare(struct kretprobe *rp);
#endif

/**
 * return_hook_enter() - a function begins; implemented in graph/hot/calls.c
 * @hook: the hook
 * @ip: the function
 * @parent: where it returns to
 * @sp: its stack pointer
 * @data: a word to be kept until it returns
 *
 * Context: any.
 * Return: false if its return need not be hooked.
 */
bool return_hook_enter(struct return_hook *hook, unsigned long ip,
		       unsigned long parent, unsigned long sp,
		       unsigned long *data);

/**
 * return_hook_leave() - a function returns; implemented there, too
 * @hook: the hook
 * @ip: the function
 * @retval: what it returns
 * @data: the word that return_hook_enter() has set
 *
 * Context: any.
 */
void return_hook_leave(struct return_hook *hook, unsigned long ip,
		       unsigned long retval, unsigned long data);

#endif /* HISTRIG_COMPAT_RETURNS_H */
