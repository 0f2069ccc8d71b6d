// SPDX-License-Identifier: GPL-2.0
/*
 * Fires two events of the kernel: from two CPUs in turn, or from several CPUs
 * at the same time.
 *
 * One file, histrig_turns, takes one command per write:
 *
 *   turns N KEYS   N times: CPU 0 fires nmi_handler, then CPU 1 cpu_frequency
 *   race N KEYS    CPU 0 fires nmi_handler N times, all others cpu_frequency N
 *                  times each, without waiting for each other
 *
 * The i-th nmi_handler has handler i % KEYS and delta_ns i, the i-th
 * cpu_frequency has state i % KEYS and cpu_id i.
 */
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>

#include "compat.h"
#include "test_file.h"

#define SIDES_MAX	8

static struct tracepoint *setter, *reader;
static unsigned long rounds, keys;
static bool by_turns;
/* 2 * (number of the current round) + the side that fires next */
static unsigned long turn;
static struct completion done[SIDES_MAX];

static void find(struct tracepoint *tp, void *priv)
{
	if (!strcmp(tp->name, "nmi_handler"))
		setter = tp;
	else if (!strcmp(tp->name, "cpu_frequency"))
		reader = tp;
}

/*
 * Fires like a tracepoint's call site: with preemption disabled, and only if the
 * tracepoint has probes.
 */
static void fire_setter(unsigned long i)
{
	void (*call)(void *data, void *handler, s64 delta_ns, int handled);

	call = setter->iterator;
	preempt_disable_notrace();
	if (rcu_access_pointer(setter->funcs))
		call(NULL, (void *)(i % keys), i, i & 1);
	preempt_enable_notrace();
}

static void fire_reader(unsigned long i)
{
	void (*call)(void *data, unsigned int frequency, unsigned int cpu_id);

	call = reader->iterator;
	preempt_disable_notrace();
	if (rcu_access_pointer(reader->funcs))
		call(NULL, i % keys, i);
	preempt_enable_notrace();
}

static void wait_for_turn(unsigned long mine)
{
	unsigned long spins = 0;

	while (smp_load_acquire(&turn) != mine) {
		cpu_relax();
		if (!(++spins % 1000))
			cond_resched();
	}
}

/* cpu_relax() lets QEMU run other emulated CPUs; cond_resched() lets other tasks run. */
static void let_others_run(unsigned long i)
{
	cpu_relax();
	if (!(i % 128))
		cond_resched();
}

static int side(void *data)
{
	unsigned long me = (unsigned long)data, i;

	for (i = 0; i < rounds; i++) {
		if (by_turns)
			wait_for_turn(2 * i + me);
		if (me)
			fire_reader(i);
		else
			fire_setter(i);
		if (by_turns)
			smp_store_release(&turn, 2 * i + me + 1);
		else if (!(i % 8))
			let_others_run(i);
	}
	kthread_complete_and_exit(&done[me], 0);
}

static int run(unsigned int sides)
{
	struct task_struct *tasks[SIDES_MAX];
	unsigned long i;

	turn = 0;
	for (i = 0; i < sides; i++) {
		init_completion(&done[i]);
		tasks[i] = kthread_create(side, (void *)i, "turns/%lu", i);
		if (IS_ERR(tasks[i])) {
			while (i--)
				kthread_stop(tasks[i]);
			return -ENOMEM;
		}
		kthread_bind(tasks[i], i);
	}
	for (i = 0; i < sides; i++)
		wake_up_process(tasks[i]);
	for (i = 0; i < sides; i++)
		wait_for_completion(&done[i]);
	return 0;
}

static ssize_t turns_write(struct file *file, const char __user *from,
			   size_t len, loff_t *pos)
{
	static DEFINE_MUTEX(mutex);
	char text[64], verb[8];
	int ret;

	if (len >= sizeof(text))
		return -E2BIG;
	if (copy_from_user(text, from, len))
		return -EFAULT;
	text[len] = '\0';
	mutex_lock(&mutex);
	if (sscanf(text, "%7s %lu %lu", verb, &rounds, &keys) != 3 || !keys) {
		ret = -EINVAL;
	} else if (num_online_cpus() < 2) {
		ret = -ENODEV;
	} else {
		by_turns = !strcmp(verb, "turns");
		ret = run(by_turns ? 2 : min(num_online_cpus(),
					     (unsigned int)SIDES_MAX));
	}
	mutex_unlock(&mutex);
	return ret ? ret : len;
}

static const struct file_operations turns_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = turns_write,
	.llseek = default_llseek,
};

static int __init turns_init(void)
{
	for_each_kernel_tracepoint(find, NULL);
	if (!setter || !reader)
		return -ENOENT;
	test_file_add("histrig_turns", 0200, &turns_fops);
	return 0;
}

static void __exit turns_exit(void)
{
	test_file_remove("histrig_turns");
}

module_init(turns_init);
module_exit(turns_exit);
MODULE_DESCRIPTION("Fires two tracepoints by turns for histrig's tests");
MODULE_LICENSE("GPL");
