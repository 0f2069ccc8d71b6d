// SPDX-License-Identifier: GPL-2.0
/*
 * The files trace_pipe_raw and snapshot_raw of a CPU, with whole pages as trace-cmd
 * reads them. A full page of the ring is exchanged for one of the reader's, and then
 * converted in place (see ring/page.h); splice() passes it on without copying it.
 */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/pipe_fs_i.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/splice.h>

#include "../event/registry.h"
#include "../instance/hot/state.h"
#include "../instance/instance.h"
#include "../instance/rings.h"
#include "../ring/ring.h"
#include "../tracer/tracer.h"
#include "files.h"
#include "open.h"

/**
 * struct raw_reader - one open file
 * @lock: never held together with event_mutex; dropped while the reader waits
 * @instance: the instance
 * @snapshot: read the ring for snapshots, not the one that records
 * @cpu: the CPU
 * @page: the page that is being read
 * @at: bytes of @page that have been read; PAGE_SIZE if all have
 * @nr_wakes: how often the file's ioctl made splice() return
 */
struct raw_reader {
	struct mutex lock;	/* serializes threads that read the same file */
	struct instance *instance;
	bool snapshot;
	int cpu;
	void *page;
	unsigned int at;
	unsigned int nr_wakes;
};

/*
 * Consumes a page of the ring into *@page, or exchanges the two. Returns 0, -EAGAIN
 * if the ring has no page to read, or an errno.
 */
static int take_page(struct raw_reader *reader, void **page, bool full)
{
	struct ring *ring = instance_get_ring(reader->instance, reader->snapshot);
	int ret;

	if (!ring)
		return -EAGAIN;
	ret = ring_read_page(ring, reader->cpu, page, full);
	ring_put(ring);
	return ret;
}

/*
 * Does the ring have as many entries as the reader waits for? @whole is set for splice(), which
 * reads only whole pages. If @whole is not set and @percent is 0, the next hit wakes the reader.
 */
static bool raw_is_filled(const struct raw_reader *reader, bool whole,
			  unsigned int percent)
{
	struct ring *ring;
	bool filled;

	if (!whole && !percent)
		xchg(&reader->instance->wake, 1);
	ring = instance_get_ring(reader->instance, reader->snapshot);
	if (!ring)
		return false;
	filled = whole ? ring_page_filled(ring, reader->cpu, reader->snapshot ? 0 : percent) :
			 ring_filled(ring, reader->cpu, percent);
	ring_put(ring);
	return filled;
}

static bool may_go_on(const struct raw_reader *reader, bool whole,
		      unsigned int nr_wakes)
{
	return raw_is_filled(reader, whole,
			     whole ? READ_ONCE(reader->instance->buffer_percent) : 0) ||
	       atomic_read(&reader->instance->nr_wakes) != nr_wakes;
}

/*
 * Waits for entries, or for whole pages if @whole is set. Also ends when @nr_wakes of
 * the instance changes.
 */
static int wait_until_filled(struct raw_reader *reader, bool whole,
			     unsigned int nr_wakes)
{
	struct instance *instance = reader->instance;
	unsigned long delay = LOOK_FIRST;

	/* The later looks also notice that a snapshot has exchanged the rings. */
	return wait_event_interruptible(instance->readers,
					may_go_on(reader, whole, nr_wakes) ||
					instance_look_later(instance, &delay));
}

/* Counts open streams, because tracer_set() refuses to change the tracer if there are any. */
static void count_stream(const struct raw_reader *reader, int change)
{
	mutex_lock(&event_mutex);
	reader->instance->streams += change;
	mutex_unlock(&event_mutex);
}

static int raw_open(struct inode *inode, struct file *filp, bool snapshot)
{
	struct instance_cpu *icpu = inode->i_private;
	struct raw_reader *reader;
	int ret;

	ret = cpu_file_open(inode, filp);
	if (ret)
		return ret;
	reader = kzalloc(sizeof(*reader), GFP_KERNEL);
	if (!reader)
		goto fail;
	reader->page = (void *)get_zeroed_page(GFP_KERNEL);
	if (!reader->page)
		goto fail;
	mutex_init(&reader->lock);
	reader->instance = icpu->instance;
	reader->cpu = icpu->cpu;
	reader->snapshot = snapshot;
	reader->at = PAGE_SIZE;
	filp->private_data = reader;
	count_stream(reader, 1);
	return nonseekable_open(inode, filp);
fail:
	kfree(reader);
	cpu_file_release(inode, filp);
	return -ENOMEM;
}

static int pipe_raw_open(struct inode *inode, struct file *filp)
{
	return raw_open(inode, filp, false);
}

static int snapshot_raw_open(struct inode *inode, struct file *filp)
{
	struct instance_cpu *icpu = inode->i_private;

	if (READ_ONCE(icpu->instance->tracer)->keeps_worst)
		return -EBUSY;
	return raw_open(inode, filp, true);
}

static int raw_release(struct inode *inode, struct file *filp)
{
	struct raw_reader *reader = filp->private_data;

	count_stream(reader, -1);
	free_page((unsigned long)reader->page);
	kfree(reader);
	return cpu_file_release(inode, filp);
}

