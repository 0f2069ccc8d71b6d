// SPDX-License-Identifier: GPL-2.0
/* Tests of module/probe/arg.c and the files that it uses. */
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "probe_world.h"
#include "test.h"

#define ENTRY	PROBE_AT_ENTRY
#define INSIDE	0
#define RETURN	(PROBE_AT_ENTRY | PROBE_AT_RETURN)
#define USER	PROBE_ON_USER
#define URETURN	(PROBE_ON_USER | PROBE_AT_RETURN)
#define EVENT	PROBE_ON_EVENT
#define TPOINT	PROBE_ON_TRACEPOINT
#define FUNCTION (ENTRY | PROBE_NO_REGS)

static const char *register_name(unsigned int offset)
{
	static const struct {
		unsigned int offset;
		const char *name;
	} names[] = {
#define NAME(member)	{ offsetof(struct pt_regs, member), #member }
		NAME(r15), NAME(r8), NAME(r9), NAME(bx), NAME(cx), NAME(dx),
		NAME(si), NAME(di), NAME(bp), NAME(ax), NAME(orig_ax),
		NAME(ip), NAME(flags), NAME(sp), NAME(ss),
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].offset == offset)
			return names[i].name;
	return "?";
}

static int show_load(char *to, const struct fetch_op *op)
{
	static const char *const names[] = {
		[FETCH_STACKP] = "stack", [FETCH_RETVAL] = "retval",
		[FETCH_DURATION] = "duration", [FETCH_COMM] = "comm",
		[FETCH_CURRENT] = "current",
	};

	switch (op->code) {
	case FETCH_REG:
		return sprintf(to, "%%%s", register_name(op->param));
	case FETCH_STACK:
		return sprintf(to, "stack%lu", op->imm);
	case FETCH_ARG:
		return sprintf(to, "arg%u", op->param);
	case FETCH_ENTRY:
		return sprintf(to, "entry%u", op->param);
	case FETCH_TP_ARG:
		return sprintf(to, "tp%u", op->param);
	case FETCH_IMM:
		return sprintf(to, "#%lx", op->imm);
	case FETCH_TEXT:
		return sprintf(to, "\"%s\"", (char *)op->imm);
	case FETCH_FILE_OFFSET:
		return sprintf(to, "file%+ld", (long)op->imm);
	case FETCH_FIELD:
		return sprintf(to, "field%u:%s%u", op->param,
			       op->is_signed ? "s" : "u", op->size * 8);
	case FETCH_FIELD_CHARS:
		return sprintf(to, "chars%u:%lu", op->param, op->imm);
	case FETCH_FIELD_DATA:
		return sprintf(to, "data%u", op->param);
	case FETCH_FIELD_REL_DATA:
		return sprintf(to, "rel%u", op->param);
	default:
		return sprintf(to, "%s", op->code < ARRAY_SIZE(names) &&
			       names[op->code] ? names[op->code] : "?");
	}
}

static int show_op(char *to, const struct fetch_op *op)
{
	static const char *const names[] = {
		[FETCH_STORE] = "put", [FETCH_STORE_BITS] = "put",
		[FETCH_STORE_MEM] = "mem", [FETCH_STORE_UMEM] = "umem",
		[FETCH_STORE_STRING] = "str", [FETCH_STORE_USTRING] = "ustr",
		[FETCH_STORE_SYMBOL] = "sym",
	};
	int len;

	if (op->code == FETCH_THIS_CPU)
		return sprintf(to, " cpu");
	if (op->code == FETCH_DEREF || op->code == FETCH_UDEREF)
		return sprintf(to, " %s%+ld", op->code == FETCH_DEREF ? "" :
			       "u", (long)op->imm);
	if (op->code < FETCH_STORE)
		return show_load(to, op);
	len = sprintf(to, " %s%u@%u", names[op->code], op->size, op->param);
	if (op->imm)
		len += sprintf(to + len, "%+ld", (long)op->imm);
	if (op->right)
		len += sprintf(to + len, "<<%u>>%u", op->left, op->right);
	if (op->count)
		len += sprintf(to + len, "*%u", op->count);
	return len;
}

static const char *show(const struct probe_arg *arg)
{
	static char text[512];
	int len = sprintf(text, "%s %s: ", arg->name, arg->field), i;

	for (i = 0; i < arg->nr_ops; i++)
		len += show_op(text + len, &arg->ops[i]);
	return text;
}

struct good_case {
	unsigned int flags;
	const char *text, *shown;
};

