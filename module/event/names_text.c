// SPDX-License-Identifier: GPL-2.0
/* Print formats: the types of casts, and which arguments are printed together. */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "names_parser.h"
#include "print_format.h"

/* Words of casts, with the types that they mean. */
static const struct {
	const char *name;
	struct names_type type;
} types[] = {
	{ "u8", { 1, true } }, { "__u8", { 1, true } }, { "uint8_t", { 1, true } },
	{ "s8", { 1, false } }, { "__s8", { 1, false } },
	{ "u16", { 2, true } }, { "__u16", { 2, true } }, { "uint16_t", { 2, true } },
	{ "s16", { 2, false } }, { "__s16", { 2, false } },
	{ "u32", { 4, true } }, { "__u32", { 4, true } }, { "uint32_t", { 4, true } },
	{ "gfp_t", { 4, true } }, { "enum", { 4, true } },
	{ "s32", { 4, false } }, { "__s32", { 4, false } },
	{ "u64", { 8, true } }, { "__u64", { 8, true } }, { "uint64_t", { 8, true } },
	{ "s64", { 8, false } }, { "__s64", { 8, false } },
	{ "char", { 1, false } }, { "short", { 2, false } },
	{ "int", { 4, false } }, { "long", { 8, false } },
};

bool names_read_type(const char *text, const char *end, struct names_type *type)
{
	bool is_unsigned = false;
	const char *from;
	unsigned int i;

	*type = (struct names_type) {};
	while (text < end) {
		from = skip_spaces(text);
		for (text = from; text < end && (isalnum(*text) || *text == '_');)
			text++;
		if (text == from)
			break;
		is_unsigned |= !strncmp(from, "unsigned", text - from);
		for (i = 0; i < ARRAY_SIZE(types); i++)
			if (strlen(types[i].name) == text - from &&
			    !strncmp(from, types[i].name, text - from) &&
			    /* int after short or long changes nothing */
			    (!type->size || strncmp(from, "int", text - from)))
				*type = types[i].type;
	}
	if (is_unsigned) {
		if (!type->size)
			*type = (struct names_type) { 4, true };
		type->is_unsigned = true;
	}
	return skip_spaces(text) == end;
}

u64 names_find_adjacent(const char *format, const char *end)
{
	struct format_piece piece;
	bool after_text = false;
	unsigned int arg = 0;
	u64 bits = 0;

	while (format < end) {
		format = format_next(format, &piece);
		if (piece.kind == FORMAT_END)
			break;
		if (piece.kind == FORMAT_TEXT || piece.kind == FORMAT_PERCENT) {
			after_text = false;
			continue;
		}
		arg += piece.star_width + piece.star_precision;
		if (after_text && piece.kind == FORMAT_STRING && arg < 64)
			bits |= 1ULL << arg;
		after_text = piece.kind == FORMAT_STRING;
		arg++;
	}
	return bits;
}
