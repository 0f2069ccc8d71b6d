/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Operands of assembly code, with which the note of a marker says where an
 * argument is.
 *
 * The compiler writes each argument as SIZE@OPERAND, in the syntax of AT&T:
 * "-4@%edi", "8@$17", "4@-20(%rbp)", "8@16(%rbx,%rcx,8)", "8@counter+8(%rip)".
 * SIZE is in bytes, with a '-' if the argument is signed, and with an 'f' behind
 * it for a floating-point number. It may be missing together with the '@'.
 */
#ifndef HISTRIG_PROBE_OPERAND_H
#define HISTRIG_PROBE_OPERAND_H

#include <linux/types.h>

#include "../compat/regs.h"

/**
 * enum operand_kind - where an argument is
 * @OPERAND_REGISTER: in a register
 * @OPERAND_CONSTANT: nowhere, it is a constant or the address of a symbol
 * @OPERAND_MEMORY: in memory
 */
enum operand_kind {
	OPERAND_REGISTER,
	OPERAND_CONSTANT,
	OPERAND_MEMORY,
};

/**
 * struct operand - where an argument is
 * @kind: enum operand_kind
 * @size: size of the argument in bytes: 1, 2, 4 or 8; 0 if the text has none
 * @is_signed: it is signed
 * @is_float: it is a floating-point number
 * @base: the register that has it; for memory: a register whose value is added to
 *	the address. The size is 0 if there is none
 * @index: for memory: the same; its value is shifted left first
 * @shift: bits by which it is shifted
 * @offset: the constant, or what else is added to the address
 * @symbol: the symbol whose address is added, a part of the text that was
 *	parsed; NULL if there is none
 * @symbol_len: length of its name
 */
struct operand {
	enum operand_kind kind;
	u8 size;
	bool is_signed;
	bool is_float;
	struct regs_part base;
	struct regs_part index;
	u8 shift;
	u64 offset;
	const char *symbol;
	unsigned int symbol_len;
};

/**
 * parse_asm_operand() - parse an argument
 * @text: the text of one argument
 * @operand: set to the argument
 *
 * Context: any.
 * Return: 0; -EINVAL if the text is wrong or its form is not known; -ENOENT if
 * struct pt_regs does not have the register.
 */
int parse_asm_operand(const char *text, struct operand *operand);

#endif /* HISTRIG_PROBE_OPERAND_H */
