/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reports errors in definitions of probes to the error log.
 *
 * Like the kernel, the log shows a refused definition with single spaces
 * between its words, and a caret below the error.
 */
#ifndef HISTRIG_PROBE_REPORT_H
#define HISTRIG_PROBE_REPORT_H

#define PROBE_FIRST_ARG	2

/**
 * struct probe_words - the words of a definition
 * @place: name of the type of probe in the error log, such as "trace_kprobe"
 * @nr: number of words
 * @word: the words; arguments begin at PROBE_FIRST_ARG. Parsers do not change
 *	them, but see arg_dentries_begin() and sample_join_place()
 * @at: index of the word being parsed; @nr or more means the end of the line
 */
struct probe_words {
	const char *place;
	int nr;
	char **word;
	int at;
};

/* Why a definition is refused. */
enum probe_error {
#define PROBE_ERROR(name, text)	PROBE_##name,
#include "errors.h"
	PROBE_ERRORS,
};

/* Messages in the error log, by enum probe_error. */
extern const char *const probe_error_texts[PROBE_ERRORS];

/**
 * probe_report() - add an entry to the error log of the main instance
 * @words: the definition
 * @offset: offset of the error in words->word[words->at], in bytes; ignored at
 *	the end of the line
 * @error: why it is refused
 *
 * Context: process, may sleep.
 * Return: -EINVAL, the errno of most errors.
 */
int probe_report(const struct probe_words *words, unsigned int offset,
		 enum probe_error error);

/* Like probe_report(), for an error in word @at. Sets words->at. */
int probe_refuse(struct probe_words *words, int at, unsigned int offset,
		 enum probe_error error);

/* Like probe_refuse(), but returns @ret. */
int probe_fail(struct probe_words *words, int at, unsigned int offset,
	       enum probe_error error, int ret);

/* Returns the words from @first on, with spaces between them, for kfree(); NULL if no memory. */
char *probe_words_join(const struct probe_words *words, int first);

#endif /* HISTRIG_PROBE_REPORT_H */
