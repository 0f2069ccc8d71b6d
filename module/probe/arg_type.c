// SPDX-License-Identifier: GPL-2.0
/* Types of arguments, and the operations that store them, see arg_parser.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "arg_parser.h"

#define NUMBER(type, _field, bytes, sign, format)			\
	{								\
		.name = type,						\
		.field = _field,					\
		.fmt = format,						\
		.size = bytes,						\
		.is_signed = sign,					\
	}
#define STRING(type)							\
	{								\
		.name = type,						\
		.field = "__data_loc char[]",				\
		.fmt = "\\\"%s\\\"",					\
		.size = sizeof(u32),					\
		.is_signed = true,					\
		.is_string = true,					\
	}
/* Like in the kernel, print formats of probes use "L" instead of "ll". */
#define LONG_LONG	"L"

#if BITS_PER_LONG == 64
#define WORD_TYPE	"x64"
#define ADDRESS_FIELD	"u64"
#else
#define WORD_TYPE	"x32"
#define ADDRESS_FIELD	"u32"
#endif

static const struct fetch_type types[] = {
	STRING("string"),
	STRING("ustring"),
	STRING("symstr"),
	NUMBER("u8", "u8", 1, false, "%u"),
	NUMBER("u16", "u16", 2, false, "%u"),
	NUMBER("u32", "u32", 4, false, "%u"),
	NUMBER("u64", "u64", 8, false, "%" LONG_LONG "u"),
	NUMBER("s8", "s8", 1, true, "%d"),
	NUMBER("s16", "s16", 2, true, "%d"),
	NUMBER("s32", "s32", 4, true, "%d"),
	NUMBER("s64", "s64", 8, true, "%" LONG_LONG "d"),
	NUMBER("x8", "u8", 1, false, "0x%x"),
	NUMBER("x16", "u16", 2, false, "0x%x"),
	NUMBER("x32", "u32", 4, false, "0x%x"),
	NUMBER("x64", "u64", 8, false, "0x%" LONG_LONG "x"),
	NUMBER("char", "u8", 1, false, "'%c'"),
	NUMBER("symbol", ADDRESS_FIELD, sizeof(long), false, "%pS"),
};

const struct fetch_type *fetch_type_find(const char *name)
{
	const char *slash = strchr(name, '/');
	unsigned long bits;
	char type[8];
	unsigned int i;

	if (*name == 'b') {
		if (!slash || kstrtoul(slash + 1, 0, &bits))
			return NULL;
		snprintf(type, sizeof(type), "u%lu", bits);
		name = type;
	}
	for (i = 0; i < ARRAY_SIZE(types); i++)
		if (!strcmp(types[i].name, name))
			return &types[i];
	return NULL;
}

/* Parses the length of an array; @text is after the '[', at @column. */
static int arg_type_parse_count(struct arg_parser *parser, char *text,
				unsigned int column)
{
	char *end = strchr(text, ']');
	unsigned int count;

	if (!end)
		return arg_error(parser, column + strlen(text),
				 PROBE_ARRAY_NO_CLOSE);
	if (end[1])
		return arg_error(parser, column + (end + 1 - text),
				 PROBE_BAD_ARRAY_SUFFIX);
	*end = '\0';
	if (kstrtouint(text, 0, &count) || !count)
		return arg_error(parser, column, PROBE_BAD_ARRAY_NUM);
	if (count > PROBE_ARRAY_MAX)
		return arg_error(parser, column, PROBE_ARRAY_TOO_BIG);
	parser->arg->count = count;
	return 0;
}

/*
 * $comm and constant strings can only be of type "string"; on events, $comm may
 * be a field of any type.
 */
static bool must_be_string(const struct arg_parser *parser, const char *text)
{
	if (parser->place->flags & PROBE_ON_EVENT)
		return false;
	return !strcmp(text, "$comm") || !strcmp(text, "$COMM") ||
	       str_has_prefix(text, "\\\"");
}

int arg_parse_type(struct arg_parser *parser, char *text,
		   struct arg_type *written)
{
	struct probe_arg *arg = parser->arg;
	char *type = strchr(text, ':'), *count;
	const char *name = WORD_TYPE;
	int ret;

	written->column = parser->column;
	if (type) {
		*type++ = '\0';
		written->column += type - text;
		count = strchr(type, '[');
		if (count) {
			*count++ = '\0';
			ret = arg_type_parse_count(parser, count,
						   written->column +
							   (count - type));
			if (ret)
				return ret;
		}
		name = type;
	}
	written->text = type;

	if (must_be_string(parser, text)) {
		if (arg->count || (type && strcmp(type, "string")))
			return arg_error(parser, written->column,
					 PROBE_NEED_STRING_TYPE);
		name = "string";
	}
	arg->type = fetch_type_find(name);
	if (!arg->type)
		return arg_error(parser, written->column, PROBE_BAD_TYPE);
	return 0;
}

