/* SPDX-License-Identifier: GPL-2.0 */
/* Stage: the tables of fields, the print formats and the classes. */

/* From here on, macros in print formats expand to the text of format files. */
#undef __entry
#define __entry REC
#undef __get_dynamic_array
#undef __get_dynamic_array_len
#undef __get_str
#undef __get_bitmask
#undef __get_cpumask
#undef __get_sockaddr
#undef __get_rel_dynamic_array
#undef __get_rel_dynamic_array_len
#undef __get_rel_str
#undef __get_rel_bitmask
#undef __get_rel_cpumask
#undef __get_rel_sockaddr
#undef __get_buf
#undef __event_in_hardirq
#undef __event_in_softirq
#undef __event_in_irq
/* Format files show the flags as numbers. */
#define __event_in_hardirq()	(REC->common_flags & 0x8)
#define __event_in_softirq()	(REC->common_flags & 0x10)
#define __event_in_irq()	(REC->common_flags & 0x18)
#undef TP_printk
#define TP_printk(fmt, args...) "\"" fmt "\", "  __stringify(args)

/*
 * Format files show the calls of these functions as the header spells them, so
 * the names must not be macros here.
 */
#undef __print_flags
#undef __print_flags_u64
#undef __print_symbolic
#undef __print_symbolic_u64
#undef __print_hex
#undef __print_hex_str
#undef __print_hex_dump
#undef __print_array
#undef __print_dynamic_array
#undef __print_ns_to_secs
#undef __print_ns_without_secs

/* The kernel's format files show the expansion of these macros. */
#if BITS_PER_LONG == 64
#define __print_flags_u64(flag, delim, names...)			\
	__print_flags(flag, delim, names)
#define __print_symbolic_u64(value, names...)				\
	__print_symbolic(value, names)
#endif
#define __print_ns_to_secs(val)		(val) / 1000000000UL
#define __print_ns_without_secs(val)	(val) % 1000000000UL

/*
 * The alignment of a type as a member of a struct. On some architectures it is
 * smaller than the alignment of a variable of the same type.
 */
#define STAGE_ALIGN(type)	__alignof__(struct { type member; })

#undef STAGE_FIELD
#define STAGE_FIELD(_type, item, filter, text) {			\
	.type = text, .name = #item, .size = sizeof(_type),		\
	.align = STAGE_ALIGN(_type), .is_signed = is_signed_type(_type), \
	.filter_type = filter },
#undef STAGE_STRUCT
#define STAGE_STRUCT(_type, item, filter, text) {			\
	.type = text, .name = #item, .size = sizeof(_type),		\
	.align = STAGE_ALIGN(_type), .filter_type = filter },
#undef STAGE_ARRAY
#define STAGE_ARRAY(_type, item, _len, text) {				\
	.type = text, .name = #item, .size = sizeof(_type[_len]),	\
	.align = STAGE_ALIGN(_type), .len = _len,			\
	.is_signed = is_signed_type(_type), .filter_type = FILTER_OTHER },
#undef STAGE_DATA
#define STAGE_DATA(_type, item, _len, from, sign, text) {		\
	.type = text, .name = #item, .size = sizeof(u32),		\
	.align = __alignof__(u32), .is_signed = sign,			\
	.filter_type = FILTER_OTHER },
#undef STAGE_REL
#define STAGE_REL(_type, item, _len, from, sign, text)			\
	STAGE_DATA(_type, item, _len, from, sign, text)

#undef STAGE_CLASS
#define STAGE_CLASS(name, proto, args, tstruct, assign, _print)		\
	static struct event_field histrig_fields_##name[] = {		\
		tstruct							\
	};								\
	static const struct event_class histrig_class_##name = {	\
		.fields = histrig_fields_##name,			\
		.nr_fields = sizeof(histrig_fields_##name) /		\
			     sizeof(struct event_field),		\
		.record_size = offsetof(struct histrig_raw_##name, __data), \
		.print_fmt = _print,					\
		.print = HISTRIG_PRINTER(HISTRIG_NOPRINT_##name,	\
					 histrig_print_##name),		\
		.probe = histrig_probe_##name,				\
		.partial = STAGE_IS_PARTIAL(name),			\
	};
#undef STAGE_EVENT
#define STAGE_EVENT(template, name, proto, args, print, printer)
#undef STAGE_EVENT_PRINT
#define STAGE_EVENT_PRINT(template, name, print)
