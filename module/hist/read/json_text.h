/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Texts of JSON: escapes, and symbols cut into their parts. Needs nothing of the
 * kernel but string functions.
 */
#ifndef HISTRIG_JSON_TEXT_H
#define HISTRIG_JSON_TEXT_H

#include <linux/types.h>

/**
 * json_escape() - make a text fit for a string of JSON
 * @to: where to write it, or NULL
 * @from: any bytes
 * @len: how many
 *
 * Escapes quotes, backslashes and control characters. Each byte that is not part
 * of valid UTF-8 becomes U+FFFD. @to may be in front of @from in the same buffer,
 * if the whole result ends no later than the bytes of @from.
 *
 * Return: the length of the result, which is @len only if nothing changed.
 */
size_t json_escape(char *to, const char *from, size_t len);

/**
 * struct json_symbol - the parts of a text like "name+0x1c/0x60 [module]"
 * @name: the name
 * @name_len: its length
 * @offset: how far behind the symbol the address is
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
 * json_symbol_parse() - cut a symbol into its parts
 * @symbol: filled in, with pointers into @text
 * @text: what the kernel prints for an address
 *
 * Return: false if the text is no symbol, since the kernel knows none.
 */
bool json_symbol_parse(struct json_symbol *symbol, const char *text);

#endif /* HISTRIG_JSON_TEXT_H */
