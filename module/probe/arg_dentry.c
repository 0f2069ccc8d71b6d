// SPDX-License-Identifier: GPL-2.0
/* The types %pd and %pD, see arg_dentry.h. */
#include <linux/dcache.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "arg.h"
#include "arg_dentry.h"
#include "report.h"

/* Returns the length of a word before ":%pd" or ":%pD", 0 if it has neither. */
static size_t arg_dentry_find_type(const char *word)
{
	size_t len = strlen(word);

	if (len < 4)
		return 0;
	len -= 4;
	return strcmp(word + len, ":%pd") && strcmp(word + len, ":%pD") ? 0 :
									  len;
}

static char *make_word(const char *word, size_t len)
{
	const char *equals = memchr(word, '=', len);
	const char *value = equals ? equals + 1 : word;
	int name = value - word, size = len - name;

	if (word[len + 3] == 'd')
		return kasprintf(GFP_KERNEL, "%.*s+0x0(+0x%zx(%.*s)):string",
				 name, word,
				 offsetof(struct dentry, d_name.name),
				 size, value);
	return kasprintf(GFP_KERNEL, "%.*s+0x0(+0x%zx(+0x%zx(%.*s))):string",
			 name, word, offsetof(struct dentry, d_name.name),
			 offsetof(struct file, f_path.dentry), size, value);
}

static int arg_dentry_replace(struct arg_dentries *dentries, int i, size_t len)
{
	char **word = &dentries->words->word[i], *made;

	if (!dentries->old)
		dentries->old = kcalloc(dentries->end, sizeof(*dentries->old),
					GFP_KERNEL);
	if (!dentries->old)
		return -ENOMEM;
	made = make_word(*word, len);
	if (!made)
		return -ENOMEM;
	dentries->old[i] = *word;
	*word = made;
	return 0;
}

int arg_dentries_begin(struct arg_dentries *dentries, struct probe_words *words,
		       int end, const struct probe_place *place)
{
	size_t len;
	int i, ret;

	*dentries = (struct arg_dentries) {
		.words = words,
		.end = end,
	};
	if (place->flags & (PROBE_ON_USER | PROBE_ON_EVENT))
		return 0;
	for (i = PROBE_FIRST_ARG; i < end; i++) {
		len = arg_dentry_find_type(words->word[i]);
		ret = len ? arg_dentry_replace(dentries, i, len) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

void arg_dentries_end(struct arg_dentries *dentries)
{
	char **word = dentries->words->word, **old = dentries->old;
	int i;

	if (!old)
		return;
	for (i = PROBE_FIRST_ARG; i < dentries->end; i++) {
		if (!old[i])
			continue;
		kfree(word[i]);
		word[i] = old[i];
	}
	kfree(old);
}
