/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stands in for the kernel's trace/define_trace.h: this folder comes first on
 * the include path of the generated objects (module/event/events.mk), so each
 * header of events, which includes this file as its last act, is expanded by
 * our stages and never by the kernel's. No tracepoint is defined and nothing
 * goes into a section of the kernel's.
 */
#ifdef CREATE_TRACE_POINTS

/* The stages read the header again; that must not start them once more. */
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

/* Opens the include guard of the header. */
#define TRACE_HEADER_MULTI_READ

#include "../../module/event/stages.h"

#undef TRACE_HEADER_MULTI_READ
#undef TRACE_INCLUDE
#undef __TRACE_INCLUDE
#ifdef UNDEF_TRACE_INCLUDE_FILE
# undef TRACE_INCLUDE_FILE
# undef UNDEF_TRACE_INCLUDE_FILE
#endif

#endif /* CREATE_TRACE_POINTS */
