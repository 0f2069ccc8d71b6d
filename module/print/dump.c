// SPDX-License-Identifier: GPL-2.0
/* Prints the ring to the kernel's log, see dump.h. */
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/kdebug.h>
#include <linux/moduleparam.h>
#include <linux/nmi.h>
#include <linux/notifier.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/security.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "../compat/order.h"
#include "../compat/panic.h"
#include "../event/registry.h"
#include "../instance/hot/state.h"
#include "../instance/instance.h"
#include "../ring/clock.h"
#include "../ring/ring.h"
#include "dump.h"
#include "trace_iter.h"

/* Maximum length of a printed entry in bytes, and maximum number of entries. */
#define DUMP_TEXT_MAX	1000
#define DUMP_MAX	10000

enum dump_mode { ON_OOPS_NOTHING, ON_OOPS_ALL, ON_OOPS_ONE_CPU };

static enum dump_mode mode;

/* The iterator of dumps, NULL until dump_prepare() was called. */
static struct trace_iter *dump_iter;

static bool ready;

/* 1 while a CPU dumps, so that no other CPU dumps at the same time. */
static atomic_t dumping;

/*
 * Removes old entries by whole pages, which is much faster than one by one.
 * Keeps the newest DUMP_MAX of each CPU, because all that the dump prints may be of one CPU.
 * Returns how many it removed.
 */
static unsigned long trace_dump_skip(const struct trace_iter *iter)
{
	unsigned long nr = 0;
	int cpu;

	for_each_cpu(cpu, iter->mask) {
		nr += ring_skip(iter->ring, cpu, DUMP_MAX);
		touch_nmi_watchdog();
	}
	return nr;
}

static unsigned long trace_dump_count(const struct trace_iter *iter)
{
	unsigned long nr = 0;
	int cpu;

	for_each_cpu(cpu, iter->mask)
		nr += ring_entries(iter->ring, cpu);
	return nr;
}

static void print_entry(struct trace_iter *iter)
{
	struct trace_seq *s = &iter->seq;
	unsigned int len;

	trace_seq_init(s);
	trace_line_print(iter);
	len = min_t(unsigned int, trace_seq_used(s), DUMP_TEXT_MAX);
	s->buffer[len] = '\0';
	pr_emerg("%s", s->buffer);
}

static void print_entries(struct trace_iter *iter)
{
	unsigned long skipped = trace_dump_skip(iter),
		      nr = trace_dump_count(iter), printed = 0;

	if (nr > DUMP_MAX)
		skipped += nr - DUMP_MAX;
	if (skipped)
		pr_emerg("   (%lu older entries left out)\n", skipped);
	while (printed < DUMP_MAX && trace_iter_next(iter)) {
		if (nr > DUMP_MAX) {
			nr--;
		} else {
			if (!printed++)
				pr_emerg("---------------------------------\n");
			print_entry(iter);
		}
		trace_iter_consume(iter);
		touch_nmi_watchdog();
	}
	if (printed)
		pr_emerg("---------------------------------\n");
	else
		pr_emerg("   (ftrace buffer empty)\n");
}

/*
 * Takes no reference to the ring. The caller has disabled preemption, so the
 * ring is not freed.
 */
static void dump_ring(struct trace_iter *iter, int cpu)
{
	iter->mask = cpu == RING_ALL ? cpu_possible_mask : cpumask_of(cpu);
	/* A snapshot exchanges the rings, so an earlier dump may have printed the other one. */
	trace_iter_set_ring(iter, READ_DEPENDENT(main_instance.ring));
	pr_emerg("Dumping ftrace buffer:\n");
	if (!trace_iter_hold(iter)) {
		pr_emerg("   (a reader has locked the buffer; nothing is dumped)\n");
		return;
	}
	print_entries(iter);
	trace_iter_release(iter);
}

static void trace_dump_print(int cpu, bool panic)
{
	/* Pairs with dump_prepare(). */
	struct trace_iter *iter = READ_DEPENDENT(dump_iter);

	if (!iter || (in_nmi() && !panic) || atomic_cmpxchg(&dumping, 0, 1))
		return;
	preempt_disable();
	instance_set_on(&main_instance, false);
	dump_ring(iter, cpu);
	iter->ring = NULL;
	preempt_enable();
	atomic_set_release(&dumping, 0);
}

