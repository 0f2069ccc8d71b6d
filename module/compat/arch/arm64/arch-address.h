/* SPDX-License-Identifier: GPL-2.0 */
/* Addresses of programs, for event/hot/memory.h alone. */
#ifndef HISTRIG_ARCH_ADDRESS_H
#define HISTRIG_ARCH_ADDRESS_H

#include <asm/memory.h>

/* A program may store a tag in the top byte of an address. */
#define ARCH_UNTAGGED(address)	untagged_addr(address)

#endif /* HISTRIG_ARCH_ADDRESS_H */
