// SPDX-License-Identifier: GPL-2.0
/* Arguments whose types the kernel's BTF describes, see arg_parser.h. */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/regs.h"
#include "arg_marker.h"
#include "arg_parser.h"
#include "btf_read.h"

/* Maximum total length of the names that replace $arg*, as in the kernel. */
#define NAMES_MAX	128

/* Maximum length of "argN=$argN", including the NUL. */
#define MARKER_WORD_MAX	32

bool arg_types_expected(const struct probe_place *place)
{
	return IS_ENABLED(CONFIG_PROBE_EVENTS_BTF_ARGS) ||
	       place->flags & (PROBE_ON_TRACEPOINT | PROBE_NO_REGS);
}

static bool find_prototype(const struct probe_place *place,
			   struct btf_prototype *prototype)
{
	if (!place->function)
		return false;
	if (place->flags & PROBE_ON_TRACEPOINT)
		return btf_find_tracepoint(place->function, prototype);
	return btf_find_function(place->function, prototype);
}

/* Cuts @text at the first '.' or "->". Sets @rest to what follows, or NULL. */
static int arg_btf_split(const struct arg_parser *parser, char *text,
			 unsigned int column, char **rest, bool *arrow)
{
	char *at = strpbrk(text, ".-");

	*rest = NULL;
	if (!at)
		return 0;
	*arrow = *at == '-';
	if (*arrow && at[1] != '>')
		return arg_error(parser, column + (at - text), PROBE_BAD_HYPHEN);
	*rest = at + 1 + *arrow;
	*at = '\0';
	return 0;
}

/* Adds the operation that loads the last member, if the member is in memory. */
static int arg_btf_load_value(struct arg_parser *parser, unsigned int column)
{
	int ret;

	if (!parser->btf.in_memory)
		return 0;
	ret = arg_next_op(parser, column);
	if (ret)
		return ret;
	arg_op(parser)->code = FETCH_DEREF;
	arg_op(parser)->imm = parser->btf.bit / BITS_PER_BYTE - (long)parser->btf.back;
	parser->btf.bit %= BITS_PER_BYTE;
	parser->btf.back = 0;
	parser->btf.in_memory = false;
	return 0;
}

/* Follows a pointer. */
static int arg_btf_follow(struct arg_parser *parser, unsigned int column)
{
	struct arg_btf *btf = &parser->btf;
	int ret;

	if (btf_id_form(btf->blob, btf->type) != BTF_FORM_POINTER)
		return arg_error(parser, column, PROBE_NO_PTR_STRCT);
	ret = arg_btf_load_value(parser, column);
	if (ret)
		return ret;
	btf->type = btf_id_strip(btf->blob, btf_id_target(btf->blob, btf->type));
	btf->bit = 0;
	btf->bits = 0;
	btf->in_memory = true;
	return btf->type == BTF_NO_ID ?
	       arg_error(parser, column, PROBE_BAD_BTF_TID) : 0;
}

/* Selects element @index of an array, or of the array at a pointer. */
static int go_to_element(struct arg_parser *parser, unsigned int index,
			 unsigned int column)
{
	struct arg_btf *btf = &parser->btf;
	u32 element, count, bytes;
	int ret;

	if (!btf_id_array(btf->blob, btf->type, &element, &count)) {
		ret = arg_btf_follow(parser, column);
		if (ret)
			return ret;
		element = btf->type;
		count = 0;
	}
	bytes = btf_id_bytes(btf->blob, element);
	if (!bytes || (count && index >= count) ||
	    index > (U32_MAX - btf->bit) / BITS_PER_BYTE / bytes)
		return arg_error(parser, column, PROBE_BAD_ARRAY_NUM);
	btf->bit += index * bytes * BITS_PER_BYTE;
	btf->bits = 0;
	btf->type = btf_id_strip(btf->blob, element);
	return 0;
}

/* Parses "INDEX]" and what follows; @text is after the '['. */
static int parse_indexes(struct arg_parser *parser, char *text,
			 unsigned int column)
{
	unsigned int index;
	char *end;
	int ret;

	for (;;) {
		end = strchr(text, ']');
		if (!end)
			return arg_error(parser, column + strlen(text),
					 PROBE_ARRAY_NO_CLOSE);
		*end++ = '\0';
		if (!isdigit(*text) || kstrtouint(text, 0, &index))
			return arg_error(parser, column, PROBE_BAD_ARRAY_NUM);
		ret = go_to_element(parser, index, column);
		if (ret)
			return ret;
		column += end - text;
		if (!*end)
			return 0;
		if (*end != '[')
			return arg_error(parser, column, PROBE_BAD_ARRAY_SUFFIX);
		text = end + 1;
		column++;
	}
}

