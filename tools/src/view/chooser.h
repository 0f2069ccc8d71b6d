/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A question on the screen, without a terminal: the user types an answer, or part of an
 * item of a list.
 */
#ifndef TOOL_CHOOSER_H
#define TOOL_CHOOSER_H

#include <stdbool.h>
#include <stddef.h>

#include "../text.h"
#include "canvas.h"

/**
 * struct chooser_item - something to choose
 * @name: the answer
 * @about: a sentence about it, or ""
 */
struct chooser_item {
	char *name;
	char *about;
};

/**
 * struct chooser - a question; zeros at first
 * @question: the question, safe for a terminal
 * @items: what can be chosen; none if the user types a free answer
 * @nr: how many
 * @typed: what the user has typed
 * @cursor: the number of the chosen item, among those that match
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

/**
 * chooser_add() - add an item
 * @chooser: the question
 * @name: the answer
 * @about: a sentence about it, or ""
 */
void chooser_add(struct chooser *chooser, const char *name, const char *about);

/**
 * chooser_key() - handle a key
 * @chooser: the question
 * @key: a character, or an enum input
 */
void chooser_key(struct chooser *chooser, int key);

/**
 * chooser_paint() - paint the question
 * @chooser: the question
 * @canvas: the canvas, which is empty and has the size of the terminal
 */
void chooser_paint(const struct chooser *chooser, struct canvas *canvas);

/**
 * chooser_answer() - get the answer
 * @chooser: the question
 *
 * Return: the item's name, or what the user has typed; NULL if no item matches.
 */
const char *chooser_answer(const struct chooser *chooser);

/**
 * chooser_free() - free the memory of a question
 * @chooser: the question
 */
void chooser_free(struct chooser *chooser);

#endif /* TOOL_CHOOSER_H */
