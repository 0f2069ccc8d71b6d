/* SPDX-License-Identifier: GPL-2.0 */
/* Parses the arguments of probes and makes their programs, see fetch.h. */
#ifndef HISTRIG_PROBE_ARG_H
#define HISTRIG_PROBE_ARG_H

#include <linux/bits.h>
#include <linux/types.h>

#include "fetch.h"

struct event;
struct marker_args;
struct probe_words;

/*
 * What a probe is on, which decides which arguments it can have. A probe on an
 * event or on a tracepoint may be PROBE_ON_KERNEL, too; that changes nothing.
 */
#define PROBE_ON_KERNEL	BIT(0)	/* kernel code */
#define PROBE_ON_USER	BIT(1)	/* user code */
#define PROBE_ON_EVENT	BIT(2)	/* an event: arguments are its fields */
#define PROBE_ON_TRACEPOINT BIT(3) /* a tracepoint: arguments are typed */
#define PROBE_AT_ENTRY	BIT(4)	/* the probe is where a function begins */
#define PROBE_AT_RETURN	BIT(5)	/* the probe is where a function returns */
#define PROBE_NO_REGS	BIT(6)	/* hits do not have all registers */

/**
 * struct probe_place - where a probe is
 * @flags: PROBE_* above
 * @function: name of the function or tracepoint, for arguments by name;
 *	"MODULE:NAME" if users name the module; NULL if unknown
 * @event: PROBE_ON_EVENT: the event
 * @marker: PROBE_ON_USER: arguments of the marker that is there; NULL if there
 *	is none
 */
struct probe_place {
	unsigned int flags;
	const char *function;
	const struct event *event;
	const struct marker_args *marker;
};

/**
 * probe_args_parse() - parse the arguments of a definition
 * @words: the definition; @at is changed
 * @place: where the probe is
 * @made: set to the arguments; the caller frees them with probe_args_put()
 *
 * Errors are explained in the error log, in the kernel's words and with its
 * columns. For probes on events, the word "if" ends the arguments, and data
 * symbols are looked up. For other probes, probe_args_resolve() does that.
 *
 * Context: process, may sleep.
 * Return: 0, or the errno that the kernel has for the error.
 */
int probe_args_parse(struct probe_words *words, const struct probe_place *place,
		     struct probe_args **made);

/**
 * probe_args_resolve() - look up the data symbols that arguments use
 * @args: the arguments
 *
 * Context: process, may sleep.
 * Return: 0, -ENOENT if a symbol does not exist, or the errno of kstrtol() if
 * its offset is not a number.
 */
int probe_args_resolve(struct probe_args *args);

/* probe_args_put() - drop a reference to arguments; NULL is allowed */
void probe_args_put(struct probe_args *args);

/**
 * probe_args_differ() - compare the names and types of two probes' arguments
 * @a: arguments of a probe
 * @b: arguments of another probe
 *
 * Context: any.
 * Return: 0 if they are the same, otherwise the number of the first argument,
 * from 1, that only one of them has or that differs.
 */
unsigned int probe_args_differ(const struct probe_args *a,
			       const struct probe_args *b);

/**
 * probe_args_match() - compare arguments with the words of a command
 * @args: the arguments
 * @nr: number of words
 * @words: the words, each NAME=TEXT
 *
 * Context: any.
 * Return: true if the first @nr arguments are those.
 */
bool probe_args_match(const struct probe_args *args, int nr, char **words);

#endif /* HISTRIG_PROBE_ARG_H */
