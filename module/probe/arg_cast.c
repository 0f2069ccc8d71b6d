// SPDX-License-Identifier: GPL-2.0
/*
 * Casts, and per-CPU variables, in arguments; see arg_parser.h.
 *
 * (STRUCT)VALUE->MEMBER takes VALUE for the address of a struct, (STRUCT,FIELD)VALUE->MEMBER
 * for the address of its member FIELD, like container_of(). VALUE is a name or variable,
 * a dereference, a per-CPU operation, or anything else in parentheses, such as another cast.
 *
 * this_cpu_ptr(VALUE) is the address, and this_cpu_read(VALUE) the value, of the variable
 * to which the per-CPU pointer VALUE points, on the CPU of the hit. Elsewhere @SYMBOL is the
 * memory at the symbol's address; here it is the address, as &SYMBOL would be in C.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "arg_parser.h"
#include "btf_read.h"

#define THIS_CPU_READ	"this_cpu_read("
#define THIS_CPU_PTR	"this_cpu_ptr("

bool arg_is_this_cpu(const char *text)
{
	return str_has_prefix(text, THIS_CPU_READ) || str_has_prefix(text, THIS_CPU_PTR);
}

/* Is the loaded value a text, which has no address? */
static bool is_text(struct arg_parser *parser)
{
	const struct fetch_op *op = arg_op(parser);
	const enum fetch_code code = op->code == FETCH_FIELD ? parser->load.code : op->code;

	return code == FETCH_COMM || code == FETCH_TEXT;
}

/* Parses a value that is used as a pointer. */
static int parse_pointer(struct arg_parser *parser, char *text, unsigned int column)
{
	const struct arg_btf *btf = &parser->btf;
	u32 bytes;
	int ret;

	ret = arg_parse_value(parser, text, column);
	if (ret)
		return ret;
	if (is_text(parser))
		return arg_error(parser, column, PROBE_COMM_CANT_DEREF);
	if (!btf->blob)
		return 0;
	/* A word was loaded, more than a value that is known to be smaller. */
	bytes = btf_id_bytes(btf->blob, btf->type);
	if (btf->bits || (bytes && bytes < sizeof(long)))
		return arg_error(parser, column, PROBE_NO_PTR_STRCT);
	return 0;
}

static int add_op(struct arg_parser *parser, enum fetch_code code, unsigned int column)
{
	int ret = arg_next_op(parser, column);

	if (!ret)
		arg_op(parser)->code = code;
	return ret;
}

int arg_parse_this_cpu(struct arg_parser *parser, char *text, unsigned int column)
{
	const size_t read = str_has_prefix(text, THIS_CPU_READ);
	char *end = strrchr(text, ')');
	int ret;

	if (!arg_on_kernel(parser->place))
		return arg_error(parser, column, PROBE_NOSUP_PERCPU);
	/* The kernel ignores it, but a member that is written there would be missed. */
	if (end && end[1])
		return arg_error(parser, column + (end + 1 - text), PROBE_BAD_FETCH_ARG);
	if (!end)
		return arg_error(parser, column + strlen(text), PROBE_DEREF_OPEN_BRACE);
	*end = '\0';
	text += read ?: strlen(THIS_CPU_PTR);
	column += read ?: strlen(THIS_CPU_PTR);
	ret = parse_pointer(parser, text, column);
	if (ret)
		return ret;
	parser->type = NULL;
	parser->btf.blob = NULL;
	if (*text == '@')
		arg_op(parser)->code = FETCH_THIS_CPU;
	else
		ret = add_op(parser, FETCH_THIS_CPU, column);
	if (!ret && read)
		ret = add_op(parser, FETCH_DEREF, column);
	return ret;
}

/* Returns the ')' that belongs to the '(' at @text, or NULL. */
static char *find_close(char *text)
{
	unsigned int depth = 0;

	for (; *text; text++) {
		if (*text == '(')
			depth++;
		else if (*text == ')' && !--depth)
			return text;
	}
	return NULL;
}

/*
 * Sets @end to the end of the value at @text, which follows a cast: to the "->" of a member
 * or, if this is allowed, to the end of the text.
 */
static int find_value_end(struct arg_parser *parser, char *text, unsigned int column,
			  char **end)
{
	const bool nested = *text == '+' || *text == '-' || arg_is_this_cpu(text);
	const char *sign = strpbrk(text, "+-");
	char *open;

	if (*text == '@' && sign && isdigit(sign[1]))
		return arg_error(parser, column, PROBE_TYPECAST_SYM_OFFSET);
	if (nested || *text == '(') {
		open = strchr(text, '(');
		if (!open)
			return arg_error(parser, column, PROBE_DEREF_NEED_BRACE);
		*end = find_close(open);
		if (!*end)
			return arg_error(parser, column + (nested ? strlen(text) : 0),
					 PROBE_DEREF_OPEN_BRACE);
		++*end;
	} else {
		*end = strchr(text, '-');
		if (!*end || (*end)[1] != '>')
			*end = text + strlen(text);
		/* Linux 7.2 accepts the address of the struct in a field of an event. */
		if (!**end && parser->place->flags & PROBE_ON_EVENT)
			return 0;
	}
	return str_has_prefix(*end, "->") ? 0 :
	       arg_error(parser, column + (*end - text), PROBE_TYPECAST_REQ_FIELD);
}

int arg_parse_cast(struct arg_parser *parser, char *text, unsigned int column)
{
	char *value = strchr(text, ')'), *end, *member = NULL;
	unsigned int at;
	bool braces;
	int ret;

	if (!arg_on_kernel(parser->place) || !btf_available())
		return arg_fail(parser, column, PROBE_NOSUP_BTFARG, -EOPNOTSUPP);
	if (!value)
		return arg_error(parser, column + strlen(text),
				 PROBE_DEREF_OPEN_BRACE);
	*value++ = '\0';
	at = column + (value - text);
	ret = find_value_end(parser, value, at, &end);
	if (ret)
		return ret;
	if (*end)
		member = end + strlen("->");
	else if (strchr(text, ','))
		return arg_error(parser, at + (end - value), PROBE_TYPECAST_REQ_FIELD);
	braces = *value == '(';
	end[-braces] = '\0';
	parser->in_cast = true;
	ret = parse_pointer(parser, value + braces, at + braces);
	if (ret)
		return ret;
	ret = arg_know_struct(parser, text + 1, column + 1);
	if (ret)
		return ret;
	if (member)
		return arg_parse_members(parser, member, column + (member - text), false);
	/* The value is the address of the struct. */
	parser->type = NULL;
	parser->btf.in_memory = false;
	return 0;
}
