// SPDX-License-Identifier: GPL-2.0
/* Parses one operand of a hist command, see parser.h. */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../../event/event_file.h"
#include "../../event/field.h"
#include "../../event/names.h"
#include "../../event/record.h"
#include "../../event/registry.h"
#include "../../record/task_id.h"
#include "../hist.h"
#include "parser.h"

static bool has_operator(const char *text)
{
	return strpbrk(text, "-+*/");
}

static void set_type(struct hist_field *f, const char *type, unsigned int size)
{
	strscpy(f->type, type, sizeof(f->type));
	f->size = size;
}

/* Fills in a time stamp, CPU, stack or hit count. Returns false if @name is none of these. */
static bool special_field(struct hist_parser *p, struct hist_field *f,
			  const char *name)
{
	if (!strcmp(name, "common_timestamp")) {
		f->flags |= HIST_TIMESTAMP;
		set_type(f, "u64", sizeof(u64));
		p->spec->wants_clock = true;
		if (f->flags & HIST_USECS)
			p->spec->program.usecs = true;
	} else if (!strcmp(name, "common_cpu")) {
		f->flags |= HIST_CPU;
		set_type(f, "unsigned int", sizeof(int));
	} else if (!strcmp(name, "common_stacktrace")) {
		f->flags |= HIST_STACKTRACE;
		set_type(f, "unsigned long[]",
			 HIST_STACK_DEPTH * sizeof(long));
	} else if (!strcmp(name, "common_ustacktrace")) {
		f->flags |= HIST_STACKTRACE | HIST_USER;
		set_type(f, "user_stack[]", HIST_STACK_DEPTH * sizeof(long));
	} else if (!strcmp(name, "hitcount") && !(f->flags & HIST_KEY)) {
		f->flags |= HIST_HITCOUNT;
		set_type(f, "u64", sizeof(u64));
	} else {
		return false;
	}
	return true;
}

/* If @name is an old name of a special operand, returns its current name, else NULL. */
static const char *newer_name(const struct hist_field *f, const char *name)
{
	if (!strcmp(name, "cpu") || !strcmp(name, "CPU"))
		return "common_cpu";
	if (f->flags & HIST_VAR && (!strcmp(name, "stacktrace") ||
				    !strcmp(name, "STACKTRACE")))
		return "common_stacktrace";
	return NULL;
}

/* Only fields of synthetic events can be stack traces. */
static bool is_stack_field(const struct event_field *field)
{
	return str_has_prefix(field->type, "__data_loc ") &&
	       strstr(field->type, "long[]");
}

/* Fails if the event's print format has no names for the field. */
static int check_names(struct hist_parser *p, const struct event_field *field,
		       const char *modifier)
{
	struct event_names *names = event_names_parse(p->file->event, field);

	if (names == ERR_PTR(-ENOENT))
		return hist_refuse(p, HIST_ERROR_NO_NAMES, modifier);
	if (IS_ERR(names))
		return PTR_ERR(names);
	event_names_free(names);
	return 0;
}

