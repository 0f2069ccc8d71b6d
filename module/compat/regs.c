// SPDX-License-Identifier: GPL-2.0
/* Registers by name and by use, see regs.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include <linux/types.h>

#include "regs.h"

struct regs_name {
	const char *name;
	u16 offset;
};

#if defined(CONFIG_X86_64)
#define REG(member)	{ #member, offsetof(struct pt_regs, member) }

static const struct regs_name names[] = {
	REG(r15), REG(r14), REG(r13), REG(r12), REG(r11), REG(r10), REG(r9),
	REG(r8), REG(bx), REG(cx), REG(dx), REG(si), REG(di), REG(bp), REG(ax),
	REG(orig_ax), REG(ip), REG(cs), REG(flags), REG(sp), REG(ss),
};

static const char *const arguments[] = { "di", "si", "dx", "cx", "r8", "r9" };

#define RETURN_VALUE	"ax"

/* The return address lies below the arguments on the stack. */
#define STACK_BEFORE_ARGUMENTS	1

#elif defined(CONFIG_ARM64)
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
#define STACK_BEFORE_ARGUMENTS	0

#else
static const struct regs_name names[] = {};
static const char *const arguments[] = {};

#define RETURN_VALUE	""
#define STACK_BEFORE_ARGUMENTS	0
#endif

int regs_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(names[i].name, name))
			return names[i].offset;
	return -EINVAL;
}

int regs_find_return(void)
{
	return regs_find(RETURN_VALUE);
}

int regs_find_argument(unsigned int n)
{
	return n < ARRAY_SIZE(arguments) ? regs_find(arguments[n]) : -EINVAL;
}

unsigned int regs_argument_stack(unsigned int n)
{
	return n - ARRAY_SIZE(arguments) + STACK_BEFORE_ARGUMENTS;
}
