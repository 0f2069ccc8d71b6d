// SPDX-License-Identifier: GPL-2.0
/* Strings, stacks and key conversion for interevents, see hit.h. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "../../compat/compiler.h"
#include "../../event/hot/scratch.h"
#include "../../event/record.h"
#include "../program.h"
#include "chains.h"
#include "hit.h"
#include "load.h"
#include "search.h"

/* Returns the length of a string in words, without zero words at its end. */
static unsigned int text_words(struct hist_key_part part)
{
	while (part.nr && !part.words[part.nr - 1])
		part.nr--;
	return part.nr;
}

/*
 * Converts one part of the hit's key to the layout of the other histogram's
 * key, where a string may have a different fixed length or none. Returns false
 * if the other histogram cannot contain the result.
 */
static bool convert_part(u64 **to, struct hist_key_part part,
			 const struct hist_op *ours,
			 const struct hist_op *theirs)
{
	unsigned int nr = part.nr, max = part.nr;

	if (!hist_op_is_word(ours)) {
		nr = text_words(part);
		max = hist_op_words(theirs);
		if (theirs->code > HIST_OP_FIXED_LAST) {
			if (nr >= max)
				return false;
			*(*to)++ = nr;
			max = nr;
		}
	}
	if (nr > max)
		return false;
	memcpy(*to, part.words, nr * sizeof(u64));
	memset(*to + nr, 0, (max - nr) * sizeof(u64));
	*to += max;
	return true;
}

static __always_inline long text_peek(struct hist_map *map, const u64 *key,
				      unsigned int words, bool pin)
{
	return pin ? hist_chains_peek(map, key, words) :
		     hist_map_peek(map, key, words);
}

/*
 * Not inlined, because hits with other references would have to save the
 * registers that this function uses.
 */
static noinline long peek_converted(struct hist_hit *hit,
				    const struct hist_var_ref *ref,
				    struct hist_map *map, bool pin)
{
	const struct hist_program *program = hit_program(hit);
	const struct hist_program *other = &ref->hist->spec.program;
	unsigned int size = other->key_words * sizeof(u64), i;
	struct hist_key_part part = { hit->key, 0 };
	u64 *key = scratch_alloc(size), *to = key;
	long index = -1;

	if (unlikely(!key))
		return HIST_CHAIN_RETRY_LIMIT;
	for (i = 0; i < ref->keys; i++) {
		part = hist_key_next(program, i, part);
		if (!convert_part(&to, part, &program->ops_keys[i],
				  &other->ops_keys[i]))
			break;
	}
	if (i == ref->keys)
		index = text_peek(map, key, to - key, pin);
	scratch_free(size);
	return index;
}

static __always_inline long find_entry(struct hist_hit *hit,
				       const struct hist_var_ref *ref,
				       struct hist_map *map, bool pin)
{
	unsigned int words = hit->key_words;

	if (ref->form == HIST_REF_FIRST)
		words = hist_key_first_words(hit_program(hit), hit->key, ref->keys);
	return text_peek(map, hit->key, words, pin);
}

long hist_find_entry(struct hist_hit *hit, const struct hist_var_ref *ref,
		     struct hist_map *map, bool pin)
{
	if (ref->form == HIST_REF_NEVER)
		return HIST_CHAIN_NONE;
	if (ref->form == HIST_REF_CONVERT)
		return peek_converted(hit, ref, map, pin);
	if (ref->form != HIST_REF_NUMBER)
		return find_entry(hit, ref, map, pin);
	return pin ? hist_chains_peek(map, hit->key, 1) :
		     hist_map_peek_word(map, hit->key[0]);
}

/* Copies up to 255 characters and appends a NUL. */
static void text_put_chars(u64 *to, const char *from, unsigned int size)
{
	unsigned int n;

	size = min_t(unsigned int, size, HIST_STRING_MAX - 1);
	n = hist_copy_text(to, from, size);
	if (n < HIST_TEXT_WORDS)
		to[n] = 0;
}

static void text_put_stack(struct hist_hit *hit, u64 *to,
			   const struct hist_op *op)
{
	u64 *stack = op->code == HIST_OP_STACK ? hit->texts : to;

	BUILD_BUG_ON(1 + HIST_STACK_DEPTH > HIST_TEXT_WORDS);
	hist_load_words(op, stack, hit->trigger->trigger.file->event,
			hit->record);
	if (stack != to)
		memcpy(to, stack, (1 + stack[0]) * sizeof(u64));
}

void hist_put_text(struct hist_hit *hit, u64 *to,
		   const struct hist_op *op)
{
	const void *from = hit->record + op->offset;
	struct hist_map *map = hit->map;
	struct data_loc loc;

	switch (op->code) {
	case HIST_OP_CHARS:
		text_put_chars(to, from, op->size);
		break;
	case HIST_OP_STRING:
		loc = data_loc(hit->record, from);
		text_put_chars(to, loc.data, loc.len);
		break;
	case HIST_OP_REL_STRING:
		loc = rel_loc(from);
		text_put_chars(to, loc.data, loc.len);
		break;
	case HIST_OP_POINTER_STRING:
		hist_read_pointer((char *)to, *(const char *const *)from,
				  op->size);
		break;
	case HIST_OP_COMM:
		text_put_chars(to, current->comm, TASK_COMM_LEN);
		break;
	case HIST_OP_ENTRY_COMM:
		text_put_chars(to, map->comms[hit->index], TASK_COMM_LEN);
		break;
	case HIST_OP_VAR_REF_TEXT:
		memcpy(to, (void *)(unsigned long)hit->var_refs[op->offset],
		       HIST_TEXT_WORDS * sizeof(u64));
		break;
	default:
		text_put_stack(hit, to, op);
	}
}

/* Is the last byte of a field a NUL? Then hits can use its string without a copy. */
static __always_inline bool text_ends(const char *text, unsigned int size)
{
	return size && !text[size - 1];
}

static u64 param_text(struct hist_hit *hit, const struct hist_op *op,
		      const char *from, unsigned int size)
{
	u64 *to = hit->texts + op->number / sizeof(u64);

	if (text_ends(from, size))
		return (unsigned long)from;
	text_put_chars(to, from, size);
	return (unsigned long)to;
}

u64 hist_param_address(struct hist_hit *hit, const struct hist_op *op)
{
	const void *from = hit->record + op->offset;
	struct hist_map *map = hit->map;
	u64 *to = hit->texts + op->number / sizeof(u64);
	struct data_loc loc;

	switch (op->code) {
	case HIST_OP_VAR_REF_TEXT:
		return hit->var_refs[op->offset];
	case HIST_OP_OWN_VAR_TEXT:
		return (unsigned long)hist_map_text(map, hit->index,
						    op->offset);
	case HIST_OP_COMM:
		return (unsigned long)current->comm;
	case HIST_OP_CHARS:
		return param_text(hit, op, from, op->size);
	case HIST_OP_STRING:
		loc = data_loc(hit->record, from);
		return param_text(hit, op, loc.data, loc.len);
	case HIST_OP_REL_STRING:
		loc = rel_loc(from);
		return param_text(hit, op, loc.data, loc.len);
	case HIST_OP_POINTER_STRING:
		hist_read_pointer((char *)to, *(const char *const *)from,
				  op->size);
		return (unsigned long)to;
	default:
		hist_load_words(op, to, hit->trigger->trigger.file->event,
				hit->record);
		return (unsigned long)to;
	}
}
