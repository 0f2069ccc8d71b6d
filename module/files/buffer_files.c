// SPDX-License-Identifier: GPL-2.0
/* Files about the ring: its size, statistics and page layout, and free_buffer. */
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/ring_buffer.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/time64.h>
#include <linux/trace_seq.h>

#include "../event/registry.h"
#include "../function/functions.h"
#include "../instance/hot/state.h"
#include "../instance/instance.h"
#include "../instance/rings.h"
#include "../ring/page.h"
#include "../ring/ring.h"
#include "files.h"
#include "open.h"

/* Maximum size in KB whose number of bytes does not overflow. */
#define SIZE_KB_MAX	(LONG_MAX >> 10)

/* Returns the size of each CPU's ring if all sizes are equal, else 0. */
static unsigned long common_size(struct ring *ring)
{
	unsigned long size = 0;
	int cpu;

	/* Skip CPUs that have never been online, because they have no pages. */
	for_each_possible_cpu(cpu) {
		if (!size)
			size = ring_size(ring, cpu);
		if (ring_size(ring, cpu) && size != ring_size(ring, cpu))
			return 0;
	}
	return size;
}

static int print_size(struct instance *instance, char *text, size_t max_len)
{
	unsigned long size = common_size(instance->ring);

	if (!size)
		return scnprintf(text, max_len, "X\n");
	if (instance->ring_used)
		return scnprintf(text, max_len, "%lu\n", size >> 10);
	return scnprintf(text, max_len, "%lu (expanded: %lu)\n", size >> 10,
			 instance->ring_size >> 10);
}

static ssize_t buffer_size_read(struct file *filp, char __user *to,
				size_t count, loff_t *pos)
{
	char text[64];
	int len;

	mutex_lock(&event_mutex);
	len = print_size(file_inode(filp)->i_private, text, sizeof(text));
	mutex_unlock(&event_mutex);
	return simple_read_from_buffer(to, count, pos, text, len);
}

static int resize_cpu(struct instance *instance, unsigned long kb, int cpu)
{
	if (!kb)
		return -EINVAL;
	if (kb > SIZE_KB_MAX)
		return -ENOMEM;
	return instance_resize(instance, kb << 10, cpu);
}

static int resize_all(struct inode *inode, unsigned long kb)
{
	return resize_cpu(inode->i_private, kb, RING_ALL);
}

TREE_NUMBER_FILE(buffer_size_fops, instance, buffer_size_read, ULONG_MAX,
		 resize_all, default_llseek);

static ssize_t cpu_size_read(struct file *filp, char __user *to, size_t count,
			     loff_t *pos)
{
	struct instance_cpu *icpu = file_inode(filp)->i_private;
	unsigned long size;

	mutex_lock(&event_mutex);
	size = ring_size(icpu->instance->ring, icpu->cpu);
	mutex_unlock(&event_mutex);
	return tree_read_number(to, count, pos, size >> 10);
}

static int resize_one(struct inode *inode, unsigned long kb)
{
	struct instance_cpu *icpu = inode->i_private;

	return resize_cpu(icpu->instance, kb, icpu->cpu);
}

TREE_NUMBER_FILE(cpu_buffer_size_fops, cpu, cpu_size_read, ULONG_MAX,
		 resize_one, default_llseek);

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

TREE_SHOW_FILE(buffer_total_fops, instance, total_show, NULL, seq_lseek);

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

/*
 * Returns the time of the oldest entry, which hits may overwrite at any moment; 0 if there
 * is none.
 */
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
	struct instance_cpu *icpu = m->private;
	struct ring *ring = instance_get_ring(icpu->instance, false);
	bool in_ns = READ_ONCE(icpu->instance->clock)->in_ns;
	struct ring_stats stats;

	ring_get_stats(ring, icpu->cpu, &stats);
	mutex_lock(&event_mutex);
	stats.dropped += functions_untraced(icpu->instance, icpu->cpu);
	mutex_unlock(&event_mutex);
	seq_printf(m, "entries: %ld\n", stats.entries);
	seq_printf(m, "overrun: %ld\n", stats.overrun);
	seq_printf(m, "commit overrun: %ld\n", stats.commit_overrun);
	seq_printf(m, "bytes: %ld\n", stats.bytes);
	show_time(m, "oldest event ts", oldest_time(ring, icpu->cpu), in_ns);
	show_time(m, "now ts", ring->now(), in_ns);
	seq_printf(m, "dropped events: %ld\n", stats.dropped);
	seq_printf(m, "read events: %ld\n", stats.read);
	ring_put(ring);
	return 0;
}

TREE_SHOW_FILE(cpu_stats_fops, cpu, stats_show, NULL, generic_file_llseek);

static ssize_t percent_read(struct file *filp, char __user *to, size_t count,
			    loff_t *pos)
{
	struct instance *instance = file_inode(filp)->i_private;

	return tree_read_number(to, count, pos, READ_ONCE(instance->buffer_percent));
}

static int set_percent(struct inode *inode, unsigned long value)
{
	struct instance *instance = inode->i_private;

	WRITE_ONCE(instance->buffer_percent, value);
	return 0;
}

TREE_NUMBER_FILE(buffer_percent_fops, instance, percent_read, 100, set_percent,
		 default_llseek);

/* Frees the buffers when the file is closed, which also happens if the program dies. */
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
	.open = instance_file_open,
	.write = tree_ignore_write,
	.release = free_release,
	.llseek = default_llseek,
};

/* Shows the page layout that the kernel documents and ring/page.h produces. */
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

TREE_SHOW_FILE(header_page_fops, tree, header_page_show, NULL, seq_lseek);

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

TREE_SHOW_FILE(header_event_fops, tree, header_event_show, NULL, seq_lseek);
