// SPDX-License-Identifier: GPL-2.0
/* Rare and long loads from records, see load.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/processor.h>
#include <linux/string.h>

#include "../../compat/compiler.h"
#include "../../event/hot/memory.h"
#include "../../event/record.h"
#include "../../record/hot/context.h"
#include "../../record/user_frames.h"
#include "../../record/task_id.h"
#include "../sketch.h"
#include "load.h"

/*
 * Splits the codes at HIST_OP_PREEMPT_COUNT, in the order of enum hist_op_code, so
 * that each needs few tests.
 */
u64 hist_load_rare(const struct hist_program *program, const struct hist_op *op)
{
	if (op->code == HIST_OP_PREEMPT_COUNT)
		return record_preempt_count();
	if (op->code == HIST_OP_TYPE)
		return op->offset;
	if (op->code > HIST_OP_PREEMPT_COUNT)
		return op->code == HIST_OP_LAZY_COUNT ? lazy_count() :
							op->number;
	if (op->code == HIST_OP_TIME)
		return hist_time_now(program);
	if (op->code == HIST_OP_CONTEXT_FLAGS)
		return record_context_flags();
	return record_task_id(op->offset);
}

u64 hist_modify(const struct hist_op *op, u64 value)
{
	unsigned int shift;

	if (op->modifier == HIST_MODIFIER_LOG2)
		return value > 1 ? ilog2(value - 1) + 1 : 0;
	if (op->modifier == HIST_MODIFIER_LOG_LINEAR) {
		shift = hist_log_shift(value, op->number);
		return value >> shift << shift;
	}
	return value - value % op->number;
}

/*
 * Like the kernel, multiplies and shifts a small dividend instead of dividing
 * it, which sometimes rounds up.
 */
u64 hist_divide_small(u64 value, u64 packed)
{
	u32 divisor = packed, factor = packed >> 32;

	if (value >> HIST_DIVIDE_SHIFT)
		return div_u64(value, divisor);
	return (value * factor + (1 << HIST_DIVIDE_SHIFT) - 1) >>
	       HIST_DIVIDE_SHIFT;
}

/*
 * Loads a string into a key, which is set to the length in words, then the string; at most
 * HIST_STRING_WORDS words. The string ends at its NUL or after @size bytes. Returns the number of
 * words written.
 */
static unsigned int hist_load_text(u64 *key, const char *from, unsigned int size)
{
	if (size > HIST_STRING_MAX - 1)
		size = HIST_STRING_MAX - 1;
	key[0] = hist_copy_text(key + 1, from, size);
	/*
	 * Drop a last word of zeros: the key must be the same whether the
	 * string is followed by a NUL or fills its field.
	 */
	if (key[0] && !key[key[0]])
		key[0]--;
	return 1 + key[0];
}

/*
 * A tracepoint does not say whether a char pointer points to user or kernel
 * memory. The address does, because the two ranges do not overlap.
 */
unsigned int hist_read_pointer(char *to, const char *from, bool user)
{
	const unsigned long at = (unsigned long)from;
	const bool in_user = memory_is_user(at);
	int len = -EFAULT;

	if (in_user || !user)
		len = memory_read_string(to, at, HIST_STRING_MAX - 1, in_user);
	if (len < 0)
		len = strlen(strcpy(to, "(fault)"));
	to[len] = '\0';
	return len;
}

static noinline unsigned int load_pointer(u64 *key, const char *from, bool user)
{
	char text[HIST_STRING_MAX] __uninitialized;

	return hist_load_text(key, text, hist_read_pointer(text, from, user));
}

/* Loads a stack from a field, which may be unaligned. The stack ends at a 0. */
static unsigned int load_dyn_stack(u64 *key, const u64 *from,
				   unsigned int size)
{
	unsigned int n = 0, nr = size / sizeof(u64);
	u64 address;

	while (n < nr && n < HIST_STACK_DEPTH) {
		address = get_unaligned(&from[n]);
		if (!address)
			break;
		key[++n] = address;
	}
	key[0] = n;
	return 1 + n;
}

/* Loads an array of bytes from a field, which may be unaligned. */
static unsigned int load_bytes(u64 *key, const void *from, unsigned int size)
{
	unsigned int words = DIV_ROUND_UP(size, sizeof(u64));

	key[words - 1] = 0;
	memcpy(key, from, size);
	return words;
}

unsigned int hist_load_words(const struct hist_op *op, u64 *key,
			     const struct event *event,
			     const void *record)
{
	const void *from = record + op->offset;
	struct data_loc loc;

	switch (op->code) {
	case HIST_OP_STRING:
		loc = data_loc(record, from);
		return hist_load_text(key, loc.data, loc.len);
	case HIST_OP_REL_STRING:
		loc = rel_loc(from);
		return hist_load_text(key, loc.data, loc.len);
	case HIST_OP_POINTER_STRING:
		return load_pointer(key, *(const char *const *)from, op->size);
	case HIST_OP_STACK:
		return hist_load_stack(key, op->size, event, record);
	case HIST_OP_USER_STACK:
		key[0] = user_frames_load(key + 1, op->size);
		return 1 + key[0];
	case HIST_OP_DYN_STACK:
		loc = data_loc(record, from);
		return load_dyn_stack(key, loc.data, loc.len);
	default:
		return load_bytes(key, from, op->size);
	}
}
