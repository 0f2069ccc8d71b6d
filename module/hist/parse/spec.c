// SPDX-License-Identifier: GPL-2.0
/*
 * Parses keys, values, variables and sort order of a command, and decides
 * whether two commands ask for the same histogram; see ../spec.h.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../../event/event_file.h"
#include "../../event/registry.h"
#include "../../ring/clock.h"
#include "../object/hist.h"
#include "../program.h"
#include "attrs.h"
#include "parser.h"

static struct hist_field *new_field(struct hist_parser *p, u32 flags)
{
	struct hist_spec *spec = p->spec;
	struct hist_field *f =
		&spec->fields[spec->program.nr_vals + spec->program.nr_keys];

	memset(f, 0, sizeof(*f));
	f->flags = flags;
	f->text = HIST_NO_TEXT;
	return f;
}

/* Flags that values cannot have, because values are sums. */
#define NOT_FOR_VALUES	(HIST_BUCKET | HIST_LOG2 | HIST_SYM |		\
			 HIST_SYM_OFFSET | HIST_SYSCALL | HIST_STACKTRACE)
/* Flags that a variable cannot have. */
#define NOT_FOR_VARS	(HIST_BUCKET | HIST_LOG2 | HIST_PERCENT | HIST_GRAPH)

static int plan_value(struct hist_parser *p, const char *text)
{
	struct hist_spec *spec = p->spec;
	struct hist_field *f = new_field(p, 0);
	int ret;

	p->in_values = true;
	ret = hist_parse_expr(p, f, text);
	p->in_values = false;
	if (ret)
		return ret;
	if (f->flags & NOT_FOR_VALUES || f->style > HIST_DISPLAY_NUMBER_LAST)
		return hist_refuse(p, HIST_ERROR_MODIFIER, text);
	if (f->flags & HIST_STRING)
		return hist_refuse(p, HIST_ERROR_STRING_OPERAND, text);
	hist_take_op(p, f, &spec->program.ops_vals[spec->program.nr_vals - 1]);
	return hist_stats_plan(p, f, spec->program.nr_vals++);
}

static int plan_values(struct hist_parser *p, struct hist_attrs *attrs)
{
	struct hist_spec *spec = p->spec;
	char *rest = attrs->vals;
	unsigned int i;
	char *text;
	int ret;

	strscpy(new_field(p, HIST_HITCOUNT)->name, "hitcount",
		sizeof(spec->fields[0].name));
	spec->fields[0].size = sizeof(u64);
	spec->program.nr_vals = 1;

	for (i = 0; rest && i < HIST_VALS_MAX; i++) {
		if (spec->program.nr_vals == HIST_VALS_MAX)
			break;
		text = strsep(&rest, ",");
		if (!strcmp(text, "hitcount"))
			continue;
		ret = plan_value(p, text);
		if (ret)
			return ret;
	}
	if (rest && strcmp(rest, "hitcount"))
		return -EINVAL;
	hist_stats_finish(p);
	if (attrs->nohitcount && spec->program.nr_vals == 1) {
		hist_report(p->report, HIST_ERROR_NOHITCOUNT, NULL);
		return -ENOENT;
	}
	return 0;
}

/* Splits NAME=EXPRESSION,... into @def_names and @def_texts. */
static int cut_assignments(struct hist_parser *p, char *rest)
{
	char *text, *name;

	while (rest) {
		text = strsep(&rest, ",");
		name = strsep(&text, "=");
		if (!text)
			return hist_refuse(p, HIST_ERROR_MALFORMED_ASSIGNMENT,
					   name);
		if (p->nr_defs == HIST_VARS_MAX)
			return hist_refuse(p, HIST_ERROR_TOO_MANY_VARS, name);
		p->def_names[p->nr_defs] = name;
		p->def_texts[p->nr_defs] = text;
		p->nr_defs++;
	}
	return 0;
}

