/* SPDX-License-Identifier: GPL-2.0 */
/* Stage: the layout of the record. */

#undef TRACE_DEFINE_ENUM
#define TRACE_DEFINE_ENUM(a)
#undef TRACE_DEFINE_SIZEOF
#define TRACE_DEFINE_SIZEOF(a)

#define STAGE_FIELD(type, item, filter, text)		type item;
#define STAGE_STRUCT(type, item, filter, text)		type item;
#define STAGE_ARRAY(type, item, len, text)		type item[len];
#define STAGE_DATA(type, item, len, from, sign, text)	u32 __data_loc_##item;
#define STAGE_REL(type, item, len, from, sign, text)	u32 __rel_loc_##item;

#undef STAGE_CLASS
#define STAGE_CLASS(name, proto, args, tstruct, assign, print)		\
	struct histrig_raw_##name {					\
		struct trace_entry ent;					\
		tstruct							\
		char __data[];						\
	};
