// SPDX-License-Identifier: GPL-2.0
/* Collects random stacks by steps that were learned from an unwinder, and compares them. */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>
#include <linux/workqueue.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "test.h"

/*
 * Definitions in this file replace the kernel's unwinder. It finds callers by the rules of
 * this file, and counts how often it is asked to begin.
 */
#define HISTRIG_COMPAT_UNWIND_H
#define STACK_HAS_STEPS	1

struct unwind_place {
	unsigned long ip;
	unsigned long sp;
	unsigned long fp;
};

struct unwind_state {
	struct unwind_place at;
	const unsigned long *low, *high;
	struct pt_regs *regs;
	bool error, done, signal;
};

/* A stack: the words of the task's, with the registers of user space in the last ones. */
#define STACK_WORDS	(THREAD_SIZE / sizeof(long))

/* Pages before and after it cannot be read. */
static unsigned long *stack;

#define USER_REGS	(STACK_WORDS - 24)
#undef task_pt_regs
#define task_pt_regs(task)	((struct pt_regs *)&stack[USER_REGS])
#undef task_stack_page
#define task_stack_page(task)	((void *)stack)
#define READ_ONCE_NOCHECK(x)	(x)

/* How the caller of code is found. INTERRUPT has saved the registers of other code. */
enum rule_kind { BY_SP, BY_FP, BY_INDIRECT, INTERRUPT, TO_USER, TO_END, HOOKED };

#define FUNCTIONS	300
#define CODE(n)		(0xffffffff81000000UL + (n) * stride)
#define TRAMPOLINE	0xffffffff82000000UL

/* The distance of functions. If it is a large power of two, their steps are in few sets. */
static unsigned long stride = 77;

/* The second half is for code that was interrupted, or where a probe is. */
static struct rule {
	enum rule_kind kind;
	unsigned int words;	/* of the frame, which is larger for BY_FP */
	unsigned int saved;	/* where the frame pointer is saved, 0 if it is not */
} rules[2 * FUNCTIONS];

static struct unwind_place place;
static unsigned int starts;

static const struct rule *rule_of(unsigned long at)
{
	static const struct rule lost = { .kind = TO_END };
	const unsigned int n = (at + 1 - CODE(0)) / stride;

	if (at == TRAMPOLINE - 1)
		return &lost;
	return &rules[n + (at == CODE(n) ? FUNCTIONS : 0)];
}

static unsigned long unwind_word(struct unwind_state *state, unsigned long at)
{
	const unsigned long *word = (const unsigned long *)at;

	if (at % sizeof(long) || word < state->low || word >= state->high) {
		state->error = true;
		return 0;
	}
	return *word;
}

/*
 * The addresses to which hooked calls return, by the place of their return addresses. The
 * unwinder does not find all of them, and then ends at the trampoline.
 */
static unsigned long hooked[STACK_WORDS];

static void unwind_next_frame(struct unwind_state *state)
{
	const struct rule *rule = rule_of(state->at.ip - !state->signal);
	unsigned long frame = state->at.sp + rule->words * sizeof(long);
	unsigned long *slot;

	state->signal = false;
	state->regs = NULL;
	switch (rule->kind) {
	case TO_END:
		state->done = true;
		return;
	case TO_USER:
		state->regs = (struct pt_regs *)frame;
		state->at.ip = TRAMPOLINE - 500;
		return;
	case INTERRUPT:
		state->regs = (struct pt_regs *)frame;
		if (state->low != stack)
			return;
		state->at = (struct unwind_place) {
			state->regs->ip, state->regs->sp, state->regs->bp,
		};
		state->signal = true;
		return;
	case BY_FP:
		frame = state->at.fp + 2 * sizeof(long);
		break;
	case BY_INDIRECT:
		frame = unwind_word(state, state->at.sp) + 2 * sizeof(long);
		break;
	default:
		break;
	}
	slot = (unsigned long *)frame - 1;
	state->at.ip = unwind_word(state, (unsigned long)slot);
	if (rule->saved)
		state->at.fp = unwind_word(state, frame - rule->saved * sizeof(long));
	state->at.sp = frame;
	if (state->at.ip == TRAMPOLINE && state->low == stack)
		state->at.ip = hooked[slot - stack];
	state->done = state->error;
}

static void unwind_start(struct unwind_state *state, void *task,
			 struct pt_regs *regs, void *first)
{
	starts++;
	*state = (struct unwind_state) {
		.at = place, .low = stack, .high = stack + STACK_WORDS,
	};
	if (!regs)
		return;
	state->signal = true;
	unwind_next_frame(state);
}

static bool unwind_done(const struct unwind_state *state)
{
	return state->done;
}

