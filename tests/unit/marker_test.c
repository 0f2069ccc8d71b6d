// SPDX-License-Identifier: GPL-2.0
/* Tests of module/probe/operand.c and module/probe/arg_marker.c. */
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../../module/compat/regs.h"
#include "../../module/event/record.h"
#include "../../module/probe/arg_marker.h"
#include "../../module/probe/hot/fetch.h"
#include "probe_world.h"
#include "test.h"

static const char *register_name(unsigned int offset)
{
	static const struct {
		unsigned int offset;
		const char *name;
	} names[] = {
#define NAME(member)	{ offsetof(struct pt_regs, member), #member }
		NAME(r15), NAME(r14), NAME(r13), NAME(r12), NAME(bp), NAME(bx),
		NAME(r11), NAME(r10), NAME(r9), NAME(r8), NAME(ax), NAME(cx),
		NAME(dx), NAME(si), NAME(di), NAME(ip), NAME(sp),
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].offset == (offset & ~7U))
			return names[i].name;
	return offset == FETCH_NO_REG ? "-" : "?";
}

static const char *show(const struct marker_arg *arg)
{
	static char text[256];
	const struct fetch_op *op = &arg->op;
	int len = sprintf(text, "%s ", arg->type ? arg->type->name : "-");

	switch (op->code) {
	case FETCH_END:
		return probe_error_texts[arg->error];
	case FETCH_REG:
		sprintf(text + len, "%%%s", register_name(op->param));
		break;
	case FETCH_REG_PART:
		sprintf(text + len, "%%%s+%u %s%u", register_name(op->param),
			op->param % 8, op->is_signed ? "s" : "u", op->size);
		break;
	case FETCH_IMM:
		sprintf(text + len, "#%lx", op->imm);
		break;
	case FETCH_INDEXED:
		sprintf(text + len, "%s%u %+ld %s %s<<%u:%u%s%s",
			op->is_signed ? "s" : "u", op->size, (long)op->imm,
			register_name(op->param), register_name(op->right),
			op->left, op->count, arg->symbol ? " " : "",
			arg->symbol ?: "");
		break;
	default:
		return "?";
	}
	return text;
}

struct operand_case {
	const char *text, *shown;
};

static void check_operands(const struct operand_case *cases, unsigned int nr,
			   bool is_64)
{
	struct marker_args *args;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		args = marker_args_parse(cases[i].text, is_64);
		CHECK_EQ(args->nr, 1);
		CHECK_STR(show(&args->arg[0]), cases[i].shown, cases[i].text);
		marker_args_free(args);
	}
	CHECK_EQ(shim_live, 0);
}

static void test_registers(void)
{
	static const struct operand_case cases[] = {
		{ "8@%rax", "u64 %ax" },
		{ "-8@%r15", "s64 %r15" },
		{ "8@%rsp", "u64 %sp" },
		{ "8@%rbp", "u64 %bp" },
		{ "-4@%edi", "s32 %di+0 s4" },
		{ "4@%r8d", "u32 %r8+0 u4" },
		{ "2@%si", "u16 %si+0 u2" },
		{ "-2@%r10w", "s16 %r10+0 s2" },
		{ "1@%al", "u8 %ax+0 u1" },
		{ "-1@%bh", "s8 %bx+1 s1" },
		{ "1@%dil", "u8 %di+0 u1" },
		{ "1@%sil", "u8 %si+0 u1" },
		{ "1@%bpl", "u8 %bp+0 u1" },
		{ "1@%spl", "u8 %sp+0 u1" },
		{ "1@%r9b", "u8 %r9+0 u1" },
		/*
		 * If the value and the register differ in size, the smaller size
		 * counts.
		 */
		{ "1@%edx", "u8 %dx+0 u1" },
		{ "-4@%al", "s32 %ax+0 s1" },
		{ "8f@%rdx", "x64 %dx" },
		{ "%rcx", "- %cx" },
		{ "%ecx", "- %cx+0 u4" },
	};

	check_operands(cases, ARRAY_SIZE(cases), true);
}

