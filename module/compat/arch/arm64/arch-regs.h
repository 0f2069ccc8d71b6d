/* SPDX-License-Identifier: GPL-2.0 */
/* The names and uses of registers, for compat/regs.c alone. */
#ifndef HISTRIG_ARCH_REGS_H
#define HISTRIG_ARCH_REGS_H

#include <linux/errno.h>
#include <linux/ptrace.h>
#include <linux/string.h>

#define REG(n)		{ "x" #n, offsetof(struct pt_regs, regs[n]) }

static const struct regs_name names[] = {
	REG(0), REG(1), REG(2), REG(3), REG(4), REG(5), REG(6), REG(7),
	REG(8), REG(9), REG(10), REG(11), REG(12), REG(13), REG(14), REG(15),
	REG(16), REG(17), REG(18), REG(19), REG(20), REG(21), REG(22), REG(23),
	REG(24), REG(25), REG(26), REG(27), REG(28), REG(29), REG(30),
	{ "lr", offsetof(struct pt_regs, regs[30]) },
	{ "sp", offsetof(struct pt_regs, sp) },
	{ "pc", offsetof(struct pt_regs, pc) },
	{ "pstate", offsetof(struct pt_regs, pstate) },
};

static const char *const arguments[] = {
	"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7"
};

#define RETURN_VALUE	"x0"
#define PLACE		"pc"

/* In hits of function tracing, these have other values than in a kprobe. */
static const char *const untraced[] = { "pc", "pstate" };

#define STACK_BEFORE_ARGUMENTS	0

/* Do functions get the address of an argument that is larger than two registers? */
#define PASSES_ADDRESSES	true

/* In assembly code, are there a '%' before registers and a '$' before constants? */
#define REGS_HAVE_PREFIX	false

/* Parses the names in assembly code: "x0" to "x30", "w0" to "w30", "sp", "wsp". */
int regs_find_part(const char *name, struct regs_part *part)
{
	const bool is_word = *name == 'w';
	char copy[4];
	int offset;

	if (strscpy(copy, name, sizeof(copy)) < 0)
		return -EINVAL;
	if (is_word && !strcmp(name, "wsp"))
		strscpy(copy, "sp", sizeof(copy));
	else if (is_word)
		*copy = 'x';
	offset = *copy == 'x' || !strcmp(copy, "sp") ? regs_find(copy) : -EINVAL;
	if (offset < 0)
		return offset;
	*part = (struct regs_part) {
		.offset = offset,
		.size = is_word ? sizeof(u32) : sizeof(u64),
	};
	return 0;
}

#endif /* HISTRIG_ARCH_REGS_H */