static unsigned long unwind_get_return_address(const struct unwind_state *state)
{
	return state->at.ip;
}

static bool unwind_is_plain(const struct unwind_state *state)
{
	return !state->error && !state->regs && !state->signal;
}

static const struct pt_regs *unwind_regs(const struct unwind_state *state)
{
	return state->regs;
}

#undef user_mode
#define user_mode(regs)	((regs) == task_pt_regs(current))

static struct unwind_place unwind_here(void)
{
	return place;
}

static struct unwind_place unwind_place_of(const struct pt_regs *regs)
{
	return place;
}

static struct unwind_place unwind_place_at(const struct unwind_state *state)
{
	return state->at;
}

static bool unwind_try(struct unwind_state *state,
		       const struct unwind_place *from, bool exact,
		       const unsigned long *low, unsigned int nr)
{
	*state = (struct unwind_state) {
		.at = *from, .low = low, .high = low + nr, .signal = exact,
	};
	unwind_next_frame(state);
	return !state->error && !state->done && !state->regs;
}

/* Addresses of the first functions are ours, those of the last ones not lasting. */
#define OURS		10
#define LASTING		290
#undef within_module
#define within_module(at, module)	((void)(module), (at) < CODE(OURS) - 1)
#undef sprint_symbol_no_offset
#define sprint_symbol_no_offset(text, at)	\
	strcpy(text, (at) >= TRAMPOLINE ? "return_trampoline" :	\
		     (at) >= CODE(LASTING) - 1 && (at) != TRAMPOLINE - 1 ?	\
		     "bpf_prog_1234" : "symbol [module]")

#define register_module_notifier(nb)	((void)(nb), 0)
#define unregister_module_notifier(nb)	((void)(nb))

#include "../../module/record/steps.c"
#include "../../module/record/hot/steps.c"
#include "../../module/record/hot/stack.c"

static void make_memory(void)
{
	char *memory = mmap(NULL, 4 * THREAD_SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	memory += THREAD_SIZE + -(unsigned long)memory % THREAD_SIZE;
	stack = (unsigned long *)memory;
	CHECK(!mprotect(memory, THREAD_SIZE, PROT_READ | PROT_WRITE));
}

static unsigned int below(unsigned int n)
{
	return rand() % n;
}

static void make_rules(bool simple)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rules); i++) {
		struct rule *rule = &rules[i];

		rule->kind = below(4) ? BY_SP : BY_FP;
		if (!simple && !below(10))
			rule->kind = below(2) ? BY_INDIRECT : HOOKED;
		if (!simple && i < FUNCTIONS && !below(20))
			rule->kind = INTERRUPT;
		rule->words = 3 + below(below(5) ? 10 : 30);
		rule->saved = rule->kind == BY_FP ? 2 : below(2) * (2 + below(rule->words - 2));
		/* The outermost functions. */
		if (i < FUNCTIONS && i % 20 == 19)
			rule->kind = i % 40 == 19 ? TO_USER : TO_END;
	}
}

/* The innermost function whose return address the unwinder does not find, 0 if there is none. */
static unsigned int lost;

/*
 * Makes a stack with a call of each function; the last one is current. @exact: it has not made
 * a call.
 */
static void make_stack(const unsigned int *functions, unsigned int nr, bool exact)
{
	const struct rule *rule = &rules[functions[0]];
	unsigned long *sp = &stack[USER_REGS] - rule->words, *frame;
	unsigned long fp = below(2) ? rand() : (unsigned long)&stack[below(STACK_WORDS)];
	struct pt_regs *regs;
	unsigned int i, n;

	lost = 0;
	for (i = 0; i < USER_REGS; i++)
		stack[i] = below(2) ? CODE(below(FUNCTIONS)) : (unsigned long)&stack[below(STACK_WORDS)];
	for (i = 1; i < nr; i++) {
		frame = sp;
		n = functions[i];
		if (i + 1 < nr ? rules[functions[i + 1]].kind == INTERRUPT : exact)
			n += FUNCTIONS;
		rule = &rules[n];
		if (rule->kind == INTERRUPT) {
			regs = (struct pt_regs *)frame - 1;
			regs->ip = CODE(functions[i - 1]);
			regs->sp = (unsigned long)frame;
			regs->bp = fp;
			sp = (unsigned long *)regs - rule->words;
			continue;
		}
		n = rule->words + (rule->kind == BY_FP ? below(9) : 0);
		sp = frame - n;
		frame[-1] = CODE(functions[i - 1]);
		if (rule->kind == HOOKED) {
			if (!below(10))
				lost = i;
			hooked[frame - 1 - stack] = lost == i ? TRAMPOLINE : frame[-1];
			frame[-1] = TRAMPOLINE;
		}
		if (rule->saved) {
			frame[-(int)rule->saved] = fp;
			fp = rule->kind == BY_FP ? (unsigned long)(frame - 2) :
			     below(2) ? rand() : (unsigned long)&stack[below(STACK_WORDS)];
		}
		if (rule->kind == BY_INDIRECT)
			*sp = (unsigned long)(frame - 2);
	}
	place = (struct unwind_place) { CODE(functions[nr - 1]), (unsigned long)sp, fp };
}

