/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Maps the macros that headers of events use to a few macros that each stage
 * defines in its own way:
 *
 *	STAGE_FIELD(type, item, filter, text)	a plain field
 *	STAGE_STRUCT(type, item, filter, text)	a field whose type has no sign
 *	STAGE_ARRAY(type, item, len, text)	an array of fixed length
 *	STAGE_DATA(type, item, len, from, sign, text)	a dynamic array
 *	STAGE_REL(type, item, len, from, sign, text)	a dynamic array of __rel_loc
 *	STAGE_CLASS(name, proto, args, tstruct, assign, print)
 *	STAGE_EVENT(template, name, proto, args, print, printer)
 *	STAGE_EVENT_PRINT(template, name, print)	an event's separate print format
 *
 * @text is the type as the format file shows it. If the name of a type is itself a
 *	macro, format files show the name. So the macros below make @text, before the
 *	name is expanded.
 * @from is the source of a string, NULL for any other array.
 *
 * These macros are expanded when the header uses them, so they stay the same
 * while the stages redefine the STAGE_* macros.
 */

/* Fields of fixed size. */
#undef __field
#undef __field_ext
#undef __field_struct
#undef __field_struct_ext
#undef __array
#define __field_ext(type, item, filter)	STAGE_FIELD(type, item, filter, #type)
#define __field(type, item)		__field_ext(type, item, FILTER_OTHER)
#define __field_struct_ext(type, item, filter)				\
	STAGE_STRUCT(type, item, filter, #type)
#define __field_struct(type, item)					\
	__field_struct_ext(type, item, FILTER_OTHER)
#define __array(type, item, len)					\
	STAGE_ARRAY(type, item, len, #type "[" __stringify(len) "]")

/* Dynamic arrays. */
#undef __dynamic_array
#undef __string
#undef __string_len
#undef __vstring
#undef __bitmask
#undef __cpumask
#undef __sockaddr
#define __dynamic_array(type, item, len)				\
	STAGE_DATA(type, item, len, NULL, is_signed_type(type),		\
		   "__data_loc " #type "[]")
#define __string(item, src)						\
	STAGE_DATA(char, item, STAGE_STRLEN(src), src,			\
		   is_signed_type(char), "__data_loc char[]")
#define __string_len(item, src, len)					\
	STAGE_DATA(char, item, (len) + 1, src, is_signed_type(char),	\
		   "__data_loc char[]")
#define __vstring(item, fmt, va)					\
	STAGE_DATA(char, item, __trace_event_vstr_len(fmt, va), NULL,	\
		   is_signed_type(char), "__data_loc char[]")
#define __bitmask(item, nr_bits)					\
	STAGE_DATA(unsigned long, item, BITS_TO_LONGS(nr_bits), NULL, 0, \
		   "__data_loc unsigned long[]")
#define __cpumask(item)							\
	STAGE_DATA(unsigned long, item, BITS_TO_LONGS(nr_cpumask_bits),	\
		   NULL, 0, "__data_loc cpumask_t")
#define __sockaddr(item, len)						\
	STAGE_DATA(u8, item, len, NULL, 0, "__data_loc u8[]")

/* Dynamic arrays whose offsets count from the end of the field. */
#undef __rel_dynamic_array
#undef __rel_string
#undef __rel_string_len
#undef __rel_bitmask
#undef __rel_cpumask
#undef __rel_sockaddr
#define __rel_dynamic_array(type, item, len)				\
	STAGE_REL(type, item, len, NULL, is_signed_type(type),		\
		  "__rel_loc " #type "[]")
#define __rel_string(item, src)						\
	STAGE_REL(char, item, STAGE_STRLEN(src), src,			\
		  is_signed_type(char), "__rel_loc char[]")
#define __rel_string_len(item, src, len)				\
	STAGE_REL(char, item, (len) + 1, src, is_signed_type(char),	\
		  "__rel_loc char[]")
#define __rel_bitmask(item, nr_bits)					\
	STAGE_REL(unsigned long, item, BITS_TO_LONGS(nr_bits), NULL, 0,	\
		  "__rel_loc unsigned long[]")
#define __rel_cpumask(item)						\
	STAGE_REL(unsigned long, item, BITS_TO_LONGS(nr_cpumask_bits),	\
		  NULL, 0, "__rel_loc cpumask_t")
#define __rel_sockaddr(item, len)					\
	STAGE_REL(u8, item, len, NULL, 0, "__rel_loc u8[]")

/* Macros that declare classes and events. */
#undef DECLARE_EVENT_CLASS
#undef DECLARE_EVENT_SYSCALL_CLASS
#define HISTRIG_CLASS(preemptible, name, proto, args, tstruct, assign, print) \
	HISTRIG_UNLESS(HISTRIG_SKIP_##name,				\
		struct histrig_in_class_##name;				\
		extern char histrig_preemptible_##name[1 + (preemptible)]; \
		STAGE_CLASS(name, PARAMS(proto), PARAMS(args),		\
			    PARAMS(tstruct), PARAMS(assign),		\
			    PARAMS(print)))
#define DECLARE_EVENT_CLASS(name, proto, args, tstruct, assign, print)	\
	HISTRIG_CLASS(PROBES_PREEMPTIBLE, name, PARAMS(proto),		\
		      PARAMS(args), PARAMS(tstruct), PARAMS(assign),	\
		      PARAMS(print))
#define DECLARE_EVENT_SYSCALL_CLASS(name, proto, args, tstruct, assign, print) \
	HISTRIG_CLASS(SYSCALL_PROBES_PREEMPTIBLE, name, PARAMS(proto),	\
		      PARAMS(args), PARAMS(tstruct), PARAMS(assign),	\
		      PARAMS(print))
/*
 * Is preemption on when the tracepoints of a class call their probes? See compat/probe.h.
 * HISTRIG_CLASS() declares, but does not define, an array whose size is the answer plus 1.
 */
#define STAGE_PREEMPTIBLE(name)	(sizeof(histrig_preemptible_##name) > 1)

#undef DEFINE_EVENT
#undef DEFINE_EVENT_FN
#undef DEFINE_EVENT_CONDITION
#undef DEFINE_EVENT_PRINT
#define HISTRIG_EVENT(template, name, proto, args, print, printer)	\
	HISTRIG_UNLESS(HISTRIG_SKIP_##template,				\
		HISTRIG_UNLESS(HISTRIG_SKIP_EVENT_##name,		\
			struct histrig_in_event_##name;			\
			struct histrig_of_class_##template;		\
			STAGE_EVENT(template, name, PARAMS(proto),	\
				    PARAMS(args), PARAMS(print), printer)))
#define DEFINE_EVENT(template, name, proto, args)			\
	HISTRIG_EVENT(template, name, PARAMS(proto), PARAMS(args), NULL, NULL)
#define DEFINE_EVENT_FN(template, name, proto, args, reg, unreg)	\
	HISTRIG_EVENT(template, name, PARAMS(proto), PARAMS(args), NULL, NULL)
#define DEFINE_EVENT_CONDITION(template, name, proto, args, cond)	\
	HISTRIG_EVENT(template, name, PARAMS(proto), PARAMS(args), NULL, NULL)
#define DEFINE_EVENT_PRINT(template, name, proto, args, print)		\
	HISTRIG_UNLESS(HISTRIG_SKIP_##template,				\
		HISTRIG_UNLESS(HISTRIG_SKIP_EVENT_##name,		\
			STAGE_EVENT_PRINT(template, name, PARAMS(print)))) \
	HISTRIG_EVENT(template, name, PARAMS(proto), PARAMS(args),	\
		      PARAMS(print),					\
		      HISTRIG_PRINTER(HISTRIG_NOPRINT_EVENT_##name,	\
				      histrig_eventprint_##name))

#undef TRACE_EVENT
#undef TRACE_EVENT_FN
#undef TRACE_EVENT_FN_COND
#undef TRACE_EVENT_CONDITION
#undef TRACE_EVENT_SYSCALL
#define TRACE_EVENT(name, proto, args, tstruct, assign, print)		\
	DECLARE_EVENT_CLASS(name, PARAMS(proto), PARAMS(args),		\
			    PARAMS(tstruct), PARAMS(assign), PARAMS(print)); \
	DEFINE_EVENT(name, name, PARAMS(proto), PARAMS(args))
#define TRACE_EVENT_FN(name, proto, args, tstruct, assign, print, reg, unreg) \
	TRACE_EVENT(name, PARAMS(proto), PARAMS(args),			\
		    PARAMS(tstruct), PARAMS(assign), PARAMS(print))
#define TRACE_EVENT_FN_COND(name, proto, args, cond, tstruct, assign, print, \
			    reg, unreg)					\
	TRACE_EVENT(name, PARAMS(proto), PARAMS(args),			\
		    PARAMS(tstruct), PARAMS(assign), PARAMS(print))
#define TRACE_EVENT_CONDITION(name, proto, args, cond, tstruct, assign, print) \
	TRACE_EVENT(name, PARAMS(proto), PARAMS(args),			\
		    PARAMS(tstruct), PARAMS(assign), PARAMS(print))
#define TRACE_EVENT_SYSCALL(name, proto, args, tstruct, assign, print, \
			    reg, unreg)					\
	DECLARE_EVENT_SYSCALL_CLASS(name, PARAMS(proto), PARAMS(args),	\
				    PARAMS(tstruct), PARAMS(assign),	\
				    PARAMS(print));			\
	DEFINE_EVENT(name, name, PARAMS(proto), PARAMS(args))

/* Macros that declare no event. */
#undef DECLARE_TRACE
#undef DECLARE_TRACE_CONDITION
#undef DECLARE_TRACE_EVENT
#undef DECLARE_TRACE_EVENT_CONDITION
#undef DECLARE_TRACE_SYSCALL
#undef DECLARE_EVENT_CLASS_NOP
#undef DEFINE_EVENT_NOP
#undef TRACE_EVENT_NOP
#undef TRACE_EVENT_FLAGS
#undef TRACE_EVENT_PERF_PERM
#define DECLARE_TRACE(name, proto, args)
#define DECLARE_TRACE_CONDITION(name, proto, args, cond)
#define DECLARE_TRACE_EVENT(name, proto, args)
#define DECLARE_TRACE_EVENT_CONDITION(name, proto, args, cond)
#define DECLARE_TRACE_SYSCALL(name, proto, args)
#define DECLARE_EVENT_CLASS_NOP(name, proto, args, tstruct, assign, print)
#define DEFINE_EVENT_NOP(template, name, proto, args)
#define TRACE_EVENT_NOP(name, proto, args, tstruct, assign, print)
#define TRACE_EVENT_FLAGS(name, value)
#define TRACE_EVENT_PERF_PERM(name, expr...)

#undef TP_STRUCT__entry
#define TP_STRUCT__entry(args...) args
#undef TP_fast_assign
#define TP_fast_assign(args...) args

/* Expands to @code, or to nothing if the macro @skip is defined (as 1). */
#define HISTRIG_UNLESS(skip, code...)					\
	HISTRIG_UNLESS_(__is_defined(skip), code)
#define HISTRIG_UNLESS_(defined, code...)				\
	HISTRIG_UNLESS__(defined, code)
#define HISTRIG_UNLESS__(defined, code...) HISTRIG_UNLESS_##defined(code)
#define HISTRIG_UNLESS_0(code...)	code
#define HISTRIG_UNLESS_1(code...)

/* Expands to @function, or to NULL if the macro @skip is defined (as 1). */
#define HISTRIG_PRINTER(skip, function)					\
	HISTRIG_PRINTER_(__is_defined(skip), function)
#define HISTRIG_PRINTER_(defined, function)				\
	HISTRIG_PRINTER__(defined, function)
#define HISTRIG_PRINTER__(defined, function)				\
	HISTRIG_PRINTER_##defined(function)
#define HISTRIG_PRINTER_0(function)	function
#define HISTRIG_PRINTER_1(function)	NULL
