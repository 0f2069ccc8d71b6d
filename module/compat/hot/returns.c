// SPDX-License-Identifier: GPL-2.0
/* Handlers of entries and returns, see ../returns.h. */
#include <linux/sched.h>

#include "../compiler.h"
#include "../entry.h"
#include "../returns.h"

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
	struct traced_copy copy __maybe_unused __uninitialized;

	return !return_probe_enter(container_of(fprobe, struct return_probe,
						fprobe),
				   ip, parent, fprobe_sp(regs),
				   fprobe_arguments(regs, &copy), data);
}

static void exit_handler(struct fprobe *fprobe, unsigned long ip,
			 unsigned long parent, struct fprobe_regs *regs,
			 void *data)
{
	return_probe_leave(container_of(fprobe, struct return_probe, fprobe), ip,
			   fprobe_retval(regs), *(const unsigned long *)data);
}

void return_probe_prepare(struct fprobe *fprobe)
{
	fprobe->entry_handler = entry_handler;
	fprobe->exit_handler = exit_handler;
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

static int entry_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = kretprobe_of(ri);
	const unsigned long sp = kernel_stack_pointer(regs);
	const struct return_kretprobe *probe;

	if (unlikely(!rp))
		return 1;
	probe = container_of(rp, struct return_kretprobe, rp);
	return !return_probe_enter(probe->hook, probe->ip,
				   entry_return_address(regs), sp, regs,
				   (void *)ri->data);
}

static int exit_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = kretprobe_of(ri);
	const struct return_kretprobe *probe;

	if (unlikely(!rp))
		return 0;
	probe = container_of(rp, struct return_kretprobe, rp);
	return_probe_leave(probe->hook, probe->ip, regs_return_value(regs),
			   *(const unsigned long *)ri->data);
	return 0;
}

void return_probe_prepare(struct kretprobe *rp)
{
	rp->entry_handler = entry_handler;
	rp->handler = exit_handler;
}

#endif
