// SPDX-License-Identifier: GPL-2.0
/* Makes a plan of the parts of a hist command; see plan.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../event/field.h"
#include "../record/record.h"
#include "../ring/clock.h"
#include "plan.h"

/* What a plan is made of, for the functions below. */
struct planner {
	struct hist_plan *plan;
	const struct event *event;
	struct hist_report *report;
	bool usecs;		/* a time stamp was asked for in usecs */
	unsigned int key_size;	/* of the kernel's own key, so far */
};

static int refuse(struct planner *p, enum hist_error error, const char *part)
{
	hist_report(p->report, error, part);
	return -EINVAL;
}

static bool has_operator(const char *text)
{
	return strpbrk(text, "-+*/");
}

/* The modifiers that are a word, and what they mean. */
static const struct {
	const char *word;
	u32 flag;
} modifiers[] = {
	{ "hex", HIST_HEX },
	{ "sym", HIST_SYM },
	{ "symXoffset", HIST_SYM_OFFSET },
	{ "syscall", HIST_SYSCALL },
	{ "log2", HIST_LOG2 },
	{ "usecs", HIST_USECS },
	{ "string", HIST_TEXT },
};

static int parse_buckets(struct planner *p, struct hist_field *f, char *text)
{
	if (*text == 's')
		text++;
	if (*text != '=')
		return refuse(p, HIST_ERROR_MODIFIER, text);
	text++;
	if (kstrtoul(text, 0, &f->buckets) || !f->buckets) {
		f->buckets = 0;
		return refuse(p, HIST_ERROR_MODIFIER, text);
	}
	f->flags |= HIST_BUCKET;
	return 0;
}

static int parse_modifier(struct planner *p, struct hist_field *f,
			  const char *name, char *text)
{
	unsigned int i;
	u32 flag = 0;

	for (i = 0; i < ARRAY_SIZE(modifiers); i++)
		if (!strcmp(text, modifiers[i].word))
			flag = modifiers[i].flag;
	if (!strcmp(text, "execname") && !strcmp(name, "common_pid"))
		flag = HIST_EXECNAME;
	if (!flag && !strncmp(text, "bucket", 6))
		return parse_buckets(p, f, text + 6);
	if (!(f->flags & HIST_KEY)) {
		if (!strncmp(text, "percent", 7))
			flag = HIST_PERCENT;
		else if (!strncmp(text, "graph", 5))
			flag = HIST_GRAPH;
	}
	if (!flag)
		return refuse(p, HIST_ERROR_MODIFIER, text);
	f->flags |= flag;
	return 0;
}

/* The names that stand for what is no field of any record. */
static bool special_field(struct planner *p, struct hist_field *f,
			  const char *name)
{
	if (!strcmp(name, "common_timestamp")) {
		f->flags |= HIST_TIMESTAMP;
		f->size = sizeof(u64);
		p->plan->wants_clock = true;
		if (f->flags & HIST_USECS)
			p->usecs = true;
	} else if (!strcmp(name, "common_cpu")) {
		f->flags |= HIST_CPU;
		f->size = sizeof(int);
	} else if (!strcmp(name, "common_stacktrace")) {
		f->flags |= HIST_STACKTRACE;
		f->size = HIST_STACK_DEPTH * sizeof(long);
	} else if (!strcmp(name, "hitcount") && !(f->flags & HIST_KEY)) {
		f->flags |= HIST_HITCOUNT;
		f->size = sizeof(u64);
	} else {
		return false;
	}
	return true;
}

static int record_field(struct planner *p, struct hist_field *f,
			const struct event_field *field, const char *modifier)
{
	enum event_field_kind kind = event_field_kind(field);
	bool string = kind == EVENT_FIELD_STATIC_STRING ||
		      kind == EVENT_FIELD_DYN_STRING ||
		      kind == EVENT_FIELD_REL_STRING;

	f->field = field;
	if (f->flags & HIST_TEXT) {
		if (kind != EVENT_FIELD_PTR_STRING)
			return refuse(p, HIST_ERROR_MODIFIER, modifier);
		string = true;
	}
	if (string) {
		/* Neither has a meaning for a text. */
		if (f->flags & (HIST_LOG2 | HIST_BUCKET))
			return refuse(p, HIST_ERROR_MODIFIER, modifier);
		f->flags |= HIST_STRING;
		f->size = kind == EVENT_FIELD_STATIC_STRING ?
			  field->size : HIST_STRING_MAX;
		return 0;
	}

	/* Natively a field that is no number and no text runs out of memory. */
	if (field->size != 1 && field->size != 2 &&
	    field->size != 4 && field->size != 8)
		return -ENOMEM;
	f->size = field->size;
	f->is_signed = field->is_signed &&
		       !(f->flags & (HIST_LOG2 | HIST_BUCKET));
	return 0;
}

