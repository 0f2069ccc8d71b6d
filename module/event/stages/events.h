/* SPDX-License-Identifier: GPL-2.0 */
/* Stage: the events. */

HISTRIG_LIST("histrig_events");
extern struct event *const histrig_events_start[];
extern const struct histrig_event_header HISTRIG_HEADER;

#undef STAGE_CLASS
#define STAGE_CLASS(name, proto, args, tstruct, assign, print)
#undef STAGE_EVENT
#define STAGE_EVENT(template, _name, proto, args, _print, printer)	\
	static struct event __used histrig_event_##_name = {		\
		.name = #_name,						\
		.class = &histrig_class_##template,			\
		.print_fmt = _print,					\
		.print = printer,					\
		.header = &HISTRIG_HEADER,				\
	};								\
	asm(HISTRIG_LIST_ADD("histrig_events", "histrig_event_" #_name));
