// SPDX-License-Identifier: GPL-2.0
/*
 * Runs the programs of a probe's arguments, see fetch.h.
 *
 * Most arguments are a register that is stored unchanged. The loop in
 * fetch_args() handles them inline, and calls functions for everything else.
 */
#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../../compat/compiler.h"
#include "../../compat/unaligned.h"
#include "../../event/hot/memory.h"
#include "../../event/hot/scratch.h"
#include "../../event/record.h"
#include "../fetch.h"
#include "fault_in.h"
#include "fetch.h"

/**
 * struct fetch - a record that is being filled in
 * @from: where the values come from
 * @record: the record
 * @fields: the first argument's field in @record
 * @len: length of the record so far, in bytes
 * @space: size of @record, in bytes
 */
struct fetch {
	const struct fetch_source *from;
	void *record;
	void *fields;
	unsigned int len;
	unsigned int space;
};

/* Time limit for all arguments of a hit in user code to fault in memory. */
#define WAIT_MAX	HZ

/*
 * Faults in a page of user memory, with a time limit: during a hit, the kernel
 * holds the breakpoint's lock, and tasks that enable or disable events there
 * wait for it.
 */
static bool bring_page(const struct fetch_source *from, unsigned long address)
{
	const unsigned long now = jiffies;

	if (!*from->wait_end)
		*from->wait_end = (now + WAIT_MAX) | 1;
	return time_before(now, *from->wait_end) &&
	       fault_in(address, *from->wait_end - now);
}

static bool read_present(void *to, unsigned long address, unsigned int size)
{
	bool ret;

	pagefault_disable();
	ret = !copy_from_user(to, (const void __user *)address, size);
	pagefault_enable();
	return ret;
}

/*
 * Faults in the first missing page from *@page to @end, and advances *@page
 * past it. Returns false if none is missing, or if the fault fails.
 */
static noinline bool bring_next(const struct fetch_source *from,
				unsigned long *page, unsigned long end)
{
	unsigned long at = *page;
	char byte;

	while (at < end && read_present(&byte, at, sizeof(byte)))
		at = (at & PAGE_MASK) + PAGE_SIZE;
	*page = (at & PAGE_MASK) + PAGE_SIZE;
	return at < end && bring_page(from, at);
}

/* Reads user memory in a hit that may sleep. */
static long read_waiting(const struct fetch_source *from, void *to,
			 unsigned long address, unsigned int size)
{
	unsigned long page = address;

	while (!read_present(to, address, size))
		if (!bring_next(from, &page, address + size))
			return -EFAULT;
	return 0;
}

static int read_string_waiting(const struct fetch_source *from, char *to,
			       unsigned long address, unsigned int space)
{
	unsigned long page = address;
	long len;

	for (;;) {
		pagefault_disable();
		len = strncpy_from_user(to, (const char __user *)address, space);
		pagefault_enable();
		if (len >= 0)
			return len;
		if (!bring_next(from, &page, address + space))
			return -EFAULT;
	}
}

static long read_user(const struct fetch_source *from, void *to,
		      unsigned long address, unsigned int size)
{
	if (from->wait_end)
		return read_waiting(from, to, address, size);
	return memory_read(to, address, size, true);
}

/* A probe in user code (with @wait_end) must not read kernel memory. */
static long read_any(const struct fetch_source *from, void *to,
		     unsigned long address, unsigned int size, bool user)
{
	if (user || from->wait_end || memory_is_user(address))
		return read_user(from, to, address, size);
	return memory_read(to, address, size, false);
}

static int fetch_read_string(const struct fetch_source *from, char *to,
			     unsigned long address, unsigned int space,
			     bool user)
{
	if (from->wait_end)
		return read_string_waiting(from, to, address, space);
	return memory_read_string(to, address, space, user || memory_is_user(address));
}

static unsigned long stack_pointer(const struct fetch_source *from)
{
	return from->regs ? kernel_stack_pointer(from->regs) : from->stack;
}

