/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Errors in definitions of probes: their texts, and the error log.
 *
 * The log shows a refused definition with its words separated by single blanks,
 * whatever the user wrote between them, and a caret below the place of the
 * error; the kernel does the same.
 */
#ifndef HISTRIG_PROBE_REPORT_H
#define HISTRIG_PROBE_REPORT_H

#define PROBE_FIRST_ARG	2

/**
 * struct probe_words - the words of a definition; the first argument is word
 *	PROBE_FIRST_ARG
 * @place: what the error log calls the type of probe, such as "trace_kprobe"
 * @nr: number of words
 * @word: the words; parsers do not change them
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

/* The messages of the error log, by enum probe_error. */
extern const char *const probe_error_texts[PROBE_ERRORS];

/**
 * probe_report() - add an entry to the error log of the main instance
 * @words: the definition
 * @offset: place of the error in words->word[words->at], in bytes; ignored if
 *	words->at is past the last word
 * @error: why it is refused
 *
 * Context: process, may sleep.
 * Return: -EINVAL, the errno of most errors.
 */
int probe_report(const struct probe_words *words, unsigned int offset,
		 enum probe_error error);

/**
 * probe_refuse() - the same for an error in a word
 * @words: the definition; its @at is set
 * @at: index of the word
 * @offset: place of the error in the word, in bytes
 * @error: why the definition is refused
 *
 * Context: process, may sleep.
 * Return: -EINVAL.
 */
int probe_refuse(struct probe_words *words, int at, unsigned int offset,
		 enum probe_error error);

#endif /* HISTRIG_PROBE_REPORT_H */