/* Collects a random stack, and compares it with the calls that were made. */
static void check_stack(bool lasting)
{
	unsigned int functions[24], nr = 2 + below(ARRAY_SIZE(functions) - 2), max, i, wanted = 0;
	unsigned long entries[40], calls[24];
	struct pt_regs regs = {};
	struct stack_skip skip = { .regs = below(2) ? &regs : NULL };

	functions[0] = 19 + 20 * below(14);
	for (i = 1; i < nr; i++) {
		do
			functions[i] = OURS + below((lasting ? LASTING : FUNCTIONS) - OURS);
		while (functions[i] % 20 == 19 ||
		       (rules[functions[i]].kind == INTERRUPT &&
			(i == 1 || i + 1 == nr ||
			 rules[functions[i - 1]].kind == INTERRUPT)));
	}
	/* Our own frames come last. */
	if (!skip.regs)
		do
			functions[nr - 1] = below(OURS);
		while (rules[functions[nr - 1]].kind == INTERRUPT);
	make_stack(functions, nr, skip.regs);
	regs.ip = place.ip;
	for (i = skip.regs ? nr : nr - 1; i-- > lost; )
		calls[wanted++] = CODE(functions[i]);
	if (lost)
		calls[wanted++] = TRAMPOLINE;
	max = 2 + below(30);
	wanted = min(wanted, max);
	CHECK_EQ(stack_collect(entries, max, &skip), wanted);
	CHECK(!memcmp(entries, calls, wanted * sizeof(*calls)));
	/* Other code comes to the same addresses while steps wait for the worker. */
	if (!lasting && !below(500)) {
		make_rules(false);
		steps_module_event(NULL, 0, NULL);
	}
	shim_run_works();
}

static void test_plain(void)
{
	unsigned int i;

	srand(1);
	make_memory();
	steps_init();
	make_rules(true);
	steps_module_event(NULL, 0, NULL);
	for (i = 0; i < 5000; i++)
		check_stack(true);
	starts = 0;
	for (i = 0; i < 20000; i++)
		check_stack(true);
	CHECK_EQ(starts, 0);
}

/* With many functions in few sets of the table, stacks are right, too. */
static void test_full(void)
{
	unsigned int i, n, steps = 0;

	stride = 128;
	make_rules(true);
	steps_module_event(NULL, 0, NULL);
	for (i = 0; i < 20000; i++)
		check_stack(true);
	for (i = 0; i < STEP_SETS; i++)
		for (n = 0; n < STEP_WAYS; n++)
			steps += !!stack_steps[i][n];
	/* An address is looked up by the byte before, or by its first. */
	CHECK_EQ(steps, 2 * 2048 / stride * STEP_WAYS);
	stride = 77;
}

static void test_special(void)
{
	unsigned int i, n;

	for (n = 0; n < 20; n++) {
		make_rules(false);
		steps_module_event(NULL, 0, NULL);
		for (i = 0; i < 5000; i++)
			check_stack(false);
	}
}

/* Words of the stack do not lead the steps out of it, whatever they are. */
static void test_garbage(void)
{
	const struct stack_skip skip = {};
	unsigned long entries[40];
	unsigned int i, n;

	srand(2);
	make_rules(true);
	steps_module_event(NULL, 0, NULL);
	for (i = 0; i < 5000; i++)
		check_stack(true);
	for (i = 0; i < 20000; i++) {
		for (n = 0; n < USER_REGS; n++)
			stack[n] = below(3) ? CODE(below(FUNCTIONS)) : (unsigned long)&stack[below(STACK_WORDS)];
		place.ip = CODE(below(LASTING));
		place.sp = (unsigned long)&stack[below(STACK_WORDS)];
		place.fp = below(2) ? rand() * 0x100000001UL :
			   (unsigned long)&stack[below(STACK_WORDS)] + below(8);
		stack_walk(entries, 32, &skip, place);
	}
}

const struct test tests[] = {
	{ "plain stacks are right, and soon need no unwinder", test_plain },
	{ "stacks are right if the table has too few words", test_full },
	{ "stacks with interrupts, hooks, indirect frames and changing code are right",
	  test_special },
	{ "no word of a stack leads steps out of it", test_garbage },
	{ }
};
