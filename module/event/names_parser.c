// SPDX-License-Identifier: GPL-2.0
/* Parses arguments of print formats, see names_parser.h. */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "event.h"
#include "names.h"
#include "names_parser.h"

/* Maximum nesting of parentheses and operators; limits the use of the stack. */
#define DEPTH_MAX	32

/* Returned by functions for an expression that the parser does not know. */
#define UNKNOWN		(-1)

static const struct names_type int_type = { 4, false };
static const struct names_type long_type = { 8, false };

/*
 * An argument while it is parsed: @at is the next character, @field the only
 * field that the argument may name.
 */
struct parser {
	struct event_names *names;
	const struct event_header *header;
	const struct event_field *field;
	const char *at;
	unsigned int depth;
	bool uses_field;
	bool has_call;
};

static const char *argument_end(const char *text);
static int parse_expr(struct parser *p);
static int parse_unary(struct parser *p);

static bool names_is_word(char c)
{
	return isalnum(c) || c == '_';
}

/* Skips @text if the input continues with it. */
static bool names_skip(struct parser *p, const char *text)
{
	size_t len = strlen(text);

	p->at = skip_spaces(p->at);
	if (strncmp(p->at, text, len))
		return false;
	p->at += len;
	return true;
}

static const char *literals_end(const char *text)
{
	const char *end = text;

	while (*text == '"') {
		for (text++; *text && *text != '"'; text++)
			if (*text == '\\' && text[1])
				text++;
		if (!*text)
			return end;
		end = text + 1;
		text = skip_spaces(end);
	}
	return end;
}

/* Returns false if there are no string literals. */
static bool take_literals(struct parser *p, const char **text, const char **end)
{
	p->at = skip_spaces(p->at);
	*text = p->at;
	*end = literals_end(p->at);
	p->at = *end;
	return *text != *end;
}

static struct names_node *node_at(struct parser *p, int index)
{
	return &p->names->nodes[index];
}

static int new_node(struct parser *p, enum names_op op, struct names_type type)
{
	struct names_node *node;

	if (p->names->nr_nodes == NAMES_NODES_MAX)
		return UNKNOWN;
	node = node_at(p, p->names->nr_nodes);
	memset(node, 0, sizeof(*node));
	node->op = op;
	node->type = type;
	return p->names->nr_nodes++;
}

static int new_number(struct parser *p, struct names_type type, u64 number)
{
	int at = new_node(p, NAMES_NUMBER, type);

	if (at >= 0)
		node_at(p, at)->number = number;
	return at;
}

static bool is_number(struct parser *p, int at)
{
	return at >= 0 && node_at(p, at)->op == NAMES_NUMBER;
}

static bool names_is_text(struct parser *p, int at)
{
	return at >= 0 && !node_at(p, at)->type.size;
}

static struct names_type promoted(struct names_type type)
{
	return type.size < 4 ? int_type : type;
}

/* The type to which C converts two operands. */
static struct names_type common_type(struct names_type a, struct names_type b)
{
	a = promoted(a);
	b = promoted(b);
	if (a.size == b.size)
		return a.is_unsigned ? a : b;
	return a.size > b.size ? a : b;
}

static u64 names_cast(struct names_type type, u64 value)
{
	return names_calculate(NAMES_CAST, type, value, 0);
}

static struct names_type result_type(enum names_op op,
				     struct names_type operands)
{
	return (op >= NAMES_EQUAL && op <= NAMES_AT_LEAST) || op == NAMES_NOT ?
	       int_type : operands;
}

static int join_unary(struct parser *p, enum names_op op,
		      struct names_type type, int a)
{
	struct names_node *node;
	int at;

	if (a < 0 || names_is_text(p, a))
		return UNKNOWN;
	if (is_number(p, a)) {
		node = node_at(p, a);
		node->number = names_calculate(op, type,
					       names_cast(type, node->number), 0);
		node->type = promoted(result_type(op, type));
		return a;
	}
	at = new_node(p, op, promoted(result_type(op, type)));
	if (at < 0)
		return UNKNOWN;
	node_at(p, at)->operands = type;
	node_at(p, at)->a = a;
	return at;
}

