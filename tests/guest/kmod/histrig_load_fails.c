// SPDX-License-Identifier: GPL-2.0
/*
 * Lets one step of loading histrig fail: while this module is loaded, the function of
 * histrig that the parameter names returns -ENOMEM and does nothing.
 */
#include <linux/kprobes.h>
#include <linux/module.h>

static char *step;
module_param(step, charp, 0444);

static int on_step(struct kprobe *probe, struct pt_regs *regs)
{
	/*
	 * Returns to the caller. At its first instruction, the function has not saved the
	 * address of its caller: it is in x30 of arm64, and on top of the stack of x86.
	 */
#ifdef CONFIG_ARM64
	regs->regs[0] = -ENOMEM;
	instruction_pointer_set(regs, regs->regs[30]);
#else
	regs->ax = -ENOMEM;
	regs->ip = *(unsigned long *)regs->sp;
	regs->sp += sizeof(unsigned long);
#endif
	return 1;
}

/* Keeps the kernel from replacing the probe by a jump, which cannot skip the function. */
static void after_step(struct kprobe *probe, struct pt_regs *regs, unsigned long flags)
{
}

static char symbol[64];
static struct kprobe probe;
static bool armed;

static int module_changed(struct notifier_block *nb, unsigned long action, void *data)
{
	const struct module *mod = data;

	if (strcmp(mod->name, "histrig"))
		return NOTIFY_DONE;
	if (action == MODULE_STATE_COMING) {
		probe = (struct kprobe){
			.symbol_name = symbol,
			.pre_handler = on_step,
			.post_handler = after_step,
		};
		armed = !register_kprobe(&probe);
		if (!armed)
			pr_err("%s has no function %s\n", mod->name, step);
	} else if (action == MODULE_STATE_GOING && armed) {
		unregister_kprobe(&probe);
		armed = false;
	}
	return NOTIFY_OK;
}

/*
 * When histrig is unloaded, this notifier unregisters the probe before the notifier of
 * kprobes, which has priority 0, disarms it.
 */
static struct notifier_block notifier = {
	.notifier_call = module_changed,
	.priority = 1,
};

static int __init load_fails_init(void)
{
	snprintf(symbol, sizeof(symbol), "histrig:%s", step ?: "");
	return register_module_notifier(&notifier);
}

static void __exit load_fails_exit(void)
{
	unregister_module_notifier(&notifier);
	if (armed)
		unregister_kprobe(&probe);
}

module_init(load_fails_init);
module_exit(load_fails_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Lets a step of loading histrig fail, for the guest tests");
