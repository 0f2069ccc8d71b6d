/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes on functions (f), by name or pattern, and on tracepoints (t), also on those without
 * an event. Both are one type of dynamic event, as in the kernel. Arguments of a tracepoint are
 * those that it passes; BTF describes their types.
 */
#ifndef HISTRIG_PROBE_FPROBE_H
#define HISTRIG_PROBE_FPROBE_H

#include "../compat/parts.h"
#include "probe.h"

struct module;
struct tracepoint;

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

/*
 * Defines a probe on a function. Takes over command->symbol. May sleep; dynamic_mutex held.
 * Returns 0 or an errno.
 */
#if HISTRIG_CALLS
int function_probe_define(struct fprobe_command *command);
#else
static inline int function_probe_define(struct fprobe_command *command)
{
	return -EINVAL;
}
#endif

/**
 * struct tracepoint_probe - a probe on a tracepoint
 * @probe: the common part of all probes
 * @name: name of the tracepoint
 * @tp: the tracepoint, NULL while its module is not loaded; changed with
 *	event_mutex and dynamic_mutex held, read with either
 * @mod: the module that contains @tp, NULL for the kernel itself
 * @place: the address in records
 * @iterator: part of the event's list of iterators while @armed is set
 * @armed: the probe is registered on @tp; protected by event_mutex
 * @was_armed: @armed was set once
 */
struct tracepoint_probe {
	struct probe probe;
	char *name;
	struct tracepoint *tp;
	struct module *mod;
	unsigned long place;
	struct event_iterator iterator;
	bool armed;
	bool was_armed;
};

static inline struct tracepoint_probe *
to_tracepoint_probe(const struct probe *probe)
{
	return container_of(probe, struct tracepoint_probe, probe);
}

/*
 * Handles a hit of any tracepoint except those that need tprobe_hit_syscall().
 * @data is the struct tracepoint_probe; @a to @e are the first five arguments of
 * the tracepoint. Context: any, NMI too.
 */
void tprobe_hit(void *data, unsigned long a, unsigned long b, unsigned long c,
		unsigned long d, unsigned long e);

/*
 * Like tprobe_hit(), for tracepoints of system calls, on kernels where only
 * these call probes with preemption on, see probes_preemptible().
 */
void tprobe_hit_syscall(void *data, unsigned long a, unsigned long b,
			unsigned long c, unsigned long d, unsigned long e);

#endif /* HISTRIG_PROBE_FPROBE_H */