/* Makes sure that @page has bytes left to read. Returns 0, or an errno. */
static int next_page(struct raw_reader *reader, struct file *filp)
{
	unsigned int nr_wakes;
	int ret;

	/* Another reader of the file may get a page while this thread waits. */
	while (reader->at == PAGE_SIZE) {
		nr_wakes = atomic_read(&reader->instance->nr_wakes);
		ret = take_page(reader, &reader->page, false);
		if (!ret) {
			reader->at = 0;
			break;
		}
		if (ret != -EAGAIN || filp->f_flags & O_NONBLOCK)
			return ret;
		mutex_unlock(&reader->lock);
		ret = wait_until_filled(reader, false, nr_wakes);
		mutex_lock(&reader->lock);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static ssize_t raw_read(struct file *filp, char __user *to, size_t count,
			loff_t *pos)
{
	struct raw_reader *reader = filp->private_data;
	ssize_t ret = 0;

	if (!count)
		return 0;
	mutex_lock(&reader->lock);
	ret = next_page(reader, filp);
	if (ret < 0)
		goto out;
	count = min_t(size_t, count, PAGE_SIZE - reader->at);
	ret = count - copy_to_user(to, reader->page + reader->at, count);
	reader->at += ret;
	*pos += ret;
	if (!ret)
		ret = -EFAULT;
out:
	mutex_unlock(&reader->lock);
	return ret;
}

static void drop_page(struct splice_pipe_desc *spd, unsigned int i)
{
	put_page(spd->pages[i]);
}

/* Consumes whole pages for a pipe. Returns their number, or an errno. */
static int take_pages(struct raw_reader *reader, struct splice_pipe_desc *spd,
		      unsigned int nr)
{
	unsigned int i;
	int ret;

	for (i = 0; i < nr; i++) {
		void *page = (void *)get_zeroed_page(GFP_KERNEL);

		ret = page ? take_page(reader, &page, true) : -ENOMEM;
		if (ret < 0) {
			free_page((unsigned long)page);
			break;
		}
		spd->pages[i] = virt_to_page(page);
		spd->partial[i].offset = 0;
		spd->partial[i].len = PAGE_SIZE;
		spd->partial[i].private = 0;
	}
	spd->nr_pages = i;
	return i ? (int)i : ret;
}

static ssize_t raw_splice_read(struct file *filp, loff_t *pos,
			       struct pipe_inode_info *pipe, size_t len,
			       unsigned int flags)
{
	struct raw_reader *reader = filp->private_data;
	struct partial_page partial[PIPE_DEF_BUFFERS];
	struct page *pages[PIPE_DEF_BUFFERS];
	struct splice_pipe_desc spd = {
		.pages = pages,
		.partial = partial,
		.nr_pages_max = PIPE_DEF_BUFFERS,
		.ops = &nosteal_pipe_buf_ops,
		.spd_release = drop_page,
	};
	unsigned int all, own;
	int ret;

	if (*pos & (PAGE_SIZE - 1) || len < PAGE_SIZE)
		return -EINVAL;

	/* Pairs with instance_wake_all(), as below. */
	all = atomic_read_acquire(&reader->instance->nr_wakes);
	own = READ_ONCE(reader->nr_wakes);
	for (;;) {
		mutex_lock(&reader->lock);
		ret = take_pages(reader, &spd,
				 min_t(size_t, len / PAGE_SIZE,
				       PIPE_DEF_BUFFERS));
		mutex_unlock(&reader->lock);
		if (ret > 0)
			break;
		if (ret != -EAGAIN || filp->f_flags & O_NONBLOCK ||
		    flags & SPLICE_F_NONBLOCK)
			return ret;
		ret = wait_until_filled(reader, true, all);
		if (ret)
			return ret;
		/*
		 * Pairs with instance_wake_all(): a thread that sees a wake also sees
		 * what was stored before it. A later wake ends the next wait at once.
		 */
		all = atomic_read_acquire(&reader->instance->nr_wakes);
		/* When recording has stopped, only read() can read the partly filled last page. */
		if (!instance_is_on(reader->instance) ||
		    READ_ONCE(reader->nr_wakes) != own)
			return 0;
	}
	*pos += (loff_t)ret * PAGE_SIZE;
	return splice_to_pipe(pipe, &spd);
}

static __poll_t raw_poll(struct file *filp, poll_table *wait)
{
	struct raw_reader *reader = filp->private_data;
	struct instance *instance = reader->instance;
	unsigned long delay = LOOK_FIRST;

	if (instance_option(instance, OPTION_BLOCK))
		return EPOLLIN | EPOLLRDNORM;
	poll_wait(filp, &instance->readers, wait);
	if (READ_ONCE(reader->at) < PAGE_SIZE ||
	    raw_is_filled(reader, false, READ_ONCE(instance->buffer_percent)))
		return EPOLLIN | EPOLLRDNORM;
	instance_look_later(instance, &delay);
	return 0;
}

/* Command 0 wakes the threads that wait on this file and makes splice() return. */
static long raw_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	struct raw_reader *reader = filp->private_data;

	if (cmd)
		return -ENOIOCTLCMD;
	WRITE_ONCE(reader->nr_wakes, reader->nr_wakes + 1);
	instance_wake_all(reader->instance);
	return 0;
}

#define RAW_FILE(name, open_)				\
	const struct file_operations name = {		\
		.owner = THIS_MODULE,			\
		.open = open_,				\
		.read = raw_read,			\
		.splice_read = raw_splice_read,		\
		.poll = raw_poll,			\
		.unlocked_ioctl = raw_ioctl,		\
		.compat_ioctl = raw_ioctl,		\
		.release = raw_release,			\
	}

RAW_FILE(trace_pipe_raw_fops, pipe_raw_open);
RAW_FILE(snapshot_raw_fops, snapshot_raw_open);
