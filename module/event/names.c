// SPDX-License-Identifier: GPL-2.0
/* Names of a field's values, see names.h. */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "event.h"
#include "names.h"
#include "names_parser.h"
#include "print_format.h"

size_t event_enum_find(const struct event_header *header, const char *text,
		       long *value)
{
	const struct event_enum *const *list;

	for (list = header->enums; list && *list; list++) {
		const struct event_enum *e = *list;
		const size_t len = strlen(e->name);
		const char next = strncmp(e->name, text, len) ? '_' : text[len];

		if (!isalnum(next) && next != '_') {
			*value = e->value;
			return len;
		}
	}
	return 0;
}

/* Prints adjacent string literals, without their quotes and backslashes. */
static void print_literals(struct seq_file *m, const char *text,
			   const char *end)
{
	bool inside = false;

	for (; text < end; text++) {
		if (*text == '"') {
			inside = !inside;
			continue;
		}
		if (!inside)
			continue;
		if (*text == '\\' && text + 1 < end)
			text++;
		seq_putc(m, *text);
	}
}

/* Truncates a number to its type, and sign- or zero-extends it. */
static u64 names_as_type(struct names_type type, u64 value)
{
	const unsigned int shift = 64 - 8 * type.size;

	if (type.is_unsigned)
		return value << shift >> shift;
	return (s64)(value << shift) >> shift;
}

static bool is_less(struct names_type type, u64 a, u64 b)
{
	return type.is_unsigned ? a < b : (s64)a < (s64)b;
}

u64 names_calculate(enum names_op op, struct names_type type, u64 a, u64 b)
{
	switch (op) {
	case NAMES_OR:
		return a | b;
	case NAMES_XOR:
		return a ^ b;
	case NAMES_AND:
		return a & b;
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
	case NAMES_LEFT:
		return b < 64 ? names_as_type(type, a << b) : 0;
	case NAMES_RIGHT:
		if (b > 63)
			return 0;
		return type.is_unsigned ? a >> b : (u64)((s64)a >> b);
	case NAMES_PLUS:
		return names_as_type(type, a + b);
	case NAMES_MINUS:
		return names_as_type(type, a - b);
	case NAMES_TIMES:
		return names_as_type(type, a * b);
	case NAMES_INVERT:
		return names_as_type(type, ~a);
	case NAMES_NEGATE:
		return names_as_type(type, -a);
	case NAMES_NOT:
		return !a;
	case NAMES_CAST:
		return names_as_type(type, a);
	default:
		return 0;
	}
}

/* May call itself, because the parser limits the depth of the tree. */
static u64 names_evaluate(const struct event_names *names, unsigned int at,
			  u64 value)
{
	const struct names_node *node = &names->nodes[at];
	u64 a, b = 0;

	switch (node->op) {
	case NAMES_NUMBER:
		return node->number;
	case NAMES_FIELD:
		return names_as_type(node->operands, value);
	case NAMES_IF:
		return names_evaluate(names,
				      names_evaluate(names, node->a, value) ?
					      node->b :
					      node->c,
				      value);
	case NAMES_BOTH:
		return names_evaluate(names, node->a, value) &&
		       names_evaluate(names, node->b, value);
	case NAMES_EITHER:
		return names_evaluate(names, node->a, value) ||
		       names_evaluate(names, node->b, value);
	default:
		break;
	}
	a = names_evaluate(names, node->a, value);
	if (node->op < NAMES_BINARY_END)
		b = names_evaluate(names, node->b, value);
	if (node->op != NAMES_LEFT && node->op != NAMES_RIGHT) {
		a = names_as_type(node->operands, a);
		b = names_as_type(node->operands, b);
	}
	return names_calculate(node->op, node->operands, a, b);
}

/* Prints the names of flags that are set and, like the kernel, other bits as a number. */
static void print_flags(const struct event_names *names, struct seq_file *m,
			const struct names_node *node, u64 flags)
{
	const struct names_entry *entry = &names->entries[node->b];
	const struct names_entry *end = entry + node->c;
	bool first = true;

	for (; entry < end && flags; entry++) {
		if ((flags & entry->value) != entry->value)
			continue;
		flags &= ~entry->value;
		if (!first)
			print_literals(m, node->text, node->end);
		first = false;
		print_literals(m, entry->text, entry->end);
	}
	if (!flags)
		return;
	if (!first)
		print_literals(m, node->text, node->end);
	seq_printf(m, "0x%llx", flags);
}

static void names_print_symbol(const struct event_names *names,
			       struct seq_file *m,
			       const struct names_node *node, u64 value)
{
	const struct names_entry *entry = &names->entries[node->b];
	const struct names_entry *end = entry + node->c;

	for (; entry < end; entry++) {
		if (entry->value != value)
			continue;
		print_literals(m, entry->text, entry->end);
		return;
	}
	seq_printf(m, "0x%llx", value);
}

