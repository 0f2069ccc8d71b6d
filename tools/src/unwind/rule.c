// SPDX-License-Identifier: GPL-2.0
/* Rules, from libdw's description of a frame; see rule.h. */
#include <string.h>

#include <dwarf.h>
#include <elf.h>

#include "../text.h"
#include "rule.h"

#define NO_REGISTER	UINT32_MAX

const struct rule_machine *rule_machine(uint16_t machine)
{
	static const struct rule_machine machines[] = {
		{ .machine = EM_X86_64, .sp = 7, .fp = 6, .third = 3, .nr = 16, .pc = 16,
		  .address = 16 },
		{ .machine = EM_AARCH64, .sp = 31, .fp = 29, .third = NO_REGISTER, .nr = 31,
		  .pc = NO_REGISTER, .address = 30 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(machines); i++)
		if (machines[i].machine == machine)
			return &machines[i];
	return NULL;
}

/* Is an operation "in a register"? */
static bool rule_in_register(const Dwarf_Op *op, unsigned int *number)
{
	if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
		*number = op->atom - DW_OP_reg0;
		return true;
	}
	*number = op->number;
	return op->atom == DW_OP_regx && op->number < NO_REGISTER;
}

/* Is an operation "register plus offset"? */
static bool rule_register(const Dwarf_Op *op, unsigned int *number, int64_t *offset)
{
	if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
		*number = op->atom - DW_OP_breg0;
		*offset = op->number;
		return true;
	}
	*number = op->number;
	*offset = op->number2;
	return op->atom == DW_OP_bregx && op->number < NO_REGISTER;
}

static bool rule_fits(int64_t offset)
{
	return offset == (int32_t)offset;
}

/*
 * Where a frame begins: at a register plus an offset, or at the address stored there, plus
 * another offset.
 */
static bool rule_base(const struct rule_machine *machine, const Dwarf_Op *ops, size_t nr,
		      struct histrig_unwind_rule *rule)
{
	const bool stored = nr > 1 && ops[1].atom == DW_OP_deref;
	const bool added = nr == 3 && stored && ops[2].atom == DW_OP_plus_uconst;
	unsigned int number;
	int64_t offset;

	if ((nr != 1U + stored + added) || !rule_register(&ops[0], &number, &offset) ||
	    !rule_fits(offset) || (added && !rule_fits(ops[2].number)))
		return false;
	rule->added = added ? ops[2].number : 0;
	rule->offset = offset;
	if (number == machine->sp) {
		rule->base = stored ? HISTRIG_UNWIND_AT_SP : HISTRIG_UNWIND_SP;
		return true;
	}
	if (number == machine->fp) {
		rule->base = stored ? HISTRIG_UNWIND_AT_FP : HISTRIG_UNWIND_FP;
		return true;
	}
	/* On arm64, only frames of longjmp() and the like do that, which are not on the stack. */
	if (machine->third == NO_REGISTER)
		return false;
	rule->base = HISTRIG_UNWIND_REGISTER;
	rule->number = number;
	return !stored && number < machine->nr;
}

/*
 * Is this the expression of a procedure linkage table? Linkers write "sp + 8, and 8 more if the
 * last four bits of the program counter are N or greater". Returns N, otherwise 0.
 */
static unsigned int rule_plt(const struct rule_machine *machine, const Dwarf_Op *ops, size_t nr)
{
	static const uint8_t atoms[] = {
		0, 0, DW_OP_lit15, DW_OP_and, 0, DW_OP_ge, DW_OP_lit3, DW_OP_shl, DW_OP_plus,
	};
	unsigned int number;
	int64_t offset;
	size_t i;

	if (nr != ARRAY_SIZE(atoms) || !rule_register(&ops[0], &number, &offset) ||
	    number != machine->sp || offset != 8 ||
	    !rule_register(&ops[1], &number, &offset) || number != machine->pc || offset ||
	    ops[4].atom <= DW_OP_lit0 || ops[4].atom > DW_OP_lit15)
		return 0;
	for (i = 0; i < nr; i++)
		if (atoms[i] && ops[i].atom != atoms[i])
			return 0;
	return ops[4].atom - DW_OP_lit0;
}

