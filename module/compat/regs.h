/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers in struct pt_regs, by name and by use.
 *
 * The kernel's regs_query_register_offset() is not exported, and the names
 * depend on the architecture.
 */
#ifndef HISTRIG_COMPAT_REGS_H
#define HISTRIG_COMPAT_REGS_H

#include <linux/types.h>

/* regs_find() - offset in struct pt_regs of the register that is %NAME in probes, or -EINVAL */
int regs_find(const char *name);

/**
 * struct regs_part - a register, or a part of one
 * @offset: offset in struct pt_regs, in bytes
 * @size: size in bytes
 */
struct regs_part {
	u16 offset;
	u8 size;
};

/**
 * regs_find_part() - find a register by its name in assembly code
 * @name: the name without a '%': "rdi", "edi", "r8w", "ah"; "x0", "w0"
 * @part: set to the register
 *
 * Context: any.
 * Return: 0, or -EINVAL if there is no such register in struct pt_regs, or if the
 * architecture's names are unknown.
 */
int regs_find_part(const char *name, struct regs_part *part);

/*
 * regs_have_prefix() - are there a '%' before registers and a '$' before constants in assembly
 * code?
 */
bool regs_have_prefix(void);

/* regs_find_place() - offset of the instruction pointer in struct pt_regs, or -EINVAL */
int regs_find_place(void);

/* regs_is_traced() - is the register at offset @reg the same in function tracing and a kprobe? */
bool regs_is_traced(int reg);

/* regs_find_return() - offset of the return value in struct pt_regs, or -EINVAL */
int regs_find_return(void);

/**
 * regs_find_argument() - find the register that passes an argument
 * @n: number of the argument, from 0
 *
 * Context: any.
 * Return: the register's offset in struct pt_regs, or -EINVAL if the argument is
 * passed on the stack.
 */
int regs_find_argument(unsigned int n);

/* regs_nr_arguments() - number of registers that pass arguments */
unsigned int regs_nr_arguments(void);

/*
 * regs_pass_addresses() - do functions get the address of an argument larger than two registers?
 *
 * If they do, all that @by_address of struct btf_calls says holds.
 */
bool regs_pass_addresses(void);

/* regs_argument_stack() - index of the stack's word with argument @n, as a function begins */
unsigned int regs_argument_stack(unsigned int n);

#endif /* HISTRIG_COMPAT_REGS_H */
