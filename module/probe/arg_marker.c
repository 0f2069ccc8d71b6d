// SPDX-License-Identifier: GPL-2.0
/* Arguments of markers, see arg_marker.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/regs.h"
#include "arg_marker.h"
#include "arg_parser.h"
#include "operand.h"

static u64 marker_cut(u64 number, unsigned int size, bool is_signed)
{
	const unsigned int rest = 64 - size * BITS_PER_BYTE;

	return is_signed ? (u64)((s64)(number << rest) >> rest) :
			   number << rest >> rest;
}

/* The default type follows from the size; a float is shown as its bits. */
static const struct fetch_type *marker_find_type(const struct operand *operand)
{
	char name[8];

	if (!operand->size)
		return NULL;
	snprintf(name, sizeof(name), "%c%u", operand->is_float ? 'x' :
		 operand->is_signed ? 's' : 'u', operand->size * BITS_PER_BYTE);
	return fetch_type_find(name);
}

static struct fetch_op marker_load_register(const struct operand *operand)
{
	const struct regs_part *reg = &operand->base;
	const u8 size = min_t(u8, operand->size ?: reg->size, reg->size);

	return (struct fetch_op) {
		.code = size == sizeof(u64) ? FETCH_REG : FETCH_REG_PART,
		.size = size,
		.is_signed = operand->is_signed,
		.param = reg->offset,
	};
}

static u8 register_of(const struct regs_part *reg)
{
	return reg->size ? reg->offset : FETCH_NO_REG;
}

/* Makes the operation for a sum of registers, a symbol and a number. */
static struct fetch_op marker_load_indexed(const struct operand *operand,
					   unsigned int word)
{
	struct fetch_op op = {
		.code = FETCH_INDEXED,
		.count = word,
		.param = register_of(&operand->base),
		.right = register_of(&operand->index),
		.left = operand->shift,
		.imm = operand->offset,
	};

	if (operand->base.size == sizeof(u32) ||
	    operand->index.size == sizeof(u32))
		op.count = sizeof(u32);
	if (operand->kind == OPERAND_MEMORY) {
		op.size = operand->size ?: word;
		op.is_signed = operand->is_signed;
	}
	return op;
}

static struct fetch_op marker_load_operand(const struct operand *operand,
					   unsigned int word)
{
	if (operand->kind == OPERAND_REGISTER)
		return marker_load_register(operand);
	if (operand->kind == OPERAND_MEMORY || operand->symbol)
		return marker_load_indexed(operand, word);
	return (struct fetch_op) {
		.code = FETCH_IMM,
		.imm = marker_cut(operand->offset, operand->size ?: word,
				  operand->is_signed),
	};
}

void marker_arg_fail(struct marker_arg *arg, enum probe_error error)
{
	arg->op.code = FETCH_END;
	arg->error = error;
}

static int marker_parse_arg(struct marker_arg *arg, const char *text,
			    unsigned int word)
{
	struct operand operand;
	int ret = parse_asm_operand(text, &operand);

	if (ret) {
		marker_arg_fail(arg, ret == -ENOENT ? PROBE_MARKER_REG :
						      PROBE_MARKER_OPERAND);
		return 0;
	}
	arg->op = marker_load_operand(&operand, word);
	arg->type = marker_find_type(&operand);
	if (!operand.symbol)
		return 0;
	arg->symbol = kmemdup_nul(operand.symbol, operand.symbol_len,
				  GFP_KERNEL);
	return arg->symbol ? 0 : -ENOMEM;
}

/* Returns the length of a word, in which spaces may be in brackets. */
static size_t marker_word_len(const char *text)
{
	bool in_brackets = false;
	size_t len;

	for (len = 0; text[len] && (in_brackets || text[len] != ' '); len++) {
		if (text[len] == '[')
			in_brackets = true;
		else if (text[len] == ']')
			in_brackets = false;
	}
	return len;
}

struct marker_args *marker_args_parse(const char *text, bool is_64)
{
	/* With the space after it, each argument but the last has two bytes or more. */
	const unsigned int nr = min_t(size_t, strlen(text) / 2 + 1, PROBE_ARGS_MAX);
	const unsigned int word = is_64 ? sizeof(u64) : sizeof(u32);
	char *copy = kstrdup(text, GFP_KERNEL), *rest = copy, *one;
	struct marker_args *args;
	int ret = 0;

	args = kzalloc(struct_size(args, arg, nr), GFP_KERNEL);
	if (!copy || !args)
		ret = -ENOMEM;
	while (!ret && args->nr < nr) {
		one = rest + strspn(rest, " ");
		if (!*one)
			break;
		rest = one + marker_word_len(one);
		if (*rest)
			*rest++ = '\0';
		ret = marker_parse_arg(&args->arg[args->nr++], one, word);
	}
	kfree(copy);
	if (!ret)
		return args;
	marker_args_free(args);
	return NULL;
}

void marker_args_free(struct marker_args *args)
{
	unsigned int i;

	if (!args)
		return;
	for (i = 0; i < args->nr; i++)
		kfree(args->arg[i].symbol);
	kfree(args);
}

/*
 * Uses the instruction pointer of the hit, because the program may be loaded
 * anywhere: the symbol is as far from the marker in memory as in the file. An
 * operation that already adds another register can only use the symbol's
 * address in the file. That address is right only if the program is loaded at
 * the addresses in the file (@is_fixed); otherwise the argument is refused.
 */
void marker_arg_place(struct marker_arg *arg, u64 symbol, u64 place,
		      bool is_fixed)
{
	const int ip = regs_find_place();

	if (arg->op.param == FETCH_NO_REG && ip >= 0)
		arg->op.param = ip;
	if (arg->op.param == ip)
		arg->op.imm += symbol - place;
	else if (is_fixed)
		arg->op.imm += symbol;
	else
		marker_arg_fail(arg, PROBE_MARKER_OPERAND);
}

int arg_load_marker(struct arg_parser *parser, const char *number,
		    unsigned int column)
{
	const struct marker_args *marker = parser->place->marker;
	const struct marker_arg *arg;
	unsigned long n;

	if (!strcmp(number, "*"))
		return arg_error(parser, column, PROBE_BAD_VAR_ARGS);
	if (kstrtoul(number, 10, &n))
		return arg_error(parser, column, PROBE_BAD_VAR);
	if (!n)
		return arg_error(parser, column, PROBE_BAD_ARG_NUM);
	if (n > marker->nr)
		return arg_error(parser, column, PROBE_ARGIDX_2BIG);
	arg = &marker->arg[n - 1];
	if (arg->op.code == FETCH_END)
		return arg_error(parser, column, arg->error);
	*arg_op(parser) = arg->op;
	parser->type = arg->type;
	return 0;
}