/* Returns word @n of the stack, or 0 beyond the end of the stack. */
static u64 stack_word(const struct fetch_source *from, unsigned long n)
{
	const unsigned long top = stack_pointer(from);
	const unsigned long address = top + n * sizeof(long);
	unsigned long word;

	if (!from->wait_end && address >= TASK_SIZE_MAX &&
	    (address ^ top) & ~(THREAD_SIZE - 1))
		return 0;
	return read_any(from, &word, address, sizeof(word), false) ? 0 : word;
}

static u64 load_field(const struct fetch_op *op, const void *at)
{
	u64 value = 0;

	switch (op->size) {
	case 1:
		return op->is_signed ? *(const s8 *)at : *(const u8 *)at;
	case 2:
		return op->is_signed ? get_unaligned((const s16 *)at) :
				       get_unaligned((const u16 *)at);
	case 4:
		/* Cast to s64, because the type of s32 : u32 is unsigned. */
		return op->is_signed ? (s64)get_unaligned((const s32 *)at) :
				       get_unaligned((const u32 *)at);
	default:
		memcpy(&value, at, op->size);
		return value;
	}
}

static u64 fetch_load_indexed(const struct fetch_source *from,
			      const struct fetch_op *op)
{
	u64 address = op->imm, value;

	if (op->param != FETCH_NO_REG)
		address += fetch_load_register(from->regs, op->param);
	if (op->right != FETCH_NO_REG)
		address += fetch_load_register(from->regs, op->right)
			   << op->left;
	/* 32-bit addresses wrap around, so keep the low 32 bits. */
	if (op->count == sizeof(u32))
		address = (u32)address;
	if (!op->size)
		return address;
	return read_user(from, &value, address, op->size) ? 0 :
							    load_field(op, &value);
}

static struct data_loc field_data(const struct fetch_op *op, const void *record)
{
	const u32 *word = record + op->param;

	return op->code == FETCH_FIELD_DATA ? data_loc(record, word) :
					      rel_loc(word);
}

/* Runs all loads except FETCH_REG. */
static noinline u64 fetch_load(const struct fetch_source *from,
			       const struct fetch_op *op)
{
	switch (op->code) {
	case FETCH_REG_PART:
		return load_field(op, (const void *)from->regs + op->param);
	case FETCH_INDEXED:
		return fetch_load_indexed(from, op);
	case FETCH_ENTRY:
		return from->entry[op->param];
	case FETCH_DURATION:
		return from->duration;
	case FETCH_TP_ARG:
		return from->tp_args[op->param];
	case FETCH_FIELD:
		return load_field(op, from->record + op->param);
	case FETCH_STACK:
		return stack_word(from, op->imm);
	case FETCH_STACKP:
		return stack_pointer(from);
	case FETCH_RETVAL:
		return regs_return_value(from->regs);
	case FETCH_COMM:
		return (unsigned long)current->comm;
	case FETCH_CURRENT:
		return (unsigned long)current;
	case FETCH_IMM:
	case FETCH_TEXT:
		return READ_ONCE(op->imm);
	case FETCH_FILE_OFFSET:
		return from->file_base + op->imm;
	case FETCH_FIELD_CHARS:
		return (unsigned long)from->record + op->param;
	case FETCH_FIELD_DATA:
	case FETCH_FIELD_REL_DATA:
		return (unsigned long)field_data(op, from->record).data;
	default:
		return 0;
	}
}

static void shift_bits(const struct fetch_op *op, void *at)
{
	u64 value = 0;

	if (!op->right)
		return;
	switch (op->size) {
	case 1:
		value = (u8)(*(u8 *)at << op->left);
		break;
	case 2:
		value = (u16)(get_unaligned((u16 *)at) << op->left);
		break;
	case 4:
		value = (u32)(get_unaligned((u32 *)at) << op->left);
		break;
	default:
		value = get_unaligned((u64 *)at) << op->left;
	}
	fetch_store_number(at, value >> op->right, op->size);
}

static void store_memory(struct fetch *fetch, const struct fetch_op *op,
			 void *to, u64 address)
{
	const bool user = op->code == FETCH_STORE_UMEM;
	unsigned int i = 0;

	do {
		if (read_any(fetch->from, to, address + op->imm, op->size,
			     user))
			memset(to, 0, op->size);
		shift_bits(op, to);
		to += op->size;
		address += op->size;
	} while (++i < op->count);
}

