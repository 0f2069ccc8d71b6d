/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stage: for each dynamic array, the word that tells its place and length,
 * and where the string in it was measured. A class without any gets a struct
 * of size 0, by which its probe knows.
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
