// SPDX-License-Identifier: GPL-2.0
/*
 * Recording, see store.h.
 *
 * A record is built where its probe builds every record, and copied once it is
 * known to be wanted. It would save some ten instructions of several hundred to
 * build it in the ring at once; but then filters would have to take back what
 * was reserved, and triggers, which may record something themselves, would run
 * with room reserved, which the kernel's ring buffer does not allow a module.
 */
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../compat/stack.h"
#include "../event/event_file.h"
#include "../instance/instance.h"
#include "../ring/ring.h"
#include "comm.h"
#include "context.h"
#include "kinds.h"
#include "record.h"
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
	struct ring_buffer_event *slot;
	struct ring *ring;
	void *room;

	if (unlikely(state != INSTANCE_ON) && !records_here(instance, state))
		return false;

	header->common_type = type;
	header->common_flags = record_context_flags();
	header->common_preempt_count = record_preempt_count();
	header->common_pid = current->pid;

	ring = READ_ONCE(instance->ring);
	room = ring_reserve(ring, size, &slot);
	if (unlikely(!room))
		return false;
	memcpy(room, record, size);
	ring_commit(ring, slot);

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
	const struct event *event = file->event;
	struct stack_skip skip = { event->iterator, event->iterator_size };
	struct stack_record *record = record_push(room);

	if (unlikely(!record)) {
		record_not_stored(file);
		return;
	}
	record->nr = stack_collect(record->caller, RECORD_STACK_DEPTH, skip);
	record_put(file->instance, RECORD_STACK, record,
		   struct_size(record, caller, record->nr));
	record_pop(room);
}

/* What options want of a hit that was recorded. */
static noinline notrace void store_more(struct event_file *file)
{
	if (instance_option(file->instance, OPTION_RECORD_TGID))
		tgid_save();
	if (instance_option(file->instance, OPTION_STACKTRACE))
		record_stack(file);
}

notrace void record_store(struct event_file *file, void *record,
			  unsigned int size)
{
	struct instance *instance = file->instance;

	if (record_put(instance, file->event->id, record, size) &&
	    unlikely(READ_ONCE(instance->options) &
		     (BIT(OPTION_RECORD_TGID) | BIT(OPTION_STACKTRACE))))
		store_more(file);
}
