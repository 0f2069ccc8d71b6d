// SPDX-License-Identifier: GPL-2.0
/*
 * Parses expressions, which combine operands with operators.
 *
 * Operators follow their operands in the code, so that a hit runs the code from
 * left to right with a small stack of values. Precedence, printed names and the
 * rounding of division by a constant match the kernel.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../hot/load.h"
#include "parser.h"

/* Maximum number of operators in an expression. */
#define OPERATORS_MAX	3

static int expr_parse(struct hist_parser *p, struct hist_field *f, char *text);

/*
 * Returns the operator that hits apply last: a leading minus that is the only minus, else
 * the last plus or minus, else the last times or divide. Returns NULL if there is no
 * operator.
 */
static char *last_operator(char *text)
{
	char *minus = strrchr(text, '-'), *plus = strrchr(text, '+');
	char *divide, *times;

	if (minus == text)
		return minus;
	if (minus || plus)
		return plus > minus ? plus : minus;
	divide = strrchr(text, '/');
	times = strrchr(text, '*');
	return times > divide ? times : divide;
}

static int name_operand(char *name, size_t size, const struct hist_field *f)
{
	const char *modifier = hist_modifier(f);

	if (f->flags & HIST_VAR_REF)
		return snprintf(name, size, "$%s", f->name);
	if (f->flags & HIST_CONST)
		return snprintf(name, size, "%llu", f->constant);
	/* A name contains the K of .log2=K but, like in the kernel, no width of .buckets. */
	if (f->flags & HIST_LOG2 && f->buckets)
		return snprintf(name, size, "%s.%s=%lu", f->name, modifier,
				f->buckets);
	if (modifier)
		return snprintf(name, size, "%s.%s", f->name, modifier);
	return snprintf(name, size, "%s", f->name);
}

static int name_negative(struct hist_field *f, const struct hist_field *operand)
{
	char inner[HIST_NAME_MAX];
	int len;

	if (operand->flags & HIST_EXPR)
		len = strscpy(inner, operand->name, sizeof(inner));
	else
		len = name_operand(inner, sizeof(inner), operand);
	if (len < 0 || len >= sizeof(inner) ||
	    snprintf(f->name, sizeof(f->name), "-(%s)", inner) >=
	    sizeof(f->name))
		return -E2BIG;
	return 0;
}

static int name_pair(struct hist_field *f, const struct hist_field *left,
		     char operator, const struct hist_field *right)
{
	char a[HIST_NAME_MAX], b[HIST_NAME_MAX];

	if (name_operand(a, sizeof(a), left) >= sizeof(a) ||
	    name_operand(b, sizeof(b), right) >= sizeof(b) ||
	    snprintf(f->name, sizeof(f->name), "%s%c%s", a, operator, b) >=
	    sizeof(f->name))
		return -E2BIG;
	return 0;
}

/* An expression gets the type and the operations of its first operand. */
static void take_kind(struct hist_field *f, const struct hist_field *operand)
{
	f->flags |= operand->flags & (HIST_TIMESTAMP | HIST_USECS);
	f->size = operand->size;
	f->is_signed = operand->is_signed;
	f->time = operand->time;
	f->code = operand->code;
	f->nr_code = operand->nr_code;
	strscpy(f->type, operand->type, sizeof(f->type));
}

/* Refuses an operand with a style that values cannot have, such as .ipv4 or .dev. */
static int check_style(struct hist_parser *p, const struct hist_field *f)
{
	if (f->style <= HIST_DISPLAY_NUMBER_LAST)
		return 0;
	return hist_refuse(p, HIST_ERROR_MODIFIER, hist_modifier(f));
}

static int parse_side(struct hist_parser *p, struct hist_field *f, char *text)
{
	int ret = expr_parse(p, f, text);

	if (!ret && f->flags & (HIST_STRING | HIST_STACKTRACE))
		ret = hist_refuse(p, HIST_ERROR_STRING_OPERAND, text);
	if (!ret && f->stat[0])
		ret = hist_refuse(p, HIST_ERROR_MODIFIER, f->stat);
	return ret ?: check_style(p, f);
}

/* Parses -(EXPRESSION), which nothing may follow. */
static int parse_negative(struct hist_parser *p, struct hist_field *f,
			  char *text)
{
	struct hist_field *operand;
	char *end;
	int ret;

	if (++p->nr_operators > OPERATORS_MAX)
		return hist_refuse(p, HIST_ERROR_TOO_MANY_SUBEXPR, text);
	if (!strchr(text, '('))
		return -EINVAL;
	text += 2;
	end = strrchr(text - 1, ')');
	if (!end || end < text)
		return -EINVAL;
	if (end[1])
		return hist_refuse(p, HIST_ERROR_UNARY_MINUS, text);
	*end = '\0';

	operand = kzalloc(sizeof(*operand), GFP_KERNEL);
	if (!operand)
		return -ENOMEM;
	ret = parse_side(p, operand, text);
	if (!ret) {
		f->flags |= HIST_EXPR;
		take_kind(f, operand);
		hist_emit(p, f)->code = HIST_OP_NEGATE;
		p->interevent->exprs = true;
		ret = name_negative(f, operand);
	}
	kfree(operand);
	return ret;
}

/*
 * Returns the flags of an operand; those of the variable, if the operand is a
 * reference. Sets @constant to the value of a constant.
 */
