/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Turns a header of events into a struct event_header with its tables and
 * probes. Only our trace/define_trace.h includes this file, at the end of the
 * header.
 *
 * This file includes the header once for each stage, and each stage gives the
 * header's macros a different meaning:
 *
 *	enums	the table of TRACE_DEFINE_ENUM and TRACE_DEFINE_SIZEOF
 *	record	struct histrig_raw_X, the layout of the record
 *	offsets	struct histrig_offsets_X, one word for each dynamic array
 *	measure	histrig_measure_X(), which fills that struct and adds up the bytes
 *	probe	histrig_probe_X(), which builds the record and calls event_hit()
 *	starts	histrig_starts_X(): does a field start in a part of the record?
 *	partial	histrig_partial_X(), which builds only some fields of the record
 *	print	histrig_print_X(), which prints the record
 *	fields	the table of fields and the struct event_class
 *	events	the struct event of each event
 *
 * stages/map.h maps the field macros of headers to five STAGE_* macros and the
 * event macros to STAGE_CLASS, STAGE_EVENT and STAGE_EVENT_PRINT. Each stage is
 * a file that defines these eight macros.
 *
 * compile.sh leaves out a class or event that does not compile with this kernel's
 * headers. The histrig_in_* declarations show compile.sh where a class or event
 * begins. compile.sh defines HISTRIG_SKIP_*, or HISTRIG_NOPRINT_* if only the print
 * format is at fault.
 */
#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/kconfig.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <linux/trace_events.h>

/* Rename our struct, because headers of another subsystem also have a struct event_header. */
#define event_header histrig_event_header
#include "event_file.h"
#undef event_header
#include "hit.h"
#include "print.h"
#include "../compat/probe.h"
#include "../compat/seq_print.h"
#include "hot/scratch.h"
#include "record.h"

/* Print formats may use struct trace_entry, so our header must have its size. */
static_assert(sizeof(struct trace_entry) == sizeof(struct record_header));

#include "stages/list.h"
#include "stages/map.h"

/* Does a class have a function that builds only some fields? See stages/partial.h. */
#ifdef HISTRIG_PARTIAL
#define STAGE_IS_PARTIAL(name)						\
	(!__is_defined(HISTRIG_WHOLE_##name) &&				\
	 !sizeof(struct histrig_offsets_##name) &&			\
	 sizeof(struct histrig_raw_##name) <= EVENT_SLOTS * sizeof(u64))
#else
#define STAGE_IS_PARTIAL(name)	false
#endif

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

#ifdef HISTRIG_PARTIAL
#include "stages/starts.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#include "stages/partial.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)
#endif

#include "stages/print.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#include "stages/fields.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

#include "stages/events.h"
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

const struct histrig_event_header HISTRIG_HEADER = {
	.system = __stringify(TRACE_SYSTEM),
	.events = histrig_events_start,
	.enums = histrig_enums_start,
	.tables = histrig_tables_start,
};

#define HISTRIG_HEADER_MADE
