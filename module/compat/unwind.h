/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stepping through the frames of a kernel stack.
 *
 * STACK_HAS_STEPS is 1 if the architecture exports unwind_start() and unwind_next_frame(). Then
 * stack_step_address() returns the code address of the frame that a struct unwind_state points
 * to, or 0 if that frame has none.
 */
#ifndef HISTRIG_COMPAT_UNWIND_H
#define HISTRIG_COMPAT_UNWIND_H

#include "arch-unwind.h"

#endif /* HISTRIG_COMPAT_UNWIND_H */
