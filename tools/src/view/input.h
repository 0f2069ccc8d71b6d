/* SPDX-License-Identifier: GPL-2.0 */
/* Keys: a character, or one of these. */
#ifndef TOOL_INPUT_H
#define TOOL_INPUT_H

#include <stdbool.h>

enum input {
	INPUT_NONE = -1,
	INPUT_TAB = '\t',
	INPUT_ENTER = '\n',
	INPUT_ESCAPE = 27,
	/* These are greater than every character. */
	INPUT_UP = 0x110000,
	INPUT_DOWN,
	INPUT_LEFT,
	INPUT_RIGHT,
	INPUT_PAGE_UP,
	INPUT_PAGE_DOWN,
	INPUT_HOME,
	INPUT_END,
	INPUT_BACKSPACE,
	INPUT_REDRAW,
};

struct text;

/* Applies a key to the line that the user types. Returns false if the key does not edit. */
bool input_edit(struct text *text, int key);

#endif /* TOOL_INPUT_H */
