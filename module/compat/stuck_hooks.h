/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hooks that the kernel refuses to unregister.
 *
 * When function tracing finds code that it does not expect, in a broken module for
 * example, the kernel shuts it down. From then on the kernel refuses to unregister
 * callbacks, and fprobes and kprobes that are built on them, but still calls them.
 * So the owner of such a hook keeps its memory, and the module stays loaded.
 *
 * As soon as one callback is kept, all callbacks return at once. So only the hook
 * itself must be kept; what it points to can be freed.
 */
#ifndef HISTRIG_COMPAT_STUCK_HOOKS_H
#define HISTRIG_COMPAT_STUCK_HOOKS_H

#include <linux/ftrace.h>
#include <linux/jump_label.h>
#include <linux/kprobes.h>

DECLARE_STATIC_KEY_FALSE(callbacks_kept);

/* callbacks_dead() - must callbacks return at once? Any context. */
static __always_inline bool callbacks_dead(void)
{
	return static_branch_unlikely(&callbacks_kept);
}

/*
 * callback_is_kept() - does the kernel still call a callback that was stopped? It
 * leaves the flag if it refuses; callback_unregister() sets the flag if the kernel
 * fails without saying so.
 */
static inline bool callback_is_kept(const struct ftrace_ops *ops)
{
	return ops->flags & FTRACE_OPS_FL_ENABLED;
}

/**
 * hook_keep() - keep the module loaded because the kernel still calls a hook
 * @error: what unregistering it has returned
 *
 * Callbacks that have begun before may still run.
 *
 * Context: process, may sleep.
 */
void hook_keep(int error);

/**
 * hook_keep_disabled() - keep the module loaded because of a hook that is disabled
 * @error: what unregistering it has returned
 *
 * Other callbacks go on, since the kernel calls no handler of this hook.
 *
 * Context: process.
 */
void hook_keep_disabled(int error);

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
 * hooks_exit() - let the module be unloaded, if the kernel calls none of its hooks
 *
 * Otherwise never returns, since the module's code would be freed then. This happens
 * only if the kernel refuses while the module is being unloaded; after an earlier
 * refusal, the module cannot be unloaded.
 *
 * Context: process, when the module has freed all else.
 */
void hooks_exit(void);

#endif /* HISTRIG_COMPAT_STUCK_HOOKS_H */
