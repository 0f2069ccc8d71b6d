/* SPDX-License-Identifier: GPL-2.0 */
/* String functions of the C library, and those that only the kernel has. */
#ifndef SHIM_STRING_H
#define SHIM_STRING_H

#include <string.h>

#include <linux/compiler.h>

ssize_t strscpy(char *dest, const char *src, size_t count);
char *skip_spaces(const char *s);
char *strstrip(char *s);

static inline size_t str_has_prefix(const char *s, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(s, prefix, len) ? 0 : len;
}

#define strim(s)	strstrip(s)

#endif /* SHIM_STRING_H */
