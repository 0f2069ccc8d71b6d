// SPDX-License-Identifier: GPL-2.0
/* Contexts in which callbacks of function tracing run, see ../ftrace.h. */
#include "../ftrace.h"

DEFINE_PER_CPU(bool [TRACED_CONTEXTS], traced_contexts);
