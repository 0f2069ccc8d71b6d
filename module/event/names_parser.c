// SPDX-License-Identifier: GPL-2.0
/* Parses and evaluates arguments of print formats, see names_parser.h. */
#include <linux/compiler.h>
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "event.h"
#include "names.h"
#include "names_parser.h"

/* Deepest nesting of parentheses and operators; limits the kernel's stack. */
#define DEPTH_MAX	32

static const struct names_type int_type = { 4, false };
static const struct names_type long_type = { 8, false };

/**
 * struct parser - an argument while it is parsed
 * @names: the field, and the tables that are known
 * @found: @names while they are being found, and calls add tables; otherwise NULL
 * @value: value of the field; an argument must not name another one
 * @at: what comes next
 * @depth: how deep it is nested
 * @uses_field: whether the argument names the field
 */
struct parser {
	const struct event_names *names;
	struct event_names *found;
	u64 value;
	const char *at;
	unsigned int depth;
	bool uses_field;
};

/* Functions that parse return false for what they do not understand. */
static bool parse_expr(struct parser *p, struct names_value *to);
static bool parse_unary(struct parser *p, struct names_value *to);

static bool names_is_word(char c)
{
	return isalnum(c) || c == '_';
}

/* Skips a text if it comes next. */
static bool names_skip(struct parser *p, const char *text)
{
	size_t len = strlen(text);

	p->at = skip_spaces(p->at);
	if (strncmp(p->at, text, len))
		return false;
	p->at += len;
	return true;
}

/* Takes string literals; returns false if there are none. */
static bool take_literals(struct parser *p, const char **text)
{
	*text = skip_spaces(p->at);
	p->at = names_literals_end(*text);
	return *text != p->at;
}

static bool is_number(const struct names_value *value)
{
	return value->type.size;
}

static struct names_type promoted(struct names_type type)
{
	return type.size < 4 ? int_type : type;
}

/* The type in which C does arithmetic with two numbers. */
static struct names_type common_type(struct names_type a, struct names_type b)
{
	a = promoted(a);
	b = promoted(b);
	if (a.size == b.size)
		return a.is_unsigned ? a : b;
	return a.size > b.size ? a : b;
}

/* Sets a number, cut to its type and extended as the type says. */
static bool set_number(struct names_value *to, struct names_type type, u64 number)
{
	const unsigned int shift = 64 - 8 * type.size;

	to->type = type;
	if (type.is_unsigned)
		to->number = number << shift >> shift;
	else
		to->number = (s64)(number << shift) >> shift;
	return true;
}

/* Parses a number with its suffixes, of the type that C gives it. */
static bool names_parse_number(struct parser *p, struct names_value *to)
{
	bool decimal = p->at[0] != '0', is_unsigned = false, is_long = false;
	unsigned int base = decimal ? 10 : 8, digit;
	struct names_type type;
	u64 number = 0;

	if (!decimal && (p->at[1] == 'x' || p->at[1] == 'X')) {
		base = 16;
		p->at += 2;
	}
	for (; isxdigit(*p->at); p->at++) {
		digit = isdigit(*p->at) ? *p->at - '0' :
					  tolower(*p->at) - 'a' + 10;
		if (digit >= base)
			return false;
		number = number * base + digit;
	}
	for (; names_is_word(*p->at); p->at++) {
		is_unsigned |= tolower(*p->at) == 'u';
		is_long |= tolower(*p->at) == 'l';
		if (!strchr("uUlL", *p->at))
			return false;
	}
	is_long |= number > U32_MAX || (decimal && !is_unsigned &&
					number > INT_MAX);
	type = is_long ? long_type : int_type;
	type.is_unsigned = is_unsigned || number > (is_long ? S64_MAX : INT_MAX);
	return set_number(to, type, number);
}

static bool parse_char(struct parser *p, struct names_value *to)
{
	const char *at = p->at + 1;

	if (!*at || *at == '\\' || at[1] != '\'')
		return false;
	p->at += 3;
	return set_number(to, int_type, *at);
}

/* Parses what follows REC->. */
static bool names_parse_field(struct parser *p, struct names_value *to)
{
	const struct event_field *field = p->names->field;
	const size_t len = strlen(field->name);
	const struct names_type type = { field->size, !field->is_signed };

	if (strncmp(p->at, field->name, len) || names_is_word(p->at[len]))
		return false;
	p->at += len;
	if (*p->at == '[' || *p->at == '.' || str_has_prefix(p->at, "->"))
		return false;
	p->uses_field = true;
	set_number(to, type, p->value);
	to->type = promoted(type);
	return true;
}

/* Is a text what string literals say? */
static bool is_named(const struct names_entry *entry, const char *text)
{
	const char *from = entry->text, *end = names_literals_end(from);
	bool inside = false;

	for (; from < end; from++) {
		if (*from == '"') {
			inside = !inside;
			continue;
		}
		if (!inside)
			continue;
		if (*from == '\\')
			from++;
		if (*from != *text++)
			return false;
	}
	return !*text;
}