static void test_constants(void)
{
	static const struct operand_case cases[] = {
		{ "4@$17", "u32 #11" },
		{ "-4@$-9", "s32 #fffffffffffffff7" },
		{ "4@$-1", "u32 #ffffffff" },
		{ "-4@$4294967295", "s32 #ffffffffffffffff" },
		{ "1@$0x141", "u8 #41" },
		{ "8@$18446744073709551615", "u64 #ffffffffffffffff" },
		{ "-8@$-9223372036854775808", "s64 #8000000000000000" },
		{ "$5", "- #5" },
		{ "4@$8+4-2", "u32 #a" },
		{ "8@$table+8", "u64 u0 +8 - -<<0:8 table" },
	};

	check_operands(cases, ARRAY_SIZE(cases), true);
}

static void test_memory_operands(void)
{
	static const struct operand_case cases[] = {
		{ "4@-20(%rbp)", "u32 u4 -20 bp -<<0:8" },
		{ "-4@(%rsp)", "s32 s4 +0 sp -<<0:8" },
		{ "8@16(%rax,%rbx,8)", "u64 u8 +16 ax bx<<3:8" },
		{ "2@(%rax,%rbx)", "u16 u2 +0 ax bx<<0:8" },
		{ "-1@0x10(,%r12,4)", "s8 s1 +16 - r12<<2:8" },
		{ "8@(%r15,%r14,2)", "u64 u8 +0 r15 r14<<1:8" },
		{ "4@sym(%rip)", "u32 u4 +0 ip -<<0:8 sym" },
		{ "8@counter+8(%rip)", "u64 u8 +8 ip -<<0:8 counter" },
		{ "8@8+counter.12(%rip)", "u64 u8 +8 ip -<<0:8 counter.12" },
		{ "8@_x$y-4(%rip)", "u64 u8 -4 ip -<<0:8 _x$y" },
		{ "8@.LC0(,%rax,8)", "u64 u8 +0 - ax<<3:8 .LC0" },
		{ "8@16(%rip)", "u64 u8 +16 ip -<<0:8" },
		{ "4@plain", "u32 u4 +0 - -<<0:8 plain" },
		{ "4@4096", "u32 u4 +4096 - -<<0:8" },
		{ "4@-20(%ebp)", "u32 u4 -20 bp -<<0:4" },
		{ "4@(%rax,%ebx,4)", "u32 u4 +0 ax bx<<2:4" },
		{ "8f@-8(%rbp)", "x64 u8 -8 bp -<<0:8" },
		{ "-4f@(%rbx)", "x32 s4 +0 bx -<<0:8" },
		{ "-20(%rbp)", "- u8 -20 bp -<<0:8" },
		{ "sym(%rip)", "- u8 +0 ip -<<0:8 sym" },
	};

	check_operands(cases, ARRAY_SIZE(cases), true);
}

static void test_32_bits(void)
{
	static const struct operand_case cases[] = {
		{ "4@%eax", "u32 %ax+0 u4" },
		{ "-4@8(%esp)", "s32 s4 +8 sp -<<0:4" },
		{ "4@table(,%eax,4)", "u32 u4 +0 - ax<<2:4 table" },
		{ "counter", "- u4 +0 - -<<0:4 counter" },
		{ "$-1", "- #ffffffff" },
		{ "8@16(%ebx)", "u64 u8 +16 bx -<<0:4" },
	};

	check_operands(cases, ARRAY_SIZE(cases), false);
}

#define FORM	"This argument of the marker has a form that is not supported; leave it out"
#define REGISTER "This argument of the marker is in a register that probes cannot read; leave it out"

