// SPDX-License-Identifier: GPL-2.0
/* Editing of the line that the user types; see input.h. */
#include "../text.h"
#include "input.h"

/* Maximum length; no filter and no argument needs more. */
#define TYPED_MAX	256

static void add_character(struct text *text, int code)
{
	char bytes[4];
	size_t len = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4, i;
	static const int first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	for (i = len; i--; code >>= 6)
		bytes[i] = i ? 0x80 | (code & 0x3f) : first[len] | code;
	text_add(text, bytes, len);
}

bool input_edit(struct text *text, int key)
{
	if (key == INPUT_BACKSPACE) {
		while (text->len && (text->at[--text->len] & 0xc0) == 0x80)
			;
		if (text->at)
			text->at[text->len] = '\0';
		return true;
	}
	if (key < ' ' || key == 0x7f || key >= INPUT_UP || (key >= 0xd800 && key < 0xe000))
		return false;
	if (text->len < TYPED_MAX)
		add_character(text, key);
	return true;
}
