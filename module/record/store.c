// SPDX-License-Identifier: GPL-2.0
/*
 * Recording, see store.h.
 *
 * A record is built where its probe builds every record, and copied once it is
 * known to be wanted. It would save some ten instructions to build it in the
 * ring at once; but then filters would have to take back what was reserved, and
 * nothing of the ring could be read while triggers run.
 */
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../compat/stack.h"
#include "../compat/user_stack.h"
#include "../event/event_file.h"
#include "../event/hot/scratch.h"
#include "../instance/instance.h"
#include "../ring/ring.h"
#include "../ring/write.h"
#include "comm.h"
#include "context.h"
#include "kinds.h"
#include "store.h"

static noinline notrace bool records_here(const struct instance *instance,
					  unsigned int state)
{
	return (state & (INSTANCE_ON | INSTANCE_PAUSED)) == INSTANCE_ON &&
	       cpumask_test_cpu(raw_smp_processor_id(), instance->cpus);
}

notrace bool record_put(struct instance *instance, u16 type, void *record,
			unsigned int size)
{
	unsigned int state = READ_ONCE(instance->state);
	struct record_header *header = record;
	struct ring *ring;
	void *room;

	if (unlikely(state != INSTANCE_ON) && !records_here(instance, state))
		return false;

	header->common_type = type;
	header->common_flags = record_context_flags();
	header->common_preempt_count = record_preempt_count();
	header->common_pid = current->pid;
	IF_LAZY_COUNT(header->common_preempt_lazy_count = lazy_count();
		      memset(header->pad, 0, sizeof(header->pad));)

	ring = READ_ONCE(instance->ring);
	room = ring_reserve(ring, size);
	if (unlikely(!room))
		return false;
	memcpy(room, record, size);
	ring_commit(ring);

	if (likely(instance_option(instance, OPTION_RECORD_CMD)))
		comm_save();
	if (unlikely(READ_ONCE(instance->wake)) && xchg(&instance->wake, 0))
		irq_work_queue(&instance->wake_work);
	return true;
}

notrace void record_not_stored(struct event_file *file)
{
	struct instance *instance = file->instance;
	unsigned int state = READ_ONCE(instance->state);

	if (records_here(instance, state))
		ring_count_failed(READ_ONCE(instance->ring));
}

notrace void record_stack(struct event_file *file)
{
	const unsigned int room = struct_size((struct stack_record *)0, caller,
					      RECORD_STACK_DEPTH + STACK_SLACK);
	const struct stack_skip skip = record_stack_skip(file->event);
	struct stack_record *record = scratch_alloc(room);

	if (unlikely(!record)) {
		record_not_stored(file);
		return;
	}
	record->nr = stack_collect(record->caller, RECORD_STACK_DEPTH, skip);
	record_put(file->instance, RECORD_STACK, record,
		   struct_size(record, caller, record->nr));
	scratch_free(room);
}

notrace void record_text(struct instance *instance, unsigned long ip,
			 const char *text)
{
	const size_t len = strlen(text);
	/* As many bytes as natively: room for a newline that it has. */
	const unsigned int size = sizeof(struct print_record) + len + 2;
	struct print_record *record = scratch_alloc(size);

	if (unlikely(!record))
		return;
	record->ip = ip;
	memcpy(record->text, text, len);
	memset(record->text + len, 0, 2);
	record_put(instance, RECORD_PRINT, record, size);
	scratch_free(size);
}

/* Reading the stack may fault, which may be a hit. */
static DEFINE_PER_CPU(bool, in_user_stack);

static notrace void record_user_stack(struct event_file *file)
{
	struct user_stack_record record = { .tgid = current->tgid };

	if (!HAVE_USER_STACK || in_nmi() || this_cpu_read(in_user_stack))
		return;
	this_cpu_write(in_user_stack, true);
	user_stack_collect(record.caller, RECORD_STACK_SHOWN);
	record_put(file->instance, RECORD_USER_STACK, &record, sizeof(record));
	this_cpu_write(in_user_stack, false);
}

/* What options want of a hit that was recorded. */
static noinline notrace void store_more(struct event_file *file)
{
	if (instance_option(file->instance, OPTION_RECORD_TGID))
		tgid_save();
	if (instance_option(file->instance, OPTION_STACKTRACE))
		record_stack(file);
	if (instance_option(file->instance, OPTION_USERSTACKTRACE))
		record_user_stack(file);
}

notrace void record_store(struct event_file *file, void *record,
			  unsigned int size)
{
	struct instance *instance = file->instance;

	if (record_put(instance, file->event->id, record, size) &&
	    unlikely(READ_ONCE(instance->options) &
		     (BIT(OPTION_RECORD_TGID) | BIT(OPTION_STACKTRACE) |
		      BIT(OPTION_USERSTACKTRACE))))
		store_more(file);
}