static void check_good(const struct good_case *cases, unsigned int nr)
{
	struct probe_args *args;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (probe_world_parse(cases[i].text, cases[i].flags, &args)) {
			CHECK_STR(probe_error_text, "no error", cases[i].text);
			continue;
		}
		CHECK_EQ(probe_errors, 0);
		CHECK_STR(show(&args->arg[args->nr - 1]), cases[i].shown,
			  cases[i].text);
		CHECK_EQ(args->ops[0].code == FETCH_END, args->nr == 0);
		probe_args_put(args);
	}
	CHECK_EQ(shim_live, 0);
}

static void test_values(void)
{
	static const struct good_case cases[] = {
		{ INSIDE, "p f %di", "arg1 u64: %di put8@0" },
		{ INSIDE, "p f %orig_ax", "arg1 u64: %orig_ax put8@0" },
		{ INSIDE, "p f %r15", "arg1 u64: %r15 put8@0" },
		{ INSIDE, "p f %di %si", "arg2 u64: %si put8@8" },
		{ INSIDE, "p f $stack", "arg1 u64: stack put8@0" },
		{ INSIDE, "p f $stack0", "arg1 u64: stack0 put8@0" },
		{ INSIDE, "p f $stack2048", "arg1 u64: stack2048 put8@0" },
		{ USER, "p f $stack70000", "arg1 u64: stack70000 put8@0" },
		{ ENTRY, "p f $arg1", "arg1 u64: %di put8@0" },
		{ ENTRY, "p f $arg6", "arg1 u64: %r9 put8@0" },
		{ ENTRY, "p f $arg7", "arg1 u64: stack1 put8@0" },
		{ FUNCTION, "f f $arg2", "arg1 u64: %si put8@0" },
		{ RETURN, "r f $retval", "arg1 u64: %ax put8@0" },
		{ URETURN, "r f $retval", "arg1 u64: %ax put8@0" },
		{ RETURN, "r f $arg3", "arg1 u64: entry0 put8@0" },
		{ RETURN, "r f $arg3 $arg1", "arg2 u64: entry1 put8@8" },
		{ RETURN, "r f $arg3 $arg1 $arg3", "arg3 u64: entry0 put8@16" },
		{ RETURN, "r f $duration", "arg1 u64: duration put8@0" },
		{ RETURN, "r f d=$duration:x64", "d u64: duration put8@0" },
		{ URETURN, "r f $duration", "arg1 u64: duration put8@0" },
		{ TPOINT, "t f $arg5", "arg1 u64: tp4 put8@0" },
		{ TPOINT, "t f $stack", "arg1 u64: stack put8@0" },
		{ INSIDE, "p f $current", "arg1 u64: current put8@0" },
		{ INSIDE, "p f $comm", "arg1 __data_loc char[]: comm str4@0" },
		{ USER, "p f a=$COMM:string",
		  "a __data_loc char[]: comm str4@0" },
		{ INSIDE, "p f \\\"ab\"",
		  "arg1 __data_loc char[]: \"ab\" str4@0" },
		{ INSIDE, "p f \\\"\"", "arg1 __data_loc char[]: \"\" str4@0" },
		{ INSIDE, "p f \\1", "arg1 u64: #1 put8@0" },
		{ INSIDE, "p f \\-1:s32", "arg1 s32: #ffffffffffffffff put4@0" },
		{ INSIDE, "p f \\+0x10:u8", "arg1 u8: #10 put1@0" },
		{ INSIDE, "p f @0x1000", "arg1 u64: #1000 mem8@0" },
		{ INSIDE, "p f @known", "arg1 u64: #0 mem8@0" },
		{ INSIDE, "p f @known+8:u16", "arg1 u16: #0 mem2@0" },
		{ USER, "p f @+0x20:x8", "arg1 u8: file+32 mem1@0" },
		{ USER, "p f @+-2:x8", "arg1 u8: file-2 mem1@0" },
		{ USER, "p f @4096", "arg1 u64: #1000 mem8@0" },
	};

	check_good(cases, ARRAY_SIZE(cases));
}