/* A variable set to common_pid.execname is the name of the task that made the entry. */
static void plan_execname(struct hist_parser *p, struct hist_field *f,
			  struct hist_op *op)
{
	f->flags = HIST_STRING | HIST_VAR | HIST_EXECNAME;
	f->size = HIST_STRING_MAX;
	f->is_signed = false;
	strscpy(f->type, "char[]", sizeof(f->type));
	op->code = HIST_OP_ENTRY_COMM;
	p->spec->wants_comm = true;
}

static int plan_var(struct hist_parser *p, const char *name, const char *text)
{
	struct hist_spec *spec = p->spec;
	struct hist_interevent *inter = p->interevent;
	struct hist_field *f = &spec->vars[spec->nr_vars];
	struct hist_var_assign *set = &inter->var_assigns[spec->nr_vars];
	int ret;

	if (!p->remove && hist_var_taken(p, name))
		return hist_refuse(p, HIST_ERROR_DUPLICATE_VAR, name);
	memset(f, 0, sizeof(*f));
	f->flags = HIST_VAR;
	ret = hist_parse_expr(p, f, text);
	if (ret)
		return ret;
	if (f->flags & NOT_FOR_VARS)
		return hist_refuse(p, HIST_ERROR_MODIFIER, text);
	if (strscpy(f->var, name, sizeof(f->var)) < 0)
		return -E2BIG;

	hist_take_op(p, f, &set->op);
	if (f->flags & HIST_EXECNAME)
		plan_execname(p, f, &set->op);
	f->text = HIST_NO_TEXT;
	if (f->flags & (HIST_STRING | HIST_STACKTRACE))
		f->text = inter->nr_texts++;
	set->slot = spec->nr_vars++;
	set->text = f->text;
	inter->nr_var_assigns++;
	inter->nr_slots++;
	return 0;
}

static int plan_vars(struct hist_parser *p)
{
	unsigned int i;
	int ret;

	for (i = 0; i < p->nr_defs; i++) {
		ret = plan_var(p, p->def_names[i], p->def_texts[i]);
		if (ret)
			return ret;
	}
	return 0;
}

static bool has_reference(const struct hist_parser *p,
			  const struct hist_field *f)
{
	const struct hist_op *op = &p->interevent->code[f->code];
	unsigned int i;

	for (i = 0; i < f->nr_code; i++)
		if (op[i].code == HIST_OP_VAR_REF ||
		    op[i].code == HIST_OP_VAR_REF_TEXT)
			return true;
	return false;
}

static int plan_key(struct hist_parser *p, const char *text)
{
	struct hist_spec *spec = p->spec;
	struct hist_field *f = new_field(p, HIST_KEY);
	struct hist_op *op = &spec->program.ops_keys[spec->program.nr_keys];
	int ret = 0;

	if (!strcmp(text, "stacktrace")) {
		/* This key has no name, so sort= cannot refer to it. */
		f->flags |= HIST_STACKTRACE;
		f->size = HIST_STACK_DEPTH * sizeof(long);
		strscpy(f->type, "unsigned long[]", sizeof(f->type));
		hist_emit_field(p, f);
	} else {
		ret = hist_parse_expr(p, f, text);
	}
	if (ret)
		return ret;
	if (has_reference(p, f))
		return hist_refuse(p, HIST_ERROR_KEY_REF, text);

	hist_take_op(p, f, op);
	spec->program.key_words += hist_op_words(op);
	if (spec->program.key_words > HIST_KEY_WORDS_MAX)
		return hist_refuse(p, HIST_ERROR_KEY_TOO_LONG, text);
	f->size = ALIGN(f->size, sizeof(u64));
	f->offset = p->key_size;
	p->key_size += f->size;
	if (f->flags & HIST_EXECNAME)
		spec->wants_comm = true;
	spec->program.nr_keys++;
	return 0;
}

static int plan_keys(struct hist_parser *p, char *rest)
{
	unsigned int i;
	int ret;

	for (i = 0; rest && i < HIST_KEYS_MAX; i++) {
		ret = plan_key(p, strsep(&rest, ","));
		if (ret)
			return ret;
	}
	return rest ? -EINVAL : 0;
}