/* Cuts a name at its '['. Returns the string after the '[', NULL if none. */
static char *cut_index(char *name)
{
	char *index = strchr(name, '[');

	if (index)
		*index++ = '\0';
	return index;
}

/* Selects a member of a struct; @name may end with an index. */
static int go_to_member(struct arg_parser *parser, char *name,
			unsigned int column)
{
	struct arg_btf *btf = &parser->btf;
	char *index = cut_index(name);
	struct btf_place place;
	int ret;

	ret = btf_id_member(btf->blob, btf->type, name, &place);
	if (ret)
		return arg_fail(parser, column,
				    ret == -ENOENT ? PROBE_NO_BTF_FIELD :
						     PROBE_BAD_BTF_TID,
				    ret);
	btf->bit += place.bit;
	btf->bits = place.bits;
	btf->type = btf_id_strip(btf->blob, place.type);
	btf->column = column;
	if (btf->type == BTF_NO_ID)
		return arg_error(parser, column, PROBE_BAD_BTF_TID);
	if (!index)
		return 0;
	return parse_indexes(parser, index, column + (index - name));
}

/*
 * Loads the value and chooses its type: u64 for a bit field that spans more
 * bytes than its type, as in a packed struct.
 */
static int arg_btf_finish(struct arg_parser *parser, unsigned int column)
{
	struct arg_btf *btf = &parser->btf;
	struct btf_integer integer;
	const char *name;
	u32 bytes;
	int ret;

	ret = arg_btf_load_value(parser, column);
	if (ret)
		return ret;
	name = btf_natural_type(btf->blob, btf->type);
	if (!name) {
		/* The type stays x64. Of a shorter value, keep only its own bytes. */
		bytes = btf_id_bytes(btf->blob, btf->type);
		parser->type = NULL;
		btf->bits = bytes < sizeof(u64) ? bytes * BITS_PER_BYTE : 0;
		return 0;
	}
	if (btf_id_integer(btf->blob, btf->type, &integer) && !btf->bits &&
	    integer.bits % BITS_PER_BYTE) {
		btf->bit += integer.shift;
		btf->bits = integer.bits;
	}
	parser->type = fetch_type_find(name);
	if (btf->bit + btf->bits > parser->type->size * BITS_PER_BYTE)
		parser->type = fetch_type_find("u64");
	if (btf->bit + btf->bits > 64 || (btf->bit && !btf->bits))
		return arg_error(parser, column, PROBE_BAD_BTF_TID);
	return 0;
}

/* Selects the members after a value whose type is known. */
static int go_to_members(struct arg_parser *parser, char *rest,
			 unsigned int column, bool arrow)
{
	char *name;
	int ret;

	while (rest) {
		name = rest;
		ret = arrow ? arg_btf_follow(parser, column) : 0;
		if (!ret)
			ret = arg_btf_split(parser, name, column, &rest,
					    &arrow);
		if (!ret)
			ret = go_to_member(parser, name, column);
		if (ret)
			return ret;
		if (rest)
			column += rest - name;
	}
	return 0;
}

int arg_parse_members(struct arg_parser *parser, char *text, unsigned int column,
		      bool arrow)
{
	return go_to_members(parser, text, column, arrow) ?:
	       arg_btf_finish(parser, parser->btf.column);
}

/* Sets parser->btf, the kernel's type of the value, to @type of @blob. */
static int arg_btf_know_type(struct arg_parser *parser,
			     const struct btf_blob *blob, u32 type,
			     unsigned int column)
{
	parser->btf = (struct arg_btf) {
		.blob = blob,
		.type = btf_id_strip(blob, type),
		.column = column,
	};
	if (parser->btf.type == BTF_NO_ID)
		return arg_error(parser, column, PROBE_BAD_BTF_TID);
	return 0;
}