/* Is a table of the compiler's what was parsed, as far as values are known? */
static bool is_table(const struct names_entry *entry,
		     const struct names_entry *end,
		     const struct trace_print_flags *table)
{
	for (; entry < end; entry++, table++)
		if (!table->name || !is_named(entry, table->name) ||
		    (entry->is_known && entry->value != table->mask))
			return false;
	return !table->name;
}

/* Takes the values of enumerators that the header does not tell from its tables. */
static bool take_values(const struct event_header *header,
			struct names_entry *entries, unsigned int nr)
{
	const struct trace_print_flags *const *table = header->tables;
	unsigned int i;

	while (table && *table && !is_table(entries, entries + nr, *table))
		table++;
	if (!table || !*table)
		return false;
	for (i = 0; i < nr; i++)
		entries[i].value = (*table)[i].mask;
	return true;
}

/*
 * Parses the value of an entry, a constant. If it has names that the header does
 * not tell, skips it.
 */
static bool parse_value(struct parser *p, struct names_entry *entry)
{
	const unsigned int tables = p->found->nr_tables;
	const unsigned int entries = p->found->nr_entries;
	const char *end = names_argument_end(p->at);
	const bool uses_field = p->uses_field;
	struct names_value value;

	p->uses_field = false;
	entry->is_known = parse_expr(p, &value);
	if (entry->is_known) {
		if (p->uses_field || !is_number(&value))
			return false;
		entry->value = value.number;
	} else {
		p->found->nr_tables = tables;
		p->found->nr_entries = entries;
		p->at = end;
	}
	p->uses_field = uses_field;
	return true;
}

/* Some tables of headers end with an entry that has no name. */
static bool skip_no_name(struct parser *p)
{
	return names_skip(p, "NULL") || names_skip(p, "((void *)0)");
}

/* Parses { VALUE, "NAME" }, ... and the parenthesis behind. */
static bool parse_entries(struct parser *p)
{
	struct event_names *names = p->found;
	const unsigned int first = names->nr_entries;
	bool is_known = true;

	do {
		struct names_entry *entry = &names->entries[names->nr_entries];

		if (!names_skip(p, "{") || names->nr_entries == names->max_entries ||
		    !parse_value(p, entry) || !names_skip(p, ","))
			return false;
		if (skip_no_name(p)) {
			if (!names_skip(p, "}"))
				return false;
			break;
		}
		if (!take_literals(p, &entry->text) || !names_skip(p, "}"))
			return false;
		is_known &= entry->is_known;
		names->nr_entries++;
	} while (names_skip(p, ","));
	return names_skip(p, ")") &&
	       (is_known || take_values(names->header, &names->entries[first],
					names->nr_entries - first));
}

/* Adds the table of a call; what comes next are its arguments after the value. */
static noinline_for_stack bool add_table(struct parser *p, const char *call,
					 bool are_flags)
{
	struct event_names *names = p->found;
	struct names_table table = {
		.call = call,
		.first = names->nr_entries,
	};

	if (are_flags && (!names_skip(p, ",") ||
			  !take_literals(p, &table.separator)))
		return false;
	if (!names_skip(p, ",") || !parse_entries(p) ||
	    names->nr_tables == NAMES_TABLES_MAX)
		return false;
	table.end = p->at;
	table.nr = names->nr_entries - table.first;
	names->tables[names->nr_tables++] = table;
	return true;
}

const struct names_table *names_find_table(const struct event_names *names,
					   const char *call)
{
	unsigned int i;

	for (i = 0; i < names->nr_tables; i++)
		if (names->tables[i].call == call)
			return &names->tables[i];
	return NULL;
}

static bool parse_call(struct parser *p, const char *call, bool are_flags,
		       struct names_value *to)
{
	if (!parse_expr(p, to) || !is_number(to))
		return false;
	if (p->found && !add_table(p, call, are_flags))
		return false;
	p->at = names_find_table(p->names, call)->end;
	to->type.size = 0;
	to->text = call;
	return true;
}

static bool names_parse_name(struct parser *p, struct names_value *to)
{
	const char *name = p->at;
	size_t len;
	long value;

	if (names_skip(p, "REC->"))
		return names_parse_field(p, to);
	if (names_skip(p, "__print_flags(") || names_skip(p, "__print_flags_u64("))
		return parse_call(p, name, true, to);
	if (names_skip(p, "__print_symbolic(") || names_skip(p, "__print_symbolic_u64("))
		return parse_call(p, name, false, to);
	len = event_enum_find(p->names->header, p->at, &value);
	if (!len)
		return false;
	p->at += len;
	return set_number(to, value == (int)value ? int_type : long_type, value);
}

