/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Strings that grow, and strings that are safe to print. Users choose names of tasks,
 * files and functions, so output to a terminal is escaped first.
 */
#ifndef TOOL_TEXT_H
#define TOOL_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

/**
 * struct text - a string that grows; zeros at first
 * @at: the text, which ends with a zero byte; NULL as long as it is empty
 * @len: its length in bytes
 * @size: bytes of memory at @at
 */
struct text {
	char *at;
	size_t len;
	size_t size;
};

/**
 * text_add() - append bytes
 * @text: where to
 * @bytes: the bytes
 * @len: how many
 *
 * Like all functions of this header, ends the program if there is no memory.
 */
void text_add(struct text *text, const char *bytes, size_t len);

/**
 * text_puts() - append a string
 * @text: where to
 * @more: the text
 */
void text_puts(struct text *text, const char *more);

/**
 * text_printf() - append formatted text
 * @text: where to
 * @format: as of printf()
 */
void text_printf(struct text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * text_vprintf() - append formatted text
 * @text: where to
 * @format: as of printf()
 * @args: its arguments
 */
void text_vprintf(struct text *text, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

/**
 * text_pad() - append spaces
 * @text: where to
 * @columns: how many spaces; none if it is negative
 */
void text_pad(struct text *text, long columns);

/**
 * text_escape() - append a string, escaped for a terminal
 * @text: where to
 * @raw: the text
 *
 * Control characters, invalid UTF-8, characters that change the direction of writing or
 * are invisible, and the backslash become \n, \x1b, \u202e and so on.
 *
 * Return: how many columns of a terminal it takes.
 */
size_t text_escape(struct text *text, const char *raw);

/**
 * text_next() - look at the next character of an untrusted string
 * @text: the string, not at its end
 * @code: 0 if a terminal may show the character; otherwise, for a control character, one
 *	that changes how others look, or a byte of invalid UTF-8, the code to print in its
 *	place
 *
 * Return: how many bytes it has.
 */
size_t text_next(const char *text, uint32_t *code);

/**
 * text_clear() - make a text empty, and keep its memory
 * @text: the text
 */
void text_clear(struct text *text);

/**
 * text_free() - free a text, which is empty then
 * @text: the text
 */
void text_free(struct text *text);

/**
 * text_is_number() - test whether a text is an unsigned decimal number
 * @text: the text
 *
 * Return: true if it is, and fits in 64 bits.
 */
bool text_is_number(const char *text);

/**
 * xalloc() - allocate zeroed memory, or end the program
 * @nr: how many elements
 * @size: bytes of each
 *
 * Return: the memory, for free().
 */
void *xalloc(size_t nr, size_t size);

/**
 * xstrdup() - copy a text, or end the program
 * @text: the text
 *
 * Return: the copy, for free().
 */
char *xstrdup(const char *text);

#endif /* TOOL_TEXT_H */
