/* SPDX-License-Identifier: GPL-2.0 */
/* No unwinder is exported, see compat/unwind.h. */
#ifndef HISTRIG_ARCH_UNWIND_H
#define HISTRIG_ARCH_UNWIND_H

#define STACK_HAS_STEPS	0

#endif /* HISTRIG_ARCH_UNWIND_H */
