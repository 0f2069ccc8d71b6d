// SPDX-License-Identifier: GPL-2.0
/* Contexts in which callbacks of function tracing run, see ../ftrace.h. */
#include "../ftrace.h"
#include "../stuck_hooks.h"

DEFINE_PER_CPU(bool [TRACED_CONTEXTS], traced_contexts);
DEFINE_STATIC_KEY_FALSE(callbacks_kept);
