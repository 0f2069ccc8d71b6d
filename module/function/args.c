// SPDX-License-Identifier: GPL-2.0
/* Prints the arguments of calls of functions, see functions.h. */
#include <linux/kallsyms.h>
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "../print/trace_iter.h"
#include "../probe/btf_read.h"
#include "../record/internal_events.h"
#include "functions.h"

static void put_enumerator(struct trace_seq *s, const struct btf_blob *blob,
			   u32 type, unsigned long value)
{
	const char *name = btf_id_enumerator(blob, type, value);

	trace_seq_printf(s, "%ld", value);
	if (name)
		trace_seq_printf(s, " [%s]", name);
}

/* The kernel's names of the types that put_words() prints. */
static const char *const form_names[BTF_FORMS] = {
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

/*
 * Prints all words of a value that has no simpler form, such as a struct, and advances
 * @reg to the last one. Returns false if some words are not in registers.
 */
static bool put_words(struct trace_seq *s, const struct btf_blob *blob,
		      u32 type, const unsigned long *args, unsigned int *reg)
{
	const u32 size = btf_id_bytes(blob, type);
	u32 at;

	trace_seq_printf(s, "(%s)[0x%lx", form_names[btf_id_form(blob, type)],
			 args[*reg]);
	for (at = sizeof(long); at < size; at += sizeof(long)) {
		trace_seq_putc(s, ':');
		if (++*reg == FUNCTION_ARGS) {
			trace_seq_puts(s, "...]");
			return false;
		}
		trace_seq_printf(s, "0x%lx", args[*reg]);
	}
	trace_seq_putc(s, ']');
	return true;
}

static bool args_put_value(struct trace_seq *s, const struct btf_blob *blob,
			   u32 type, const unsigned long *args,
			   unsigned int *reg)
{
	struct btf_integer integer;

	type = btf_id_strip(blob, type);
	switch (btf_id_form(blob, type)) {
	case BTF_FORM_VOID:
	case BTF_FORM_NONE:
		trace_seq_putc(s, '?');
		fallthrough;
	case BTF_FORM_POINTER:
		trace_seq_printf(s, "0x%lx", args[*reg]);
		break;
	case BTF_FORM_INT:
		btf_id_integer(blob, type, &integer);
		trace_seq_printf(s, integer.is_signed ? "%ld" : "0x%lx",
				 args[*reg]);
		break;
	case BTF_FORM_ENUM:
		put_enumerator(s, blob, type, args[*reg]);
		break;
	default:
		return put_words(s, blob, type, args, reg);
	}
	return true;
}

static void args_put_all(struct trace_seq *s,
			 const struct btf_prototype *prototype,
			 const unsigned long *args)
{
	unsigned int reg = 0;
	const char *name;
	u32 nr, type;

	for (nr = 0; nr < prototype->nr; nr++, reg++) {
		if (nr)
			trace_seq_puts(s, ", ");
		if (reg == FUNCTION_ARGS) {
			trace_seq_puts(s, "...");
			return;
		}
		name = btf_parameter(prototype, nr, &type);
		trace_seq_printf(s, "%s=", name);
		if (!args_put_value(s, prototype->blob, type, args, &reg))
			return;
	}
}

static void args_put_call(struct trace_iter *iter, unsigned long ip,
			  const unsigned long *args)
{
	struct btf_prototype prototype;
	char name[KSYM_SYMBOL_LEN];
	char *module;

	sprint_symbol_no_offset(name, ip);
	module = strchr(name, ' ');
	if (module)
		*module = '\0';
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
