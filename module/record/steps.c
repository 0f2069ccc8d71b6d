// SPDX-License-Identifier: GPL-2.0
/* Checking steps that hits have found, and forgetting those through modules, see steps.h. */
#include <linux/atomic.h>
#include <linux/irq_work.h>
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/string.h>

#include "../compat/workqueue.h"
#include "hot/steps.h"
#include "steps.h"

#if STACK_HAS_STEPS

/* Held to write to the table. Hits only write to lessons. */
static DEFINE_MUTEX(steps_mutex);

/*
 * Is there always the same code at an address? The code of modules is forgotten when they are
 * loaded and unloaded, that of other things is not. Hooked calls return to a trampoline; the
 * unwinder replaces its address if it can.
 */
static bool is_lasting(unsigned long at)
{
	char name[KSYM_SYMBOL_LEN];

	sprint_symbol_no_offset(name, at);
	return strncmp(name, "0x", 2) && !strstr(name, "trampoline") &&
	       !strstr(name, "return_to_handler") &&
	       !strstr(name, "bpf_prog_") && !strstr(name, "bpf_dispatcher_");
}

/*
 * In a hit this would take too long: for the name of a module's address, the kernel searches
 * all symbols of the module.
 */
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

static DECLARE_WORK(accept_work, steps_accept);

static void steps_queue(struct irq_work *work)
{
	queue_unbound_work(&accept_work);
}

DEFINE_IRQ_WORK(step_lessons_irq, steps_queue);

/*
 * The memory of a module's code is freed after it has left, that of its initialization after
 * it is live. Threads that are about to leave may still learn steps from it; so forget them
 * again before the code of the next module runs.
 */
static int steps_module_event(struct notifier_block *nb, unsigned long action,
			      void *data)
{
	unsigned int i;
	u64 *word;

	mutex_lock(&steps_mutex);
	for (i = 0; i < STEP_LESSONS; i++)
		WRITE_ONCE(step_lessons[i], 0);
	for (word = stack_steps[0]; word < stack_steps[STEP_SETS]; word++)
		WRITE_ONCE(*word, 0);
	mutex_unlock(&steps_mutex);
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
	cancel_work_sync(&accept_work);
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
