/* SPDX-License-Identifier: GPL-2.0 */
/* Stage: the enumerators whose values format files show. */

/*
 * Paste the names here: at a further level of macros, a name that is itself a
 * macro would already be expanded.
 */
#undef TRACE_DEFINE_ENUM
#define TRACE_DEFINE_ENUM(a)						\
	HISTRIG_ENUM(HISTRIG_SKIP_ENUM_##a, histrig_in_enum_##a,	\
		     histrig_enum_##a, "histrig_enum_" #a, #a, a)
#undef TRACE_DEFINE_SIZEOF
#define TRACE_DEFINE_SIZEOF(a)						\
	HISTRIG_ENUM(HISTRIG_SKIP_ENUM_##a, histrig_in_enum_##a,	\
		     histrig_enum_##a, "histrig_enum_" #a,		\
		     "sizeof(" #a ")", sizeof(a))

#define HISTRIG_ENUM(skip, mark, symbol, symbol_text, text, number)	\
	HISTRIG_UNLESS(skip,						\
		struct mark;						\
		static const struct event_enum __used symbol = {	\
			.name = text,					\
			.value = number,				\
		};							\
		asm(HISTRIG_LIST_ADD("histrig_enums", symbol_text));)

HISTRIG_LIST("histrig_enums");
extern const struct event_enum *const histrig_enums_start[];

#undef STAGE_CLASS
#define STAGE_CLASS(name, proto, args, tstruct, assign, print)
#undef STAGE_EVENT
#define STAGE_EVENT(template, name, proto, args, print, printer)
#undef STAGE_EVENT_PRINT
#define STAGE_EVENT_PRINT(template, name, print)
