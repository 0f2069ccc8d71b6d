/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stage: the functions that print a record. They are cold and optimized for
 * size. If a function cannot be compiled, compile.sh leaves it out by defining
 * HISTRIG_NOPRINT_*, and the records are printed field by field.
 *
 * Print formats use macros and functions of their header. These rely on two
 * variables: @field is the record, and @p a trace_seq for parts of the text.
 */

#undef __entry
#define __entry field
#undef TP_printk
#define TP_printk(fmt, args...) fmt, args

#undef __get_dynamic_array
#define __get_dynamic_array(item)					\
	((void *)field + DATA_LOC_OFFSET(field->__data_loc_##item))
#undef __get_dynamic_array_len
#define __get_dynamic_array_len(item)					\
	DATA_LOC_LEN(field->__data_loc_##item)
#undef __get_bitmask
#define __get_bitmask(item)						\
	event_print_bitmask(__print, __get_dynamic_array(item),		\
			    __get_dynamic_array_len(item))

#undef __get_rel_dynamic_array
#define __get_rel_dynamic_array(item)					\
	((void *)&field->__rel_loc_##item + sizeof(u32) +		\
	 DATA_LOC_OFFSET(field->__rel_loc_##item))
#undef __get_rel_dynamic_array_len
#define __get_rel_dynamic_array_len(item)				\
	DATA_LOC_LEN(field->__rel_loc_##item)
#undef __get_rel_bitmask
#define __get_rel_bitmask(item)						\
	event_print_bitmask(__print, __get_rel_dynamic_array(item),	\
			    __get_rel_dynamic_array_len(item))

#undef __get_buf
#define __get_buf(len)		trace_seq_acquire(p, len)

/* Older kernels expect an entry without a name at the end of a table. */
#define HISTRIG_TABLE(type, name, list...)				\
	static const struct type name[] = { list, { -1, NULL } }

/*
 * Lists a table for event_names_parse(), because print formats contain only the
 * names of enumerators, and tables contain their values.
 */
#define HISTRIG_LIST_TABLE(name)					\
	asm volatile(HISTRIG_LIST_ADD("histrig_tables", "%c0") : : "i" (name))
HISTRIG_LIST("histrig_tables");
extern const struct trace_print_flags *const histrig_tables_start[];

#undef __print_flags
#define __print_flags(flag, delim, list...)				\
	({								\
		HISTRIG_TABLE(trace_print_flags, __table, list);	\
		HISTRIG_LIST_TABLE(__table);				\
		seq_print_flags(p, delim, flag, __table,		\
				ARRAY_SIZE(__table) - 1);		\
	})
#undef __print_symbolic
#define __print_symbolic(value, list...)				\
	({								\
		HISTRIG_TABLE(trace_print_flags, __table, list);	\
		HISTRIG_LIST_TABLE(__table);				\
		seq_print_symbols(p, value, __table,			\
				  ARRAY_SIZE(__table) - 1);		\
	})

#undef __print_flags_u64
#undef __print_symbolic_u64
#if BITS_PER_LONG == 64
#define __print_flags_u64(flag, delim, list...)				\
	__print_flags(flag, delim, list)
#define __print_symbolic_u64(value, list...)				\
	__print_symbolic(value, list)
#else
#define __print_flags_u64(flag, delim, list...)				\
	({								\
		HISTRIG_TABLE(trace_print_flags_u64, __table, list);	\
		seq_print_flags_u64(p, delim, flag, __table,		\
				    ARRAY_SIZE(__table) - 1);		\
	})
#define __print_symbolic_u64(value, list...)				\
	({								\
		HISTRIG_TABLE(trace_print_flags_u64, __table, list);	\
		seq_print_symbols_u64(p, value, __table,		\
				      ARRAY_SIZE(__table) - 1);		\
	})
#endif

#undef __print_hex
#define __print_hex(buf, len)	trace_print_hex_seq(p, buf, len, false)
#undef __print_hex_str
#define __print_hex_str(buf, len)					\
	trace_print_hex_seq(p, buf, len, true)
#undef __print_hex_dump
#define __print_hex_dump(prefix, prefix_type, row, group, buf, len, ascii) \
	trace_print_hex_dump_seq(p, prefix, prefix_type, row, group,	\
				 buf, len, ascii)
#undef __print_array
#define __print_array(array, count, size)				\
	({								\
		BUILD_BUG_ON((size) != 1 && (size) != 2 &&		\
			     (size) != 4 && (size) != 8);		\
		trace_print_array_seq(p, array, count, size);		\
	})
#undef __print_dynamic_array
#define __print_dynamic_array(item, size)				\
	__print_array(__get_dynamic_array(item),			\
		      __get_dynamic_array_len(item) / (size), size)

#undef __print_ns_to_secs
#define __print_ns_to_secs(value)	div_u64((u64)(value), NSEC_PER_SEC)
#undef __print_ns_without_secs
#define __print_ns_without_secs(value)					\
	({								\
		u32 __rest;						\
									\
		div_u64_rem((u64)(value), NSEC_PER_SEC, &__rest);	\
		__rest;							\
	})

/* The context of the hit, from the flags of the record. */
#define HISTRIG_IN(flags)						\
	(((const struct record_header *)__record)->common_flags & (flags))
#undef __event_in_hardirq
#undef __event_in_softirq
#undef __event_in_irq
#define __event_in_hardirq()	HISTRIG_IN(TRACE_FLAG_HARDIRQ)
#define __event_in_softirq()	HISTRIG_IN(TRACE_FLAG_SOFTIRQ)
#define __event_in_irq()						\
	HISTRIG_IN(TRACE_FLAG_HARDIRQ | TRACE_FLAG_SOFTIRQ)

#define HISTRIG_PRINT(function, class, print...)			\
	static __cold notrace void					\
	function(struct event_print *__print, const void *__record)	\
	{								\
		struct trace_seq __maybe_unused *p = &__print->tmp;	\
		struct histrig_raw_##class __maybe_unused *field =	\
			(void *)__record;				\
									\
		event_printf(__print, print);				\
	}

#undef STAGE_CLASS
#define STAGE_CLASS(name, proto, args, tstruct, assign, print)		\
	HISTRIG_UNLESS(HISTRIG_NOPRINT_##name,				\
		struct histrig_in_print_##name;				\
		HISTRIG_PRINT(histrig_print_##name, name, PARAMS(print)))
#undef STAGE_EVENT
#define STAGE_EVENT(template, name, proto, args, print, printer)
#undef STAGE_EVENT_PRINT
#define STAGE_EVENT_PRINT(template, name, print)			\
	HISTRIG_UNLESS(HISTRIG_NOPRINT_EVENT_##name,			\
		struct histrig_in_eventprint_##name;			\
		HISTRIG_PRINT(histrig_eventprint_##name, template,	\
			      PARAMS(print)))
