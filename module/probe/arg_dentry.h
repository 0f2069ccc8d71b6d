/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The types %pd and %pD: the name of a dentry, and of a file.
 *
 * Like the kernel, arg_dentries_begin() replaces such an argument by one that
 * follows the pointers to the name. dynamic_events and error_log show that
 * argument.
 */
#ifndef HISTRIG_PROBE_ARG_DENTRY_H
#define HISTRIG_PROBE_ARG_DENTRY_H

struct probe_place;
struct probe_words;

/**
 * struct arg_dentries - a definition in which words are replaced temporarily
 * @words: the definition
 * @end: index after the last argument
 * @old: the replaced words by index, NULL for the others; NULL if none was
 *	replaced
 */
struct arg_dentries {
	struct probe_words *words;
	int end;
	char **old;
};

/*
 * Replaces the arguments of type %pd or %pD in the words before @end, except
 * for probes in user code and on events. Returns 0 or -ENOMEM. Call
 * arg_dentries_end() in any case.
 */
int arg_dentries_begin(struct arg_dentries *dentries, struct probe_words *words,
		       int end, const struct probe_place *place);

/* Restores the words that arg_dentries_begin() replaced. */
void arg_dentries_end(struct arg_dentries *dentries);

#endif /* HISTRIG_PROBE_ARG_DENTRY_H */
