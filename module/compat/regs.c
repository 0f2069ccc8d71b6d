// SPDX-License-Identifier: GPL-2.0
/* Registers by name and by use, see regs.h. */
#include <linux/ctype.h>
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

/* Words below the arguments on the stack, when a function begins: the return address. */
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

#if defined(CONFIG_X86_64)
/* Is @name a 16-bit register, such as "ax", that is part of wider ones, such as "eax"? */
static bool regs_is_word(const char *name)
{
	static const char *const words[] = {
		"ax", "bx", "cx", "dx", "si", "di", "bp", "sp", "ip",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(words[i], name))
			return true;
	return false;
}

/* Sets the size of a register "r8" to "r15" from its suffix, and removes the suffix. */
static void cut_suffix(char *name, struct regs_part *part)
{
	char *suffix = name + strcspn(name, "bwd");

	switch (*suffix) {
	case 'b':
		part->size = 1;
		break;
	case 'w':
		part->size = 2;
		break;
	case 'd':
		part->size = 4;
		break;
	}
	if (*suffix && !suffix[1])
		*suffix = '\0';
}

/*
 * Sets the size and offset of a register whose name has no number, such as "eax" or "ah", and
 * returns the name that it has in struct pt_regs, or NULL if there is no such register.
 * Modifies @name.
 */
static const char *find_old(char *name, struct regs_part *part)
{
	const size_t len = strlen(name);
	char *last = name + len - 1;

	if (len == 3 && (*name == 'r' || *name == 'e') &&
	    regs_is_word(name + 1)) {
		part->size = *name == 'r' ? 8 : 4;
		return name + 1;
	}
	part->size = 2;
	if (regs_is_word(name))
		return name;
	part->size = 1;
	if (len == 2 && strchr("abcd", *name) && strchr("lh", *last)) {
		part->offset = *last == 'h';
		*last = 'x';
		return name;
	}
	if (len != 3 || *last != 'l')
		return NULL;
	*last = '\0';
	/* Of names that end in "l", there are "sil", "dil", "bpl", "spl", but no "axl" or "ipl". */
	return regs_is_word(name) && strchr("ip", name[1]) && *name != 'i' ?
		       name :
		       NULL;
}

int regs_find_part(const char *name, struct regs_part *part)
{
	const char *found;
	char copy[5];
	int offset;

	if (strlen(name) < 2 || strscpy(copy, name, sizeof(copy)) < 0)
		return -EINVAL;
	*part = (struct regs_part) { .size = 8 };
	found = copy;
	if (*copy == 'r' && isdigit(copy[1]))
		cut_suffix(copy, part);
	else
		found = find_old(copy, part);
	offset = found ? regs_find(found) : -EINVAL;
	if (offset < 0)
		return offset;
	part->offset += offset;
	return 0;
}
#else
int regs_find_part(const char *name, struct regs_part *part)
{
	return -EINVAL;
}
#endif

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
