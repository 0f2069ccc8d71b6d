// SPDX-License-Identifier: GPL-2.0
/* Words that a user writes, see words.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "words.h"

/* Prepares a parser for words shorter than @size. */
static int trace_parser_init(struct trace_parser *reader, unsigned int size)
{
	*reader = (struct trace_parser) {
		.text = kzalloc(size, GFP_KERNEL),
		.size = size,
	};
	return reader->text ? 0 : -ENOMEM;
}

void trace_parser_exit(struct trace_parser *reader)
{
	kfree(reader->text);
}

/* Drops the word after it has been handled. */
static void trace_parser_clear(struct trace_parser *reader)
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
static int take_char(struct trace_parser *reader, char c)
{
	if (ends_word(c)) {
		/* Spaces before a word are skipped, a NUL is not. */
		return reader->goes_on || !isspace(c);
	}
	if (reader->len == reader->size - 1)
		return -EINVAL;
	reader->text[reader->len++] = c;
	reader->goes_on = true;
	return 0;
}

/* Reads a word from a write. Returns how many of the @count bytes it has read. */
static ssize_t trace_parser_read(struct trace_parser *reader,
				 const char __user *from, size_t count,
				 loff_t *pos)
{
	size_t done = 0;
	bool went_on;
	int ret = 0;
	char c;

	if (!*pos)
		trace_parser_clear(reader);
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

int trace_parser_file_init(struct trace_parser_file *file,
			   int (*handle)(struct trace_parser_file *file,
					 char *word))
{
	mutex_init(&file->mutex);
	file->handle = handle;
	return trace_parser_init(&file->words, FUNCTION_WORD_SIZE);
}

int trace_parser_file_attach(struct file *filp, struct trace_parser_file *file,
			     const struct seq_operations *ops)
{
	int ret;

	if (!(filp->f_mode & FMODE_READ)) {
		filp->private_data = file;
		return 0;
	}
	ret = seq_open(filp, ops);
	if (!ret)
		((struct seq_file *)filp->private_data)->private = file;
	return ret;
}

struct trace_parser_file *trace_parser_file_of(const struct file *filp)
{
	struct seq_file *m = filp->private_data;

	return filp->f_mode & FMODE_READ ? m->private : filp->private_data;
}

static int words_handle_one(struct trace_parser_file *file)
{
	int ret = file->handle(file, file->words.text);

	trace_parser_clear(&file->words);
	return ret;
}

ssize_t trace_parser_file_write(struct file *filp, const char __user *from,
				size_t count, loff_t *pos)
{
	struct trace_parser_file *file = trace_parser_file_of(filp);
	ssize_t done;
	int ret = 0;

	if (!count)
		return 0;
	mutex_lock(&file->mutex);
	done = trace_parser_read(&file->words, from, count, pos);
	if (done >= 0 && trace_parser_complete(&file->words))
		ret = words_handle_one(file);
	mutex_unlock(&file->mutex);
	return ret ?: done;
}

void trace_parser_file_end(struct trace_parser_file *file)
{
	if (trace_parser_has(&file->words))
		words_handle_one(file);
}
