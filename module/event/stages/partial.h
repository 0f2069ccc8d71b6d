/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stage: the functions that build only some fields of a record.
 *
 * A probe calls such a function if a hist trigger is the only user of its event and
 * reads only these fields. For each eight bytes of the record, the function repeats
 * the assignments in TP_fast_assign(), and uses only the fields that start in those
 * eight bytes. So the compiler drops the other assignments, with the code that only
 * they need.
 *
 * The compiler cannot drop function calls, so only headers whose assignments contain
 * no calls get such functions. The prelude table defines HISTRIG_PARTIAL for these,
 * and HISTRIG_WHOLE_X for each class X that is an exception. Partial records have a
 * fixed size and are on the stack.
 */
#undef STAGE_FIELD
#define STAGE_FIELD(type, item, filter, text)				\
	if (EVENT_SLOT(offsetof(typeof(*entry), item)) == __slot)	\
		__record->item = entry->item;
#undef STAGE_STRUCT
#define STAGE_STRUCT(type, item, filter, text)				\
	STAGE_FIELD(type, item, filter, text)
#undef STAGE_ARRAY
#define STAGE_ARRAY(type, item, len, text)				\
	if (EVENT_SLOT(offsetof(typeof(*entry), item)) == __slot)	\
		memcpy(__record->item, entry->item, sizeof(entry->item));
#undef STAGE_DATA
#define STAGE_DATA(type, item, len, from, sign, text)
#undef STAGE_REL
#define STAGE_REL(type, item, len, from, sign, text)

#define STAGE_SLOT(name, slot, args...)					\
	if (histrig_starts_##name(slot) && __fields & BIT(slot))	\
		histrig_slot_##name(slot, &__record, args);
#define STAGE_SLOTS(name, slot, args...)				\
	STAGE_SLOT(name, (slot) + 0, args)				\
	STAGE_SLOT(name, (slot) + 1, args)				\
	STAGE_SLOT(name, (slot) + 2, args)				\
	STAGE_SLOT(name, (slot) + 3, args)				\
	STAGE_SLOT(name, (slot) + 4, args)

/* Slot 0 contains only common fields, which no trigger reads from a record. */
#undef STAGE_CLASS
#define STAGE_CLASS(name, proto, args, tstruct, assign, print)		\
	static __always_inline void					\
	histrig_slot_##name(const unsigned int __slot,			\
			    struct histrig_raw_##name *__record, proto)	\
	{								\
		struct histrig_offsets_##name __maybe_unused __data_offsets; \
		struct histrig_raw_##name __whole HISTRIG_CLEARED;	\
		struct histrig_raw_##name *entry = &__whole;		\
									\
		{ assign; }						\
									\
		tstruct							\
	}								\
									\
	static noinline notrace void __maybe_unused			\
	histrig_partial_##name(void *__data, proto)			\
	{								\
		struct histrig_raw_##name __record;			\
		const u32 __fields =					\
			((const struct event_sole_trigger *)__data)->fields;	\
									\
		STAGE_SLOTS(name, 1, args)				\
		STAGE_SLOTS(name, 6, args)				\
		STAGE_SLOTS(name, 11, args)				\
		STAGE_SLOTS(name, 16, args)				\
		STAGE_SLOTS(name, 21, args)				\
		STAGE_SLOTS(name, 26, args)				\
		event_hit_partial(__data, &__record);			\
		probe_end(STAGE_PREEMPTIBLE(name));			\
	}
#undef STAGE_EVENT
#define STAGE_EVENT(template, name, proto, args, print, printer)
