/* SPDX-License-Identifier: GPL-2.0 */
/* The registers of x86-64, on any architecture; see linux/ptrace.h. */
#include "../../../module/compat/arch/x86/arch-regs.h"