static int load_named(struct arg_parser *parser, const char *name,
		      unsigned int column)
{
	/* A tracepoint passes the address of the probe in the first register. */
	const struct btf_calls calls = {
		.registers = regs_nr_arguments() -
			     !!(parser->place->flags & PROBE_ON_TRACEPOINT),
		.by_address = regs_pass_addresses(),
	};
	struct btf_prototype prototype;
	bool by_address;
	u32 i, type;
	int reg, ret;

	if (!btf_available())
		return arg_fail(parser, column, PROBE_NOSUP_BTFARG,
				    -EOPNOTSUPP);
	if (!find_prototype(parser->place, &prototype) || !prototype.nr)
		return arg_fail(parser, column, PROBE_NO_BTF_ENTRY,
				    -ENOENT);
	for (i = 0; i < prototype.nr; i++)
		if (!strcmp(btf_parameter(&prototype, i, &type), name))
			break;
	if (i == prototype.nr)
		return arg_fail(parser, column, PROBE_NO_BTFARG, -ENOENT);
	reg = btf_argument_register(&prototype, i, &calls, &by_address);
	if (reg < 0)
		return arg_fail(parser, column, PROBE_NOSUP_DAT_ARG, reg);
	ret = arg_btf_know_type(parser, prototype.blob, type, column);
	parser->btf.in_memory = by_address;
	return ret ?: arg_load_param(parser, reg, column);
}

/*
 * Splits the members off the first name. Refuses NAME.MEMBER, because a struct
 * as an argument may be in several registers.
 */
static int split_first(struct arg_parser *parser, char *text,
		       unsigned int column, char **rest)
{
	bool arrow = true;
	int ret = arg_btf_split(parser, text, column, rest, &arrow);

	if (!ret && !arrow)
		return arg_fail(parser, column + (*rest - text),
				    PROBE_NOSUP_DAT_ARG, -EOPNOTSUPP);
	return ret;
}

int arg_parse_parameter(struct arg_parser *parser, char *text,
			unsigned int column)
{
	char *rest, *index;
	int ret;

	ret = split_first(parser, text, column, &rest);
	if (ret)
		return ret;
	index = cut_index(text);
	ret = load_named(parser, text, column);
	if (!ret && index)
		ret = parse_indexes(parser, index, column + (index - text));
	if (ret)
		return ret;
	return arg_parse_members(parser, rest, column + (rest ? rest - text : 0),
				 true);
}

int arg_parse_retval(struct arg_parser *parser, char *text, unsigned int column)
{
	struct btf_prototype prototype;
	char *rest;
	int ret;

	ret = split_first(parser, text, column, &rest);
	if (ret)
		return ret;
	if (strcmp(text, "$retval"))
		return load_named(parser, text, column);
	arg_op(parser)->code = FETCH_RETVAL;
	if (!rest && !arg_types_expected(parser->place))
		return 0;
	if (!find_prototype(parser->place, &prototype)) {
		if (!rest)
			return 0;
		column += rest - text;
		if (!btf_available())
			return arg_fail(parser, column, PROBE_NOSUP_BTFARG,
					    -EOPNOTSUPP);
		return arg_fail(parser, column, PROBE_NO_BTF_ENTRY, -ENOENT);
	}
	if (prototype.result == BTF_VOID)
		return arg_fail(parser, column, PROBE_NO_RETVAL, -ENOENT);
	ret = arg_btf_know_type(parser, prototype.blob, prototype.result,
				column);
	if (ret)
		return ret;
	return arg_parse_members(parser, rest, column + (rest ? rest - text : 0),
				 true);
}

int arg_parse_current(struct arg_parser *parser, char *text, unsigned int column)
{
	char name[] = "task_struct", *rest;
	int ret;

	ret = split_first(parser, text, column, &rest);
	if (ret)
		return ret;
	if (!btf_available())
		return arg_fail(parser, column, PROBE_NOSUP_BTFARG, -EOPNOTSUPP);
	arg_op(parser)->code = FETCH_CURRENT;
	return arg_know_struct(parser, name, column) ?:
	       arg_parse_members(parser, rest, column + (rest - text), false);
}

/*
 * Sets @bytes to the offset of a member, which may be "MEMBER.MEMBER", in a struct whose type is
 * known. Elements of arrays are refused, like in the kernel.
 */