static int find_field(struct planner *p, struct hist_field *f,
		      const char *name, const char *modifier)
{
	const struct event_field *field;

	if (special_field(p, f, name)) {
		if ((f->flags & HIST_STACKTRACE) && modifier)
			return refuse(p, HIST_ERROR_MODIFIER, modifier);
		return 0;
	}
	field = event_find_field(p->event, name);
	if (field && field->size)
		return record_field(p, f, field, modifier);

	/* Older names of common_cpu. */
	if (!strcmp(name, "cpu") || !strcmp(name, "CPU")) {
		f->flags |= HIST_CPU;
		f->size = sizeof(int);
		return 0;
	}
	if (!strcmp(name, "common_comm")) {
		f->flags |= HIST_COMM | HIST_STRING;
		f->size = TASK_COMM_LEN;
		return 0;
	}
	return refuse(p, HIST_ERROR_FIELD_NOT_FOUND, name);
}

static int parse_number(struct planner *p, struct hist_field *f, char *text)
{
	if (kstrtoull(text, 0, &f->constant))
		return refuse(p, HIST_ERROR_NUMBER, text);
	f->flags |= HIST_CONST;
	f->size = sizeof(u64);
	return 0;
}

/* NAME, NAME.MODIFIER, SYSTEM.EVENT.NAME or a number. */
static int parse_field(struct planner *p, struct hist_field *f, char *text)
{
	char *name, *modifier, *dot;
	int ret;

	if (has_operator(text))
		return refuse(p, HIST_ERROR_NO_EXPRESSIONS, text);
	if (isdigit(text[0]))
		return parse_number(p, f, text);

	dot = strchr(text, '.');
	if (dot)
		dot = strchr(dot + 1, '.');
	if (dot)
		text = dot + 1;
	if (text[0] == '$' && text[1])
		hist_report(p->report, HIST_ERROR_VAR_NOT_FOUND, text + 1);

	modifier = text;
	name = strsep(&modifier, ".");
	if (modifier) {
		ret = parse_modifier(p, f, name, modifier);
		if (ret)
			return ret;
	}
	/* The name is printed long after the command has gone. */
	if (strscpy(f->name, name, sizeof(f->name)) < 0)
		return refuse(p, HIST_ERROR_FIELD_NOT_FOUND, name);
	return find_field(p, f, name, modifier);
}

static struct hist_field *new_field(struct planner *p, u32 flags)
{
	struct hist_plan *plan = p->plan;
	struct hist_field *f = &plan->fields[plan->nr_vals + plan->nr_keys];

	memset(f, 0, sizeof(*f));
	f->flags = flags;
	return f;
}

/* What no value may have: it is a sum. */
#define NOT_FOR_VALUES	(HIST_BUCKET | HIST_LOG2 | HIST_SYM |		\
			 HIST_SYM_OFFSET | HIST_SYSCALL | HIST_STACKTRACE)

static int plan_value(struct planner *p, char *text)
{
	struct hist_field *f = new_field(p, 0);
	const char *part = text;
	char copy[64];
	int ret;

	if (strscpy(copy, text, sizeof(copy)) > 0)
		part = copy;
	ret = parse_field(p, f, text);
	if (ret)
		return ret;
	if (f->flags & NOT_FOR_VALUES)
		return refuse(p, HIST_ERROR_MODIFIER, part);
	if (f->flags & HIST_STRING)
		return refuse(p, HIST_ERROR_STRING_VALUE, part);
	p->plan->nr_vals++;
	return 0;
}

