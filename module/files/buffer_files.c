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
	.read = size_read,
	.write = size_write,
	.llseek = default_llseek,
};

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
	.read = cpu_size_read,
	.write = cpu_size_write,
	.llseek = default_llseek,
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
DEFINE_SHOW_ATTRIBUTE(total);
const struct file_operations *const buffer_total_fops = &total_fops;

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

static u64 oldest_time(struct ring *ring, int cpu)
{
	struct ring_entry entry;
	u64 ts = 0;

	ring_lock(ring, cpu);
	if (ring_peek(ring, cpu, &entry))
		ts = entry.ts;
	ring_unlock(ring, cpu);
	return ts;
}

static int stats_show(struct seq_file *m, void *v)
{
	struct instance_cpu *of = m->private;
	struct ring *ring = instance_get_ring(of->instance, false);
	struct trace_buffer *buffer = ring->buffer;
	bool in_ns = READ_ONCE(of->instance->clock)->in_ns;
	int cpu = of->cpu;

	seq_printf(m, "entries: %ld\n", ring_buffer_entries_cpu(buffer, cpu));
	seq_printf(m, "overrun: %ld\n", ring_buffer_overrun_cpu(buffer, cpu));
	seq_printf(m, "commit overrun: %ld\n",
		   ring_buffer_commit_overrun_cpu(buffer, cpu));
	seq_printf(m, "bytes: %ld\n", ring_buffer_bytes_cpu(buffer, cpu));
	show_time(m, "oldest event ts", oldest_time(ring, cpu), in_ns);
	show_time(m, "now ts", ring->now(), in_ns);
	seq_printf(m, "dropped events: %ld\n", ring_dropped(ring, cpu));
	seq_printf(m, "read events: %ld\n",
		   ring_buffer_read_events_cpu(buffer, cpu));
	ring_put(ring);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(stats);
const struct file_operations *const cpu_stats_fops = &stats_fops;

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

static int free_open(struct inode *inode, struct file *filp)
{
	return instance_get(inode->i_private);
}

const struct file_operations free_buffer_fops = {
	.owner = THIS_MODULE,
	.open = free_open,
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
