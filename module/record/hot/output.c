// SPDX-License-Identifier: GPL-2.0
/*
 * Copies records to the ring, see output.h.
 *
 * A probe builds each record on its stack or in scratch memory, and this file
 * copies the wanted ones. Building a record in the ring would save some ten
 * instructions, but rejected records would waste space there, and readers would
 * have to wait for triggers.
 */
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>

#include "../../compat/order.h"
#include "../../compat/user_stack.h"
#include "../../event/event_file.h"
#include "../../event/hot/memory.h"
#include "../../event/hot/scratch.h"
#include "../../instance/instance.h"
#include "../../ring/hot/write.h"
#include "../internal_events.h"
#include "context.h"
#include "output.h"
#include "put.h"
#include "saved_cmdlines.h"
#include "stack.h"

DEFINE_PER_CPU(u16, record_forwarded);

noinline bool records_here(const struct instance *instance, unsigned int state)
{
	return (state & (INSTANCE_ON | INSTANCE_PAUSED)) == INSTANCE_ON &&
	       cpumask_test_cpu(raw_smp_processor_id(), instance->cpus);
}

bool output_record(struct instance *instance, u16 type, void *record,
		   unsigned int size)
{
	return put_record(instance, type, record, size, NULL);
}

bool output_record_at(struct instance *instance, u16 type, void *record,
		      unsigned int size, struct record_place place)
{
	return put_record(instance, type, record, size, &place);
}

void output_count_lost(struct event_file *file)
{
	struct instance *instance = file->instance;
	unsigned int state = READ_ONCE(instance->state);

	if (records_here(instance, state))
		ring_count_dropped(READ_DEPENDENT(instance->ring));
}

/*
 * Records the kernel stack. @at is the context to record, or NULL for that of this
 * hit. Returns false if there was no memory for the stack.
 */
static __always_inline bool output_stack_after(struct instance *instance,
					       const struct stack_skip *skip,
					       const struct record_place *at)
{
	const unsigned int max_size = struct_size((struct stack_record *)0, caller,
					      STACK_DEPTH_MAX + STACK_SLACK);
	struct stack_record *record = scratch_alloc(max_size);
	unsigned int size;

	if (unlikely(!record))
		return false;
	record->nr = stack_collect(record->caller, STACK_DEPTH_MAX, skip);
	size = struct_size(record, caller, record->nr);
	if (at)
		output_record_at(instance, EVENT_ID_STACK, record, size, *at);
	else
		output_record(instance, EVENT_ID_STACK, record, size);
	scratch_free(max_size);
	return true;
}

void output_stack(struct event_file *file, const void *hit)
{
	const struct stack_skip skip = record_stack_skip(file->event, hit);

	if (!output_stack_after(file->instance, &skip, NULL))
		output_count_lost(file);
}

void output_stack_at(struct instance *instance, const struct stack_skip *skip,
		     struct record_place place)
{
	if (!output_stack_after(instance, skip, &place))
		ring_count_dropped(READ_DEPENDENT(instance->ring));
}

void output_stack_from(struct instance *instance, struct pt_regs *regs)
{
	const struct stack_skip skip = { .regs = regs };

	if (!output_stack_after(instance, &skip, NULL))
		ring_count_dropped(READ_DEPENDENT(instance->ring));
}

void output_text(struct instance *instance, unsigned long ip, const char *text)
{
	const size_t len = strlen(text);
	/* As large as the kernel's record, which has space for a newline. */
	const unsigned int size = sizeof(struct print_record) + len + 2;
	struct print_record *record = scratch_alloc(size);

	if (unlikely(!record)) {
		ring_count_dropped(READ_DEPENDENT(instance->ring));
		return;
	}
	record->ip = ip;
	memcpy(record->text, text, len);
	memset(record->text + len, 0, 2);
	output_record(instance, EVENT_ID_PRINT, record, size);
	scratch_free(size);
}

/*
 * Gets the user stack of the current task by frame pointers, see compat/user_stack.h. The trace
 * ends at memory that would have to be paged in. Returns the number of addresses, 0 for a kernel
 * thread.
 */
static unsigned int user_stack_collect(unsigned long *entries, unsigned int max)
{
	struct pt_regs *regs = task_pt_regs(current);
	unsigned long at = user_frame_pointer(regs);
	unsigned long frame[2];	/* the next frame pointer, and the caller */
	unsigned int nr = 0;

	if (current->flags & PF_KTHREAD)
		return 0;
	entries[nr++] = instruction_pointer(regs);
	for (; nr < max && at >= user_stack_pointer(regs); at = frame[0]) {
		if (!user_stack_read(frame, at, sizeof(frame)) || !frame[1])
			break;
		entries[nr++] = user_code_address(frame[1]);
	}
	return nr;
}

static void output_user_stack(struct event_file *file)
{
	struct user_stack_record record = { .tgid = current->tgid };

	unsigned int outer;

	if (!HAVE_USER_STACK || in_nmi() || !memory_reading_begin(&outer))
		return;
	user_stack_collect(record.caller, STACK_DEPTH_SHOWN);
	memory_reading_end(outer);
	output_record(file->instance, EVENT_ID_USER_STACK, &record,
		      sizeof(record));
}

static noinline void output_more(struct event_file *file, const void *hit)
{
	if (instance_option(file->instance, OPTION_RECORD_TGID))
		tgid_save();
	if (instance_option(file->instance, OPTION_STACKTRACE))
		output_stack(file, hit);
	if (instance_option(file->instance, OPTION_USERSTACKTRACE))
		output_user_stack(file);
}

void output_event(struct event_file *file, void *record, unsigned int size)
{
	struct instance *instance = file->instance;

	if (put_record(instance, file->event->id, record, size, NULL) &&
	    unlikely(READ_ONCE(instance->options) &
		     (BIT(OPTION_RECORD_TGID) | BIT(OPTION_STACKTRACE) |
		      BIT(OPTION_USERSTACKTRACE))))
		output_more(file, record);
}