static void test_bad_operands(void)
{
	static const struct operand_case cases[] = {
		{ "8f@%xmm0", REGISTER },
		{ "16@%xmm0", FORM },
		{ "4@%st(1)", REGISTER },
		{ "4@%fs:-4", REGISTER },
		{ "8@%fs:(%rax)", REGISTER },
		{ "2@%cs", REGISTER },
		{ "8@%r16", REGISTER },
		{ "8@%r7", REGISTER },
		{ "4@%r8dw", REGISTER },
		{ "4@%r8x", REGISTER },
		{ "1@%ipl", REGISTER },
		{ "1@%axl", REGISTER },
		{ "1@%sih", REGISTER },
		{ "4@%ecs", REGISTER },
		{ "8@%orig_ax", REGISTER },
		{ "8@%flags", REGISTER },
		{ "8@%", REGISTER },
		{ "8@%averylongregister", REGISTER },
		{ "4@(%xmm0)", REGISTER },
		{ "4@(%rax,%xmm0)", REGISTER },
		{ "8@", FORM },
		{ "@%rax", FORM },
		{ "-@%rax", FORM },
		{ "3@%rax", FORM },
		{ "--4@%rax", FORM },
		{ "4-@%rax", FORM },
		{ "8ff@%rax", FORM },
		{ "4@4@%rax", FORM },
		{ "8@%rax,", FORM },
		{ "8@%rax(%rbx)", FORM },
		{ "4@$", FORM },
		{ "4@$5x", FORM },
		{ "4@$0x", FORM },
		{ "4@$1+", FORM },
		{ "4@$-sym", FORM },
		{ "4@$5(%rax)", FORM },
		{ "4@$18446744073709551616", FORM },
		{ "4@$000000000000000000000000000000005", FORM },
		{ "4@a+b(%rip)", FORM },
		{ "4@sym@GOTPCREL(%rip)", FORM },
		{ "4@sym*2", FORM },
		{ "4@()", FORM },
		{ "4@(", FORM },
		{ "4@(%rax", FORM },
		{ "4@(%rax,", FORM },
		{ "4@(%rax,)", FORM },
		{ "4@(%rax,%rbx,", FORM },
		{ "4@(%rax,%rbx,3)", FORM },
		{ "4@(%rax,%rbx,8", FORM },
		{ "4@(%rax,%rbx,8))", FORM },
		{ "4@(%rax)(%rbx)", FORM },
		{ "4@(%bx)", FORM },
		{ "4@(%rax,%bl)", FORM },
		{ "4@(8)", FORM },
		{ "4@-(%rax)", FORM },
		{ "4@\x80sym", FORM },
	};

	check_operands(cases, ARRAY_SIZE(cases), true);
}

static void test_words(void)
{
	struct marker_args *args = marker_args_parse("  4@$1 -4@%eax  8@x ",
						     true);
	char text[1024] = "";
	unsigned int i;

	CHECK_EQ(args->nr, 3);
	CHECK_STR(show(&args->arg[1]), "s32 %ax+0 s4", "second");
	CHECK_STR(args->arg[2].symbol, "x", "third");
	marker_args_free(args);
	args = marker_args_parse("", true);
	CHECK_EQ(args->nr, 0);
	marker_args_free(args);
	for (i = 0; i < 130; i++)
		strcat(text, "4@$1 ");
	args = marker_args_parse(text, true);
	CHECK_EQ(args->nr, PROBE_ARGS_MAX);
	marker_args_free(args);
	marker_args_free(NULL);
}

/* Resolves the symbol of an argument, and shows the argument. */
static const char *placed(const char *text, bool is_fixed)
{
	static char shown[256];
	struct marker_args *args = marker_args_parse(text, true);

	marker_arg_place(&args->arg[0], 0x6010, 0x4000, is_fixed);
	strscpy(shown, show(&args->arg[0]), sizeof(shown));
	marker_args_free(args);
	return shown;
}

static void test_places(void)
{
	CHECK_STR(placed("4@x+4(%rip)", false), "u32 u4 +8212 ip -<<0:8 x", "");
	CHECK_STR(placed("4@x", false), "u32 u4 +8208 ip -<<0:8 x", "");
	CHECK_STR(placed("8@$x", true), "u64 u0 +8208 ip -<<0:8 x", "");
	CHECK_STR(placed("4@x(,%rcx,8)", true), "u32 u4 +8208 ip cx<<3:8 x", "");
	CHECK_STR(placed("4@x(%rcx)", true), "u32 u4 +24592 cx -<<0:8 x", "");
	CHECK_STR(placed("4@x(%rcx)", false), FORM, "");
}

static struct pt_regs regs;
static u64 memory[4] __attribute__((aligned(64))) = {
	0x8877665544332211, 0xfffffffffffffffe, 0x1122334455667788, 0x80,
};

