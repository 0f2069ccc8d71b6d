/* SPDX-License-Identifier: GPL-2.0 */
/* As the kernel has it: no locale, any char, signed or not. */
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

static inline int shim_isalnum(int c)
{
	int lower = (unsigned char)c | 0x20;

	return shim_isdigit(c) || (lower >= 'a' && lower <= 'z') ||
	       ((unsigned char)c >= 0xc0 && c != 0xd7 && c != 0xf7);
}

#define isalnum(c)	shim_isalnum(c)
#define isdigit(c)	shim_isdigit(c)
#define isspace(c)	shim_isspace(c)

#endif /* SHIM_CTYPE_H */
