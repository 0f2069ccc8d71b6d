// SPDX-License-Identifier: GPL-2.0
/* Common code of the parsers of arguments, see arg_parser.h. */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "../event/event.h"
#include "../event/field.h"
#include "arg_parser.h"

int arg_error(const struct arg_parser *parser, unsigned int column,
	      enum probe_error error)
{
	return probe_report(parser->words, column, error);
}

int arg_next_op(struct arg_parser *parser, unsigned int column)
{
	if (++parser->at >= parser->limit)
		return arg_error(parser, column, PROBE_TOO_MANY_OPS);
	return 0;
}

static struct fetch_op field_load(const struct event_field *field)
{
	struct fetch_op op = {
		.code = FETCH_FIELD,
		.param = field->offset,
		.size = min_t(u16, field->size, sizeof(long)),
		.is_signed = field->is_signed,
	};

	switch (event_field_kind(field)) {
	case EVENT_FIELD_STATIC_STRING:
		op.code = FETCH_FIELD_CHARS;
		op.imm = field->size;
		break;
	case EVENT_FIELD_DYN_STRING:
		op.code = FETCH_FIELD_DATA;
		break;
	case EVENT_FIELD_REL_STRING:
		op.code = FETCH_FIELD_REL_DATA;
		break;
	default:
		break;
	}
	return op;
}

bool arg_load_field(struct arg_parser *parser, const char *name)
{
	const struct event_class *class = parser->place->event->class;
	unsigned int i;

	for (i = 0; i < class->nr_fields; i++) {
		if (strcmp(class->fields[i].name, name))
			continue;
		parser->field = &class->fields[i];
		parser->load = field_load(parser->field);
		arg_op(parser)->code = FETCH_FIELD;
		return true;
	}
	return false;
}

void arg_keep_bits(const struct arg_parser *parser, struct fetch_op *op)
{
	const struct arg_btf *btf = &parser->btf;
	unsigned int size = op->size * BITS_PER_BYTE;

	if (!btf->blob || !btf->bits || btf->bits == size)
		return;
	op->left = size - btf->bits - btf->bit;
	op->right = size - btf->bits;
	if (op->code == FETCH_STORE)
		op->code = FETCH_STORE_BITS;
}
