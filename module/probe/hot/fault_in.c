// SPDX-License-Identifier: GPL-2.0
/* Faults in user memory, see fault_in.h. */
#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/cred.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kref.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/signal.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <linux/uidgid.h>
#include <linux/workqueue.h>

#include "fault_in.h"

/* Maximum number of faults at a time. Half of them are only for root. */
#define FAULTS_MAX	256

/**
 * struct fault - a page fault that a worker takes
 * @work: the entry in the queue of the workers
 * @done: completed when the fault has ended
 * @refs: one for the task that waits, one for the worker
 * @mm: the memory
 * @address: address in the page
 * @worker: the worker's task during the fault, otherwise NULL. Protected by
 *	@faults_lock, like the next three
 * @is_late: the task does not wait any more
 * @has_module: the worker has a reference to the module
 * @is_over: the fault has ended
 * @is_present: the page could be read; valid once @done
 */
struct fault {
	struct work_struct work;
	struct completion done;
	struct kref refs;
	struct mm_struct *mm;
	unsigned long address;
	struct task_struct *worker;
	bool is_late;
	bool has_module;
	bool is_over;
	bool is_present;
};

static struct workqueue_struct *workers;
static DEFINE_SPINLOCK(faults_lock);
static atomic_t nr_faults;

static void free_fault(struct kref *refs)
{
	kfree(container_of(refs, struct fault, refs));
}

/* Returns false if the task that needs the page does not wait any more. */
static bool fault_in_begin(struct fault *fault)
{
	bool is_late;

	/* Kernel threads ignore signals. Let a SIGKILL from give_up() end the fault. */
	allow_kernel_signal(SIGKILL);
	spin_lock(&faults_lock);
	is_late = fault->is_late;
	fault->worker = current;
	spin_unlock(&faults_lock);
	return !is_late;
}

static void fault_in_end(struct fault *fault)
{
	spin_lock(&faults_lock);
	fault->worker = NULL;
	fault->is_over = true;
	spin_unlock(&faults_lock);
	atomic_dec(&nr_faults);
	/* Also drops a pending SIGKILL, which would end the worker's next fault. */
	disallow_signal(SIGKILL);
}

static void take_fault(struct work_struct *work)
{
	struct fault *fault = container_of(work, struct fault, work);
	bool has_module;
	char byte;

	if (fault_in_begin(fault)) {
		kthread_use_mm(fault->mm);
		fault->is_present =
			!copy_from_user(&byte,
					(const void __user *)fault->address,
					sizeof(byte));
		kthread_unuse_mm(fault->mm);
	}
	fault_in_end(fault);
	mmput(fault->mm);
	complete(&fault->done);
	has_module = fault->has_module;
	kref_put(&fault->refs, free_fault);
	/*
	 * After module_put(), the module may be unloaded before this function
	 * returns; fault_in_exit() waits for that.
	 */
	if (has_module)
		module_put(THIS_MODULE);
}

/*
 * Stops waiting for the worker. Pins the module until the worker ends. If
 * unloading has begun, the module cannot be pinned, and fault_in_exit() waits.
 */
static void give_up(struct fault *fault)
{
	spin_lock(&faults_lock);
	if (!fault->is_over) {
		fault->is_late = true;
		fault->has_module = try_module_get(THIS_MODULE);
		if (fault->worker)
			send_sig(SIGKILL, fault->worker, 1);
	}
	spin_unlock(&faults_lock);
}

static int fault_in_limit(void)
{
	return uid_eq(current_uid(), GLOBAL_ROOT_UID) ? FAULTS_MAX :
							FAULTS_MAX / 2;
}

bool fault_in(unsigned long address, unsigned long ticks)
{
	struct fault *fault;
	bool ret = false;

	/* Queue no more faults than there are workers, so that no fault waits. */
	if (atomic_inc_return(&nr_faults) > fault_in_limit())
		goto err;
	fault = kzalloc(sizeof(*fault), GFP_KERNEL);
	if (!fault)
		goto err;
	INIT_WORK(&fault->work, take_fault);
	init_completion(&fault->done);
	kref_init(&fault->refs);
	kref_get(&fault->refs);
	fault->address = address;
	fault->mm = current->mm;
	mmget(fault->mm);
	queue_work(workers, &fault->work);
	if (wait_for_completion_killable_timeout(&fault->done, ticks) > 0)
		ret = fault->is_present;
	else
		give_up(fault);
	kref_put(&fault->refs, free_fault);
	return ret;
err:
	atomic_dec(&nr_faults);
	return false;
}

int fault_in_init(void)
{
	workers = alloc_workqueue("histrig_faults", WQ_UNBOUND, FAULTS_MAX);
	return workers ? 0 : -ENOMEM;
}

void fault_in_exit(void)
{
	if (workers)
		destroy_workqueue(workers);
	workers = NULL;
}