static void test_derefs(void)
{
	static const struct good_case cases[] = {
		{ INSIDE, "p f +0(%di)", "arg1 u64: %di mem8@0" },
		{ INSIDE, "p f -8(%di)", "arg1 u64: %di mem8@0-8" },
		{ INSIDE, "p f +u0x10(%di):u32", "arg1 u32: %di umem4@0+16" },
		{ INSIDE, "p f -u8(%di)", "arg1 u64: %di umem8@0-8" },
		{ INSIDE, "p f +8(-16(+u24(%di)))",
		  "arg1 u64: %di u+24 -16 mem8@0+8" },
		{ INSIDE, "p f +4(@known):u8", "arg1 u8: #0 +0 mem1@0+4" },
		{ INSIDE, "p f +4(\\16):u8", "arg1 u8: #10 mem1@0+4" },
		{ INSIDE, "p f +4($current):s32", "arg1 s32: current mem4@0+4" },
		{ INSIDE, "p f +0(%di)ignored", "arg1 u64: %di mem8@0" },
		{ INSIDE, "p f ++4(%di)", "arg1 u64: %di mem8@0+4" },
		{ INSIDE, "p f +-4(%di)", "arg1 u64: %di mem8@0-4" },
		{ INSIDE, "p f +0(%di):string",
		  "arg1 __data_loc char[]: %di str4@0" },
		{ INSIDE, "p f +8(+16(%di)):string",
		  "arg1 __data_loc char[]: %di +16 str4@0+8" },
		{ INSIDE, "p f +8(+16(%di)):ustring",
		  "arg1 __data_loc char[]: %di +16 ustr4@0+8" },
		{ INSIDE, "p f +u8(%di):string",
		  "arg1 __data_loc char[]: %di ustr4@0+8" },
		{ INSIDE, "p f @known:string",
		  "arg1 __data_loc char[]: #0 str4@0" },
		{ INSIDE, "p f \\0x1000:string",
		  "arg1 __data_loc char[]: #1000 str4@0" },
		{ INSIDE, "p f +0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(%di"
		  "))))))))))))))",
		  "arg1 u64: %di +0 +0 +0 +0 +0 +0 +0 +0 +0 +0 +0 +0 +0 mem8@0" },
		{ RETURN, "r f +0($retval):string",
		  "arg1 __data_loc char[]: %ax str4@0" },
		{ RETURN, "r f +0($arg1):string",
		  "arg1 __data_loc char[]: entry0 str4@0" },
	};

	check_good(cases, ARRAY_SIZE(cases));
}

static void test_types(void)
{
	static const struct good_case cases[] = {
		{ INSIDE, "p f %di:u8", "arg1 u8: %di put1@0" },
		{ INSIDE, "p f %di:s16", "arg1 s16: %di put2@0" },
		{ INSIDE, "p f %di:s64", "arg1 s64: %di put8@0" },
		{ INSIDE, "p f %di:x32", "arg1 u32: %di put4@0" },
		{ INSIDE, "p f %di:char", "arg1 u8: %di put1@0" },
		{ INSIDE, "p f %di:symbol", "arg1 u64: %di put8@0" },
		{ INSIDE, "p f %di:symstr",
		  "arg1 __data_loc char[]: %di sym4@0" },
		{ INSIDE, "p f $stack0:symstr",
		  "arg1 __data_loc char[]: stack0 sym4@0" },
		{ INSIDE, "p f +0(%di):symstr",
		  "arg1 __data_loc char[]: %di +0 sym4@0" },
		{ INSIDE, "p f %di:b1@0/8", "arg1 u8: %di put1@0<<7>>7" },
		{ INSIDE, "p f %di:b4@4/32", "arg1 u32: %di put4@0<<24>>28" },
		{ INSIDE, "p f %di:b0x8@0/8", "arg1 u8: %di put1@0" },
		{ INSIDE, "p f +8(%di):b3@61/64",
		  "arg1 u64: %di mem8@0+8<<0>>61" },
		{ INSIDE, "p f +0(%di):u32[4]", "arg1 u32[4]: %di mem4@0*4" },
		{ INSIDE, "p f +0(%di):char[64]", "arg1 u8[64]: %di mem1@0*64" },
		{ INSIDE, "p f +0(%di):u8[0x10]", "arg1 u8[16]: %di mem1@0*16" },
		{ INSIDE, "p f +0(%di):b4@0/8[3]",
		  "arg1 u8[3]: %di mem1@0<<4>>4*3" },
		{ INSIDE, "p f @known:x64[2]", "arg1 u64[2]: #0 mem8@0*2" },
		{ INSIDE, "p f +8(%di):string[3]",
		  "arg1 __data_loc char[][3]: %di +8 str4@0*3" },
		{ INSIDE, "p f +u8(%di):ustring[3]",
		  "arg1 __data_loc char[][3]: %di u+8 ustr4@0*3" },
		{ INSIDE, "p f +u8(%di):string[3]",
		  "arg1 __data_loc char[][3]: %di u+8 str4@0*3" },
		{ INSIDE, "p f a=+0(%di):u8[3] b=%si", "b u64: %si put8@3" },
		{ INSIDE, "p f a=+0(%di):string[3] b=%si",
		  "b u64: %si put8@12" },
	};

	check_good(cases, ARRAY_SIZE(cases));
}

