/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tests of characters. Like the kernel's, they do not depend on the locale, and
 * take signed and unsigned chars.
 */
#ifndef SHIM_CTYPE_H
#define SHIM_CTYPE_H

static inline int shim_isdigit(int c)
{
	return c >= '0' && c <= '9';
}

static inline int shim_isspace(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || (unsigned char)c == 0xa0;
}

static inline int shim_isalpha(int c)
{
	int byte = (unsigned char)c, lower = byte | 0x20;

	return (lower >= 'a' && lower <= 'z') ||
	       (byte >= 0xc0 && byte != 0xd7 && byte != 0xf7);
}

static inline int shim_isalnum(int c)
{
	return shim_isdigit(c) || shim_isalpha(c);
}

static inline int shim_tolower(int c)
{
	return shim_isalpha(c) && !((unsigned char)c & 0x20) ? c + 0x20 : c;
}

static inline int shim_isxdigit(int c)
{
	return shim_isdigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

#define isalnum(c)	shim_isalnum(c)
#define isalpha(c)	shim_isalpha(c)
#define isdigit(c)	shim_isdigit(c)
#define isspace(c)	shim_isspace(c)
#define isxdigit(c)	shim_isxdigit(c)
#define tolower(c)	shim_tolower(c)

#endif /* SHIM_CTYPE_H */
