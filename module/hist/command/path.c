// SPDX-License-Identifier: GPL-2.0
/* Finds the shortest way for hits, see path.h. */
#include "../../event/event_file.h"
#include "../../filter/filter.h"
#include "../interevent.h"
#include "../program.h"
#include "path.h"

/**
 * struct reads - what hits read of a record
 * @class: the class of the event
 * @fields: as in struct event_lone
 * @whole: hits need the whole record
 */
struct reads {
	const struct event_class *class;
	u32 fields;
	bool whole;
};

static void read_field(struct reads *reads, unsigned int offset)
{
	unsigned int i;

	for (i = 0; i < reads->class->nr_fields; i++)
		if (reads->class->fields[i].offset == offset)
			break;
	if (i < reads->class->nr_fields && EVENT_SLOT(offset) < EVENT_SLOTS)
		reads->fields |= BIT(EVENT_SLOT(offset));
	else
		reads->whole = true;
}

static void read_op(struct reads *reads, const struct hist_op *op)
{
	switch (op->code) {
	case HIST_OP_S32:
	case HIST_OP_U64:
	case HIST_OP_U32:
	case HIST_OP_S16:
	case HIST_OP_U16:
	case HIST_OP_S8:
	case HIST_OP_U8:
	case HIST_OP_CHARS:
	case HIST_OP_BYTES:
	case HIST_OP_POINTER_STRING:
		read_field(reads, op->offset);
		break;
	case HIST_OP_STRING:
	case HIST_OP_REL_STRING:
	case HIST_OP_DYN_STACK:
	case HIST_OP_STACK:
		/*
		 * Partial records have no dynamic arrays. A stack trace leaves
		 * out the frames of the probe, which then has another one.
		 */
		reads->whole = true;
		break;
	}
}

static void read_ops(struct reads *reads, const struct hist_op *op,
		     unsigned int nr)
{
	for (; nr--; op++)
		read_op(reads, op);
}

static void read_interevent(struct reads *reads,
			    const struct hist_interevent *inter)
{
	const struct hist_action *action;
	unsigned int i;

	for (i = 0; i < inter->nr_var_assigns; i++)
		read_op(reads, &inter->var_assigns[i].op);
	for (i = 0; i < inter->nr_saves; i++)
		read_op(reads, &inter->saves[i].op);
	for (i = 0; i < inter->nr_actions; i++) {
		action = inter->actions[i];
		if (action->ops)
			read_ops(reads, action->ops, action->nr_params);
	}
	read_ops(reads, inter->code, inter->nr_code);
	read_ops(reads, inter->conds, inter->nr_conds);
}

static bool is_field_number(u8 code)
{
	return code == FILTER_OP_U64 || code == FILTER_OP_U32 ||
	       code == FILTER_OP_U16 || code == FILTER_OP_U8;
}

static void read_predicate(struct reads *reads, const struct filter_op *op)
{
	switch (op->code) {
	case FILTER_OP_U64:
	case FILTER_OP_U32:
	case FILTER_OP_U16:
	case FILTER_OP_U8:
	case FILTER_OP_POINTER:
	case FILTER_OP_USER_POINTER:
		read_field(reads, op->offset);
		break;
	case FILTER_OP_CHARS:
		/* Size 0 marks a flexible array at the end of the record. */
		if (op->size)
			read_field(reads, op->offset);
		else
			reads->whole = true;
		break;
	case FILTER_OP_BITS:
	case FILTER_OP_CPU_IN_LIST:
		if (is_field_number(op->load))
			read_field(reads, op->offset);
		break;
	case FILTER_OP_STRING:
	case FILTER_OP_REL_STRING:
	case FILTER_OP_CPUMASK_INTERSECTS:
	case FILTER_OP_CPUMASK_EQUAL:
		reads->whole = true;
		break;
	}
}

u32 hist_path_fields(const struct event *event,
		     const struct hist_program *program,
		     const struct filter *filter)
{
	struct reads reads = { .class = event->class };
	unsigned int i;

	if (!event->class->partial)
		return 0;
	read_ops(&reads, program->ops_keys, program->nr_keys);
	read_ops(&reads, program->ops_vals, program->nr_vals - 1);
	if (program->interevent)
		read_interevent(&reads, program->interevent);
	for (i = 0; filter && i < filter->nr; i++)
		read_predicate(&reads, &filter->ops[i]);
	return reads.whole ? 0 : EVENT_PARTIAL | reads.fields;
}
