// SPDX-License-Identifier: GPL-2.0
/* Tests of module/probe/arg_btf.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../module/probe/arg.h"
#include "../../module/probe/report.h"
#include "btf_stub.h"
#include "test.h"
#include "world.h"

/* These tests use no symbols. */
unsigned long symbol_start(const char *name)
{
	return 0;
}

unsigned long symbol_percpu(const char *name)
{
	return strcmp(name, "variable") ? 0 : 0x40;
}

/*
 * Flags of probes on kernel functions. TYPED makes the parser give $argN and
 * $retval the types of the function's prototype, as kernels with
 * CONFIG_PROBE_EVENTS_BTF_ARGS do for all probes.
 */
#define ENTRY		PROBE_AT_ENTRY
#define RETURN		PROBE_AT_RETURN
#define TYPED		PROBE_NO_REGS

static struct probe_args *args;
static char *words[32];

/* Parses the arguments in @text, at a place in @function. */
static int parse(unsigned int flags, const char *function, const char *text)
{
	static char copy[1024];
	struct probe_words definition = { .place = "trace_kprobe", .word = words };
	struct probe_place place = {
		.flags = flags,
		.function = function,
		.event = &world_event,
	};
	char *at = copy;
	int ret;

	world_error_log[0] = '\0';
	snprintf(copy, sizeof(copy), "p place %s", text);
	while ((words[definition.nr] = strsep(&at, " ")))
		definition.nr++;
	btf_stub_begin();
	ret = probe_args_parse(&definition, &place, &args);
	btf_stub_end();
	return ret;
}

/* Returns the name, type and program of each argument, one word for each operation. */
static const char *show(void)
{
	static const char *const codes[] = {
		[FETCH_REG] = "reg", [FETCH_STACK] = "stack", [FETCH_RETVAL] = "ret",
		[FETCH_ENTRY] = "entry", [FETCH_TP_ARG] = "tp", [FETCH_FIELD] = "field",
		[FETCH_DEREF] = "deref", [FETCH_UDEREF] = "uderef",
		[FETCH_THIS_CPU] = "cpu", [FETCH_CURRENT] = "current", [FETCH_IMM] = "imm",
		[FETCH_COMM] = "comm", [FETCH_STORE] = "st",
		[FETCH_STORE_BITS] = "stbits", [FETCH_STORE_MEM] = "mem",
		[FETCH_STORE_UMEM] = "umem", [FETCH_STORE_STRING] = "str",
		[FETCH_STORE_USTRING] = "ustr",
		[FETCH_STORE_SYMBOL] = "sym",
	};
	static char text[1024];
	unsigned int i;
	int len = 0;

	text[0] = '\0';
	for (i = 0; args && i < args->nr; i++) {
		const struct probe_arg *arg = &args->arg[i];
		const struct fetch_op *op;

		len += sprintf(text + len, "%s%s:%s", i ? " " : "", arg->name,
			       arg->type->name);
		for (op = arg->ops; op < arg->ops + arg->nr_ops; op++) {
			len += sprintf(text + len, ",%s", codes[op->code]);
			if (op->imm)
				len += sprintf(text + len, "%+ld", op->imm);
			if (op->right)
				len += sprintf(text + len, "<<%u>>%u", op->left, op->right);
		}
	}
	return text;
}

