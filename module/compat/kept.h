/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hooks that the kernel does not let go.
 *
 * When function tracing finds what it cannot explain, in a broken module for
 * example, the kernel gives it up for good. From then on it refuses to unregister
 * callbacks, and fprobes and kprobes that are built on it, but goes on calling
 * them. So the owner of such a hook keeps its memory, and the module stays.
 *
 * Callbacks do nothing any more as soon as one of them is kept. So the hook is all
 * that must be kept; what it points to can go.
 */
#ifndef HISTRIG_COMPAT_KEPT_H
#define HISTRIG_COMPAT_KEPT_H

#include <linux/ftrace.h>
#include <linux/jump_label.h>
#include <linux/kprobes.h>

DECLARE_STATIC_KEY_FALSE(callbacks_kept);

/* callbacks_dead() - is it too late for callbacks to do anything? Any context. */
static __always_inline bool callbacks_dead(void)
{
	return static_branch_unlikely(&callbacks_kept);
}

/* callback_is_kept() - does the kernel still call a callback that was stopped? */
static inline bool callback_is_kept(const struct ftrace_ops *ops)
{
	return ops->flags & FTRACE_OPS_FL_ENABLED;
}

/**
 * hook_keep() - keep the module because the kernel keeps a hook
 * @error: what unregistering it has returned
 *
 * Callbacks that have begun before may still run.
 *
 * Context: process, may sleep.
 */
void hook_keep(int error);

/**
 * kprobe_keep() - find out whether the kernel has kept a kprobe
 * @kp: the kprobe, which was registered and has been unregistered
 *
 * If so, the kernel calls none of its handlers any more when this returns.
 *
 * Context: process, may sleep.
 * Return: whether the memory of @kp must stay.
 */
bool kprobe_keep(struct kprobe *kp);

/* kretprobe_keep() - kprobe_keep() for a kretprobe, whose returns may be pending */
bool kretprobe_keep(struct kretprobe *rp);

/**
 * hooks_exit() - let the module go, if the kernel has let all hooks go
 *
 * Otherwise never returns, since the module's code would be freed then. This is so
 * only if the kernel has refused while the module was being removed; after an
 * earlier refusal, the module cannot be removed.
 *
 * Context: process, when the module has freed all else.
 */
void hooks_exit(void);

#endif /* HISTRIG_COMPAT_KEPT_H */