static void test_names(void)
{
	static const struct good_case cases[] = {
		{ INSIDE, "p f a=%di", "a u64: %di put8@0" },
		{ INSIDE, "p f _a1=%di", "_a1 u64: %di put8@0" },
		{ INSIDE, "p f x=%di %si", "arg2 u64: %si put8@8" },
		{ INSIDE, "p f arg1=%di %si", "arg2 u64: %si put8@8" },
		{ INSIDE, "p f a123456789b123456789c123456789d1=%di",
		  "a123456789b123456789c123456789d1 u64: %di put8@0" },
		{ INSIDE, "p f %di:u8 arg3=%si:u8", "arg3 u8: %si put1@1" },
	};

	check_good(cases, ARRAY_SIZE(cases));
}

static void test_events(void)
{
	static const struct good_case cases[] = {
		{ EVENT, "e u.w $d", "arg1 u64: field8:u64 put8@0" },
		{ EVENT, "e u.w a=$i", "a u64: field16:s32 put8@0" },
		{ EVENT, "e u.w a=$h:x16", "a u16: field20:u16 put2@0" },
		{ EVENT, "e u.w a=$c:s8", "a s8: field22:s8 put1@0" },
		{ EVENT, "e u.w a=$three", "a u64: field23:u24 put8@0" },
		{ EVENT, "e u.w a=$name:string",
		  "a __data_loc char[]: chars26:8 str4@0" },
		{ EVENT, "e u.w a=$name", "a u64: chars26:8 put8@0" },
		{ EVENT, "e u.w a=$dyn:string",
		  "a __data_loc char[]: data36 str4@0" },
		{ EVENT, "e u.w a=$rel:string",
		  "a __data_loc char[]: rel40 str4@0" },
		{ EVENT, "e u.w a=$text:ustring",
		  "a __data_loc char[]: field48:u64 ustr4@0" },
		{ EVENT, "e u.w a=+8($d):string",
		  "a __data_loc char[]: field8:u64 str4@0+8" },
		{ EVENT, "e u.w a=$d:symstr",
		  "a __data_loc char[]: field8:u64 sym4@0" },
		{ EVENT, "e u.w a=$comm:string",
		  "a __data_loc char[]: comm str4@0" },
		{ EVENT, "e u.w a=$COMM", "a u64: comm put8@0" },
		{ EVENT, "e u.w a=+4($current):s32", "a s32: current mem4@0+4" },
		{ EVENT, "e u.w a=\\\"x\":string",
		  "a __data_loc char[]: \"x\" str4@0" },
		{ EVENT, "e u.w a=@known", "a u64: #500000001000 mem8@0" },
		{ EVENT, "e u.w a=this_cpu_read(@known+8)",
		  "a u64: #500000001008 cpu mem8@0" },
		{ EVENT, "e u.w a=this_cpu_ptr($d)", "a u64: field8:u64 cpu put8@0" },
		{ EVENT, "e u.w a=$d if d > 5", "a u64: field8:u64 put8@0" },
	};

	check_good(cases, ARRAY_SIZE(cases));
}

struct bad_case {
	unsigned int flags;
	/* '^' marks the place of the error. */
	const char *text;
	enum probe_error error;
	int ret;
};

static void check_bad(const struct bad_case *cases, unsigned int nr)
{
	struct probe_args *args;
	char text[256], *caret;
	unsigned int i;
	int ret;

	for (i = 0; i < nr; i++) {
		strscpy(text, cases[i].text, sizeof(text));
		caret = strchr(text, '^');
		memmove(caret, caret + 1, strlen(caret));
		ret = probe_world_parse(text, cases[i].flags, &args);
		if (ret != (cases[i].ret ?: -EINVAL))
			CHECK_STR(ret ? "another errno" : "taken", "refused",
				  text);
		CHECK_STR(probe_error_text, probe_error_texts[cases[i].error],
			  text);
		CHECK_STR(probe_error_command, text, text);
		if (probe_error_column != caret - text)
			CHECK_STR("the caret", "elsewhere", text);
		CHECK(!args);
	}
	CHECK_EQ(shim_live, 0);
}

