/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments of probes, like those in "p vfs_read count=%dx buf=+0(%si):string".
 *
 * Each argument becomes a field of the event and a short program that hits run
 * (hot/fetch.c): load a value, follow pointers, store the value as the field's
 * type. arg.c makes the programs. After that, only the addresses of data symbols
 * in them change, see arg_resolve().
 */
#ifndef HISTRIG_PROBE_FETCH_H
#define HISTRIG_PROBE_FETCH_H

#include <linux/kernel.h>
#include <linux/kref.h>
#include <linux/types.h>

/* Limits, as in the kernel. */
#define PROBE_ARGS_MAX		128	/* arguments of a probe */
#define PROBE_ARRAY_MAX		64	/* elements of an array */
#define PROBE_TEXT_MAX		63	/* characters of an argument after '=' */
#define PROBE_ARG_NAME_MAX	32	/* characters of an argument's name */
#define PROBE_NAME_MAX		64	/* characters of an event's name, with the NUL */
#define PROBE_STRING_MAX	4096	/* bytes of a string, with the NUL */
#define PROBE_FIELDS_MAX	3072	/* bytes of the fields in a record */
#define FETCH_OPS_MAX		16	/* operations of an argument */
#define PROBE_ENTRY_MAX		8	/* words that a return probe saves at entry */
#define TPROBE_ARGUMENTS	5	/* arguments that a tracepoint passes in registers */

/**
 * enum fetch_code - the operations
 * @FETCH_END: end of the programs of a probe
 * @FETCH_REG: load the register at @param in struct pt_regs
 * @FETCH_REG_PART: load the number of @size bytes at @param in struct pt_regs
 * @FETCH_INDEXED: load the number of @size bytes in user memory at @imm plus
 *	the register at @param plus the register at @right shifted left by
 *	@left. The address has @count bytes. Either register may be
 *	FETCH_NO_REG. If @size is 0, load that address itself
 * @FETCH_STACK: load word @imm of the stack
 * @FETCH_STACKP: load the stack pointer
 * @FETCH_RETVAL: load the return value
 * @FETCH_ARG: load argument @param of the function, from 0
 * @FETCH_ENTRY: load word @param of those that were saved when the function
 *	began
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
 * @FETCH_FIELD_DATA: load the address of the string that the __data_loc word at
 *	offset @param of that record describes
 * @FETCH_FIELD_REL_DATA: like @FETCH_FIELD_DATA, for a __rel_loc word
 * @FETCH_DEREF: load the word at the loaded value plus @imm
 * @FETCH_UDEREF: like @FETCH_DEREF, from user memory
 * @FETCH_THIS_CPU: replace the loaded value, a pointer to a per-CPU variable, by the
 *	address of the variable on the CPU of the hit. NULL stays NULL
 * @FETCH_STORE: store the value, @size bytes
 * @FETCH_STORE_BITS: like @FETCH_STORE, then shift the stored number
 * @FETCH_STORE_MEM: store the @size bytes at the value plus @imm, then shift
 *	the stored number
 * @FETCH_STORE_UMEM: like @FETCH_STORE_MEM, from user memory
 * @FETCH_STORE_STRING: store the string at the value plus @imm
 * @FETCH_STORE_USTRING: like @FETCH_STORE_STRING, from user memory
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
	FETCH_THIS_CPU,
	FETCH_STORE,
	FETCH_STORE_BITS,
	FETCH_STORE_MEM,
	FETCH_STORE_UMEM,
	FETCH_STORE_STRING,
	FETCH_STORE_USTRING,
	FETCH_STORE_SYMBOL,
};

/* In @param or @right: there is no register. */
#define FETCH_NO_REG	U8_MAX

/**
 * struct fetch_op - an operation
 * @code: enum fetch_code
 * @size: bytes to load or to store
 * @left: bits to shift a stored number left; also see FETCH_INDEXED
 * @right: bits to shift the result right; also see FETCH_INDEXED
 * @is_signed: the loaded number is signed
 * @count: number of elements, if the operation stores an array, otherwise 0.
 *	The elements are @size bytes apart in memory; strings of an array are
 *	reached through consecutive pointers. Also see FETCH_INDEXED
 * @param: see enum fetch_code; for stores, the offset of the value from the
 *	first argument's field, in bytes
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
 * @field: its name in the format file
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
 * @field: its type in the format file, with the length of an array
 * @symbol: data symbol and offset, or NULL; probe_args_resolve() puts the
 *	address into the first of @ops. It is a per-CPU variable if the second of
 *	@ops is @FETCH_THIS_CPU
 * @module: the module that @symbol was in, while that is not loaded; else NULL
 * @count: number of elements of an array, 0 for anything else
 * @offset: offset of its field from the first argument's field, in bytes
 * @nr_ops: number of operations
 * @ops: its program, a part of the programs of all arguments
 */
struct probe_arg {
	char *name;
	char *text;
	const struct fetch_type *type;
	char *field;
	char *symbol;
	char *module;
	u16 count;
	u16 offset;
	u16 nr_ops;
	struct fetch_op *ops;
};

/**
 * struct probe_args - the arguments of a probe
 * @refs: one for the definition, and one for the event if the definition was
 *	the event's first
 * @nr: number of arguments
 * @size: bytes of their fields in a record, without strings
 * @dynamic: an argument is a string
 * @plain: each argument is a register or $duration, and is stored unchanged
 * @source: for probes on events, SYSTEM.EVENT; otherwise NULL
 * @entry_words: words that a return probe saves when the function begins
 * @entry: programs that load these words at entry, one operation for each
 * @ops: the programs of all arguments one after the other, then FETCH_END
 * @arg: the arguments
 */
struct probe_args {
	struct kref refs;
	unsigned int nr;
	unsigned int size;
	bool dynamic;
	bool plain;
	char *source;
	u8 entry_words;
	struct fetch_op entry[PROBE_ENTRY_MAX];
	struct fetch_op *ops;
	struct probe_arg arg[];
};

static inline bool probe_args_show_duration(const struct probe_args *args)
{
	const struct fetch_op *op;

	for (op = args->ops; op->code != FETCH_END; op++)
		if (op->code == FETCH_DURATION)
			return true;
	return false;
}

#endif /* HISTRIG_PROBE_FETCH_H */