static int plan_values(struct planner *p, struct hist_attrs *attrs)
{
	struct hist_plan *plan = p->plan;
	char *rest = attrs->vals;
	unsigned int i;
	char *text;
	int ret;

	strscpy(new_field(p, HIST_HITCOUNT)->name, "hitcount",
		sizeof(plan->fields[0].name));
	plan->fields[0].size = sizeof(u64);
	plan->nr_vals = 1;

	for (i = 0; rest && i < HIST_VALS_MAX; i++) {
		if (plan->nr_vals == HIST_VALS_MAX)
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
	if (attrs->nohitcount && plan->nr_vals == 1) {
		hist_report(p->report, HIST_ERROR_NOHITCOUNT, NULL);
		return -ENOENT;
	}
	return 0;
}

static int plan_key(struct planner *p, char *text)
{
	struct hist_field *f = new_field(p, HIST_KEY);
	int ret = 0;

	if (!strcmp(text, "stacktrace")) {
		/* No field of that name, so that nothing sorts by it. */
		f->flags |= HIST_STACKTRACE;
		f->size = HIST_STACK_DEPTH * sizeof(long);
	} else {
		ret = parse_field(p, f, text);
	}
	if (ret)
		return ret;

	f->size = ALIGN(f->size, sizeof(u64));
	f->offset = p->key_size;
	p->key_size += f->size;
	p->plan->nr_keys++;
	return 0;
}

static int plan_keys(struct planner *p, char *rest)
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

/* 1 for descending, 0 for ascending, or an errno. */
static int parse_order(struct planner *p, const char *text)
{
	if (!text || !strcmp(text, "ascending"))
		return 0;
	if (!strcmp(text, "descending"))
		return 1;
	return refuse(p, HIST_ERROR_SORT_MODIFIER, text);
}

static int find_sort_field(struct planner *p, const char *name)
{
	struct hist_plan *plan = p->plan;
	unsigned int i;

	if (!strcmp(name, "hitcount"))
		return 0;
	for (i = 1; i < plan->nr_vals + plan->nr_keys; i++)
		if (!strcmp(plan->fields[i].name, name))
			return i;
	return refuse(p, HIST_ERROR_SORT_FIELD, name);
}

static int plan_sort(struct planner *p, char *rest)
{
	struct hist_plan *plan = p->plan;
	char *text, *name;
	int field, order;

	if (!rest) {
		plan->nr_sort = 1;
		return 0;
	}
	while (rest) {
		text = strsep(&rest, ",");
		if (!*text)
			return refuse(p, HIST_ERROR_EMPTY_SORT, "sort=");
		if (plan->nr_sort == HIST_SORT_MAX - 1 && rest)
			return refuse(p, HIST_ERROR_TOO_MANY_SORT, "sort=");
		name = strsep(&text, ".");
		if (!*name)
			return refuse(p, HIST_ERROR_EMPTY_SORT, "sort=");
		field = find_sort_field(p, name);
		if (field < 0)
			return field;
		order = parse_order(p, text);
		if (order < 0)
			return order;
		plan->sort[plan->nr_sort].field = field;
		plan->sort[plan->nr_sort].descending = order;
		plan->nr_sort++;
	}
	return 0;
}

static u8 number_op(const struct event_field *field)
{
	switch (field->size) {
	case 1:
		return field->is_signed ? HIST_OP_S8 : HIST_OP_U8;
	case 2:
		return field->is_signed ? HIST_OP_S16 : HIST_OP_U16;
	case 4:
		return field->is_signed ? HIST_OP_S32 : HIST_OP_U32;
	default:
		return HIST_OP_U64;
	}
}

/* The common fields are in no record; what they say is found out on a hit. */
static void common_op(struct planner *p, struct hist_op *op,
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
	default:
		op->code = HIST_OP_CONST;
		op->number = p->event->id;
	}
}

static void string_op(struct hist_op *op, const struct event_field *field)
{
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
	}
}

static void plan_op(struct planner *p, struct hist_op *op,
		    const struct hist_field *f)
{
	memset(op, 0, sizeof(*op));
	if (f->field)
		op->offset = f->field->offset;

	if (f->flags & HIST_CONST) {
		op->code = HIST_OP_CONST;
		op->number = f->constant;
	} else if (f->flags & HIST_HITCOUNT) {
		op->code = HIST_OP_CONST;
		op->number = 1;
	} else if (f->flags & HIST_STACKTRACE) {
		op->code = HIST_OP_STACK;
	} else if (f->flags & HIST_TIMESTAMP) {
		op->code = p->usecs ? HIST_OP_TIME_USECS : HIST_OP_TIME;
	} else if (f->flags & HIST_CPU) {
		op->code = HIST_OP_CPU;
	} else if (f->flags & HIST_COMM) {
		op->code = HIST_OP_COMM;
	} else if (f->flags & HIST_STRING) {
		string_op(op, f->field);
	} else if (f->field->offset < sizeof(struct record_header)) {
		common_op(p, op, f->field);
	} else {
		op->code = number_op(f->field);
	}

	if (f->flags & HIST_LOG2) {
		op->shape = HIST_SHAPE_LOG2;
	} else if (op->code == HIST_OP_CONST && f->buckets) {
		op->number -= op->number % f->buckets;
	} else if (f->flags & HIST_BUCKET) {
		op->shape = HIST_SHAPE_BUCKET;
		op->number = f->buckets;
	}
}

