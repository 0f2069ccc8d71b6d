// SPDX-License-Identifier: GPL-2.0
/*
 * Prints user stack traces: as addresses or, with the option sym-userobj, as
 * the files that the task has mapped there.
 */
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <linux/sched/mm.h>
#include <linux/trace_seq.h>

#include "../instance/instance.h"
#include "../record/internal_events.h"
#include "trace_iter.h"
#include "trace_line.h"
#include "user_stack.h"

/*
 * Takes a reference on the mm of a process, even if the thread that was
 * recorded has exited. Returns NULL if the whole process has exited.
 */
static struct mm_struct *get_mm(unsigned int tgid)
{
	struct mm_struct *mm = NULL;
	struct task_struct *task;

	rcu_read_lock();
	task = pid_task(find_vpid(tgid), PIDTYPE_PID);
	if (task)
		mm = get_task_mm(task);
	rcu_read_unlock();
	return mm;
}

/* Prints the file mapped at an address. Returns false if there is none. */
static bool put_object(struct trace_seq *s, struct mm_struct *mm,
		       unsigned long ip)
{
	const struct vm_area_struct *area;
	bool found = false;

	mmap_read_lock(mm);
	area = find_vma(mm, ip);
	if (area && area->vm_file) {
		found = true;
		if (trace_seq_path(s, &area->vm_file->f_path))
			trace_seq_printf(s, "[+0x%lx]", ip - area->vm_start);
	}
	mmap_read_unlock(mm);
	return found;
}

void user_stack_print(struct trace_iter *iter)
{
	const struct user_stack_record *stack = (void *)iter->record;
	bool with_address = instance_option(iter->instance, OPTION_SYM_ADDR);
	const void *end = iter->record + iter->size;
	const unsigned long *at = stack->caller;
	unsigned int from;
	struct trace_seq *s = &iter->seq;
	struct mm_struct *mm = NULL;

	trace_seq_puts(s, "<user stack trace>\n");
	if (instance_option(iter->instance, OPTION_SYM_USEROBJ) &&
	    !iter->atomic)
		mm = get_mm(stack->tgid);
	for (; (void *)(at + 1) <= end && *at &&
	     !trace_seq_has_overflowed(s); at++) {
		from = trace_seq_used(s);
		trace_seq_puts(s, " => ");
		if (!mm || !put_object(s, mm, *at) || with_address)
			trace_seq_printf(s, " <%0*lx>", (int)sizeof(*at) * 2,
					 *at);
		trace_line_hide(iter, from);
		trace_seq_putc(s, '\n');
	}
	if (mm)
		mmput(mm);
}