/*
 * Skips the words in parentheses if they are a cast: if a value follows, and if
 * they are not an enumerator.
 */
static bool skip_cast(struct parser *p, struct names_type *type)
{
	const char *text = skip_spaces(p->at), *end = text;
	long value;

	if (!isalpha(*text) && *text != '_')
		return false;
	if (event_enum_find(p->names->header, text, &value))
		return false;
	while (names_is_word(*end) || *end == ' ')
		end++;
	if (*end != ')' || !names_read_type(text, end, type))
		return false;
	text = skip_spaces(end + 1);
	if (!*text || (!names_is_word(*text) && !strchr("(~!-'", *text)))
		return false;
	p->at = text;
	return true;
}

/* Parses what follows an opening parenthesis. */
static bool parse_parens(struct parser *p, struct names_value *to)
{
	struct names_type type;

	if (!skip_cast(p, &type))
		return parse_expr(p, to) && names_skip(p, ")");
	if (!parse_unary(p, to))
		return false;
	if (!type.size)
		return true;
	if (!is_number(to))
		return false;
	set_number(to, type, to->number);
	to->type = promoted(type);
	return true;
}

static bool parse_literals(struct parser *p, struct names_value *to)
{
	*to = (struct names_value) {};
	return take_literals(p, &to->text);
}

/* Parses the operand of an operator, which comes next. */
static bool parse_operand(struct parser *p, struct names_value *to)
{
	p->at++;
	if (!parse_unary(p, to) || !is_number(to))
		return false;
	to->type = promoted(to->type);
	return true;
}

static bool parse_any(struct parser *p, struct names_value *to)
{
	p->at = skip_spaces(p->at);
	if (isdigit(*p->at))
		return names_parse_number(p, to);
	if (isalpha(*p->at) || *p->at == '_')
		return names_parse_name(p, to);
	switch (*p->at) {
	case '"':
		return parse_literals(p, to);
	case '\'':
		return parse_char(p, to);
	case '(':
		p->at++;
		return parse_parens(p, to);
	case '!':
		return parse_operand(p, to) &&
		       set_number(to, int_type, !to->number);
	case '~':
		return parse_operand(p, to) &&
		       set_number(to, to->type, ~to->number);
	case '-':
		return parse_operand(p, to) &&
		       set_number(to, to->type, -to->number);
	default:
		return false;
	}
}

static bool parse_unary(struct parser *p, struct names_value *to)
{
	const bool ret = ++p->depth <= DEPTH_MAX && parse_any(p, to);

	p->depth--;
	return ret;
}

enum names_op {
	NAMES_EITHER,
	NAMES_BOTH,
	NAMES_LEFT,
	NAMES_RIGHT,
	NAMES_EQUAL,
	NAMES_UNEQUAL,
	NAMES_LESS,
	NAMES_GREATER,
	NAMES_AT_MOST,
	NAMES_AT_LEAST,
	NAMES_OR,
	NAMES_XOR,
	NAMES_AND,
	NAMES_PLUS,
	NAMES_MINUS,
	NAMES_TIMES,
};

static const struct {
	const char *text;
	enum names_op op;
	unsigned int level;
} operators[] = {
	{ "||", NAMES_EITHER, 1 },
	{ "&&", NAMES_BOTH, 2 },
	{ "==", NAMES_EQUAL, 6 },
	{ "!=", NAMES_UNEQUAL, 6 },
	{ "<<", NAMES_LEFT, 8 },
	{ ">>", NAMES_RIGHT, 8 },
	{ "<=", NAMES_AT_MOST, 7 },
	{ ">=", NAMES_AT_LEAST, 7 },
	{ "<", NAMES_LESS, 7 },
	{ ">", NAMES_GREATER, 7 },
	{ "|", NAMES_OR, 3 },
	{ "^", NAMES_XOR, 4 },
	{ "&", NAMES_AND, 5 },
	{ "+", NAMES_PLUS, 9 },
	{ "-", NAMES_MINUS, 9 },
	{ "*", NAMES_TIMES, 10 },
};

static bool is_less(struct names_type type, u64 a, u64 b)
{
	return type.is_unsigned ? a < b : (s64)a < (s64)b;
}

static u64 names_shift(enum names_op op, const struct names_value *value, u64 by)
{
	if (by > 63)
		return 0;
	if (op == NAMES_LEFT)
		return value->number << by;
	return value->type.is_unsigned ? value->number >> by :
					 (u64)((s64)value->number >> by);
}

