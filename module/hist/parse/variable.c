// SPDX-License-Identifier: GPL-2.0
/* Finds variables, and compiles filters that name them, see parser.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../../event/registry.h"
#include "../../instance/instance.h"
#include "../hist.h"
#include "../program.h"
#include "parser.h"

const struct hist_field *hist_var_of(const struct hist_spec *spec,
				     const char *name)
{
	unsigned int i;

	for (i = 0; i < spec->nr_vars; i++)
		if (!strcmp(spec->vars[i].var, name))
			return &spec->vars[i];
	return NULL;
}

static const struct hist_field *var_in_file(const struct event_file *file,
					    const char *name,
					    struct hist **hist)
{
	const struct hist_field *var;
	struct trigger *trigger;
	unsigned int i;

	for_each_trigger(trigger, i, file) {
		*hist = trigger_hist(trigger);
		if (!*hist)
			continue;
		var = hist_var_of(&(*hist)->spec, name);
		if (var)
			return var;
	}
	return NULL;
}

bool hist_var_taken(const struct hist_parser *p, const char *name)
{
	struct hist *hist;

	return hist_var_of(p->spec, name) || var_in_file(p->file, name, &hist);
}

struct event_file *hist_find_file(const struct hist_parser *p,
				  const char *system, const char *event)
{
	return event_file_find(&p->file->instance->files, system, event);
}

/* Fails if several events of the instance have the variable. */
static const struct hist_field *var_anywhere(struct hist_parser *p,
					     const char *name,
					     struct hist **hist)
{
	const struct hist_field *var, *found = NULL;
	struct event_file *file;
	struct hist *other;

	list_for_each_entry(file, &p->file->instance->files, in_instance) {
		var = var_in_file(file, name, &other);
		/* Triggers that share a histogram share its variable. */
		if (!var || var == found)
			continue;
		if (found) {
			hist_report(p->report, HIST_ERROR_VAR_NOT_UNIQUE, name);
			return NULL;
		}
		found = var;
		*hist = other;
	}
	return found;
}

static const struct hist_field *
var_of_event(struct hist_parser *p, const char *system, const char *event,
	     const char *name, struct hist **hist)
{
	struct event_file *file = hist_find_file(p, system, event);

	return file ? var_in_file(file, name, hist) : NULL;
}

/* Fails if several events in onmatch() have the variable. */
static int var_of_match(struct hist_parser *p, const char *name,
			const struct hist_field **found, struct hist **hist)
{
	const struct hist_interevent *inter = p->interevent;
	const struct hist_field *var;
	struct hist *other;
	unsigned int i;

	*found = NULL;
	for (i = 0; i < inter->nr_actions; i++) {
		const struct hist_action *action = inter->actions[i];

		if (action->handler != HIST_ONMATCH)
			continue;
		var = var_of_event(p, action->system, action->match, name,
				   &other);
		/* onmatch().forget() may name the event of another onmatch() again. */
		if (!var || (var == *found &&
			     action->kind == HIST_ACTION_FORGET))
			continue;
		if (*found)
			return hist_refuse(p, HIST_ERROR_VAR_NOT_UNIQUE, name);
		*found = var;
		*hist = other;
	}
	return 0;
}

const struct hist_field *hist_var_find(struct hist_parser *p,
				       const char *system, const char *event,
				       const char *name, struct hist **hist)
{
	const struct hist_field *var;

	if (system)
		return var_of_event(p, system, event, name, hist);
	if (var_of_match(p, name, &var, hist))
		return NULL;
	return var ? var : var_anywhere(p, name, hist);
}

int hist_var_refer(struct hist_parser *p, struct hist *hist,
		   const struct hist_field *var)
{
	struct hist_interevent *inter = p->interevent;
	unsigned int slot = var - hist->spec.vars;
	struct hist_var_ref *ref;
	unsigned int i;

	for (i = 0; i < inter->nr_var_refs; i++)
		if (inter->var_refs[i].hist == hist &&
		    inter->var_refs[i].slot == slot)
			return i;
	if (inter->nr_var_refs == HIST_VAR_REFS_MAX)
		return -ENOSPC;
	ref = &inter->var_refs[inter->nr_var_refs];
	memset(ref, 0, sizeof(*ref));
	ref->hist = hist;
	ref->slot = slot;
	ref->text = var->text;
	return inter->nr_var_refs++;
}

void hist_var_ref_op(struct hist_op *op, const struct hist_field *var,
		     unsigned int ref)
{
	*op = (struct hist_op){
		.code = var->text == HIST_NO_TEXT ? HIST_OP_VAR_REF :
						    HIST_OP_VAR_REF_TEXT,
		.offset = ref,
	};
}

void hist_var_own_op(struct hist_op *op, const struct hist_spec *spec,
		     const struct hist_field *var)
{
	*op = (struct hist_op){ .code = HIST_OP_OWN_VAR, .offset = var - spec->vars };
	if (var->text != HIST_NO_TEXT) {
		op->code = HIST_OP_OWN_VAR_TEXT;
		op->offset = var->text;
	}
}

const struct hist_field *hist_var_ref_target(const struct hist_parser *p,
					     unsigned int ref)
{
	const struct hist_var_ref *at = &p->interevent->var_refs[ref];

	return &at->hist->spec.vars[at->slot];
}

/*
 * References go to older histograms, so that they form no cycle. A newer histogram is
 * allowed if it has neither references nor a name, by which triggers with references
 * could share it.
 */
static bool may_close_cycle(const struct hist *hist, const struct hist *named)
{
	const struct hist_interevent *inter = hist->spec.program.interevent;

	return hist->serial > named->serial &&
	       (hist->name || inter->nr_var_refs || inter->nr_forgets);
}

