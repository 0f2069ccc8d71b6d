/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Words that a user writes one after another, possibly in several writes.
 *
 * Like in the kernel, each write handles one word and returns the number of bytes read;
 * the user writes the rest again. If a write ends within a word, the next write continues
 * it; closing the file ends it.
 */
#ifndef HISTRIG_WORDS_H
#define HISTRIG_WORDS_H

#include <linux/kallsyms.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/types.h>

/* As in the kernel: for a function's name and some characters of a pattern. */
#define FUNCTION_WORD_SIZE	(KSYM_SYMBOL_LEN + 4)

/**
 * struct trace_parser - splits what a user writes into words
 * @text: the word
 * @size: size of @text in bytes
 * @len: length of the word
 * @goes_on: the next write continues the word
 * @failed: a write failed, so @text is not a word
 */
struct trace_parser {
	char *text;
	unsigned int size;
	unsigned int len;
	bool goes_on;
	bool failed;
};

/* trace_parser_exit() - free the parser's text */
void trace_parser_exit(struct trace_parser *reader);

/* trace_parser_has() - test whether there is a word, complete or not */
static inline bool trace_parser_has(const struct trace_parser *reader)
{
	return !reader->failed && reader->len;
}

/* trace_parser_complete() - test whether there is a complete word */
static inline bool trace_parser_complete(const struct trace_parser *reader)
{
	return trace_parser_has(reader) && !reader->goes_on;
}

/**
 * struct trace_parser_file - common part of open files that accept names of functions
 * @mutex: serializes reads and writes of the file
 * @words: splits what users write into words
 * @handle: handles a word; called with @mutex held, or from release
 */
struct trace_parser_file {
	/* Taken before event_mutex; never with bridge_mutex or dynamic_mutex. */
	struct mutex mutex;
	struct trace_parser words;
	int (*handle)(struct trace_parser_file *file, char *word);
};

/* trace_parser_file_init() - prepare a file; @handle gets its words; 0 or -ENOMEM */
int trace_parser_file_init(struct trace_parser_file *file,
			   int (*handle)(struct trace_parser_file *file,
					 char *word));

/**
 * trace_parser_file_attach() - make a trace_parser_file a file's private data
 * @filp: the file that is being opened
 * @file: the private data
 * @ops: prints the file, with @file as private data, if it is open for reading
 *
 * Return: 0 or an errno.
 */
int trace_parser_file_attach(struct file *filp, struct trace_parser_file *file,
			     const struct seq_operations *ops);

/* trace_parser_file_of() - get the file's trace_parser_file */
struct trace_parser_file *trace_parser_file_of(const struct file *filp);

/* trace_parser_file_write() - the write function of these files: handles a word */
ssize_t trace_parser_file_write(struct file *filp, const char __user *from,
				size_t count, loff_t *pos);

/* trace_parser_file_end() - on close, handle the last word; like the kernel, hide errors */
void trace_parser_file_end(struct trace_parser_file *file);

/* trace_parser_file_exit() - undo trace_parser_file_init() */
static inline void trace_parser_file_exit(struct trace_parser_file *file)
{
	trace_parser_exit(&file->words);
}

#define WORD_FILE_OPS(_open, _release)		\
	{					\
		.owner = THIS_MODULE,		\
		.open = _open,			\
		.read = seq_read,		\
		.write = trace_parser_file_write,	\
		.llseek = tree_lseek,		\
		.release = _release,		\
	}

#endif /* HISTRIG_WORDS_H */