static void test_bad_values(void)
{
	static const struct bad_case cases[] = {
		{ INSIDE, "p f ^$retval", PROBE_RETVAL_ON_PROBE },
		{ ENTRY, "p f a=^$retval", PROBE_RETVAL_ON_PROBE },
		{ INSIDE, "p f ^$stack10000", PROBE_BAD_STACK_NUM },
		{ INSIDE, "p f ^$stack2049", PROBE_BAD_STACK_NUM },
		{ INSIDE, "p f ^$stack-1", PROBE_BAD_VAR },
		{ INSIDE, "p f ^$stack1x", PROBE_BAD_VAR },
		{ INSIDE, "p f ^$stacks", PROBE_BAD_VAR },
		{ USER, "p f ^$stack99999999999999999999", PROBE_BAD_VAR },
		{ ENTRY, "p f ^$arg10000", PROBE_BAD_ARG_NUM },
		{ ENTRY, "p f ^$arg0", PROBE_BAD_ARG_NUM },
		{ ENTRY, "p f ^$arg", PROBE_BAD_VAR },
		{ ENTRY, "p f ^$argx", PROBE_BAD_VAR },
		{ INSIDE, "p f ^$arg1", PROBE_BAD_VAR },
		{ USER, "p f ^$arg1", PROBE_BAD_VAR },
		{ USER, "p f ^$current", PROBE_BAD_VAR },
		{ INSIDE, "p f ^$none_var", PROBE_BAD_VAR },
		{ INSIDE, "p f ^$", PROBE_BAD_VAR },
		{ INSIDE, "p f ^$commx", PROBE_BAD_VAR },
		{ ENTRY, "p f ^$duration", PROBE_NO_DURATION },
		{ TPOINT, "t f ^$arg6", PROBE_ARGIDX_2BIG },
		{ TPOINT, "t f ^$stack2049", PROBE_BAD_STACK_NUM },
		{ TPOINT, "t f ^$retval", PROBE_RETVAL_ON_PROBE },
		{ TPOINT, "t f ^%di", PROBE_BAD_FETCH_ARG },
		{ FUNCTION, "f f ^%di", PROBE_BAD_FETCH_ARG },
		{ RETURN, "r f $arg1 $arg2 $arg3 $arg4 $arg5 $arg6 $arg7 $arg8 "
		  "a=^$arg9", PROBE_TOO_MANY_EARGS, -E2BIG },
		{ INSIDE, "p f ^%none_reg", PROBE_BAD_REG_NAME },
		{ INSIDE, "p f ^%", PROBE_BAD_REG_NAME },
		{ INSIDE, "p f +0(^%xx)", PROBE_BAD_REG_NAME },
		{ INSIDE, "p f ^@12345678abcde", PROBE_BAD_MEM_ADDR },
		{ INSIDE, "p f ^@0x1ffffffffffffffff", PROBE_BAD_MEM_ADDR,
		  -ERANGE },
		{ INSIDE, "p f ^@+10", PROBE_FILE_ON_KPROBE },
		{ USER, "p f ^@+10x", PROBE_BAD_FILE_OFFS },
		{ USER, "p f ^@known", PROBE_SYM_ON_UPROBE },
		{ INSIDE, "p f arg1=\\^x", PROBE_BAD_IMM },
		{ INSIDE, "p f arg1=\\^", PROBE_BAD_IMM },
		{ INSIDE, "p f arg1=\\^99999999999999999999", PROBE_BAD_IMM,
		  -ERANGE },
		{ INSIDE, "p f arg1=\\\"abcd^", PROBE_IMMSTR_NO_CLOSE },
		{ INSIDE, "p f arg1=\\\"^", PROBE_IMMSTR_NO_CLOSE },
		{ INSIDE, "p f ^&1", PROBE_BAD_FETCH_ARG },
		{ INSIDE, "p f ^1", PROBE_BAD_FETCH_ARG },
		{ INSIDE, "p f ^:u8", PROBE_BAD_FETCH_ARG },
		{ INSIDE, "p f ^(x)a", PROBE_NOSUP_BTFARG, -EOPNOTSUPP },
		{ USER, "p f ^this_cpu_read(%di)", PROBE_NOSUP_PERCPU },
		{ INSIDE, "p f ^name", PROBE_BAD_FETCH_ARG },
		{ USER, "p f ^name", PROBE_BAD_FETCH_ARG },
		{ EVENT, "e f ^name", PROBE_BAD_FETCH_ARG },
		{ EVENT, "e f ^%di", PROBE_BAD_FETCH_ARG },
		{ EVENT, "e f ^$none", PROBE_BAD_ATTACH_ARG, -ENOENT },
		{ EVENT, "e f ^a=$common_pid", PROBE_BAD_ATTACH_ARG, -ENOENT },
		{ EVENT, "e f ^a=+0($x):u8 if d", PROBE_BAD_ATTACH_ARG, -ENOENT },
		{ EVENT, "e f a=$none:^bad", PROBE_BAD_TYPE },
	};

	check_bad(cases, ARRAY_SIZE(cases));
}