static void names_print_text(const struct event_names *names,
			     struct seq_file *m, unsigned int at, u64 value)
{
	const struct names_node *node = &names->nodes[at];

	while (node->op == NAMES_IF)
		node = &names->nodes[names_evaluate(names, node->a, value) ?
				     node->b : node->c];
	if (node->op == NAMES_TEXT)
		print_literals(m, node->text, node->end);
	else if (node->op == NAMES_FLAGS)
		print_flags(names, m, node,
			    names_evaluate(names, node->a, value));
	else
		names_print_symbol(names, m, node,
				   names_evaluate(names, node->a, value));
}

void event_names_print(const struct event_names *names, struct seq_file *m,
		       u64 value)
{
	unsigned int i;

	for (i = 0; i < names->nr_texts; i++)
		names_print_text(names, m, names->texts[i], value);
}

bool event_names_are_flags(const struct event_names *names)
{
	return names->has_flags;
}

/* Words of casts, with the types that they mean. */
static const struct {
	const char *name;
	struct names_type type;
} types[] = {
	{ "u8", { 1, true } }, { "__u8", { 1, true } }, { "uint8_t", { 1, true } },
	{ "s8", { 1, false } }, { "__s8", { 1, false } },
	{ "u16", { 2, true } }, { "__u16", { 2, true } }, { "uint16_t", { 2, true } },
	{ "s16", { 2, false } }, { "__s16", { 2, false } },
	{ "u32", { 4, true } }, { "__u32", { 4, true } }, { "uint32_t", { 4, true } },
	{ "gfp_t", { 4, true } }, { "enum", { 4, true } },
	{ "s32", { 4, false } }, { "__s32", { 4, false } },
	{ "u64", { 8, true } }, { "__u64", { 8, true } }, { "uint64_t", { 8, true } },
	{ "s64", { 8, false } }, { "__s64", { 8, false } },
	{ "char", { 1, false } }, { "short", { 2, false } },
	{ "int", { 4, false } }, { "long", { 8, false } },
};

bool names_read_type(const char *text, const char *end, struct names_type *type)
{
	bool is_unsigned = false;
	const char *from;
	unsigned int i;

	*type = (struct names_type) {};
	while (text < end) {
		from = skip_spaces(text);
		for (text = from; text < end && (isalnum(*text) || *text == '_');)
			text++;
		if (text == from)
			break;
		is_unsigned |= !strncmp(from, "unsigned", text - from);
		for (i = 0; i < ARRAY_SIZE(types); i++)
			if (strlen(types[i].name) == text - from &&
			    !strncmp(from, types[i].name, text - from) &&
			    /* int after short or long changes nothing */
			    (!type->size || strncmp(from, "int", text - from)))
				*type = types[i].type;
	}
	if (is_unsigned) {
		if (!type->size)
			*type = (struct names_type) { 4, true };
		type->is_unsigned = true;
	}
	return skip_spaces(text) == end;
}

u64 names_find_adjacent(const char *format, const char *end)
{
	struct format_piece piece;
	bool after_text = false;
	unsigned int arg = 0;
	u64 bits = 0;

	while (format < end) {
		format = format_next(format, &piece);
		if (piece.kind == FORMAT_END)
			break;
		if (piece.kind == FORMAT_TEXT || piece.kind == FORMAT_PERCENT) {
			after_text = false;
			continue;
		}
		arg += piece.star_width + piece.star_precision;
		if (after_text && piece.kind == FORMAT_STRING && arg < 64)
			bits |= 1ULL << arg;
		after_text = piece.kind == FORMAT_STRING;
		arg++;
	}
	return bits;
}

static unsigned int count_braces(const char *text)
{
	unsigned int nr = 0;

	while ((text = strchr(text, '{'))) {
		text++;
		nr++;
	}
	return nr;
}

struct event_names *event_names_parse(const struct event *event,
				      const struct event_field *field)
{
	const char *text = event->print_fmt ?: event->class->print_fmt;
	struct event_names *names;
	unsigned int nr;

	if (!text)
		return ERR_PTR(-ENOENT);
	nr = count_braces(text);
	names = kvzalloc(struct_size(names, entries, nr), GFP_KERNEL);
	if (!names)
		return ERR_PTR(-ENOMEM);
	names->max_entries = nr;
	if (!names_find(names, event->header, text, field)) {
		kvfree(names);
		return ERR_PTR(-ENOENT);
	}
	return names;
}

void event_names_free(struct event_names *names)
{
	kvfree(names);
}
