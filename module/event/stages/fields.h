/* SPDX-License-Identifier: GPL-2.0 */
/* Stage: the tables of fields, the print formats and the classes. */

/* From here on the text of the print formats counts. */
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
#undef TP_printk
#define TP_printk(fmt, args...) "\"" fmt "\", "  __stringify(args)

/* What a type is aligned to as a member, which on some CPUs is less. */
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
#define STAGE_CLASS(name, proto, args, tstruct, assign, print)		\
	static struct event_field histrig_fields_##name[] = {		\
		tstruct							\
	};								\
	static const struct event_class histrig_class_##name = {	\
		.fields = histrig_fields_##name,			\
		.nr_fields = sizeof(histrig_fields_##name) /		\
			     sizeof(struct event_field),		\
		.record_size = offsetof(struct histrig_raw_##name, __data), \
		.print_fmt = print,					\
		.probe = histrig_probe_##name,					\
	};
#undef STAGE_EVENT
#define STAGE_EVENT(template, name, proto, args, print)