static int record_field(struct hist_parser *p, struct hist_field *f,
			const struct event_field *field, const char *modifier)
{
	enum event_field_kind kind = event_field_kind(field);
	bool string = kind == EVENT_FIELD_STATIC_STRING ||
		      kind == EVENT_FIELD_DYN_STRING ||
		      kind == EVENT_FIELD_REL_STRING;
	int ret;

	f->field = field;
	strscpy(f->type, field->type, sizeof(f->type));
	if (f->style) {
		if (!hist_display_suits(f, field))
			return hist_refuse(p, HIST_ERROR_MODIFIER, modifier);
		if (f->style == HIST_DISPLAY_FLAGS) {
			ret = check_names(p, field, modifier);
			if (ret)
				return ret;
		}
		f->size = field->size;
		f->is_signed = field->is_signed;
		return 0;
	}
	if (f->flags & HIST_STACKTRACE) {
		if (!is_stack_field(field))
			return hist_refuse(p, HIST_ERROR_MODIFIER, modifier);
		f->size = HIST_STACK_DEPTH * sizeof(long);
		return 0;
	}
	if (f->flags & HIST_TEXT) {
		if (kind != EVENT_FIELD_PTR_STRING)
			return hist_refuse(p, HIST_ERROR_MODIFIER, modifier);
		string = true;
	}
	if (string) {
		/* A string has neither a logarithm nor buckets. */
		if (f->flags & (HIST_LOG2 | HIST_BUCKET))
			return hist_refuse(p, HIST_ERROR_MODIFIER, modifier);
		f->flags |= HIST_STRING;
		f->size = kind == EVENT_FIELD_STATIC_STRING ?
			  field->size : HIST_STRING_MAX;
		return 0;
	}

	/* Unlike the kernel, do not take the word that locates an array for a number. */
	if (hist_display_is_located(field))
		return -ENOMEM;
	f->size = field->size;
	if (field->size != 1 && field->size != 2 &&
	    field->size != 4 && field->size != 8) {
		/* Like the kernel, return -ENOMEM for an invalid size. */
		if (f->flags != HIST_KEY || !hist_display_is_array(field))
			return -ENOMEM;
		f->style = HIST_DISPLAY_ARRAY;
		return 0;
	}
	f->is_signed = field->is_signed &&
		       !(f->flags & (HIST_LOG2 | HIST_BUCKET));
	return 0;
}

static int comm_field(struct hist_parser *p, struct hist_field *f,
		      const char *modifier)
{
	if (f->flags & (HIST_STACKTRACE | HIST_LOG2 | HIST_BUCKET) || f->style)
		return hist_refuse(p, HIST_ERROR_MODIFIER, modifier);
	f->flags |= HIST_COMM | HIST_STRING;
	set_type(f, "char[16]", TASK_COMM_LEN);
	return 0;
}

static bool is_path_key(const struct hist_field *f)
{
	return f->style == HIST_DISPLAY_PATH && f->who == RECORD_CGROUP &&
	       f->flags & HIST_KEY;
}

/* Fills in an operand that is an ID of the current task. */
static int who_field(struct hist_parser *p, struct hist_field *f,
		     const char *modifier)
{
	const struct record_task_id_name *who = &record_task_id_names[f->who];

	if (f->flags & (HIST_STACKTRACE | HIST_TEXT) ||
	    (f->style > HIST_DISPLAY_NUMBER_LAST && !is_path_key(f)))
		return hist_refuse(p, HIST_ERROR_MODIFIER, modifier);
	set_type(f, who->type, who->size);
	f->is_signed = who->is_signed &&
		       !(f->flags & (HIST_LOG2 | HIST_BUCKET));
	return 0;
}

static int find_field(struct hist_parser *p, struct hist_field *f,
		      const char *name, const char *modifier)
{
	const struct event_field *field;
	const char *newer;

	if (special_field(p, f, name)) {
		if (((f->flags & HIST_STACKTRACE) && modifier && !f->depth) ||
		    f->style > HIST_DISPLAY_NUMBER_LAST)
			return hist_refuse(p, HIST_ERROR_MODIFIER, modifier);
		return 0;
	}
	field = event_find_field(p->file->event, name);
	if (field && field->size)
		return record_field(p, f, field, modifier);

	newer = newer_name(f, name);
	if (newer)
		return find_field(p, f, newer, modifier);
	if (!strcmp(name, "common_comm"))
		return comm_field(p, f, modifier);
	f->who = record_task_id_find(name);
	if (f->who)
		return who_field(p, f, modifier);
	return hist_refuse(p, HIST_ERROR_FIELD_NOT_FOUND, name);
}

