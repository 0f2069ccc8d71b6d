// SPDX-License-Identifier: GPL-2.0
/* Parses assembly operands, see operand.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "operand.h"

/* Maximum length of a 64-bit number in any base, with the NUL. */
#define NUMBER_MAX	24

#define DIGITS		"0123456789"
#define HEX_DIGITS	DIGITS "abcdefABCDEFxX"

/* Parses "SIZE@" and advances @at, if the string begins with it. */
static int operand_parse_size(const char **at, struct operand *operand)
{
	const char *text = *at;
	size_t len = strspn(text, "-f" DIGITS);

	if (text[len] != '@')
		return 0;
	operand->is_signed = *text == '-';
	text += operand->is_signed;
	if (!*text || !strchr("1248", *text))
		return -EINVAL;
	operand->size = *text++ - '0';
	operand->is_float = *text == 'f';
	text += operand->is_float;
	if (*text != '@')
		return -EINVAL;
	*at = text + 1;
	return 0;
}

static int operand_parse_name(const char **at, struct regs_part *part)
{
	char name[8];
	size_t len;

	len = strspn(*at, "abcdefghijklmnopqrstuvwxyz" DIGITS);
	if (len >= sizeof(name))
		return -ENOENT;
	memcpy(name, *at, len);
	name[len] = '\0';
	*at += len;
	/* The name in "%fs:40" is "fs", in "%st(1)" "st"; pt_regs has neither. */
	return regs_find_part(name, part) ? -ENOENT : 0;
}

static int operand_parse_register(const char **at, struct regs_part *part)
{
	return *(*at)++ == '%' ? operand_parse_name(at, part) : -EINVAL;
}

static int operand_parse_number(const char **at, u64 *number)
{
	const size_t len = strspn(*at, HEX_DIGITS);
	unsigned long long value;
	char copy[NUMBER_MAX];

	if (len >= sizeof(copy))
		return -EINVAL;
	memcpy(copy, *at, len);
	copy[len] = '\0';
	*at += len;
	if (kstrtoull(copy, 0, &value))
		return -EINVAL;
	*number = value;
	return 0;
}

static bool begins_symbol(char c)
{
	return isalpha(c) || c == '_' || c == '.';
}

static void parse_symbol(const char **at, struct operand *operand)
{
	const char *end = *at;

	while (begins_symbol(*end) || isdigit(*end) || *end == '$')
		end++;
	operand->symbol = *at;
	operand->symbol_len = end - *at;
	*at = end;
}

/* Parses numbers and a symbol that are added up: "counter+8", "-4". */
static int parse_sum(const char **at, struct operand *operand)
{
	bool minus;
	u64 number;

	do {
		minus = **at == '-';
		*at += minus || **at == '+';
		if (isdigit(**at)) {
			if (operand_parse_number(at, &number))
				return -EINVAL;
			operand->offset += minus ? -number : number;
		} else {
			if (!begins_symbol(**at) || minus || operand->symbol)
				return -EINVAL;
			parse_symbol(at, operand);
		}
	} while (**at == '+' || **at == '-');
	return 0;
}

/* Refuses registers of less than 32 bits, with which programs do not address memory. */
static int parse_address_register(const char **at, struct regs_part *part)
{
	int ret = operand_parse_register(at, part);

	return ret ?: part->size < 4 ? -EINVAL : 0;
}

static int parse_scale(const char **at, struct operand *operand)
{
	switch (*(*at)++) {
	case '1':
		return 0;
	case '2':
		operand->shift = 1;
		return 0;
	case '4':
		operand->shift = 2;
		return 0;
	case '8':
		operand->shift = 3;
		return 0;
	default:
		return -EINVAL;
	}
}

/* Parses "(%BASE,%INDEX,SCALE)", some of which may be missing. */
static int parse_address(const char **at, struct operand *operand)
{
	int ret = 0;

	++*at;
	if (**at != ',')
		ret = parse_address_register(at, &operand->base);
	if (!ret && **at == ',') {
		++*at;
		ret = parse_address_register(at, &operand->index);
		if (!ret && **at == ',') {
			++*at;
			ret = parse_scale(at, operand);
		}
	}
	if (ret)
		return ret;
	return *(*at)++ == ')' ? 0 : -EINVAL;
}

static int operand_parse_memory(const char **at, struct operand *operand)
{
	int ret = 0;

	operand->kind = OPERAND_MEMORY;
	if (**at != '(')
		ret = parse_sum(at, operand);
	if (!ret && **at == '(')
		ret = parse_address(at, operand);
	return ret;
}

static bool skip_text(const char **at, const char *text)
{
	const size_t len = str_has_prefix(*at, text);

	*at += len;
	return len;
}

/* Parses "[BASE]", "[BASE, NUMBER]" or "[BASE, INDEX, lsl NUMBER]", without the '['. */
static int parse_brackets(const char **at, struct operand *operand)
{
	int ret = operand_parse_name(at, &operand->base);
	u64 shift = 0;

	operand->kind = OPERAND_MEMORY;
	if (!ret && skip_text(at, ", ")) {
		if (isalpha(**at))
			ret = operand_parse_name(at, &operand->index);
		else
			ret = parse_sum(at, operand);
	}
	if (!ret && operand->index.size && skip_text(at, ", lsl "))
		ret = operand_parse_number(at, &shift);
	operand->shift = shift;
	if (ret || operand->base.size < 8 || shift > 3)
		return ret ?: -EINVAL;
	return *(*at)++ == ']' && (!operand->index.size ||
				   operand->index.size == 8) ? 0 : -EINVAL;
}

/* Is this a letter and digits, like the name of a register and unlike that of a symbol? */
static bool looks_like_register(const char *text)
{
	const size_t len = isalpha(*text) ? strspn(text + 1, DIGITS) : 0;

	return len && !begins_symbol(text[1 + len]);
}

/* Parses an operand where names of registers have no prefix. */
static int parse_bare(const char **at, struct operand *operand)
{
	if (skip_text(at, "["))
		return parse_brackets(at, operand);
	operand->kind = OPERAND_REGISTER;
	if (looks_like_register(*at) ||
	    (str_has_prefix(*at, "sp") && !begins_symbol((*at)[2]) && !isdigit((*at)[2])))
		return operand_parse_name(at, &operand->base);
	operand->kind = OPERAND_CONSTANT;
	return parse_sum(at, operand);
}

int parse_asm_operand(const char *text, struct operand *operand)
{
	int ret;

	*operand = (struct operand) {};
	ret = operand_parse_size(&text, operand);
	if (ret)
		return ret;
	if (!regs_have_prefix()) {
		ret = parse_bare(&text, operand);
		return ret ?: *text ? -EINVAL : 0;
	}
	switch (*text) {
	case '%':
		operand->kind = OPERAND_REGISTER;
		ret = operand_parse_register(&text, &operand->base);
		break;
	case '$':
		text++;
		operand->kind = OPERAND_CONSTANT;
		ret = parse_sum(&text, operand);
		break;
	default:
		ret = operand_parse_memory(&text, operand);
	}
	return ret ?: *text ? -EINVAL : 0;
}
