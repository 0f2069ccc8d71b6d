/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Turns one header of events into the tables and probes of struct
 * event_header. Included by our trace/define_trace.h at the end of the
 * header, never by hand.
 *
 * The header is read again and again, once for each stage, and each time its
 * macros mean something else:
 *
 *	enums	what TRACE_DEFINE_ENUM and TRACE_DEFINE_SIZEOF name
 *	record	struct histrig_raw_X, the layout of the record
 *	offsets	struct histrig_offsets_X, one word for each dynamic array
 *	measure	histrig_measure_X(), which fills it and adds up the bytes
 *	probe	histrig_probe_X(), which builds the record and hands it on
 *	print	histrig_print_X(), which makes a text of the record
 *	fields	the table of fields and the struct event_class
 *	events	the struct event of each event
 *
 * stages/map.h reduces what a header can say about a field to five STAGE_*
 * macros and what it can say about an event to STAGE_CLASS, STAGE_EVENT and
 * STAGE_EVENT_PRINT. These eight are all that a stage defines, each in a file of
 * its own.
 *
 * A class or event that the headers at hand cannot compile is left out by
 * compile.sh, which reads in the preprocessed text where an error lies (the
 * histrig_in_* declarations, which mean nothing to the compiler) and defines
 * HISTRIG_SKIP_*, or HISTRIG_NOPRINT_* where only the text is at fault.
 */
#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/kconfig.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <linux/trace_events.h>

/* Some other subsystem has a struct event_header as well. */
#define event_header histrig_event_header
#include "event.h"
#undef event_header
#include "hit.h"
#include "print.h"
#include "../compat/probe.h"
#include "../compat/seq_print.h"
#include "../record/record.h"

/* Print formats may name members of the header as the kernel does. */
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
