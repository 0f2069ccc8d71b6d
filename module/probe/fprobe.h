/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes on functions (f), and on tracepoints (t).
 *
 * To the kernel both are one type of probe, and their definitions differ in
 * little. A probe on functions can have a pattern in place of a name.
 */
#ifndef HISTRIG_PROBE_FPROBE_H
#define HISTRIG_PROBE_FPROBE_H

#include "probe.h"

/**
 * struct fprobe_command - a definition, parsed but for its arguments
 * @words: the words
 * @on_tracepoint: it is a probe on a tracepoint
 * @is_return: it is a probe on returns of a function
 * @maxactive: returns that can be pending at a time, 0 for the default
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

/**
 * fprobe_create() - define a probe on functions or on a tracepoint
 * @text: the definition
 *
 * The @create of both kinds of probes.
 *
 * Context: process, may sleep; dynamic_mutex held.
 * Return: 0 or an errno, -ECANCELED if the text is no such definition.
 */
int fprobe_create(const char *text);

/**
 * fprobe_explain() - report why a place is not accepted, as kprobe_explain() does
 * @words: the definition
 * @error: the errno of looking for the place, or 0
 *
 * Context: process, may sleep.
 * Return: the errno that the kernel has for it, which is -EINVAL also if there is
 * no such function.
 */
int fprobe_explain(struct probe_words *words, int error);

/**
 * tprobe_define() - define a probe on a tracepoint
 * @command: the definition
 *
 * Context: process, may sleep; dynamic_mutex held.
 * Return: 0 or an errno.
 */
int tprobe_define(struct fprobe_command *command);

#endif /* HISTRIG_PROBE_FPROBE_H */
