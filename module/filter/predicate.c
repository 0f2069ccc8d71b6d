// SPDX-License-Identifier: GPL-2.0
/*
 * Compiles one comparison of a filter, see filter.h.
 *
 * Checks are in the kernel's order, because the first fault that is found is
 * reported. The column is where the kernel notices the fault.
 */
#include <linux/cpumask.h>
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "../event/field.h"
#include "../event/registry.h"
#include "../event/symbol.h"
#include "../record/task_id.h"
#include "filter.h"
#include "pattern.h"

/* Maximum length of a number in a filter, including the NUL. */
#define NUMBER_MAX	24

/* The word before a list of CPUs. */
#define LIST_WORD	"CPUS"

/* The parser tries the operators in this order, so <= must come before <. */
enum operator {
	OP_GLOB, OP_NE, OP_EQ, OP_LE, OP_LT, OP_GE, OP_GT, OP_AND
};

static const char *const operators[] = {
	"~", "!=", "==", "<=", "<", ">=", ">", "&"
};

#define SUBJECT_CONSTANT	0xfe	/* common_type, the same in all hits of an event */
#define SUBJECT_NEVER		0xff	/* unsupported size, so no test holds */

/*
 * The left side of a comparison. @code is the enum filter_code that loads it, or
 * SUBJECT_*. A bitmask (@is_mask) can be compared with a list of CPUs;
 * @is_relative is set if its field is a __rel_loc field. @constant is the value
 * of a SUBJECT_CONSTANT.
 */
struct subject {
	u8 code;
	bool is_mask;
	bool is_relative;
	bool is_signed;
	u16 offset;
	u16 size;
	u64 constant;
};

struct predicate_parser {
	struct filter_op *op;
	struct event *event;
	const struct filter_vars *vars;
	struct filter_fault *fault;
	const char *text;
	unsigned int column;
	unsigned int at;
	struct subject subject;
	enum operator operator;
	bool is_user;
	bool is_function;
};

static int fail_at(struct predicate_parser *r, enum filter_error error, unsigned int at)
{
	r->fault->error = error;
	r->fault->column = r->column + at;
	return -EINVAL;
}

static int predicate_fail(struct predicate_parser *r, enum filter_error error)
{
	return fail_at(r, error, r->at);
}

static void predicate_skip_spaces(struct predicate_parser *r)
{
	while (isspace(r->text[r->at]))
		r->at++;
}

static bool predicate_skip_word(struct predicate_parser *r, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(r->text + r->at, word, len))
		return false;
	r->at += len;
	return true;
}

static bool is_name(char c)
{
	return isalnum(c) || c == '_';
}

/* ---- the left side ---- */

/* Subjects that filters of all events can name; no event declares them. */
static const struct {
	const char *name;
	u8 code;
} generic[] = {
	{ "CPU", FILTER_OP_CPU },
	{ "cpu", FILTER_OP_CPU },
	{ "common_cpu", FILTER_OP_CPU },
	{ "COMM", FILTER_OP_COMM_STRING },
	{ "comm", FILTER_OP_COMM_STRING },
	{ "common_comm", FILTER_OP_COMM_STRING },
};

/*
 * Hits load common fields from the task or the CPU, because the header of a record
 * may be filled in only after the filter has run.
 */
static void find_common(struct subject *subject, struct event *event,
			unsigned int index)
{
	static const u8 codes[EVENT_COMMON_FIELDS] = {
		SUBJECT_CONSTANT, FILTER_OP_CONTEXT_FLAGS, FILTER_OP_PREEMPT_COUNT,
		FILTER_OP_PID, IF_LAZY_COUNT(FILTER_OP_LAZY_COUNT)
	};

	subject->code = codes[index];
	if (subject->code == SUBJECT_CONSTANT)
		subject->constant = event_id(event);
}

static u8 number_code(unsigned int size)
{
	switch (size) {
	case 8:
		return FILTER_OP_U64;
	case 4:
		return FILTER_OP_U32;
	case 2:
		return FILTER_OP_U16;
	case 1:
		return FILTER_OP_U8;
	}
	return SUBJECT_NEVER;
}

