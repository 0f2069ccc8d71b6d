// SPDX-License-Identifier: GPL-2.0
/* Hooks that the kernel refuses to unregister, see stuck_hooks.h. */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "stuck_hooks.h"
#include "log.h"

static bool any;

void hook_keep(int error)
{
	static_branch_enable(&callbacks_kept);
	if (xchg(&any, true))
		return;
	__module_get(THIS_MODULE);
	pr_warn("the kernel does not let go of functions that it traces (%pe), as its function tracing has failed. Nothing more is traced in functions, and the module stays until the machine is rebooted\n",
		ERR_PTR(error));
}

void hook_keep_disabled(int error)
{
	if (xchg(&any, true))
		return;
	__module_get(THIS_MODULE);
	pr_warn("the kernel does not let go of a hook on returns (%pe). It is disabled, and the module stays until the machine is rebooted\n",
		ERR_PTR(error));
}

bool kprobe_keep(struct kprobe *kp)
{
	/* ->addr is NULL if the kernel could not disarm the probe. */
	if (kp->addr)
		return false;
	WRITE_ONCE(kp->pre_handler, NULL);
	hook_keep(-ENODEV);
	synchronize_rcu();
	return true;
}

bool kretprobe_keep(struct kretprobe *rp)
{
	if (!rp->kp.addr)
		WRITE_ONCE(rp->handler, NULL);
	return kprobe_keep(&rp->kp);
}

void hooks_exit(void)
{
	if (!READ_ONCE(any))
		return;
	pr_err("reboot the machine: the module cannot be removed, as the kernel still calls it\n");
	/* TASK_IDLE, because the kernel reports other long sleeps as hung tasks. */
	for (;;) {
		set_current_state(TASK_IDLE);
		schedule();
	}
}