static void test_bad_derefs(void)
{
	static const struct bad_case cases[] = {
		{ INSIDE, "p f ^+0@0)", PROBE_DEREF_NEED_BRACE },
		{ INSIDE, "p f ^-", PROBE_DEREF_NEED_BRACE },
		{ INSIDE, "p f ^+u", PROBE_DEREF_NEED_BRACE },
		{ INSIDE, "p f ^+0ab1(@0)", PROBE_BAD_DEREF_OFFS },
		{ INSIDE, "p f ^+(@0)", PROBE_BAD_DEREF_OFFS },
		{ INSIDE, "p f ^+99999999999999999999(@0)", PROBE_BAD_DEREF_OFFS,
		  -ERANGE },
		{ INSIDE, "p f +0(+0(@0^)", PROBE_DEREF_OPEN_BRACE },
		{ INSIDE, "p f a=-8(%di^", PROBE_DEREF_OPEN_BRACE },
		/* As in the kernel, the column does not count the 'u'. */
		{ INSIDE, "p f +u8^(%xx)", PROBE_BAD_REG_NAME },
		{ INSIDE, "p f -8(^%xx)", PROBE_BAD_REG_NAME },
		{ INSIDE, "p f +0(^$comm)", PROBE_COMM_CANT_DEREF },
		{ INSIDE, "p f +0(^\\\"ab\")", PROBE_COMM_CANT_DEREF },
		{ INSIDE, "p f +0(^+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(@0"
		  "))))))))))))))", PROBE_TOO_MANY_OPS },
		{ INSIDE, "p f this_cpu_read(^+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(@a"
		  "))))))))))))", PROBE_TOO_MANY_OPS },
		{ INSIDE, "p f +0(^+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(@a"
		  "))))))))))))):u8", PROBE_TOO_MANY_OPS },
		{ INSIDE, "p f +0(^+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(+0(%di"
		  ")))))))))))))))", PROBE_TOO_MANY_OPS },
		{ INSIDE, "p f ^+1234567(+1234567(+1234567(+1234567(+1234567("
		  "+1234567(@1234))))))", PROBE_ARG_TOO_LONG },
	};

	check_bad(cases, ARRAY_SIZE(cases));
}

static void test_bad_types(void)
{
	static const struct bad_case cases[] = {
		{ INSIDE, "p f +0(@11):u8[10^", PROBE_ARRAY_NO_CLOSE },
		{ INSIDE, "p f +0(@11):u8[^", PROBE_ARRAY_NO_CLOSE },
		{ INSIDE, "p f +0(@11):u8[10]^a", PROBE_BAD_ARRAY_SUFFIX },
		{ INSIDE, "p f +0(@11):u8[^10a]", PROBE_BAD_ARRAY_NUM },
		{ INSIDE, "p f +0(@11):u8[^0]", PROBE_BAD_ARRAY_NUM },
		{ INSIDE, "p f +0(@11):u8[^]", PROBE_BAD_ARRAY_NUM },
		{ INSIDE, "p f +0(@11):u8[^-1]", PROBE_BAD_ARRAY_NUM },
		{ INSIDE, "p f +0(@11):u8[^65]", PROBE_ARRAY_TOO_BIG },
		{ INSIDE, "p f a=+0(@11):u8[^256]", PROBE_ARRAY_TOO_BIG },
		{ INSIDE, "p f @11:^unknown_type", PROBE_BAD_TYPE },
		{ INSIDE, "p f @11:^", PROBE_BAD_TYPE },
		{ INSIDE, "p f @11:^U8", PROBE_BAD_TYPE },
		{ INSIDE, "p f @11:^u8:u8", PROBE_BAD_TYPE },
		{ INSIDE, "p f @11:^b8@0/24", PROBE_BAD_TYPE },
		{ INSIDE, "p f @11:^b8@0", PROBE_BAD_TYPE },
		{ USER, "p f @11:^%pd", PROBE_BAD_TYPE },
		{ EVENT, "e f $d:^%pd", PROBE_BAD_TYPE },
		{ INSIDE, "p f $stack0:^string", PROBE_BAD_STRING },
		{ INSIDE, "p f a=%di:^ustring", PROBE_BAD_STRING },
		{ RETURN, "r f $duration:^string", PROBE_BAD_STRING },
		{ INSIDE, "p f %di:^u8[2]", PROBE_BAD_STRING },
		{ INSIDE, "p f +u0(%di):^u8[2]", PROBE_BAD_STRING },
		{ INSIDE, "p f +0(%di):^symstr[2]", PROBE_BAD_STRING },
		{ INSIDE, "p f +u20(%di):^symstr", PROBE_BAD_SYMSTRING },
		{ INSIDE, "p f \\1:^symstr", PROBE_BAD_SYMSTRING },
		{ INSIDE, "p f $comm:^u8", PROBE_NEED_STRING_TYPE },
		{ INSIDE, "p f $comm:^string[2]", PROBE_NEED_STRING_TYPE },
		{ USER, "p f $COMM:^ustring", PROBE_NEED_STRING_TYPE },
		{ INSIDE, "p f \\\"ab\":^x64", PROBE_NEED_STRING_TYPE },
		{ INSIDE, "p f @11:^b10@a/16", PROBE_BAD_BITFIELD },
		{ INSIDE, "p f @11:^b0@0/8", PROBE_BAD_BITFIELD },
		{ INSIDE, "p f @11:^b@0/8", PROBE_BAD_BITFIELD },
		{ INSIDE, "p f @11:^b8@1/8", PROBE_BAD_BITFIELD },
		{ INSIDE, "p f @11:^b9@0/8", PROBE_BAD_BITFIELD },
		{ INSIDE, "p f @11:^b1@18446744073709551615/8",
		  PROBE_BAD_BITFIELD },
		{ INSIDE, "p f @11:^b1/8", PROBE_BAD_BITFIELD },
	};

	check_bad(cases, ARRAY_SIZE(cases));
}

