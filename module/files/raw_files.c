// SPDX-License-Identifier: GPL-2.0
/*
 * trace_pipe_raw and snapshot_raw of a CPU: whole pages, as trace-cmd reads
 * them.
 *
 * Pages are made over before they are given out (ring/page.h), so each costs
 * one copy; splice hands out the copies. debugfs keeps neither splice nor poll
 * files from being removed while they are used, so the file is registered
 * without its help: an open file holds its instance and its ring, and that is
 * all that is used here.
 */
#include <linux/debugfs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/pipe_fs_i.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/splice.h>

#include "../event/registry.h"
#include "../instance/instance.h"
#include "../ring/ring.h"
#include "raw_files.h"

/* How often who waits for whole pages looks, in jiffies. */
#define LOOK_AGAIN	(HZ / 10)

/**
 * struct raw_reader - one open file
 * @lock: one reader at a time
 * @instance: whose pages
 * @snapshot: the ring that snapshots go to, not the one that records
 * @cpu: of which CPU
 * @spare: what is exchanged for the kernel's page
 * @spare_ring: the ring that @spare is from
 * @page: the page that is being read, made over
 * @at: how much of it has been read, PAGE_SIZE when all has
 */
struct raw_reader {
	/* held while a page is taken and given out */
	struct mutex lock;
	struct instance *instance;
	bool snapshot;
	int cpu;
	void *spare;
	struct ring *spare_ring;
	void *page;
	unsigned int at;
};

/* The ring as it is now, with a reference, or NULL. */
static struct ring *get_ring(const struct raw_reader *reader)
{
	return instance_get_ring(reader->instance, reader->snapshot);
}

static void drop_spare(struct raw_reader *reader)
{
	if (!reader->spare)
		return;
	ring_put_spare_page(reader->spare_ring, reader->cpu, reader->spare);
	ring_put(reader->spare_ring);
	reader->spare = NULL;
}

/* Takes one page into @to; PAGE_SIZE, -EAGAIN when there is none, or an errno. */
static int take_page(struct raw_reader *reader, void *to, bool full)
{
	struct ring *ring = get_ring(reader);
	int ret = -EAGAIN;
	void *spare;

	if (!ring)
		return ret;
	if (reader->spare_ring != ring)
		drop_spare(reader);
	if (!reader->spare) {
		spare = ring_spare_page(ring, reader->cpu);
		if (IS_ERR(spare)) {
			ret = PTR_ERR(spare);
		} else {
			ring_get(ring);
			reader->spare_ring = ring;
			reader->spare = spare;
		}
	}
	if (reader->spare)
		ret = ring_read_page(ring, reader->cpu, &reader->spare, to,
				     full);
	ring_put(ring);
	return ret < 0 ? ret : PAGE_SIZE;
}

static bool is_empty(const struct raw_reader *reader)
{
	struct ring *ring = get_ring(reader);
	bool empty = true;

	if (ring) {
		empty = ring_empty(ring, reader->cpu);
		ring_put(ring);
	}
	return empty;
}

/*
 * Waits for the first entry, or a while: a snapshot may exchange the rings, and
 * a hit may miss that it is to wake somebody.
 */
static int wait_for_entry(struct raw_reader *reader)
{
	struct instance *instance = reader->instance;
	struct ring *ring = get_ring(reader);
	long ret;

	/* From here on a recorded hit wakes; what came before is seen. */
	xchg(&instance->wake, 1);
	ret = wait_event_interruptible_timeout(instance->readers,
					       ring &&
					       !ring_empty(ring, reader->cpu),
					       LOOK_AGAIN);
	ring_put(ring);
	return ret < 0 ? ret : 0;
}

