// SPDX-License-Identifier: GPL-2.0
/*
 * Tests whether tasks that resize a ring are the first that the OOM killer would kill.
 *
 * Parameters, read from /sys/module/histrig_oom/parameters:
 *
 *   resizes	number of calls of ring_resize()
 *   marked	number of these by a task that would be killed first
 *   origin	1 if the task that reads this would be killed first
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/oom.h>
#include <linux/sched/signal.h>

static unsigned int resizes, marked;
module_param(resizes, uint, 0444);
module_param(marked, uint, 0444);

static int origin_get(char *to, const struct kernel_param *param)
{
	return sprintf(to, "%d\n", oom_task_origin(current));
}

static const struct kernel_param_ops origin_ops = { .get = origin_get };
module_param_cb(origin, &origin_ops, NULL, 0444);

static int on_resize(struct kprobe *probe, struct pt_regs *regs)
{
	resizes++;
	marked += oom_task_origin(current);
	return 0;
}

static struct kprobe probe = {
	.symbol_name = "histrig:ring_resize",
	.pre_handler = on_resize,
};

static int __init oom_init(void)
{
	return register_kprobe(&probe);
}

static void __exit oom_exit(void)
{
	unregister_kprobe(&probe);
}

module_init(oom_init);
module_exit(oom_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Whom the OOM killer takes while a ring is resized, for the guest tests");