/* If a field's @filter_type is FILTER_OTHER, the field's type decides. */
static enum event_field_kind kind_of(const struct event_field *field)
{
	switch (field->filter_type) {
	case FILTER_OTHER:
		return event_field_kind(field);
	case FILTER_STATIC_STRING:
		return EVENT_FIELD_STATIC_STRING;
	case FILTER_DYN_STRING:
		return EVENT_FIELD_DYN_STRING;
	case FILTER_PTR_STRING:
		return EVENT_FIELD_PTR_STRING;
	}
	return EVENT_FIELD_NUMBER;
}

static bool is_mask(const struct event_field *field)
{
	return (strstr(field->type, "__data_loc") ||
		strstr(field->type, "__rel_loc")) &&
	       (strstr(field->type, "cpumask_t") ||
		strstr(field->type, "unsigned long["));
}

static void take_field(struct subject *subject, const struct event_field *field)
{
	static const u8 codes[] = {
		[EVENT_FIELD_STATIC_STRING] = FILTER_OP_CHARS,
		[EVENT_FIELD_DYN_STRING] = FILTER_OP_STRING,
		[EVENT_FIELD_REL_STRING] = FILTER_OP_REL_STRING,
		[EVENT_FIELD_PTR_STRING] = FILTER_OP_POINTER,
	};
	enum event_field_kind kind = kind_of(field);

	subject->code = codes[kind];
	if (kind == EVENT_FIELD_NUMBER) {
		subject->code = number_code(field->size);
		subject->is_mask = is_mask(field);
		subject->is_relative = strstr(field->type, "__rel_loc");
	}
	subject->offset = field->offset;
	subject->size = field->size;
	subject->is_signed = field->is_signed;
}

/* Hits load an id of the current task as 64 bits. */
static bool predicate_find_task_id(struct subject *subject, const char *name)
{
	enum record_task_id id = record_task_id_find(name);

	if (!id)
		return false;
	subject->code = FILTER_OP_TASK_ID;
	subject->offset = id;
	subject->size = sizeof(u64);
	subject->is_signed = record_task_id_names[id].is_signed;
	return true;
}

static bool find_subject(struct subject *subject, struct event *event,
			 const char *name)
{
	const struct event_field *field = event_find_field(event, name);
	unsigned int i;

	memset(subject, 0, sizeof(*subject));
	if (field) {
		take_field(subject, field);
		for (i = 0; i < EVENT_COMMON_FIELDS; i++)
			if (field == &event_common_fields[i])
				find_common(subject, event, i);
		return true;
	}
	for (i = 0; i < ARRAY_SIZE(generic); i++)
		if (!strcmp(generic[i].name, name)) {
			subject->code = generic[i].code;
			subject->size = sizeof(int);
			subject->is_signed = true;
			return true;
		}
	return predicate_find_task_id(subject, name);
}

static int predicate_find_var(struct predicate_parser *r, const char *name)
{
	struct subject *subject = &r->subject;
	int nr;

	memset(subject, 0, sizeof(*subject));
	nr = r->vars->find(r->vars, name, &subject->is_signed);
	if (nr < 0) {
		r->fault->reported = true;
		return nr;
	}
	subject->code = FILTER_OP_VAR;
	subject->offset = nr;
	subject->size = sizeof(u64);
	return 0;
}

/* Subjects that do not support &, .function and lists of CPUs. */
static bool is_whole(const struct subject *subject)
{
	return subject->code == FILTER_OP_TASK_ID ||
	       subject->code == FILTER_OP_VAR;
}

static bool is_string(const struct subject *subject)
{
	return subject->code > FILTER_OP_NUMBER_LAST &&
	       subject->code <= FILTER_OP_STRING_LAST;
}

/* ---- numbers ---- */

/* Makes the test hold from @low to @high, for numbers of the width of @mask. */
static void set_range(struct filter_op *op, u64 mask, u64 low, u64 high)
{
	op->low = low & mask;
	op->span = (high - low) & mask;
}

static void set_bits(struct filter_op *op, u64 bits)
{
	op->load = op->code;
	op->code = FILTER_OP_BITS;
	op->bits = bits;
}

static void set_always(struct filter_op *op, bool holds)
{
	op->code = FILTER_OP_U64;
	op->offset = 0;
	if (holds)
		set_range(op, U64_MAX, 0, U64_MAX);
	else
		set_bits(op, 0);
}

static void set_compare(struct filter_op *op, u64 mask, bool is_signed,
			enum operator operator, u64 value)
{
	u64 min = is_signed ? (mask >> 1) + 1 : 0, max = (min - 1) & mask;

