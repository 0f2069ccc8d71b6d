// SPDX-License-Identifier: GPL-2.0
/*
 * Files about the ring: its size, what happened in it, its snapshot's command
 * side, free_buffer, and the layout of its pages.
 */
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/ring_buffer.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/time64.h>
#include <linux/trace_seq.h>
#include <linux/uaccess.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../ring/page.h"
#include "../ring/ring.h"
#include "buffer_files.h"
#include "open.h"

/* The largest size in KB that is no overflow in bytes. */
#define SIZE_KB_MAX	(LONG_MAX >> 10)

/* Sizes of all CPUs if they are the same, else 0. */
static unsigned long common_size(struct ring *ring)
{
	unsigned long size = 0;
	int cpu;

	/* A CPU that has never been there has no room yet. */
	for_each_possible_cpu(cpu) {
		if (!size)
			size = ring_size(ring, cpu);
		if (ring_size(ring, cpu) && size != ring_size(ring, cpu))
			return 0;
	}
	return size;
}

static int print_size(struct instance *instance, char *text, size_t room)
{
	unsigned long size = common_size(instance->ring);

	if (!size)
		return scnprintf(text, room, "X\n");
	if (instance->ring_used)
		return scnprintf(text, room, "%lu\n", size >> 10);
	return scnprintf(text, room, "%lu (expanded: %lu)\n", size >> 10,
			 instance->ring_size >> 10);
}

static ssize_t size_read(struct file *filp, char __user *to, size_t count,
			 loff_t *pos)
{
	char text[64];
	int len;

	mutex_lock(&event_mutex);
	len = print_size(file_inode(filp)->i_private, text, sizeof(text));
	mutex_unlock(&event_mutex);
	return simple_read_from_buffer(to, count, pos, text, len);
}

