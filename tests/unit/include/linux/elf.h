/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's header, which user space has as well. */
#ifndef SHIM_ELF_H
#define SHIM_ELF_H

#include <linux/types.h>

typedef s16 __s16;
typedef s32 __s32;
typedef s64 __s64;

#include_next <linux/elf.h>

#endif /* SHIM_ELF_H */
