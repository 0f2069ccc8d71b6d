// SPDX-License-Identifier: GPL-2.0
/*
 * A module that uses histrig: it defines the synthetic event `example`, hits it
 * once a jiffy from a workqueue, and takes everything back when it is removed.
 *
 *	cd /sys/kernel/debug/histrig/events/synthetic/example
 *	echo 'hist:keys=step:vals=jiffies_now' > trigger
 *	cat hist
 */
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/workqueue.h>

#include <histrig.h>

static const struct histrig_synth_field_desc fields[] = {
	{ .type = "u32", .name = "step" },
	{ .type = "u64", .name = "jiffies_now" },
	{ .type = "char", .name = "word[]" },
};

static struct histrig_trace_event_file *example;

static void hit(struct work_struct *work);
static DECLARE_DELAYED_WORK(hits, hit);

static void hit(struct work_struct *work)
{
	static const char *const words[] = { "even", "odd" };
	static u32 step;

	/* Costs a few instructions unless somebody enabled the event. */
	histrig_synth_event_trace(example, 3, step % 10, jiffies,
				  (unsigned long)words[step % 2]);
	step++;
	schedule_delayed_work(&hits, 1);
}

static int __init example_init(void)
{
	int ret;

	ret = histrig_synth_event_create("example", fields, ARRAY_SIZE(fields),
					 THIS_MODULE);
	if (ret)
		return ret;
	example = histrig_trace_get_event_file(NULL, "synthetic", "example");
	if (IS_ERR(example)) {
		histrig_synth_event_delete("example");
		return PTR_ERR(example);
	}
	schedule_delayed_work(&hits, 1);
	return 0;
}

/* Runs only while the event is neither enabled nor has a trigger. */
static void __exit example_exit(void)
{
	cancel_delayed_work_sync(&hits);
	histrig_trace_put_event_file(example);
	histrig_synth_event_delete("example");
}

module_init(example_init);
module_exit(example_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Example of a module that uses histrig");
