/* SPDX-License-Identifier: GPL-2.0 */
/* Not a stage: the struct event_header, which refers to the stages' tables. */

enum { histrig_event_after = __COUNTER__ };

const struct histrig_event_header HISTRIG_HEADER = {
	.system = __stringify(TRACE_SYSTEM),
	.events = histrig_events_start,
	.nr_events = histrig_event_after - histrig_event_before - 1,
	.enums = histrig_enums_start,
	.nr_enums = histrig_enum_after - histrig_enum_before - 1,
	.tables = histrig_tables_start,
};

#define HISTRIG_HEADER_MADE
