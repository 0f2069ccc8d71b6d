/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The layout of records.
 *
 * A record has the layout that the event's format file declares, the common header
 * included. A probe does not set the header. record/hot/output.c fills the header in
 * when it copies the record to a ring; triggers compute the common fields that they
 * need.
 */
#ifndef HISTRIG_RECORD_H
#define HISTRIG_RECORD_H

#include <linux/types.h>

#include "../compat/context.h"

struct record_header {
	u16 common_type;
	u8 common_flags;
	u8 common_preempt_count;
	int common_pid;

	IF_LAZY_COUNT(u8 common_preempt_lazy_count; u8 pad[3];)
};

/* Largest record, in bytes. As in the kernel, a record has to fit on a page. */
#define RECORD_SIZE_MAX		4080

/* Bytes before a record for the pointer that record_regs() reads. */
#define RECORD_PREFIX		sizeof(void *)

/* Largest record that a probe keeps on its stack, in bytes. */
#define RECORD_ON_STACK_MAX	256

/*
 * The word of a __data_loc or __rel_loc field: the low half is the offset of
 * the data, the high half its length, both in bytes. The offset of a __data_loc
 * field counts from the start of the record, that of a __rel_loc field from the
 * end of the word.
 */
#define DATA_LOC_OFFSET(word)	((word) & 0xffff)
#define DATA_LOC_LEN(word)	((word) >> 16)
#define DATA_LOC(offset, len)	((offset) | (len) << 16)

/* The data of a dynamic array in a record; @len is in bytes. */
struct data_loc {
	const void *data;
	unsigned int len;
};

/**
 * data_loc() - find the data of a __data_loc field
 * @record: the record
 * @field: the field's word in @record
 *
 * Does not check the word, so code that reads records from a ring must first check
 * that the data is within the record.
 *
 * Context: any.
 */
static __always_inline struct data_loc data_loc(const void *record,
						const u32 *field)
{
	const u32 word = *field;

	return (struct data_loc) {
		.data = record + DATA_LOC_OFFSET(word),
		.len = DATA_LOC_LEN(word),
	};
}

/* rel_loc() - data_loc() for a __rel_loc field */
static __always_inline struct data_loc rel_loc(const u32 *field)
{
	return data_loc(field + 1, field);
}

#endif /* HISTRIG_RECORD_H */
