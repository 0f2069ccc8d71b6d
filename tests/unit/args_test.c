// SPDX-License-Identifier: GPL-2.0
/* Prints the arguments of calls whose functions have the types of btf_world.h. */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/trace_seq.h>
#include <linux/types.h>

#include "btf_stub.h"
#include "test.h"

/* These macros keep headers that need the rest of the module out of args.c. */
#define HISTRIG_TRACE_ITER_H
#define HISTRIG_INTERNAL_EVENTS_H
#define HISTRIG_FUNCTION_FUNCTIONS_H

#define FUNCTION_ARGS	6
#define MODULE_NAME_LEN	56

struct trace_iter {
	struct trace_seq seq;
};

struct trace_line_args {
	void (*lock)(void);
	void (*unlock)(void);
	void (*put)(struct trace_iter *iter, unsigned long ip, const unsigned long *args);
};

static const struct trace_line_args *trace_line_args;
void function_args_expect(void);

/* What the kernel prints for the address of the function. */
static const char *function;
#undef sprint_symbol_no_offset
#define sprint_symbol_no_offset(to, ip)	((void)(ip), strcpy(to, function))

#include "../../module/function/args.c"

/* Checks how a call with these registers is printed. */
#define PRINTS(name, wanted, ...)					\
	check_call(name, (const unsigned long[FUNCTION_ARGS]){ __VA_ARGS__ }, wanted)

static void check_call(const char *name, const unsigned long *args, const char *wanted)
{
	static struct trace_iter iter;

	btf_stub_begin();
	function_args_expect();
	memset(&iter, 0, sizeof(iter));
	function = name;
	trace_line_args->put(&iter, 1, args);
	btf_stub_end();
	CHECK_STR(iter.seq.text, wanted, name);
}

/* Bits of registers beyond an argument, which the caller need not clear. */
#define GARBAGE	0xabcdef1200000000

static void test_widths(void)
{
	PRINTS("unit_read", "(task=0xffff888000001000, buf=0x7fff00001000, count=0x4d, pos=0x0)",
	       0xffff888000001000, 0x7fff00001000, 77, 0);
	PRINTS("unit_small", "(box=0x1000, tiny=(STRUCT)[0x30201])", 0x1000, GARBAGE | 0xff030201);
	PRINTS("unit_widths", "(byte=0xff, yes=0x1, step=-1 [DOWN], color=-1 [BLUE], hint=255 [HINT], "
	       "number=-22)", GARBAGE | 0xffffffff, GARBAGE | 0x101, GARBAGE | 0xff,
	       0xffffffff, GARBAGE | 0xff, GARBAGE | (u32)-22);
}

static void test_registers(void)
{
	/* The first register has the address of the result, which has 24 bytes. */
	PRINTS("unit_large", "(a=-22, pair=(STRUCT)[0x7:0x8])", 0x1000, (u32)-22, 7, 8);
	/* A block of 24 bytes is on the stack; so is what does not fit into the registers. */
	PRINTS("unit_values",
	       "(a=-22, pair=(STRUCT)[0x1:0x2], block=..., b=5, wide=(INT)[0x7:0x6], pair2=..., ...)",
	       GARBAGE | (u32)-22, 1, 2, 5, 7, 6);
}

static void test_names(void)
{
	PRINTS("unit_small [module]", "()", 1, 2);
	PRINTS("unit_unknown", "()", 1, 2);
	PRINTS("0xffffffffc0001000", "()", 1, 2);
}

const struct test tests[] = {
	{ "arguments are printed without the rest of their registers", test_widths },
	{ "arguments are read from the registers that pass them", test_registers },
	{ "a function of a module has no types of the kernel's function", test_names },
	{}
};
