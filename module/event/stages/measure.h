/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stage: the functions that count the bytes of a record's dynamic arrays. The
 * traced code supplies the lengths. If a length exceeds RECORD_SIZE_MAX, the
 * function stops counting at once, so that no sum can overflow; scratch_alloc()
 * then refuses the record.
 */

#undef __entry
#define __entry entry

/* The pointer to a string may change at any time, so it is read only once. */
#define STAGE_STRLEN(src)						\
	(strlen(__item_from ? __item_from : "(null)") + 1)

#undef STAGE_DATA
#define STAGE_DATA(type, item, len, from, sign, text)			\
	STAGE_MEASURE(type, item, len, from,				\
		      offsetof(typeof(*entry), __data))
#undef STAGE_REL
#define STAGE_REL(type, item, len, from, sign, text)			\
	STAGE_MEASURE(type, item, len, from,				\
		      offsetof(typeof(*entry), __data) -		\
		      offsetof(typeof(*entry), __rel_loc_##item) -	\
		      sizeof(u32))

#define STAGE_MEASURE(type, item, len, from, base)			\
	__item_from = (const char *)(from);				\
	__item_length = (len);						\
	if (unlikely(__item_length > RECORD_SIZE_MAX / sizeof(type)))	\
		return RECORD_SIZE_MAX;					\
	__item_length *= sizeof(type);					\
	__data_offsets->item = DATA_LOC(__data_size + (base),		\
					__item_length);			\
	__data_offsets->item##_from = __item_from;			\
	__data_size += __item_length;

#undef STAGE_CLASS
#define STAGE_CLASS(name, proto, args, tstruct, assign, print)		\
	static inline unsigned int				\
	histrig_measure_##name(struct histrig_offsets_##name *__data_offsets, \
			       proto)					\
	{								\
		const char __maybe_unused *__item_from;			\
		size_t __maybe_unused __item_length;			\
		struct histrig_raw_##name __maybe_unused *entry;	\
		unsigned int __data_size = 0;				\
									\
		tstruct							\
									\
		return __data_size;					\
	}