static const struct {
	unsigned int flags;
	const char *function, *text, *shown;
} cases[] = {
	{ ENTRY, "unit_read", "count", "count:u64,reg,st" },
	{ ENTRY, "unit_read", "n=count:u8 pos", "n:u8,reg,st pos:x64,reg,st" },
	{ ENTRY, "unit_read", "$arg*",
	  "task:x64,reg,st buf:x64,reg,st count:u64,reg,st pos:x64,reg,st" },
	{ ENTRY, "unit_read", "$arg3", "arg1:x64,reg,st" },
	{ ENTRY | TYPED, "unit_read", "$arg3 $arg4:u8",
	  "count:u64,reg,st pos:u8,reg,st" },
	{ ENTRY | TYPED, "none", "$arg3", "arg1:x64,reg,st" },
	{ ENTRY | TYPED, "unit_read", "x=$arg3", "x:x64,reg,st" },
	{ ENTRY, "unit_read", "buf:string", "buf:string,reg,str" },
	{ ENTRY, "unit_read", "buf:ustring", "buf:ustring,reg,ustr" },
	{ ENTRY, "unit_read", "buf:symstr", "buf:symstr,reg,sym" },
	{ ENTRY, "unit_read", "task->comm:string", "arg1:string,reg,str" },
	{ ENTRY, "unit_read", "task->name:string", "arg1:string,reg,deref+104,str" },
	{ ENTRY, "unit_read", "task->name", "arg1:x64,reg,mem+104" },
	{ ENTRY, "unit_read", "task->comm", "arg1:x64,reg,mem" },
	{ ENTRY, "unit_read", "task->comm:u8[16]", "arg1:u8,reg,mem" },
	{ ENTRY, "unit_read", "task->comm[3]", "arg1:s8,reg,mem+3" },
	{ ENTRY, "unit_read", "task->table[2][3]", "arg1:s32,reg,mem+100" },
	{ ENTRY, "unit_read", "task->name[5]", "arg1:s8,reg,deref+104,mem+5" },
	{ ENTRY, "unit_read", "buf[5]", "arg1:s8,reg,mem+5" },
	{ ENTRY, "unit_read", "task[1]->deep", NULL },
	{ ENTRY, "unit_read", "task->deep", "arg1:u32,reg,mem+20" },
	{ ENTRY, "unit_read", "task->as_int", "arg1:s32,reg,mem+16" },
	{ ENTRY, "unit_read", "task->low", "arg1:u32,reg,mem+24<<29>>29" },
	{ ENTRY, "unit_read", "task->high", "arg1:u32,reg,mem+24<<22>>25" },
	{ ENTRY, "unit_read", "task->high:u8", "arg1:u8,reg,mem+24" },
	{ ENTRY, "unit_read", "task->list.prev->next",
	  "arg1:x64,reg,deref+40,mem" },
	{ ENTRY, "unit_read", "task->parent->parent->comm:string",
	  "arg1:string,reg,deref+48,deref+48,str" },
	{ ENTRY, "unit_read", "+8(task->parent)", "arg1:x64,reg,deref+48,mem+8" },
	{ ENTRY, "unit_read", "+0(task):u8", "arg1:u8,reg,mem" },
	{ ENTRY, "unit_values", "a b c", "a:s32,reg,st b:s32,reg,st c:s32,stack+6,st" },
	{ ENTRY, "unit_values", "pair block", "pair:x64,reg,st block:x64,stack+1,st" },
	{ ENTRY, "unit_mixed", "$arg*",
	  "a:s32,reg,st wide:u64,reg,st block:x64,stack+1,st b:s32,reg,st pair:x64,reg,st"
	  " c:s32,stack+4,st d:s32,stack+5,st e:s32,stack+6,st" },
	{ ENTRY, "unit_small", "box->tiny box->union box->float",
	  "arg1:x64,reg,mem+5<<40>>40 arg2:x64,reg,mem+8<<32>>32 arg3:x64,reg,mem+8" },
	{ ENTRY, "unit_small", "box->tiny:u8 tiny", "arg1:u8,reg,mem+5 tiny:x64,reg,stbits<<40>>40" },
	{ RETURN | TYPED, "unit_small", "$retval", "arg1:x64,reg,stbits<<40>>40" },
	{ RETURN, "unit_read", "$retval", "arg1:x64,reg,st" },
	{ RETURN | TYPED, "unit_read", "$retval", "arg1:s64,reg,st" },
	{ RETURN | TYPED, "unit_read", "$retval:x8", "arg1:x8,reg,st" },
	{ RETURN | TYPED, "none", "$retval", "arg1:x64,reg,st" },
	{ RETURN, "unit_read", "count task->deep",
	  "count:u64,entry,st arg2:u32,entry,mem+20" },
	{ PROBE_ON_TRACEPOINT, "btf_trace_unit", "$arg*",
	  "preempt:u8,tp,st next:x64,tp,st" },
	{ ENTRY, "unit_read", "(task)task->deep", "arg1:u32,reg,mem+20" },
	{ ENTRY, "unit_read", "(task)(buf)->deep", "arg1:u32,reg,mem+20" },
	{ ENTRY, "unit_read", "(task)(buf)->deep:x8", "arg1:x8,reg,mem+20" },
	{ ENTRY, "unit_read", "(task)$arg4->high", "arg1:u32,reg,mem+24<<22>>25" },
	{ ENTRY, "unit_read", "(task,list)pos->deep", "arg1:u32,reg,mem-12" },
	{ ENTRY, "unit_read", "(task,list.prev)pos->parent->comm:string",
	  "arg1:string,reg,deref+8,str" },
	{ ENTRY, "unit_read", "(task,deep)pos->parent->deep", "arg1:u32,reg,deref+28,mem+20" },
	{ ENTRY, "unit_read", "(task,list)pos->table[2][3]", "arg1:s32,reg,mem+68" },
	{ ENTRY, "unit_read", "(task,list)(task->list.next)->deep", "arg1:u32,reg,deref+32,mem-12" },
	{ ENTRY, "unit_read", "(box)((task)buf->parent)->union", "arg1:x64,reg,deref+48,mem+8<<32>>32" },
	{ ENTRY, "unit_read", "(task)((box,tiny)((task)pos->name)->float)->deep",
	  "arg1:u32,reg,deref+104,deref+3,mem+20" },
	{ ENTRY, "unit_read", "(task)+8(buf)->deep", "arg1:u32,reg,deref+8,mem+20" },
	{ ENTRY, "unit_read", "(task)-8((task)buf->parent)->deep",
	  "arg1:u32,reg,deref+48,deref-8,mem+20" },
	{ ENTRY, "unit_read", "+8((task)buf->parent)", "arg1:x64,reg,deref+48,mem+8" },
	{ ENTRY, "unit_read", "(task)@variable->deep", "arg1:u32,imm,deref,mem+20" },
	{ ENTRY, "unit_read", "(task)(@variable+8)->deep", "arg1:u32,imm,deref,mem+20" },
	{ ENTRY, "unit_read", "(task)\\8->deep", "arg1:u32,imm+8,mem+20" },
	{ ENTRY, "unit_read", "(task)$current->deep", "arg1:u32,current,mem+20" },
	{ ENTRY, "unit_read", "(task)this_cpu_ptr(@variable)->deep", "arg1:u32,imm,cpu,mem+20" },
	{ ENTRY, "unit_read", "(task)this_cpu_read(@variable)->deep", "arg1:u32,imm,cpu,deref,mem+20" },
	{ ENTRY, "unit_read", "this_cpu_read(@variable)", "arg1:x64,imm,cpu,mem" },
	{ ENTRY, "unit_read", "this_cpu_ptr(@variable)", "arg1:x64,imm,cpu,st" },
	{ ENTRY, "unit_read", "this_cpu_ptr(+0(@variable))", "arg1:x64,imm,deref,deref,cpu,st" },
	{ ENTRY, "unit_read", "x=this_cpu_read(count):u8[4]", "x:u8,reg,cpu,mem" },
	{ ENTRY, "unit_read", "this_cpu_read(buf):string", "arg1:string,reg,cpu,str" },
	{ ENTRY, "unit_read", "+8(this_cpu_ptr(buf)):u8", "arg1:u8,reg,cpu,mem+8" },
	{ ENTRY, "unit_read", "this_cpu_read((task,list)pos->name):u32", "arg1:u32,reg,deref+72,cpu,mem" },
	{ 0, "unit_read", "(task)%di->deep this_cpu_read(%di)", "arg1:u32,reg,mem+20 arg2:x64,reg,cpu,mem" },
	{ RETURN, "unit_read", "(task)$retval->deep", "arg1:u32,reg,mem+20" },
	{ RETURN, "unit_read", "(task,list)pos->deep", "arg1:u32,entry,mem-12" },
	{ PROBE_ON_TRACEPOINT, "btf_trace_unit", "(box)next->union", "arg1:x64,tp,mem+8<<32>>32" },
	{ PROBE_ON_EVENT, NULL, "(task)ptr->deep", "arg1:u32,field,mem+20" },
	{ PROBE_ON_EVENT, NULL, "(task)$ptr->deep", "arg1:u32,field,mem+20" },
	{ PROBE_ON_EVENT, NULL, "(task,list)(ptr)->deep", "arg1:u32,field,mem-12" },
	{ PROBE_ON_EVENT, NULL, "(box)((task)+8(ptr)->parent)->union",
	  "arg1:x64,field,deref+8,deref+48,mem+8<<32>>32" },
	{ PROBE_ON_EVENT, NULL, "this_cpu_read($ptr)", "arg1:x64,field,cpu,mem" },
	{ PROBE_ON_EVENT, NULL, "(task)this_cpu_ptr(ptr)->deep", "arg1:u32,field,cpu,mem+20" },
	{ PROBE_ON_EVENT, NULL, "x=(task)ptr->parent->comm:string",
	  "x:string,field,deref+48,str" },
	{ PROBE_ON_EVENT, NULL, "(task)ptr", "arg1:x64,field,st" },
	{ PROBE_ON_EVENT, NULL, "(tiny)ptr", "arg1:x64,field,st" },
	{ PROBE_ON_EVENT, NULL, "(box)ptr->tiny", "arg1:x64,field,mem+5<<40>>40" },
};

