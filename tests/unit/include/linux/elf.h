/* SPDX-License-Identifier: GPL-2.0 */
/* The structures of ELF files, which the C library has, too. */
#ifndef SHIM_ELF_H
#define SHIM_ELF_H

#include <elf.h>

#endif /* SHIM_ELF_H */
