// SPDX-License-Identifier: GPL-2.0
/*
 * Refuses to let a module load, after all other notifiers were called. Parameters:
 *
 *	name	the module
 *	seen	1 while the module waits; its events are in the tree then
 *	go	write 1 to let the load fail
 */
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/string.h>

static char *name;
module_param(name, charp, 0444);
static int seen, go;
module_param(seen, int, 0444);
module_param(go, int, 0644);

static int module_coming(struct notifier_block *nb, unsigned long action, void *data)
{
	const struct module *mod = data;
	int left;

	if (action != MODULE_STATE_COMING || !name || strcmp(mod->name, name))
		return NOTIFY_DONE;
	WRITE_ONCE(seen, 1);
	for (left = 6000; left && !READ_ONCE(go); left--)
		msleep(10);
	return notifier_from_errno(-ENOMEM);
}

/* Runs last. */
static struct notifier_block notifier = {
	.notifier_call = module_coming,
	.priority = INT_MIN,
};

static int __init refuse_init(void)
{
	return register_module_notifier(&notifier);
}

static void __exit refuse_exit(void)
{
	unregister_module_notifier(&notifier);
}

module_init(refuse_init);
module_exit(refuse_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Refuses a module, for the guest tests");
