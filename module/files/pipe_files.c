// SPDX-License-Identifier: GPL-2.0
/*
 * The file trace_pipe, of an instance and of each CPU.
 *
 * A read consumes entries, and waits if there are none. A reader sets the instance's
 * @wake before it looks for entries, so that a hit whose entry it misses wakes the
 * reader. If the hit does not see @wake, the reader finds the entry later, see sleep_on().
 */
#include <linux/module.h>
#include <linux/pipe_fs_i.h>
#include <linux/poll.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/splice.h>
#include <linux/wait.h>

#include "../compat/trace_seq.h"
#include "../event/registry.h"
#include "../instance/hot/state.h"
#include "../instance/instance.h"
#include "../instance/rings.h"
#include "../print/trace_iter.h"
#include "../ring/ring.h"
#include "files.h"
#include "open.h"

/**
 * struct pipe_view - an open file
 * @iter: its entries
 * @lock: never held together with event_mutex; dropped while the reader waits
 * @any: an entry was read, so the file ends when recording stops
 */
struct pipe_view {
	struct trace_iter *iter;
	struct mutex lock;	/* serializes threads that read the same file */
	bool any;
};

/* Allows one reader per CPU, or a single one of all CPUs; else -EBUSY. event_mutex held. */
static int pipe_claim(struct instance *instance, int cpu)
{
	if (cpu == RING_ALL) {
		if (!cpumask_empty(instance->pipes))
			return -EBUSY;
		cpumask_setall(instance->pipes);
	} else if (cpumask_test_and_set_cpu(cpu, instance->pipes)) {
		return -EBUSY;
	}
	instance->streams++;
	return 0;
}

static void pipe_unclaim(struct instance *instance, int cpu)
{
	instance->streams--;
	if (cpu == RING_ALL)
		cpumask_clear(instance->pipes);
	else
		cpumask_clear_cpu(cpu, instance->pipes);
}

static int pipe_open_view(const struct instance_cpu *icpu, struct file *filp)
{
	struct instance *instance = icpu->instance;
	struct pipe_view *view;
	int ret;

	ret = pipe_claim(instance, icpu->cpu);
	if (ret)
		return ret;
	view = kzalloc(sizeof(*view), GFP_KERNEL);
	if (view)
		view->iter = trace_iter_create(instance,
					       instance_get_ring(instance, false),
					       icpu->cpu);
	if (!view || !view->iter) {
		kfree(view);
		pipe_unclaim(instance, icpu->cpu);
		return -ENOMEM;
	}
	mutex_init(&view->lock);
	filp->private_data = view;
	return 0;
}

static int pipe_open(struct inode *inode, struct file *filp)
{
	int ret = cpu_file_open(inode, filp);

	if (ret)
		return ret;
	mutex_lock(&event_mutex);
	ret = pipe_open_view(inode->i_private, filp);
	mutex_unlock(&event_mutex);
	if (ret)
		cpu_file_release(inode, filp);
	else
		nonseekable_open(inode, filp);
	return ret;
}

static int pipe_release(struct inode *inode, struct file *filp)
{
	struct instance_cpu *icpu = inode->i_private;
	struct pipe_view *view = filp->private_data;

	mutex_lock(&event_mutex);
	pipe_unclaim(icpu->instance, icpu->cpu);
	mutex_unlock(&event_mutex);
	trace_iter_free(view->iter);
	mutex_destroy(&view->lock);
	kfree(view);
	return cpu_file_release(inode, filp);
}

/* Switches to the ring that now records, after a snapshot has exchanged the rings. */
static void follow_ring(struct pipe_view *view)
{
	struct instance *instance = view->iter->instance;

	if (likely(view->iter->ring == READ_ONCE(instance->ring)))
		return;
	ring_put(view->iter->ring);
	trace_iter_set_ring(view->iter, instance_get_ring(instance, false));
}

/* Asks hits to wake the reader of @ring. Returns true if the reader need not wait. */
static bool worth_waking(struct pipe_view *view, struct ring *ring)
{
	struct instance *instance = view->iter->instance;

	xchg(&instance->wake, 1);
	return ring != READ_ONCE(instance->ring) ||
	       !ring_empty(ring, view->iter->cpu) ||
	       (view->any && !instance_is_on(instance));
}

/* Sleeps until worth_waking() or a signal. */
static int sleep_on(struct pipe_view *view, struct ring *ring)
{
	struct instance *instance = view->iter->instance;
	unsigned long delay = LOOK_FIRST;

	return wait_event_interruptible(instance->readers,
					worth_waking(view, ring) ||
					instance_look_later(instance, &delay));
}

