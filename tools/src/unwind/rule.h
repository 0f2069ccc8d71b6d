/* SPDX-License-Identifier: GPL-2.0 */
/* Rules by which the frame of a caller is found, from libdw's description of a frame. */
#ifndef TOOL_RULE_H
#define TOOL_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include <elfutils/libdw.h>

#include "../../../include/histrig_unwind.h"

/**
 * struct rule_machine - the registers of an architecture, by their numbers in DWARF
 * @machine: its e_machine
 * @sp: the stack pointer
 * @fp: the frame pointer
 * @third: the third register that a walk follows; for arm64, none
 * @nr: number of registers that a rule can name
 * @pc: the program counter; for arm64, none
 * @address: the register of the return address, where descriptions name no other
 */
struct rule_machine {
	uint16_t machine;
	unsigned int sp;
	unsigned int fp;
	unsigned int third;
	unsigned int nr;
	unsigned int pc;
	unsigned int address;
};

/* Returns the registers of an architecture, or NULL if its stacks cannot be walked. */
const struct rule_machine *rule_machine(uint16_t machine);

/**
 * rule_make() - describe how to find the frame of the caller
 * @machine: registers of the architecture
 * @frame: the frame; unchanged
 * @address: the register of the return address
 * @signal: the frame is that of a signal
 * @rule: set to the rule
 * @plt: set to 0; or, in a procedure linkage table, to the number of bytes after which each
 *	entry of 16 bytes has pushed a word. Then @rule is for the code before the push
 *
 * Return: false if the format of tables has no rule for the frame.
 */
bool rule_make(const struct rule_machine *machine, Dwarf_Frame *frame, unsigned int address,
	       bool signal, struct histrig_unwind_rule *rule, unsigned int *plt);

#endif /* TOOL_RULE_H */
