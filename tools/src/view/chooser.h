/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A question on the screen. The user types an answer, or part of an item of a list. Does not
 * need a terminal.
 */
#ifndef TOOL_CHOOSER_H
#define TOOL_CHOOSER_H

#include <stdbool.h>
#include <stddef.h>

#include "../text.h"
#include "canvas.h"

/**
 * struct chooser_item - an item of the list
 * @name: the answer
 * @about: a sentence about it, or ""
 */
struct chooser_item {
	char *name;
	char *about;
};

/**
 * struct chooser - a question; starts out as zeros
 * @question: the question, safe for a terminal
 * @items: the items; none if any answer is allowed
 * @nr: number of items
 * @typed: what the user has typed
 * @cursor: index of the selected item, among those that match @typed
 * @done: the user has answered
 * @quit: the user does not want to answer
 */
struct chooser {
	const char *question;
	struct chooser_item *items;
	size_t nr;
	struct text typed;
	size_t cursor;
	bool done;
	bool quit;
};

/* Adds an item with a sentence about it, or "". */
void chooser_add(struct chooser *chooser, const char *name, const char *about);

/* Handles a key: a character, or an enum input. */
void chooser_key(struct chooser *chooser, int key);

/* Paints the question on an empty canvas of the terminal's size. */
void chooser_paint(const struct chooser *chooser, struct canvas *canvas);

/* Returns the item's name, or what the user has typed; NULL if no item matches. */
const char *chooser_answer(const struct chooser *chooser);

void chooser_free(struct chooser *chooser);

#endif /* TOOL_CHOOSER_H */
