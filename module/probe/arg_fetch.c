// SPDX-License-Identifier: GPL-2.0
/* Values of arguments: registers, variables, memory, see arg_parser.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/regs.h"
#include "../event/event.h"
#include "../event/field.h"
#include "arg_marker.h"
#include "arg_parser.h"

/* Maximum of N in $stackN of a probe in kernel code, and in $argN. */
#define STACK_WORDS	(THREAD_SIZE / sizeof(long))

int arg_error(const struct arg_parser *parser, unsigned int column,
	      enum probe_error error)
{
	return probe_report(parser->words, column, error);
}

int arg_fail(const struct arg_parser *parser, unsigned int column,
	     enum probe_error error, int ret)
{
	probe_report(parser->words, column, error);
	return ret;
}

int arg_next_op(struct arg_parser *parser, unsigned int column)
{
	if (++parser->at >= parser->limit)
		return arg_error(parser, column, PROBE_TOO_MANY_OPS);
	return 0;
}

static struct fetch_op field_load(const struct event_field *field)
{
	struct fetch_op op = {
		.code = FETCH_FIELD,
		.param = field->offset,
		.size = min_t(u16, field->size, sizeof(long)),
		.is_signed = field->is_signed,
	};

	switch (event_field_kind(field)) {
	case EVENT_FIELD_STATIC_STRING:
		op.code = FETCH_FIELD_CHARS;
		op.imm = field->size;
		break;
	case EVENT_FIELD_DYN_STRING:
		op.code = FETCH_FIELD_DATA;
		break;
	case EVENT_FIELD_REL_STRING:
		op.code = FETCH_FIELD_REL_DATA;
		break;
	default:
		break;
	}
	return op;
}

bool arg_load_field(struct arg_parser *parser, const char *name)
{
	const struct event_class *class = parser->place->event->class;
	unsigned int i;

	for (i = 0; i < class->nr_fields; i++) {
		if (strcmp(class->fields[i].name, name))
			continue;
		parser->load = field_load(&class->fields[i]);
		arg_op(parser)->code = FETCH_FIELD;
		return true;
	}
	return false;
}

void arg_keep_bits(const struct arg_parser *parser, struct fetch_op *op)
{
	const struct arg_btf *btf = &parser->btf;
	unsigned int size = op->size * BITS_PER_BYTE;

	if (!btf->blob || !btf->bits || btf->bits == size)
		return;
	op->left = size - btf->bits - btf->bit;
	op->right = size - btf->bits;
	if (op->code == FETCH_STORE)
		op->code = FETCH_STORE_BITS;
}

static int arg_fetch_load(struct arg_parser *parser, enum fetch_code code)
{
	arg_op(parser)->code = code;
	return 0;
}

static int load_imm(struct arg_parser *parser, enum fetch_code code,
		    unsigned long imm)
{
	arg_op(parser)->imm = imm;
	return arg_fetch_load(parser, code);
}

/*
 * Makes a return probe save argument @n at the function's entry. Returns the
 * number of the saved word, or -E2BIG if there are too many.
 */
static int keep_param(struct probe_args *args, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < args->entry_words; i++)
		if (args->entry[i].param == n)
			return i;
	if (i == PROBE_ENTRY_MAX)
		return -E2BIG;
	args->entry[i] = (struct fetch_op) { .code = FETCH_ARG, .param = n };
	args->entry_words++;
	return i;
}

int arg_load_param(struct arg_parser *parser, unsigned int n,
		   unsigned int column)
{
	int word;

	if (parser->place->flags & PROBE_ON_TRACEPOINT) {
		if (n >= TPROBE_ARGUMENTS)
			return arg_error(parser, column, PROBE_ARGIDX_2BIG);
		arg_op(parser)->param = n;
		return arg_fetch_load(parser, FETCH_TP_ARG);
	}
	if (parser->place->flags & PROBE_AT_RETURN) {
		word = keep_param(parser->args, n);
		if (word < 0)
			return arg_fail(parser, column, PROBE_TOO_MANY_EARGS, word);
		arg_op(parser)->param = word;
		return arg_fetch_load(parser, FETCH_ENTRY);
	}
	arg_op(parser)->param = n;
	return arg_fetch_load(parser, FETCH_ARG);
}

