// SPDX-License-Identifier: GPL-2.0
/* Hooks that the kernel refuses to unregister, see stuck_hooks.h. */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "stuck_hooks.h"
#include "log.h"

static bool any_stuck;

void module_keep_for_hook(int error)
{
	static_branch_enable(&callbacks_kept);
	if (xchg(&any_stuck, true))
		return;
	__module_get(THIS_MODULE);
	pr_warn("cannot unregister from function tracing (%pe), because the kernel has disabled it after a failure. No functions are traced any more; reboot to unload the module\n",
		ERR_PTR(error));
}

void module_keep_for_disabled_hook(int error)
{
	if (xchg(&any_stuck, true))
		return;
	__module_get(THIS_MODULE);
	pr_warn("cannot unregister a hook of function returns (%pe). The hook is disabled; reboot to unload the module\n",
		ERR_PTR(error));
}

void hooks_exit(void)
{
	if (!READ_ONCE(any_stuck))
		return;
	pr_err("the module cannot be unloaded, because the kernel still calls it; to unload it, reboot\n");
	/* TASK_IDLE, because the kernel reports other long sleeps as hung tasks. */
	for (;;) {
		set_current_state(TASK_IDLE);
		schedule();
	}
}
