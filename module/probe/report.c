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

char *probe_words_join(const struct probe_words *words, int first)
{
	size_t size = 1, len = 0;
	char *text;
	int i;

	for (i = first; i < words->nr; i++)
		size += strlen(words->word[i]) + 1;
	text = kzalloc(size, GFP_KERNEL);
	for (i = first; text && i < words->nr; i++)
		len += sprintf(text + len, "%s%s", i > first ? " " : "",
			       words->word[i]);
	return text;
}

int probe_report(const struct probe_words *words, unsigned int offset,
		 enum probe_error error)
{
	unsigned int column = words->at < words->nr ? offset : 0;
	char *text;
	int i;

	if (words->nr <= 0)
		return -EINVAL;
	text = probe_words_join(words, 0);
	if (!text)
		return -EINVAL;
	for (i = 0; i < words->nr && i < words->at; i++)
		column += strlen(words->word[i]) + 1;
	error_log_add(&main_instance.errors, words->place, text,
		      probe_error_texts[error], column);
	kfree(text);
	return -EINVAL;
}

int probe_fail(struct probe_words *words, int at, unsigned int offset,
	       enum probe_error error, int ret)
{
	probe_refuse(words, at, offset, error);
	return ret;
}

int probe_refuse(struct probe_words *words, int at, unsigned int offset,
		 enum probe_error error)
{
	words->at = at;
	return probe_report(words, offset, error);
}
