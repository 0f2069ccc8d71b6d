/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hooks that the kernel refuses to unregister.
 *
 * The kernel shuts function tracing down when it finds code that it does not expect, for
 * example in a broken module. Then it refuses to unregister callbacks, and fprobes and kprobes
 * that use callbacks, but still calls all of these. So the owner must not free the hook, and
 * the module stays loaded.
 *
 * Once one callback is kept, all callbacks return at once. So only the hook itself must be
 * kept; what it points to can be freed.
 */
#ifndef HISTRIG_COMPAT_STUCK_HOOKS_H
#define HISTRIG_COMPAT_STUCK_HOOKS_H

#include <linux/ftrace.h>
#include <linux/jump_label.h>
#include <linux/kprobes.h>

#include "parts.h"

DECLARE_STATIC_KEY_FALSE(callbacks_kept);

/* callbacks_dead() - must callbacks return at once? Any context. */
static __always_inline bool callbacks_dead(void)
{
	return static_branch_unlikely(&callbacks_kept);
}

#if HISTRIG_FUNCTIONS
/*
 * callback_is_kept() - does the kernel still call a stopped callback? The flag stays set if
 * the kernel refuses to stop; callback_unregister() sets it if the kernel fails silently.
 */
static inline bool callback_is_kept(const struct ftrace_ops *ops)
{
	return ops->flags & FTRACE_OPS_FL_ENABLED;
}
#endif

/**
 * module_keep_for_hook() - keep the module loaded because the kernel still calls a hook
 * @error: the result of unregistering it
 *
 * Callbacks that have already begun may still run.
 *
 * Context: process, may sleep.
 */
void module_keep_for_hook(int error);

/*
 * module_keep_for_disabled_hook() - module_keep_for_hook() for a disabled hook; other hooks
 * continue to work
 */
void module_keep_for_disabled_hook(int error);

/**
 * kprobe_disable_stuck() - if the kernel could not unregister a kprobe, disable it and keep the
 * module loaded
 * @kp: the kprobe, after it was unregistered
 *
 * Context: process, may sleep.
 * Return: true if the memory of @kp must stay; its handlers are not called any more.
 */
bool kprobe_disable_stuck(struct kprobe *kp);

/*
 * kretprobe_disable_stuck() - kprobe_disable_stuck() for a kretprobe, whose returns may be
 * pending
 */
bool kretprobe_disable_stuck(struct kretprobe *rp);

/**
 * hooks_exit() - let the module be unloaded, if the kernel calls none of its hooks
 *
 * Otherwise never returns, because the module's code would be freed. This happens if the
 * kernel refuses to unregister a hook during the unload; after an earlier refusal, the module
 * cannot be unloaded at all.
 *
 * Context: process, when the module has freed all else.
 */
void hooks_exit(void);

#endif /* HISTRIG_COMPAT_STUCK_HOOKS_H */