	value &= mask;
	switch (operator) {
	case OP_EQ:
		set_range(op, mask, value, value);
		break;
	case OP_NE:
		set_range(op, mask, value + 1, value - 1);
		break;
	case OP_LT:
		if (value == min)
			set_always(op, false);
		else
			set_range(op, mask, min, value - 1);
		break;
	case OP_LE:
		set_range(op, mask, min, value);
		break;
	case OP_GT:
		if (value == max)
			set_always(op, false);
		else
			set_range(op, mask, value + 1, max);
		break;
	case OP_GE:
		set_range(op, mask, value, max);
		break;
	default:
		set_bits(op, value);
	}
}

static bool holds_for(const struct filter_op *op, u64 mask, u64 constant)
{
	if (op->code == FILTER_OP_BITS)
		return constant & op->bits;
	return ((constant - op->low) & mask) <= op->span;
}

static void predicate_compare(struct predicate_parser *r, bool is_signed,
			      u64 value)
{
	const struct subject *subject = &r->subject;
	struct filter_op *op = r->op;
	u64 mask;

	op->code = subject->code;
	op->offset = subject->offset;
	/* As in the kernel, the test CPU & NUMBER never holds. */
	if (subject->code == SUBJECT_NEVER ||
	    (subject->code == FILTER_OP_CPU && r->operator == OP_AND)) {
		set_always(op, false);
		return;
	}
	mask = U64_MAX >> (64 - 8 * subject->size);
	set_compare(op, mask, is_signed, r->operator, value);
	if (subject->code == SUBJECT_CONSTANT)
		set_always(op, holds_for(op, mask, subject->constant));
}

static int read_digits(struct predicate_parser *r, char *digits)
{
	unsigned int start = r->at, len;

	if (r->text[r->at] == '-')
		r->at++;
	while (isalnum(r->text[r->at]))
		r->at++;
	len = r->at - start;
	if (len >= NUMBER_MAX)
		return predicate_fail(r, FILTER_ERROR_TOO_LONG);
	memcpy(digits, r->text + start, len);
	digits[len] = '\0';
	return 0;
}

static int read_number(struct predicate_parser *r)
{
	unsigned int start = r->at;
	char digits[NUMBER_MAX];
	long long number;
	int ret;

	if (is_string(&r->subject))
		return predicate_fail(r, FILTER_ERROR_WANT_STRING);
	if (r->operator == OP_GLOB ||
	    (r->operator == OP_AND && is_whole(&r->subject)))
		return predicate_fail(r, FILTER_ERROR_FIELD_OPERATOR);
	ret = read_digits(r, digits);
	if (ret)
		return ret;
	if (r->subject.is_signed)
		ret = kstrtoll(digits, 0, &number);
	else
		ret = kstrtoull(digits, 0, (unsigned long long *)&number);
	if (ret)
		return fail_at(r, FILTER_ERROR_NUMBER, start);
	predicate_compare(r, r->subject.is_signed, number);
	return 0;
}

/* ---- functions ---- */

