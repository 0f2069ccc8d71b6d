/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes on functions (f), by name or pattern, and on tracepoints (t). Both are
 * one type of dynamic event, as in the kernel.
 */
#ifndef HISTRIG_PROBE_FPROBE_H
#define HISTRIG_PROBE_FPROBE_H

#include "../compat/parts.h"
#include "probe.h"

/**
 * struct fprobe_command - a definition, parsed except for its arguments
 * @words: the words
 * @on_tracepoint: it is a probe on a tracepoint
 * @is_return: it is a probe on returns of a function
 * @maxactive: maximum number of pending returns, 0 for the default
 * @symbol: name of the function or tracepoint, freed with the command
 * @name: name of the event
 */
struct fprobe_command {
	struct probe_words *words;
	bool on_tracepoint;
	bool is_return;
	unsigned int maxactive;
	char *symbol;
	struct probe_name name;
};

/* dynamic_type.create() of both kinds of probes. */
int fprobe_create(const char *text);

/*
 * Like probe_explain(), but returns the kernel's errno: -EINVAL for -ENOENT and
 * -EILSEQ, otherwise @error.
 */
int fprobe_explain(struct probe_words *words, int error);

/* Defines a probe on a function. Context and result are those of tprobe_define(). */
#if HISTRIG_CALLS
int function_probe_define(struct fprobe_command *command);
#else
static inline int function_probe_define(struct fprobe_command *command)
{
	return -EINVAL;
}
#endif

/*
 * Defines a probe on a tracepoint. Takes over command->symbol. May sleep; dynamic_mutex
 * held. Returns 0 or an errno.
 */
int tprobe_define(struct fprobe_command *command);

#endif /* HISTRIG_PROBE_FPROBE_H */