static ssize_t resize(struct instance *instance, int cpu,
		      const char __user *from, size_t count, loff_t *pos)
{
	unsigned long kb;
	int ret;

	ret = kstrtoul_from_user(from, count, 10, &kb);
	if (ret)
		return ret;
	if (!kb)
		return -EINVAL;
	if (kb > SIZE_KB_MAX)
		return -ENOMEM;
	mutex_lock(&event_mutex);
	ret = instance_resize(instance, kb << 10, cpu);
	mutex_unlock(&event_mutex);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

static ssize_t size_write(struct file *filp, const char __user *from,
			  size_t count, loff_t *pos)
{
	return resize(file_inode(filp)->i_private, RING_ALL, from, count, pos);
}

const struct file_operations buffer_size_fops = {
	.owner = THIS_MODULE,
	.open = tree_open,
	.read = size_read,
	.write = size_write,
	.llseek = default_llseek,
	.release = tree_release,
};

static int cpu_open(struct inode *inode, struct file *filp)
{
	struct instance_cpu *of = inode->i_private;

	return instance_get(of->instance);
}

static int cpu_release(struct inode *inode, struct file *filp)
{
	struct instance_cpu *of = inode->i_private;

	instance_put(of->instance);
	return 0;
}

static ssize_t cpu_size_read(struct file *filp, char __user *to, size_t count,
			     loff_t *pos)
{
	struct instance_cpu *of = file_inode(filp)->i_private;
	unsigned long size;
	char text[64];
	int len;

	mutex_lock(&event_mutex);
	size = ring_size(of->instance->ring, of->cpu);
	mutex_unlock(&event_mutex);
	len = scnprintf(text, sizeof(text), "%lu\n", size >> 10);
	return simple_read_from_buffer(to, count, pos, text, len);
}

static ssize_t cpu_size_write(struct file *filp, const char __user *from,
			      size_t count, loff_t *pos)
{
	struct instance_cpu *of = file_inode(filp)->i_private;

	return resize(of->instance, of->cpu, from, count, pos);
}

const struct file_operations cpu_buffer_size_fops = {
	.owner = THIS_MODULE,
	.open = cpu_open,
	.read = cpu_size_read,
	.write = cpu_size_write,
	.llseek = default_llseek,
	.release = cpu_release,
};

static int total_show(struct seq_file *m, void *v)
{
	struct instance *instance = m->private;
	unsigned long size = 0, used = 0;
	int cpu;

	mutex_lock(&event_mutex);
	for_each_possible_cpu(cpu) {
		size += ring_size(instance->ring, cpu) >> 10;
		used += instance->ring_size >> 10;
	}
	if (instance->ring_used)
		seq_printf(m, "%lu\n", size);
	else
		seq_printf(m, "%lu (expanded: %lu)\n", size, used);
	mutex_unlock(&event_mutex);
	return 0;
}

static int total_open(struct inode *inode, struct file *filp)
{
	return tree_single_open(inode, filp, total_show);
}

const struct file_operations buffer_total_fops = {
	.owner = THIS_MODULE,
	.open = total_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = tree_single_release,
};

static void show_time(struct seq_file *m, const char *what, u64 ts, bool in_ns)
{
	u32 usecs;
	u64 secs;

	if (!in_ns) {
		seq_printf(m, "%s: %llu\n", what, ts);
		return;
	}
	secs = div_u64_rem(div_u64(ts + 500, NSEC_PER_USEC), USEC_PER_SEC,
			   &usecs);
	seq_printf(m, "%s: %5llu.%06u\n", what, secs, usecs);
}

/* Looked at without taking it, so that it may still be overwritten. */
static u64 oldest_time(struct ring *ring, int cpu)
{
	struct ring_iter *iter = ring_iter_start(ring, cpu);
	struct ring_entry entry = { };

	if (!iter)
		return 0;
	ring_lock(ring, cpu);
	ring_iter_peek(iter, &entry);
	ring_unlock(ring, cpu);
	ring_iter_end(iter);
	return entry.ts;
}

static int stats_show(struct seq_file *m, void *v)
{
	struct instance_cpu *of = m->private;
	struct ring *ring = instance_get_ring(of->instance, false);
	bool in_ns = READ_ONCE(of->instance->clock)->in_ns;
	struct ring_stats stats;

	ring_get_stats(ring, of->cpu, &stats);
	seq_printf(m, "entries: %ld\n", stats.entries);
	seq_printf(m, "overrun: %ld\n", stats.overrun);
	seq_printf(m, "commit overrun: %ld\n", stats.commit_overrun);
	seq_printf(m, "bytes: %ld\n", stats.bytes);
	show_time(m, "oldest event ts", oldest_time(ring, of->cpu), in_ns);
	show_time(m, "now ts", ring->now(), in_ns);
	seq_printf(m, "dropped events: %ld\n", stats.dropped);
	seq_printf(m, "read events: %ld\n", stats.read);
	ring_put(ring);
	return 0;
}

static int stats_open(struct inode *inode, struct file *filp)
{
	int ret = cpu_open(inode, filp);

	if (ret)
		return ret;
	ret = single_open(filp, stats_show, inode->i_private);
	if (ret)
		cpu_release(inode, filp);
	return ret;
}

static int stats_release(struct inode *inode, struct file *filp)
{
	cpu_release(inode, filp);
	return single_release(inode, filp);
}

const struct file_operations cpu_stats_fops = {
	.owner = THIS_MODULE,
	.open = stats_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = stats_release,
};

static ssize_t percent_read(struct file *filp, char __user *to, size_t count,
			    loff_t *pos)
{
	struct instance *instance = filp->private_data;
	char text[16];
	int len;

	len = scnprintf(text, sizeof(text), "%u\n",
			READ_ONCE(instance->buffer_percent));
	return simple_read_from_buffer(to, count, pos, text, len);
}

static ssize_t percent_write(struct file *filp, const char __user *from,
			     size_t count, loff_t *pos)
{
	struct instance *instance = filp->private_data;
	unsigned long value;
	int ret;

	ret = kstrtoul_from_user(from, count, 10, &value);
	if (ret)
		return ret;
	if (value > 100)
		return -EINVAL;
	WRITE_ONCE(instance->buffer_percent, value);
	++*pos;
	return count;
}

const struct file_operations buffer_percent_fops = {
	.owner = THIS_MODULE,
	.open = tree_open,
	.read = percent_read,
	.write = percent_write,
	.llseek = default_llseek,
	.release = tree_release,
};

static ssize_t free_write(struct file *filp, const char __user *from,
			  size_t count, loff_t *pos)
{
	return count;
}

/* The ring goes when the file is closed, so that a program may die with it. */
static int free_release(struct inode *inode, struct file *filp)
{
	struct instance *instance = inode->i_private;

	if (instance_option(instance, OPTION_STOP_ON_FREE))
		instance_set_on(instance, false);
	mutex_lock(&event_mutex);
	instance_resize(instance, 0, RING_ALL);
	mutex_unlock(&event_mutex);
	instance_put(instance);
	return 0;
}

const struct file_operations free_buffer_fops = {
	.owner = THIS_MODULE,
	.open = tree_open,
	.write = free_write,
	.release = free_release,
	.llseek = default_llseek,
};

/* Who declares these layouts is the kernel; pages are made over to have them. */
static int header_page_show(struct seq_file *m, void *v)
{
	unsigned int data = PAGE_HEADER_SIZE;

	seq_printf(m, "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:%u;\n",
		   is_signed_type(u64));
	seq_printf(m, "\tfield: local_t commit;\toffset:8;\tsize:%zu;\tsigned:%u;\n",
		   sizeof(unsigned long), is_signed_type(long));
	seq_printf(m, "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:%u;\n",
		   is_signed_type(long));
	seq_printf(m, "\tfield: char data;\toffset:%u;\tsize:%lu;\tsigned:%u;\n",
		   data, PAGE_SIZE - data, is_signed_type(char));
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(header_page);
const struct file_operations *const header_page_file_fops = &header_page_fops;

static int header_event_show(struct seq_file *m, void *v)
{
	seq_puts(m, "# compressed entry header\n"
		 "\ttype_len    :    5 bits\n"
		 "\ttime_delta  :   27 bits\n"
		 "\tarray       :   32 bits\n"
		 "\n");
	seq_printf(m, "\tpadding     : type == %d\n", RINGBUF_TYPE_PADDING);
	seq_printf(m, "\ttime_extend : type == %d\n", RINGBUF_TYPE_TIME_EXTEND);
	seq_printf(m, "\ttime_stamp : type == %d\n", RINGBUF_TYPE_TIME_STAMP);
	seq_printf(m, "\tdata max type_len  == %d\n",
		   RINGBUF_TYPE_DATA_TYPE_LEN_MAX);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(header_event);
const struct file_operations *const header_event_file_fops = &header_event_fops;
