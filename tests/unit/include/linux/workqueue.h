/* SPDX-License-Identifier: GPL-2.0 */
/* Work items, which run when a test calls shim_run_works(). */
#ifndef SHIM_WORKQUEUE_H
#define SHIM_WORKQUEUE_H

#include <linux/types.h>

struct work_struct {
	void (*func)(struct work_struct *work);
	struct work_struct *next;
	int queued;
};

struct delayed_work {
	struct work_struct work;
};

#define DECLARE_WORK(name, fn)	struct work_struct name = { .func = (fn) }
#define INIT_WORK(work, fn)	((work)->func = (fn))
#define flush_work(work)	shim_flush_work(work)
#define DECLARE_DELAYED_WORK(name, fn)					\
	struct delayed_work name = { .work.func = (fn) }
#define queue_work(queue, work)	shim_queue_work(work)

/* Queues work for shim_run_works(). Signal handlers may call this. */
void shim_queue_work(struct work_struct *work);

#define cancel_work_sync(work)	((void)(work))

/* Ignores the delay: the next shim_run_works() runs the work. */
#define schedule_delayed_work(delayed, delay)	shim_queue_work(&(delayed)->work)
#define cancel_delayed_work(work)	((void)(work))
#define cancel_delayed_work_sync(work)	((void)(work))

/* Runs all queued work. Only one thread may call this at a time. */
void shim_run_works(void);

/* Runs one work item, if it is queued. */
void shim_flush_work(struct work_struct *work);

#endif /* SHIM_WORKQUEUE_H */
