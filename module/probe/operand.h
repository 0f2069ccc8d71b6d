/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parses assembly operands, which describe the arguments in a marker's note.
 *
 * The compiler writes each argument as SIZE@OPERAND, in AT&T syntax: "-4@%edi",
 * "8@$17", "4@-20(%rbp)", "8@16(%rbx,%rcx,8)", "8@counter+8(%rip)". SIZE is in
 * bytes; '-' before it means signed, 'f' after it floating-point. "SIZE@" may
 * be missing. Where names of registers have no prefix, the same operands are
 * "-4@w0", "8@17", "4@[x29, -20]", "8@[x1, x2, lsl 3]"; "8@counter" is the
 * address of a symbol.
 */
#ifndef HISTRIG_PROBE_OPERAND_H
#define HISTRIG_PROBE_OPERAND_H

#include <linux/types.h>

#include "../compat/regs.h"

/**
 * enum operand_kind - the kinds of operands
 * @OPERAND_REGISTER: the argument is in a register
 * @OPERAND_CONSTANT: it is a constant or the address of a symbol
 * @OPERAND_MEMORY: it is in memory
 */
enum operand_kind {
	OPERAND_REGISTER,
	OPERAND_CONSTANT,
	OPERAND_MEMORY,
};

/**
 * struct operand - where an argument is
 * @kind: enum operand_kind
 * @size: size of the argument in bytes: 1, 2, 4 or 8; 0 if SIZE is missing
 * @is_signed: it is signed
 * @is_float: it is a floating-point number
 * @base: the register that contains the argument, or for OPERAND_MEMORY, a
 *	register to add to the address. base.size is 0 if there is none
 * @index: for OPERAND_MEMORY, another register to add, shifted left by @shift
 *	bits
 * @shift: bits to shift @index
 * @offset: the constant, or a number to add to the address
 * @symbol: symbol whose address is added, a part of the parsed string; NULL if
 *	there is none
 * @symbol_len: length of @symbol
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

/*
 * Parses one argument. Returns 0; -EINVAL if the syntax is wrong or not
 * supported; -ENOENT if struct pt_regs does not contain the register.
 */
int parse_asm_operand(const char *text, struct operand *operand);

#endif /* HISTRIG_PROBE_OPERAND_H */