/*
 * Parses "argN"; @number is N. Where arg_types_expected(), the kernel's error
 * for a place without arguments is more precise.
 */
static int arg_fetch_parse_param(struct arg_parser *parser, const char *number,
				 unsigned int column)
{
	enum probe_error no_params = arg_types_expected(parser->place) ?
				     PROBE_NOFENTRY_ARGS : PROBE_BAD_VAR;
	unsigned long n;

	if (parser->place->marker)
		return arg_load_marker(parser, number, column);
	if (kstrtoul(number, 10, &n))
		return arg_error(parser, column, PROBE_BAD_VAR);
	if (no_params == PROBE_BAD_VAR && !arg_has_params(parser->place))
		return arg_error(parser, column, PROBE_BAD_VAR);
	if (!n || n > STACK_WORDS)
		return arg_error(parser, column, PROBE_BAD_ARG_NUM);
	if (!arg_has_params(parser->place))
		return arg_error(parser, column, no_params);
	return arg_load_param(parser, n - 1, column);
}

/* Parses "stack" or "stackN"; @number is what follows "stack". */
static int parse_stack(struct arg_parser *parser, const char *number,
		       unsigned int column)
{
	unsigned long n;

	if (!*number)
		return arg_fetch_load(parser, FETCH_STACKP);
	if (!isdigit(*number) || kstrtoul(number, 10, &n))
		return arg_error(parser, column, PROBE_BAD_VAR);
	if (arg_on_kernel(parser->place) && n > STACK_WORDS)
		return arg_error(parser, column, PROBE_BAD_STACK_NUM);
	return load_imm(parser, FETCH_STACK, (unsigned int)n);
}

static int parse_duration(struct arg_parser *parser, unsigned int column)
{
	if (!(parser->place->flags & PROBE_AT_RETURN))
		return arg_error(parser, column, PROBE_NO_DURATION);
	parser->type = fetch_type_find("u64");
	return arg_fetch_load(parser, FETCH_DURATION);
}

static bool is_comm(const char *name)
{
	return !strcmp(name, "comm") || !strcmp(name, "COMM");
}

/*
 * Loads field @name, else $comm or $current. If @name is none of them, parse_body()
 * reports that, like the kernel after all other errors of the argument.
 */
static int arg_fetch_parse_field(struct arg_parser *parser, const char *name)
{
	if (arg_load_field(parser, name))
		return 0;
	if (is_comm(name))
		parser->load.code = FETCH_COMM;
	else if (!strcmp(name, "current"))
		parser->load.code = FETCH_CURRENT;
	return arg_fetch_load(parser, FETCH_FIELD);
}

/*
 * Where arg_types_expected(), the kernel accepts anything after "retval".
 * Elsewhere, only a member may follow.
 */
static bool is_retval(const struct arg_parser *parser, const char *name)
{
	size_t len = str_has_prefix(name, "retval");

	if (!len)
		return false;
	return !name[len] || name[len] == '-' || name[len] == '.' ||
	       arg_types_expected(parser->place);
}

static int parse_retval(struct arg_parser *parser, char *text,
			unsigned int column)
{
	if (!(parser->place->flags & PROBE_AT_RETURN))
		return arg_error(parser, column, PROBE_RETVAL_ON_PROBE);
	if (arg_on_kernel(parser->place))
		return arg_parse_retval(parser, text, column);
	return arg_fetch_load(parser, FETCH_RETVAL);
}

