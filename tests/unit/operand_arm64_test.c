// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of module/probe/operand.c with the registers of arm64, which have no prefix in
 * assembly code.
 */
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../module/probe/operand.h"
#include "test.h"

#define X(n)	((int)offsetof(struct pt_regs, regs[n]))
#define SP	((int)offsetof(struct pt_regs, sp))

/*
 * Parses a copy that ends with the memory allocated for it, so that ASan finds a read past its
 * end.
 */
static int parse(const char *text, struct operand *operand)
{
	char *copy = kstrdup(text, GFP_KERNEL);
	int ret = parse_asm_operand(copy, operand);

	/* The symbol points into the copy. */
	if (operand->symbol)
		operand->symbol = text + (operand->symbol - copy);
	kfree(copy);
	return ret;
}

static void expect(const char *text, bool right)
{
	if (!right)
		check_failed(__FILE__, __LINE__, "%s is parsed wrongly", text);
}

static void refused(const char *text)
{
	struct operand operand;

	if (parse(text, &operand) >= 0)
		check_failed(__FILE__, __LINE__, "%s is accepted", text);
}

static void in_register(const char *text, int offset, int size)
{
	struct operand operand;

	expect(text, !parse(text, &operand) && operand.kind == OPERAND_REGISTER &&
	       operand.base.offset == offset && operand.base.size == size);
}

static void symbol(const char *text, const char *name)
{
	struct operand operand;

	expect(text, !parse(text, &operand) && operand.kind == OPERAND_CONSTANT &&
	       operand.symbol_len == strlen(name) &&
	       !memcmp(operand.symbol, name, strlen(name)));
}

static void in_memory(const char *text, int base, int index, u64 offset)
{
	struct operand operand;

	expect(text, !parse(text, &operand) && operand.kind == OPERAND_MEMORY &&
	       operand.base.offset == base && operand.offset == offset &&
	       (index < 0 ? !operand.index.size : operand.index.offset == index));
}

static void test_refused(void)
{
	refused("");
	refused("8@");
	refused("-4@");
	refused("8@[");
	refused("8@[x1");
	refused("8@[x1,");
	refused("8@x1 ");
	refused("8@x31");
}

static void test_registers(void)
{
	in_register("8@x1", X(1), 8);
	in_register("-4@w30", X(30), 4);
	in_register("8@sp", SP, 8);
}

static void test_symbols(void)
{
	symbol("8@span", "span");
	symbol("8@sp_total", "sp_total");
	symbol("8@sp2", "sp2");
	symbol("8@x1_total", "x1_total");
}

static void test_memory(void)
{
	in_memory("8@[sp, 16]", SP, -1, 16);
	in_memory("4@[x29, -20]", X(29), -1, -20);
	in_memory("8@[x1, x2, lsl 3]", X(1), X(2), 0);
}

const struct test tests[] = {
	{ "operands that end too early or name no register are refused", test_refused },
	{ "registers have their names without a prefix", test_registers },
	{ "symbols may begin like registers", test_symbols },
	{ "places in memory are in brackets", test_memory },
	{}
};
