/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables by which user stacks are walked where code has no frame pointers.
 *
 * A program writes tables to the file unwind_tables of the tree, one with each write(). A table
 * says, for each instruction of a file, how to find the frame of the caller. It is made from
 * the file's .eh_frame. A table is
 *
 *	struct histrig_unwind_head head;
 *	struct histrig_unwind_rule rules[head.nr_rules];
 *	__u32 starts[head.nr_rows];
 *	__u16 numbers[head.nr_rows];
 *
 * in the byte order of the machine. Row i is for the code from offset starts[i] in the file up to
 * starts[i + 1]; the starts grow. numbers[i] is the index of its rule, or
 * HISTRIG_UNWIND_NO_RULE for code that the file says nothing about. Such code, and what precedes
 * the first row, is walked by the link register if the architecture has one, otherwise by frame
 * pointers.
 *
 * Registers have the numbers that .eh_frame gives them. In the innermost function, all are known.
 * In its callers, a walk knows the stack pointer, the frame pointer, and a third register if
 * files of the machine need one: on x86-64 that is number 3, rbx. The dynamic linker's code for
 * calls that are bound late finds its frame by it.
 */
#ifndef HISTRIG_UNWIND_H
#define HISTRIG_UNWIND_H

#include <linux/types.h>

#define HISTRIG_UNWIND_MAGIC	0x77726968U
#define HISTRIG_UNWIND_VERSION	2
#define HISTRIG_UNWIND_NO_RULE	0xffff

/* Instead of a file descriptor: the table is that of the code that the kernel maps (vDSO). */
#define HISTRIG_UNWIND_VDSO	(-1)

/* Maximum number of rules and rows. */
#define HISTRIG_UNWIND_RULES	0xffff
#define HISTRIG_UNWIND_ROWS	4194304

/* Maximum length of a build id in bytes. */
#define HISTRIG_UNWIND_BUILD_ID	20

/**
 * struct histrig_unwind_head - what precedes the rules
 * @magic: HISTRIG_UNWIND_MAGIC
 * @version: HISTRIG_UNWIND_VERSION; any change of the format raises it
 * @machine: the file's e_machine, which must be that of the kernel
 * @fd: the file, open in the process that writes, or HISTRIG_UNWIND_VDSO
 * @nr_rules: number of rules, at least 1
 * @nr_rows: number of rows, at least 1
 * @build_id_len: length of the file's build id in bytes; 0 if it has none, or a longer one
 * @build_id: the build id, which hist_json shows with frames in the file
 */
struct histrig_unwind_head {
	__u32 magic;
	__u16 version;
	__u16 machine;
	__s32 fd;
	__u32 nr_rules;
	__u32 nr_rows;
	__u32 build_id_len;
	__u8 build_id[HISTRIG_UNWIND_BUILD_ID];
};

/**
 * enum histrig_unwind_base - where the frame of a function begins, its canonical frame address
 * @HISTRIG_UNWIND_SP: at the stack pointer, plus @offset of the rule
 * @HISTRIG_UNWIND_FP: at the frame pointer, plus @offset
 * @HISTRIG_UNWIND_AT_SP: at the address that is stored at the stack pointer plus @offset, plus
 *	@added
 * @HISTRIG_UNWIND_AT_FP: the same with the frame pointer
 * @HISTRIG_UNWIND_REGISTER: at the register @number, plus @offset
 */
enum histrig_unwind_base {
	HISTRIG_UNWIND_SP,
	HISTRIG_UNWIND_FP,
	HISTRIG_UNWIND_AT_SP,
	HISTRIG_UNWIND_AT_FP,
	HISTRIG_UNWIND_REGISTER,
};

/**
 * enum histrig_unwind_saved - where a register of the caller is
 * @HISTRIG_UNWIND_KEPT: in its register: the frame pointer, or the link register for the address
 * @HISTRIG_UNWIND_FRAME: stored at the canonical frame address plus an offset
 * @HISTRIG_UNWIND_STACK: stored at the stack pointer plus an offset
 * @HISTRIG_UNWIND_NONE: nowhere. If this is the address, the function has no caller
 * @HISTRIG_UNWIND_POINTER: stored at the frame pointer plus an offset
 * @HISTRIG_UNWIND_MOVED: in another register, @number; for the address only
 */
enum histrig_unwind_saved {
	HISTRIG_UNWIND_KEPT,
	HISTRIG_UNWIND_FRAME,
	HISTRIG_UNWIND_STACK,
	HISTRIG_UNWIND_NONE,
	HISTRIG_UNWIND_POINTER,
	HISTRIG_UNWIND_MOVED,
};

/**
 * struct histrig_unwind_rule - how to find the frame of the caller
 * @base: an enum histrig_unwind_base: what the canonical frame address is counted from. That is
 *	the stack pointer of the caller
 * @address: an enum histrig_unwind_saved: where the address in the caller is
 * @fp: an enum histrig_unwind_saved: where the frame pointer of the caller is
 * @third: an enum histrig_unwind_saved: where the third register of the caller is
 * @signal: 1 if the caller was interrupted by a signal, so that its address is not that of an
 *	instruction after a call; else 0
 * @number: the register of HISTRIG_UNWIND_REGISTER or HISTRIG_UNWIND_MOVED; else 0
 * @unused: 0
 * @offset: see @base
 * @address_offset: see @address
 * @fp_offset: see @fp
 * @third_offset: see @third
 * @added: see @base; 0 if no stored address is used
 */
struct histrig_unwind_rule {
	__u8 base;
	__u8 address;
	__u8 fp;
	__u8 third;
	__u8 signal;
	__u8 number;
	__u8 unused[2];
	__s32 offset;
	__s32 address_offset;
	__s32 fp_offset;
	__s32 third_offset;
	__s32 added;
};

#endif /* HISTRIG_UNWIND_H */