/* Parses a variable; @text begins with the '$'. */
static int parse_variable(struct arg_parser *parser, char *text,
			  unsigned int column)
{
	const char *name = text + 1;

	if (str_has_prefix(name, "current-") && arg_on_kernel(parser->place))
		return arg_parse_current(parser, text, column);
	if (parser->place->flags & PROBE_ON_EVENT)
		return arg_fetch_parse_field(parser, name);
	if (is_retval(parser, name))
		return parse_retval(parser, text, column);
	if (str_has_prefix(name, "stack"))
		return parse_stack(parser, name + strlen("stack"), column);
	if (is_comm(name))
		return arg_fetch_load(parser, FETCH_COMM);
	if (!strcmp(name, "current") && arg_on_kernel(parser->place))
		return arg_fetch_load(parser, FETCH_CURRENT);
	if (!strcmp(name, "duration"))
		return parse_duration(parser, column);
	if (str_has_prefix(name, "arg"))
		return arg_fetch_parse_param(parser, name + strlen("arg"),
					     column);
	return arg_error(parser, column, PROBE_BAD_VAR);
}

static int arg_fetch_parse_register(struct arg_parser *parser, const char *name,
				    unsigned int column)
{
	int offset;

	/* Like the kernel, add two entries to the error log. */
	if (parser->place->flags &
	    (PROBE_ON_EVENT | PROBE_ON_TRACEPOINT | PROBE_NO_REGS)) {
		arg_error(parser, column, PROBE_BAD_VAR);
		return arg_error(parser, column, PROBE_BAD_FETCH_ARG);
	}
	offset = regs_find(name);
	if (offset < 0)
		return arg_error(parser, column, PROBE_BAD_REG_NAME);
	arg_op(parser)->param = offset;
	return arg_fetch_load(parser, FETCH_REG);
}

static int load_file_offset(struct arg_parser *parser, const char *text,
			    unsigned int column)
{
	long offset;
	int ret;

	if (arg_on_kernel(parser->place))
		return arg_error(parser, column, PROBE_FILE_ON_KPROBE);
	ret = kstrtol(text, 0, &offset);
	if (ret)
		return arg_fail(parser, column, PROBE_BAD_FILE_OFFS, ret);
	return load_imm(parser, FETCH_FILE_OFFSET, offset);
}

/*
 * Loads the address of a data symbol; arg_resolve() fills it in. The kernel
 * needs one more operation for a symbol, so lower the limit.
 */
static int load_symbol(struct arg_parser *parser, const char *name,
		       unsigned int column)
{
	if (!arg_on_kernel(parser->place))
		return arg_error(parser, column, PROBE_SYM_ON_UPROBE);
	parser->arg->symbol = kstrdup(name, GFP_KERNEL);
	if (!parser->arg->symbol)
		return -ENOMEM;
	parser->limit--;
	return load_imm(parser, FETCH_IMM, 0);
}

/* Parses "@ADDRESS", "@+OFFSET" or "@SYMBOL"; @text is what follows the '@'. */
static int arg_fetch_parse_memory(struct arg_parser *parser, const char *text,
				  unsigned int column)
{
	unsigned long address;
	int ret;

	if (isdigit(*text)) {
		ret = kstrtoul(text, 0, &address);
		if (ret)
			arg_error(parser, column, PROBE_BAD_MEM_ADDR);
		else
			load_imm(parser, FETCH_IMM, address);
	} else if (*text == '+') {
		ret = load_file_offset(parser, text + 1, column);
	} else {
		ret = load_symbol(parser, text, column);
	}
	if (!ret)
		ret = arg_next_op(parser, column);
	if (ret)
		return ret;
	return load_imm(parser, FETCH_DEREF, 0);
}

/*
 * Parses +OFFSET(VALUE), -OFFSET(VALUE), and both with a 'u' after the sign.
 * As in the kernel, the columns of errors in VALUE do not count the 'u', and
 * characters after the last ')' are ignored.
 */
