// SPDX-License-Identifier: GPL-2.0
/* Checks steps that hits have found; forgets all when modules change; see hot/steps.h. */
#include <linux/atomic.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/kallsyms.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "hot/steps.h"

#if STACK_HAS_STEPS

/* Held to write to the table. Hits only write to lessons. */
static DEFINE_MUTEX(steps_mutex);

/*
 * Jiffies from a lesson until the worker takes it. The worker causes hits that write lessons, so
 * without a delay it would keep itself busy.
 */
#define ACCEPT_AFTER	max(HZ / 50, 1)

/* Jiffies from a module's notification until no thread is left in code that is then freed. */
#define FORGET_AFTER	HZ

/* Without CONFIG_KALLSYMS, names are empty, so nothing is known of the code. */
static bool is_lasting_name(const char *name)
{
	return *name && strncmp(name, "0x", 2) && !strstr(name, "trampoline") &&
	       !strstr(name, "return_to_handler") &&
	       !strstr(name, "bpf_prog_") && !strstr(name, "bpf_dispatcher_");
}

/*
 * Is the code at @at the same until a notifier of modules tells of other code? The code of BPF
 * programs and trampolines changes without notice. A hooked call returns to the start of a
 * trampoline, which is the byte after @at; the unwinder replaces that address if it can.
 *
 * Hits do not call this, because it takes too long: for the name of a module's address, the
 * kernel searches all symbols of the module.
 */
static bool is_lasting(unsigned long at)
{
	char name[KSYM_SYMBOL_LEN];

	sprint_symbol_no_offset(name, at);
	if (!is_lasting_name(name))
		return false;
	sprint_symbol_no_offset(name, at + 1);
	return is_lasting_name(name);
}

/*
 * Puts a step into a word of its set: the first that is empty or has the same address, else one
 * with STEP_UNKNOWN, else each in turn.
 */
static void steps_store(u64 step)
{
	u64 *set = step_set((u32)step), *to = NULL;
	static unsigned int turn;
	unsigned int i;

	for (i = 0; i < STEP_WAYS; i++) {
		if (!set[i] || (u32)set[i] == (u32)step) {
			to = &set[i];
			break;
		}
		if (step_kind(set[i] >> 32) == STEP_UNKNOWN)
			to = &set[i];
	}
	WRITE_ONCE(*(to ?: &set[turn++ % STEP_WAYS]), step);
}

static void steps_accept(struct work_struct *work)
{
	unsigned long at;
	unsigned int i;
	u64 step;

	mutex_lock(&steps_mutex);
	for (i = 0; i < STEP_LESSONS; i++) {
		step = xchg(&step_lessons[i], 0);
		if (!step)
			continue;
		at = STEP_LOWEST | (u32)step;
		if (!is_lasting(at))
			step = step_word(at, STEP_UNKNOWN, 0, 0) |
			       (step & (u64)STEP_OURS << 32);
		steps_store(step);
	}
	mutex_unlock(&steps_mutex);
}

static DECLARE_DELAYED_WORK(accept_work, steps_accept);

static void steps_queue(struct irq_work *work)
{
	schedule_delayed_work(&accept_work, ACCEPT_AFTER);
}

DEFINE_IRQ_WORK(step_lessons_irq, steps_queue);

static void steps_forget(struct work_struct *work)
{
	unsigned int i;
	u64 *word;

	mutex_lock(&steps_mutex);
	for (i = 0; i < STEP_LESSONS; i++)
		WRITE_ONCE(step_lessons[i], 0);
	for (word = stack_steps[0]; word < stack_steps[0] + STEP_SETS * STEP_WAYS; word++)
		WRITE_ONCE(*word, 0);
	mutex_unlock(&steps_mutex);
}

static DECLARE_DELAYED_WORK(forget_work, steps_forget);

/*
 * The kernel frees a module's code when the module is unloaded, and its init code when the module
 * is live. Other code may then get the memory. A thread that is just leaving the freed code may
 * still learn a step from there, so forget all steps a second time.
 */
static int steps_module_event(struct notifier_block *nb, unsigned long action,
			      void *data)
{
	steps_forget(NULL);
	cancel_delayed_work(&forget_work);
	schedule_delayed_work(&forget_work, FORGET_AFTER);
	return NOTIFY_OK;
}

static struct notifier_block steps_notifier = {
	.notifier_call = steps_module_event,
};

int steps_init(void)
{
	unsigned int i;

	for (i = 0; i < STEPS_TRIAL; i++)
		steps_trial[i] = i;
	return register_module_notifier(&steps_notifier);
}

void steps_exit(void)
{
	unregister_module_notifier(&steps_notifier);
	irq_work_sync(&step_lessons_irq);
	cancel_delayed_work_sync(&accept_work);
	cancel_delayed_work_sync(&forget_work);
}

#else

int steps_init(void)
{
	return 0;
}

void steps_exit(void)
{
}

#endif