/* Where a register of the caller is stored. Returns false if the format cannot say it. */
static bool rule_saved(const struct rule_machine *machine, Dwarf_Frame *frame,
		       unsigned int number, uint8_t *saved, int32_t *offset)
{
	Dwarf_Op memory[3], *ops;
	int64_t at = 0;
	size_t nr;

	*offset = 0;
	if (dwarf_frame_register(frame, number, memory, &ops, &nr))
		return false;
	if (!nr) {
		*saved = ops ? HISTRIG_UNWIND_NONE : HISTRIG_UNWIND_KEPT;
		return true;
	}
	if (ops[0].atom != DW_OP_call_frame_cfa || nr > 2)
		return false;
	*saved = HISTRIG_UNWIND_FRAME;
	if (nr == 2 && ops[1].atom == DW_OP_plus_uconst) {
		at = ops[1].number;
	} else if (nr == 2) {
		if (!rule_register(&ops[1], &number, &at) ||
		    (number != machine->sp && number != machine->fp))
			return false;
		*saved = number == machine->sp ? HISTRIG_UNWIND_STACK : HISTRIG_UNWIND_POINTER;
	}
	*offset = at;
	return rule_fits(at);
}

/*
 * Is the stack pointer of the caller the canonical frame address? Not in longjmp() and the like,
 * where that is the address of what they restore.
 */
static bool rule_is_frame(const struct rule_machine *machine, Dwarf_Frame *frame)
{
	Dwarf_Op memory[3], *ops;
	size_t nr;

	return !dwarf_frame_register(frame, machine->sp, memory, &ops, &nr) && nr == 2 &&
	       ops[0].atom == DW_OP_call_frame_cfa && ops[1].atom == DW_OP_stack_value;
}

/* Is the address in a register other than its usual one, as in vfork()? */
static bool rule_moved(const struct rule_machine *machine, Dwarf_Frame *frame,
		       unsigned int address, struct histrig_unwind_rule *rule)
{
	Dwarf_Op memory[3], *ops;
	unsigned int number;
	size_t nr;

	if (dwarf_frame_register(frame, address, memory, &ops, &nr) || nr != 1 ||
	    !rule_in_register(ops, &number) || number >= machine->nr ||
	    (rule->base == HISTRIG_UNWIND_REGISTER && rule->number != number))
		return false;
	rule->address = HISTRIG_UNWIND_MOVED;
	rule->number = number;
	return true;
}

/* The caller may do without its third register. */
static void rule_third(const struct rule_machine *machine, Dwarf_Frame *frame,
		       struct histrig_unwind_rule *rule)
{
	if (!rule_saved(machine, frame, machine->third, &rule->third, &rule->third_offset)) {
		rule->third = HISTRIG_UNWIND_NONE;
		rule->third_offset = 0;
	} else if (rule->third == HISTRIG_UNWIND_NONE) {
		/* Functions keep it, but libdw calls it undefined where a file says nothing. */
		rule->third = HISTRIG_UNWIND_KEPT;
	}
}

bool rule_make(const struct rule_machine *machine, Dwarf_Frame *frame, unsigned int address,
	       bool signal, struct histrig_unwind_rule *rule, unsigned int *plt)
{
	Dwarf_Op *ops;
	size_t nr;

	memset(rule, 0, sizeof(*rule));
	*plt = 0;
	if (dwarf_frame_cfa(frame, &ops, &nr))
		return false;
	if (!rule_base(machine, ops, nr, rule)) {
		*plt = rule_plt(machine, ops, nr);
		if (!*plt)
			return false;
		rule->base = HISTRIG_UNWIND_SP;
		rule->offset = 8;
	}
	if (rule->base == HISTRIG_UNWIND_REGISTER && !rule_is_frame(machine, frame))
		return false;
	if (!rule_moved(machine, frame, address, rule) &&
	    !rule_saved(machine, frame, address, &rule->address, &rule->address_offset))
		return false;
	/* Only arm64 has a link register. */
	if (rule->address == HISTRIG_UNWIND_KEPT && machine->pc != NO_REGISTER)
		return false;
	/* The caller may do without its frame pointer. */
	if (!rule_saved(machine, frame, machine->fp, &rule->fp, &rule->fp_offset)) {
		rule->fp = HISTRIG_UNWIND_NONE;
		rule->fp_offset = 0;
	}
	if (machine->third != NO_REGISTER)
		rule_third(machine, frame, rule);
	rule->signal = signal;
	return true;
}