static int parse_deref(struct arg_parser *parser, char *text,
		       unsigned int column)
{
	enum fetch_code code = FETCH_DEREF;
	char *value, *end;
	long offset;
	int ret;

	if (text[1] == 'u') {
		code = FETCH_UDEREF;
		text[1] = text[0];
		text++;
	}
	if (*text == '+')
		text++;
	value = strchr(text, '(');
	if (!value)
		return arg_error(parser, column, PROBE_DEREF_NEED_BRACE);
	*value++ = '\0';
	ret = kstrtol(text, 0, &offset);
	if (ret)
		return arg_fail(parser, column, PROBE_BAD_DEREF_OFFS, ret);
	column += value - text + (*text != '-');
	end = strrchr(value, ')');
	if (!end)
		return arg_error(parser, column + strlen(value),
				 PROBE_DEREF_OPEN_BRACE);
	*end = '\0';

	ret = arg_parse_value(parser, value, column);
	if (ret)
		return ret;
	if (arg_op(parser)->code == FETCH_COMM ||
	    arg_op(parser)->code == FETCH_TEXT)
		return arg_error(parser, column, PROBE_COMM_CANT_DEREF);
	parser->type = NULL;
	parser->btf.blob = NULL;
	ret = arg_next_op(parser, column);
	if (ret)
		return ret;
	return load_imm(parser, code, offset);
}

static int arg_fetch_parse_number(const char *text, unsigned long *number)
{
	if (isdigit(*text))
		return kstrtoul(text, 0, number);
	if (*text == '-')
		return kstrtol(text, 0, (long *)number);
	if (*text == '+')
		return kstrtol(text + 1, 0, (long *)number);
	return -EINVAL;
}

/* Parses a constant; @text is what follows the backslash at @column. */
static int parse_constant(struct arg_parser *parser, const char *text,
			  unsigned int column)
{
	size_t len = strlen(text);
	unsigned long number;
	char *copy;
	int ret;

	if (*text != '"') {
		ret = arg_fetch_parse_number(text, &number);
		if (!ret)
			return load_imm(parser, FETCH_IMM, number);
		return arg_fail(parser, column + 1, PROBE_BAD_IMM, ret);
	}
	if (len == 1 || text[len - 1] != '"')
		return arg_error(parser, column + 1 + len,
				 PROBE_IMMSTR_NO_CLOSE);
	copy = kstrndup(text + 1, len - 2, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	return load_imm(parser, FETCH_TEXT, (unsigned long)copy);
}

/*
 * Parses a value that begins with a name: of a parameter of the function, or in a cast, of a
 * field of the event; or of a per-CPU operation.
 */
static int parse_named(struct arg_parser *parser, char *text,
		       unsigned int column)
{
	if (arg_is_this_cpu(text))
		return arg_parse_this_cpu(parser, text, column);
	if (parser->in_cast && parser->place->flags & PROBE_ON_EVENT)
		return arg_load_field(parser, text) ? 0 :
		       arg_error(parser, column, PROBE_BAD_ATTACH_ARG);
	if (arg_has_params(parser->place))
		return arg_parse_parameter(parser, text, column);
	return arg_error(parser, column, arg_types_expected(parser->place) ?
			 PROBE_NOSUP_BTFARG : PROBE_BAD_FETCH_ARG);
}

int arg_parse_value(struct arg_parser *parser, char *text, unsigned int column)
{
	switch (*text) {
	case '$':
		return parse_variable(parser, text, column);
	case '%':
		return arg_fetch_parse_register(parser, text + 1, column);
	case '@':
		return arg_fetch_parse_memory(parser, text + 1, column);
	case '+':
	case '-':
		return parse_deref(parser, text, column);
	case '\\':
		return parse_constant(parser, text + 1, column);
	case '(':
		return arg_parse_cast(parser, text, column);
	}
	if (isalpha(*text) || *text == '_')
		return parse_named(parser, text, column);
	return arg_error(parser, column, PROBE_BAD_FETCH_ARG);
}