/* Folds two constants, which are always the last two nodes, into one. */
static int fold(struct parser *p, enum names_op op, struct names_type type,
		int a, int b)
{
	u64 left = node_at(p, a)->number, right = node_at(p, b)->number;

	if (op == NAMES_EITHER)
		left = left || right;
	else if (op == NAMES_BOTH)
		left = left && right;
	else if (op == NAMES_LEFT || op == NAMES_RIGHT)
		left = names_calculate(op, type, left, right);
	else
		left = names_calculate(op, type, names_cast(type, left),
				       names_cast(type, right));
	p->names->nr_nodes = a + 1;
	node_at(p, a)->number = left;
	node_at(p, a)->type = result_type(op, type);
	return a;
}

static int names_join(struct parser *p, enum names_op op, int a, int b)
{
	struct names_type type;
	int at;

	if (a < 0 || b < 0 || names_is_text(p, a) || names_is_text(p, b))
		return UNKNOWN;
	if (op == NAMES_EITHER || op == NAMES_BOTH)
		type = int_type;
	else if (op == NAMES_LEFT || op == NAMES_RIGHT)
		type = promoted(node_at(p, a)->type);
	else
		type = common_type(node_at(p, a)->type, node_at(p, b)->type);
	if (is_number(p, a) && is_number(p, b) && b == a + 1)
		return fold(p, op, type, a, b);
	at = new_node(p, op, result_type(op, type));
	if (at < 0)
		return UNKNOWN;
	node_at(p, at)->operands = type;
	node_at(p, at)->a = a;
	node_at(p, at)->b = b;
	return at;
}

/* Parses a number with its suffixes; C's rules determine its type. */
static int names_parse_number(struct parser *p)
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
			return UNKNOWN;
		number = number * base + digit;
	}
	for (; names_is_word(*p->at); p->at++) {
		is_unsigned |= tolower(*p->at) == 'u';
		is_long |= tolower(*p->at) == 'l';
		if (!strchr("uUlL", *p->at))
			return UNKNOWN;
	}
	is_long |= number > U32_MAX || (decimal && !is_unsigned &&
					number > INT_MAX);
	type = is_long ? long_type : int_type;
	type.is_unsigned = is_unsigned || number > (is_long ? S64_MAX : INT_MAX);
	return new_number(p, type, number);
}

static int parse_char(struct parser *p)
{
	const char *at = p->at + 1;

	if (!*at || *at == '\\' || at[1] != '\'')
		return UNKNOWN;
	p->at += 3;
	return new_number(p, int_type, *at);
}

/* Parses the name of a field after "REC->". */
static int names_parse_field(struct parser *p)
{
	size_t len = strlen(p->field->name);
	struct names_type type = { p->field->size, !p->field->is_signed };
	int at;

	if (strncmp(p->at, p->field->name, len) || names_is_word(p->at[len]))
		return UNKNOWN;
	p->at += len;
	if (*p->at == '[' || *p->at == '.' || str_has_prefix(p->at, "->"))
		return UNKNOWN;
	p->uses_field = true;
	at = new_node(p, NAMES_FIELD, promoted(type));
	if (at >= 0)
		node_at(p, at)->operands = type;
	return at;
}