static void test_programs(void)
{
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		if (!cases[i].shown)
			continue;
		ret = parse(cases[i].flags, cases[i].function, cases[i].text);
		CHECK_STR(ret ? world_error_log : show(), cases[i].shown, cases[i].text);
		if (!ret)
			probe_args_put(args);
	}
}

/* The error's column is where '^' is in the text; '^' is removed before parsing. */
static const struct {
	unsigned int flags;
	const char *function, *text;
	int ret;
	enum probe_error error;
} errors[] = {
	{ ENTRY, "unit_read", "^hoge", -ENOENT, PROBE_NO_BTFARG },
	{ ENTRY, "unit_read", "x=^hoge:u8", -ENOENT, PROBE_NO_BTFARG },
	{ ENTRY, "none", "^hoge", -ENOENT, PROBE_NO_BTF_ENTRY },
	{ ENTRY, NULL, "^hoge", -ENOENT, PROBE_NO_BTF_ENTRY },
	{ ENTRY | TYPED, "unit_read", "^$arg10", -ENOENT, PROBE_NO_BTFARG },
	{ ENTRY | TYPED, "unit_read", "^$arg0", -EINVAL, PROBE_BAD_ARG_NUM },
	{ ENTRY | TYPED, "unit_read", "^$arg1x", -ENOENT, PROBE_BAD_VAR },
	{ ENTRY | TYPED, "unit_read", "^$argx", -EINVAL, PROBE_BAD_VAR },
	{ ENTRY, "unit_read", "$arg* ^$arg*", -EINVAL, PROBE_DOUBLE_ARGS },
	{ ENTRY, "unit_read", "args=^$arg*", -EINVAL, PROBE_BAD_VAR },
	{ ENTRY, "unit_read", "+0(^$arg*)", -EINVAL, PROBE_BAD_VAR },
	{ ENTRY, "none", "^$arg*", -EOPNOTSUPP, PROBE_NOSUP_BTFARG },
	{ 0, "unit_read", "^$arg*", -EINVAL, PROBE_NOFENTRY_ARGS },
	{ 0, "unit_read", "^$arg1", -EINVAL, PROBE_BAD_VAR },
	{ TYPED, "unit_read", "^$arg1", -EINVAL, PROBE_NOFENTRY_ARGS },
	{ 0, "unit_read", "^count", -EINVAL, PROBE_BAD_FETCH_ARG },
	{ TYPED, "unit_read", "^count", -EINVAL, PROBE_NOSUP_BTFARG },
	{ ENTRY, "unit_read", "task->^foo", -ENOENT, PROBE_NO_BTF_FIELD },
	{ ENTRY, "unit_read", "x=task->list.^foo:u8", -ENOENT, PROBE_NO_BTF_FIELD },
	{ ENTRY, "unit_read", "task^-.comm", -EINVAL, PROBE_BAD_HYPHEN },
	{ ENTRY, "unit_read", "task->list^-next", -EINVAL, PROBE_BAD_HYPHEN },
	{ ENTRY, "unit_read", "task.^comm", -EOPNOTSUPP, PROBE_NOSUP_DAT_ARG },
	{ ENTRY, "unit_read", "count->^comm", -EINVAL, PROBE_NO_PTR_STRCT },
	{ ENTRY, "unit_read", "task->list->^next", -EINVAL, PROBE_NO_PTR_STRCT },
	{ ENTRY, "unit_read", "pos->^comm", -EINVAL, PROBE_BAD_BTF_TID },
	{ ENTRY, "unit_read", "task->deep.^comm", -EINVAL, PROBE_BAD_BTF_TID },
	{ ENTRY, "unit_read", "^task:string", -EINVAL, PROBE_BAD_TYPE4STR },
	{ ENTRY, "unit_read", "x=task->list.^next:string", -EINVAL, PROBE_BAD_TYPE4STR },
	{ ENTRY, "unit_read", "task->table[^3]", -EINVAL, PROBE_BAD_ARRAY_NUM },
	{ ENTRY, "unit_read", "task->table[^]", -EINVAL, PROBE_BAD_ARRAY_NUM },
	{ ENTRY, "unit_read", "task->table[1^", -EINVAL, PROBE_ARRAY_NO_CLOSE },
	{ ENTRY, "unit_read", "task->table[1]^x", -EINVAL, PROBE_BAD_ARRAY_SUFFIX },
	{ ENTRY, "unit_read", "task->deep[^1]", -EINVAL, PROBE_NO_PTR_STRCT },
	{ ENTRY, "unit_mixed", "a ^empty", -EOPNOTSUPP, PROBE_NOSUP_DAT_ARG },
	{ ENTRY, "unit_values", "pair.^first", -EOPNOTSUPP, PROBE_NOSUP_DAT_ARG },
	{ ENTRY, "unit_read", "^$retval", -EINVAL, PROBE_RETVAL_ON_PROBE },
	{ RETURN, "unit_read", "^$retvalx", -EINVAL, PROBE_BAD_VAR },
	{ RETURN | TYPED, "unit_read", "^$retvalx", -ENOENT, PROBE_NO_BTFARG },
	{ RETURN | TYPED, "unit_values", "^$retval", -ENOENT, PROBE_NO_RETVAL },
	{ RETURN, "none", "$retval->^x", -ENOENT, PROBE_NO_BTF_ENTRY },
	{ RETURN, "unit_read", "$retval->^x", -EINVAL, PROBE_NO_PTR_STRCT },
	{ RETURN, "unit_read", "$retval.^x", -EOPNOTSUPP, PROBE_NOSUP_DAT_ARG },
	{ PROBE_ON_EVENT, NULL, "(^none)ptr->x", -EINVAL, PROBE_NO_PTR_STRCT },
	{ PROBE_ON_EVENT, NULL, "(task)^nofield->x", -EINVAL, PROBE_BAD_ATTACH_ARG },
	{ PROBE_ON_EVENT, NULL, "(task)ptr->^x", -ENOENT, PROBE_NO_BTF_FIELD },
	{ PROBE_ON_EVENT, NULL, "(task^", -EINVAL, PROBE_DEREF_OPEN_BRACE },
	{ PROBE_ON_EVENT, NULL, "(task)(^nofield)->x", -EINVAL, PROBE_BAD_ATTACH_ARG },
	{ PROBE_ON_EVENT, NULL, "(task,list)ptr^", -EINVAL, PROBE_TYPECAST_REQ_FIELD },
	{ PROBE_ON_EVENT, NULL, "(task)(ptr)^", -EINVAL, PROBE_TYPECAST_REQ_FIELD },
	{ PROBE_ON_EVENT, NULL, "this_cpu_read(^ptr)", -EINVAL, PROBE_BAD_FETCH_ARG },
	{ ENTRY, "unit_read", "(task^", -EINVAL, PROBE_DEREF_OPEN_BRACE },
	{ ENTRY, "unit_read", "(task)task^", -EINVAL, PROBE_TYPECAST_REQ_FIELD },
	{ ENTRY, "unit_read", "(task)task-deep^", -EINVAL, PROBE_TYPECAST_REQ_FIELD },
	{ ENTRY, "unit_read", "(task)task.deep^", -EINVAL, PROBE_TYPECAST_REQ_FIELD },
	{ ENTRY, "unit_read", "(task)^", -EINVAL, PROBE_TYPECAST_REQ_FIELD },
	{ ENTRY, "unit_read", "x=(task)(task)^.deep", -EINVAL, PROBE_TYPECAST_REQ_FIELD },
	{ ENTRY, "unit_read", "(task)^(task->deep", -EINVAL, PROBE_DEREF_OPEN_BRACE },
	{ ENTRY, "unit_read", "(task)^((task)buf->deep", -EINVAL, PROBE_DEREF_OPEN_BRACE },
	{ ENTRY, "unit_read", "(task)(box)^task->deep", -EINVAL, PROBE_TYPECAST_REQ_FIELD },
	{ ENTRY, "unit_read", "(task)^+8->deep", -EINVAL, PROBE_DEREF_NEED_BRACE },
	{ ENTRY, "unit_read", "(task)+8(task->deep^", -EINVAL, PROBE_DEREF_OPEN_BRACE },
	{ ENTRY, "unit_read", "(task)+8(task)^", -EINVAL, PROBE_TYPECAST_REQ_FIELD },
	{ ENTRY, "unit_read", "(task)this_cpu_ptr(task)^.deep", -EINVAL, PROBE_TYPECAST_REQ_FIELD },
	{ ENTRY, "unit_read", "(task)^@variable+8->deep", -EINVAL, PROBE_TYPECAST_SYM_OFFSET },
	{ ENTRY, "unit_read", "(task)^@variable-8->deep", -EINVAL, PROBE_TYPECAST_SYM_OFFSET },
	{ ENTRY, "unit_read", "(task)^$comm->deep", -EINVAL, PROBE_COMM_CANT_DEREF },
	{ ENTRY, "unit_read", "(task)^none->deep", -ENOENT, PROBE_NO_BTFARG },
	{ ENTRY, "unit_read", "(none)^none->deep", -ENOENT, PROBE_NO_BTFARG },
	{ ENTRY, "unit_read", "(task)(^task->deep)->comm", -EINVAL, PROBE_NO_PTR_STRCT },
	{ ENTRY, "unit_read", "(task)(^task->low)->comm", -EINVAL, PROBE_NO_PTR_STRCT },
	{ ENTRY, "unit_read", "(task)task->^none", -ENOENT, PROBE_NO_BTF_FIELD },
	{ ENTRY, "unit_read", "(task,list)task->list.^none", -ENOENT, PROBE_NO_BTF_FIELD },
	{ ENTRY, "unit_read", "x=(^none)task->deep", -EINVAL, PROBE_NO_PTR_STRCT },
	{ ENTRY, "unit_read", "(^)task->deep", -EINVAL, PROBE_NO_PTR_STRCT },
	{ ENTRY, "unit_read", "(^none,list)task->deep", -EINVAL, PROBE_NO_PTR_STRCT },
	{ ENTRY, "unit_read", "x=(task,^none)task->deep", -ENOENT, PROBE_NO_BTF_FIELD },
	{ ENTRY, "unit_read", "(task,^)task->deep", -ENOENT, PROBE_NO_BTF_FIELD },
	{ ENTRY, "unit_read", "(task,list.^none)task->deep", -ENOENT, PROBE_NO_BTF_FIELD },
	{ ENTRY, "unit_read", "(task,^table[1])task->deep", -ENOENT, PROBE_NO_BTF_FIELD },
	{ ENTRY, "unit_read", "(task,list.next^->prev)task->deep", -EINVAL, PROBE_TYPECAST_BAD_ARROW },
	{ ENTRY, "unit_read", "(task,list^-next)task->deep", -EINVAL, PROBE_BAD_HYPHEN },
	{ ENTRY, "unit_read", "(task,^high)task->deep", -EINVAL, PROBE_TYPECAST_NOT_ALIGNED },
	{ ENTRY, "unit_read", "(task)task->comm:^b0@0/8", -EINVAL, PROBE_BAD_BITFIELD },
	{ ENTRY, "unit_read", "^$current->deep", -EINVAL, PROBE_NO_PTR_STRCT },
	{ ENTRY, "unit_read", "$current^-deep", -EINVAL, PROBE_BAD_HYPHEN },
	{ ENTRY, "unit_read", "^$current.deep", -EINVAL, PROBE_BAD_VAR },
	{ PROBE_ON_USER, NULL, "^(task)%di->deep", -EOPNOTSUPP, PROBE_NOSUP_BTFARG },
	{ PROBE_ON_USER, NULL, "^this_cpu_read(%di)", -EINVAL, PROBE_NOSUP_PERCPU },
	{ PROBE_ON_USER, NULL, "+0(^this_cpu_ptr(%di))", -EINVAL, PROBE_NOSUP_PERCPU },
	{ PROBE_ON_USER, NULL, "^$current->deep", -EINVAL, PROBE_BAD_VAR },
	{ ENTRY, "unit_read", "this_cpu_read(task^", -EINVAL, PROBE_DEREF_OPEN_BRACE },
	{ ENTRY, "unit_read", "this_cpu_read(^)", -EINVAL, PROBE_BAD_FETCH_ARG },
	{ ENTRY, "unit_read", "x=this_cpu_read(^none)", -ENOENT, PROBE_NO_BTFARG },
	{ ENTRY, "unit_read", "this_cpu_ptr(^%none)", -EINVAL, PROBE_BAD_REG_NAME },
	{ ENTRY, "unit_read", "this_cpu_ptr(^$comm)", -EINVAL, PROBE_COMM_CANT_DEREF },
	{ ENTRY, "unit_read", "this_cpu_ptr(task)^->deep", -EINVAL, PROBE_BAD_FETCH_ARG },
	{ ENTRY, "unit_read", "this_cpu_ptr(@variable):^string", -EINVAL, PROBE_BAD_STRING },
	{ ENTRY, "unit_read", "this_cpu_ptr(@variable):^u8[2]", -EINVAL, PROBE_BAD_STRING },
	{ ENTRY, "unit_read", "^this_cpu_writ(task)", -ENOENT, PROBE_NO_BTFARG },
	{ 0, "unit_read", "(task)^task->deep", -EINVAL, PROBE_BAD_FETCH_ARG },
};

