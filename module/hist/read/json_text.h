/* SPDX-License-Identifier: GPL-2.0 */
/* Escapes strings for JSON, and splits symbols into their parts. */
#ifndef HISTRIG_JSON_TEXT_H
#define HISTRIG_JSON_TEXT_H

#include <linux/types.h>

/**
 * json_escape() - escape a string for JSON
 * @to: where to write the result, or NULL
 * @from: any bytes
 * @len: number of bytes
 *
 * Escapes quotes, backslashes and control characters. Each byte that is not
 * part of valid UTF-8 becomes U+FFFD. @to may be before @from in one buffer, if
 * the result ends no later than the bytes of @from.
 *
 * Return: the length of the result, which is @len only if nothing changed.
 */
size_t json_escape(char *to, const char *from, size_t len);

/**
 * struct json_symbol - the parts of a string like "name+0x1c/0x60 [module]"
 * @name: the name
 * @name_len: its length
 * @offset: offset of the address from the symbol
 * @module: the name of the module
 * @module_len: its length; 0 for the kernel itself
 */
struct json_symbol {
	const char *name;
	unsigned int name_len;
	unsigned long long offset;
	const char *module;
	unsigned int module_len;
};

/**
 * json_symbol_parse() - split a symbol into its parts
 * @symbol: filled in, with pointers into @text
 * @text: what the kernel prints for an address
 *
 * Return: false if the kernel knows no symbol for the address.
 */
bool json_symbol_parse(struct json_symbol *symbol, const char *text);

#endif /* HISTRIG_JSON_TEXT_H */
