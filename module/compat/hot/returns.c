// SPDX-License-Identifier: GPL-2.0
/* Handlers of entries and returns, see ../returns.h. */
#include <linux/bsearch.h>
#include <linux/irqflags.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#ifdef CONFIG_RETHOOK
#include <linux/rethook.h>
#endif
#include <linux/sched.h>

#include "../compiler.h"
#include "../entry.h"
#include "../ftrace.h"
#include "../returns.h"

/*
 * Where rethooks handle returns, the kernel may call traced functions before our handler, and
 * after it (with lockdep it does). If these calls were hooked, handling their returns would make
 * them again, without end.
 */
#if defined(CONFIG_RETHOOK) && !defined(HAVE_FPROBE_GRAPH)

/* The place of the return address of the call whose return this CPU has handled last. */
static DEFINE_PER_CPU(unsigned long, returned_slot);

static __always_inline const struct rethook_node *
node_of(const struct llist_node *link)
{
	return link ? container_of(link, struct rethook_node, llist) : NULL;
}

/* Returns the place of the return address of this task's innermost hooked call, 0 for none. */
static __always_inline unsigned long next_slot(void)
{
	const struct rethook_node *node = node_of(READ_ONCE(current->rethooks.first));

	return node ? node->frame : 0;
}

/*
 * Is @ip, saved below @slot, the address to which the call of @slot returns? The trampoline saves
 * that address; an exception after the call's return may save the same registers with another
 * one. Until the handlers have run, only the call's hooks have the address; then @slot has it.
 */
static noinline bool is_return_to(unsigned long slot, unsigned long ip)
{
	const struct rethook_node *node = node_of(READ_ONCE(current->rethooks.first));

	if (ip == READ_ONCE_NOCHECK(*(const unsigned long *)slot))
		return true;
	for (; node && node->frame == slot; node = node_of(node->llist.next))
		if (node->ret_addr == ip)
			return true;
	return false;
}

static __always_inline bool is_from_trampoline(unsigned long slot, unsigned long sp)
{
	unsigned long ip;

	if ((slot ^ sp) & ~(THREAD_SIZE - 1) || sp >= slot)
		return false;
	ip = entry_trampoline_ip(slot, sp);
	return unlikely(ip) && is_return_to(slot, ip);
}

/* Does the kernel make the call with stack pointer @sp in order to handle a return? */
static __always_inline bool is_of_handling(unsigned long sp)
{
	return is_from_trampoline(next_slot(), sp) ||
	       is_from_trampoline(raw_cpu_read(returned_slot), sp);
}

/* After our handler, the kernel removes the call from the list that next_slot() reads. */
static __always_inline void remember_slot(void)
{
	raw_cpu_write(returned_slot, next_slot());
}

#else

static __always_inline bool is_of_handling(unsigned long sp)
{
	return false;
}

static __always_inline void remember_slot(void)
{
}

#endif

#ifdef RETURNS_BY_FPROBES

#ifdef HAVE_FPROBE_FTRACE_REGS
#define fprobe_regs		ftrace_regs
#define fprobe_arguments(regs, copy)	traced_regs(regs, copy)
#define fprobe_sp(regs)		ftrace_regs_get_stack_pointer(regs)
#define fprobe_retval(regs)	ftrace_regs_get_return_value(regs)
#else
#define fprobe_regs		pt_regs
#define fprobe_arguments(regs, copy)	(regs)
#define fprobe_sp(regs)		kernel_stack_pointer(regs)
#define fprobe_retval(regs)	regs_return_value(regs)
#endif

static int entry_handler(struct fprobe *fprobe, unsigned long ip,
			 unsigned long parent, struct fprobe_regs *regs,
			 void *data)
{
	struct return_probe *hook = container_of(fprobe, struct return_probe, fprobe);
	struct traced_copy copy __maybe_unused __uninitialized;

	return !hook->hooks->enter(hook, ip, parent, fprobe_sp(regs),
				   fprobe_arguments(regs, &copy), data);
}

static void exit_handler(struct fprobe *fprobe, unsigned long ip,
			 unsigned long parent, struct fprobe_regs *regs,
			 void *data)
{
	struct return_probe *hook = container_of(fprobe, struct return_probe, fprobe);
	const struct return_exit exit = {
		.ip = ip,
		.parent = parent,
		.retval = fprobe_retval(regs),
		.words = data,
		.regs = regs,
	};

	hook->hooks->leave(hook, &exit);
	remember_slot();
}

bool return_probe_hook(unsigned long *words, unsigned long sp)
{
	return !is_of_handling(sp);
}

void return_probe_prepare(struct return_probe *hook)
{
	hook->fprobe.entry_handler = entry_handler;
	hook->fprobe.exit_handler = exit_handler;
}

#ifdef HAVE_FPROBE_GRAPH
/* The bits of a word in current->ret_stack that contain the slot of a graph tracer's user. */
#define SLOT_SHIFT	17
#define SLOT_MASK	15

/*
 * Sets the anchor's @slot from the word that the kernel puts directly above our data. If @data
 * is elsewhere, the layout is unknown, and @slot stays -1.
 */