static int field_parse_number(struct hist_parser *p, struct hist_field *f,
			      char *text)
{
	if (kstrtoull(text, 0, &f->constant))
		return hist_refuse(p, HIST_ERROR_NUMBER, text);
	f->flags |= HIST_CONST;
	set_type(f, "u64", sizeof(u64));
	return 0;
}

static u8 number_op(const struct hist_field *f)
{
	const struct event_field *field = f->field;
	bool is_signed = field->is_signed || f->style == HIST_DISPLAY_SIGNED;

	switch (field->size) {
	case 1:
		return is_signed ? HIST_OP_S8 : HIST_OP_U8;
	case 2:
		return is_signed ? HIST_OP_S16 : HIST_OP_U16;
	case 4:
		return is_signed ? HIST_OP_S32 : HIST_OP_U32;
	default:
		return HIST_OP_U64;
	}
}

/*
 * Triggers run before the record's header is filled in, so hits do not load common_*
 * fields from the record, but from the current task and the CPU. The type is a constant.
 */
static void common_op(struct hist_parser *p, struct hist_op *op,
		      const struct event_field *field)
{
	switch (field->offset) {
	case offsetof(struct record_header, common_pid):
		op->code = HIST_OP_PID;
		break;
	case offsetof(struct record_header, common_flags):
		op->code = HIST_OP_CONTEXT_FLAGS;
		break;
	case offsetof(struct record_header, common_preempt_count):
		op->code = HIST_OP_PREEMPT_COUNT;
		break;
	case offsetof(struct record_header, common_type):
		op->code = HIST_OP_TYPE;
		op->offset = p->file->event->id;
		break;
	default:
		op->code = HIST_OP_LAZY_COUNT;
	}
}

static void string_op(struct hist_op *op, const struct hist_field *f)
{
	const struct event_field *field = f->field;

	switch (event_field_kind(field)) {
	case EVENT_FIELD_STATIC_STRING:
		op->code = HIST_OP_CHARS;
		op->size = field->size;
		break;
	case EVENT_FIELD_DYN_STRING:
		op->code = HIST_OP_STRING;
		break;
	case EVENT_FIELD_REL_STRING:
		op->code = HIST_OP_REL_STRING;
		break;
	default:
		op->code = HIST_OP_POINTER_STRING;
		op->size = !!(f->flags & HIST_USER);
	}
}

struct hist_op *hist_emit(struct hist_parser *p, struct hist_field *f)
{
	struct hist_interevent *inter = p->interevent;
	struct hist_op *op = &inter->code[inter->nr_code];

	if (!f->nr_code)
		f->code = inter->nr_code;
	f->nr_code++;
	inter->nr_code++;
	memset(op, 0, sizeof(*op));
	return op;
}

void hist_take_op(struct hist_parser *p, const struct hist_field *f,
		  struct hist_op *op)
{
	if (f->nr_code == 1) {
		*op = p->interevent->code[--p->interevent->nr_code];
		return;
	}
	memset(op, 0, sizeof(*op));
	op->code = HIST_OP_EXPR;
	op->offset = f->code;
	op->size = f->nr_code;
	op->number = f->nr_code == 3 &&
		     hist_op_is_operand(&p->interevent->code[f->code + 1]);
}

static void load_op(struct hist_parser *p, struct hist_op *op,
		    const struct hist_field *f)
{
	if (f->field)
		op->offset = f->field->offset;
	/* f->field may be set for stacks and strings too, so test for numbers last. */
	if (f->flags & HIST_CONST) {
		op->code = HIST_OP_CONST;
		op->number = f->constant;
	} else if (f->flags & HIST_HITCOUNT) {
		op->code = HIST_OP_CONST;
		op->number = 1;
	} else if (f->flags & HIST_STACKTRACE) {
		op->code = f->field ? HIST_OP_DYN_STACK :
			   f->flags & HIST_USER ? HIST_OP_USER_STACK :
						  HIST_OP_STACK;
		op->size = hist_field_depth(f);
	} else if (f->flags & HIST_TIMESTAMP) {
		op->code = HIST_OP_TIME;
	} else if (f->flags & HIST_CPU) {
		op->code = HIST_OP_CPU;
	} else if (f->flags & HIST_COMM) {
		op->code = HIST_OP_COMM;
	} else if (f->who) {
		op->code = HIST_OP_TASK_ID;
		op->offset = f->who;
	} else if (f->flags & HIST_STRING) {
		string_op(op, f);
	} else if (f->style >= HIST_DISPLAY_BYTES_FIRST) {
		op->code = HIST_OP_BYTES;
		op->size = f->field->size;
	} else if (f->field->offset < sizeof(struct record_header)) {
		common_op(p, op, f->field);
	} else {
		op->code = number_op(f);
	}
}

