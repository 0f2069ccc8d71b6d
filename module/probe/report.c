// SPDX-License-Identifier: GPL-2.0
/* Errors in definitions of probes, see report.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../instance/instance.h"
#include "report.h"

const char *const probe_error_texts[PROBE_ERRORS] = {
#define PROBE_ERROR(name, text)	text,
#include "errors.h"
};

/*
 * Joins the words with spaces. Returns the offset of the word at words->at, or
 * the length of all words if that is the end of the line.
 */
static unsigned int join_words(const struct probe_words *words, char *to)
{
	unsigned int at = 0, len = 0;
	int i;

	for (i = 0; i < words->nr; i++) {
		if (i == words->at)
			at = len;
		len += sprintf(to + len, "%s ", words->word[i]);
	}
	to[len - 1] = '\0';
	return words->at < words->nr ? at : len;
}

int probe_report(const struct probe_words *words, unsigned int offset,
		 enum probe_error error)
{
	unsigned int size = 1, column;
	char *text;
	int i;

	if (words->nr <= 0)
		return -EINVAL;
	for (i = 0; i < words->nr; i++)
		size += strlen(words->word[i]) + 1;
	text = kmalloc(size, GFP_KERNEL);
	if (!text)
		return -EINVAL;

	column = join_words(words, text);
	if (words->at < words->nr)
		column += offset;
	error_log_add(&main_instance.errors, words->place, text,
		      probe_error_texts[error], column);
	kfree(text);
	return -EINVAL;
}

int probe_refuse(struct probe_words *words, int at, unsigned int offset,
		 enum probe_error error)
{
	words->at = at;
	return probe_report(words, offset, error);
}