static int anchor_entry(struct fprobe *fprobe, unsigned long ip,
			unsigned long parent, struct fprobe_regs *regs,
			void *data)
{
	struct fprobe_slot_anchor *anchor =
		container_of(fprobe, struct fprobe_slot_anchor, fprobe);
	const unsigned long *top =
		&current->ret_stack[current->curr_ret_stack - 1];

	if (data + sizeof(unsigned long) == top)
		anchor->slot = *top >> SLOT_SHIFT & SLOT_MASK;
	return 0;
}

static void anchor_exit(struct fprobe *fprobe, unsigned long ip,
			unsigned long parent, struct fprobe_regs *regs,
			void *data)
{
}

void fprobe_slot_anchor_prepare(struct fprobe_slot_anchor *anchor)
{
	anchor->fprobe.entry_data_size = sizeof(unsigned long);
	anchor->fprobe.entry_handler = anchor_entry;
	anchor->fprobe.exit_handler = anchor_exit;
}
#endif

#else

/* What the kernel stores until a call returns. */
struct return_data {
	unsigned long ip;
	unsigned long words[];
};

/*
 * A call whose return is to be hooked, with the registers at its entry, and the words to store
 * with it.
 */
struct return_call {
	struct return_probe *hook;
	unsigned long ip;
	struct pt_regs *regs;
	bool hooked;
	unsigned long words[RETURN_WORDS_MAX];
};

/* The call that this CPU passes through the gate. */
static DEFINE_PER_CPU(struct return_call *, return_call);

noinline void return_gate(void)
{
	/* Space for the jump of an optimized kprobe, which replaces several instructions. */
	asm volatile("nop; nop; nop; nop; nop; nop; nop; nop");
}

int return_gate_hit(struct kprobe *gate, struct pt_regs *regs)
{
	struct return_call *call = __this_cpu_read(return_call);
	struct kretprobe *rp;

	if (unlikely(!call))
		return 0;
	rp = &call->hook->rp;
	rp->kp.pre_handler(&rp->kp, call->regs);
	return 0;
}

bool return_probe_hook(unsigned long *words, unsigned long sp)
{
	struct return_call *call = container_of(words, struct return_call, words[0]);
	/* The call in the gate that this NMI has interrupted, or NULL. */
	struct return_call *outer;
	unsigned long irqs;

	if (unlikely(is_of_handling(sp)))
		return false;
	/*
	 * Calls of an interrupt within the gate could not be hooked, because there the kernel
	 * handles a kprobe, and hooks no returns.
	 */
	local_irq_save(irqs);
	outer = __this_cpu_read(return_call);
	__this_cpu_write(return_call, call);
	return_gate();
	__this_cpu_write(return_call, outer);
	local_irq_restore(irqs);
	return call->hooked;
}

static int entry_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct return_call *call = __this_cpu_read(return_call);
	struct return_data *data = (void *)ri->data;
	unsigned int i;

	data->ip = call->ip;
	data->words[0] = call->words[0];
	for (i = 1; i < call->hook->words; i++)
		data->words[i] = call->words[i];
	call->hooked = true;
	return 0;
}

static int exit_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct return_data *data = (void *)ri->data;
	struct kretprobe *rp = kretprobe_of(ri);
	struct return_exit exit __uninitialized;
	struct return_probe *hook;
	unsigned long irqs = 0;

	if (unlikely(!rp))
		return 0;
	hook = container_of(rp, struct return_probe, rp);
	exit.ip = data->ip;
	exit.retval = regs_return_value(regs);
	exit.words = data->words;
	exit.regs = regs;
	exit.ri = ri;
	exit.irqs_masked = false;
	if (hook->hooks->masks_irqs) {
		exit.irqs_masked = !entry_irqs_off(regs);
		local_irq_save(irqs);
	}
	hook->hooks->leave(hook, &exit);
	remember_slot();
	if (hook->hooks->masks_irqs)
		local_irq_restore(irqs);
	return 0;
}

static __always_inline bool has_function(const struct return_probe *hook,
					 unsigned long ip)
{
	return __inline_bsearch(&ip, hook->ips, hook->nr, sizeof(ip),
				return_probe_compare);
}

static void returns_callback(unsigned long ip, unsigned long parent_ip,
			     struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct return_probe *hook = container_of(ops, struct return_probe, ops);
	struct traced_copy copy __maybe_unused __uninitialized;
	struct return_call call __uninitialized;

	/* If return_call is set, this call is part of hooking a return, unless it is in an NMI. */
	if (callbacks_dead() || (unlikely(this_cpu_read(return_call)) && !in_nmi()))
		return;
	if (unlikely(hook->ips) && !has_function(hook, ip))
		return;
	call.hook = hook;
	call.ip = ip;
	call.regs = traced_regs(fregs, &copy);
	call.hooked = false;
	if (hook->hooks->enter(hook, ip, parent_ip, kernel_stack_pointer(call.regs),
			       call.regs, call.words))
		entry_set_return(fregs, call.regs);
}

void return_probe_prepare(struct return_probe *hook)
{
	hook->ops.func = returns_callback;
	hook->rp.entry_handler = entry_handler;
	hook->rp.handler = exit_handler;
	hook->rp.data_size = struct_size((struct return_data *)NULL, words, hook->words);
}

#endif
