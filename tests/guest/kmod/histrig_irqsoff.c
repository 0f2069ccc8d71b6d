// SPDX-License-Identifier: GPL-2.0
/*
 * A write of MILLISECONDS to the file histrig_irqsoff disables
 * interrupts on the writer's CPU for that time.
 */
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/processor.h>

#include "compat.h"
#include "test_file.h"

#define MS_MAX	1000

void irqsoff_stay(unsigned int ms);

/*
 * Disables interrupts for @ms milliseconds. A CPU accepts interrupts only one
 * instruction after they are enabled. cpu_relax() makes this instruction a part
 * of the function, where tests expect the interrupt.
 */
CALLED void irqsoff_stay(unsigned int ms)
{
	u64 end;

	local_irq_disable();
	/* mdelay() is not exact if the kernel could not calibrate it. */
	end = ktime_get_ns() + ms * (u64)NSEC_PER_MSEC;
	while (ktime_get_ns() < end)
		cpu_relax();
	local_irq_enable();
	cpu_relax();
	cpu_relax();
}

static ssize_t irqsoff_write(struct file *file, const char __user *from,
			     size_t len, loff_t *pos)
{
	unsigned int ms;
	int ret = kstrtouint_from_user(from, len, 0, &ms);

	if (ret)
		return ret;
	if (ms > MS_MAX)
		return -EINVAL;
	irqsoff_stay(ms);
	return len;
}

static const struct file_operations irqsoff_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = irqsoff_write,
};

static int __init irqsoff_init(void)
{
	test_file_add("histrig_irqsoff", 0200, &irqsoff_fops);
	return 0;
}

static void __exit irqsoff_exit(void)
{
	test_file_remove("histrig_irqsoff");
}

module_init(irqsoff_init);
module_exit(irqsoff_exit);
MODULE_DESCRIPTION("Sections with interrupts off, for histrig's tests");
MODULE_LICENSE("GPL");
