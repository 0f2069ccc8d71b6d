/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions of this program in which cases set uprobes, and the offsets of these functions
 * in the program's file.
 */
#ifndef HISTDIFF_USER_H
#define HISTDIFF_USER_H

#include <err.h>
#include <stdio.h>
#include <string.h>

#define PROBED	__attribute__((noinline, noclone, used))

PROBED long user_add(long a, long b)
{
	asm volatile("" : "+r"(a));
	return a + b;
}

PROBED const char *user_text(const char *text, long n)
{
	asm volatile("" : "+r"(text), "+r"(n));
	return text + n;
}

PROBED long user_deep(long n)
{
	asm volatile("" : "+r"(n));
	return n ? n + user_deep(n - 1) : 0;
}

/* Strings and numbers that arguments point to. */
static const char *user_texts[] = { "one", "two", "three", "four" };
static short user_numbers[] = { 1, -2, 300, -400 };

PROBED long user_arrays(const char **texts, const short *numbers)
{
	asm volatile("" : "+r"(texts), "+r"(numbers));
	return *numbers;
}

/* Runs a step "do user NAME ARGUMENTS". */
static int call_user(const char *what)
{
	char text[256];
	long a = 0, b = 0;

	if (sscanf(what, "add %li %li", &a, &b) == 2)
		user_add(a, b);
	else if (sscanf(what, "text %255s %li", text, &a) == 2)
		user_text(text, a);
	else if (!strncmp(what, "null", 4))
		user_text(NULL, 0);
	else if (sscanf(what, "deep %li", &a) == 1)
		user_deep(a);
	else if (!strncmp(what, "arrays", 6))
		user_arrays(user_texts, user_numbers);
	else
		return EINVAL;
	return 0;
}

static unsigned long long own_offset(const char *name)
{
	static const struct { const char *name; const void *function; } all[] = {
		{ "user_add", user_add }, { "user_text", user_text },
		{ "user_deep", user_deep }, { "user_arrays", user_arrays },
		{ "user_numbers", user_numbers },
	};
	unsigned long start, end, offset;
	unsigned long at = 0;
	char line[512];
	size_t i;
	FILE *f;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!strcmp(all[i].name, name))
			at = (unsigned long)all[i].function;
	f = fopen("/proc/self/maps", "r");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%lx-%lx %*s %lx", &start, &end, &offset) == 3 &&
		    at >= start && at < end) {
			fclose(f);
			return at - start + offset;
		}
	errx(1, "%s is not a function to probe", name);
}

#endif
