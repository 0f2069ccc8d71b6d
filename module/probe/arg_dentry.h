/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The types %pd and %pD: the name of a dentry, and of a file.
 *
 * As in the kernel, such an argument is replaced by one that follows pointers to
 * the name, and that is also what dynamic_events and the error log show.
 */
#ifndef HISTRIG_PROBE_ARG_DENTRY_H
#define HISTRIG_PROBE_ARG_DENTRY_H

struct probe_place;
struct probe_words;

/**
 * struct arg_dentries - a definition whose words are replaced for a while
 * @words: the definition
 * @end: index after the last argument
 * @old: the words that were replaced, NULL for the others; NULL if there are
 *	none
 */
struct arg_dentries {
	struct probe_words *words;
	int end;
	char **old;
};

/**
 * arg_dentries_begin() - replace arguments of the types %pd and %pD
 * @dentries: filled in
 * @words: the definition
 * @end: index after the last argument
 * @place: where the probe is
 *
 * Context: process, may sleep. Call arg_dentries_end() in any case.
 * Return: 0 or -ENOMEM.
 */
int arg_dentries_begin(struct arg_dentries *dentries, struct probe_words *words,
		       int end, const struct probe_place *place);

/* arg_dentries_end() - put the words back that were replaced */
void arg_dentries_end(struct arg_dentries *dentries);

#endif /* HISTRIG_PROBE_ARG_DENTRY_H */