/* Waits for entries. Returns 1 if there are any, 0 at the end of the file, or an errno. */
static int wait_for_entries(struct pipe_view *view, struct file *filp)
{
	struct instance *instance = view->iter->instance;
	struct ring *ring;
	int ret;

	for (;;) {
		follow_ring(view);
		if (!trace_iter_empty(view->iter))
			return 1;
		if (filp->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (view->any && !instance_is_on(instance))
			return 0;
		/* Another thread may switch ->iter to another ring, so pin this one. */
		ring = view->iter->ring;
		ring_get(ring);
		mutex_unlock(&view->lock);
		ret = sleep_on(view, ring);
		ring_put(ring);
		mutex_lock(&view->lock);
		if (ret)
			return -EINTR;
	}
}

/*
 * Prints entries and consumes them, until the output has @want bytes or a line does not
 * fit. Like the kernel's print_trace_line(), removes such a line from the output.
 */
static void pipe_fill(struct pipe_view *view, size_t want)
{
	struct trace_iter *iter = view->iter;
	struct trace_seq *s = &iter->seq;
	unsigned int before;

	trace_seq_init(s);
	iter->nr = 1;
	trace_iter_lock(iter);
	while (trace_seq_used(s) < want && trace_iter_next(iter)) {
		before = trace_seq_used(s);
		if (!trace_line_print(iter)) {
			s->full = 0;
			if (before) {
				s->seq.len = before;
				break;
			}
			trace_seq_puts(s, "[LINE TOO BIG]\n");
		}
		trace_iter_consume(iter);
		view->any = true;
	}
	trace_iter_unlock(iter);
}

static ssize_t pipe_read(struct file *filp, char __user *to, size_t count,
			 loff_t *pos)
{
	struct pipe_view *view = filp->private_data;
	struct trace_seq *s = &view->iter->seq;
	ssize_t ret;

	mutex_lock(&view->lock);
	ret = trace_seq_to_user(s, to, count);
	while (ret == -EBUSY) {
		trace_seq_init(s);
		ret = wait_for_entries(view, filp);
		if (ret <= 0)
			break;
		pipe_fill(view, min_t(size_t, count, PAGE_SIZE - 1));
		ret = trace_seq_to_user(s, to, count);
	}
	mutex_unlock(&view->lock);
	return ret;
}

/*
 * Is the file readable? Sets ->wake before it looks for entries, so that the next recorded
 * hit wakes pollers. If buffer_percent applies, does not set ->wake: if too few pages are in
 * use, ring_filled() asks the hit that starts the last missing page to wake pollers.
 */
static bool pipe_is_filled(const struct trace_iter *iter)
{
	struct instance *instance = iter->instance;
	unsigned int percent = READ_ONCE(instance->buffer_percent);

	/* buffer_percent applies to the files of one CPU only. */
	if (iter->cpu != RING_ALL && percent)
		return ring_filled(iter->ring, iter->cpu, percent);
	xchg(&instance->wake, 1);
	return !trace_iter_empty(iter);
}

static __poll_t pipe_poll(struct file *filp, poll_table *wait)
{
	struct pipe_view *view = filp->private_data;
	struct instance *instance = view->iter->instance;
	unsigned long delay = LOOK_FIRST;
	__poll_t ret = 0;

	if (instance_option(instance, OPTION_BLOCK))
		return EPOLLIN | EPOLLRDNORM;
	poll_wait(filp, &instance->readers, wait);
	mutex_lock(&view->lock);
	follow_ring(view);
	if (pipe_is_filled(view->iter))
		ret = EPOLLIN | EPOLLRDNORM;
	else
		instance_look_later(instance, &delay);
	mutex_unlock(&view->lock);
	return ret;
}

static void release_page(struct splice_pipe_desc *spd, unsigned int i)
{
	__free_page(spd->pages[i]);
}

/* Fills pages with whole lines, up to @len bytes or until the pipe is full. */
static void fill_pages(struct pipe_view *view, struct splice_pipe_desc *spd,
		       size_t len)
{
	struct trace_seq *s = &view->iter->seq;
	struct page *page;
	size_t used;

	while (len && spd->nr_pages < spd->nr_pages_max) {
		/* First pass on the output that an earlier read() left. */
		if (trace_seq_readpos(s) >= trace_seq_used(s))
			pipe_fill(view, min_t(size_t, len, PAGE_SIZE - 1));
		/* In newer kernels the output can exceed a page, so pass on at most a page. */
		used = min_t(size_t, trace_seq_used(s) - trace_seq_readpos(s),
			     min_t(size_t, len, PAGE_SIZE));
		if (!used)
			break;
		page = alloc_page(GFP_KERNEL);
		if (!page)
			break;
		memcpy(page_address(page), s->buffer + trace_seq_readpos(s), used);
		trace_seq_readpos(s) += used;
		spd->pages[spd->nr_pages] = page;
		spd->partial[spd->nr_pages].offset = 0;
		spd->partial[spd->nr_pages].len = used;
		spd->nr_pages++;
		len -= used;
	}
}

static ssize_t pipe_splice_read(struct file *filp, loff_t *pos,
				struct pipe_inode_info *pipe, size_t len,
				unsigned int flags)
{
	struct page *pages[PIPE_DEF_BUFFERS];
	struct partial_page partial[PIPE_DEF_BUFFERS];
	struct splice_pipe_desc spd = {
		.pages = pages,
		.partial = partial,
		.nr_pages_max = min_t(unsigned int, PIPE_DEF_BUFFERS,
				      pipe->max_usage -
				      pipe_occupancy(pipe->head, pipe->tail)),
		.ops = &nosteal_pipe_buf_ops,
		.spd_release = release_page,
	};
	struct pipe_view *view = filp->private_data;
	struct trace_seq *s = &view->iter->seq;
	ssize_t ret = 1;

	mutex_lock(&view->lock);
	if (trace_seq_readpos(s) >= trace_seq_used(s))
		ret = wait_for_entries(view, filp);
	if (ret > 0)
		fill_pages(view, &spd, len);
	mutex_unlock(&view->lock);
	if (ret <= 0)
		return ret;
	return spd.nr_pages ? splice_to_pipe(pipe, &spd) : 0;
}

const struct file_operations trace_pipe_fops = {
	.owner = THIS_MODULE,
	.open = pipe_open,
	.read = pipe_read,
	.poll = pipe_poll,
	.splice_read = pipe_splice_read,
	.release = pipe_release,
};
