/* SPDX-License-Identifier: GPL-2.0 */
/* Not a stage: the struct event_header, which refers to the stages' tables. */

const struct histrig_event_header HISTRIG_HEADER = {
	.system = __stringify(TRACE_SYSTEM),
	.events = histrig_events_start,
	.enums = histrig_enums_start,
	.tables = histrig_tables_start,
};

#define HISTRIG_HEADER_MADE