static void test_bad_names(void)
{
	static const struct bad_case cases[] = {
		{ INSIDE, "p f ^a123456789b123456789c123456789d12=@11",
		  PROBE_ARG_NAME_TOO_LONG },
		{ INSIDE, "p f ^=@11", PROBE_NO_ARG_NAME },
		{ INSIDE, "p f ^var.1=@11", PROBE_BAD_ARG_NAME },
		{ INSIDE, "p f ^1=@11", PROBE_BAD_ARG_NAME },
		{ INSIDE, "p f ^\\\"a=b\"", PROBE_BAD_ARG_NAME },
		{ INSIDE, "p f var1=@11 ^var1=@12", PROBE_USED_ARG_NAME },
		{ INSIDE, "p f arg2=@11 ^@12", PROBE_USED_ARG_NAME },
		{ INSIDE, "p f ^common_pid=@11", PROBE_USED_ARG_NAME },
		{ INSIDE, "p f ^__probe_ip=@11", PROBE_USED_ARG_NAME },
		{ INSIDE, "p f ^__probe_func=@11", PROBE_USED_ARG_NAME },
		{ INSIDE, "p f arg1=^", PROBE_NO_ARG_BODY },
		{ INSIDE, "p f a=%di b=^", PROBE_NO_ARG_BODY },
	};

	check_bad(cases, ARRAY_SIZE(cases));
}

/* A register on a probe without registers causes two entries in the error log. */
static void test_two_errors(void)
{
	struct probe_args *args;

	CHECK_EQ(probe_world_parse("e f %di", EVENT, &args), -EINVAL);
	CHECK_EQ(probe_errors, 2);
}

static char *many(unsigned int nr, const char *format)
{
	static char text[8192];
	unsigned int len = sprintf(text, "p f"), i;

	for (i = 0; i < nr; i++) {
		text[len++] = ' ';
		len += sprintf(text + len, format, i);
	}
	return text;
}

static void test_limits(void)
{
	struct probe_args *args;
	const char *text;

	CHECK_EQ(probe_world_parse("p f", INSIDE, &args), 0);
	CHECK_EQ(args->nr, 0);
	CHECK_EQ(args->size, 0);
	probe_args_put(args);

	text = many(PROBE_ARGS_MAX, "a%u=%%di");
	CHECK_EQ(probe_world_parse(text, INSIDE, &args), 0);
	CHECK_EQ(args->nr, PROBE_ARGS_MAX);
	CHECK_EQ(args->size, 8 * PROBE_ARGS_MAX);
	probe_args_put(args);
	text = many(PROBE_ARGS_MAX + 1, "a%u=%%di");
	CHECK_EQ(probe_world_parse(text, INSIDE, &args), -E2BIG);
	CHECK_STR(probe_error_text, "Too many arguments are specified", "");
	CHECK_EQ(probe_error_column, 4);

	/* Six arrays of 512 bytes are the maximum that the kernel allows. */
	text = many(6, "a%u=+0(%%di):x64[64]");
	CHECK_EQ(probe_world_parse(text, INSIDE, &args), 0);
	CHECK_EQ(args->size, 3072);
	probe_args_put(args);
	strcat((char *)text, " %di:u8");
	CHECK_EQ(probe_world_parse(text, INSIDE, &args), -E2BIG);
	CHECK_STR(probe_error_text, "Event too big (too many fields?)", "");
}

static void test_dentries(void)
{
	struct probe_args *args;

	CHECK_EQ(probe_world_parse("p f %si $arg1:%pd n=$arg2:%pD", ENTRY,
				   &args), 0);
	CHECK_STR(args->arg[1].text, "+0x0(+0x28($arg1)):string", "dentry");
	CHECK_STR(show(&args->arg[1]),
		  "arg2 __data_loc char[]: %di +40 str4@8", "dentry");
	CHECK_STR(args->arg[2].text, "+0x0(+0x28(+0x18($arg2))):string",
		  "file");
	CHECK_STR(show(&args->arg[2]),
		  "n __data_loc char[]: %si +24 +40 str4@12", "file");
	probe_args_put(args);

	CHECK_EQ(probe_world_parse("p f a=$x:%pd", ENTRY, &args), -EINVAL);
	CHECK_STR(probe_error_command, "p f a=+0x0(+0x28($x)):string", "log");
	CHECK_EQ(probe_error_column, 17);
	CHECK_EQ(shim_live, 0);
}