/* Returns 1 for descending, 0 for ascending, or an errno. */
static int parse_order(struct hist_parser *p, const char *text)
{
	if (!text || !strcmp(text, "ascending"))
		return 0;
	if (!strcmp(text, "descending"))
		return 1;
	return hist_refuse(p, HIST_ERROR_SORT_MODIFIER, text);
}

static int find_sort_field(struct hist_parser *p, const char *name)
{
	struct hist_spec *spec = p->spec;
	unsigned int i;

	if (!strcmp(name, "hitcount"))
		return 0;
	for (i = 1; i < spec->program.nr_vals + spec->program.nr_keys; i++)
		if (!strcmp(spec->fields[i].name, name))
			return i;
	return hist_refuse(p, HIST_ERROR_SORT_FIELD, name);
}

/*
 * Returns the name of a sort level's field. Sets @text to the order after the
 * name, or to NULL.
 */
static char *cut_level(const struct hist_spec *spec, char **text)
{
	const struct hist_field *f = &spec->fields[1];
	const struct hist_field *end = &spec->fields[spec->program.nr_vals];
	char *name = *text;
	size_t len;

	/* The name of a statistic contains a dot, so look for the names of all statistics first. */
	for (; f < end; f++) {
		len = str_has_prefix(name, f->name);
		if (!f->stat[0] || !len || (name[len] && name[len] != '.'))
			continue;
		*text = name[len] ? name + len + 1 : NULL;
		name[len] = '\0';
		return name;
	}
	return strsep(text, ".");
}

static int plan_sort(struct hist_parser *p, char *rest)
{
	struct hist_spec *spec = p->spec;
	char *text, *name;
	int field, order;

	if (!rest) {
		spec->nr_sort = 1;
		return 0;
	}
	while (rest) {
		text = strsep(&rest, ",");
		if (!*text)
			return hist_refuse(p, HIST_ERROR_EMPTY_SORT, "sort=");
		if (spec->nr_sort == HIST_SORT_MAX - 1 && rest)
			return hist_refuse(p, HIST_ERROR_TOO_MANY_SORT, "sort=");
		name = cut_level(spec, &text);
		if (!*name)
			return hist_refuse(p, HIST_ERROR_EMPTY_SORT, "sort=");
		field = find_sort_field(p, name);
		if (field < 0)
			return field;
		order = parse_order(p, text);
		if (order < 0)
			return order;
		spec->sort[spec->nr_sort].field = field;
		spec->sort[spec->nr_sort].descending = order;
		spec->nr_sort++;
	}
	return 0;
}

static bool is_pair(const struct hist_program *program)
{
	const struct hist_op *op = program->ops_keys;

	return program->nr_keys == 2 && hist_op_is_plain(&op[0]) &&
	       hist_op_is_plain(&op[1]);
}

static bool is_chars16(const struct hist_program *program)
{
	const struct hist_op *op = program->ops_keys;

	return program->nr_keys == 1 &&
	       (op->code == HIST_OP_COMM ||
		(op->code == HIST_OP_CHARS && op->size == 2 * sizeof(u64)));
}

/* Does an operation load a number without a call, as it is or with .log2? */
static bool is_simple(const struct hist_op *op)
{
	return op->code <= HIST_OP_NUMBER_LAST &&
	       op->modifier <= HIST_MODIFIER_LOG2;
}

static bool all_simple(const struct hist_program *program)
{
	unsigned int i;

	for (i = 0; i < program->nr_keys; i++)
		if (!is_simple(&program->ops_keys[i]))
			return false;
	return true;
}

static enum hist_hit_form key_layout(const struct hist_program *program)
{
	const struct hist_op *op = program->ops_keys;

