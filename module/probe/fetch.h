/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments of probes: how the fields of a record are fetched.
 *
 * A definition such as "p vfs_read count=%dx buf=+0(%si):string" has arguments.
 * Each becomes a field of the event, and a short program that hits run
 * (hot/fetch.c): load a value, follow pointers, store the value as the field's
 * type. arg.c makes the programs; they do not change afterwards.
 */
#ifndef HISTRIG_PROBE_FETCH_H
#define HISTRIG_PROBE_FETCH_H

#include <linux/kernel.h>
#include <linux/kref.h>
#include <linux/types.h>

/* Limits, as in the kernel. */
#define PROBE_ARGS_MAX		128	/* arguments of a probe */
#define PROBE_ARRAY_MAX		64	/* elements of an array */
#define PROBE_TEXT_MAX		63	/* characters of an argument */
#define PROBE_ARG_NAME_MAX	32	/* characters of a name */
#define PROBE_NAME_MAX		64	/* characters of an event, with the NUL */
#define PROBE_STRING_MAX	4096	/* bytes of a string, with the NUL */
#define PROBE_FIELDS_MAX	3072	/* bytes of the fields in a record */
#define FETCH_OPS_MAX		16	/* operations of an argument */
#define PROBE_ENTRY_MAX		8	/* words that a return probe keeps */

/**
 * enum fetch_code - what an operation does
 * @FETCH_END: nothing; ends the programs of a probe
 * @FETCH_REG: load the register at @param in struct pt_regs
 * @FETCH_REG_PART: load the number of @size bytes at @param in struct pt_regs
 * @FETCH_INDEXED: load the number of @size bytes in user memory at @imm plus the
 *	register at @param plus the register at @right shifted left by @left; the
 *	address has @count bytes. Either register may be FETCH_NO_REG. If @size is
 *	0, load that address itself
 * @FETCH_STACK: load word @imm of the stack
 * @FETCH_STACKP: load the stack pointer
 * @FETCH_RETVAL: load the return value
 * @FETCH_ARG: load argument @param of the function, from 0
 * @FETCH_ENTRY: load word @param of what was kept when the function began
 * @FETCH_DURATION: load the time since the function began, in nanoseconds
 * @FETCH_COMM: load the address of the task's name
 * @FETCH_CURRENT: load the address of the task
 * @FETCH_IMM: load @imm
 * @FETCH_TEXT: load @imm, which is the address of a constant string
 * @FETCH_FILE_OFFSET: load the address at which offset @imm of the probed file
 *	is mapped
 * @FETCH_TP_ARG: load argument @param of the tracepoint, from 0
 * @FETCH_FIELD: load the number of @size bytes at offset @param of the record
 *	of the event that the probe is on
 * @FETCH_FIELD_CHARS: load the address of the @imm characters at offset @param
 *	of that record
 * @FETCH_FIELD_DATA: load the address of the string to which the __data_loc
 *	word at offset @param of that record leads
 * @FETCH_FIELD_REL_DATA: the same for a __rel_loc word
 * @FETCH_DEREF: load the word at the loaded value plus @imm
 * @FETCH_UDEREF: the same from user memory
 * @FETCH_STORE: store the value, @size bytes
 * @FETCH_STORE_BITS: the same, then shift what is stored
 * @FETCH_STORE_MEM: store the @size bytes at the value plus @imm, then shift
 *	what is stored
 * @FETCH_STORE_UMEM: the same from user memory
 * @FETCH_STORE_STRING: store the string at the value plus @imm
 * @FETCH_STORE_USTRING: the same from user memory
 * @FETCH_STORE_SYMBOL: store the symbol and offset of the value
 */