static int find_offset(struct arg_parser *parser, char *member, unsigned int column,
		       u32 *bytes)
{
	const char *arrow = strstr(member, "->");
	int ret;

	if (strchr(member, '['))
		return arg_fail(parser, column, PROBE_NO_BTF_FIELD, -ENOENT);
	if (arrow)
		return arg_error(parser, column + (arrow - member), PROBE_TYPECAST_BAD_ARROW);
	ret = go_to_members(parser, member, column, false);
	if (ret)
		return ret;
	if (parser->btf.bit % BITS_PER_BYTE)
		return arg_error(parser, parser->btf.column, PROBE_TYPECAST_NOT_ALIGNED);
	*bytes = parser->btf.bit / BITS_PER_BYTE;
	return 0;
}

int arg_know_struct(struct arg_parser *parser, char *name, unsigned int column)
{
	char *member = strchr(name, ',');
	const struct btf_blob *blob;
	u32 type, back = 0;
	int ret;

	if (member)
		*member++ = '\0';
	blob = btf_find(BTF_FORM_STRUCT, name, &type);
	if (!blob)
		return arg_error(parser, column, PROBE_NO_PTR_STRCT);
	ret = arg_btf_know_type(parser, blob, type, column);
	if (!ret && member)
		ret = find_offset(parser, member, column + (member - name), &back) ?:
		      arg_btf_know_type(parser, blob, type, column);
	parser->btf.in_memory = true;
	parser->btf.back = back;
	return ret;
}

int arg_check_string(struct arg_parser *parser, const struct arg_type *written)
{
	const struct arg_btf *btf = &parser->btf;
	u32 element, count;
	int ret;

	if (!btf->blob || !written->text || !strstr(written->text, "string"))
		return 0;
	if (btf_id_array(btf->blob, btf->type, &element, &count) &&
	    btf_id_is_chars(btf->blob, element))
		return 0;
	if (btf_id_form(btf->blob, btf->type) != BTF_FORM_POINTER ||
	    !btf_id_is_chars(btf->blob, btf_id_target(btf->blob, btf->type)))
		return arg_error(parser, btf->column, PROBE_BAD_TYPE4STR);
	ret = arg_next_op(parser, parser->column);
	if (ret)
		return -E2BIG;
	arg_op(parser)->code = *written->text == 'u' ? FETCH_UDEREF : FETCH_DEREF;
	arg_op(parser)->imm = 0;
	return 0;
}

/**
 * struct expander - the expansion of $arg* in the words of a definition
 * @words: the definition
 * @place: where the probe is
 * @star: index of $arg*, -1 if there is none
 * @params: there is $arg* or a $argN to replace
 * @prototype: the function's parameters
 * @word: the new array of words, followed by the strings of new words
 * @nr: number of words in @word
 * @text: where the next string is written
 * @left: bytes left at @text
 */
struct expander {
	struct probe_words *words;
	const struct probe_place *place;
	int star;
	bool params;
	struct btf_prototype prototype;
	char **word;
	int nr;
	char *text;
	int left;
};

static int arg_btf_refuse(struct expander *expander, enum probe_error error,
			  int ret)
{
	probe_report(expander->words, 0, error);
	return ret;
}

/* Finds $arg* and $argN; sets expander->star and expander->params. */
static int find_params(struct expander *expander)
{
	const struct marker_args *marker = expander->place->marker;
	struct probe_words *words = expander->words;
	const char *number;
	int i;

	for (i = PROBE_FIRST_ARG; i < words->nr; i++) {
		if (marker ? strcmp(words->word[i], "$arg*") :
			     !str_has_prefix(words->word[i], "$arg"))
			continue;
		number = words->word[i] + strlen("$arg");
		if (*number != '*' && !arg_types_expected(expander->place))
			continue;
		words->at = i;
		if (!marker && !arg_has_params(expander->place))
			return probe_report(words, 0, PROBE_NOFENTRY_ARGS);
		if (!isdigit(*number)) {
			if (*number != '*')
				return probe_report(words, 0, PROBE_BAD_VAR);
			if (expander->star >= 0)
				return probe_report(words, 0, PROBE_DOUBLE_ARGS);
			expander->star = i;
		}
		expander->params = true;
	}
	return 0;
}

