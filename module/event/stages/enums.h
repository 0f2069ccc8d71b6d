/* SPDX-License-Identifier: GPL-2.0 */
/* Stage: the enumerators whose values format files show. */

/*
 * Paste the names at this level of macros: a name that is itself a macro would
 * be expanded before HISTRIG_ENUM() could paste it.
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
		enum { symbol##_index = __COUNTER__ };			\
		static const struct event_enum __used symbol = {	\
			.name = text,					\
			.value = number,				\
		};							\
		HISTRIG_LIST("histrig_enums", symbol_text))

/*
 * The macros of a header expand to declarations, so they cannot fill the
 * initializer of an array. Instead each entry adds a pointer to a section. The
 * assembler keeps the pointers in the order of the source, and __COUNTER__
 * counts them.
 */
#define HISTRIG_LIST(section, symbol)					\
	asm("\t.pushsection " section ", \"a\"\n"			\
	    "\t.dc.a " symbol "\n"					\
	    "\t.popsection\n");
#define HISTRIG_LIST_START(section)					\
	asm("\t.pushsection " section ", \"a\"\n"			\
	    "\t.balign " __stringify(__SIZEOF_POINTER__) "\n"		\
	    section "_start:\n"						\
	    "\t.popsection\n")

HISTRIG_LIST_START("histrig_enums");
extern const struct event_enum *const histrig_enums_start[];
enum { histrig_enum_before = __COUNTER__ };

#undef STAGE_CLASS
#define STAGE_CLASS(name, proto, args, tstruct, assign, print)
#undef STAGE_EVENT
#define STAGE_EVENT(template, name, proto, args, print, printer)
#undef STAGE_EVENT_PRINT
#define STAGE_EVENT_PRINT(template, name, print)