static void check_error(unsigned int flags, const char *function, const char *text,
			int wanted, enum probe_error error)
{
	const char *caret = strchr(text, '^');
	char without[256], log[256];
	int ret;

	sprintf(without, "%.*s%s", (int)(caret - text), text, caret + 1);
	ret = parse(flags, function, without);
	if (ret != wanted)
		check_failed(__FILE__, __LINE__, "%s: %d, not %d", text, ret, wanted);
	if (!ret)
		probe_args_put(args);
	sprintf(log, "%u %s\n", (int)(strlen("p place ") + (caret - text)),
		probe_error_texts[error]);
	CHECK_STR(world_error_log, log, text);
}

static void test_errors(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(errors); i++)
		check_error(errors[i].flags, errors[i].function, errors[i].text,
			    errors[i].ret, errors[i].error);
}

static void test_missing(void)
{
	btf_stub_missing = true;
	check_error(ENTRY, "unit_read", "^count", -EOPNOTSUPP, PROBE_NOSUP_BTFARG);
	check_error(ENTRY, "unit_read", "x=^task->comm", -EOPNOTSUPP, PROBE_NOSUP_BTFARG);
	check_error(ENTRY, "unit_read", "^$arg*", -EOPNOTSUPP, PROBE_NOSUP_BTFARG);
	check_error(RETURN, "unit_read", "$retval->^x", -EOPNOTSUPP, PROBE_NOSUP_BTFARG);
	check_error(PROBE_ON_EVENT, NULL, "^(task)ptr->x", -EOPNOTSUPP, PROBE_NOSUP_BTFARG);
	check_error(ENTRY, "unit_read", "^(task)%di->x", -EOPNOTSUPP, PROBE_NOSUP_BTFARG);
	check_error(ENTRY, "unit_read", "^$current->x", -EOPNOTSUPP, PROBE_NOSUP_BTFARG);
	CHECK_EQ(parse(RETURN | TYPED, "unit_read", "$retval $arg1"), 0);
	CHECK_STR(show(), "arg1:x64,reg,st arg2:x64,entry,st", "no types");
	probe_args_put(args);
	btf_stub_missing = false;
}

const struct test tests[] = {
	{ "arguments of the kernel's types are parsed into programs", test_programs },
	{ "errors have the kernel's errno, text and column", test_errors },
	{ "without types, arguments that need them are refused", test_missing },
	{}
};