/* What safe_length() returns for memory that may be missing. */
#define NOT_SAFE	(-1)

/* Returns the length of the memory whose address @op loads, or NOT_SAFE. */
static int safe_length(const struct fetch *fetch, const struct fetch_op *op)
{
	switch (op->code) {
	case FETCH_COMM:
		return TASK_COMM_LEN;
	case FETCH_TEXT:
		return PROBE_STRING_MAX;
	case FETCH_FIELD_CHARS:
		return op->imm;
	case FETCH_FIELD_DATA:
	case FETCH_FIELD_REL_DATA:
		return field_data(op, fetch->from->record).len;
	default:
		return NOT_SAFE;
	}
}

/* Adds @len bytes for a string to the record. Returns its __data_loc word. */
static u32 add_string(struct fetch *fetch, unsigned int len)
{
	const u32 word = DATA_LOC(fetch->len, len);

	fetch->len += len;
	return word;
}

/* Copies a string from @safe bytes that are known to be present. */
static int copy_safe(char *to, const char *string, unsigned int space,
		     unsigned int safe)
{
	const unsigned int len = strnlen(string, min(space, safe));

	memcpy(to, string, len);
	return len;
}

static u32 fetch_put_string(struct fetch *fetch, u64 address, bool user,
			    int safe)
{
	unsigned int space = fetch->space - fetch->len;
	char *to = fetch->record + fetch->len;
	int len;

	if (!space)
		return add_string(fetch, 0);
	space = min_t(unsigned int, space, PROBE_STRING_MAX) - 1;
	if (safe >= 0)
		len = copy_safe(to, (const char *)(unsigned long)address, space,
				safe);
	else
		len = fetch_read_string(fetch->from, to, address, space, user);
	if (len < 0)
		return add_string(fetch, 0);
	to[len] = '\0';
	return add_string(fetch, len + 1);
}

static u32 put_symbol_by(struct fetch *fetch, u64 address, char *text)
{
	const unsigned int space = fetch->space - fetch->len;
	char *to = fetch->record + fetch->len;
	unsigned int len;

	if (!space)
		return add_string(fetch, 0);
	len = sprint_symbol(text, address);
	len = min(len, space - 1);
	memcpy(to, text, len);
	to[len] = '\0';
	return add_string(fetch, len + 1);
}

/*
 * A hit in user code may move to another CPU, so it cannot use scratch memory.
 * But nearly the whole stack is free.
 */
static noinline u32 put_symbol_in_task(struct fetch *fetch, u64 address)
{
	char text[KSYM_SYMBOL_LEN] __uninitialized;

	return put_symbol_by(fetch, address, text);
}

static u32 fetch_put_symbol(struct fetch *fetch, u64 address)
{
	char *text;
	u32 word;

	if (fetch->from->wait_end)
		return put_symbol_in_task(fetch, address);
	text = scratch_alloc(KSYM_SYMBOL_LEN);
	if (!text)
		return add_string(fetch, 0);
	word = put_symbol_by(fetch, address, text);
	scratch_free(KSYM_SYMBOL_LEN);
	return word;
}

/*
 * Stores an array of strings. @op follows the pointers; the first pointer is at
 * @pointer plus op->imm.
 */
static void store_strings(struct fetch *fetch, const struct fetch_op *op,
			  u32 *to, u64 pointer)
{
	const bool user = op->code == FETCH_UDEREF;
	const struct fetch_op *store = op + 1;
	unsigned long address;
	unsigned int i;

	for (i = 0; i < store->count; i++) {
		u32 word = DATA_LOC(fetch->len, 0);

		if (!read_any(fetch->from, &address, pointer + op->imm,
			      sizeof(address), user))
			word = fetch_put_string(fetch, address + store->imm,
						store->code == FETCH_STORE_USTRING,
						NOT_SAFE);
		put_unaligned(word, to++);
		pointer += sizeof(address);
	}
}

/* Stores zeros or empty strings, because a pointer could not be followed. */
static void store_nothing(struct fetch *fetch, const struct fetch_op *op,
			  void *to)
{
	unsigned int i = 0;

	do {
		if (op->code >= FETCH_STORE_STRING)
			fetch_store_number(to, add_string(fetch, 0), op->size);
		else
			memset(to, 0, op->size);
		to += op->size;
	} while (++i < op->count);
}