static int raw_open(struct inode *inode, struct file *filp, bool snapshot)
{
	struct instance_cpu *of = inode->i_private;
	struct raw_reader *reader;
	int ret;

	ret = instance_get(of->instance);
	if (ret)
		return ret;
	reader = kzalloc(sizeof(*reader), GFP_KERNEL);
	if (!reader)
		goto fail;
	reader->page = (void *)get_zeroed_page(GFP_KERNEL);
	if (!reader->page)
		goto fail;
	mutex_init(&reader->lock);
	reader->instance = of->instance;
	reader->cpu = of->cpu;
	reader->snapshot = snapshot;
	reader->at = PAGE_SIZE;
	filp->private_data = reader;
	return nonseekable_open(inode, filp);
fail:
	kfree(reader);
	instance_put(of->instance);
	return -ENOMEM;
}

static int pipe_raw_open(struct inode *inode, struct file *filp)
{
	return raw_open(inode, filp, false);
}

static int snapshot_raw_open(struct inode *inode, struct file *filp)
{
	return raw_open(inode, filp, true);
}

static int raw_release(struct inode *inode, struct file *filp)
{
	struct raw_reader *reader = filp->private_data;

	drop_spare(reader);
	free_page((unsigned long)reader->page);
	instance_put(reader->instance);
	kfree(reader);
	return 0;
}

/* Has something of a page to read in the end: 0, or an errno. */
static int next_page(struct raw_reader *reader, struct file *filp)
{
	int ret;

	/* While this one waits, another thread may have taken a page. */
	while (reader->at == PAGE_SIZE) {
		ret = take_page(reader, reader->page, false);
		if (ret > 0) {
			reader->at = 0;
			break;
		}
		if (ret != -EAGAIN || filp->f_flags & O_NONBLOCK)
			return ret;
		mutex_unlock(&reader->lock);
		ret = wait_for_entry(reader);
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

/* Takes whole pages for a pipe; returns how many, or an errno. */
static int take_pages(struct raw_reader *reader, struct splice_pipe_desc *spd,
		      unsigned int nr)
{
	unsigned int i;
	int ret;

	for (i = 0; i < nr; i++) {
		struct page *page = alloc_page(GFP_KERNEL);

		ret = page ? take_page(reader, page_address(page), true) :
			     -ENOMEM;
		if (ret < 0) {
			if (page)
				__free_page(page);
			break;
		}
		spd->pages[i] = page;
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
	bool may_wait = !(filp->f_flags & O_NONBLOCK) &&
			!(flags & SPLICE_F_NONBLOCK) && !reader->snapshot;
	int ret;

	if (*pos & (PAGE_SIZE - 1) || len < PAGE_SIZE)
		return -EINVAL;

	for (;;) {
		mutex_lock(&reader->lock);
		ret = take_pages(reader, &spd,
				 min_t(size_t, len / PAGE_SIZE,
				       PIPE_DEF_BUFFERS));
		mutex_unlock(&reader->lock);
		if (ret > 0)
			break;
		if (ret != -EAGAIN || !may_wait)
			return ret;
		/* A page that is not full yet is left for read(). */
		if (!instance_is_on(reader->instance))
			return ret;
		if (schedule_timeout_interruptible(LOOK_AGAIN) &&
		    signal_pending(current))
			return -EINTR;
		if (signal_pending(current))
			return -EINTR;
	}
	*pos += (loff_t)ret * PAGE_SIZE;
	return splice_to_pipe(pipe, &spd);
}

static __poll_t raw_poll(struct file *filp, poll_table *wait)
{
	struct raw_reader *reader = filp->private_data;

	poll_wait(filp, &reader->instance->readers, wait);
	xchg(&reader->instance->wake, 1);
	if (READ_ONCE(reader->at) < PAGE_SIZE || !is_empty(reader))
		return EPOLLIN | EPOLLRDNORM;
	instance_look_again(reader->instance);
	return 0;
}

const struct file_operations trace_pipe_raw_fops = {
	.owner = THIS_MODULE,
	.open = pipe_raw_open,
	.read = raw_read,
	.splice_read = raw_splice_read,
	.poll = raw_poll,
	.release = raw_release,
	.llseek = no_llseek,
};

const struct file_operations snapshot_raw_fops = {
	.owner = THIS_MODULE,
	.open = snapshot_raw_open,
	.read = raw_read,
	.splice_read = raw_splice_read,
	.poll = raw_poll,
	.release = raw_release,
	.llseek = no_llseek,
};
