/* SPDX-License-Identifier: GPL-2.0 */
/* Stage: functions that test whether a field starts in the eight bytes @__slot of a record. */
#undef STAGE_FIELD
#define STAGE_FIELD(type, item, filter, text)				\
	__starts |= EVENT_SLOT(offsetof(typeof(*entry), item)) == __slot;
#undef STAGE_STRUCT
#define STAGE_STRUCT(type, item, filter, text)				\
	STAGE_FIELD(type, item, filter, text)
#undef STAGE_ARRAY
#define STAGE_ARRAY(type, item, len, text)				\
	STAGE_FIELD(type, item, FILTER_OTHER, text)
#undef STAGE_DATA
#define STAGE_DATA(type, item, len, from, sign, text)
#undef STAGE_REL
#define STAGE_REL(type, item, len, from, sign, text)

#undef STAGE_CLASS
#define STAGE_CLASS(name, proto, args, tstruct, assign, print)		\
	static __always_inline bool					\
	histrig_starts_##name(const unsigned int __slot)		\
	{								\
		struct histrig_raw_##name __maybe_unused *entry;	\
		bool __starts = false;					\
									\
		tstruct							\
		return __starts;					\
	}
#undef STAGE_EVENT
#define STAGE_EVENT(template, name, proto, args, print, printer)
