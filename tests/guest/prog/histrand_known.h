/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Steps that histrand leaves out because the trees answer them differently, and
 * why. Extended regular expressions match a step as "> FILE TEXT" or
 * ">> FILE TEXT".
 */
#ifndef HISTRAND_KNOWN_H
#define HISTRAND_KNOWN_H

#include <regex.h>

#include "histrand_grammar.h"

/* String fields, and those of them that may be long. */
#define TEXTS	"\\<(oldcomm|newcomm|comm|name|action|c|d)\\>"
#define LONG	"\\<(name|c|d)\\>"
#define VALUES	"(vals?|values)="

static const struct known {
	const char *step;
	const char *reason;
} known[] = {
	/* Our tree accepts more than 6.1. */
	{ VALUES "[^:]*hitcount\\.|/trigger .*[=+*/(-]hitcount",
	  "6.1 refuses hitcount with a modifier and in expressions" },
	{ "keys?=([^:,]*,){3}",
	  "6.1 has three keys at most, ours eight" },
	{ VALUES "([^:,]*,){2}",
	  "6.1 has two values at most, ours eight" },
	{ "keys?=[^:]*" LONG "[^:]*,[^:]*(" LONG "|stacktrace)|"
	  "keys?=[^:]*stacktrace[^:]*,[^:]*" LONG,
	  "6.1 has room for one long text in a key, and not for a stack beside it" },
	{ "> set_event .*([a-z_]\\*|\\*[a-z_])",
	  "6.1 takes no patterns but a single *" },
	{ "(" TEXTS "|COMM) ?(==|!=|~) ?[a-z]",
	  "6.1 requires quotes around a string in a filter" },
	/* 6.1 accepts commands that make no sense. */
	{ VALUES "[^: ]*" TEXTS,
	  "6.1 adds up the addresses of texts; ours refuses texts as values" },
	{ TEXTS "\\.(log2|buckets)",
	  "6.1 shifts or divides the address of a text; ours refuses it" },
	{ "common_timestamp[^.].*common_timestamp\\.usecs|"
	  "common_timestamp\\.usecs.*common_timestamp([^.]|$)",
	  "6.1 subtracts microseconds of such a command from nanoseconds; ours refuses that" },
	{ "([a-z])=(\\$\\1|[^:,]*[-+*/$]([^:,]*|.*[:,][a-z]+=[^:,]*)\\$\\1)",
	  "6.1 takes $v for the first field in v's expression; ours refuses it" },
	{ "[=,*/+-]\\$([a-z])\\>[^(]*:\\1=",
	  "the same, with v's assignment behind it" },
};

#define N_KNOWN		(int)(sizeof(known) / sizeof(known[0]))

/* Returns why a step is left out, or NULL. */
static const char *known_difference(const struct step *s)
{
	static regex_t regex[N_KNOWN];
	static bool compiled[N_KNOWN];
	static struct text line;
	int i;

	if (!s->file)
		return NULL;
	text_clear(&line);
	text_puts(&line, s->flags == O_APPEND ? ">> " : "> ");
	text_puts(&line, s->file);
	text_puts(&line, " ");
	text_puts(&line, s->text);
	for (i = 0; i < N_KNOWN; i++) {
		if (!compiled[i] && regcomp(&regex[i], known[i].step, REG_EXTENDED | REG_NOSUB))
			errx(1, "regcomp %s", known[i].step);
		compiled[i] = true;
		if (!regexec(&regex[i], line.s, 0, NULL, 0))
			return known[i].reason;
	}
	return NULL;
}

#endif
