/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Turns one header of events into the tables and probes of struct
 * event_header. Our trace/define_trace.h includes this file at the end of the
 * header; nothing else should.
 *
 * The header is included once for each stage, and each stage gives its macros
 * another meaning:
 *
 *	enums	the table of TRACE_DEFINE_ENUM and TRACE_DEFINE_SIZEOF
 *	record	struct histrig_raw_X, the layout of the record
 *	offsets	struct histrig_offsets_X, one word for each dynamic array
 *	measure	histrig_measure_X(), which fills that struct and adds up the bytes
 *	probe	histrig_probe_X(), which builds the record and calls event_hit()
 *	print	histrig_print_X(), which prints the record
 *	fields	the table of fields and the struct event_class
 *	events	the struct event of each event
 *
 * stages/map.h maps the field macros of headers to five STAGE_* macros and the
 * event macros to STAGE_CLASS, STAGE_EVENT and STAGE_EVENT_PRINT. A stage
 * defines these eight and nothing else, each stage in a file of its own.
 *
 * compile.sh leaves out a class or event that cannot be compiled with this
 * kernel's headers. The histrig_in_* declarations mean nothing to the compiler;
 * they mark the preprocessed text, so that compile.sh finds the class or event
 * that an error belongs to. It then defines HISTRIG_SKIP_*, or
 * HISTRIG_NOPRINT_* if only the print format is at fault.
 */
#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/kconfig.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <linux/trace_events.h>

/* Renamed, because another subsystem has a struct event_header, too. */
#define event_header histrig_event_header
#include "event.h"
#undef event_header
#include "hit.h"
#include "print.h"
#include "../compat/probe.h"
#include "../compat/seq_print.h"
#include "hot/scratch.h"
#include "record.h"

/* Print formats may use struct trace_entry: our header must have its size. */
static_assert(sizeof(struct trace_entry) == sizeof(struct record_header));

#include "stages/map.h"

#include "stages/enums.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#include "stages/record.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#include "stages/offsets.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#include "stages/measure.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#include "stages/probe.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#include "stages/print.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#include "stages/fields.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#include "stages/events.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#include "stages/header.h"
