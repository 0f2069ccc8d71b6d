/* SPDX-License-Identifier: GPL-2.0 */
/* The names and uses of registers, for compat/regs.c alone. */
#ifndef HISTRIG_ARCH_REGS_H
#define HISTRIG_ARCH_REGS_H

#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/ptrace.h>
#include <linux/string.h>

#define REG(member)	{ #member, offsetof(struct pt_regs, member) }

static const struct regs_name names[] = {
	REG(r15), REG(r14), REG(r13), REG(r12), REG(r11), REG(r10), REG(r9),
	REG(r8), REG(bx), REG(cx), REG(dx), REG(si), REG(di), REG(bp), REG(ax),
	REG(orig_ax), REG(ip), REG(cs), REG(flags), REG(sp), REG(ss),
};

static const char *const arguments[] = { "di", "si", "dx", "cx", "r8", "r9" };

#define RETURN_VALUE	"ax"
#define PLACE		"ip"

/* In hits of function tracing, these have other values than in a kprobe. */
static const char *const untraced[] = { "ip", "cs", "flags", "ss", "orig_ax" };

/* Words below the arguments on the stack, when a function begins: the return address. */
#define STACK_BEFORE_ARGUMENTS	1

/* Do functions get the address of an argument that is larger than two registers? */
#define PASSES_ADDRESSES	false

/* In assembly code, are there a '%' before registers and a '$' before constants? */
#define REGS_HAVE_PREFIX	true

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
 * Sets the size and offset of a register without a number in its name, such as "eax" or "ah".
 * Returns its name in struct pt_regs, or NULL if there is none. Modifies @name.
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

#endif /* HISTRIG_ARCH_REGS_H */