static void dump_on_oops(bool panic)
{
	const enum dump_mode now = READ_ONCE(mode);

	if (now)
		trace_dump_print(now == ON_OOPS_ALL ? RING_ALL :
						      raw_smp_processor_id(),
				 panic);
}

int dump_request = DUMP_NOTHING;

static void dump_requested(struct irq_work *work)
{
	trace_dump_print(READ_ONCE(dump_request), false);
	WRITE_ONCE(dump_request, DUMP_NOTHING);
}

DEFINE_IRQ_WORK(dump_work, dump_requested);

static int on_die(struct notifier_block *block, unsigned long reason, void *args)
{
	if (reason == DIE_OOPS)
		dump_on_oops(false);
	return NOTIFY_OK;
}

static int on_panic(struct notifier_block *block, unsigned long event,
		    void *text)
{
	dump_on_oops(true);
	return NOTIFY_OK;
}

/* The same priorities as the kernel's own dump. */
static struct notifier_block die_block = {
	.notifier_call = on_die,
	.priority = 200,
};

static struct notifier_block panic_block = {
	.notifier_call = on_panic,
	.priority = 150,
};

int dump_prepare(void)
{
	struct trace_iter *iter;

	lockdep_assert_held(&event_mutex);
	if (!ready || dump_iter)
		return 0;
	iter = trace_iter_create(&main_instance, NULL, RING_ALL);
	if (!iter)
		return -ENOMEM;
	/* Print like the tracer nop, as the tracer may change before a dump. */
	trace_iter_forget_tracer(iter);
	iter->latency = true;
	iter->atomic = true;
	/* Pairs with trace_dump_print(): a dump sees a complete iterator. */
	smp_store_release(&dump_iter, iter);
	return 0;
}

static int set_mode(const char *text, const struct kernel_param *parameter)
{
	unsigned int value;
	int ret = 0;

	if (sysfs_streq(text, "orig_cpu"))
		value = ON_OOPS_ONE_CPU;
	else
		ret = kstrtouint(text, 0, &value);
	if (ret)
		return ret;
	if (value > ON_OOPS_ONE_CPU)
		return -EINVAL;
	/* Lockdown forbids printing traced data to the log. */
	ret = value ? security_locked_down(LOCKDOWN_TRACEFS) : 0;
	if (ret)
		return ret;
	mutex_lock(&event_mutex);
	WRITE_ONCE(mode, value);
	ret = value ? dump_prepare() : 0;
	if (ret)
		WRITE_ONCE(mode, ON_OOPS_NOTHING);
	mutex_unlock(&event_mutex);
	return ret;
}

static int get_mode(char *text, const struct kernel_param *parameter)
{
	return sprintf(text, "%u\n", READ_ONCE(mode));
}

static const struct kernel_param_ops mode_ops = {
	.set = set_mode,
	.get = get_mode,
};

module_param_cb(ftrace_dump_on_oops, &mode_ops, NULL, 0644);
MODULE_PARM_DESC(ftrace_dump_on_oops, "print the buffer on an oops or panic: 0, 1 (all CPUs) or 2 (orig_cpu)");

void dump_init(void)
{
	mutex_lock(&event_mutex);
	ready = true;
	if (mode && dump_prepare())
		WRITE_ONCE(mode, ON_OOPS_NOTHING);
	mutex_unlock(&event_mutex);
	register_die_notifier(&die_block);
	atomic_notifier_chain_register(&panic_notifier_list, &panic_block);
}

void dump_wait(void)
{
	irq_work_sync(&dump_work);
}

void dump_exit(void)
{
	struct trace_iter *iter;

	atomic_notifier_chain_unregister(&panic_notifier_list, &panic_block);
	unregister_die_notifier(&die_block);
	mutex_lock(&event_mutex);
	ready = false;
	iter = dump_iter;
	WRITE_ONCE(dump_iter, NULL);
	dump_wait();
	if (iter)
		trace_iter_free(iter);
	mutex_unlock(&event_mutex);
}
