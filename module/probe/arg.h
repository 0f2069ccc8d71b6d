/* SPDX-License-Identifier: GPL-2.0 */
/* Parses the arguments of probes and makes their programs, see fetch.h. */
#ifndef HISTRIG_PROBE_ARG_H
#define HISTRIG_PROBE_ARG_H

#include <linux/bits.h>
#include <linux/types.h>

#include "fetch.h"

struct event;
struct marker_args;
struct module;
struct probe_words;

/*
 * Flags of a struct probe_place. They decide which arguments a probe can have. A probe
 * without PROBE_ON_* is in kernel code.
 */
#define PROBE_ON_USER	BIT(0)	/* user code */
#define PROBE_ON_EVENT	BIT(1)	/* an event, whose fields are the arguments */
#define PROBE_ON_TRACEPOINT BIT(2) /* a tracepoint; its arguments have types */
#define PROBE_AT_ENTRY	BIT(3)	/* the probe is where a function begins */
#define PROBE_AT_RETURN	BIT(4)	/* the probe is where a function returns */
#define PROBE_NO_REGS	BIT(5)	/* hits do not have all registers */

/**
 * struct probe_place - where a probe is
 * @flags: PROBE_* above
 * @function: name of the function or tracepoint, for arguments by name;
 *	"MODULE:NAME" if the user names the module; NULL if unknown
 * @event: the event, if PROBE_ON_EVENT is set
 * @marker: for PROBE_ON_USER, the arguments of the marker at the place, or NULL
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
 * Reports errors in the error log, with the kernel's messages and columns. On
 * events, the word "if" ends the arguments. Except on events, the caller looks
 * up data symbols with probe_args_resolve().
 *
 * Context: process, may sleep.
 * Return: 0, or the errno that the kernel returns.
 */
int probe_args_parse(struct probe_words *words, const struct probe_place *place,
		     struct probe_args **made);

/*
 * Looks up the data symbols that arguments use. Returns 0; -ENOENT if a symbol
 * does not exist; an errno of kstrtol() if an offset is not a number. May
 * sleep.
 */
int probe_args_resolve(struct probe_args *args);

/*
 * Forget the addresses of symbols in a module that is being unloaded, so that their values are
 * 0; and find the symbols in a module that is being loaded. May sleep.
 */
void probe_args_module_going(struct probe_args *args, const struct module *mod);
void probe_args_module_coming(struct probe_args *args, const struct module *mod);

/* Drops a reference to arguments; NULL is allowed. */
void probe_args_put(struct probe_args *args);

/*
 * Returns 0 if the names and types of two probes' arguments are the same, else
 * the number, from 1, of the first argument that differs or that only one probe
 * has.
 */
unsigned int probe_args_differ(const struct probe_args *a,
			       const struct probe_args *b);

/* Do @args begin with the arguments in these @nr words, each NAME=TEXT? */
bool probe_args_match(const struct probe_args *args, int nr, char **words);

#endif /* HISTRIG_PROBE_ARG_H */
