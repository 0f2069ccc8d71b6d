/* SPDX-License-Identifier: GPL-2.0 */
/* The ORC unwinder, see compat/unwind.h. */
#ifndef HISTRIG_ARCH_UNWIND_H
#define HISTRIG_ARCH_UNWIND_H

#include <linux/compiler.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>

static inline struct pt_regs *unwind_caller_regs(struct pt_regs *regs, struct pt_regs *copy)
{
	const unsigned long *frame = (const unsigned long *)regs->sp;

	/* The CPU never clears all flags. */
	if (likely(regs->flags || user_mode(regs)))
		return regs;
	*copy = *regs;
	copy->sp = 0;
	if (regs->sp - (unsigned long)task_stack_page(current) < THREAD_SIZE - 2 * sizeof(*frame) &&
	    READ_ONCE_NOCHECK(frame[1]) == regs->ip) {
		copy->bp = READ_ONCE_NOCHECK(frame[0]);
		copy->sp = (unsigned long)(frame + 2);
	}
	return copy;
}

#ifdef CONFIG_UNWINDER_ORC
#include <linux/string.h>

#include <asm/unwind.h>

#define STACK_HAS_STEPS	1

static __always_inline struct unwind_place unwind_here(void)
{
	struct unwind_place here;

	/* Read rbp first, because the compiler may choose rbp for another output. */
	asm volatile("mov %%rbp, %2\n\t"
		     "lea (%%rip), %0\n\t"
		     "mov %%rsp, %1"
		     : "=&r" (here.ip), "=r" (here.sp), "=&r" (here.fp));
	return here;
}

static __always_inline struct unwind_place
unwind_place_of(const struct pt_regs *regs)
{
	return (struct unwind_place) { regs->ip, regs->sp, regs->bp };
}

static inline struct unwind_place
unwind_place_at(const struct unwind_state *state)
{
	return (struct unwind_place) { state->ip, state->sp, state->bp };
}

static inline bool unwind_is_plain(const struct unwind_state *state)
{
	return !state->error && !state->regs && !state->signal;
}

static inline const struct pt_regs *
unwind_regs(const struct unwind_state *state)
{
	return state->regs;
}

static inline bool unwind_try(struct unwind_state *state,
			      const struct unwind_place *from, bool exact,
			      const unsigned long *stack, unsigned int nr)
{
	memset(state, 0, sizeof(*state));
	state->task = current;
	state->stack_info.type = STACK_TYPE_TASK;
	state->stack_info.begin = (unsigned long *)stack;
	state->stack_info.end = (unsigned long *)stack + nr;
	state->ip = from->ip;
	state->sp = from->sp;
	state->bp = from->fp;
	state->signal = exact;
	/* With @error set, the unwinder prints no warnings. An error still ends the trace. */
	state->error = true;
	unwind_next_frame(state);
	return !unwind_done(state) && !state->regs && !state->signal;
}
#else
#define STACK_HAS_STEPS	0
#endif

#endif /* HISTRIG_ARCH_UNWIND_H */