/* Runs an operation that stores; @value is the result of the one before. */
static void fetch_store(struct fetch *fetch, const struct fetch_op *op,
			void *to, u64 value)
{
	int safe;

	switch (op->code) {
	case FETCH_STORE:
	case FETCH_STORE_BITS:
		fetch_store_number(to, value, op->size);
		shift_bits(op, to);
		break;
	case FETCH_STORE_MEM:
	case FETCH_STORE_UMEM:
		store_memory(fetch, op, to, value);
		break;
	case FETCH_STORE_SYMBOL:
		fetch_store_number(to, fetch_put_symbol(fetch, value), op->size);
		break;
	default:
		/* An array of strings is stored where its pointers are followed. */
		if (op->count) {
			store_nothing(fetch, op, to);
			break;
		}
		/* With an offset, the address may be outside the string. */
		safe = op->imm ? NOT_SAFE : safe_length(fetch, op - 1);
		fetch_store_number(to,
				   fetch_put_string(fetch, value + op->imm,
						    op->code == FETCH_STORE_USTRING,
						    safe),
				   op->size);
	}
}

/* Stores nothing for a program that fails at @op, and returns the next program. */
static const struct fetch_op *fetch_nothing(struct fetch *fetch, const struct fetch_op *op)
{
	while (op->code < FETCH_STORE)
		op++;
	store_nothing(fetch, op, fetch->fields + op->param);
	return op + 1;
}

static bool is_deref(const struct fetch_op *op)
{
	return op->code == FETCH_DEREF || op->code == FETCH_UDEREF;
}

static u64 this_cpu_address(unsigned long variable)
{
	return variable ? (unsigned long)this_cpu_ptr((void __percpu *)variable) : 0;
}

/* Follows pointers, stores the result, and returns the next program. */
static noinline const struct fetch_op *fetch_finish(struct fetch *fetch,
						    const struct fetch_op *op,
						    u64 value)
{
	unsigned long word;

repeat:
	for (; is_deref(op); op++) {
		/* An array of strings contains a pointer for each string. */
		if (op[1].count && op[1].code >= FETCH_STORE_STRING) {
			store_strings(fetch, op, fetch->fields + op[1].param,
				      value);
			return op + 2;
		}
		if (read_any(fetch->from, &word, value + op->imm, sizeof(word),
			     op->code == FETCH_UDEREF))
			return fetch_nothing(fetch, op);
		value = word;
	}
	if (unlikely(op->code == FETCH_THIS_CPU)) {
		value = this_cpu_address(value);
		op++;
		goto repeat;
	}
	fetch_store(fetch, op, fetch->fields + op->param, value);
	return op + 1;
}

unsigned int fetch_args(const struct probe_args *args,
			const struct fetch_source *from, void *record,
			unsigned int head, unsigned int space)
{
	struct fetch fetch = {
		.from = from,
		.record = record,
		.fields = record + head,
		.len = head + args->size,
		.space = space,
	};
	const struct pt_regs *regs = from->regs;
	const struct fetch_op *op = args->ops;
	void *fields = fetch.fields;
	u64 value;

	while (op->code != FETCH_END) {
		if (likely(op->code == FETCH_REG))
			value = fetch_load_register(regs, op->param);
		else
			value = fetch_load(from, op);
		op++;
		if (likely(op->code == FETCH_STORE)) {
			fetch_store_number(fields + op->param, value, op->size);
			op++;
		} else {
			op = fetch_finish(&fetch, op, value);
		}
	}
	return fetch.len;
}

void fetch_entry(const struct probe_args *args, struct pt_regs *regs,
		 unsigned long *words)
{
	const struct fetch_source from = { .regs = regs };
	unsigned int i;

	for (i = 0; i < args->entry_words; i++) {
		const struct fetch_op *op = &args->entry[i];

		words[i] = op->code == FETCH_REG ?
				   fetch_load_register(regs, op->param) :
				   fetch_load(&from, op);
	}
}
