/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Strings that grow, and strings that are safe to print. Users choose names of tasks, files
 * and functions, so output to a terminal must be escaped.
 */
#ifndef TOOL_TEXT_H
#define TOOL_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

/**
 * struct text - a string that grows; starts out as zeros
 * @at: the string, with a zero byte at the end; NULL until something is appended
 * @len: its length in bytes
 * @size: bytes allocated at @at
 */
struct text {
	char *at;
	size_t len;
	size_t size;
};

/* Appends bytes. Like all functions of this header, ends the program if out of memory. */
void text_add(struct text *text, const char *bytes, size_t len);

void text_puts(struct text *text, const char *more);

/* Appends formatted output. */
void text_printf(struct text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

void text_vprintf(struct text *text, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

/* Appends spaces; none if @columns is negative. */
void text_pad(struct text *text, long columns);

/**
 * text_escape() - append a string, escaped for a terminal
 * @text: output
 * @raw: the string
 *
 * Control characters, invalid UTF-8, characters that are invisible or change the direction of
 * writing, and the backslash become \n, \x1b, \u202e and so on.
 *
 * Return: width of the output in columns.
 */
size_t text_escape(struct text *text, const char *raw);

/**
 * text_next() - decode the next character of an untrusted string
 * @text: the string, not at its end
 * @code: set to 0 if a terminal may show the character, otherwise to the code to print
 *	instead: for control characters, invalid bytes, and characters that change how
 *	others look
 *
 * Return: its length in bytes.
 */
size_t text_next(const char *text, uint32_t *code);

/* Empties a string, but keeps its memory. */
void text_clear(struct text *text);

/* Frees a string, which is empty afterwards. */
void text_free(struct text *text);

/* Tests whether a string is an unsigned decimal number of at most 64 bits. */
bool text_is_number(const char *text);

/* Allocates zeroed memory for @nr elements of @size bytes, or ends the program. */
void *xalloc(size_t nr, size_t size);

/* Copies a string, or ends the program. */
char *xstrdup(const char *text);

#endif /* TOOL_TEXT_H */