/* Hits a probe whose only argument is @arg. Returns the argument's value. */
static s64 hit(const char *note, const char *arg)
{
	unsigned long wait_end = 0;
	const struct fetch_source from = { .regs = &regs, .wait_end = &wait_end };
	u8 record[32] __attribute__((aligned(8))) = {};
	char definition[128];
	struct probe_args *args;
	s64 number = 0;

	snprintf(definition, sizeof(definition), "p f %s", arg);
	probe_world_marker = note;
	if (probe_world_parse(definition, PROBE_ON_USER, &args)) {
		CHECK_STR(probe_error_text, "no error", note);
		return 0;
	}
	fetch_args(args, &from, record, 8, sizeof(record));
	memcpy(&number, record + 8, args->arg[0].type->size);
	if (args->arg[0].type->is_signed && args->arg[0].type->size == 4)
		number = (s32)number;
	probe_args_put(args);
	probe_world_marker = NULL;
	return number;
}

static void test_hits(void)
{
	regs = (struct pt_regs) {
		.ax = 0x11223344fffffffe, .bx = (unsigned long)memory + SHIM_USER,
		.cx = 1, .di = 0x8000000080000000,
		.ip = (unsigned long)memory + SHIM_USER - 0x100,
	};
	shim_land = (const char *)memory;
	shim_land_end = shim_land + sizeof(memory);
	CHECK_EQ(hit("-4@%eax", "$arg1"), -2);
	CHECK_EQ(hit("-4@%eax", "$arg1:s64"), -2);
	CHECK_EQ(hit("4@%eax", "$arg1:s64"), 0xfffffffe);
	CHECK_EQ(hit("4@%edi", "$arg1"), 0x80000000);
	CHECK_EQ(hit("-4@%edi", "$arg1:u64"), -0x80000000LL);
	CHECK_EQ(hit("1@%ah", "$arg1"), 0xff);
	CHECK_EQ(hit("-1@%ah", "$arg1:s64"), -1);
	CHECK_EQ(hit("8@%rax", "$arg1"), 0x11223344fffffffe);
	CHECK_EQ(hit("4@%eax", "$arg1:b4@4/8"), 0xf);
	CHECK_EQ(hit("-2@$-3", "$arg1:s64"), -3);
	CHECK_EQ(hit("8@8(%rbx)", "$arg1"), -2);
	CHECK_EQ(hit("4@(%rbx)", "$arg1:x64"), 0x44332211);
	CHECK_EQ(hit("2@(%rbx,%rcx,2)", "$arg1"), 0x4433);
	CHECK_EQ(hit("-4@4(%rbx,%rcx,8)", "$arg1:s64"), -1);
	CHECK_EQ(hit("-1@24(%rbx)", "$arg1:s64"), -128);
	CHECK_EQ(hit("8@known(%rip)", "$arg1"), 0x8877665544332211);
	CHECK_EQ(hit("8@known+8", "$arg1"), -2);
	CHECK_EQ(hit("8@known(,%rcx,8)", "$arg1"), -2);
	CHECK_EQ(hit("8@$known+16", "+0($arg1):x64"), 0x1122334455667788);
	CHECK_EQ(hit("8@%rbx", "+0($arg1):x64"), 0x8877665544332211);
	CHECK_EQ(hit("$5 8@%rcx", "$arg2"), 1);
	CHECK_EQ(hit("8@0(%rcx)", "$arg1"), 0);
	/* 32-bit addresses ignore the upper half. */
	CHECK_EQ(hit("8@(%ebx)", "$arg1"), 0);
	CHECK_EQ(shim_live, 0);
}

struct bad_case {
	/* '^' marks the place of the error. */
	const char *note, *text, *error;
};