enum fetch_code {
	FETCH_END,
	FETCH_REG,
	FETCH_REG_PART,
	FETCH_INDEXED,
	FETCH_STACK,
	FETCH_STACKP,
	FETCH_RETVAL,
	FETCH_ARG,
	FETCH_ENTRY,
	FETCH_DURATION,
	FETCH_COMM,
	FETCH_CURRENT,
	FETCH_IMM,
	FETCH_TEXT,
	FETCH_FILE_OFFSET,
	FETCH_TP_ARG,
	FETCH_FIELD,
	FETCH_FIELD_CHARS,
	FETCH_FIELD_DATA,
	FETCH_FIELD_REL_DATA,
	FETCH_DEREF,
	FETCH_UDEREF,
	FETCH_STORE,
	FETCH_STORE_BITS,
	FETCH_STORE_MEM,
	FETCH_STORE_UMEM,
	FETCH_STORE_STRING,
	FETCH_STORE_USTRING,
	FETCH_STORE_SYMBOL,
};

/* Stands for the register that an operation does not have. */
#define FETCH_NO_REG	U8_MAX

/**
 * struct fetch_op - an operation
 * @code: enum fetch_code
 * @size: bytes to load or to store
 * @left: bits by which to shift a stored number left; see FETCH_INDEXED, too
 * @right: bits by which to shift it right then; see FETCH_INDEXED, too
 * @is_signed: the loaded number is signed
 * @count: stores of an array: number of its elements, otherwise 0. The element
 *	after the first lies @size bytes further in memory; that of an array of
 *	strings is reached through the next pointer in memory. See FETCH_INDEXED, too
 * @param: see enum fetch_code; stores: offset of the field after the head
 * @imm: see enum fetch_code
 */
struct fetch_op {
	u8 code;
	u8 size;
	u8 left;
	u8 right;
	u8 is_signed;
	u8 count;
	u16 param;
	unsigned long imm;
};

/**
 * struct fetch_type - a type that users give to an argument
 * @name: its name in definitions
 * @field: the type that the format file shows for it
 * @fmt: conversion in the print format
 * @size: bytes in the record; for a string those of its __data_loc word
 * @is_signed: the format file calls it signed
 * @is_string: the data is a string of variable length
 */
struct fetch_type {
	const char *name;
	const char *field;
	const char *fmt;
	u8 size;
	bool is_signed;
	bool is_string;
};

/**
 * struct probe_arg - an argument
 * @name: name of the field
 * @text: what follows the name and the '=' in the definition
 * @type: its type
 * @field: the type that the format file shows, with the length of an array
 * @symbol: name of the data symbol, with an offset, whose address @ops begins
 *	with; NULL if it loads none. probe_args_resolve() sets the address
 * @count: number of elements of an array, 0 for anything else
 * @offset: place in the record after the probe's address, in bytes
 * @nr_ops: number of operations
 * @ops: its program, a part of the programs of all arguments
 */
struct probe_arg {
	char *name;
	char *text;
	const struct fetch_type *type;
	char *field;
	char *symbol;
	u16 count;
	u16 offset;
	u16 nr_ops;
	struct fetch_op *ops;
};

/**
 * struct probe_args - the arguments of a probe
 * @refs: references of the definition, and of the event that it is the first of
 * @nr: their number
 * @size: bytes of their fields in a record, without strings
 * @dynamic: one of them is a string
 * @source: for probes on events, SYSTEM.EVENT; otherwise NULL
 * @entry_words: words that a return probe keeps when the function begins
 * @entry: programs that load these words at entry, one operation for each
 * @ops: the programs of all arguments one after the other, then FETCH_END
 * @arg: the arguments
 */
struct probe_args {
	struct kref refs;
	unsigned int nr;
	unsigned int size;
	bool dynamic;
	char *source;
	u8 entry_words;
	struct fetch_op entry[PROBE_ENTRY_MAX];
	struct fetch_op *ops;
	struct probe_arg arg[];
};

/* probe_args_show_duration() - test whether an argument is $duration */
static inline bool probe_args_show_duration(const struct probe_args *args)
{
	const struct fetch_op *op;

	for (op = args->ops; op->code != FETCH_END; op++)
		if (op->code == FETCH_DURATION)
			return true;
	return false;
}

#endif /* HISTRIG_PROBE_FETCH_H */