static u32 known_flags(struct hist_parser *p, const struct hist_field *f,
		       u64 *constant)
{
	const struct hist_field *var = f;

	if (f->flags & HIST_VAR_REF)
		var = hist_var_ref_target(p, f->ref);
	*constant = var->constant;
	return var->flags;
}

static void divide_op(struct hist_op *op, u64 divisor)
{
	if (is_power_of_2(divisor)) {
		op->code = HIST_OP_DIVIDE_SHIFT;
		op->number = ilog2(divisor);
	} else if (divisor > 1 << HIST_DIVIDE_SHIFT) {
		op->code = HIST_OP_DIVIDE_LARGE;
		op->number = divisor;
	} else {
		op->code = HIST_OP_DIVIDE_SMALL;
		op->number = divisor | (u64)((1 << HIST_DIVIDE_SHIFT) /
					     (u32)divisor) << 32;
	}
}

static u64 expr_calculate(char operator, u64 a, u64 b)
{
	struct hist_op op;

	switch (operator) {
	case '+':
		return a + b;
	case '-':
		return a - b;
	case '*':
		return a * b;
	}
	divide_op(&op, b);
	return op.code == HIST_OP_DIVIDE_SMALL ? hist_divide_small(a, op.number) :
						 div64_u64(a, b);
}

static u8 operator_code(char operator)
{
	switch (operator) {
	case '+':
		return HIST_OP_PLUS;
	case '-':
		return HIST_OP_MINUS;
	case '*':
		return HIST_OP_TIMES;
	default:
		return HIST_OP_DIVIDE;
	}
}

static void expr_read_once(struct hist_parser *p, const struct hist_field *f)
{
	if (f->flags & HIST_VAR_REF)
		p->interevent->var_refs[f->ref].read_once = true;
}

/* Removes the operations of an operand, which must be the last ones of the code. */
static void drop_code(struct hist_parser *p, const struct hist_field *f)
{
	p->interevent->nr_code -= f->nr_code;
}

static int expr_join(struct hist_parser *p, struct hist_field *f,
		     const struct hist_field *left, char operator,
		     const struct hist_field *right, const char *right_text)
{
	u64 left_number, right_number;
	u32 left_flags = known_flags(p, left, &left_number);
	u32 right_flags = known_flags(p, right, &right_number);
	bool constant = left_flags & right_flags & HIST_CONST;
	struct hist_op *op;

	if ((left_flags ^ right_flags) & HIST_USECS)
		return hist_refuse(p, HIST_ERROR_TIMESTAMP_UNITS, NULL);
	expr_read_once(p, left);
	expr_read_once(p, right);
	if (operator == '/' && right_flags & HIST_CONST && !right_number) {
		hist_refuse(p, HIST_ERROR_DIVISION_BY_ZERO, right_text);
		return -EDOM;
	}

	if (constant) {
		drop_code(p, right);
		drop_code(p, left);
		f->flags |= HIST_CONST;
		f->constant =
			expr_calculate(operator, left_number, right_number);
		strscpy(f->type, "u64", sizeof(f->type));
		f->size = sizeof(u64);
		hist_emit_field(p, f);
		return 0;
	}
	f->flags |= HIST_EXPR;
	take_kind(f, left);
	/* A product or a quotient of times is no time, or has another unit. */
	if (operator == '*' || operator == '/')
		f->time = HIST_TIME_NONE;
	p->interevent->exprs = true;
	if (operator == '/' && right_flags & HIST_CONST) {
		drop_code(p, right);
		op = hist_emit(p, f);
		divide_op(op, right_number);
	} else {
		f->nr_code += right->nr_code;
		op = hist_emit(p, f);
		op->code = operator_code(operator);
	}
	return name_pair(f, left, operator, right);
}

static int parse_pair(struct hist_parser *p, struct hist_field *f,
		      char *left_text, char *at)
{
	struct hist_field *sides;
	char operator = *at;
	int ret;

	p->nr_operators++;
	*at = '\0';
	if (!*left_text || !at[1])
		return -EINVAL;

	sides = kcalloc(2, sizeof(*sides), GFP_KERNEL);
	if (!sides)
		return -ENOMEM;
	ret = parse_side(p, &sides[0], left_text);
	if (!ret)
		ret = parse_side(p, &sides[1], at + 1);
	if (!ret)
		ret = expr_join(p, f, &sides[0], operator, &sides[1], at + 1);
	kfree(sides);
	return ret;
}

static int expr_parse(struct hist_parser *p, struct hist_field *f, char *text)
{
	char *operator;

	if (p->nr_operators > OPERATORS_MAX)
		return hist_refuse(p, HIST_ERROR_TOO_MANY_SUBEXPR, text);
	operator = last_operator(text);
	f->text = HIST_NO_TEXT;
	if (!operator)
		return hist_parse_operand(p, f, text);
	if (operator == text && *operator == '-')
		return parse_negative(p, f, text);
	return parse_pair(p, f, text, operator);
}

int hist_parse_expr(struct hist_parser *p, struct hist_field *f,
		    const char *text)
{
	char *copy = kstrdup(text, GFP_KERNEL);
	int ret;

	if (!copy)
		return -ENOMEM;
	p->nr_operators = 0;
	ret = expr_parse(p, f, copy);
	kfree(copy);
	return ret;
}