	if (program->key_words > HIST_SHORT_KEY_WORDS)
		return HIST_KEY_LONG;
	if (is_pair(program))
		return HIST_KEY_PAIR;
	if (is_chars16(program))
		return HIST_KEY_COMM;
	if (program->nr_keys == 2 && all_simple(program))
		return HIST_KEY_PAIR_LOG2;
	if (program->nr_keys == 3 && all_simple(program))
		return HIST_KEY_THREE;
	if (program->nr_keys > 1 || !hist_op_is_word(op))
		return HIST_KEY_SHORT;
	return hist_op_is_plain(op) ? HIST_KEY_NUMBER : HIST_KEY_WORD;
}

static void finish_program(struct hist_program *program)
{
	unsigned int i;

	program->plain_vals = true;
	for (i = 1; i < program->nr_vals; i++)
		program->plain_vals &=
			hist_op_is_plain(&program->ops_vals[i - 1]);
	program->key_layout = key_layout(program);
}

/* Makes the labels ("NAME: ") in advance, because readers may print 131,072 entries. */
static void make_labels(struct hist_spec *spec)
{
	struct hist_field *f = spec->fields;
	unsigned int i;

	for (i = 0; i < spec->program.nr_vals + spec->program.nr_keys; i++, f++)
		f->label_len = scnprintf(f->label, sizeof(f->label), "%s: ",
					 f->name);
}

static int spec_make(struct hist_parser *p, struct hist_attrs *attrs)
{
	struct hist_spec *spec = p->spec;
	unsigned int i;
	int ret;

	ret = hist_actions_parse(p, attrs);
	for (i = 0; !ret && i < attrs->nr_assignments; i++)
		ret = cut_assignments(p, attrs->assignments[i]);
	if (!ret)
		ret = plan_values(p, attrs);
	if (!ret)
		ret = plan_vars(p);
	if (!ret)
		ret = plan_keys(p, attrs->keys);
	if (!ret)
		ret = plan_sort(p, attrs->sort);
	if (ret)
		return ret;
	finish_program(&spec->program);
	make_labels(spec);
	return 0;
}

int hist_spec_make(struct hist_spec *spec, struct event_file *file,
		   struct hist_attrs *attrs, bool remove,
		   struct hist_report *report)
{
	struct hist_parser p = {
		.spec = spec,
		.file = file,
		.report = report,
		.remove = remove,
	};
	int ret;

	lockdep_assert_held(&event_mutex);
	memset(spec, 0, sizeof(*spec));
	spec->bits = attrs->bits;
	spec->top = attrs->top;
	spec->interval = attrs->interval;
	spec->wants_clock = spec->interval;
	spec->nohitcount = attrs->nohitcount;
	spec->program.interevent = hist_interevent_new();
	if (!spec->program.interevent)
		return -ENOMEM;
	p.interevent = spec->program.interevent;

	ret = spec_make(&p, attrs);
	if (!ret && !hist_interevent_needed(spec->program.interevent) &&
	    !(attrs->filter && hist_cond_needed(attrs->filter))) {
		hist_interevent_put(spec->program.interevent);
		spec->program.interevent = NULL;
	}
	spec->program.hit_form = spec->program.interevent ?
					 HIST_HIT_INTEREVENT :
					 spec->program.key_layout;
	return ret;
}

static bool same_record_field(const struct event_field *a,
			      const struct event_field *b)
{
	if (a == b)
		return true;
	return a && b && !strcmp(a->name, b->name) &&
	       !strcmp(a->type, b->type) && a->size == b->size &&
	       a->is_signed == b->is_signed;
}

static bool same_field(const struct hist_field *a, const struct hist_field *b)
{
	return a->flags == b->flags && a->style == b->style &&
	       hist_field_depth(a) == hist_field_depth(b) &&
	       !strcmp(a->name, b->name) && !strcmp(a->var, b->var) &&
	       same_record_field(a->field, b->field) &&
	       a->offset == b->offset && a->size == b->size &&
	       a->is_signed == b->is_signed;
}