const struct hist_field *hist_var_newer(const struct hist_interevent *inter,
					const struct hist *named)
{
	const struct hist_var_ref *ref;
	unsigned int i;

	for (i = 0; inter && i < inter->nr_var_refs; i++) {
		ref = &inter->var_refs[i];
		if (may_close_cycle(ref->hist, named))
			return &ref->hist->spec.vars[ref->slot];
	}
	return NULL;
}

/* Kinds of key fields. Fields of two kinds never match, except PART_CHARS and PART_TEXT. */
enum part_kind {
	PART_NUMBER,
	PART_CHARS,
	PART_BYTES,
	PART_TEXT,
	PART_STACK,
	PART_USER_STACK,
};

static enum part_kind part_kind(const struct hist_op *op)
{
	if (hist_op_is_word(op))
		return PART_NUMBER;
	switch (op->code) {
	case HIST_OP_CHARS:
	case HIST_OP_COMM:
		return PART_CHARS;
	case HIST_OP_BYTES:
		return PART_BYTES;
	case HIST_OP_STACK:
	case HIST_OP_DYN_STACK:
		return PART_STACK;
	case HIST_OP_USER_STACK:
		return PART_USER_STACK;
	default:
		return PART_TEXT;
	}
}

static bool variable_is_text(enum part_kind kind)
{
	return kind == PART_CHARS || kind == PART_TEXT;
}

enum hist_var_ref_form hist_var_form(const struct hist_program *program,
				     const struct hist_program *other)
{
	bool convert = false;
	unsigned int i;

	/* Like the kernel, accept a histogram with fewer key fields, but not with more. */
	if (other->nr_keys > program->nr_keys)
		return HIST_REF_NEVER;
	for (i = 0; i < other->nr_keys; i++) {
		const struct hist_op *a = &program->ops_keys[i];
		const struct hist_op *b = &other->ops_keys[i];
		enum part_kind kind = part_kind(a), kind_b = part_kind(b);

		/* Stacks of different depth are different keys. */
		if (kind == kind_b && hist_op_words(a) == hist_op_words(b))
			continue;
		if (!variable_is_text(kind) || !variable_is_text(kind_b))
			return HIST_REF_NEVER;
		convert = true;
	}
	if (convert)
		return HIST_REF_CONVERT;
	if (hist_key_is_word(other))
		return HIST_REF_NUMBER;
	return other->nr_keys < program->nr_keys ? HIST_REF_FIRST : HIST_REF_WORDS;
}

void hist_var_bind(struct hist_spec *spec)
{
	struct hist_interevent *inter = spec->program.interevent;
	struct hist_var_ref *ref;
	unsigned int i;

	for (i = 0; i < inter->nr_var_refs; i++) {
		ref = &inter->var_refs[i];
		ref->keys = ref->hist->spec.program.nr_keys;
		ref->form = i && ref[-1].hist == ref->hist ?
			    HIST_REF_SAME :
			    hist_var_form(&spec->program,
					  &ref->hist->spec.program);
	}
	for (i = 0; i < inter->nr_forgets; i++) {
		ref = &inter->forgets[i];
		ref->keys = ref->hist->spec.program.nr_keys;
		ref->form = hist_var_form(&spec->program,
					  &ref->hist->spec.program);
	}
}

/* Passed to the parser of filters, which calls cond_find_var() for each variable. */
struct cond_parser {
	struct filter_vars vars;
	struct hist_parser parser;
};

bool hist_cond_needed(const char *text)
{
	char quote = '\0';

	for (; *text; text++) {
		if (quote) {
			if (*text == quote)
				quote = '\0';
		} else if (*text == '"' || *text == '\'') {
			quote = *text;
		} else if (*text == '$') {
			return true;
		}
	}
	return false;
}

/* Sets @op to load a variable of another trigger, and @var to that variable. */
static int other_op(struct hist_parser *p, struct hist_op *op, const char *name,
		    const struct hist_field **var)
{
	struct hist *hist;
	int ref;

	*var = hist_var_find(p, NULL, NULL, name, &hist);
	if (!*var)
		return hist_refuse(p, HIST_ERROR_VAR_NOT_FOUND, name);
	ref = hist_var_refer(p, hist, *var);
	if (ref < 0)
		return hist_refuse(p, HIST_ERROR_TOO_MANY_VARS, name);
	hist_var_ref_op(op, *var, ref);
	return 0;
}

static int cond_find_var(const struct filter_vars *vars, const char *name,
			 bool *is_signed)
{
	struct cond_parser *c =
		container_of(vars, struct cond_parser, vars);
	struct hist_parser *p = &c->parser;
	struct hist_interevent *inter = p->interevent;
	const struct hist_field *var = hist_var_of(p->spec, name);
	struct hist_op *op;
	int ret;

	if (inter->nr_conds == HIST_CONDS_MAX)
		return hist_refuse(p, HIST_ERROR_TOO_MANY_VARS, name);
	op = &inter->conds[inter->nr_conds];
	if (var) {
		hist_var_own_op(op, p->spec, var);
	} else {
		ret = other_op(p, op, name, &var);
		if (ret)
			return ret;
	}
	if (var->text != HIST_NO_TEXT)
		return hist_refuse(p, HIST_ERROR_STRING_OPERAND, name);
	*is_signed = var->is_signed;
	return inter->nr_conds++;
}

int hist_cond_parse(struct filter **filter, struct hist_spec *spec,
		    struct event_file *file, const char *text,
		    struct hist_report *report)
{
	struct cond_parser cond = {
		.vars.find = cond_find_var,
		.parser.spec = spec,
		.parser.interevent = spec->program.interevent,
		.parser.file = file,
		.parser.report = report,
	};

	return trigger_parse_filter(filter, file, text, &cond.vars);
}