/* Tests whether the literals of an entry's name spell @text. */
static bool is_named(const struct names_entry *entry, const char *text)
{
	const char *from = entry->text;
	bool inside = false;

	for (; from < entry->end; from++) {
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

/* Tests whether a compiled table has the names of the entries, and their known values. */
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

/*
 * Takes the values of all entries from the compiled table with the same names, because
 * parse_value() has skipped one. Returns false if there is no such table.
 */
static bool take_values(struct parser *p, struct names_entry *entries,
			unsigned int nr)
{
	const struct trace_print_flags *const *table = p->header->tables;
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
 * Parses a value. Skips one that cannot be computed, such as an enumerator that lacks a
 * TRACE_DEFINE_ENUM; take_values() finds that value.
 */
static bool parse_value(struct parser *p, struct names_entry *entry)
{
	const unsigned int nodes = p->names->nr_nodes;
	const char *end = argument_end(p->at);
	int value = parse_expr(p);

	if (value >= 0 && !is_number(p, value))
		return false;
	entry->is_known = is_number(p, value);
	if (entry->is_known)
		entry->value = node_at(p, value)->number;
	else
		p->at = end;
	p->names->nr_nodes = nodes;
	return true;
}

/* Skips NULL in the place of a name, which ends the tables of some headers. */
static bool skip_no_name(struct parser *p)
{
	return names_skip(p, "NULL") || names_skip(p, "((void *)0)");
}

/* Parses { VALUE, "NAME" }, ... and the closing parenthesis. */
static bool parse_entries(struct parser *p, struct names_node *node)
{
	struct event_names *names = p->names;
	bool is_known = true;

	node->b = names->nr_entries;
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
		if (!take_literals(p, &entry->text, &entry->end) ||
		    !names_skip(p, "}"))
			return false;
		is_known &= entry->is_known;
		names->nr_entries++;
	} while (names_skip(p, ","));
	node->c = names->nr_entries - node->b;
	return names_skip(p, ")") &&
	       (is_known || take_values(p, &names->entries[node->b], node->c));
}

static int parse_call(struct parser *p, enum names_op op)
{
	struct names_node *node;
	int value = parse_expr(p), at;

	if (value < 0 || names_is_text(p, value))
		return UNKNOWN;
	at = new_node(p, op, (struct names_type) {});
	if (at < 0)
		return UNKNOWN;
	p->has_call = true;
	node = node_at(p, at);
	node->a = value;
	if (op == NAMES_FLAGS) {
		if (!names_skip(p, ",") || !take_literals(p, &node->text, &node->end))
			return UNKNOWN;
	}
	if (!names_skip(p, ",") || !parse_entries(p, node))
		return UNKNOWN;
	return at;
}

static int names_parse_name(struct parser *p)
{
	size_t len;
	long value;

	if (names_skip(p, "REC->"))
		return names_parse_field(p);
	if (names_skip(p, "__print_flags(") || names_skip(p, "__print_flags_u64("))
		return parse_call(p, NAMES_FLAGS);
	if (names_skip(p, "__print_symbolic(") || names_skip(p, "__print_symbolic_u64("))
		return parse_call(p, NAMES_SYMBOL);
	len = event_enum_find(p->header, p->at, &value);
	if (!len)
		return UNKNOWN;
	p->at += len;
	return new_number(p, value == (int)value ? int_type : long_type, value);
}

/* Skips a cast: words in parentheses that are no enumerator and come before a value. */
static bool skip_cast(struct parser *p, struct names_type *type)
{
	const char *text = skip_spaces(p->at), *end = text;
	long value;

	if (!isalpha(*text) && *text != '_')
		return false;
	if (event_enum_find(p->header, text, &value))
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

/* Parses a cast or an expression, after its opening parenthesis. */
static int parse_parens(struct parser *p)
{
	struct names_type type;
	int at;

	if (skip_cast(p, &type)) {
		at = parse_unary(p);
		return type.size ? join_unary(p, NAMES_CAST, type, at) : at;
	}
	at = parse_expr(p);
	return names_skip(p, ")") ? at : UNKNOWN;
}

static int parse_literals(struct parser *p)
{
	const char *text, *end;
	int at;

	if (!take_literals(p, &text, &end))
		return UNKNOWN;
	at = new_node(p, NAMES_TEXT, (struct names_type) {});
	if (at >= 0) {
		node_at(p, at)->text = text;
		node_at(p, at)->end = end;
	}
	return at;
}

static int parse_prefixed(struct parser *p, enum names_op op)
{
	int at = parse_unary(p);

	if (at < 0 || names_is_text(p, at))
		return UNKNOWN;
	return join_unary(p, op, promoted(node_at(p, at)->type), at);
}

static int parse_any(struct parser *p)
{
	p->at = skip_spaces(p->at);
	if (isdigit(*p->at))
		return names_parse_number(p);
	if (isalpha(*p->at) || *p->at == '_')
		return names_parse_name(p);
	switch (*p->at) {
	case '"':
		return parse_literals(p);
	case '\'':
		return parse_char(p);
	case '(':
		p->at++;
		return parse_parens(p);
	case '!':
		p->at++;
		return parse_prefixed(p, NAMES_NOT);
	case '~':
		p->at++;
		return parse_prefixed(p, NAMES_INVERT);
	case '-':
		p->at++;
		return parse_prefixed(p, NAMES_NEGATE);
	default:
		return UNKNOWN;
	}
}

static int parse_unary(struct parser *p)
{
	const int at = ++p->depth > DEPTH_MAX ? UNKNOWN : parse_any(p);

	p->depth--;
	return at;
}

static const struct {
	const char *text;
	u8 op;
	u8 level;
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

/* Parses binary operators whose level in the table above is at least @level. */
static int parse_binary(struct parser *p, unsigned int level)
{
	int left = parse_unary(p), right;
	unsigned int i;

	while (left >= 0) {
		p->at = skip_spaces(p->at);
		for (i = 0; i < ARRAY_SIZE(operators); i++)
			if (str_has_prefix(p->at, operators[i].text))
				break;
		if (i == ARRAY_SIZE(operators) || operators[i].level < level)
			break;
		p->at += strlen(operators[i].text);
		right = ++p->depth > DEPTH_MAX ? UNKNOWN :
			parse_binary(p, operators[i].level + 1);
		p->depth--;
		left = names_join(p, operators[i].op, left, right);
	}
	return left;
}

/* Parses the rest of a conditional expression, after the ?. */
static int parse_if(struct parser *p, int condition)
{
	int yes, no, at;

	yes = parse_expr(p);
	if (yes < 0 || !names_skip(p, ":"))
		return UNKNOWN;
	no = parse_expr(p);
	if (no < 0 || names_is_text(p, condition) || names_is_text(p, yes) != names_is_text(p, no))
		return UNKNOWN;
	at = new_node(p, NAMES_IF, (struct names_type) {});
	if (at < 0)
		return UNKNOWN;
	if (!names_is_text(p, yes))
		node_at(p, at)->type = common_type(node_at(p, yes)->type,
						   node_at(p, no)->type);
	node_at(p, at)->a = condition;
	node_at(p, at)->b = yes;
	node_at(p, at)->c = no;
	return at;
}

static int parse_expr(struct parser *p)
{
	int at = parse_binary(p, 1);

	if (at < 0 || !names_skip(p, "?"))
		return at;
	if (++p->depth <= DEPTH_MAX)
		at = parse_if(p, at);
	else
		at = UNKNOWN;
	p->depth--;
	return at;
}

/* Returns the end of an argument: a comma, a closing parenthesis, or the end of @text. */
static const char *argument_end(const char *text)
{
	int depth = 0;

	for (; *text; text++) {
		if (*text == '"') {
			const char *end = literals_end(text);

			if (end == text)
				break;
			text = end - 1;
		} else if (text[0] == '\'' && text[1] && text[2] == '\'') {
			text += 2;
		} else if (strchr("([{", *text)) {
			depth++;
		} else if (strchr(")]}", *text)) {
			if (!depth--)
				break;
		} else if (*text == ',' && !depth) {
			break;
		}
	}
	return text;
}

/*
 * Adds the tree of an argument that is a string and uses the parser's @field, but no other
 * field. With @needs_call, the argument must also contain a call that looks up names.
 */
static bool names_add_text(struct parser *p, const char *from, bool needs_call)
{
	struct event_names *names = p->names;
	const unsigned int nodes = names->nr_nodes, entries = names->nr_entries;
	const char *end = argument_end(from);
	int at;

	p->at = from;
	p->depth = 0;
	p->uses_field = false;
	p->has_call = false;
	at = parse_expr(p);
	p->at = skip_spaces(p->at);
	if (at >= 0 && names_is_text(p, at) && p->at == end && p->uses_field &&
	    (p->has_call || !needs_call)) {
		names->texts[names->nr_texts++] = at;
		return true;
	}
	names->nr_nodes = nodes;
	names->nr_entries = entries;
	return false;
}

/*
 * Adds the first argument that names_add_text() accepts, and those printed directly after it
 * (@adjacent).
 */
static bool find_texts(struct parser *p, const char *args, u64 adjacent,
		       bool needs_call)
{
	struct event_names *names = p->names;
	unsigned int arg = 0;

	for (; *args == ','; args = argument_end(args + 1), arg++) {
		if (!names->nr_texts) {
			names_add_text(p, args + 1, needs_call);
			continue;
		}
		if (arg > 63 || !(adjacent >> arg & 1) ||
		    names->nr_texts == NAMES_TEXTS_MAX ||
		    !names_add_text(p, args + 1, false))
			break;
	}
	return names->nr_texts;
}

bool names_find(struct event_names *names, const struct event_header *header,
		const char *text, const struct event_field *field)
{
	struct parser p = { .names = names, .header = header, .field = field };
	const char *format = skip_spaces(text), *args;
	unsigned int i;
	u64 adjacent;

	args = literals_end(format);
	if (args == format)
		return false;
	adjacent = names_find_adjacent(format, args);
	args = skip_spaces(args);
	if (!find_texts(&p, args, adjacent, true) &&
	    !find_texts(&p, args, adjacent, false))
		return false;
	for (i = 0; i < names->nr_nodes; i++)
		names->has_flags |= names->nodes[i].op == NAMES_FLAGS;
	return true;
}
