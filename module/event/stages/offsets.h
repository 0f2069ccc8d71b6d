/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stage: structs with the __data_loc or __rel_loc word of each dynamic array and, if
 * the array is a string, the pointer whose length was measured. A class without dynamic
 * arrays gets a struct of size 0, which shows that all its records have the same size.
 */

#undef STAGE_FIELD
#define STAGE_FIELD(type, item, filter, text)
#undef STAGE_STRUCT
#define STAGE_STRUCT(type, item, filter, text)
#undef STAGE_ARRAY
#define STAGE_ARRAY(type, item, len, text)
#undef STAGE_DATA
#define STAGE_DATA(type, item, len, from, sign, text)			\
	u32 item;							\
	const char *item##_from;
#undef STAGE_REL
#define STAGE_REL(type, item, len, from, sign, text)			\
	STAGE_DATA(type, item, len, from, sign, text)

#undef STAGE_CLASS
#define STAGE_CLASS(name, proto, args, tstruct, assign, print)		\
	struct histrig_offsets_##name {					\
		tstruct							\
	};
