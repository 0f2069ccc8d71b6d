// SPDX-License-Identifier: GPL-2.0
/*
 * Measures how much stack nested hits use.
 *
 * The file histrig_stack has a line "CPU BYTES" for each call of the
 * function at=NAME since the last write to the file. BYTES is the distance of
 * the stack pointer from that of the previous call on this CPU, downwards.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>

#include "test_file.h"

#define CALLS_MAX	256

static char *at = "synth_event_hit_record";
module_param(at, charp, 0444);

static struct {
	int cpu;
	long bytes;
} calls[CALLS_MAX];

static atomic_t nr_calls;
static DEFINE_PER_CPU(unsigned long, last);

static int stack_hit(struct kprobe *kp, struct pt_regs *regs)
{
	const unsigned int i = atomic_inc_return(&nr_calls) - 1;
	const unsigned long sp = kernel_stack_pointer(regs);

	if (i < CALLS_MAX) {
		calls[i].cpu = smp_processor_id();
		calls[i].bytes = this_cpu_read(last) - sp;
	}
	this_cpu_write(last, sp);
	return 0;
}

static struct kprobe probe = { .pre_handler = stack_hit };

static int stack_show(struct seq_file *m, void *unused)
{
	int i, nr = min(atomic_read(&nr_calls), CALLS_MAX);

	for (i = 0; i < nr; i++)
		seq_printf(m, "%d %ld\n", calls[i].cpu, calls[i].bytes);
	return 0;
}

static int stack_open(struct inode *inode, struct file *file)
{
	return single_open(file, stack_show, NULL);
}

static ssize_t stack_write(struct file *file, const char __user *from,
			   size_t len, loff_t *pos)
{
	atomic_set(&nr_calls, 0);
	return len;
}

static const struct file_operations stack_fops = {
	.owner = THIS_MODULE,
	.open = stack_open,
	.read = seq_read,
	.write = stack_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static int __init stack_init(void)
{
	int ret;

	probe.symbol_name = at;
	ret = register_kprobe(&probe);
	if (!ret)
		test_file_add("histrig_stack", 0600, &stack_fops);
	return ret;
}

static void __exit stack_exit(void)
{
	test_file_remove("histrig_stack");
	unregister_kprobe(&probe);
}

module_init(stack_init);
module_exit(stack_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Measures the stack between nested hits, for tests of histrig");
