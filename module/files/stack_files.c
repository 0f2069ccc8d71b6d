// SPDX-License-Identifier: GPL-2.0
/* Files of the stack tracer: stack_trace and stack_max_size. */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/uaccess.h>

#include "../stack/stack.h"
#include "files.h"
#include "open.h"

static ssize_t stack_size_read(struct file *filp, char __user *to, size_t count,
			       loff_t *pos)
{
	return tree_read_number(to, count, pos, READ_ONCE(deepest.size));
}

/* Like the kernel, does not move the position. */
static ssize_t stack_size_write(struct file *filp, const char __user *from,
				size_t count, loff_t *pos)
{
	unsigned long size, flags;
	int ret = kstrtoul_from_user(from, count, 10, &size);

	if (ret)
		return ret;
	/* From now on, only deeper stacks are recorded. */
	flags = stack_max_lock();
	WRITE_ONCE(deepest.size, size);
	stack_max_unlock(flags);
	return count;
}

TREE_FILE(stack_max_size_fops, tree, stack_size_read, stack_size_write,
	  default_llseek);

/* stack_start() has copied the stack, so all lines that a reader gets are of one stack. */
static void *stack_find_line(struct deepest_stack *stack, loff_t pos)
{
	if (!pos)
		return SEQ_START_TOKEN;
	return pos <= stack->nr ? &stack->depth[pos - 1] : NULL;
}

static void *stack_start(struct seq_file *m, loff_t *pos)
{
	struct deepest_stack *stack = m->private;
	unsigned long flags;

	if (!*pos) {
		flags = stack_max_lock();
		*stack = deepest;
		stack_max_unlock(flags);
	}
	return stack_find_line(stack, *pos);
}

static void *stack_next(struct seq_file *m, void *v, loff_t *pos)
{
	return stack_find_line(m->private, ++*pos);
}

static void show_head(struct seq_file *m, const struct deepest_stack *stack)
{
	seq_printf(m, "        Depth    Size   Location    (%u entries)\n",
		   stack->nr);
	seq_puts(m, "        -----    ----   --------\n");
	if (!stack_tracer_on() && !stack->size)
		seq_puts(m, "#\n"
			    "#  Stack tracer disabled\n"
			    "#\n"
			    "# To enable the stack tracer, either load the module with\n"
			    "# stack_tracer_enabled=1\n"
			    "# or 'echo 1 > /sys/module/" KBUILD_MODNAME
			    "/parameters/stack_tracer_enabled'\n"
			    "#\n");
}

static int stack_show(struct seq_file *m, void *v)
{
	const struct deepest_stack *stack = m->private;
	unsigned int i, size;

	if (v == SEQ_START_TOKEN) {
		show_head(m, stack);
		return 0;
	}
	i = (unsigned int *)v - stack->depth;
	size = stack->depth[i];
	if (i + 1 < stack->nr)
		size -= stack->depth[i + 1];
	seq_printf(m, "%3u) %8u   %5u   %pS\n", i, stack->depth[i], size,
		   (void *)stack->functions[i]);
	return 0;
}

TREE_SEQ_OPS(stack, tree_seq_stop);

static int stack_trace_open(struct inode *inode, struct file *filp)
{
	return __seq_open_private(filp, &stack_seq_ops,
				  sizeof(struct deepest_stack)) ? 0 : -ENOMEM;
}

const struct file_operations stack_trace_fops = {
	.owner = THIS_MODULE,
	.open = stack_trace_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release_private,
};
