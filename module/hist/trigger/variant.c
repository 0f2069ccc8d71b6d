// SPDX-License-Identifier: GPL-2.0
/* Chooses the functions that hits run, and lays out their scratch memory, see hist_trigger.h. */
#include <linux/kernel.h>

#include "../../event/event_file.h"
#include "../../event/record.h"
#include "../../filter/filter.h"
#include "../../ring/hot/clock.h"
#include "../../synth/synth.h"
#include "../hist.h"
#include "../interevent.h"
#include "../parse/parser.h"
#include "hist_trigger.h"

/*
 * The parts of a record that hits read. @fields are BIT(EVENT_SLOT()), see
 * struct event_sole_trigger.
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
	case HIST_OP_PID ... HIST_OP_WORD_LAST:
	case HIST_OP_COMM:
	case HIST_OP_VAR_REF_TEXT:
	case HIST_OP_OWN_VAR_TEXT:
	case HIST_OP_ENTRY_COMM:
		/* These read nothing from the record. */
		break;
	default:
		/*
		 * Partial records contain no dynamic arrays. Stack traces also need a
		 * whole record, because the frames that they leave out (@skip_frames
		 * of struct event_class) are not on the stacks of hits with partial
		 * records.
		 */
		reads->whole = true;
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
	case FILTER_OP_PID:
	case FILTER_OP_CPU:
	case FILTER_OP_CONTEXT_FLAGS:
	case FILTER_OP_PREEMPT_COUNT:
	case FILTER_OP_LAZY_COUNT:
	case FILTER_OP_TASK_ID:
	case FILTER_OP_VAR:
	case FILTER_OP_COMM_STRING:
		break;
	default:
		reads->whole = true;
	}
}

