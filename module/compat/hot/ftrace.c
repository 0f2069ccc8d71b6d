// SPDX-License-Identifier: GPL-2.0
/* Contexts in which callbacks of function tracing run, see ../ftrace.h. */
#include "../ftrace.h"

#ifndef HAVE_FTRACE_REGS
DEFINE_PER_CPU(unsigned int, traced_contexts);
#endif