static void modify_op(struct hist_op *op, const struct hist_field *f)
{
	if (f->flags & HIST_LOG2) {
		op->modifier = f->buckets ? HIST_MODIFIER_LOG_LINEAR :
					    HIST_MODIFIER_LOG2;
		if (f->buckets)
			op->number = f->buckets;
	} else if (f->flags & HIST_BUCKET) {
		op->modifier = HIST_MODIFIER_BUCKET;
		op->number = f->buckets;
	}
}

void hist_emit_field(struct hist_parser *p, struct hist_field *f)
{
	struct hist_op *op = hist_emit(p, f);

	/*
	 * A reference also has the flags of its variable, so test for references
	 * first.
	 */
	if (f->flags & (HIST_VAR_REF | HIST_ALIAS)) {
		hist_var_ref_op(op, f, f->ref);
		return;
	}
	load_op(p, op, f);
	modify_op(op, f);
}

static int take_reference(struct hist_parser *p, struct hist_field *f,
			  struct hist *hist, const struct hist_field *var,
			  const char *system, const char *event)
{
	unsigned int nr = p->interevent->nr_var_refs;
	int ref = hist_var_refer(p, hist, var);
	const struct event *named;

	if (ref < 0)
		return ref;
	/*
	 * Like the kernel, print all references to a variable as the first one is written,
	 * with or without SYSTEM.EVENT.
	 */
	if (ref == nr && system)
		p->interevent->var_refs[ref].named =
			hist_find_file(p, system, event)->event;
	named = p->interevent->var_refs[ref].named;
	f->ref = ref;
	f->text = var->text;
	f->usecs_of_var = !(f->flags & HIST_USECS) && var->flags & HIST_USECS;
	f->time = f->flags & HIST_USECS ? HIST_TIME_US : hist_time_of(&hist->spec, var);
	f->flags |= f->flags & HIST_VAR ? HIST_ALIAS : HIST_VAR_REF;
	f->flags |= var->flags & (HIST_TIMESTAMP | HIST_USECS |
				  HIST_STACKTRACE | HIST_STRING);
	if (var->flags & HIST_STACKTRACE)
		f->flags |= var->flags & HIST_USER;
	f->size = var->size;
	f->is_signed = var->is_signed;
	strscpy(f->type, var->type, sizeof(f->type));
	if (named)
		ref = snprintf(f->name, sizeof(f->name), "%s.%s.%s",
			       named->header->system, named->name, var->var);
	else
		ref = strscpy(f->name, var->var, sizeof(f->name));
	return ref < 0 || ref >= sizeof(f->name) ? -E2BIG : 0;
}

/*
 * Returns the operand that the command itself assigns to @name, for the parser to use
 * in place of $NAME. Returns NULL if there is none, or if it is an expression or a
 * reference.
 */
static const char *own_definition(const struct hist_parser *p,
				  const char *system, const char *event,
				  const char *name)
{
	const struct event *own = p->file->event;
	unsigned int i;

	if (system && !event_is(own, system, event))
		return NULL;
	for (i = 0; i < p->nr_defs; i++)
		if (!strcmp(p->def_names[i], name) &&
		    !has_operator(p->def_texts[i]) &&
		    !hist_is_reference(p->def_texts[i]))
			return p->def_texts[i];
	return NULL;
}