/* Applies an operator to two numbers of the same type. */
static u64 names_calculate(enum names_op op, struct names_type type, u64 a, u64 b)
{
	switch (op) {
	case NAMES_EQUAL:
		return a == b;
	case NAMES_UNEQUAL:
		return a != b;
	case NAMES_LESS:
		return is_less(type, a, b);
	case NAMES_GREATER:
		return is_less(type, b, a);
	case NAMES_AT_MOST:
		return !is_less(type, b, a);
	case NAMES_AT_LEAST:
		return !is_less(type, a, b);
	case NAMES_OR:
		return a | b;
	case NAMES_XOR:
		return a ^ b;
	case NAMES_AND:
		return a & b;
	case NAMES_PLUS:
		return a + b;
	case NAMES_MINUS:
		return a - b;
	default:
		return a * b;
	}
}

/* Applies an operator to two numbers; the result replaces the first one. */
static bool names_join(enum names_op op, struct names_value *a,
		       struct names_value *b)
{
	struct names_type type;

	if (!is_number(a) || !is_number(b))
		return false;
	if (op == NAMES_EITHER)
		return set_number(a, int_type, a->number || b->number);
	if (op == NAMES_BOTH)
		return set_number(a, int_type, a->number && b->number);
	if (op == NAMES_LEFT || op == NAMES_RIGHT)
		return set_number(a, promoted(a->type),
				  names_shift(op, a, b->number));
	type = common_type(a->type, b->type);
	set_number(a, type, a->number);
	set_number(b, type, b->number);
	return set_number(a, op <= NAMES_AT_LEAST ? int_type : type,
			  names_calculate(op, type, a->number, b->number));
}

/* Parses operators that bind at least as closely as @level. */
static bool parse_binary(struct parser *p, unsigned int level,
			 struct names_value *to)
{
	struct names_value right;
	unsigned int i;

	if (!parse_unary(p, to))
		return false;
	for (;;) {
		p->at = skip_spaces(p->at);
		for (i = 0; i < ARRAY_SIZE(operators); i++)
			if (str_has_prefix(p->at, operators[i].text))
				break;
		if (i == ARRAY_SIZE(operators) || operators[i].level < level)
			return true;
		p->at += strlen(operators[i].text);
		if (!parse_binary(p, operators[i].level + 1, &right) ||
		    !names_join(operators[i].op, to, &right))
			return false;
	}
}

/* Parses what follows the ? of an expression; @to is the condition. */
static noinline_for_stack bool parse_if(struct parser *p, struct names_value *to)
{
	const bool is_true = to->number;
	struct names_value other;
	struct names_type type;

	if (!is_number(to) || !parse_expr(p, to) || !names_skip(p, ":") ||
	    !parse_expr(p, &other) || is_number(to) != is_number(&other))
		return false;
	type = common_type(to->type, other.type);
	if (!is_true)
		*to = other;
	return !is_number(to) || set_number(to, type, to->number);
}

static bool parse_expr(struct parser *p, struct names_value *to)
{
	bool ret;

	if (!parse_binary(p, 1, to))
		return false;
	if (!names_skip(p, "?"))
		return true;
	ret = ++p->depth <= DEPTH_MAX && parse_if(p, to);
	p->depth--;
	return ret;
}

void names_evaluate(const struct event_names *names, const char *text,
		    u64 field, struct names_value *value)
{
	struct parser p = { .names = names, .value = field, .at = text };

	parse_expr(&p, value);
}

/* Adds an argument if it is a text that only the field decides. */
static bool names_add_text(struct event_names *names, const char *from,
			   bool needs_call)
{
	const unsigned int tables = names->nr_tables, entries = names->nr_entries;
	struct parser p = { .names = names, .found = names, .at = from };
	struct names_value value;

	if (parse_expr(&p, &value) && !is_number(&value) && p.uses_field &&
	    skip_spaces(p.at) == names_argument_end(from) &&
	    (names->nr_tables > tables || !needs_call)) {
		names->texts[names->nr_texts++] = from;
		return true;
	}
	names->nr_tables = tables;
	names->nr_entries = entries;
	return false;
}

/* Looks for the argument, and adds those that belong to it. */
static bool find_texts(struct event_names *names, const char *args, u64 adjacent,
		       bool needs_call)
{
	unsigned int arg = 0;

	for (; *args == ','; args = names_argument_end(args + 1), arg++) {
		if (!names->nr_texts) {
			names_add_text(names, args + 1, needs_call);
			continue;
		}
		if (arg > 63 || !(adjacent >> arg & 1) ||
		    names->nr_texts == NAMES_TEXTS_MAX ||
		    !names_add_text(names, args + 1, false))
			break;
	}
	return names->nr_texts;
}

bool names_find(struct event_names *names, const char *text)
{
	const char *format = skip_spaces(text), *args = names_literals_end(format);
	u64 adjacent;

	if (args == format)
		return false;
	adjacent = names_find_adjacent(format, args);
	args = skip_spaces(args);
	return find_texts(names, args, adjacent, true) ||
	       find_texts(names, args, adjacent, false);
}