static unsigned int op_words(const struct hist_op *op)
{
	switch (op->code) {
	case HIST_OP_CHARS:
		return ALIGN(op->size, sizeof(u64)) / sizeof(u64);
	case HIST_OP_COMM:
		return TASK_COMM_LEN / sizeof(u64);
	case HIST_OP_STRING:
	case HIST_OP_REL_STRING:
	case HIST_OP_POINTER_STRING:
		return HIST_STRING_WORDS;
	case HIST_OP_STACK:
		return HIST_STACK_WORDS;
	default:
		return 1;
	}
}

static bool is_plain_number(const struct hist_op *op)
{
	return op->code <= HIST_OP_NUMBER_LAST && op->shape == HIST_SHAPE_AS_IS;
}

static bool is_pair(const struct hist_plan *plan)
{
	const struct hist_op *op = plan->ops_keys;

	if (plan->nr_keys == 2)
		return is_plain_number(&op[0]) && is_plain_number(&op[1]);
	return plan->nr_keys == 1 &&
	       (op->code == HIST_OP_COMM ||
		(op->code == HIST_OP_CHARS && op->size == 2 * sizeof(u64)));
}

static enum hist_key_form key_form(const struct hist_plan *plan)
{
	const struct hist_op *op = plan->ops_keys;

	if (plan->key_words > HIST_SHORT_KEY_WORDS)
		return HIST_KEY_LONG;
	if (is_pair(plan))
		return HIST_KEY_PAIR;
	if (plan->nr_keys > 1 || !hist_op_is_word(op))
		return HIST_KEY_SHORT;
	return is_plain_number(op) ? HIST_KEY_NUMBER : HIST_KEY_WORD;
}

static int plan_ops(struct planner *p)
{
	struct hist_plan *plan = p->plan;
	unsigned int i, words = 0;

	plan->plain_vals = true;
	for (i = 1; i < plan->nr_vals; i++) {
		plan_op(p, &plan->ops_vals[i - 1], &plan->fields[i]);
		plan->plain_vals &= is_plain_number(&plan->ops_vals[i - 1]);
	}
	for (i = 0; i < plan->nr_keys; i++) {
		const struct hist_field *f = &plan->fields[plan->nr_vals + i];

		plan_op(p, &plan->ops_keys[i], f);
		words += op_words(&plan->ops_keys[i]);
		if (f->flags & HIST_EXECNAME)
			plan->wants_comm = true;
	}
	if (words > HIST_KEY_WORDS_MAX)
		return -EINVAL;

	plan->key_words = words;
	plan->key_form = key_form(plan);
	return 0;
}

/* Entries are printed by the hundred thousand, so what can be is put together. */
static void make_labels(struct hist_plan *plan)
{
	struct hist_field *f = plan->fields;
	unsigned int i;

	for (i = 0; i < plan->nr_vals + plan->nr_keys; i++, f++)
		f->label_len = scnprintf(f->label, sizeof(f->label), "%s: ",
					 f->name);
}

int hist_plan_make(struct hist_plan *plan, const struct event *event,
		   struct hist_attrs *attrs, struct hist_report *report)
{
	struct planner p = {
		.plan = plan, .event = event, .report = report,
	};
	int ret;

	memset(plan, 0, sizeof(*plan));
	plan->bits = attrs->bits;
	plan->nohitcount = attrs->nohitcount;

	ret = plan_values(&p, attrs);
	if (ret)
		return ret;
	ret = plan_keys(&p, attrs->keys);
	if (ret)
		return ret;
	ret = plan_sort(&p, attrs->sort);
	if (ret)
		return ret;
	make_labels(plan);
	return plan_ops(&p);
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
	return a->flags == b->flags && !strcmp(a->name, b->name) &&
	       same_record_field(a->field, b->field) &&
	       a->offset == b->offset && a->size == b->size &&
	       a->is_signed == b->is_signed;
}

bool hist_plan_same(const struct hist_plan *a, const struct hist_plan *b)
{
	unsigned int i;

	if (a->nr_vals != b->nr_vals || a->nr_keys != b->nr_keys ||
	    a->nr_sort != b->nr_sort)
		return false;
	for (i = 0; i < a->nr_vals + a->nr_keys; i++)
		if (!same_field(&a->fields[i], &b->fields[i]))
			return false;
	for (i = 0; i < a->nr_sort; i++)
		if (a->sort[i].field != b->sort[i].field ||
		    a->sort[i].descending != b->sort[i].descending)
			return false;
	return true;
}

int hist_plan_set_clock(struct hist_plan *plan, const char *name)
{
	const struct trace_clock *clock = trace_clock_find(name);

	if (!clock)
		return -EINVAL;
	plan->clock = clock->read;
	plan->clock_name = clock->name;
	return 0;
}