static void test_definitions(void)
{
	static const struct bad_case cases[] = {
		{ "4@$1", "p f ^$arg2", "$argN index is too big" },
		{ "", "p f ^$arg1", "$argN index is too big" },
		{ "4@$1", "p f ^$arg0", "Invalid argument number" },
		{ "4@$1", "p f ^$argx", "Invalid $-variable specified" },
		{ "4@$1", "p f ^$arg", "Invalid $-variable specified" },
		{ "4@$1", "p f a=^$arg*",
		  "$arg* must be an independent parameter without name etc." },
		{ "4@$1", "p f ^$arg*:u8",
		  "$arg* must be an independent parameter without name etc." },
		{ "4@$1", "p f $arg* ^$arg*",
		  "$arg* can be used only once in the parameters" },
		{ "4@$1 8f@%xmm1", "p f x=+0(^$arg2):ustring", REGISTER },
		{ "4@$1 8f@%xmm1", "p f %di ^$arg* %si", REGISTER },
		{ "4@$1 what?", "p f $arg1 ^$arg2", FORM },
		{ "4@none(%rip)", "p f ^$arg1",
		  "This argument of the marker is at a symbol that the file lacks (stripped?); leave it out or use a file with symbols" },
		{ "4@%eax", "p f $arg1:^ustring",
		  "String accepts only memory argument" },
		{ "4@(%rax)", "p f $arg1:^ustring",
		  "String accepts only memory argument" },
		{ "4@(%rax)", "p f $arg1:^u8[2]",
		  "String accepts only memory argument" },
		{ NULL, "p f ^$arg1", "Invalid $-variable specified" },
		{ NULL, "p f ^$arg*", "Invalid $-variable specified" },
	};
	struct probe_args *args;
	char text[256], *caret;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		strscpy(text, cases[i].text, sizeof(text));
		caret = strchr(text, '^');
		memmove(caret, caret + 1, strlen(caret));
		probe_world_marker = cases[i].note;
		CHECK_EQ(probe_world_parse(text, PROBE_ON_USER, &args), -EINVAL);
		CHECK_STR(probe_error_text, cases[i].error, text);
		CHECK_STR(probe_error_command, text, text);
		CHECK_EQ(probe_error_column, caret - text);
	}
	probe_world_marker = NULL;
	CHECK_EQ(shim_live, 0);
}

static void test_star(void)
{
	static const struct {
		const char *name, *text, *type;
	} wanted[] = {
		{ "x", "%di", "x64" }, { "arg1", "$arg1", "s32" },
		{ "arg2", "$arg2", "x64" }, { "arg3", "$arg3", "u8" },
		{ "c", "$comm", "string" },
	};
	struct probe_args *args;
	unsigned int i;

	probe_world_marker = "-4@%eax 8f@(%rax) 1@$2";
	CHECK_EQ(probe_world_parse("p f x=%di $arg* c=$comm", PROBE_ON_USER,
				   &args), 0);
	CHECK_EQ(args->nr, ARRAY_SIZE(wanted));
	for (i = 0; i < args->nr; i++) {
		CHECK_STR(args->arg[i].name, wanted[i].name, "name");
		CHECK_STR(args->arg[i].text, wanted[i].text, "text");
		CHECK_STR(args->arg[i].type->name, wanted[i].type, "type");
	}
	probe_args_put(args);
	probe_world_marker = "";
	CHECK_EQ(probe_world_parse("p f $arg* %di", PROBE_ON_USER, &args), 0);
	CHECK_EQ(args->nr, 1);
	probe_args_put(args);
	probe_world_marker = NULL;
}

static void test_memory(void)
{
	struct marker_args *marker = NULL;
	struct probe_args *args;
	int ret = -ENOMEM;
	unsigned int n;

	for (n = 0; !marker && n < 20; n++) {
		shim_fail_after = n;
		marker = marker_args_parse("8@x 8@y", true);
		shim_fail_after = -1;
		CHECK(marker || !shim_live);
	}
	CHECK_EQ(n, 5);
	marker_args_free(marker);
	for (n = 4; ret == -ENOMEM && n < 50; n++) {
		probe_world_marker = "4@$1 4@$2";
		shim_fail_after = n;
		ret = probe_world_parse("p f $arg*", PROBE_ON_USER, &args);
		shim_fail_after = -1;
		CHECK(!ret || !shim_live);
	}
	CHECK_EQ(ret, 0);
	probe_args_put(args);
	probe_world_marker = NULL;
	CHECK_EQ(shim_live, 0);
}

const struct test tests[] = {
	{ "registers and their parts are found by their assembler names", test_registers },
	{ "constants have the size of the argument", test_constants },
	{ "the address of memory is a sum of registers, symbol and offset", test_memory_operands },
	{ "programs of 32 bits have words and addresses of 32 bits", test_32_bits },
	{ "an operand that cannot be fetched has an error with the reason", test_bad_operands },
	{ "a note has up to 128 arguments", test_words },
	{ "symbols are at the same distance from the marker as in the file", test_places },
	{ "a hit has the values of the arguments in the note", test_hits },
	{ "errors in arguments of markers have the right message and column", test_definitions },
	{ "$arg* stands for all arguments of the marker", test_star },
	{ "arguments of markers survive failing allocations", test_memory },
	{ }
};