bool hist_spec_same(const struct hist_spec *a, const struct hist_spec *b)
{
	unsigned int i;

	if (a->program.nr_vals != b->program.nr_vals ||
	    a->program.nr_keys != b->program.nr_keys ||
	    a->nr_vars != b->nr_vars || a->nr_sort != b->nr_sort)
		return false;
	for (i = 0; i < a->program.nr_vals + a->program.nr_keys; i++)
		if (!same_field(&a->fields[i], &b->fields[i]))
			return false;
	for (i = 0; i < a->nr_sort; i++)
		if (a->sort[i].field != b->sort[i].field ||
		    a->sort[i].descending != b->sort[i].descending)
			return false;
	for (i = 0; i < a->nr_vars; i++)
		if (!same_field(&a->vars[i], &b->vars[i]))
			return false;
	return hist_actions_same(a->program.interevent, b->program.interevent);
}

static void share_ops(struct hist_op *op, const struct hist_op *first,
		      unsigned int nr)
{
	for (; nr--; op++, first++) {
		if (op->code != first->code || (op->code != HIST_OP_CONST &&
						op->modifier == HIST_MODIFIER_AS_IS))
			continue;
		op->modifier = first->modifier;
		op->number = first->number;
	}
}

void hist_spec_share(struct hist_spec *spec, const struct hist_spec *first)
{
	struct hist_program *program = &spec->program;
	struct hist_interevent *inter = program->interevent;
	const struct hist_interevent *other = first->program.interevent;
	unsigned int i;

	share_ops(program->ops_keys, first->program.ops_keys, program->nr_keys);
	share_ops(program->ops_vals, first->program.ops_vals,
		  program->nr_vals - 1);
	for (i = program->nr_vals; i < program->nr_vals + program->nr_keys; i++)
		spec->fields[i].buckets = first->fields[i].buckets;
	finish_program(program);
	if (!inter)
		program->hit_form = program->key_layout;
	if (!inter || !other)
		return;
	share_ops(inter->code, other->code, min(inter->nr_code, other->nr_code));
	for (i = 0; i < spec->nr_vars; i++)
		share_ops(&inter->var_assigns[i].op, &other->var_assigns[i].op, 1);
}

int hist_spec_set_clock(struct hist_spec *spec, const char *name)
{
	const struct histrig_clock *clock = histrig_clock_find(name);

	if (!clock || (spec->interval && !clock->in_ns))
		return -EINVAL;
	spec->program.clock = clock->read;
	spec->clock_name = clock->name;
	spec->program.usecs &= clock->in_ns;
	return 0;
}

enum hist_time hist_time_of(const struct hist_spec *spec, const struct hist_field *f)
{
	const struct histrig_clock *clock;

	if (f->time != HIST_TIME_OWN)
		return f->time;
	if (!(f->flags & HIST_TIMESTAMP))
		return f->flags & HIST_USECS ? HIST_TIME_US : HIST_TIME_NONE;
	clock = histrig_clock_find(spec->clock_name);
	if (!clock || !clock->in_ns)
		return HIST_TIME_NONE;
	return spec->program.usecs ? HIST_TIME_US : HIST_TIME_NS;
}

bool hist_same_keys(const struct hist_spec *a, const struct hist_spec *b)
{
	unsigned int i;

	if (a->program.nr_keys != b->program.nr_keys)
		return false;
	for (i = 0; i < a->program.nr_keys; i++) {
		const struct hist_field *f = hist_key_field(a, i);
		const struct hist_field *g = hist_key_field(b, i);

		if (strcmp(f->type, g->type) || f->size != g->size ||
		    f->is_signed != g->is_signed)
			return false;
	}
	return true;
}

bool hist_same_modifiers(const struct hist_program *a,
			 const struct hist_program *b)
{
	unsigned int i;

	for (i = 0; i < a->nr_keys; i++)
		if (a->ops_keys[i].modifier != b->ops_keys[i].modifier ||
		    (a->ops_keys[i].modifier != HIST_MODIFIER_AS_IS &&
		     a->ops_keys[i].number != b->ops_keys[i].number))
			return false;
	return true;
}
