// SPDX-License-Identifier: GPL-2.0
/* Words that a user writes, see words.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "words.h"

int word_reader_init(struct word_reader *reader, unsigned int size)
{
	*reader = (struct word_reader) {
		.text = kzalloc(size, GFP_KERNEL),
		.size = size,
	};
	return reader->text ? 0 : -ENOMEM;
}

void word_reader_exit(struct word_reader *reader)
{
	kfree(reader->text);
}

void word_reader_clear(struct word_reader *reader)
{
	reader->len = 0;
	reader->goes_on = false;
	reader->failed = false;
}

static bool ends_word(char c)
{
	return isspace(c) || !c;
}

/* Adds @c to the word. Returns 1 if @c ends the word, 0 if not, or an errno. */
static int take_char(struct word_reader *reader, char c)
{
	if (ends_word(c)) {
		/* Blanks before a word are skipped, a NUL is not. */
		return reader->goes_on || !isspace(c);
	}
	if (reader->len == reader->size - 1)
		return -EINVAL;
	reader->text[reader->len++] = c;
	reader->goes_on = true;
	return 0;
}

ssize_t word_reader_read(struct word_reader *reader, const char __user *from,
			 size_t count, loff_t *pos)
{
	size_t done = 0;
	bool went_on;
	int ret = 0;
	char c;

	if (!*pos)
		word_reader_clear(reader);
	went_on = reader->goes_on;
	if (!reader->goes_on)
		reader->len = 0;
	while (done < count && !ret) {
		ret = get_user(c, from + done) ?: take_char(reader, c);
		done++;
	}
	if (ret < 0) {
		reader->failed = true;
		reader->goes_on = went_on;
		return ret;
	}
	if (ret)
		reader->goes_on = false;
	reader->text[reader->len] = '\0';
	*pos += done;
	return done;
}