u32 hist_fields_read(const struct event *event,
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

static bool is_time(const struct hist_op *op)
{
	return op->code == HIST_OP_TIME &&
	       op->modifier == HIST_MODIFIER_AS_IS;
}

/*
 * Does a trigger set exactly one variable, to a number, and otherwise only count hits?
 * The callers check references and actions.
 */
static bool sets_one(const struct hist_program *program)
{
	const struct hist_interevent *inter = program->interevent;

	return program->hit_form == HIST_HIT_INTEREVENT_NUMBER &&
	       program->nr_vals == 1 &&
	       !inter->stats.any && !inter->nr_saves &&
	       inter->nr_var_assigns == 1 &&
	       inter->var_assigns[0].text == HIST_NO_TEXT;
}

/* Does a trigger only count, and set one variable to the current time? */
static bool is_stamp(const struct hist_program *program)
{
	const struct hist_interevent *inter = program->interevent;

	return sets_one(program) && !inter->nr_var_refs && !inter->nr_actions &&
	       is_time(&inter->var_assigns[0].op);
}

/* Is the trigger's variable common_timestamp minus its first reference? */
static bool is_time_since(const struct hist_interevent *inter)
{
	const struct hist_op *op = &inter->var_assigns[0].op;
	const struct hist_op *code = inter->code + op->offset;

	return op->code == HIST_OP_EXPR && op->number && is_time(&code[0]) &&
	       code[1].code == HIST_OP_VAR_REF && !code[1].offset &&
	       code[2].code == HIST_OP_MINUS;
}

/* Does a reference read and unset another trigger's first variable? */
static bool is_first_number(const struct hist_var_ref *ref)
{
	return ref->form == HIST_REF_NUMBER && ref->text == HIST_NO_TEXT &&
	       ref->read_once && !ref->slot;
}

static bool is_latency(const struct hist_program *program)
{
	const struct hist_interevent *inter = program->interevent;
	const struct hist_action *action = inter->actions[0];
	unsigned int i;

	if (!sets_one(program) || inter->nr_var_refs != 1 ||
	    program->clock != histrig_clock_global ||
	    !is_first_number(&inter->var_refs[0]) || !is_time_since(inter) ||
	    inter->nr_actions != 1 || action->handler != HIST_ONMATCH ||
	    action->kind != HIST_ACTION_TRACE || !action->synth->short_nr)
		return false;
	for (i = 0; i < action->nr_params; i++)
		if (!hist_op_is_plain(&action->ops[i]) &&
		    action->ops[i].code != HIST_OP_OWN_VAR)
			return false;
	return true;
}

/* Does a trigger only add plain values to statistics? */
static bool is_stats(const struct hist_program *program)
{
	const struct hist_interevent *inter = program->interevent;

	return program->hit_form == HIST_HIT_INTEREVENT_NUMBER &&
	       program->plain_vals && inter->stats.any && !inter->nr_saves &&
	       !inter->nr_var_assigns && !inter->nr_var_refs &&
	       !inter->nr_actions && !inter->nr_forgets;
}

u8 hist_hit_variant(const struct hist_program *program)
{
	if (!program->interevent)
		return program->hit_form;
	if (is_stats(program))
		return HIST_HIT_STATS;
	if (is_stamp(program))
		return HIST_HIT_STAMP;
	if (is_latency(program))
		return HIST_HIT_LATENCY;
	return program->hit_form;
}

/*
 * Is a hit's key one number, and does the hit need neither scratch memory nor a filter
 * with variables?
 */
static bool is_number_hit(const struct hist_program *program)
{
	const struct hist_interevent *inter = program->interevent;

	return program->key_layout == HIST_KEY_NUMBER &&
	       (!inter || (!inter->scratch_size && !inter->nr_conds));
}

void hist_trigger_set_form(struct hist_trigger *trigger, u8 form)
{
	WRITE_ONCE(trigger->program.hit_form, form);
	set_mask_bits(&trigger->trigger.state, ~TRIGGER_FLAGS,
		      TRIGGER_FORM(form));
}

/* Does a trigger only count, and forget one entry that has the same number as key? */
static bool only_forgets(const struct hist_program *program)
{
	const struct hist_interevent *inter = program->interevent;

	return inter && is_number_hit(program) &&
	       (program->nr_vals == 1 || program->plain_vals) &&
	       !inter->stats.any && !inter->nr_saves &&
	       !inter->nr_var_assigns && !inter->nr_var_refs &&
	       !inter->nr_hit_actions && inter->nr_forgets == 1 &&
	       inter->forgets[0].form == HIST_REF_NUMBER;
}

void hist_trigger_set_pinned(struct hist_trigger *trigger)
{
	const struct hist_program *program = &trigger->program;
	u8 form = HIST_HIT_PINNED;

	if (only_forgets(program) && !hist_has_chains(trigger->hist))
		form = HIST_HIT_FORGET;
	else if (is_number_hit(program))
		form = program->interevent ? HIST_HIT_PINNED_NUMBER :
					     HIST_KEY_PINNED;
	hist_trigger_set_form(trigger, form);
}

/* Returns the bytes of scratch memory that hist_param_address() needs for a parameter. */
static unsigned int op_scratch_size(const struct hist_op *op)
{
	unsigned int words;

	switch (op->code) {
	case HIST_OP_CHARS:
		/* One more word for the NUL; long strings are truncated. */
		words = DIV_ROUND_UP(op->size, sizeof(u64)) + 1;
		return min_t(unsigned int, words, HIST_TEXT_WORDS) * sizeof(u64);
	case HIST_OP_STRING:
	case HIST_OP_REL_STRING:
	case HIST_OP_POINTER_STRING:
		return HIST_STRING_WORDS * sizeof(u64);
	case HIST_OP_STACK:
	case HIST_OP_DYN_STACK:
	case HIST_OP_USER_STACK:
		return HIST_STACK_WORDS * sizeof(u64);
	default:
		return 0;
	}
}

/* Places an action's parameters in scratch memory. Returns their size in bytes. */
static unsigned int place_texts(struct hist_action *action)
{
	unsigned int i, size, total = 0;

	for (i = 0; i < action->nr_params; i++) {
		size = op_scratch_size(&action->ops[i]);
		if (size)
			action->ops[i].number = total;
		total += size;
	}
	return total;
}

/*
 * Returns the bytes of scratch memory in which a hit collects a kernel stack for a
 * variable, 0 if no variable is one. The variable itself is too small (STACK_SLACK).
 */
static unsigned int stack_scratch_size(const struct hist_var_assign *set,
				       unsigned int nr)
{
	for (; nr--; set++)
		if (set->op.code == HIST_OP_STACK)
			return HIST_STACK_WORDS * sizeof(u64);
	return 0;
}

/*
 * Returns the bytes of scratch memory that a hit needs. Assignments and actions run
 * one after another, so the hit needs the most that one of them needs. A long key
 * needs memory in addition.
 */
static unsigned int count_scratch_size(const struct hist_spec *spec)
{
	struct hist_interevent *inter = spec->program.interevent;
	unsigned int i, texts;

	texts = max(stack_scratch_size(inter->var_assigns, inter->nr_var_assigns),
		    stack_scratch_size(inter->saves, inter->nr_saves));
	for (i = 0; i < inter->nr_actions; i++) {
		struct hist_action *action = inter->actions[i];

		if (action->kind != HIST_ACTION_TRACE)
			continue;
		texts = max(texts, place_texts(action));
	}
	if (spec->program.key_words > HIST_SHORT_KEY_WORDS)
		texts += spec->program.key_words * sizeof(u64);
	return texts;
}

int hist_interevent_layout(struct hist_spec *spec, struct hist_report *report)
{
	struct hist_interevent *inter = spec->program.interevent;
	unsigned int total;

	hist_var_bind(spec);
	total = count_scratch_size(spec);
	if (total > RECORD_SIZE_MAX)
		return hist_report(report, HIST_ERROR_TOO_MANY_FIELD_VARS, NULL);
	inter->scratch_size = total;
	inter->assign_bits = BIT_ULL(inter->nr_var_assigns) - 1;
	if (is_number_hit(&spec->program))
		spec->program.hit_form = HIST_HIT_INTEREVENT_NUMBER;
	return 0;
}
