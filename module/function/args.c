// SPDX-License-Identifier: GPL-2.0
/* Prints the arguments of calls of functions, see functions.h. */
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "../compat/regs.h"
#include "../print/trace_iter.h"
#include "../probe/btf_read.h"
#include "../record/internal_events.h"
#include "functions.h"

/* Cuts a register down to the bits of a type, because its other bits may be garbage. */
static unsigned long args_narrow(unsigned long value, unsigned int bits, bool is_signed)
{
	const unsigned int shift = bits && bits < BITS_PER_LONG ? BITS_PER_LONG - bits : 0;

	value <<= shift;
	return is_signed ? (long)value >> shift : value >> shift;
}

static void put_enumerator(struct trace_seq *s, const struct btf_blob *blob,
			   u32 type, unsigned long value)
{
	const bool is_signed = *btf_natural_type(blob, type) == 's';
	const char *name;

	value = args_narrow(value, btf_id_bytes(blob, type) * 8, is_signed);
	name = btf_id_enumerator(blob, type, value);
	trace_seq_printf(s, "%ld", value);
	if (name)
		trace_seq_printf(s, " [%s]", name);
}

/* The kernel's names of the types that are printed as words, or by their address. */
static const char *const form_names[BTF_FORMS] = {
	[BTF_FORM_INT] = "INT",
	[BTF_FORM_ARRAY] = "ARRAY",
	[BTF_FORM_STRUCT] = "STRUCT",
	[BTF_FORM_UNION] = "UNION",
	[BTF_FORM_FORWARD] = "FWD",
	[BTF_FORM_FUNCTION] = "FUNC",
	[BTF_FORM_PROTOTYPE] = "FUNC_PROTO",
	[BTF_FORM_VARIABLE] = "VAR",
	[BTF_FORM_SECTION] = "DATASEC",
	[BTF_FORM_FLOAT] = "FLOAT",
	[BTF_FORM_DECL_TAG] = "DECL_TAG",
	[BTF_FORM_ENUM64] = "ENUM64",
};

/* Prints all words of a value that has no simpler form, such as a struct. */
static void put_words(struct trace_seq *s, const struct btf_blob *blob,
		      u32 type, const unsigned long *args, unsigned int reg)
{
	const u32 size = btf_id_bytes(blob, type);
	u32 at = 0;

	trace_seq_printf(s, "(%s)[", form_names[btf_id_form(blob, type)]);
	do {
		if (at)
			trace_seq_putc(s, ':');
		if (reg == FUNCTION_ARGS) {
			trace_seq_puts(s, "...");
			break;
		}
		trace_seq_printf(s, "0x%lx", args_narrow(args[reg++], (size - at) * 8, false));
		at += sizeof(long);
	} while (at < size);
	trace_seq_putc(s, ']');
}

static void args_put_value(struct trace_seq *s, const struct btf_blob *blob,
			   u32 type, const unsigned long *args, unsigned int reg)
{
	struct btf_integer integer;

	switch (btf_id_form(blob, type)) {
	case BTF_FORM_VOID:
	case BTF_FORM_NONE:
		trace_seq_putc(s, '?');
		fallthrough;
	case BTF_FORM_POINTER:
		trace_seq_printf(s, "0x%lx", args[reg]);
		break;
	case BTF_FORM_INT:
		btf_id_integer(blob, type, &integer);
		if (integer.bits > BITS_PER_LONG)
			put_words(s, blob, type, args, reg);
		else
			trace_seq_printf(s, integer.is_signed ? "%ld" : "0x%lx",
					 args_narrow(args[reg], integer.bits, integer.is_signed));
		break;
	case BTF_FORM_ENUM:
		put_enumerator(s, blob, type, args[reg]);
		break;
	default:
		put_words(s, blob, type, args, reg);
	}
}

/* Prints an argument, or "..." if it is in no register that was recorded. */
static void args_put_one(struct trace_seq *s, const struct btf_prototype *prototype,
			 u32 nr, const struct btf_calls *calls,
			 const unsigned long *args)
{
	bool by_address;
	u32 type;
	int reg;

	trace_seq_printf(s, "%s=", btf_parameter(prototype, nr, &type));
	reg = btf_argument_register(prototype, nr, calls, &by_address);
	type = btf_id_strip(prototype->blob, type);
	if (reg < 0 || reg >= FUNCTION_ARGS)
		trace_seq_puts(s, "...");
	else if (by_address)
		trace_seq_printf(s, "(%s)@0x%lx",
				 form_names[btf_id_form(prototype->blob, type)], args[reg]);
	else
		args_put_value(s, prototype->blob, type, args, reg);
}

static void args_put_all(struct trace_seq *s,
			 const struct btf_prototype *prototype,
			 const unsigned long *args)
{
	const struct btf_calls calls = {
		.registers = regs_nr_arguments(),
		.by_address = regs_pass_addresses(),
	};
	u32 nr;

	for (nr = 0; nr < prototype->nr; nr++) {
		if (nr)
			trace_seq_puts(s, ", ");
		if (nr == FUNCTION_ARGS) {
			trace_seq_puts(s, "...");
			return;
		}
		args_put_one(s, prototype, nr, &calls, args);
	}
}

/* Sets @name to "MODULE:FUNCTION" or "vmlinux:FUNCTION"; FUNCTION alone may be ambiguous. */
static void args_name(unsigned long ip, char name[MODULE_NAME_LEN + KSYM_SYMBOL_LEN])
{
	char symbol[KSYM_SYMBOL_LEN], *module;

	/* "FUNCTION" or "FUNCTION [MODULE]" */
	sprint_symbol_no_offset(symbol, ip);
	module = strstr(symbol, " [");
	if (module) {
		*module = '\0';
		module += 2;
		module[strcspn(module, "]")] = '\0';
	}
	snprintf(name, MODULE_NAME_LEN + KSYM_SYMBOL_LEN, "%s:%s", module ?: "vmlinux", symbol);
}

static void args_put_call(struct trace_iter *iter, unsigned long ip,
			  const unsigned long *args)
{
	struct btf_prototype prototype;
	char name[MODULE_NAME_LEN + KSYM_SYMBOL_LEN];

	args_name(ip, name);
	trace_seq_putc(&iter->seq, '(');
	if (btf_find_function(name, &prototype))
		args_put_all(&iter->seq, &prototype, args);
	trace_seq_putc(&iter->seq, ')');
}

static const struct trace_line_args args_lines = {
	.lock = btf_lock,
	.unlock = btf_unlock,
	.put = args_put_call,
};

void function_args_expect(void)
{
	WRITE_ONCE(trace_line_args, &args_lines);
}