static void test_symbols(void)
{
	struct probe_args *args;

	CHECK_EQ(probe_world_parse("p f @known+8 %di @known-0x10", INSIDE,
				   &args), 0);
	CHECK_EQ(probe_args_resolve(args), 0);
	CHECK_EQ(args->arg[0].ops[0].imm, KNOWN_SYMBOL + 8);
	CHECK_EQ(args->arg[2].ops[0].imm, KNOWN_SYMBOL - 16);
	CHECK_STR(args->arg[0].symbol, "known+8", "symbol");
	probe_args_put(args);
	CHECK_EQ(probe_world_parse("p f @unknown", INSIDE, &args), 0);
	CHECK_EQ(probe_args_resolve(args), -ENOENT);
	probe_args_put(args);
	CHECK_EQ(probe_world_parse("p f @known+x", INSIDE, &args), 0);
	CHECK_EQ(probe_args_resolve(args), -EINVAL);
	probe_args_put(args);
}

static unsigned int differ(const char *a, const char *b)
{
	struct probe_args *first, *second;
	unsigned int ret;

	CHECK_EQ(probe_world_parse(a, INSIDE, &first), 0);
	CHECK_EQ(probe_world_parse(b, INSIDE, &second), 0);
	ret = probe_args_differ(first, second);
	CHECK_EQ(probe_args_differ(second, first), ret);
	probe_args_put(first);
	probe_args_put(second);
	return ret;
}

static void test_compare(void)
{
	char *words[] = { "a=%di", "b=+0(%si):u8", "c=%dx" };
	struct probe_args *args;

	CHECK_EQ(differ("p f a=%di", "p f a=%si"), 0);
	CHECK_EQ(differ("p f a=%di", "p f b=%di"), 1);
	CHECK_EQ(differ("p f a=%di b=%si", "p f a=%di b=%si:u8"), 2);
	CHECK_EQ(differ("p f a=%di:u64", "p f a=%di:x64"), 1);
	CHECK_EQ(differ("p f a=+0(%di):u8[2]", "p f a=+0(%di):u8[3]"), 1);
	CHECK_EQ(differ("p f a=%di", "p f a=%di b=%si"), 2);
	CHECK_EQ(differ("p f", "p f a=%di b=%si"), 1);

	CHECK_EQ(probe_world_parse("p f a=%di b=+0(%si):u8", INSIDE, &args), 0);
	CHECK(probe_args_match(args, 0, words));
	CHECK(probe_args_match(args, 1, words));
	CHECK(probe_args_match(args, 2, words));
	CHECK(!probe_args_match(args, 3, words));
	CHECK(!probe_args_match(args, 1, words + 1));
	probe_args_put(args);
}

static void test_memory(void)
{
	struct probe_args *args;
	int ret = -ENOMEM;
	unsigned int n;

	for (n = 0; ret == -ENOMEM && n < 200; n++) {
		shim_fail_after = n;
		ret = probe_world_parse("p f a=%di @known \\\"x\" c=$arg1:%pD "
					"+0(%di):string[2]", ENTRY, &args);
		shim_fail_after = -1;
		CHECK_EQ(shim_live, ret ? 0 : shim_live);
	}
	CHECK_EQ(ret, 0);
	CHECK(n > 20);
	probe_args_put(args);
	CHECK_EQ(shim_live, 0);
	probe_args_put(NULL);
}

const struct test tests[] = {
	{ "each value of an argument gets the operations that load it", test_values },
	{ "pointers in arguments are followed from the inside out", test_derefs },
	{ "each type of an argument gets the operation that stores it", test_types },
	{ "arguments have the user's names, or are numbered", test_names },
	{ "arguments of probes on events are fields", test_events },
	{ "errors in values of arguments have the right message and column", test_bad_values },
	{ "errors in pointers of arguments have the right message and column", test_bad_derefs },
	{ "errors in types of arguments have the right message and column", test_bad_types },
	{ "errors in names of arguments have the right message and column", test_bad_names },
	{ "a register in a probe on an event causes two errors", test_two_errors },
	{ "the number and the size of arguments have the kernel's limits", test_limits },
	{ "%pd and %pD become pointers to the file's name", test_dentries },
	{ "symbols in arguments are looked up only on request", test_symbols },
	{ "arguments are compared as the kernel does", test_compare },
	{ "parsing survives failing allocations", test_memory },
	{ }
};
