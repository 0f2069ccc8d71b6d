/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Takes the place of the kernel's trace/define_trace.h, which each header of
 * events includes at its end: this folder comes first on the include path
 * (module/event/events.mk). So our stages expand the header, no tracepoint is
 * defined, and nothing is added to the kernel's own event sections.
 */
#ifdef CREATE_TRACE_POINTS

/* The stages include the header again, which must not start the stages again. */
#undef CREATE_TRACE_POINTS

#include <linux/stringify.h>

#ifndef TRACE_INCLUDE_FILE
# define TRACE_INCLUDE_FILE TRACE_SYSTEM
# define UNDEF_TRACE_INCLUDE_FILE
#endif

#ifndef TRACE_INCLUDE_PATH
# define __TRACE_INCLUDE(file) <trace/events/file.h>
#else
# define __TRACE_INCLUDE(file) __stringify(TRACE_INCLUDE_PATH/file.h)
#endif
#define TRACE_INCLUDE(file) __TRACE_INCLUDE(file)

/* Disables the header's include guard. */
#define TRACE_HEADER_MULTI_READ

#include "../../stages.h"

#undef TRACE_HEADER_MULTI_READ
#undef TRACE_INCLUDE
#undef __TRACE_INCLUDE
#ifdef UNDEF_TRACE_INCLUDE_FILE
# undef TRACE_INCLUDE_FILE
# undef UNDEF_TRACE_INCLUDE_FILE
#endif

#endif /* CREATE_TRACE_POINTS */
