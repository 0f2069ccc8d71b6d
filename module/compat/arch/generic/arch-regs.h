/* SPDX-License-Identifier: GPL-2.0 */
/* No registers have names here, for compat/regs.c alone. */
#ifndef HISTRIG_ARCH_REGS_H
#define HISTRIG_ARCH_REGS_H

#include <linux/errno.h>

static const struct regs_name names[] = {};
static const char *const arguments[] = {};
static const char *const untraced[] = {};

#define RETURN_VALUE		""
#define PLACE			""
#define STACK_BEFORE_ARGUMENTS	0

/* Do functions get the address of an argument that is larger than two registers? */
#define PASSES_ADDRESSES	false

/* In assembly code, are there a '%' before registers and a '$' before constants? */
#define REGS_HAVE_PREFIX	true

int regs_find_part(const char *name, struct regs_part *part)
{
	return -EINVAL;
}

#endif /* HISTRIG_ARCH_REGS_H */