static int read_address(struct predicate_parser *r, unsigned long *address)
{
	unsigned int start = r->at;
	char digits[NUMBER_MAX];
	char *name;
	int ret;

	if (isdigit(r->text[r->at])) {
		ret = read_digits(r, digits);
		if (!ret && kstrtoul(digits, 0, address))
			ret = predicate_fail(r, FILTER_ERROR_VALUE);
		return ret;
	}
	while (is_name(r->text[r->at]) || r->text[r->at] == '.' ||
	       r->text[r->at] == '$')
		r->at++;
	name = kstrndup(r->text + start, r->at - start, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	*address = *name ? function_find(name) : 0;
	kfree(name);
	return *address ? 0 : predicate_fail(r, FILTER_ERROR_FUNCTION);
}

static int read_function(struct predicate_parser *r)
{
	unsigned long address, start, size;
	int ret;

	if (r->subject.size != sizeof(long) || is_string(&r->subject) ||
	    is_whole(&r->subject))
		return predicate_fail(r, FILTER_ERROR_FIELD_OPERATOR);
	if (r->operator != OP_EQ && r->operator != OP_NE)
		return predicate_fail(r, FILTER_ERROR_OPERATOR);
	ret = read_address(r, &address);
	if (ret)
		return ret;
	if (!symbol_bounds(address, &start, &size) || !size)
		return predicate_fail(r, FILTER_ERROR_FUNCTION);

	predicate_compare(r, false, start);
	if (r->operator == OP_EQ)
		set_range(r->op, ~0UL, start, start + size - 1);
	else
		set_range(r->op, ~0UL, start + size, start - 1);
	return 0;
}

/* ---- lists of CPUs ---- */

static int parse_cpus(struct predicate_parser *r, unsigned long **cpus)
{
	unsigned int start;
	char *list;
	int ret = -ENOMEM;

	if (r->text[r->at++] != '{')
		return predicate_fail(r, FILTER_ERROR_BRACE_OPEN);
	start = r->at;
	while (r->text[r->at] && r->text[r->at] != '}')
		r->at++;
	if (!r->text[r->at])
		return predicate_fail(r, FILTER_ERROR_BRACE_CLOSE);
	if (r->at == start)
		return predicate_fail(r, FILTER_ERROR_CPUS);

	list = kstrndup(r->text + start, r->at - start, GFP_KERNEL);
	*cpus = kzalloc(cpumask_size(), GFP_KERNEL);
	if (list && *cpus) {
		ret = 0;
		if (cpulist_parse(list, to_cpumask(*cpus)))
			ret = predicate_fail(r, FILTER_ERROR_CPUS);
	}
	kfree(list);
	if (ret)
		kfree(*cpus);
	else
		r->at++;
	return ret;
}

/* Do the numbers of a subject have enough bits for @number? */
static bool can_hold(const struct subject *subject, u64 number)
{
	return subject->size >= sizeof(number) || !(number >> (8 * subject->size));
}

/*
 * Compares the number of a CPU with a list of CPUs. & tests whether the CPU is in
 * the list, == whether it is the only CPU in the list. != tests the opposite of ==,
 * but holds for no CPU if the list is empty.
 */
static void compare_cpus(struct predicate_parser *r, unsigned long *cpus)
{
	unsigned int weight = cpumask_weight(to_cpumask(cpus));
	unsigned int first = cpumask_first(to_cpumask(cpus)), last = nr_cpu_ids - 1;
	struct filter_op *op = r->op;

	if (r->operator == OP_AND && weight > 1 &&
	    r->subject.code <= FILTER_OP_NUMBER_LAST) {
		op->code = FILTER_OP_CPU_IN_LIST;
		op->load = r->subject.code;
		op->offset = r->subject.offset;
		op->cpus = cpus;
		return;
	}
	kfree(cpus);
	if (r->operator == OP_AND)
		r->operator = OP_EQ;
	if (weight == 1 && can_hold(&r->subject, first)) {
		predicate_compare(r, false, first);
	} else if (r->operator == OP_NE && weight) {
		/* No CPU equals such a list, so != holds for every CPU. */
		r->operator = OP_LE;
		predicate_compare(r, false, can_hold(&r->subject, last) ? last : U64_MAX);
	} else {
		r->subject.code = SUBJECT_NEVER;
		predicate_compare(r, false, 0);
	}
}

static int read_cpus(struct predicate_parser *r)
{
	const struct subject *subject = &r->subject;
	struct filter_op *op = r->op;
	unsigned long *cpus;
	int ret;

	if (is_string(subject) || is_whole(subject) ||
	    (r->operator != OP_EQ && r->operator != OP_NE &&
	     r->operator != OP_AND))
		return predicate_fail(r, FILTER_ERROR_FIELD_OPERATOR);
	predicate_skip_word(r, LIST_WORD);
	ret = parse_cpus(r, &cpus);
	if (ret)
		return ret;
	if (!subject->is_mask) {
		compare_cpus(r, cpus);
		return 0;
	}
	op->code = r->operator == OP_AND ? FILTER_OP_CPUMASK_INTERSECTS :
					   FILTER_OP_CPUMASK_EQUAL;
	op->load = subject->is_relative;
	op->offset = subject->offset;
	op->cpus = cpus;
	op->negate = r->operator == OP_NE;
	return 0;
}

/* ---- strings ---- */

static bool has_string_operator(const struct predicate_parser *r)
{
	return r->operator == OP_NE || r->operator == OP_EQ || r->operator == OP_GLOB;
}

/* Makes the test for the string that begins at @start and ends at @r->at. */
static int set_string(struct predicate_parser *r, unsigned int start)
{
	unsigned int len = r->at - start;
	struct filter_op *op = r->op;

	if (len >= FILTER_STRING_MAX)
		return predicate_fail(r, FILTER_ERROR_TOO_LONG);
	op->code = r->subject.code;
	if (op->code == FILTER_OP_POINTER && r->is_user)
		op->code = FILTER_OP_USER_POINTER;
	op->offset = r->subject.offset;
	op->size = r->subject.size;
	op->negate = r->operator == OP_NE;
	if (r->operator == OP_GLOB)
		op->pattern = filter_pattern_glob(r->text + start, len, &op->negate);
	else
		op->pattern = filter_pattern_plain(r->text + start, len);
	return op->pattern ? 0 : -ENOMEM;
}

static int predicate_read_string(struct predicate_parser *r)
{
	char quote = r->text[r->at];
	unsigned int start;
	int ret;

	if (!has_string_operator(r))
		return predicate_fail(r, FILTER_ERROR_FIELD_OPERATOR);
	if (!is_string(&r->subject))
		return predicate_fail(r, FILTER_ERROR_WANT_NUMBER);

	start = ++r->at;
	while (r->text[r->at] && r->text[r->at] != quote)
		r->at++;
	if (!r->text[r->at])
		return predicate_fail(r, FILTER_ERROR_QUOTE);
	ret = set_string(r, start);
	r->at++;
	return ret;
}

/*
 * Returns the length of a string without quotes, or 0 if @text has none. It begins like a
 * name, path or glob, so that slips such as === and $VARIABLE do not become strings.
 */
static unsigned int bare_length(const char *text)
{
	const char *end = text;

	if (!isalpha(*text) && !strchr("_/.*?[", *text))
		return 0;
	while (*end > ' ' && *end < 0x7f && !strchr("\"'()&|", *end))
		end++;
	if (*end && *end != ')' && !isspace(*end) &&
	    ((*end != '&' && *end != '|') || end[1] != *end))
		return 0;
	return end - text;
}

/* For any other value, fails like the kernel, which requires quotes. */
static int read_bare(struct predicate_parser *r)
{
	unsigned int start = r->at, len = bare_length(r->text + start);

	if (!len || !has_string_operator(r) || !is_string(&r->subject))
		return predicate_fail(r, FILTER_ERROR_VALUE);
	r->at += len;
	return set_string(r, start);
}

static int read_subject(struct predicate_parser *r)
{
	unsigned int start;
	char *name;
	bool is_var;
	int ret;

	predicate_skip_spaces(r);
	is_var = r->vars && predicate_skip_word(r, "$");
	start = r->at;
	while (is_name(r->text[r->at]))
		r->at++;
	/* If there is no name, return an errno without a message, like the kernel. */
	if (r->at == start)
		return -EPERM;
	name = kstrndup(r->text + start, r->at - start, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	if (is_var)
		ret = predicate_find_var(r, name);
	else
		ret = find_subject(&r->subject, r->event, name) ?
			      0 : predicate_fail(r, FILTER_ERROR_FIELD);
	kfree(name);
	if (ret)
		return ret;
	r->is_user = predicate_skip_word(r, ".ustring");
	r->is_function = predicate_skip_word(r, ".function");
	predicate_skip_spaces(r);
	return 0;
}

static int predicate_read_operator(struct predicate_parser *r)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(operators); i++)
		if (predicate_skip_word(r, operators[i])) {
			r->operator = i;
			predicate_skip_spaces(r);
			return 0;
		}
	return predicate_fail(r, FILTER_ERROR_OPERATOR);
}

static int read_value(struct predicate_parser *r)
{
	const char *value = r->text + r->at;

	if (r->is_function)
		return read_function(r);
	if (!strncmp(value, LIST_WORD, strlen(LIST_WORD)))
		return read_cpus(r);
	if (*value == '\'' || *value == '"')
		return predicate_read_string(r);
	if (isdigit(*value) || *value == '-')
		return read_number(r);
	return read_bare(r);
}

int filter_predicate(struct filter_op *op, struct event *event,
		     const struct filter_vars *vars, const char *text,
		     unsigned int column, struct filter_fault *fault)
{
	struct predicate_parser reader = {
		.op = op, .event = event, .vars = vars, .fault = fault,
		.text = text, .column = column,
	};
	int ret;

	ret = read_subject(&reader);
	if (!ret)
		ret = predicate_read_operator(&reader);
	if (!ret)
		ret = read_value(&reader);
	return ret ?: reader.at;
}
