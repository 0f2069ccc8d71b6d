// SPDX-License-Identifier: GPL-2.0
/* Kprobes that the kernel refuses to unregister, see stuck_hooks.h. */
#include <linux/kprobes.h>
#include <linux/rcupdate.h>

#include "stuck_hooks.h"

bool kprobe_disable_stuck(struct kprobe *kp)
{
	/* ->addr is NULL if the kernel could not disarm the probe. */
	if (kp->addr)
		return false;
	WRITE_ONCE(kp->pre_handler, NULL);
	module_keep_for_hook(-ENODEV);
	synchronize_rcu();
	return true;
}

bool kretprobe_disable_stuck(struct kretprobe *rp)
{
	if (!rp->kp.addr)
		WRITE_ONCE(rp->handler, NULL);
	return kprobe_disable_stuck(&rp->kp);
}