static int field_parse_name(struct hist_parser *p, struct hist_field *f,
			    char *text)
{
	char *modifier = text, *name;
	int ret;

	name = strsep(&modifier, ".");
	if (modifier) {
		ret = hist_stats_modifiers(p, f, name, modifier);
		if (ret)
			return ret;
	}
	/* Copy the name, since readers print it long after the command. */
	if (strscpy(f->name, name, sizeof(f->name)) < 0)
		return hist_refuse(p, HIST_ERROR_FIELD_NOT_FOUND, name);
	return find_field(p, f, name, modifier);
}

/*
 * Parses $NAME. If there is no such variable, or there are too many references, logs an
 * error and looks for a field.
 */
static int parse_reference(struct hist_parser *p, struct hist_field *f,
			   const char *system, const char *event, char *text)
{
	const struct hist_field *var;
	const char *name = text + 1;
	struct hist *hist;
	char *modifier;
	int ret;

	/* Like in the kernel, a reference has no modifiers but those of statistics. */
	modifier = strchr(text, '.');
	if (modifier && hist_stats_follow(p, modifier + 1)) {
		*modifier++ = '\0';
		ret = hist_stats_modifiers(p, f, name, modifier);
		if (ret)
			return ret;
	}
	var = hist_var_find(p, system, event, name, &hist);
	if (var) {
		ret = take_reference(p, f, hist, var, system, event);
		if (ret != -ENOSPC)
			return ret;
	}
	hist_report(p->report, HIST_ERROR_VAR_NOT_FOUND, name);
	return field_parse_name(p, f, text);
}

/* Distinguishes NAME.MODIFIER.MODIFIER from SYSTEM.EVENT.NAME. */
static bool has_several_modifiers(const struct hist_parser *p,
				  const struct hist_field *f, const char *text,
				  const char *dot)
{
	char name[HIST_NAME_MAX];

	if (!hist_stats_follow(p, dot + 1) || dot - text >= sizeof(name))
		return false;
	strscpy(name, text, dot - text + 1);
	return name[0] == '$' || str_has_prefix(name, "common_") ||
	       newer_name(f, name) || event_find_field(p->file->event, name);
}

static int field_parse_text(struct hist_parser *p, struct hist_field *f,
			    char *text)
{
	char *system = NULL, *event = NULL, *dot;
	char copy[HIST_NAME_MAX];
	const char *own;
	int ret;

	if (isdigit(text[0]))
		return field_parse_number(p, f, text);

	dot = strchr(text, '.');
	if (dot && strchr(dot + 1, '.') && !has_several_modifiers(p, f, text, dot)) {
		system = strsep(&text, ".");
		event = strsep(&text, ".");
	}
	if (!hist_is_reference(text)) {
		ret = field_parse_name(p, f, text);
		/* Unlike the kernel, do not read this event's field in place of another event's. */
		if (!ret && system && !event_is(p->file->event, system, event))
			ret = hist_refuse(p, HIST_ERROR_FIELD_NOT_FOUND, text);
		return ret;
	}
	own = own_definition(p, system, event, text + 1);
	if (!own)
		return parse_reference(p, f, system, event, text);
	if (strscpy(copy, own, sizeof(copy)) < 0)
		return hist_refuse(p, HIST_ERROR_FIELD_NOT_FOUND, own);
	return field_parse_name(p, f, copy);
}

int hist_parse_operand(struct hist_parser *p, struct hist_field *f, char *text)
{
	int ret;

	f->text = HIST_NO_TEXT;
	ret = field_parse_text(p, f, text);
	if (ret)
		return ret;
	if (f->style == HIST_DISPLAY_SIGNED)
		f->is_signed = true;
	hist_emit_field(p, f);
	return 0;
}
