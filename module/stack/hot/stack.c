// SPDX-License-Identifier: GPL-2.0
/* The callback of the stack tracer, see stack.h. */
#include <linux/irqflags.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/spinlock.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "../../compat/compiler.h"
#include "../../compat/ftrace.h"
#include "../../function/functions.h"
#include "../stack.h"

struct deepest_stack deepest;

static arch_spinlock_t lock = __ARCH_SPIN_LOCK_UNLOCKED;

/*
 * On some architectures, a function stores its return address below its variables. Then the
 * function's frame ends where the caller's return address is stored. So, like the kernel, give
 * each function the place of its caller, and leave out the last function.
 */
#ifdef ARCH_FTRACE_SHIFT_STACK_TRACER
#define STACK_SHIFTS	1
#else
#define STACK_SHIFTS	0
#endif

/* True while this CPU holds @lock or waits for it. */
static DEFINE_PER_CPU(bool, locked);

unsigned long stack_max_lock(void)
{
	unsigned long flags;

	raw_local_irq_save(flags);
	raw_cpu_write(locked, true);
	barrier();
	arch_spin_lock(&lock);
	return flags;
}

void stack_max_unlock(unsigned long flags)
{
	arch_spin_unlock(&lock);
	barrier();
	raw_cpu_write(locked, false);
	raw_local_irq_restore(flags);
}

/*
 * Finds the places on the stack of the addresses in @deepest: @ip, the first,
 * is at @place, the others above it, up to @top.
 */
static void find_places(unsigned long ip, const unsigned long *place,
			const unsigned long *top, unsigned int nr)
{
	unsigned int from = 0, to = 0;

	/* Leave out the frames of the callback, which come before @ip. */
	while (from < nr && deepest.functions[from] != ip)
		from++;
	if (from == nr) {
		from = 0;
	} else {
		deepest.functions[to] = deepest.functions[from++];
		deepest.depth[to++] = (top - place++) * sizeof(*place);
	}
	for (; from < nr; from++) {
		const unsigned long *at = place;

		while (at < top &&
		       (READ_ONCE_NOCHECK(*at) | SIGNED_BITS) !=
			       deepest.functions[from])
			at++;
		/* Skip addresses from the unwinder that are not on the stack. */
		if (at == top)
			continue;
		deepest.functions[to] = deepest.functions[from];
		deepest.depth[to++] = (top - at) * sizeof(*at);
		place = at + 1;
	}
	if (STACK_SHIFTS && to > 1)
		memmove(deepest.depth, deepest.depth + 1,
			--to * sizeof(*deepest.depth));
	deepest.nr = to;
}

static noinline void stack_take(unsigned long ip, const unsigned long *place,
				const unsigned long *top)
{
	const unsigned long size = (top - place) * sizeof(*place);
	unsigned long flags = stack_max_lock();
	unsigned int nr;

	/* Another CPU may just have found a deeper stack. */
	if (size > deepest.size) {
		WRITE_ONCE(deepest.size, size);
		nr = stack_trace_save(deepest.functions, STACK_TRACER_FUNCTIONS,
				      0);
		find_places(ip, place, top, nr);
	}
	stack_max_unlock(flags);
}

void stack_function(unsigned long ip, unsigned long parent_ip,
		    struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	const struct function_ops *hook =
		container_of(ops, struct function_ops, ops);
	struct traced_copy copy __uninitialized;
	const unsigned long *place =
		traced_place(regs, traced_regs(regs, &copy));
	const unsigned long *top = task_stack_page(current) + THREAD_SIZE;
	int context;

	/*
	 * Skip stacks that are not deeper, interrupt stacks, and contexts in
	 * which stack_take() must not run.
	 */
	if (callbacks_dead() ||
	    likely((unsigned long)(top - place) * sizeof(*place) <=
		   READ_ONCE(deepest.size)) ||
	    (void *)place < task_stack_page(current) || place >= top ||
	    in_nmi() || raw_cpu_read(locked) || !rcu_is_watching())
		return;
	context = traced_begin();
	if (context < 0)
		return;
	if (function_ops_wants(hook, ip))
		stack_take(ip + MCOUNT_INSN_SIZE, place, top);
	traced_end(context);
}
