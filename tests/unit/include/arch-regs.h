/* SPDX-License-Identifier: GPL-2.0 */
/* The registers of x86-64, on any architecture, or of arm64; see linux/ptrace.h. */
#ifdef SHIM_ARM64
#include "../../../module/compat/arch/arm64/arch-regs.h"
#else
#include "../../../module/compat/arch/x86/arch-regs.h"
#endif