/* Adds the name of parameter @n, followed by @type: empty or ":TYPE". */
static int add_param(struct expander *expander, u32 n, const char *type)
{
	const char *name;
	u32 id;
	int len;

	if (n >= expander->prototype.nr)
		return arg_btf_refuse(expander, PROBE_NO_BTFARG, -ENOENT);
	name = btf_parameter(&expander->prototype, n, &id);
	if (!*name)
		return arg_btf_refuse(expander, PROBE_NO_BTF_ENTRY, -ENOENT);
	len = snprintf(expander->text, expander->left, "%s%s", name, type) + 1;
	if (len > expander->left)
		return arg_btf_refuse(expander, PROBE_ARGS_2LONG, -E2BIG);
	expander->word[expander->nr++] = expander->text;
	expander->text += len;
	expander->left -= len;
	return 0;
}

/* Adds all parameters but the "..." at the end. */
static int arg_btf_add_all(struct expander *expander)
{
	u32 n, nr = expander->prototype.nr, type;
	int ret;

	btf_parameter(&expander->prototype, nr - 1, &type);
	if (type == BTF_VOID)
		nr--;
	for (n = 0; n < nr; n++) {
		btf_parameter(&expander->prototype, n, &type);
		if (!btf_parameter_words(expander->prototype.blob, type))
			continue;
		ret = add_param(expander, n, "");
		if (ret)
			return ret;
	}
	return 0;
}

/* Adds all arguments of a marker, or reports the first that cannot be loaded. */
static int add_marker_args(struct expander *expander)
{
	const struct marker_args *marker = expander->place->marker;
	unsigned int i;

	for (i = 0; i < marker->nr; i++) {
		if (marker->arg[i].op.code == FETCH_END)
			return probe_report(expander->words, 0, marker->arg[i].error);
		expander->word[expander->nr++] = expander->text;
		expander->text += sprintf(expander->text, "arg%u=$arg%u", i + 1, i + 1) + 1;
	}
	return 0;
}

/* Parses the leading digits, and sets @end to what follows. */
static u32 arg_btf_parse_number(const char *text, const char **end)
{
	u64 number = 0;

	for (; isdigit(*text); text++)
		number = min_t(u64, number * 10 + *text - '0', U32_MAX);
	*end = text;
	return number;
}

static int add_word(struct expander *expander, char *word)
{
	const char *type;
	u32 n;

	if (expander->place->marker || !str_has_prefix(word, "$arg") ||
	    !arg_types_expected(expander->place)) {
		expander->word[expander->nr++] = word;
		return 0;
	}
	n = arg_btf_parse_number(word + strlen("$arg"), &type);
	if (*type != ':' && *type)
		return arg_btf_refuse(expander, PROBE_BAD_VAR, -ENOENT);
	if (!n)
		return probe_report(expander->words, 0, PROBE_BAD_ARG_NUM);
	return add_param(expander, n - 1, type);
}

static int make_words(struct expander *expander)
{
	const struct marker_args *marker = expander->place->marker;
	struct probe_words *words = expander->words;
	int max_words = words->nr + (marker ? marker->nr : expander->prototype.nr), i, ret;

	expander->left = marker ? marker->nr * MARKER_WORD_MAX : NAMES_MAX;
	expander->word = kzalloc(max_words * sizeof(char *) + expander->left, GFP_KERNEL);
	if (!expander->word)
		return -ENOMEM;
	expander->text = (char *)(expander->word + max_words);
	for (i = 0; i < PROBE_FIRST_ARG; i++)
		expander->word[expander->nr++] = words->word[i];
	for (; i < words->nr; i++) {
		words->at = i;
		if (i != expander->star)
			ret = add_word(expander, words->word[i]);
		else
			ret = marker ? add_marker_args(expander) :
				       arg_btf_add_all(expander);
		if (ret)
			return ret;
	}
	return 0;
}

int arg_expand(struct probe_words *expanded, struct probe_words *words,
	       const struct probe_place *place)
{
	struct expander expander = {
		.words = words,
		.place = place,
		.star = -1,
	};
	int ret;

	*expanded = *words;
	if (!place->marker && place->flags & (PROBE_ON_USER | PROBE_ON_EVENT))
		return 0;
	ret = find_params(&expander);
	if (ret || !expander.params)
		return ret;
	if (!place->marker && (!find_prototype(place, &expander.prototype) ||
			       !expander.prototype.nr)) {
		if (expander.star < 0)
			return 0;
		return arg_btf_refuse(&expander, PROBE_NOSUP_BTFARG,
				      -EOPNOTSUPP);
	}
	ret = make_words(&expander);
	if (expander.word)
		expanded->word = expander.word;
	expanded->nr = expander.nr;
	return ret;
}