static bool holds_symbol(u8 code)
{
	switch (code) {
	case FETCH_REG:
	case FETCH_REG_PART:
	case FETCH_INDEXED:
	case FETCH_STACK:
	case FETCH_RETVAL:
	case FETCH_ARG:
	case FETCH_ENTRY:
	case FETCH_TP_ARG:
	case FETCH_FIELD:
	case FETCH_DEREF:
		return true;
	default:
		return false;
	}
}

static bool leads_to_string(u8 code)
{
	switch (code) {
	case FETCH_DEREF:
	case FETCH_UDEREF:
	case FETCH_IMM:
	case FETCH_COMM:
	case FETCH_TEXT:
	case FETCH_FIELD:
		return true;
	default:
		return false;
	}
}

/*
 * Makes the operation that stores a string. If the last operation follows a
 * pointer to the string, the new operation replaces it. An array of strings
 * needs both operations, because one more pointer is followed. A symbol also
 * needs both, because the last operation loads the symbol's address.
 */
static int store_string(struct arg_parser *parser,
			const struct arg_type *written)
{
	const char *type = parser->arg->type->name;
	bool symbol = !strcmp(type, "symstr");
	u8 last = arg_op(parser)->code;
	int ret;

	if (symbol && !holds_symbol(last))
		return arg_error(parser, written->column, PROBE_BAD_SYMSTRING);
	if (!symbol && !leads_to_string(last))
		return arg_error(parser, written->column, PROBE_BAD_STRING);
	if (symbol || parser->arg->count ||
	    (last != FETCH_DEREF && last != FETCH_UDEREF)) {
		ret = arg_next_op(parser, parser->column);
		if (ret)
			return ret;
	}

	if (!strcmp(type, "ustring") || arg_op(parser)->code == FETCH_UDEREF)
		arg_op(parser)->code = FETCH_STORE_USTRING;
	else
		arg_op(parser)->code = symbol ? FETCH_STORE_SYMBOL :
						FETCH_STORE_STRING;
	parser->args->dynamic = true;
	return 0;
}

static int arg_type_store(struct arg_parser *parser,
			  const struct arg_type *written)
{
	int ret;

	if (parser->arg->type->is_string) {
		ret = store_string(parser, written);
		if (ret)
			return ret;
	} else if (arg_op(parser)->code == FETCH_DEREF) {
		arg_op(parser)->code = FETCH_STORE_MEM;
	} else if (arg_op(parser)->code == FETCH_UDEREF) {
		arg_op(parser)->code = FETCH_STORE_UMEM;
	} else {
		ret = arg_next_op(parser, parser->column);
		if (ret)
			return ret;
		arg_op(parser)->code = FETCH_STORE;
	}
	arg_op(parser)->size = parser->arg->type->size;
	arg_op(parser)->param = parser->arg->offset;
	return 0;
}

/* Parses a number that ends with @end. Returns what follows, or NULL. */
static const char *parse_bits(const char *text, char end, unsigned long *value)
{
	char number[PROBE_TEXT_MAX + 1];
	const char *at = strchr(text, end);

	if (!at || !isdigit(*text) || at - text >= sizeof(number))
		return NULL;
	memcpy(number, text, at - text);
	number[at - text] = '\0';
	return kstrtoul(number, 0, value) ? NULL : at + 1;
}

/*
 * Makes an operation store only the bits of "bWIDTH@OFFSET/SIZE". It first
 * shifts these bits to the top, which drops the bits above them.
 */
static int store_bits(struct arg_parser *parser, struct fetch_op *op,
		      const char *text)
{
	unsigned long width, offset, size = op->size * BITS_PER_BYTE;

	if (*text++ != 'b')
		return 0;
	text = parse_bits(text, '@', &width);
	if (!text || !width || !parse_bits(text, '/', &offset))
		return -EINVAL;
	if (++parser->at >= parser->limit)
		return -EINVAL;
	if (width > size || offset > size - width)
		return -EINVAL;
	op->left = size - width - offset;
	op->right = size - width;
	if (op->code == FETCH_STORE)
		op->code = FETCH_STORE_BITS;
	return 0;
}

static int store_array(struct arg_parser *parser, struct fetch_op *op,
		       const struct arg_type *written)
{
	if (op->code != FETCH_STORE_MEM && op->code != FETCH_STORE_STRING &&
	    op->code != FETCH_STORE_USTRING)
		return arg_error(parser, written->column, PROBE_BAD_STRING);
	op->count = parser->arg->count;
	return arg_next_op(parser, parser->column);
}

int arg_finish(struct arg_parser *parser, const struct arg_type *written)
{
	struct fetch_op *op;
	int ret;

	ret = arg_type_store(parser, written);
	if (ret)
		return ret;
	op = arg_op(parser);
	parser->arg->nr_ops = parser->at + 1;
	if (written->text && store_bits(parser, op, written->text))
		return arg_error(parser, written->column, PROBE_BAD_BITFIELD);
	if (!written->text)
		arg_keep_bits(parser, op);
	if (parser->arg->count)
		return store_array(parser, op, written);
	return 0;
}
